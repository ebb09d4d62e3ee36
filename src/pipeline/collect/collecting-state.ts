import { engineOf } from '../../domain/engine.ts';
import { DAY_MS, dayOf } from '../../domain/period.ts';
import { ADAPTERS } from '../../engines/registry.ts';
import type { RetiringModel } from '../../engines/retirements.ts';
import { listBreakers } from '../../storage/collect/breakers.ts';
import {
  countCollected,
  countFailures,
  type FailedCollection,
  type FailureCount,
  lastFailure,
  listFailedCollections,
  listSpending,
  newestAnswers,
  type SpentDay,
} from '../../storage/collect/collecting.ts';
import { type LeftOutField, listLeftOutFields } from '../../storage/collect/left-out-fields.ts';
import { type CollectLimits, findCollectLimits } from '../../storage/collect/spending.ts';
import { findWorkspace, listAskedEngines } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { adviceForCode } from './advice.ts';
import { type CollectingCost, collectingCost } from './cost.ts';
import { type EngineQuestions, estimateOf } from './estimate.ts';
import { questionsOfOrganization } from './questions.ts';
import type { ConfiguredEngines, ReadyEngine } from './ready-engine.ts';
import { retiringOf } from './retirement-notices.ts';
import { BREAKER_WAIT_MS } from './retry.ts';

export type { FailedCollection };

/** How far back failures are counted by their code. */
export const FAILURE_DAYS = 7;

/** How collecting goes for one brand. Failures are in no figure of a report; here they are told. */
export interface CollectingState {
  /** The engines that the brand is asked on. */
  readonly engines: readonly EngineState[];
  readonly cost: CollectingCost;
  readonly spending: SpendingState;
}

export interface EngineState {
  readonly engine: string;
  readonly name: string;
  /** The variable that is missing to ask it; null if there is a key. */
  readonly missingKey: string | null;
  /** The id of the model that is asked; null where there is none, or no key. */
  readonly model: string | null;
  readonly lastAnswerAt: number | null;
  readonly lastFailure: { readonly code: string; readonly at: number } | null;
  readonly failures: readonly CodedFailures[];
  readonly today: QuestionsToday;
  /** Why it is not asked until somebody acts, and when it will be tried; null if it is asked. */
  readonly stopped: StoppedEngine | null;
  /** Fields of requests to its model that it refused, and is asked without. */
  readonly leftOut: readonly Pick<LeftOutField, 'field' | 'since'>[];
  readonly retiring: RetiringModel | null;
}

export interface CodedFailures {
  readonly code: string;
  readonly collections: number;
  readonly lastAt: number;
  /** What to do about it. */
  readonly advice: string;
}

export interface QuestionsToday {
  readonly perDay: number;
  readonly answered: number;
  readonly failed: number;
  /** To be asked later today, again or for the first time. */
  readonly waiting: number;
}

export interface StoppedEngine {
  readonly code: string;
  readonly since: number;
  readonly triedAgainAt: number;
  readonly advice: string;
}

/** What the organization has spent, all its brands together: they share its limits. Days and months are those of UTC. */
export interface SpendingState {
  readonly today: SpentDay;
  readonly month: Omit<SpentDay, 'day'>;
  /** The last 30 days on which something was asked, oldest first. */
  readonly days: readonly SpentDay[];
  readonly limits: CollectLimits;
}

interface Place {
  readonly organizationId: number;
  /** Public id. */
  readonly brand: string;
}

/** @param brand a live brand of the organization */
export async function collectingState(
  db: Database,
  now: number,
  place: Place,
  engines: ConfiguredEngines,
): Promise<CollectingState> {
  const brandId = await liveBrand(db, place.brand);
  return {
    engines: await engineStates({ db, now, brandId }, place.organizationId, engines),
    cost: await collectingCost(db, now, place, engines),
    spending: await spendingState(db, now, place.organizationId),
  };
}

async function liveBrand(db: Database, brand: string): Promise<number> {
  const brandId = await findWorkspace(db, brand);
  if (brandId === null) throw new Error(`There is no brand ${brand}.`);
  return brandId;
}

interface OfBrand {
  readonly db: Database;
  readonly now: number;
  readonly brandId: number;
}

async function engineStates(
  { db, now, brandId }: OfBrand,
  organizationId: number,
  configured: ConfiguredEngines,
): Promise<EngineState[]> {
  const asked = (await listAskedEngines(db, brandId)).toSorted();
  const answers = await newestAnswers(db, brandId, asked);
  const failures = await countFailures(db, brandId, now - FAILURE_DAYS * DAY_MS);
  const today = await questionsToday({ db, now, brandId }, organizationId);
  const breakers = await listBreakers(db);
  const leftOut = await listLeftOutFields(db);
  const states: EngineState[] = [];
  for (const engine of asked) {
    const ready = configured.ready.find(({ adapter }) => adapter.slug === engine);
    const advice = adviserOf(engine, configured);
    const last = await lastFailure(db, brandId, engine);
    const breaker = breakers.find((each) => each.engine === engine);
    states.push({
      engine,
      name: engineOf(engine).name,
      missingKey: configured.disabled.find((each) => each.engine === engine)?.missing ?? null,
      model: ready?.access.model || null,
      lastAnswerAt: answers.get(engine) ?? null,
      lastFailure: last && { code: codeOf(last), at: last.collectedAt },
      failures: failures.filter((each) => each.engine === engine).map((each) => codedFailures(each, advice)),
      today: today.get(engine) ?? { perDay: 0, answered: 0, failed: 0, waiting: 0 },
      stopped: breaker
        ? {
            code: breaker.detail,
            since: breaker.openedAt,
            triedAgainAt: breaker.triedAt + BREAKER_WAIT_MS,
            advice: advice(breaker.detail),
          }
        : null,
      leftOut: leftOut.filter((each) => each.engine === engine && each.model === (ready?.access.model ?? '')),
      retiring: ready ? (retiringOf([ready], now)[0] ?? null) : null,
    });
  }
  return states;
}

type Adviser = (code: string) => string;

function adviserOf(engine: string, { ready, disabled }: ConfiguredEngines): Adviser {
  const adapter = ADAPTERS.find(({ slug }) => slug === engine);
  const configured: Pick<ReadyEngine, 'keyVariable'> | undefined = ready.find(
    (each) => each.adapter.slug === engine,
  );
  const keyVariable = configured?.keyVariable ?? disabled.find((each) => each.engine === engine)?.missing;
  return (code) =>
    adapter === undefined
      ? ''
      : adviceForCode(
          { provider: adapter.provider, keyVariable: keyVariable ?? 'the key', what: engine },
          code,
        );
}

function codedFailures(failure: FailureCount, advice: Adviser): CodedFailures {
  const { collections, lastAt } = failure;
  const code = codeOf(failure);
  return { code, collections, lastAt, advice: advice(code) };
}

/** The code of a failure; an imported one may have none. */
function codeOf({ detail, outcome }: Pick<FailedCollection, 'detail' | 'outcome'>): string {
  return detail ?? outcome;
}

/** Today's questions of a brand by engine. */
async function questionsToday(
  { db, now, brandId }: OfBrand,
  organizationId: number,
): Promise<Map<string, QuestionsToday>> {
  const day = await questionsOfOrganization(db, organizationId, now);
  const brands = day.brands.filter((each) => each.brandId === brandId);
  const { engines } = await estimateOf(db, { ...day, brands });
  const identities = brands.flatMap(({ jobs }) => jobs.map(({ identity }) => identity));
  const collected = await countCollected(db, brandId, identities);
  return new Map(engines.map((each) => [each.engine, todayOf(each, collected)]));
}

function todayOf(
  { engine, perDay, left }: EngineQuestions,
  collected: Awaited<ReturnType<typeof countCollected>>,
): QuestionsToday {
  const count = (outcomes: readonly string[]) =>
    collected
      .filter((each) => each.engine === engine && outcomes.includes(each.outcome))
      .reduce((sum, { questions }) => sum + questions, 0);
  return { perDay, answered: count(['ok', 'empty']), failed: count(['error', 'timeout']), waiting: left };
}

/** How many days of spending are listed. */
const SPENDING_DAYS = 30;

async function spendingState(db: Database, now: number, organizationId: number): Promise<SpendingState> {
  const today = dayOf(now);
  const date = new Date(now);
  const month = dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
  const first = Math.min(month, today - SPENDING_DAYS + 1);
  const days = await listSpending(db, organizationId, { first, last: today });
  const ofMonth = days.filter(({ day }) => day >= month);
  return {
    today: days.find(({ day }) => day === today) ?? { day: today, calls: 0, micros: 0 },
    month: {
      calls: ofMonth.reduce((sum, { calls }) => sum + calls, 0),
      micros: ofMonth.reduce((sum, { micros }) => sum + micros, 0),
    },
    days: days.filter(({ day }) => day > today - SPENDING_DAYS),
    limits: await findCollectLimits(db, organizationId),
  };
}

/** How many failed collections of a day are listed. */
const MOST_FAILED = 500;

/** The failed collections of a brand on a UTC day, newest first. */
export async function failedOn(db: Database, brand: string, day: number): Promise<FailedCollection[]> {
  const brandId = await liveBrand(db, brand);
  const [from, until] = [day * DAY_MS, (day + 1) * DAY_MS];
  return await listFailedCollections(db, brandId, { from, until, limit: MOST_FAILED });
}
