#!/usr/bin/env bash
# Redis and PostgreSQL for the lab, on sockets in a directory of their own: nothing listens on the network, nothing of the
# machine's own servers is touched.
#
#	eval "$(lab/servers.sh start DIR)"   # starts both and prints LOCKLINT_LAB_REDIS and LOCKLINT_LAB_POSTGRES
#	lab/servers.sh stop DIR              # stops both
#
# DIR must exist and be empty. On Debian and Ubuntu what is missing is installed. Exit status 3: it is missing, and there is no
# apt-get, or nobody who may use it. If apt-get fails, the status is 1.
set -euo pipefail
export LC_ALL=C

usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[[ $# == 2 && -d $2 ]] || usage
dir=$(cd "$2" && pwd)

# The newest PostgreSQL of the machine; Debian keeps its programs out of PATH.
postgres() {
	local found
	found=$(command -v initdb || find /usr/lib/postgresql -name initdb 2>/dev/null | sort -V | tail -n 1)
	[[ -n $found ]] && dirname "$found"
}

# PostgreSQL refuses to run as root.
unprivileged() { if [[ $EUID == 0 ]]; then runuser -u postgres -- "$@"; else "$@"; fi; }

install_missing() {
	local packages=()
	command -v redis-server >/dev/null || packages+=(redis-server)
	postgres >/dev/null || packages+=(postgresql)
	[[ ${#packages[@]} -gt 0 ]] || return 0
	local apt=(env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -qq) # runlevel 1: the packages start no server of their own
	[[ $EUID == 0 ]] || apt=(sudo -n "${apt[@]}")
	if ! command -v apt-get >/dev/null || ! { [[ $EUID == 0 ]] || sudo -n true; } 2>/dev/null; then
		echo "lab: not installed, and there is no apt-get that may be used: ${packages[*]}" >&2
		exit 3
	fi
	if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${packages[@]}"; } >"$dir/apt.log" 2>&1; then
		tail -n 5 "$dir/apt.log" >&2
		echo "lab: not installed, and apt-get fails: ${packages[*]}" >&2
		exit 1
	fi
}

start() {
	install_missing
	chmod 755 "$dir"
	redis-server --port 0 --unixsocket "$dir/redis.sock" --unixsocketperm 700 --dir "$dir" --save '' --appendonly no \
		--daemonize yes --pidfile "$dir/redis.pid" --logfile "$dir/redis.log" >&2

	mkdir "$dir/postgres"
	[[ $EUID != 0 ]] || chown postgres "$dir/postgres"
	local bin
	bin=$(postgres)
	cd "$dir/postgres" # the user postgres may not see the caller's directory
	unprivileged "$bin/initdb" --auth=trust --username=postgres --no-sync -D data >initdb.log 2>&1 || { cat initdb.log >&2; exit 1; }
	# Durability is not what is tried here.
	unprivileged "$bin/pg_ctl" -D data -l "$dir/postgres/log" -w -t 60 start >/dev/null \
		-o "-c listen_addresses='' -c unix_socket_directories='$dir/postgres' -c max_connections=300 -c fsync=off -c shared_buffers=32MB" ||
		{ cat "$dir/postgres/log" >&2; exit 1; }

	for _ in {1..100}; do [[ -S $dir/redis.sock ]] && break; sleep 0.1; done
	[[ -S $dir/redis.sock ]] || { cat "$dir/redis.log" >&2; exit 1; }
	echo "export LOCKLINT_LAB_REDIS='unix://$dir/redis.sock'"
	echo "export LOCKLINT_LAB_POSTGRES='host=$dir/postgres user=postgres dbname=postgres'"
}

stop() {
	[[ ! -f $dir/redis.pid ]] || kill "$(cat "$dir/redis.pid")" || true
	if [[ -d $dir/postgres/data ]]; then
		cd "$dir/postgres"
		unprivileged "$(postgres)/pg_ctl" -D data -w -m immediate stop >/dev/null || true
	fi
}

case $1 in
start | stop) "$1" ;;
*) usage ;;
esac
