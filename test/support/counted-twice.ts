import assert from 'node:assert/strict';
import { BUCKET_UNITS, type BucketUnit, bucketsOf } from '../../src/domain/buckets.ts';
import { ENGINE_SLUGS } from '../../src/domain/engine.ts';
import { DAY_MS, dayOf, type Period, periodOf } from '../../src/domain/period.ts';
import { countAnswers } from '../../src/panel/counts/answers.ts';
import { countByRules } from '../../src/panel/counts/definitions.ts';
import { countPages as pagesByPanel } from '../../src/panel/counts/pages.ts';
import { countPrompts, countPromptsByEngine } from '../../src/panel/counts/prompts.ts';
import { countRanks } from '../../src/panel/counts/ranks.ts';
import { countSearches, readNewest } from '../../src/panel/counts/searches.ts';
import { countSources as sourcesByPanel } from '../../src/panel/counts/sources.ts';
import { countTrend } from '../../src/panel/counts/trend.ts';
import { countVisibility as byPanel } from '../../src/panel/counts/visibility.ts';
import { countVoice } from '../../src/panel/counts/voice.ts';
import type { CountedAnswers } from '../../src/panel/panel.ts';
import { countByRules as oldByRules } from '../../src/storage/answers/definition-counts.ts';
import {
  listAskedPrompts,
  listMostCited,
  listMostSearched,
  listWrittenQueries,
} from '../../src/storage/answers/looked-up.ts';
import { countPages } from '../../src/storage/answers/pages.ts';
import type { CountedBrand } from '../../src/storage/answers/parts.ts';
import {
  countPrompts as oldPrompts,
  countPromptsByEngine as oldPromptsByEngine,
} from '../../src/storage/answers/prompt-counts.ts';
import { countRanks as oldRanks } from '../../src/storage/answers/ranks.ts';
import {
  countUnsearched,
  listCitedHosts,
  listSearchedPrompts,
  countSearches as oldMostSearched,
} from '../../src/storage/answers/searched.ts';
import { countSources } from '../../src/storage/answers/sources.ts';
import { countTrend as oldTrend } from '../../src/storage/answers/trend.ts';
import { countVisibility } from '../../src/storage/answers/visibility.ts';
import { countVoice as oldVoice } from '../../src/storage/answers/voice.ts';
import { asSeen } from '../../src/storage/directory/brands.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { inSnapshot } from '../../src/storage/driver/snapshot.ts';
import { openPanel } from '../../src/storage/panel/open-panel.ts';
import { COMPARED } from './counted-twice-compared.ts';
import { NOW } from './world.ts';

/** What a count is asked for. `selfId` is the brand itself. */
export interface Asked {
  readonly db: Database;
  readonly brand: CountedBrand;
  readonly selfId: number;
  readonly competitors: readonly number[];
  readonly period: Period;
  readonly engine: string | null;
}

export interface Twice {
  readonly name: string;
  /** By the tables of counts; null for what they cannot tell. */
  readonly before: (asked: Asked) => Promise<readonly unknown[] | null>;
  /** By the panel. */
  readonly now: (answers: CountedAnswers, asked: Asked) => Promise<readonly unknown[]>;
}

/** Everything that is counted, in both ways. */
const COUNTS: readonly Twice[] = [
  {
    name: 'visibility',
    before: async ({ db, brand, period, engine }) =>
      (await countVisibility(db, brand, period)).filter((row) => engine === null || row.engine === engine),
    now: byPanel,
  },
  ...COMPARED,
  ...BUCKET_UNITS.map((unit) => ({
    name: `trend by ${unit}`,
    before: async ({ db, brand, period, engine }: Asked) =>
      await oldTrend(db, brand, unit, bucketsIn(period, unit), engine),
    now: async (answers: CountedAnswers, { period }: Asked) => {
      const from = bucketsIn(period, unit)[0]?.from ?? period.from;
      return await countTrend({ ...answers, period: { ...period, from } }, unit);
    },
  })),
  {
    name: 'ranks',
    before: async ({ db, brand, period, engine }) => await oldRanks(db, brand, period, engine),
    now: countRanks,
  },
  {
    name: 'share of voice',
    before: async ({ db, brand, selfId, period, engine }) =>
      await oldVoice(db, brand, selfId, period, engine),
    now: countVoice,
  },
  {
    name: 'definitions',
    before: async ({ db, brand, period, engine }) =>
      (await oldByRules(db, brand, period, BRANDED)).filter(
        (row) => engine === null || row.engine === engine,
      ),
    now: async (answers) => await countByRules(answers, BRANDED),
  },
  {
    name: 'prompts by engine',
    before: async ({ db, brand, period, engine }) =>
      (await oldPromptsByEngine(db, brand.id, period, null)).filter(
        (row) => engine === null || row.engine === engine,
      ),
    now: countPromptsByEngine,
  },
  {
    name: 'prompts',
    before: async ({ db, brand, period }) => await oldPrompts(db, brand, period),
    now: async (answers) => await countPrompts({ ...answers, only: {} }),
  },
  ...[2, 100].map((limit) => ({
    name: `${limit} searches`,
    before: (asked: Asked) => oldSearches(asked, limit),
    now: (answers: CountedAnswers, asked: Asked) => searchesByPanel(answers, asked, limit),
  })),
  {
    name: 'answers without searches',
    before: async ({ db, brand, period, engine }) => [
      { unsearched: await countUnsearched(db, brand.id, period, engine) },
    ],
    now: async (answers) => [
      { unsearched: (await countAnswers(answers)).reduce((sum, { unsearched }) => sum + unsearched, 0) },
    ],
  },
  {
    name: 'sources',
    before: ({ db, ...asked }) => countSources(db, asked, EVERYTHING),
    now: sourcesByPanel,
  },
  ...[null, 'site1.example'].flatMap((site) =>
    [2, 100].map((limit) => ({
      name: `${limit} pages of ${site}`,
      before: async ({ db, ...asked }: Asked) =>
        isLongerThanAYear(asked.period) ? null : await countPages(db, asked, { site, limit }),
      now: async (answers: CountedAnswers, { db, brand }: Asked) => {
        const counts = await pagesByPanel(answers, { site, limit });
        const rows = await listMostCited(db, brand.id, counts, limit);
        return rows.map(({ pageId, ...row }) => row);
      },
    })),
  ),
];

/** Prompts, as if they contained the name of their brand. */
const BRANDED: ReadonlySet<number> = new Set([1, 3]);

function bucketsIn({ from, to }: Period, unit: BucketUnit) {
  return bucketsOf(to - 1, dayOf(to - 1) - dayOf(from) + 1, unit);
}

/** Searches with what the newest answers of each are to and cite. */
async function oldSearches({ db, brand, period, engine }: Asked, limit: number) {
  const rows = await oldMostSearched(db, brand, period, engine, limit);
  const prompts = await listSearchedPrompts(db, brand.id, rows, period.to, MOST);
  const hosts = await listCitedHosts(db, brand.id, rows, period.to, MOST);
  return rows.map(({ since, ...row }, at) => ({
    ...row,
    prompts: prompts.filter(({ place }) => place === at).map(({ text, answers }) => [text, answers]),
    hosts: hosts.filter(({ place }) => place === at).map(({ host, answers }) => [host, answers]),
  }));
}

async function searchesByPanel(answers: CountedAnswers, { db, brand }: Asked, limit: number) {
  const counts = await countSearches(answers, limit);
  const listed = await listMostSearched(db, brand.id, counts, limit);
  const newest = await readNewest(answers, listed);
  const written = await listWrittenQueries(
    db,
    brand.id,
    newest.map((each) => each.newest),
  );
  const prompts = await listAskedPrompts(
    db,
    brand.id,
    newest.flatMap((each) => [...each.prompts.keys()]),
  );
  const mostOf = <Key>(all: ReadonlyMap<Key, number>) =>
    [...all].sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1)).slice(0, MOST);
  return listed.map((row, place) => ({
    ...row,
    query: written.find((each) => each.answerId === newest[place]?.newest && each.queryId === row.queryId)
      ?.query,
    prompts: mostOf(newest[place]?.prompts ?? new Map<number, number>()).map(([id, count]) => [
      prompts.find((prompt) => prompt.id === id)?.text,
      count,
    ]),
    hosts: mostOf(newest[place]?.hosts ?? new Map<string, number>()),
  }));
}

const MOST = 2;

const EVERYTHING = 1_000_000;

const isLongerThanAYear = ({ from, to }: Period) => to - from > 365 * DAY_MS;

const PERIODS: readonly Period[] = [
  periodOf(NOW, 1),
  periodOf(NOW, 7),
  periodOf(NOW, 30),
  periodOf(NOW, 90),
  periodOf(NOW, 365),
  periodOf(NOW - 3 * DAY_MS, 20),
  { from: 20_000 * DAY_MS, to: NOW - (NOW % DAY_MS) },
];

/** Asserts that both ways of counting agree about a brand, to the last integer. */
export async function assertCountedTwice(store: Database, brandId: number): Promise<void> {
  await inSnapshot(store, async (db) => {
    const brand = await asSeen(db, { id: brandId });
    const panel = openPanel(db, brand);
    const selfId = brand.tracked.find(({ role }) => role === 'self')?.id ?? 0;
    const competitors = brand.tracked.filter(({ role }) => role === 'competitor').map(({ id }) => id);
    for (const period of PERIODS) {
      for (const engine of [null, ...ENGINE_SLUGS.slice(0, 2)]) {
        const asked = { db, brand, selfId, competitors, period, engine };
        for (const { name, before, now } of COUNTS) {
          const only = engine === null ? {} : { engine };
          const [expected, actual] = [await before(asked), await now({ panel, period, only }, asked)];
          const days = (period.to - period.from) / DAY_MS;
          if (expected !== null)
            assert.deepEqual(sorted(actual), sorted(expected), `${name}, ${days} days, ${engine}`);
        }
      }
    }
  });
}

/** Rows as lines that do not depend on the order of rows and fields. */
function sorted(rows: readonly unknown[]): string[] {
  const text = (row: unknown) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(row as object).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    );
  return rows.map(text).toSorted();
}
