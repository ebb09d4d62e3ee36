import { apartWord } from '../../../domain/alerts/change-words.ts';
import type { ChangeGate } from '../../../domain/alerts/claim.ts';
import { type ComparisonOutcome, OUTCOME_WORDS, outcomeLabel } from '../../../domain/alerts/outcomes.ts';
import { excludesZero } from '../../../stats/rates/intervals.ts';
import { type Change, pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import type { PresenceRow } from '../words/rows.ts';

/** A row's figure in the earlier window. */
export interface ComparedFigure extends Pick<NonNullable<PresenceRow['compared']>, 'gate'> {
  readonly change: Change | null;
}

/** A table cell with the change in points and any caveat; null without an earlier figure. */
export function changeIn(compared: ComparedFigure | undefined): Content {
  if (compared === undefined) return null;
  const { change } = compared;
  const { word, kind } = wordsOf(shownGate(compared), { sign: Math.sign(change?.points ?? 0) });
  if (change === null || kind === 'few') return html`<small class="muted">${word}</small>`;
  const { points, range } = pointsParts(change);
  return html`<b class="verdict ${kind}">${points}</b> <small class="counts">${range}</small> <small class="counts">${word}</small>`;
}

/** A rate and its change since the earlier window. */
export interface ChangedFigure extends Pick<PresenceRow, 'responses' | 'present'> {
  readonly compared?: Pick<NonNullable<PresenceRow['compared']>, 'change' | 'gate' | 'responses'>;
}

export type ComparedMeta = { readonly min_delta_points: number; readonly min_sample_each_side: number };

/** A rate's difference from the earlier window: a word, with an arrow if it has a direction, and the figures. */
export function changeCell(figures: ChangedFigure, meta: ComparedMeta | undefined): Content {
  const { compared, responses } = figures;
  if (responses === 0) return html`<b class="muted">No answers in this window</b>`;
  if (compared === undefined || meta === undefined) return html`<b class="muted">Not compared</b>`;
  const { change } = compared;
  const { word, kind } = wordsOf(shownGate(compared), { sign: Math.sign(change?.points ?? 0) });
  if (kind === 'few' || change === null) {
    return [html`<b class="verdict few">${word}</b>`, small(neededText(figures, meta))];
  }
  const { points, range } = pointsParts(change);
  return [
    html`<b class="verdict ${kind}">${word}</b>`,
    small(`${points} points (${range})`),
    // The row has no counts in the earlier window alone.
    small(change.current.of === responses ? null : sharedText(figures)),
  ];
}

/** The change as a phrase within a sentence, with any caveat. */
export function changePhrase(compared: ComparedFigure | undefined): string {
  return wordsOf(compared ? shownGate(compared) : 'not_compared').phrase;
}

/** A small change within noise counts as noise. */
function shownGate({ gate, change }: ComparedFigure): ComparedFigure['gate'] {
  return gate === 'below_min_delta' && change !== null && !excludesZero(change) ? 'within_noise' : gate;
}

function small(text: string | null): Html | null {
  return text === null ? null : html`<small class="counts">${text}</small>`;
}

/** A change's outcome in words. */
interface ChangeWords {
  /** `few`: too few answers for figures. */
  readonly kind: 'clear' | 'held' | 'noise' | 'few';
  /** For a table cell. */
  readonly word: string;
  /** For the middle of a sentence. */
  readonly phrase: string;
}

/** Outcomes of changes with figures. The others have too few answers, or are not compared. */
const KINDS: Partial<Record<ComparisonOutcome, 'held' | 'noise'>> = {
  below_min_delta: 'held',
  not_after_correction: 'held',
  within_noise: 'noise',
};

/** @param sign direction of the change, if the outcome does not decide it */
function wordsOf(
  gate: ChangeGate | 'several_engines' | 'not_compared' | null,
  { sign = 0 }: { readonly sign?: number } = {},
): ChangeWords {
  const arrow = sign < 0 ? '▼' : '▲';
  if (gate === null) {
    return { kind: 'clear', word: `${arrow} ${apartWord(sign)}`, phrase: 'larger than noise' };
  }
  if (gate === 'not_compared' || gate === 'several_engines')
    return { kind: 'few', word: 'Not compared', phrase: 'not compared' };
  const kind = KINDS[gate] ?? 'few';
  const label = outcomeLabel(gate);
  const phrase = kind === 'few' ? `not compared: ${OUTCOME_WORDS[gate].short}` : OUTCOME_WORDS[gate].short;
  return { kind, word: kind === 'held' ? `${arrow} ${label}` : label, phrase };
}

/** `26 of the 30 answers needed before`. Null if answers are not the reason. */
function neededText(
  { responses, compared }: ChangedFigure,
  { min_sample_each_side: least }: ComparedMeta,
): string | null {
  const sides = [
    { answers: responses, when: 'now' },
    { answers: compared?.responses ?? 0, when: 'before' },
  ].filter(({ answers }) => answers < least);
  if (sides.length === 0) return null;
  return sides
    .map(
      ({ answers, when }, index) =>
        `${answers}${index === 0 ? ` of the ${least} answers needed` : ''} ${when}`,
    )
    .join(', ');
}

/** Set if the comparison uses fewer answers than the figures: only shared questions. */
export function sharedText({ responses, present, compared }: ChangedFigure): string | null {
  const change = compared?.change;
  if (!change) return null;
  const { current, earlier } = change;
  const isAll = current.of === responses && current.count === present && earlier.of === compared.responses;
  return isAll
    ? null
    : `compares ${current.count} of ${current.of} with ${earlier.count} of ${earlier.of}, on questions asked in both`;
}
