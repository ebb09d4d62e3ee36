import { redactorOf } from '../../domain/access/secrets.ts';
import type { EngineFailure } from '../../engines/engine.ts';
import type { CollectDeps } from '../collect/job/job-context.ts';
import { type OrganizationVolumes, questionsIn, type VolumeBatch } from './due-volumes.ts';
import { type BatchDeps, lookUpBatch } from './look-up-batch.ts';
import type { VolumeSource } from './volume-source.ts';

export interface LookupOptions {
  /** Secrets besides the source's key to redact in every reply. */
  readonly secrets: readonly string[];
  /** Send nothing more after this aborts. A request in progress finishes, because it costs money. */
  readonly stop: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
}

/** Result for one organization. */
export interface LookupResult {
  /** The organization's id. */
  readonly id: number;
  /** Questions looked up, and how many of these have a figure. */
  readonly lookedUp: number;
  readonly withVolume: number;
  /** Questions that the source refuses for an unknown reason. */
  readonly refused: number;
  /** Questions still due. */
  readonly left: number;
  readonly requests: number;
  readonly micros: number;
  /** Whether a spending ceiling holds back the rest. */
  readonly isHeldBack: boolean;
  /** The last failure; null for none. */
  readonly failure: EngineFailure | null;
}

/** Most splits of a refused request in search of the bad keyword. */
const MOST_DIVISIONS = 20;

/**
 * Looks up volumes one request at a time and stores each reply. A failure that would affect the next request ends the
 * run; the next run continues.
 */
export async function lookUpVolumes(
  deps: Omit<CollectDeps, 'random'>,
  source: VolumeSource,
  organizations: readonly OrganizationVolumes[],
  { secrets, stop, onProgress }: LookupOptions,
): Promise<LookupResult[]> {
  const redact = redactorOf([source.access.key, ...secrets]);
  const asked = organizations.filter(({ notAsked }) => notAsked === null);
  const total = asked.reduce((sum, each) => sum + questionsIn(each.batches), 0);
  const askDeps: BatchDeps = { ...deps, redact, source, stop, pace: { nextAt: 0 } };
  const found: LookupResult[] = [];
  let done = 0;
  for (const organization of asked) {
    const isOver = found.some(({ failure }) => failure !== null && endsRun(failure));
    const onLookedUp = (questions: number) => {
      done += questions;
      onProgress({ done, total });
    };
    found.push(await lookUpOf(askDeps, organization, isOver, onLookedUp));
  }
  return found;
}

async function lookUpOf(
  deps: BatchDeps,
  { id, batches, limits }: OrganizationVolumes,
  isOver: boolean,
  onLookedUp: (questions: number) => void,
): Promise<LookupResult> {
  const sum = { lookedUp: 0, withVolume: 0, requests: 0, micros: 0 };
  let [refused, divisions, isHeldBack] = [0, 0, false];
  let failure: EngineFailure | null = null;
  const waiting = isOver ? [] : [...batches];
  for (let batch = waiting.shift(); batch !== undefined && !deps.stop.aborted; batch = waiting.shift()) {
    const asked = await lookUpBatch(deps, { organizationId: id, limits }, batch);
    for (const each of ['lookedUp', 'withVolume', 'requests', 'micros'] as const) sum[each] += asked[each];
    onLookedUp(asked.lookedUp);
    isHeldBack = asked.isHeldBack;
    if (isHeldBack) break;
    if (asked.failure === null) continue;
    if (asked.isAboutKeywords && batch.questions.size === 1) {
      refused += questionsIn([batch]);
    } else if (asked.isAboutKeywords && divisions < MOST_DIVISIONS) {
      divisions += 1;
      waiting.unshift(...halvesOf(batch));
    } else {
      failure = asked.failure;
      if (endsRun(failure)) break;
    }
  }
  const left = questionsIn(batches) - sum.lookedUp - refused;
  return { id, ...sum, refused, left, isHeldBack, failure };
}

/** A request refused for its market or keywords says nothing about others. */
function endsRun({ fault }: EngineFailure): boolean {
  return fault !== 'final';
}

function halvesOf(batch: VolumeBatch): VolumeBatch[] {
  const questions = [...batch.questions];
  const middle = Math.ceil(questions.length / 2);
  return [questions.slice(0, middle), questions.slice(middle)].map((half) => ({
    ...batch,
    questions: new Map(half),
  }));
}
