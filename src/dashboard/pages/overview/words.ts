import { BASELINE_DAYS, CURRENT_DAYS } from '../../../domain/alert-rules.ts';
import type { Comparison } from '../../../reports/comparisons.ts';
import { PERSISTENCE } from '../../../stats/episodes.ts';
import { pointsParts } from '../../charts/windows.ts';
import { shortSide, type Verdict } from './verdict.ts';

/** A verdict in a word or three, with a sign where there is a direction. */
export function verdictWord({ kind, heldBy, direction, row }: Verdict): string {
  const sign = direction < 0 ? '▼' : '▲';
  switch (kind) {
    case 'told':
      if (row.measure !== 'visibility') return `${sign} Told`;
      if (direction < 0) return row.current.present === 0 ? '▼ No longer named' : '▼ Dropped';
      return '▲ Rose';
    case 'held':
      return heldWord(heldBy, row, sign);
    case 'noise':
      return 'Within noise';
    case 'few':
      return 'Too few answers';
    case 'few_shared':
      return 'Too few shared questions';
    case 'outage':
      return 'Answers missing';
  }
}

function heldWord(heldBy: Verdict['heldBy'], row: Comparison, sign: string): string {
  if (heldBy === 'not_persistent') return `${sign} Not for long enough yet`;
  if (heldBy === 'small') return `${sign} Below ${row.min_delta_points} points`;
  if (heldBy === 'not_asked_for') return `${sign} No alert asked for`;
  return row.measure === 'overtaken' ? `${sign} Not across half` : `${sign} Not silent`;
}

/** The figures of a verdict: the change with its interval, or what is missing. */
export function verdictText(verdict: Verdict): string {
  const { kind, row } = verdict;
  if (kind === 'few' || kind === 'few_shared') return shortText(verdict);
  if (kind === 'outage')
    return `${row.current.responses_to_all_prompts} came in, fewer than half of what was expected`;
  if (row.change === null) return 'no difference yet';
  const { points, range } = pointsParts(row.change);
  return `${points} points (${range})`;
}

function shortText(verdict: Verdict): string {
  const { side, answers, needed } = shortSide(verdict);
  const days = side === 'current' ? CURRENT_DAYS : BASELINE_DAYS;
  const where = side === 'current' ? `in ${days} days` : `in the ${days} days before`;
  return `${answers} of the ${needed} needed ${where}`;
}

/** What a change is of: `How often ChatGPT (API) names Acme`. @param name of the brand itself */
export function changeTitle({ engine_name: engine, measure, brand }: Comparison, name: string): string {
  switch (measure) {
    case 'visibility':
      return `How often ${engine} names ${name}`;
    case 'overtaken':
      return `${brand} ahead of ${name} on ${engine}`;
    case 'cited_not_named':
      return `${engine} citing ${name} without naming it`;
    case 'negative_framing':
      return `${engine} framing ${name} negatively`;
  }
}

/** What it would take for a change that was held back to be told, or not. */
export function whatWouldDecide(verdict: Verdict): string {
  const { kind, heldBy, row } = verdict;
  const needed = row.answers_needed_each_side;
  switch (kind) {
    case 'few':
    case 'few_shared':
      return `More answers to the same questions decide it: ask more of them, or several times a day.`;
    case 'outage':
      return 'It is compared again when answers come in.';
    case 'noise':
      return needed === null
        ? 'There is no difference to tell yet.'
        : `About ${needed} answers in each window would tell a difference of this size from noise.`;
    default:
      if (heldBy === 'not_persistent') return `It must hold on ${PERSISTENCE} daily evaluations in a row.`;
      if (heldBy === 'small') return `An alert needs ${row.min_delta_points} points.`;
      if (heldBy === 'condition') return conditionText(row);
      return 'No kind of alert that is asked for tells it.';
  }
}

function conditionText({ measure }: Comparison): string {
  return measure === 'overtaken'
    ? 'It is told when the share goes from at most half to more.'
    : 'It is told when no answer names the brand any more.';
}
