import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { publicId } from '../../src/domain/access/public-id.ts';
import { windowsAt } from '../../src/domain/alerts/alert-rules.ts';
import { formatDay, formatInstant } from '../../src/domain/time/instant.ts';
import { DAY_MS, dayOf, type Period } from '../../src/domain/time/period.ts';
import { applyFile } from '../../src/pipeline/declare/apply/apply.ts';
import { currentReading } from '../../src/pipeline/intake/brand-reader.ts';
import { storeCollections } from '../../src/storage/answers/collections.ts';
import type { NewCollection } from '../../src/storage/answers/new-collection.ts';
import { takeIds } from '../../src/storage/directory/brand/brand-lock.ts';
import { listPrompts } from '../../src/storage/directory/brand/prompts.ts';
import { findWorkspace, listTracked } from '../../src/storage/directory/brands.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { packDays } from '../../src/storage/panel/pack.ts';
import { insertEvaluation } from '../../src/storage/watch/evaluations.ts';
import { type AnswerPlan, ASKED_ENGINES, generateAnswers, siteHost } from './answers.ts';
import { bytesFrom, seeded } from './random.ts';
import type { StoreKind } from '../support/stores.ts';

/** The data set's facts that measurements need. */
export interface DataSet {
  /** UTC milliseconds: the newest answer's time, and `now` for every timed report. */
  readonly now: number;
  readonly answers: number;
  /** Answers stored per second for the large brand, with counts. */
  readonly ingestRate: number;
  readonly seconds: number;
  /** The id of an answer nine tenths down the large brand's list. */
  readonly deepCursor: string;
}

export const LARGE_ORGANIZATION = 'Large';
const SMALL_ORGANIZATION = 'Small';
export const LARGE_BRAND = 'large';
export const SMALL_BRAND = 'small-07';

/** Each prompt has one, in turn. */
export const TAGS = ['pricing', 'features', 'support'] as const;

const DAYS = 365;
const COMPETITORS = 9;
const SMALL_BRANDS = 20;
const SMALL_ANSWERS = 500;
const BATCH = 200;
const ALERTS = 120;
/** Alerts whose change still holds, two of each engine. */
const HOLDING = 12;

/** The large brand's facts. */
const FACTS = Array.from({ length: 5 }, (_, index) => ({
  name: `Plan ${index + 1}`,
  type: 'price',
  values: [{ amount: 10 + index, currency: 'EUR', period: 'month' }],
  about: [`Plan ${index + 1}`],
}));

/**
 * The newest past 13:37 UTC: in the middle of a day, so that every window's ends lie within a day, and in the
 * past, so that a server with the real clock sees the same answers.
 */
export function middleOfDay(clock: number): number {
  const at = Math.floor(clock / DAY_MS) * DAY_MS + (13 * 60 + 37) * 60_000;
  return at <= clock ? at : at - DAY_MS;
}

/** Finds an earlier run's data set in a folder, or builds it. */
export async function buildOnce(
  db: Database,
  folder: string,
  answers: number,
  clock: number,
): Promise<DataSet> {
  const record = join(folder, 'data-set.json');
  if (existsSync(record)) return JSON.parse(readFileSync(record, 'utf8')) as DataSet;
  const built = await build(db, answers, middleOfDay(clock));
  writeFileSync(record, JSON.stringify(built));
  return built;
}

async function build(db: Database, answers: number, now: number): Promise<DataSet> {
  const began = performance.now();
  const random = bytesFrom(seeded(1));
  await applyFile({ db, now: () => now - DAYS * DAY_MS, random }, JSON.stringify(declaration()));
  const storingMs = await fillBrand(db, LARGE_BRAND, answers, now, 100);
  for (let index = 0; index < SMALL_BRANDS; index += 1) {
    await fillBrand(db, smallBrand(index), SMALL_ANSWERS, now, 200 + index);
  }
  await db.transaction().execute((transaction) => addAlerts(transaction, now));
  return {
    now,
    answers,
    ingestRate: answers / (storingMs / 1000),
    deepCursor: await answerAt(db, Math.floor(answers * 0.9)),
    seconds: (performance.now() - began) / 1000,
  };
}

function smallBrand(index: number): string {
  return `small-${String(index).padStart(2, '0')}`;
}

function declaration() {
  const plan = { name: 'agency' };
  const small = Array.from({ length: SMALL_BRANDS }, (_, index) => brandOf(smallBrand(index), 25));
  return {
    organizations: [
      { name: LARGE_ORGANIZATION, plan, brands: [{ ...brandOf(LARGE_BRAND, 150), facts: FACTS }] },
      { name: SMALL_ORGANIZATION, plan, brands: small },
    ],
  };
}

/** The brand and its competitors own sites with different citation rates. */
export function brandOf(id: string, prompts: number, competitors = COMPETITORS) {
  const site = (place: number) => siteHost((3 + place * 20) % 2999);
  return {
    id,
    name: `Brand ${id}`,
    domain: site(0),
    configured: true,
    engines: [...ASKED_ENGINES],
    competitors: Array.from({ length: competitors }, (_, index) => ({
      name: `Rival ${index < 26 ? String.fromCharCode(65 + index) : index}`,
      domain: site(index + 1),
    })),
    prompts: Array.from({ length: prompts }, (_, index) => ({
      text: `Which project management tool suits a team of ${index + 2} people?`,
      tags: [TAGS[index % TAGS.length]],
    })),
  };
}

/** Stores a brand's answers and packs their days as an import does. Returns the milliseconds. */
export async function fillBrand(
  db: Database,
  brand: string,
  count: number,
  now: number,
  seed: number,
): Promise<number> {
  const brandId = await workspaceOf(db, brand);
  const tracked = await listTracked(db, brandId);
  const prompts = (await listPrompts(db, brandId)).map((prompt) => prompt.text);
  const reading = await currentReading(db, brandId);
  const plan: AnswerPlan = {
    tracked,
    prompts,
    reading,
    count,
    from: now - DAYS * DAY_MS,
    to: now,
    seed,
  };
  let storingMs = 0;
  for (const batch of batchesOf(generateAnswers(plan))) {
    const began = performance.now();
    await db.transaction().execute((each) => storeCollections(each, brandId, batch, now));
    storingMs += performance.now() - began;
  }
  const began = performance.now();
  await packDays(db, brandId, dayOf(now) - 1);
  return storingMs + performance.now() - began;
}

function* batchesOf(answers: Iterable<NewCollection>): Generator<NewCollection[]> {
  let batch: NewCollection[] = [];
  for (const answer of answers) {
    batch.push(answer);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function workspaceOf(db: Database, brand: string): Promise<number> {
  const id = await findWorkspace(db, brand);
  if (id === null) throw new Error(`brand ${brand} is not declared`);
  return id;
}

async function answerAt(db: Database, place: number): Promise<string> {
  const { public_id } = await db
    .selectFrom('answers')
    .select('public_id')
    .where('brand_id', '=', await workspaceOf(db, LARGE_BRAND))
    .orderBy('collected_at', 'desc')
    .orderBy('id', 'desc')
    .offset(place)
    .limit(1)
    .executeTakeFirstOrThrow();
  return public_id;
}

const KINDS = ['visibility_drop', 'competitor_overtook', 'visibility_rise', 'cited_not_named'] as const;

/** An alert a day, each of a change of its own. The newest changes hold. */
async function addAlerts(db: Database, now: number): Promise<void> {
  const brandId = await workspaceOf(db, LARGE_BRAND);
  const firstId = await takeIds(db, brandId, ALERTS);
  const random = bytesFrom(seeded(400));
  const rows = Array.from({ length: ALERTS }, (_, index) => {
    const foundAt = now - (ALERTS - index) * DAY_MS;
    const kind = KINDS[index % KINDS.length] ?? KINDS[0];
    return {
      brand_id: brandId,
      id: firstId + index,
      public_id: publicId('alr', random),
      kind,
      title: 'ChatGPT names you less often',
      detail: 'Named in 31 of 120 answers of the last 7 days, against 220 of 500 in the 28 days before.',
      facts: JSON.stringify(factsOf(kind, foundAt, ASKED_ENGINES[index % ASKED_ENGINES.length] ?? '')),
      created_at: foundAt,
      change_id: `chg_${String(index).padStart(12, '0')}`,
      state: index < ALERTS - HOLDING ? 'over' : 'holds',
      state_since: index < ALERTS - HOLDING ? Math.min(now, foundAt + 10 * DAY_MS) : foundAt,
    };
  });
  await db.insertInto('alerts').values(rows).execute();
  await insertEvaluation(db, { brandId, day: dayOf(now), evaluatedAt: now });
}

function factsOf(kind: (typeof KINDS)[number], foundAt: number, engine: string) {
  const { current, baseline } = windowsAt(foundAt);
  const side = ({ from, to }: Period) => ({
    after: formatInstant(from - 1),
    until: formatInstant(to - 1),
    present: 31,
    responses: 120,
    design_effect: 1.5,
  });
  const day = (daysAgo: number) => formatDay(dayOf(foundAt) - daysAgo);
  return {
    engine,
    competitor: kind === 'competitor_overtook' ? 'Rival A' : null,
    current: side(current),
    baseline: side(baseline),
    change: { points: -20, lower: -30, upper: -10 },
    min_delta_points: 10,
    noise_floor_points: null,
    likely_days: { from: day(6), until: day(4) },
  };
}

/** Does what PostgreSQL's autovacuum would do in time. Leaves SQLite as the product does. */
export async function refreshStatistics(db: Database, kind: StoreKind): Promise<void> {
  if (kind === 'postgres') await sql`vacuum (analyze)`.execute(db);
}
