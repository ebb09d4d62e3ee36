import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  axeIn,
  type BrowserVisitor,
  deadWithoutScript,
  newVisitor,
  sidewaysIn,
  unreachedByTab,
  unseenFocusIn,
} from '../support/browser.ts';
import type { Visitor } from '../support/dashboard.ts';
import { effort } from '../support/effort.ts';
import { addressOfRoute, type Parameters, READ_ROUTES } from '../support/page-addresses.ts';
import {
  SAMPLE_BRAND,
  SAMPLE_ORGANIZATION,
  type SampleDashboard,
  sampleDashboard,
  serve,
} from '../support/sample-dashboard.ts';
import { parametersOf } from '../support/sample-parameters.ts';

const WIDTHS = [320, 360, 768, 1440];

/** Widths and themes in which axe reads the whole page; each theme and each form of a table is among the daily ones. */
const READ_BY_AXE = effort(
  [
    [1440, 'light'],
    [360, 'dark'],
  ] as const,
  WIDTHS.flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const]),
);

describe('every page, with the sample data, in a browser', () => {
  let samples: SampleDashboard;
  let parameters: Parameters;
  let admin: Visitor;
  let browser: BrowserVisitor;
  let withoutScript: BrowserVisitor;

  before(async () => {
    samples = await sampleDashboard();
    const origin = await serve(samples);
    parameters = await parametersOf(samples.dashboard, samples.key, SAMPLE_BRAND);
    admin = await samples.dashboard.signedIn('admin', SAMPLE_ORGANIZATION);
    const { token } = admin;
    browser = await newVisitor(origin, { token });
    withoutScript = await newVisitor(origin, { token, javaScriptEnabled: false });
  });
  after(async () => {
    await browser.close();
    await withoutScript.close();
    await samples.close();
  });

  for (const route of READ_ROUTES) {
    test(route.path, async () => {
      const address = addressOfRoute(route, parameters);
      const { status, headers } = await admin.get(address);
      if (status === 303) return;
      assert.equal(status, 200);
      if (!String(headers['content-type']).startsWith('text/html')) return;
      await browser.page.emulateMedia({ colorScheme: 'light' });
      assert.equal(await browser.open(address), 200);
      const found = [...(await looksOf(browser)), ...(await keysOf(browser)), ...(await scriptless(address))];
      assert.deepEqual([...found, ...browser.faults.told.splice(0), ...browser.faults.strayed.splice(0)], []);
    });
  }

  async function looksOf({ page }: BrowserVisitor): Promise<string[]> {
    const found: string[] = [];
    for (const width of WIDTHS) {
      for (const sideways of await sidewaysIn(page, width)) found.push(`${width}: ${sideways}`);
    }
    for (const [width, colorScheme] of READ_BY_AXE) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      for (const violation of await axeIn(page)) found.push(`${width} ${colorScheme}: ${violation}`);
    }
    return found;
  }

  async function keysOf({ page }: BrowserVisitor): Promise<string[]> {
    await page.setViewportSize({ width: 1440, height: 900 });
    return [...(await unseenFocusIn(page)), ...(await unreachedByTab(page))];
  }

  async function scriptless(address: string): Promise<string[]> {
    assert.equal(await withoutScript.open(address), 200);
    return await deadWithoutScript(withoutScript.page);
  }
});
