import { SightlineError } from '../../domain/errors.ts';
import type { Envelope } from '../../reports/run/run-report.ts';
import type { Report } from '../../reports/shape/report.ts';
import { csvOf } from '../../reports/show/csv.ts';
import { jsonLine, type Terminal } from '../shared/terminal.ts';
import { reportText } from './report-text.ts';

const FORMATS = ['table', 'json', 'csv'] as const;

export type Format = (typeof FORMATS)[number];

/** Format options, as commander gives them. */
export interface FormatOptions {
  readonly format?: string | undefined;
  readonly table?: boolean | undefined;
}

export const FORMAT_FLAG = `--format <${FORMATS.join('|')}>`;

/**
 * The output format: a table on a terminal and JSON in a pipe, unless an option overrides it.
 *
 * @throws SightlineError `invalid_argument` for an unknown format, or two different ones
 */
export function formatOf(
  { format, table }: FormatOptions,
  json: boolean,
  { outIsTerminal }: Pick<Terminal, 'outIsTerminal'>,
): Format {
  const asked = new Set([format, table && 'table', json && 'json'].filter(Boolean));
  if (asked.size > 1) {
    throw new SightlineError('invalid_argument', `Choose one form: ${[...asked].join(' or ')}.`);
  }
  const [one = outIsTerminal ? 'table' : 'json'] = asked;
  const known = FORMATS.find((each) => each === one);
  if (known !== undefined) return known;
  throw new SightlineError('invalid_argument', `--format must be one of ${FORMATS.join(', ')}.`);
}

/** A report in one of the formats, safe to print. */
export function formatted(
  report: Report,
  envelope: Envelope,
  format: Format,
  { terminal, full }: { readonly terminal: Terminal; readonly full: boolean },
): string {
  if (format === 'table') return reportText(report, envelope, { columns: terminal.columns, full });
  if (format === 'json') return jsonLine(envelope);
  return safeOn(terminal, csvOf(report, envelope));
}

/** Engines' text is unchanged in a file, but cannot move the cursor or color a terminal. */
export function safeOn({ outIsTerminal }: Pick<Terminal, 'outIsTerminal'>, csv: string): string {
  return outIsTerminal ? csv.replace(/[^\P{Cc}\r\n\t]/gu, ' ') : csv;
}
