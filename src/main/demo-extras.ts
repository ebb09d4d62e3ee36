import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatInstant } from '../domain/time/instant.ts';
import { DAY_MS } from '../domain/time/period.ts';
import { pageKeyOf } from '../domain/web/page.ts';
import type { FetchedPage, PageFacts } from '../domain/web/page-facts.ts';
import { sitemapIn } from '../domain/web/sitemap.ts';
import { readingKey } from '../extract/reading-key.ts';
import { applyFile } from '../pipeline/declare/apply/apply.ts';
import { importAnswers } from '../pipeline/intake/ingest.ts';
import { findWorkspace, listAskedEngines, listTracked } from '../storage/directory/brands.ts';
import type { Database } from '../storage/driver/database.ts';
import { savePage } from '../storage/site/page-facts.ts';
import { saveSitemap } from '../storage/site/sitemaps.ts';
import { addDemoLog } from './demo-log.ts';
import { addDemoReadings } from './demo-readings.ts';
import { addDemoSpotChecks } from './demo-spot-checks.ts';
import type { System } from './process/system.ts';

const SITEMAP_DAYS_AGO = 2;

export interface SampleDeps extends Pick<System, 'now' | 'random'> {
  readonly db: Database;
}

/** A page in samples/pages.json. A readable one has a title. */
interface SamplePage extends Partial<Pick<PageFacts, 'title' | 'type' | 'isNoindex'>> {
  readonly url: string;
  readonly daysAgo: number;
  /** Default 200. */
  readonly status?: number;
  /** Tracked names on it. */
  readonly names?: readonly string[];
  readonly keptOut?: readonly string[];
  readonly publishedDaysAgo?: number;
  readonly changedDaysAgo?: number;
}

/**
 * Adds sample data for the demo alone, so that every page has something to show: ChatGPT app answers from two providers, with ads and
 * products, facts about pages, the site's sitemap and log, a model's readings, and
 * answers that people saw.
 *
 * @param samples the folder
 */
export async function addDemoExtras(deps: SampleDeps, samples: string): Promise<void> {
  const brandId = await findWorkspace(deps.db, 'tandemly');
  if (brandId === null) throw new Error('the sample data has no brand tandemly');
  const file = join(samples, 'app-answers.jsonl');
  const answered = jsonLines(await readFile(file, 'utf8')).map(({ engine }) => engine);
  const engines = [...new Set([...(await listAskedEngines(deps.db, brandId)), ...answered])];
  const brands = [{ id: 'tandemly', name: 'Tandemly', engines, facts: FACTS }];
  await applyFile(deps, JSON.stringify({ organizations: [{ name: 'Tandemly Ltd', brands }] }));
  await importAnswers(deps, createReadStream(file));
  const pages = JSON.parse(await readFile(join(samples, 'pages.json'), 'utf8')) as SamplePage[];
  const tracked = await listTracked(deps.db, brandId);
  const idsOf = (names: readonly string[]) =>
    tracked.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  for (const page of pages) {
    await savePage(
      deps.db,
      brandId,
      fetchedPage(page, { now: deps.now(), idsOf, lookedFor: readingKey(tracked) }),
    );
  }
  const { addresses = [] } = sitemapIn(await readFile(join(samples, 'sitemap.xml'), 'utf8')) ?? {};
  const read = { fetchedAt: deps.now() - SITEMAP_DAYS_AGO * DAY_MS, elsewhere: 0, isWhole: true };
  await saveSitemap(deps.db, brandId, {
    host: 'tandemly.example',
    pages: addresses.flatMap((url) => pageKeyOf(url) ?? []),
    ...read,
  });
  await addDemoLog(deps, brandId, await readFile(join(samples, 'log.json'), 'utf8'));
  await addDemoReadings(deps, brandId, await readFile(join(samples, 'reader.json'), 'utf8'));
  const seen = await readFile(join(samples, 'spot-checks.json'), 'utf8');
  await addDemoSpotChecks(deps, { id: brandId, publicId: 'tandemly' }, seen);
}

/** Answers still tell of a free plan that ended. */
const FACTS = [
  { name: 'Free plan', type: 'yes_no', values: ['no'], about: ['free plan'] },
  { name: 'Import of spreadsheets', type: 'yes_no', values: ['yes'], about: ['spreadsheets'] },
];

function jsonLines(text: string): { readonly engine: string }[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function fetchedPage(
  page: SamplePage,
  {
    now,
    idsOf,
    lookedFor,
  }: {
    readonly now: number;
    readonly idsOf: (names: readonly string[]) => number[];
    readonly lookedFor: string;
  },
): FetchedPage {
  const { url, daysAgo, status = 200, names = [], keptOut = [] } = page;
  const { title = null, type = 'other', isNoindex = false } = page;
  const isReachable = status === 200;
  const dayAgo = (days: number | undefined) =>
    days === undefined ? null : formatInstant(now - days * DAY_MS).slice(0, 'yyyy-mm-dd'.length);
  const [published, changed] = [dayAgo(page.publishedDaysAgo), dayAgo(page.changedDaysAgo)];
  return {
    url,
    fetchedAt: now - daysAgo * DAY_MS,
    status,
    isReachable,
    problem: isReachable ? null : `It answered ${status}.`,
    leadsTo: null,
    keptOut,
    facts: isReachable
      ? { title, type, isNoindex, noindexFor: [], canonical: null, published, changed }
      : null,
    named: isReachable ? idsOf(names) : null,
    lookedFor,
  };
}
