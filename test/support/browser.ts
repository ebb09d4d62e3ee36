import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';

/** Browser faults while pages were open; empty if there were none. */
export interface Faults {
  /** Console errors and warnings, exceptions, dialogs, other windows, and CSP violations. */
  readonly errors: string[];
  /** Requests to any host but the server under test. */
  readonly foreignRequests: string[];
}

/** A browser user with their own cookies. */
export interface BrowserVisitor {
  readonly context: BrowserContext;
  /** The open tab. */
  readonly page: Page;
  readonly faults: Faults;
  /**
   * Opens a path on the server under test, waits until it has loaded, and returns its status. Uses a new tab
   * if the open page reloads itself, because a reload would abort the navigation.
   */
  open(path: string): Promise<number>;
  close(): Promise<void>;
}

export interface VisitorOptions
  extends Pick<BrowserContextOptions, 'javaScriptEnabled' | 'colorScheme' | 'viewport'> {
  /** The session token of a signed-in user. */
  readonly token?: string | null;
}

/** The longest that a step may take on a busy machine. */
const STEP_MS = 15_000;

let browser: Promise<Browser> | undefined;

/** One Chromium for all tests in a process; the first one starts it. */
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
    // Screenshots never catch a color in transition.
    reducedMotion: 'reduce',
    ...options,
    baseURL: origin,
  });
  context.setDefaultTimeout(STEP_MS);
  if (token !== null) await context.addCookies([{ name: 'sightline', value: token, url: origin }]);
  const faults: Faults = { errors: [], foreignRequests: [] };
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

/** A visitor's only tab. A window that a page opens is a fault. */
async function tabsOf(context: BrowserContext, faults: Faults) {
  let isOurs = true;
  context.on('page', (other) => {
    if (!isOurs) faults.errors.push(`a window was opened: ${other.url()}`);
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

async function watch(
  context: BrowserContext,
  origin: string,
  { errors, foreignRequests }: Faults,
): Promise<void> {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => errors.push(`exception: ${error.error().message}`));
  context.on('dialog', (dialog) => {
    errors.push(`dialog: ${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss().catch(() => {});
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) foreignRequests.push(request.url());
  });
  await context.addInitScript({ content: REPORT_VIOLATIONS });
}

/** Chromium is silent about some violations; the event is not. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('CSP ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample);
});`;

const CHECKS = readFileSync(new URL('page-checks.js', import.meta.url), 'utf8');

/** Evaluates in the page, with the functions of page-checks.js. */
async function check<Found>(page: Page, expression: string): Promise<Found> {
  return (await page.evaluate(`${CHECKS}\n${expression}`)) as Found;
}

/** Elements wider than the window or that scroll sideways, and words that break in a cell, heading, or control. */
export async function overflowIn(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
  return await check(page, '[...pageChecks.overflow(), ...pageChecks.brokenWords()]');
}

/**
 * What says nothing: empty columns, text about what is not there, and controls that do nothing.
 * @param names that texts may quote wherever they stand
 */
export async function emptyWordsIn(page: Page, names: readonly string[] = []): Promise<string[]> {
  return await check(
    page,
    `[...pageChecks.emptyColumns(), ...pageChecks.unexplained(${JSON.stringify(names)}), ...pageChecks.idleControls()]`,
  );
}

/** What a person meets in the window before scrolling. */
export interface AboveTheFold {
  /** Words with a digit, outside the bar and axes. */
  readonly numbers: readonly string[];
  /** Outside the header. */
  readonly links: number;
  /** Beside the header's navigation. */
  readonly controls: number;
}

export async function aboveTheFoldOf(page: Page): Promise<AboveTheFold> {
  return await check(page, 'pageChecks.aboveTheFold()');
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of WCAG 2.2 AA and good practice that axe-core finds, each with its rule and place. */
export async function axeIn(page: Page, rules: readonly string[] | null = null): Promise<string[]> {
  // The debugger evaluates it, so no CSP forbids it.
  await page.evaluate(`typeof axe === 'undefined' && (() => { ${axeSource} })()`);
  return await check(page, `pageChecks.violations(${JSON.stringify(rules)})`);
}

/** Focusable elements without visible focus, or hidden behind others when focused. */
export async function invisibleFocusIn(page: Page): Promise<string[]> {
  return await check(page, 'pageChecks.invisibleFocus()');
}

/** Tabs through the whole page. @returns elements that Tab cannot reach, or that trap it */
export async function unreachableByTab(page: Page): Promise<string[]> {
  const count: number = await check(page, 'pageChecks.startTabbing()');
  // One more step for the end of the page, where the walk starts again.
  for (let step = 0; step <= count; step += 1) await page.keyboard.press('Tab');
  return await check(page, 'pageChecks.unreachable()');
}

/** Visible controls that do not work without JavaScript. */
export async function controlsNeedingScript(page: Page): Promise<string[]> {
  return await check(page, 'pageChecks.controlsNeedingScript()');
}

/** Elements and attributes that hostile text must never create because they run, load, or mislead. */
export async function forbiddenElementsIn(page: Page): Promise<string[]> {
  return await check(page, 'pageChecks.forbiddenElements()');
}
