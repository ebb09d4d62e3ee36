import type { LineRead, LineReader } from '../logged-request.ts';
import { placesIn } from './field-names.ts';
import { isQuoted, tokensOf, unquoted } from './line-tokens.ts';
import type { LogField, LogFormat } from './log-format.ts';
import { timeOf } from './log-times.ts';
import { requestOf } from './logged-fields.ts';

const FIELDS = /^#Fields:\s*/i;
const DATE = /^#Date:\s*(\d{4}-\d\d-\d\d)/i;

/** W3C's extended log format (w3.org/TR/WD-logfile): `#Fields:` names the columns, also anew in the middle. */
export const W3C: LogFormat = {
  id: 'w3c',
  name: 'W3C extended (CloudFront, IIS)',
  open: (lines) => (lines.some((line) => FIELDS.test(line)) ? w3cReader() : null),
};

function w3cReader(): LineReader {
  let places: Record<LogField, number> | null = null;
  let width = 0;
  let date: string | undefined;
  return (line) => {
    if (line.startsWith('#')) {
      date = DATE.exec(line)?.[1] ?? date;
      if (!FIELDS.test(line)) return 'nothing';
      const names = line.replace(FIELDS, '').trim().split(/\s+/);
      [places, width] = [placesIn(names), names.length];
      return 'nothing';
    }
    const cells = cellsOf(line);
    return places === null || cells?.length !== width ? 'unread' : readCells(cells, places, date);
  };
}

/** CloudFront separates columns by tabs, although its header has blanks. */
function cellsOf(line: string): string[] | null {
  if (line.includes('\t')) return line.split('\t').map((cell) => cell.trim());
  return tokensOf(line)?.map((token) => (isQuoted(token) ? unquoted(token) : token)) ?? null;
}

function readCells(
  cells: readonly string[],
  places: Record<LogField, number>,
  headDate: string | undefined,
): LineRead {
  const cell = (field: LogField) => cells[places[field]];
  const date = cell('date') ?? headDate;
  const time = cell('time');
  const agent = cell('agent');
  return requestOf({
    at: timeOf(time) ?? timeOf(`${date} ${time}`),
    host: cell('host'),
    method: cell('method'),
    target: cell('target'),
    query: cell('query'),
    status: cell('status'),
    address: cell('address'),
    forwarded: cell('forwarded'),
    agent: agent === undefined ? undefined : agentIn(agent),
    referrer: cell('referrer'),
  });
}

/** CloudFront writes blanks as `%20`, at times encoded twice; IIS as `+`, and a plus sign after one stays. */
function agentIn(cell: string): string {
  if (cell.includes('%')) return decoded(decoded(cell));
  return cell.includes(' ') ? cell : cell.replace(/\+(\+?)/g, ' $1');
}

function decoded(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  );
}
