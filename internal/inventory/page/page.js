(() => {
'use strict';
const form = document.getElementById('filters'), search = document.getElementById('q'), shown = document.getElementById('shown');
const nothing = document.getElementById('nothing'), root = document.documentElement;
const chips = [...document.querySelectorAll('.chip')];
const sections = [...document.querySelectorAll('main section')].map(node => ({node, sites: []}));
const sites = [];
for (const section of sections) {
  for (const node of section.node.querySelectorAll('article')) {
    const d = node.dataset;
    const site = {node, resource: d.resource, kind: d.kind, package: d.package, marks: d.fault ? d.fault.split(' ') : [], text: null, counts: d.resource !== '-1'};
    section.sites.push(site);
    sites.push(site);
  }
}
const total = sites.filter(s => s.counts).length;

// textOf is what the search looks at: all that the site shows, and the name of its resource.
function textOf(site) {
  if (site.text === null) site.text = (site.node.parentNode.firstElementChild.textContent + ' ' + site.node.textContent).toLowerCase();
  return site.text;
}

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const want = Object.fromEntries(new FormData(form));
  const fits = s => (!want.resource || s.resource === want.resource) && (!want.kind || s.kind === want.kind) &&
    (!want.package || s.package === want.package) && (!want.fault || s.marks.includes(want.fault)) &&
    (!want.rule || s.marks.includes(want.rule)) && words.every(w => textOf(s).includes(w));
  let n = 0, any = false;
  for (const section of sections) {
    let here = false;
    for (const s of section.sites) {
      const fit = fits(s);
      if (s.node.hidden === fit) s.node.hidden = !fit;
      if (fit) { here = true; if (s.counts) n++; }
    }
    if (section.node.hidden === here) section.node.hidden = !here;
    any = any || here;
  }
  nothing.hidden = any;
  shown.textContent = n + ' of ' + total + ' sites';
  for (const chip of chips) chip.setAttribute('aria-pressed', String(chip.dataset.rule === want.rule));
}

let here = null;
function go(node) {
  if (here) here.classList.remove('here');
  here = node;
  node.classList.add('here');
  node.querySelector('summary').focus({preventScroll: true});
  node.scrollIntoView({block: 'nearest'});
}

// step goes to the next or previous site that is shown, from the one that was last gone to, or from the top of the window.
function step(by) {
  const list = sites.map(s => s.node).filter(n => !n.hidden);
  if (!list.length) return;
  let at = list.indexOf(here);
  if (at < 0) at = by > 0 ? -1 : list.length;
  go(list[Math.max(0, Math.min(list.length - 1, at + by))]);
}

// follow opens the site that the address names, whatever the filters say.
function follow() {
  const node = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!node || node.tagName !== 'ARTICLE') return;
  if (node.hidden) { form.reset(); filter(); }
  node.querySelector('details').open = true;
  go(node);
  node.scrollIntoView({block: 'start'});
}

function typing(node) { return node.matches('input, select, textarea'); }

document.addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === 'Escape') {
    if (document.activeElement === search && search.value) { search.value = ''; filter(); } else document.activeElement.blur();
    return;
  }
  if (typing(e.target)) return;
  switch (e.key) {
  case '/': e.preventDefault(); search.focus(); search.select(); break;
  case 'j': step(1); break;
  case 'k': step(-1); break;
  case 'Enter': // on the heading of a site the browser does it
    if (here && e.target === document.body) here.querySelector('details').toggleAttribute('open');
  }
});
form.addEventListener('input', filter);
form.addEventListener('submit', e => e.preventDefault());
form.addEventListener('reset', () => setTimeout(filter));
for (const chip of chips) {
  chip.addEventListener('click', () => {
    const rule = form.elements.rule;
    rule.value = rule.value === chip.dataset.rule ? '' : chip.dataset.rule;
    filter();
  });
}
document.getElementById('theme').addEventListener('click', () => {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
});
window.addEventListener('hashchange', follow);

// On paper everything is open that is not filtered out.
let closed = [];
window.addEventListener('beforeprint', () => {
  for (const d of document.querySelectorAll('article:not([hidden]) > details:not([open])')) {
    d.open = true;
    closed.push(d);
  }
});
window.addEventListener('afterprint', () => {
  for (const d of closed) d.open = false;
  closed = [];
});

if (matchMedia('(max-width: 640px)').matches) document.getElementById('more').open = false; // room for the faults
follow();
})();
