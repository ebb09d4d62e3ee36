import { redactorOf } from '../../domain/secrets.ts';
import type { EngineFailure } from '../../engines/engine.ts';
import type { CollectDeps } from '../collect/job-context.ts';
import { type AskDeps, askFor } from './ask-volumes.ts';
import { type OrganizationVolumes, questionsIn, type VolumeBatch } from './due-volumes.ts';
import type { VolumeSource } from './volume-source.ts';

export interface LookUpOptions {
  /** Secrets, in addition to the source's key, to replace in every reply. */
  readonly secrets: readonly string[];
  /** Once it is given, nothing more is sent. A request in progress is paid for, so it is left to finish. */
  readonly stop: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
}

/** What came of looking up the volumes of one organization. */
export interface LookedUp {
  /** Of the organization. */
  readonly id: number;
  /** Questions that were looked up, and how many of these have a figure. */
  readonly lookedUp: number;
  readonly withVolume: number;
  /** Questions that the source refuses, though nothing known is wrong with them. */
  readonly refused: number;
  /** Questions that are still to be looked up. */
  readonly left: number;
  readonly requests: number;
  readonly micros: number;
  /** Whether a ceiling holds back what is left. */
  readonly isHeldBack: boolean;
  /** The last failure; null for none. */
  readonly failure: EngineFailure | null;
}

/** How often a refused request may be divided, to find the keywords that are to blame. */
const MOST_DIVISIONS = 20;

/**
 * Looks up volumes, one request after the other, each stored when it is there. A failure that would meet the next request
 * too ends the run: what is left is looked up by the next one.
 */
export async function lookUpVolumes(
  deps: Omit<CollectDeps, 'random'>,
  source: VolumeSource,
  organizations: readonly OrganizationVolumes[],
  { secrets, stop, onProgress }: LookUpOptions,
): Promise<LookedUp[]> {
  const redact = redactorOf([source.access.key, ...secrets]);
  const asked = organizations.filter(({ notAsked }) => notAsked === null);
  const total = asked.reduce((sum, each) => sum + questionsIn(each.batches), 0);
  const askDeps: AskDeps = { ...deps, redact, source, stop, pace: { nextAt: 0 } };
  const found: LookedUp[] = [];
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
  deps: AskDeps,
  { id, batches, limits }: OrganizationVolumes,
  isOver: boolean,
  onLookedUp: (questions: number) => void,
): Promise<LookedUp> {
  const sum = { lookedUp: 0, withVolume: 0, requests: 0, micros: 0 };
  let [refused, divisions, isHeldBack] = [0, 0, false];
  let failure: EngineFailure | null = null;
  const waiting = isOver ? [] : [...batches];
  for (let batch = waiting.shift(); batch !== undefined && !deps.stop.aborted; batch = waiting.shift()) {
    const asked = await askFor(deps, { organizationId: id, limits }, batch);
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

/** What was refused for its market or its keywords says nothing about other requests. */
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
