import type { Comparison } from '../../reports/comparisons.ts';
import { pointsParts } from '../charts/windows.ts';
import { earlierDays } from './earlier-days.ts';
import { gateWords, neededWords } from './gate-words.ts';
import type { Verdict } from './verdict.ts';

/** A verdict in a word or three, with a sign where there is a direction. */
export function verdictWord({ kind, direction, row }: Verdict): string {
  const sign = direction < 0 ? '▼' : '▲';
  if (kind === 'told') return `${sign} ${toldWord(row, direction)}`;
  const { label } = gateWords(row);
  return kind === 'held' ? `${sign} ${label}` : label;
}

function toldWord(row: Comparison, direction: Verdict['direction']): string {
  if (direction > 0) return 'Rose';
  return row.current.present === 0 ? 'No longer named' : 'Dropped';
}

/** The figures of a verdict: the change with its interval, or what is missing. */
export function verdictText({ kind, row }: Verdict): string {
  if (kind === 'few' || kind === 'few_shared' || kind === 'outage') return gateWords(row).why;
  if (row.change === null) return 'no difference yet';
  const { points, range } = pointsParts(row.change);
  const earlier = earlierDays(row);
  return `${points} points (${range})${earlier === null ? '' : `, against ${earlier}`}`;
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

/** Why a change was held back, and what it would take for it to be told, or not. */
export function whatWouldDecide({ row }: Verdict): string {
  const needed = neededWords(row);
  const { why } = gateWords(row);
  if (needed === null) return why;
  return `${why} It would take ${[needed.answers, needed.pace].filter((part) => part !== null).join(', ')}.`;
}
