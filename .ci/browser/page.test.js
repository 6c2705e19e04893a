// The page of locklint inventory -html in a real browser: node page.test.js DIRECTORY, which holds shop.html, many.html and shop.svg,
// and gets screenshots. CHROMIUM names the browser.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

const dir = process.argv[2];
const limit = Number(process.env.LIMIT_MS || 1000); // for 2,000 sites to load, and to be filtered
const browser = await chromium.launch({executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox']});
const address = name => pathToFileURL(`${dir}/${name}`).href;
const visible = 'article:not([hidden]):not([data-resource="-1"])';

// open opens a file in a window of its own. Whatever the browser complains of, or wants to load, is a failure.
async function open(name, options = {}, hash = '') {
  const context = await browser.newContext({viewport: {width: 1200, height: 900}, ...options});
  const page = await context.newPage();
  const complaints = [];
  page.on('console', m => complaints.push(`${m.type()}: ${m.text()}`));
  page.on('pageerror', e => complaints.push(String(e)));
  page.on('request', r => { if (!r.url().startsWith(address(name))) complaints.push(`loads ${r.url()}`); });
  await page.goto(address(name) + hash);
  page.done = async () => {
    assert.deepEqual(complaints, []);
    await context.close();
  };
  return page;
}

const shot = (page, name) => page.screenshot({path: `${dir}/${name}.png`});
const shown = page => page.locator(visible).count();
const focused = page => page.evaluate(() => document.activeElement.closest('article')?.id ?? document.activeElement.id);

// overflow is by how much the page is wider than its window.
const overflow = page => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

// overlaps names boxes of text that lie upon each other, or stick out of their card.
const overlaps = page => page.evaluate(() => {
  const out = [];
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const check = (nodes, frame) => {
    const boxes = nodes.map(n => [n, n.getBoundingClientRect()]).filter(([, r]) => r.width && r.height);
    for (let i = 0; i < boxes.length; i++) {
      for (let k = i + 1; k < boxes.length; k++) {
        if (!apart(boxes[i][1], boxes[k][1])) out.push(boxes[i][0].textContent + ' | ' + boxes[k][0].textContent);
      }
      if (boxes[i][1].left < frame.left - 1 || boxes[i][1].right > frame.right + 1) out.push('sticks out: ' + boxes[i][0].textContent);
    }
  };
  for (const node of document.querySelectorAll('li, summary, section > .badges, .rules, form, .figures, dl, .top')) {
    check([...node.children].filter(n => n.tagName !== 'DETAILS'), node.getBoundingClientRect());
  }
  const cards = [...document.querySelectorAll('article')].map(n => n.getBoundingClientRect());
  for (let i = 1; i < cards.length; i++) if (cards[i].height && cards[i - 1].height && cards[i].top < cards[i - 1].bottom - 1) out.push(`cards ${i - 1} and ${i}`);
  return out.slice(0, 5);
});

// contrasts names texts that are too pale for WCAG AA.
const contrasts = page => page.evaluate(() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgb = (color, ground) => {
    canvas.fillStyle = ground; canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = c => c.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const out = new Set();
  for (const node of document.querySelectorAll('body *')) {
    if (![...node.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || !node.getClientRects().length || ['SCRIPT', 'OPTION'].includes(node.tagName)) continue;
    const grounds = [];
    for (let up = node; up; up = up.parentElement) grounds.unshift(getComputedStyle(up).backgroundColor);
    const ground = grounds.reduce((under, color) => `rgb(${rgb(color, under).join(' ')})`, 'white');
    const [a, b] = [light(rgb(getComputedStyle(node).color, ground)), light(rgb(ground, 'white'))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) out.add(`${node.tagName}.${node.className} ${((a + 0.05) / (b + 0.05)).toFixed(2)}`);
  }
  return [...out];
});

const tests = {
  async 'what is seen first is the faults'() {
    const page = await open('shop.html');
    const first = await page.locator('.figures span').first().textContent();
    assert.match(first, /^[1-9]\d* faults$/);
    const top = await page.locator('.fault').first().boundingBox();
    assert.ok(top.y < 700, `the first fault stands at ${top.y}`);
    assert.ok(await page.locator('article.bad').first().locator('details').getAttribute('open') !== null);
    await shot(page, 'shop-light');
    await page.done();
  },

  async 'a release before the commit is red'() {
    const page = await open('shop.html');
    const colors = await page.evaluate(() => [...document.querySelectorAll('article.bad .g.t')].map(n => getComputedStyle(n, '::after').backgroundColor));
    assert.ok(colors.length >= 5);
    assert.ok(colors.every(c => c === 'rgb(207, 34, 46)'), String(colors));
    await page.locator('article:has(.early)').first().scrollIntoViewIfNeeded();
    await shot(page, 'shop-early');
    await page.locator('article:has(rect.beyond)').first().scrollIntoViewIfNeeded();
    await shot(page, 'shop-lease');
    await page.done();
  },

  async 'filters and search'() {
    const page = await open('shop.html');
    const all = await shown(page);
    for (const name of ['fault', 'rule', 'resource', 'kind', 'package']) {
      const options = await page.locator(`select[name=${name}] option`).allTextContents();
      for (const [i, text] of options.entries()) {
        await page.selectOption(`select[name=${name}]`, {index: i});
        const want = i === 0 ? all : Number(text.match(/\((\d+)\)$/)[1]);
        assert.equal(await shown(page), want, `${name}: ${text}`);
        assert.equal(await page.locator('#shown').textContent(), `${want} of ${all} sites`);
      }
      await page.selectOption(`select[name=${name}]`, '');
    }
    await page.fill('#q', 'lock:label:{} shipping');
    const found = await shown(page);
    assert.ok(found > 0 && found < 4, `${found} found`);
    assert.ok(await page.locator('#nothing').isHidden());
    await page.fill('#q', 'no such text');
    assert.equal(await shown(page), 0);
    assert.ok(await page.locator('#nothing').isVisible());
    await page.click('button[type=reset]');
    await page.waitForFunction(n => document.querySelectorAll('article[hidden]').length === n, 0);
    const chip = page.locator('.chip').first();
    await chip.click();
    assert.equal(await chip.getAttribute('aria-pressed'), 'true');
    assert.equal(await shown(page), Number(await chip.locator('b').textContent()));
    await chip.click();
    assert.equal(await shown(page), all);
    await page.done();
  },

  async 'keyboard'() {
    const page = await open('shop.html');
    const ids = await page.locator(visible).evaluateAll(list => list.map(n => n.id));
    await page.keyboard.press('/');
    assert.equal(await focused(page), 'q');
    await page.keyboard.type('jk');
    assert.equal(await page.inputValue('#q'), 'jk');
    await page.keyboard.press('Escape');
    assert.equal(await page.inputValue('#q'), '');
    await page.keyboard.press('Escape');
    assert.equal(await focused(page), '');
    for (const [key, at] of [['j', 0], ['j', 1], ['k', 0], ['k', 0]]) {
      await page.keyboard.press(key);
      assert.equal(await focused(page), ids[at]);
    }
    const isOpen = () => page.locator(`[id="${ids[0]}"] details`).evaluate(n => n.open);
    const before = await isOpen();
    await page.keyboard.press('Enter');
    assert.equal(await isOpen(), !before);
    await page.done();
  },

  async 'deep links'() {
    let page = await open('shop.html');
    const id = await page.locator('article:not(.bad)').last().getAttribute('id');
    await page.done();
    page = await open('shop.html', {}, '#' + id);
    const site = page.locator(`[id="${id}"]`);
    const there = async () => {
      await page.waitForFunction(id => document.getElementById(id).querySelector('details').open, id);
      const box = await site.boundingBox();
      assert.ok(box.y >= -1 && box.y < 850, `it stands at ${box.y}`);
    };
    await there();
    await page.fill('#q', 'no such text'); // a link leads to what is filtered out, too
    await page.evaluate(() => { location.hash = ''; });
    await page.evaluate(id => { location.hash = id; }, id);
    await there();
    await page.done();
  },

  async 'dark, narrow, print'() {
    for (const name of ['shop', 'many']) {
      for (const [look, options] of Object.entries({light: {}, dark: {colorScheme: 'dark'}, narrow: {viewport: {width: 400, height: 900}}, 'narrow-dark': {viewport: {width: 400, height: 900}, colorScheme: 'dark'}})) {
        const page = await open(name + '.html', {...options, bypassCSP: true});
        await shot(page, `${name}-${look}`);
        await page.addStyleTag({content: 'section, article { content-visibility: visible !important }'}); // what is not in sight is not laid out
        assert.equal(await overflow(page), 0, `${name} ${look}: wider than the window`);
        assert.deepEqual(await overlaps(page), [], `${name} ${look}`);
        if (name === 'shop') assert.deepEqual(await contrasts(page), [], look);
        await page.done();
      }
    }
    const page = await open('shop.html');
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.click('#theme');
    assert.notEqual(await ground(), light);
    await page.click('#theme');
    assert.equal(await ground(), light);
    await page.click('#theme'); // paper is white all the same
    await page.emulateMedia({media: 'print'});
    assert.ok(await page.locator('form').isHidden());
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'light');
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.equal(await page.locator('article > details:not([open])').count(), 0);
    await page.screenshot({path: `${dir}/shop-print.png`, clip: {x: 0, y: 0, width: 1200, height: 1600}, fullPage: true});
    const pdf = await page.pdf({path: `${dir}/shop.pdf`, format: 'A4'});
    assert.ok(pdf.length > 20000);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.ok(await page.locator('article > details:not([open])').count() > 0);
    await page.done();
  },

  async '2,000 sites load and filter in time'() {
    const page = await open('many.html');
    assert.equal(await shown(page), 2000);
    // On a busy machine the clock tells of the others: the time that the page itself takes is what counts.
    const client = await page.context().newCDPSession(page);
    await client.send('Performance.enable', {timeDomain: 'threadTicks'});
    await page.reload({waitUntil: 'load'});
    const busy = (await client.send('Performance.getMetrics')).metrics.find(m => m.name === 'TaskDuration').value * 1000;
    const load = await page.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd);
    const time = change => page.evaluate(async change => {
      const form = document.getElementById('filters'), q = document.getElementById('q');
      const started = performance.now();
      if (change.text !== undefined) q.value = change.text;
      for (const [name, at] of Object.entries(change.select ?? {})) form.elements[name].selectedIndex = at;
      form.dispatchEvent(new Event('input', {bubbles: true}));
      await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - started;
    }, change);
    const times = {
      'busy loading': busy,
      'first search': await time({text: 'lock:wbcaa:{}'}),
      'next search': await time({text: 'write wba'}),
      'all again': await time({text: ''}),
      'a filter': await time({select: {fault: 1}}),
      'and none': await time({select: {fault: 0}}),
    };
    console.log(`    loaded ${Math.round(load)} ms by the clock, ` + Object.entries(times).map(([name, ms]) => `${name} ${Math.round(ms)} ms`).join(', '));
    for (const [name, ms] of Object.entries(times)) assert.ok(ms < limit, `${name}: ${ms} ms`);
    await page.done();
  },

  async 'the SVG runs nothing and fits its box'() {
    const page = await open('shop.svg');
    assert.ok(!/<script|javascript:|href|url\(/.test(readFileSync(`${dir}/shop.svg`, 'utf8')));
    const out = await page.evaluate(() => {
      const width = document.documentElement.viewBox.baseVal.width;
      return [...document.querySelectorAll('text')].filter(n => n.getBBox().x + n.getBBox().width > width - 8).map(n => n.textContent);
    });
    assert.deepEqual(out, []);
    await shot(page, 'svg-light');
    await page.emulateMedia({colorScheme: 'dark'});
    await shot(page, 'svg-dark');
    await page.done();
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok  ${name}`);
  } catch (err) {
    failed++;
    console.log(`FAILED  ${name}: ${err.stack}`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
