import {
  type AlertKind,
  type AlertSettings,
  alertKindsOf,
  furthest,
} from '../../domain/alerts/alert-rules.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type MeasureState, PERSISTENCE } from '../../stats/alerts/episodes.ts';
import { changeKeyOf, KIND_RULES } from '../../stats/alerts/gates.ts';
import { sideOf } from '../../stats/rates/intervals.ts';
import { findAlertSettings } from '../../storage/directory/organizations.ts';
import { type Comparison, listComparisonsAt } from '../../storage/watch/comparisons.ts';
import {
  findLastEvaluation,
  type LastEvaluation,
  listWatchStates,
  type WatchState,
} from '../../storage/watch/evaluations.ts';
import type { ReportContext } from '../shape/report.ts';

const NOT_UNCHANGED = 'An empty list does not mean that nothing changed.';

const SWITCHED_OFF = 'Alerts are off for this organization, so Sightline compares nothing.';

const NEVER_COMPARED = 'Sightline has not compared anything yet.';

/** Why the alert list can be empty under an organization's settings. True for each of its brands, at any time. */
export function emptyListMeans(settings: AlertSettings): string {
  if (alertKindsOf(settings).length === 0) return `${SWITCHED_OFF} ${NOT_UNCHANGED}`;
  return (
    'No evaluation has found a change that meets every condition for an alert: enough answers in both windows, at least ' +
    '`min_delta_points`, too large for noise at this sample size and by its own past, and all this on ' +
    `${PERSISTENCE} evaluations in a row. ${NOT_UNCHANGED} The note in /alerts ` +
    'describes the last comparisons, if any.'
  );
}

/** Why a brand has no alerts for a market: how each change fared in its last evaluation. */
export async function emptyAlertsNote(context: ReportContext, marketId: number): Promise<string> {
  return `${await lastEvaluationNote(context, marketId)} ${NOT_UNCHANGED}`;
}

export async function lastComparedNote(context: ReportContext): Promise<string> {
  const last = await findEvaluation(context);
  return typeof last === 'string' ? last : `Last compared as of ${formatInstant(last.evaluatedAt)}.`;
}

async function lastEvaluationNote(context: ReportContext, marketId: number): Promise<string> {
  const last = await findEvaluation(context);
  if (typeof last === 'string') return last;
  const { db, brand } = context;
  const { evaluatedAt } = last;
  const comparisons = await listComparisonsAt(db, brand.id, { evaluatedAt, marketId });
  const states = await listWatchStates(db, brand.id);
  const held = heldTimes(states.filter((each) => each.marketId === marketId));
  return `As of ${formatInstant(last.evaluatedAt)}: ${whatBecameOf(changesIn(comparisons), held)}`;
}

/** The brand's last evaluation, or a sentence on why there is none. */
async function findEvaluation({ db, caller, brand }: ReportContext): Promise<LastEvaluation | string> {
  const settings = await findAlertSettings(db, caller.organizationId);
  if (alertKindsOf(settings).length === 0) return SWITCHED_OFF;
  return (await findLastEvaluation(db, brand.id)) ?? NEVER_COMPARED;
}

/** Per change, the verdict that passed the most gates. If several did, one whose kind is in the change's direction. */
function changesIn(comparisons: readonly Comparison[]): Comparison[] {
  const byChange = Map.groupBy(comparisons, changeKeyOf);
  return [...byChange.values()].flatMap((verdicts) => {
    const closest = furthest(verdicts);
    return closest.find(isInDirection) ?? closest.slice(0, 1);
  });
}

type HeldTimes = (comparison: Comparison) => number;

/** How many evaluations in a row a change has held, and how many it needs. */
function heldTimes(states: readonly WatchState[]): HeldTimes {
  const times = new Map<string, number>();
  for (const { engine, trackedId, state } of states) {
    const { held } = JSON.parse(state) as MeasureState;
    for (const kind of Object.keys(held) as AlertKind[]) {
      times.set(`${engine} ${kind} ${trackedId}`, held[kind] ?? 0);
    }
  }
  // A change that waits for a blackout to be confirmed may have held longer.
  return ({ engine, kind, trackedId }) =>
    Math.min(times.get(`${engine} ${kind} ${trackedId}`) ?? 1, PERSISTENCE - 1);
}

/** How changes fared in an evaluation, in words for one and for several. */
interface Fate {
  readonly holds: (change: Comparison) => boolean;
  readonly one: string;
  readonly several: string;
}

/** The first match is a change's result; the last one matches all. */
function fatesFor(held: HeldTimes): readonly Fate[] {
  return [...TIMES_HELD.map((times) => heldFate(times, held)), ...OTHER_FATES];
}

/** How long a change can have held before an alert; the longest first. */
const TIMES_HELD = Array.from({ length: PERSISTENCE - 1 }, (_, index) => PERSISTENCE - 1 - index);

function heldFate(times: number, held: HeldTimes): Fate {
  const on = `held on ${times} of ${PERSISTENCE} evaluations`;
  return {
    holds: (change) => change.gate === 'not_persistent' && held(change) === times,
    one: `exceeds noise and has ${on}`,
    several: `exceed noise and have ${on}`,
  };
}

const OTHER_FATES: readonly Fate[] = [
  {
    holds: ({ gate }) => gate === null || gate === 'episode_open',
    one: 'belongs to an alert',
    several: 'belong to alerts',
  },
  {
    holds: ({ gate }) => gate === 'condition_not_met',
    one: 'exceeds noise but does not meet the condition of its kind',
    several: 'exceed noise but do not meet the conditions of their kinds',
  },
  {
    holds: ({ gate }) => gate === 'below_noise_floor',
    one: 'is within the usual movement of its share',
    several: 'are within the usual movement of their shares',
  },
  {
    holds: (change) => change.gate === 'below_min_delta' && exceedsNoise(change) && isInDirection(change),
    one: 'exceeds noise but is smaller than `min_delta_points`',
    several: 'exceed noise but are smaller than `min_delta_points`',
  },
  {
    holds: (change) => change.gate === 'below_min_delta' && exceedsNoise(change),
    one: 'exceeds noise, but in a direction without an alert',
    several: 'exceed noise, but in a direction without an alert',
  },
  {
    holds: ({ gate }) => gate === 'outage',
    one: 'was impossible because fewer than half the expected answers came in',
    several: 'were impossible because fewer than half the expected answers came in',
  },
  { holds: isShortOfAnswers, one: 'lacks answers', several: 'lack answers' },
  { holds: () => true, one: 'is within noise', several: 'are within noise' },
];

function isShortOfAnswers({ gate }: Comparison): boolean {
  return gate === 'too_few_answers' || gate === 'too_few_shared_prompts';
}

function isInDirection({ kind, difference }: Comparison): boolean {
  return difference !== null && sideOf(difference) === KIND_RULES[kind].direction;
}

/** Whether both intervals (plain counts, and the same question mix) exclude zero on one side. */
function exceedsNoise({ difference, sameMix }: Comparison): boolean {
  if (difference === null || sameMix === null) return false;
  const side = sideOf(difference);
  return side !== 0 && sideOf(sameMix) === side;
}

function whatBecameOf(changes: readonly Comparison[], held: HeldTimes): string {
  const total = `${changes.length} ${changes.length === 1 ? 'comparison' : 'comparisons'}`;
  const [first] = changes;
  // Every other kind is about the brand itself.
  if (first === undefined) return 'there was nothing to compare, because the brand had no competitor.';
  if (changes.every(isShortOfAnswers)) {
    const least = `the ${first.minSampleEachSide} answers to shared questions that it needs in each window`;
    return `${total}, ${changes.length === 1 ? 'which lacks' : 'and each lacks'} ${least}.`;
  }
  const fates = fatesFor(held);
  const byFate = Map.groupBy(changes, (change) => fates.find(({ holds }) => holds(change)));
  const told = fates.flatMap((fate) => {
    const count = byFate.get(fate)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? fate.one : fate.several}`];
  });
  return `${[total, ...told].join('; ')}.`;
}
