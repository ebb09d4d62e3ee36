import { counted } from '../../domain/text.ts';
import { formatDay } from '../../domain/time/instant.ts';
import type { GivenFile, ReadFile } from '../../pipeline/traffic/given-files.ts';
import type { CountedLog } from '../../pipeline/traffic/log-files.ts';
import { printable } from '../shared/terminal.ts';

export function logRecord({ firstDay, lastDay, ...log }: CountedLog) {
  return {
    ...{ name: log.name, kind: 'log', format: log.format, sha256: log.digest || null },
    ...{ first_day: dayText(firstDay), last_day: dayText(lastDay), lines: log.lines },
    ...{ crawls: log.crawls, visits: log.visits, counted_before: log.repeated },
    ...{ unread: log.unread, first_unread: log.unreadFirst },
    left_out: { other_hosts: log.elsewhere, closed_days: log.closed },
  };
}

const dayText = (day: number | null): string | null => (day === null ? null : formatDay(day));

export async function logText(log: CountedLog): Promise<string> {
  const { leftOutWords } = await import('../../pipeline/traffic/left-out-words.ts');
  const { name, format, lines, crawls, visits, repeated, digest, firstDay, lastDay } = log;
  const days = firstDay === null ? '' : `, ${dayText(firstDay)} to ${dayText(lastDay)}`;
  return printed([
    `${name}: ${format ?? 'no known format'}${days}`,
    `${counted(lines, 'line')}: ${counted(crawls, 'crawl')} and ${counted(visits, 'visit')} counted, ${repeated} counted before.`,
    ...leftOutWords(log),
    ...log.unreadFirst.map((line) => `Not read: ${line}`),
    ...(digest === '' ? ['Stopped before its end: import it again to finish it.'] : []),
  ]);
}

/** A file with figures; `stored` is null in a dry run. */
interface ReadFigures {
  readonly name: string;
  readonly read: ReadFile;
  readonly stored: GivenFile | null;
}

export function figuresRecord({ name, read: { table, digest }, stored }: ReadFigures) {
  return {
    ...{ name, kind: table.kind, sha256: digest },
    ...{ first_day: dayText(table.days?.first ?? null), last_day: dayText(table.days?.last ?? null) },
    columns: table.columns.map(({ field, at, header, by }) => ({ field, column: at + 1, header, by })),
    ...{ unused: table.unused, lines: table.lines, rows: table.rows.length, left_out: table.leftOut },
    stored: stored !== null,
  };
}

export async function figuresText({ name, read: { table }, stored }: ReadFigures): Promise<string> {
  const { columnWords, givenReport, leftOutOfTable } = await import('../../pipeline/traffic/given-words.ts');
  const days =
    table.days === null ? 'no days' : `${formatDay(table.days.first)} to ${formatDay(table.days.last)}`;
  return printed([
    `${name}: ${givenReport(table.kind).name}, ${days}`,
    ...table.columns.map(columnWords),
    `${counted(table.lines, 'row')}: ${table.rows.length} ${stored === null ? 'would be stored' : 'stored'}.`,
    ...leftOutOfTable({ ...table, stored: table.rows.length }),
    ...(stored === null && table.days === null ? ['Say which days it covers, with --from and --until.'] : []),
  ]);
}

function printed(lines: readonly string[]): string {
  return lines.map((each) => `${printable(each)}\n`).join('');
}
