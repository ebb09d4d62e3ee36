/**
 * Takes the pictures in docs/images from the sample data, as a demo user sees it:
 *
 *   npm run screenshots
 *   npm run screenshots -- connect overview
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { bytesFrom, seeded } from '../../bench/data/random.ts';
import { PAGES } from '../../src/dashboard/pages/index.ts';
import { EVALUATION_TIME } from '../../src/domain/alerts/alert-rules.ts';
import { fillWithSamples } from '../../src/main/demo.ts';
import { addDemoExtras } from '../../src/main/demo-extras.ts';
import { NO_ENGINE_KEYS } from '../../src/main/process/engine-keys.ts';
import { hashPassword } from '../../src/pipeline/accounts/password-hash.ts';
import { type AccountDeps, type OpenedSession, openSession } from '../../src/pipeline/accounts/sessions.ts';
import { newUser } from '../../src/pipeline/accounts/users.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { openStore } from '../../src/storage/driver/database.ts';
import { launchChromium } from './chromium.ts';
import { dashboardOn, visitor } from './dashboard.ts';
import { signOnBy } from './identity-provider.ts';
import { connect, DOCUMENT, fetched, ISSUER, requestPath } from './oauth.ts';
import { SAMPLE_BRAND, SAMPLE_ORGANIZATION } from './page-addresses.ts';
import { Clock } from './world.ts';

const IMAGES = new URL('../../docs/images/', import.meta.url);

interface Picture {
  readonly name: string;
  /** Below the brand, or from the server's root if the brand has no such page. */
  readonly path: string;
  readonly isOfServer?: true;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** Done on the page before the picture. */
  readonly act?: (page: Page) => Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: 'overview', path: '', height: 1190 },
  { name: 'overview-dark', path: '', theme: 'dark', height: 1190 },
  { name: 'overview-phone', path: '', width: 390, height: 1162 },
  { name: 'trend', path: '/trend?days=90', height: 630 },
  { name: 'answer', path: '/answers/:answer', height: 900 },
  { name: 'alert', path: '/alerts/:alert', height: 1300 },
  { name: 'sources', path: '/sources?days=30', height: 800 },
  { name: 'your-pages', path: '/your-pages?days=28', height: 940 },
  { name: 'coverage', path: '/coverage?days=28', height: 900 },
  { name: 'questions', path: '/questions?days=30', height: 800 },
  { name: 'setup', path: '/setup', height: 900 },
  { name: 'connect', path: requestPath(), isOfServer: true, height: 820 },
  { name: 'keys', path: '/keys', isOfServer: true, height: 600 },
  { name: 'sheets', path: '/reports', height: 620, act: makeSheetLink },
  { name: 'second-factor', path: '/account', isOfServer: true, width: 760, height: 780, act: setUpFactor },
];
const PASSWORD = 'a password for pictures';
const names = process.argv.slice(2);
const isWanted = (name: string) => names.length === 0 || names.includes(name);

const folder = await mkdtemp(join(tmpdir(), 'sightline-screenshots-'));
const store = await openStore(`sqlite:${join(folder, 'store.db')}`);
const clock = new Clock();
const browser = await launchChromium();
try {
  const deps = { db: store.main, now: clock.now, random: bytesFrom(seeded(1)) };
  const key = await fillWithSamples(deps, { timeOfDay: EVALUATION_TIME });
  await addDemoExtras(deps, fileURLToPath(new URL('../../samples', import.meta.url)));
  const fetchClient = async () => fetched(DOCUMENT);
  const engineKeys = { ...NO_ENGINE_KEYS, secretKey: async () => 'k'.repeat(32) };
  const options = { clock, isDemo: true, routes: PAGES, publicUrl: ISSUER, fetchClient, engineKeys };
  const { api } = dashboardOn(store, options);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
  const { token } = await demoSession(deps);
  await connect({ api, person: visitor(api, token) }, { reach: `brand ${SAMPLE_BRAND}` });
  const alerts = (await api.get(`/alerts?brand=${SAMPLE_BRAND}`, key)).body.data;
  const ids = {
    ':answer': (
      await api.get(`/answers?brand=${SAMPLE_BRAND}&names=self&framing=recommended&engine=chatgpt`, key)
    ).body.data[0].id,
    ':alert': alerts.find(({ kind }: { kind: string }) => kind === 'visibility_drop').id,
  };
  for (const picture of PICTURES.filter(({ name }) => isWanted(name))) {
    const path = picture.path.replace(/:\w+/, (name) => ids[name as keyof typeof ids]);
    const page = await opened(browser, picture, { origin, token });
    await page.goto(`${origin}${picture.isOfServer ? '' : `/brands/${SAMPLE_BRAND}`}${path}`);
    await picture.act?.(page);
    await writeFile(new URL(`${picture.name}.webp`, IMAGES), await webpOf(page));
    await page.context().close();
  }
  api.app.server.closeAllConnections();
  await api.app.close();
  if (isWanted('sign-on')) await takeSignOn();
} finally {
  await browser.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
}

/** The section for sheets with a new link, as a server with a public address shows it. */
async function makeSheetLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make a link' }).click();
  await page.locator('.once').waitFor();
  await page.evaluate(`
    for (const each of document.querySelectorAll('main pre'))
      each.textContent = each.textContent.replace(location.origin, '${ISSUER}');
    document.getElementById('sheets').scrollIntoView();
    scrollBy(0, -16);
  `);
}

async function setUpFactor(page: Page): Promise<void> {
  await page.locator('[name=proving]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set it up' }).click();
  await page.locator('main svg').waitFor();
}

/** The page to sign in, which a demo does not have. */
async function takeSignOn(): Promise<void> {
  const access = { name: 'Acme login', access: [{ role: 'viewer', organization: SAMPLE_ORGANIZATION }] };
  const signOn = signOnBy('https://login.acme.example', clock, { access });
  const { app } = dashboardOn(store, { clock, signOn, routes: PAGES }).api;
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const page = await opened(browser, { name: 'sign-on', path: '', height: 620 }, { origin, token: '-' });
  await page.goto(`${origin}/sign-in`);
  await writeFile(new URL('sign-on.webp', IMAGES), await webpOf(page));
  await page.context().close();
  app.server.closeAllConnections();
  await app.close();
}

async function demoSession(deps: AccountDeps): Promise<OpenedSession> {
  const { id: organizationId } = await organizationNamed(deps.db, SAMPLE_ORGANIZATION);
  const fields = { email: 'demo', name: 'Demo', role: 'admin', organizationId } as const;
  const user = await newUser(
    { ...deps, actor: null },
    { ...fields, password: await hashPassword(PASSWORD, deps.random, []) },
  );
  return await openSession(deps, user, { userAgent: '', address: '' });
}

async function opened(
  from: Browser,
  { theme = 'light', width = 1366, height = 900 }: Picture,
  { origin, token }: { readonly origin: string; readonly token: string },
): Promise<Page> {
  const context = await from.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    deviceScaleFactor: 1.5,
  });
  await context.addCookies([{ name: 'sightline', value: token, url: origin }]);
  return await context.newPage();
}

/** A third of a PNG's size; Playwright writes only PNG. */
async function webpOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  return Buffer.from(data, 'base64');
}
