import { unreadCitationsIn } from '../../domain/answers/collection-detail.ts';
import { ENGINES, engineOf } from '../../domain/answers/engine.ts';
import { type FailureWords, failureWords } from '../../domain/answers/failure-words.ts';
import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import { countOutcomesSince, type OutcomeCount } from '../../storage/answers/collections.ts';
import { answerTimes } from '../../storage/answers/filter/engine-facts.ts';
import { type Breaker, listBreakers } from '../../storage/collect/breakers.ts';
import {
  type CollectedDay,
  countCollected,
  countFailures,
  type FailureCount,
  lastFailure,
  listCollectedDays,
  listSpending,
  type SpentDay,
} from '../../storage/collect/collecting.ts';
import { type LeftOutField, listLeftOutFields } from '../../storage/collect/left-out-fields.ts';
import { findWorkspace, listAskedEngines } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import {
  type Amount,
  amountsOf,
  type CollectingCost,
  collectingCost,
  pricedQuestions,
  pricesOfBrand,
} from './cost.ts';
import { type EngineQuestions, estimateOf } from './estimate.ts';
import { type Spend, spendOf } from './health.ts';
import type { ConfiguredEngines } from './job/ready-engine.ts';
import { BREAKER_WAIT_MS } from './job/retry.ts';
import { questionsOfOrganization } from './questions.ts';

/** Days of failures to count. */
export const FAILURE_DAYS = 7;

/** A brand's collecting state, including failures, which reports never count. */
export interface CollectingState {
  readonly engines: readonly EngineState[];
  readonly cost: CollectingCost;
  readonly spending: Spend;
  /** The organization's last 30 days with questions, oldest first. */
  readonly spentDays: readonly SpentDay[];
  /** The brand's last 7 days with questions, newest first. */
  readonly days: readonly CollectedDay[];
}

export interface EngineState {
  readonly engine: string;
  readonly name: string;
  /** Whether this server has its key. */
  readonly isReady: boolean;
  /** The missing variable; null with a key. */
  readonly missingKey: string | null;
  /** The model's id; null without model or key. */
  readonly model: string | null;
  readonly lastAnswerAt: number | null;
  readonly lastFailure: { readonly code: string; readonly at: number } | null;
  readonly failures: readonly CodedFailures[];
  readonly unread: UnreadCitations;
  readonly today: QuestionsToday;
  /** Cost of asking the rest of today now. */
  readonly now: Amount;
  /** Why the engine waits for somebody to act, and when Sightline tries it again; null if running. */
  readonly stopped: StoppedEngine | null;
  /** Fields that its model refused, so requests omit them. */
  readonly leftOut: readonly Pick<LeftOutField, 'field' | 'model'>[];
}

/** Failed collections with the same code and explanation. */
export interface CodedFailures extends FailureWords {
  readonly code: string;
  readonly collections: number;
  readonly lastAt: number;
}

/** Citations without a known page in the answers of the last 24 hours, and the number of these answers. */
export interface UnreadCitations {
  readonly citations: number;
  readonly answers: number;
}

export interface QuestionsToday {
  readonly asked: number;
  readonly answered: number;
  readonly failed: number;
  /** Still due today, for the first time or again. */
  readonly waiting: number;
}

export interface StoppedEngine extends FailureWords {
  readonly code: string;
  readonly since: number;
  readonly triedAgainAt: number;
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
  const { organizationId } = place;
  const today = dayOf(now);
  return {
    engines: await engineStates({ db, now, brandId }, organizationId, engines),
    cost: await collectingCost(db, now, place, engines),
    spending: await spendOf(db, organizationId, now),
    spentDays: await listSpending(db, organizationId, { first: today - SPENDING_DAYS + 1, last: today }),
    days: await listCollectedDays(db, brandId, (today - RUN_DAYS + 1) * DAY_MS),
  };
}

/** Days of spending to list, with their results. */
const SPENDING_DAYS = 30;
const RUN_DAYS = 7;

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
  const ofBrand = new Set(await listAskedEngines(db, brandId));
  const asked = ENGINES.map(({ slug }) => slug).filter((slug) => ofBrand.has(slug));
  const answers = await answerTimes(db, brandId, asked, 'newest');
  const failures = await countFailures(db, brandId, now - FAILURE_DAYS * DAY_MS);
  const outcomes = await countOutcomesSince(db, brandId, now - DAY_MS);
  const today = await questionsToday({ db, now, brandId }, organizationId, configured);
  const breakers = await listBreakers(db);
  const leftOut = await listLeftOutFields(db);
  const states: EngineState[] = [];
  for (const engine of asked) {
    const last = await lastFailure(db, brandId, engine);
    states.push({
      ...configurationOf(engine, configured),
      lastAnswerAt: answers.get(engine) ?? null,
      lastFailure: last && { code: codeOf(last), at: last.collectedAt },
      failures: failures.filter((each) => each.engine === engine).map(codedFailures),
      unread: unreadIn(outcomes.filter((each) => each.engine === engine)),
      ...(today.get(engine) ?? NOT_ASKED),
      stopped: stoppedIn(breakers.find((each) => each.engine === engine)),
      leftOut: leftOut.filter((each) => each.engine === engine).map(({ field, model }) => ({ field, model })),
    });
  }
  return states;
}

const NOT_ASKED: Asked = {
  today: { asked: 0, answered: 0, failed: 0, waiting: 0 },
  now: { questions: 0, estimated_usd: 0 },
};

function configurationOf(
  engine: string,
  { ready, disabled }: ConfiguredEngines,
): Pick<EngineState, 'engine' | 'name' | 'isReady' | 'missingKey' | 'model'> {
  const configured = ready.find(({ adapter }) => adapter.slug === engine);
  return {
    engine,
    name: engineOf(engine).name,
    isReady: configured !== undefined,
    missingKey: disabled.find((each) => each.engine === engine)?.missing ?? null,
    model: configured?.access.model || null,
  };
}

function stoppedIn(breaker: Breaker | undefined): StoppedEngine | null {
  if (breaker === undefined) return null;
  const { engine, detail, openedAt, triedAt } = breaker;
  return {
    code: detail,
    since: openedAt,
    triedAgainAt: triedAt + BREAKER_WAIT_MS,
    ...failureWords({ engine, outcome: 'error', detail }),
  };
}

function unreadIn(outcomes: readonly OutcomeCount[]): UnreadCitations {
  const unread = outcomes
    .map(({ detail, count }) => ({ each: unreadCitationsIn(detail), count }))
    .filter(({ each }) => each > 0);
  return {
    citations: unread.reduce((sum, { each, count }) => sum + each * count, 0),
    answers: unread.reduce((sum, { count }) => sum + count, 0),
  };
}

function codedFailures(failure: FailureCount): CodedFailures {
  const { collections, lastAt } = failure;
  return { code: codeOf(failure), collections, lastAt, ...failureWords(failure) };
}

/** A failure's code; imported failures may lack one. */
function codeOf({ detail, outcome }: Pick<FailureCount, 'detail' | 'outcome'>): string {
  return detail ?? outcome;
}

type Asked = Pick<EngineState, 'today' | 'now'>;

/** A brand's questions of today by engine. */
async function questionsToday(
  { db, now, brandId }: OfBrand,
  organizationId: number,
  configured: ConfiguredEngines,
): Promise<Map<string, Asked>> {
  const day = await questionsOfOrganization(db, organizationId, now);
  const brands = day.brands.filter((each) => each.brandId === brandId);
  const { engines } = await estimateOf(db, { ...day, brands });
  const identities = brands.flatMap(({ jobs }) => jobs.map(({ identity }) => identity));
  const collected = await countCollected(db, brandId, identities);
  return new Map(
    pricedQuestions(engines, await pricesOfBrand(db, brandId, now, configured)).map((each) => [
      each.engine,
      { today: todayOf(each, collected), now: amountsOf([each]).run },
    ]),
  );
}

function todayOf(
  { engine, today, left }: EngineQuestions,
  collected: Awaited<ReturnType<typeof countCollected>>,
): QuestionsToday {
  const count = (outcomes: readonly string[]) =>
    collected
      .filter((each) => each.engine === engine && outcomes.includes(each.outcome))
      .reduce((sum, { questions }) => sum + questions, 0);
  return {
    asked: today,
    answered: count(['ok', 'empty']),
    failed: count(['error', 'timeout']),
    waiting: left,
  };
}
