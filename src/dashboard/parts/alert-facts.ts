import { type ComparedKind, isComparedKind } from '../../domain/alert-rules.ts';
import { engineNameOf } from '../../domain/engine.ts';
import { eventOf } from '../../pipeline/watch/alert-words.ts';
import type { RateFigure } from '../charts/rates.ts';
import type { Change } from '../charts/windows.ts';
import type { AlertRow } from './rows.ts';

/** One window of an alert, as its facts have it. */
export interface FactsSide extends RateFigure {
  readonly after: string;
  readonly until: string;
  readonly responses_to_all_prompts: number;
}

/** The figures that an alert of a change was raised with. */
export interface AlertFacts {
  readonly kind: ComparedKind;
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
  /** Of `cited_not_named`: the same among the answers that cite the brand. */
  readonly among_answers_citing_it?: { readonly current: RateFigure; readonly baseline: RateFigure };
  /** Of `competitor_overtook`: how often each of the two is named now. */
  readonly current_visibility?: {
    readonly brand: RateFigure;
    readonly competitor: RateFigure;
    readonly difference: Change;
  };
}

/** A part of the change, of one question or of none. */
export interface FactsTerm extends Change {
  readonly term: string;
  readonly question: { readonly id: string; readonly text: string } | null;
}

/** The largest parts of the change, as far as the facts have any: alerts of before they were found have none. */
export function termsIn({ terms }: Readonly<Record<string, unknown>>): FactsTerm[] {
  return Array.isArray(terms) ? terms.filter(isTerm) : [];
}

function isTerm(term: unknown): term is FactsTerm {
  const { term: name, question } = (term ?? {}) as Partial<FactsTerm>;
  const isText = (each: unknown) => typeof each === 'string';
  return (
    isChange(term) && isText(name) && (question === null || (isText(question?.id) && isText(question?.text)))
  );
}

/** The facts of an alert as a page draws them; null if they are not those of a comparison. */
export function factsOf({ kind, facts }: Pick<AlertRow, 'kind' | 'facts'>): AlertFacts | null {
  const ofKind = { ...facts, kind };
  return isComparedKind(kind) && isOfComparison(ofKind) ? ofKind : null;
}

/** Whether the facts have what a page draws: those of an alert that was found by a comparison. */
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

/** The engine as a person reads it. */
export function engineNameIn({ engine }: AlertFacts): string {
  return engineNameOf(engine);
}

/** What was counted, as a clause that counts can follow: `ChatGPT (API) named Acme`. */
export function eventIn(facts: AlertFacts): string {
  return eventOf(facts.kind, engineNameIn(facts), facts.brand, facts.competitor ?? '');
}
