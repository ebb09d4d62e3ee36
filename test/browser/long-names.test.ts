import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type BrowserVisitor, newVisitor, overflowIn } from '../support/browser.ts';
import { type OwnDashboard, ownDashboard, serve } from '../support/sample-dashboard.ts';
import { ACME_BRAND, acmeFile, DAY_MS, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const NAMES = [
  'Königsberger Druckhaus & Verlagsgesellschaft für Fachliteratur mbH',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
  'שירותי אופק חדש בע״מ',
  'شركة الأفق الجديد للحلول البرمجية',
  'Российская инженерно-строительная компания «Горизонт»',
  ...[1, 2, 3, 4, 5, 6].map((index) => `Gesellschaft für Ambosse Nummer ${index}`),
];

const PAGES = ['', '/trend', '/competitors', '/questions', '/comparisons', '/reports'];

/** A brand with eleven competitors, and the longest names, in three text directions. */
describe('long names, in a browser', () => {
  let own: OwnDashboard;
  let browser: BrowserVisitor;

  before(async () => {
    own = await ownDashboard();
    const competitors = NAMES.map((name, index) => ({ name, domain: `competitor-${index}.example` }));
    const { apply, importLines, watch } = pipelineOn(own.store, own.clock);
    await apply(acmeFile([{ ...ACME_BRAND, competitors }]));
    const answer = NAMES.map((name) => `- ${name} is named.`).join('\n');
    const days = [0, 1, 2, 3, 4, 5];
    await importLines(
      days.map((day) => line({ answer, collected_at: iso(NOW - day * DAY_MS - HOUR_MS) })),
      {},
    );
    await watch({ at: NOW });
    const { token } = await own.dashboard.signedIn('editor');
    browser = await newVisitor(await serve(own), { token });
  });
  after(async () => {
    await browser.close();
    await own.close();
  });

  for (const page of PAGES) {
    test(`stay in their place on ${page === '' ? 'the overview' : page}`, async () => {
      assert.equal(await browser.open(`/brands/acme${page}`), 200);
      const found: string[] = [];
      for (const width of [360, 768, 960, 1280]) {
        for (const each of await overflowIn(browser.page, width)) found.push(`${width}: ${each}`);
      }
      assert.deepEqual(found, []);
    });
  }

  test('leave room for every share of the rankings on a phone', async () => {
    await browser.open('/brands/acme/competitors');
    await browser.page.setViewportSize({ width: 360, height: 740 });
    const shares = browser.page.locator('.rankings li .figure-link');
    assert.ok((await shares.count()) > ACME_BRAND.engines.length);
    for (const each of await shares.all()) assert.ok(await each.isVisible());
  });

  test('of the current page stand out where the system forces its colors', async () => {
    await browser.page.emulateMedia({ forcedColors: 'active' });
    await browser.open('/brands/acme/competitors');
    const borderOf = (link: string) =>
      browser.page.evaluate(`getComputedStyle(document.querySelector('.tabs ${link}')).borderBottomColor`);
    const [current, other] = [await borderOf('a[aria-current]'), await borderOf('a:not([aria-current])')];
    await browser.page.emulateMedia({ forcedColors: null });
    assert.notEqual(current, other);
  });
});
