import { type BadLineGroup, lineNumbersText } from '../../pipeline/intake/bad-lines.ts';
import type { IngestSummary } from '../../pipeline/intake/ingest.ts';
import { printable } from './terminal.ts';

/** What an import tells in text. */

export type Imported = Omit<IngestSummary, 'blank_searches'> & Partial<IngestSummary>;

/** Why lines were not stored: a line for each reason. @param others bad lines whose reasons are not in the groups */
export function badLinesText(groups: readonly BadLineGroup[], others: number): string {
  const rest = others === 0 ? [] : [`${counted(others, 'more line')} with other problems`];
  return [...groups.map((each) => `${lineNumbersText(each)}: ${each.reason}`), ...rest]
    .map((each) => `${printable(each)}\n`)
    .join('');
}

/** What became of the lines. */
export function importText(summary: Imported): string {
  const { lines, answers, failed_collections, already_stored, bad_lines, blank_searches = 0 } = summary;
  if (lines === 0) return 'The file has no lines.\n';
  const dropped =
    blank_searches === 0
      ? ''
      : `Dropped ${blank_searches} blank ${blank_searches === 1 ? 'search' : 'searches'}.\n`;
  return (
    `${counted(lines, 'line')}: ${counted(answers, 'answer')} and ` +
    `${counted(failed_collections, 'failed collection')} stored, ${already_stored} stored before, ${bad_lines} bad.\n${dropped}`
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
