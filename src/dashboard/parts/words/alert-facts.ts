import type { AlertKind } from '../../../domain/alerts/alert-rules.ts';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import { eventOf } from '../../../pipeline/watch/alert-words.ts';
import type { RateFigure } from '../../charts/rates.ts';
import type { Change } from '../../charts/windows.ts';
import type { AlertRow } from './rows.ts';

/** One window in an alert's facts. */
export interface FactsSide extends RateFigure {
  readonly after: string;
  readonly until: string;
  readonly responses_to_all_prompts: number;
}

/** The figures that raised a change alert. */
export interface AlertFacts {
  readonly kind: AlertKind;
  readonly engine: string;
  readonly brand: string;
  readonly competitor: string | null;
  readonly current: FactsSide;
  readonly baseline: FactsSide;
  readonly shared_prompts: number;
  readonly change: Change;
  readonly change_with_same_mix: Change;
  readonly held_on_evaluations: number;
  readonly min_delta_points: number;
  readonly min_sample_each_side: number;
}

/** An alert's facts for its page; null if no comparison raised the alert. */
export function factsOf({ kind, facts }: Pick<AlertRow, 'kind' | 'facts'>): AlertFacts | null {
  const ofKind = { ...facts, kind };
  return isOfComparison(ofKind) ? ofKind : null;
}

/** Whether a comparison raised the alert, so that its facts have every figure that the page draws. */
function isOfComparison<Facts extends object>(facts: Facts): facts is Facts & AlertFacts {
  const { engine, current, baseline, change, change_with_same_mix: sameMix }: Partial<AlertFacts> = facts;
  return typeof engine === 'string' && [current, baseline].every(isSide) && [change, sameMix].every(isChange);
}

function isSide(side: unknown): boolean {
  const { present, responses, after, until } = (side ?? {}) as Partial<FactsSide>;
  return (
    [present, responses].every(Number.isInteger) && [after, until].every((each) => typeof each === 'string')
  );
}

function isChange(change: unknown): boolean {
  const { points, lower, upper } = (change ?? {}) as Partial<Change>;
  return [points, lower, upper].every(Number.isFinite);
}

/** The counted event as a clause before counts: `ChatGPT (API) named Acme`. */
export function eventIn(facts: AlertFacts): string {
  return eventOf(facts.kind, engineNameOf(facts.engine), facts.brand, facts.competitor ?? '');
}
