import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PageRoute } from '../../src/dashboard/route.ts';
import {
  axeIn,
  type BrowserVisitor,
  controlsNeedingScript,
  emptyWordsIn,
  invisibleFocusIn,
  newVisitor,
  overflowIn,
  unreachableByTab,
} from '../support/browser.ts';
import type { Visitor } from '../support/dashboard.ts';
import { effort, isNightly } from '../support/effort.ts';
import {
  addressOfRoute,
  BROWSED_ROUTES,
  type Parameters,
  SAMPLE_ORGANIZATION,
  SHARED_ROUTES,
} from '../support/page-addresses.ts';
import { type SampleDashboard, sampleDashboard, serve } from '../support/sample-dashboard.ts';
import { sampleParameters } from '../support/sample-parameters.ts';

const WIDTHS = effort([320, 1366], [320, 390, 768, 1366, 1920]);

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly forcedColors?: 'active';
}

/**
 * How axe sees the whole page. `npm test` includes each theme and each form of a table; 683 pixels are half a laptop's window,
 * as its text at 200% leaves it.
 */
const READ_BY_AXE: readonly Look[] = [
  { width: 1366, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  ...effort<readonly Look[]>(
    [],
    [
      ...WIDTHS.map((width): Look => ({ width, colorScheme: width > 390 ? 'dark' : 'light' })),
      { width: 683, colorScheme: 'light' },
      { width: 683, colorScheme: 'dark', forcedColors: 'active' },
    ],
  ),
];

/** The sample data's names that are ordinary words: a note on every page with counts of them. */
const ORDINARY_NAMES = ['Kestrel'];

/** What a page is checked for beside its width. */
interface Checks {
  readonly readByAxe: typeof READ_BY_AXE;
  readonly byKeyboard: boolean;
  readonly withoutScript: boolean;
}

/** One person with a browser, and with a browser that runs no scripts. */
interface Person {
  readonly inProcess: Visitor;
  readonly browser: BrowserVisitor;
  readonly withoutScript: BrowserVisitor;
}

describe('every page, with the sample data, in a browser', () => {
  let samples: SampleDashboard;
  let origin: string;
  let parameters: Parameters;
  const people = new Map<PageRoute['who'], Promise<Person>>();

  before(async () => {
    samples = await sampleDashboard();
    origin = await serve(samples);
    parameters = await sampleParameters(samples);
  });
  after(async () => {
    for (const { browser, withoutScript } of await Promise.all(people.values())) {
      await browser.close();
      await withoutScript.close();
    }
    await samples.close();
  });

  async function newPerson(who: PageRoute['who']): Promise<Person> {
    const { dashboard } = samples;
    const inProcess =
      who === 'anyone'
        ? dashboard.nobody
        : await dashboard.signedIn('admin', who === 'operator' ? null : SAMPLE_ORGANIZATION);
    const { token } = inProcess;
    const browser = await newVisitor(origin, { token });
    return {
      inProcess,
      browser,
      withoutScript: await newVisitor(origin, { token, javaScriptEnabled: false }),
    };
  }

  function personFor({ who }: Pick<PageRoute, 'who'>): Promise<Person> {
    const known = people.get(who) ?? newPerson(who);
    people.set(who, known);
    return known;
  }

  for (const [index, route] of BROWSED_ROUTES.entries()) {
    test(route.path, async () => {
      // In `npm test`, pages take turns with the themes, with the keyboard, and without scripts.
      const readByAxe = READ_BY_AXE.filter((_, place) => isNightly || place === index % READ_BY_AXE.length);
      await holds(route, await personFor(route), {
        readByAxe,
        byKeyboard: isNightly || index % 3 === 0,
        withoutScript: isNightly || index % 3 === 1,
      });
    });
  }

  // The user's page already has its content checked.
  for (const route of isNightly ? SHARED_ROUTES : []) {
    test(route.path, async () =>
      holds(route, await personFor({ who: 'anyone' }), {
        readByAxe: READ_BY_AXE,
        byKeyboard: true,
        withoutScript: true,
      }),
    );
  }

  async function holds(
    route: PageRoute,
    { inProcess, browser, withoutScript }: Person,
    checks: Checks,
  ): Promise<void> {
    const address = addressOfRoute(route, parameters);
    const { status, headers } = await inProcess.get(address);
    if (status === 303) return;
    assert.equal(status, 200);
    const isFile = String(headers['content-disposition'] ?? '').startsWith('attachment');
    if (isFile || !String(headers['content-type']).startsWith('text/html')) return;
    await browser.page.emulateMedia({ colorScheme: 'light' });
    assert.equal(await browser.open(address), 200);
    const found = await looksOf(browser, checks.readByAxe);
    if (checks.byKeyboard) found.push(...(await keysOf(browser)));
    const { errors, foreignRequests } = browser.faults;
    found.push(...errors.splice(0), ...foreignRequests.splice(0));
    if (checks.withoutScript) {
      assert.equal(await withoutScript.open(address), 200);
      found.push(...(await controlsNeedingScript(withoutScript.page)));
    }
    assert.deepEqual(found, []);
  }

  async function looksOf({ page }: BrowserVisitor, readByAxe: typeof READ_BY_AXE): Promise<string[]> {
    const found = await emptyWordsIn(page, ORDINARY_NAMES);
    for (const width of WIDTHS) {
      for (const sideways of await overflowIn(page, width)) found.push(`${width}: ${sideways}`);
    }
    for (const { width, colorScheme, forcedColors = null } of readByAxe) {
      await page.emulateMedia({ colorScheme, forcedColors });
      await page.setViewportSize({ width, height: 900 });
      // Forced colors are the user's own, and axe compares the page's text with their background.
      const violations = (await axeIn(page)).filter((each) => !forcedColors || !/^color-contrast/.test(each));
      for (const violation of violations) found.push(`${width} ${colorScheme} ${forcedColors}: ${violation}`);
    }
    await page.emulateMedia({ forcedColors: null });
    return found;
  }

  async function keysOf({ page }: BrowserVisitor): Promise<string[]> {
    await page.setViewportSize({ width: 1440, height: 900 });
    return [...(await invisibleFocusIn(page)), ...(await unreachableByTab(page))];
  }
});
