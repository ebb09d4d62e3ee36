import { SightlineError } from '../../domain/errors.ts';
import { usdOf } from '../../domain/figures/usd.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import type { Provider } from '../../engines/engine.ts';
import { READERS } from '../../engines/readers.ts';
import { countReadable, countReadings } from '../../storage/answers/readings.ts';
import { type Breaker, findBreaker, scopeOf } from '../../storage/collect/breakers.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import {
  type CollectedBrand,
  findCollectedBrand,
  listCollectedBrands,
} from '../../storage/directory/brands.ts';
import { findReaderChoice, saveReaderChoice } from '../../storage/directory/reader-choices.ts';
import type { Database } from '../../storage/driver/database.ts';
import { READER_OFF } from '../collect/job/chosen-reader.ts';
import type { ReadyEngine } from '../collect/job/ready-engine.ts';
import { liveBrandId } from '../owned-brand.ts';
import { countUnread, type PlanDeps, switchReader, termsOf } from './plan-readings.ts';
import { type ReaderState, readerStateOf } from './reader-state.ts';
import { type WaitingReadings, waitingOf } from './waiting.ts';

/** The providers of readers, the operator's own endpoint last. */
export const READER_PROVIDERS: readonly Provider[] = READERS.map(({ provider }) => provider);

interface ChooseDeps extends PlanDeps {
  /** For the audit log. */
  readonly actor: string;
}

/** Answers that name somebody in the last 30 days, and what reading as many would cost. */
export interface MonthOfReading {
  readonly answers: number;
  readonly estimated_usd: number;
}

/**
 * Chooses who reads what an organization's answers say, from now on.
 *
 * @param choice a provider's slug or `off`, and a model other than the usual one
 * @returns the reader in words, before and after
 * @throws SightlineError `invalid_argument` for a provider that has no reader; `conflict` without its key or a ceiling
 */
export async function chooseReader(
  deps: ChooseDeps,
  organizationId: number,
  choice: { readonly reader: string; readonly model: string | null },
  readers: readonly ReadyEngine[],
): Promise<{ readonly before: string; readonly after: string }> {
  const { db, now, actor } = deps;
  const slugs = [...READER_PROVIDERS.map(({ slug }) => slug), READER_OFF];
  if (!slugs.includes(choice.reader))
    throw new SightlineError('invalid_argument', `The reader must be one of ${slugs.join(', ')}.`);
  const before = readerWords(await readerStateOf(db, organizationId, readers));
  const isSame = isEqual(await findReaderChoice(db, organizationId), choice);
  await saveReaderChoice(db, organizationId, choice);
  const state = await readerStateOf(db, organizationId, readers);
  refuseIncomplete(state);
  const after = readerWords(state);
  if (isSame) return { before, after };
  await insertAudit(db, {
    ...{ at: now(), organizationId, actor, action: 'reader.set', subject: null },
    detail: after,
  });
  await switchReader(deps, organizationId, readers);
  return { before, after };
}

function isEqual(
  one: Awaited<ReturnType<typeof findReaderChoice>>,
  other: { readonly reader: string; readonly model: string | null },
): boolean {
  return one.reader === other.reader && one.model === other.model;
}

function refuseIncomplete(state: ReaderState): void {
  if (state.kind === 'no_key') throw new SightlineError('conflict', withoutKey(state.provider));
  if (state.kind === 'no_ceiling') throw new SightlineError('conflict', WITHOUT_CEILING);
}

const WITHOUT_CEILING =
  'A reader that costs money needs a ceiling of dollars a day: set one under Engines and keys of a brand, or `usd_per_day` in the apply file.';

function withoutKey(slug: string): string {
  const isOwn = READER_PROVIDERS.some((each) => each.slug === slug && each.isOwn);
  return isOwn
    ? 'This server has no endpoint of its own that reads: set SIGHTLINE_READER_URL and SIGHTLINE_READER_MODEL.'
    : `There is no key of ${slug} on this server: enter one under Engine keys, or with \`sightline engine key set ${slug}\`.`;
}

function readerWords(state: ReaderState): string {
  return state.kind === 'reads'
    ? `${state.engine.access.model} of ${state.engine.adapter.name}`
    : 'rules alone';
}

/** A reader with a key, and what it would cost in a month. */
export interface ReaderOption extends MonthOfReading {
  readonly engine: ReadyEngine;
}

export async function readerOptions(
  db: Database,
  now: number,
  organizationId: number,
  readers: readonly ReadyEngine[],
): Promise<ReaderOption[]> {
  return await optionsOf(db, now, await listCollectedBrands(db, organizationId), readers);
}

async function optionsOf(
  db: Database,
  now: number,
  brands: readonly CollectedBrand[],
  readers: readonly ReadyEngine[],
): Promise<ReaderOption[]> {
  if (readers.length === 0) return [];
  const answers = await answersOfMonth(db, now, brands);
  return readers.map((engine) => ({ engine, ...costOf(answers, engine) }));
}

/** Answers of the last 30 days that a model may read. */
async function answersOfMonth(db: Database, now: number, brands: readonly CollectedBrand[]): Promise<number> {
  return await sumOver(brands, ({ id }) => countReadable(db, id, now - 30 * DAY_MS));
}

export interface ReadingState {
  readonly state: ReaderState;
  /** What each reader with a key would cost in a month. */
  readonly options: readonly ReaderOption[];
  /** All answers of the last 30 days that a model may read, each in one of these. */
  readonly month: { readonly read: number; readonly notJudged: number; readonly unread: number };
  /** Planned requests, also for older answers and those that are read once more. */
  readonly planned: WaitingReadings;
  /** Why the reader is not asked until somebody acts; null if it is. */
  readonly stoppedBy: Breaker | null;
}

export async function readingState(
  db: Database,
  now: number,
  organizationId: number,
  readers: readonly ReadyEngine[],
): Promise<ReadingState> {
  const brands = await listCollectedBrands(db, organizationId);
  const month = { read: 0, notJudged: 0, unread: 0 };
  for (const { id } of brands) {
    const since = now - 30 * DAY_MS;
    const { read, notJudged } = await countReadings(db, id, since);
    month.read += read;
    month.notJudged += notJudged;
    month.unread += Math.max(0, (await countReadable(db, id, since)) - read - notJudged);
  }
  const state = await readerStateOf(db, organizationId, readers);
  return {
    state,
    stoppedBy: state.kind === 'reads' ? await breakerOf(db, state.engine) : null,
    options: await optionsOf(db, now, brands, readers),
    month,
    planned: await waitingOf(db, now, brands),
  };
}

/** Of its key, or of its model. */
async function breakerOf(db: Database, { adapter, access }: ReadyEngine): Promise<Breaker | null> {
  const scope = scopeOf({ engine: adapter.slug, reader: access.model });
  return (await findBreaker(db, adapter.slug)) ?? (await findBreaker(db, scope));
}

/** What an organization's reader would cost in a month; null for rules. */
export async function monthOfReading(
  db: Database,
  now: number,
  organizationId: number,
  readers: readonly ReadyEngine[],
): Promise<MonthOfReading | null> {
  const state = await readerStateOf(db, organizationId, readers);
  if (state.kind !== 'reads') return null;
  const brands = await listCollectedBrands(db, organizationId);
  return costOf(await answersOfMonth(db, now, brands), state.engine);
}

/** What a price leaves out; '' where nothing costs. */
export function againWords(usd: number): string {
  return usd === 0
    ? ''
    : 'A reply that cannot be used is asked for once more, directly and at the usual price.';
}

/** Stored answers that a reader has not read with today's names, facts, and themes, and that do not wait for it. */
interface UnreadAnswers extends MonthOfReading {
  readonly brandId: number;
  readonly engine: ReadyEngine;
  /** At half the price, within a day. */
  readonly isBatch: boolean;
}

/**
 * A brand's stored answers that its organization's reader would read now; null if nobody reads them.
 *
 * @param brand public id
 * @throws SightlineError `not_found`
 */
export async function unreadByModel(
  db: Database,
  brand: string,
  readers: readonly ReadyEngine[],
): Promise<UnreadAnswers | null> {
  const brandId = await liveBrandId(db, brand);
  const collected = await findCollectedBrand(db, brandId);
  const state = collected && (await readerStateOf(db, collected.organizationId, readers));
  if (state?.kind !== 'reads') return null;
  const { engine } = state;
  const answers = await countUnread(db, brandId, engine);
  const { isBatch, micros } = termsOf(engine, answers);
  return { brandId, engine, isBatch, ...costOf(answers, { micros }) };
}

function costOf(answers: number, { micros }: Pick<ReadyEngine, 'micros'>): MonthOfReading {
  return { answers, estimated_usd: usdOf(answers * micros) };
}

async function sumOver(
  brands: readonly CollectedBrand[],
  count: (brand: CollectedBrand) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const brand of brands) sum += await count(brand);
  return sum;
}
