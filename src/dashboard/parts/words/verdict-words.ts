import type { Comparison } from '../../../reports/alerts/comparisons.ts';
import { gateWords } from './gate-words.ts';
import type { Verdict } from './verdict.ts';

/** A verdict in one to three words, with an arrow if it has a direction. */
export function verdictWord({ kind, direction, row }: Verdict): string {
  const sign = direction < 0 ? '▼' : '▲';
  if (kind === 'reported') return `${sign} ${reportedWord(row, direction)}`;
  const { label } = gateWords(row);
  return kind === 'held' ? `${sign} ${label}` : label;
}

function reportedWord(row: Comparison, direction: Verdict['direction']): string {
  if (direction > 0) return 'Rose';
  return row.current.present === 0 ? 'No longer named' : 'Dropped';
}
