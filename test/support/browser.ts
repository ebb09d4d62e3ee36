import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';

/** Browser faults while pages were open; empty if there were none. */
export interface Faults {
  /** Errors and warnings of the console, exceptions, dialogs, other windows, and violations of the CSP. */
  readonly told: string[];
  /** Requests to anything but the server under test. */
  readonly strayed: string[];
}

/** Somebody with a browser, and cookies of their own. */
export interface BrowserVisitor {
  readonly context: BrowserContext;
  /** The tab that is open now. */
  readonly page: Page;
  readonly faults: Faults;
  /**
   * Opens a path of the server under test, waits until it has loaded, and gives its status. In a new tab if the page that is
   * open reloads itself: a reload that begins meanwhile would abort the navigation.
   */
  open(path: string): Promise<number>;
  close(): Promise<void>;
}

export interface VisitorOptions
  extends Pick<BrowserContextOptions, 'javaScriptEnabled' | 'colorScheme' | 'viewport'> {
  /** Of a session, for who is signed in. */
  readonly token?: string | null;
}

/** No step of a browser test takes longer, on a busy machine. */
const STEP_MS = 15_000;

let browser: Promise<Browser> | undefined;

/** One Chromium for all the tests of a process, started by the first that needs it. */
function sharedBrowser(): Promise<Browser> {
  browser ??= launchChromium();
  return browser;
}

after(async () => {
  await (await browser)?.close();
});

export async function newVisitor(
  origin: string,
  { token = null, ...options }: VisitorOptions = {},
): Promise<BrowserVisitor> {
  const context = await (await sharedBrowser()).newContext({
    viewport: { width: 1440, height: 900 },
    // No color is caught on its way to another.
    reducedMotion: 'reduce',
    ...options,
    baseURL: origin,
  });
  context.setDefaultTimeout(STEP_MS);
  if (token !== null) await context.addCookies([{ name: 'sightline', value: token, url: origin }]);
  const faults: Faults = { told: [], strayed: [] };
  await watch(context, origin, faults);
  const tabs = await tabsOf(context, faults);
  return {
    context,
    get page() {
      return tabs.current;
    },
    faults,
    open: async (path) => {
      if ((await tabs.current.locator('meta[http-equiv=refresh]').count()) > 0) await tabs.replace();
      return (await tabs.current.goto(path))?.status() ?? 0;
    },
    close: () => context.close(),
  };
}

/** The one tab of a visitor. A window that a page opens is a fault. */
async function tabsOf(context: BrowserContext, faults: Faults) {
  let isOurs = true;
  context.on('page', (other) => {
    if (!isOurs) faults.told.push(`a window was opened: ${other.url()}`);
  });
  const open = async () => {
    isOurs = true;
    const page = await context.newPage();
    isOurs = false;
    return page;
  };
  let current = await open();
  return {
    get current() {
      return current;
    },
    replace: async () => {
      await current.close();
      current = await open();
    },
  };
}

async function watch(context: BrowserContext, origin: string, { told, strayed }: Faults): Promise<void> {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) told.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => told.push(`exception: ${error.error().message}`));
  context.on('dialog', (dialog) => {
    told.push(`dialog: ${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss().catch(() => {});
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) strayed.push(request.url());
  });
  await context.addInitScript({ content: REPORT_VIOLATIONS });
}

/** Chromium is silent about some violations; the event is not. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('CSP ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample);
});`;

const CHECKS = readFileSync(new URL('page-checks.js', import.meta.url), 'utf8');

/** Runs one of the functions of page-checks.js in the page. */
async function check<Found>(page: Page, call: string): Promise<Found> {
  return (await page.evaluate(`${CHECKS}\npageChecks.${call}`)) as Found;
}

/** Elements wider than the window, or that scroll sideways. */
export async function sidewaysIn(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
  return await check(page, 'sideways()');
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations of WCAG 2.2 AA and of good practice that axe-core finds: rule, and where. */
export async function axeIn(page: Page, rules: readonly string[] | null = null): Promise<string[]> {
  // Evaluated by the debugger, which no CSP forbids.
  await page.evaluate(`typeof axe === 'undefined' && (() => { ${axeSource} })()`);
  return await check(page, `violations(${JSON.stringify(rules)})`);
}

/** Focusable elements without visible focus, or hidden behind others when focused. */
export async function unseenFocusIn(page: Page): Promise<string[]> {
  return await check(page, 'unseenFocus()');
}

/** Tabs through the whole page. @returns elements that Tab cannot reach, or that trap it */
export async function unreachedByTab(page: Page): Promise<string[]> {
  const count: number = await check(page, 'startTabbing()');
  // One more for the end of the page, from where the walk starts again.
  for (let step = 0; step <= count; step += 1) await page.keyboard.press('Tab');
  return await check(page, 'unreached()');
}

/** Visible controls that do not work without JavaScript. */
export async function deadWithoutScript(page: Page): Promise<string[]> {
  return await check(page, 'deadWithoutScript()');
}

/** Elements and attributes that hostile text must never create: they run or load something, or mislead. */
export async function strangersIn(page: Page): Promise<string[]> {
  return await check(page, 'strangers()');
}
