import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { SightlineError } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import type { CountedLog } from '../../pipeline/traffic/log-files.ts';
import type { Database } from '../../reports/run/operator.ts';
import type { OwnPart } from '../shared/action-command.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { jsonLine, Progress, printable } from '../shared/terminal.ts';

export function addLogCommands(program: Command, deps: CliDeps): void {
  const logs = program.command('logs').description("count crawls and visits in logs of a brand's site");
  addImport(logs, deps);
}

export const drainParts: Readonly<Record<string, OwnPart>> = {
  remove_drain: { removes: async (_db, _input, brand) => `the address that takes the log of ${brand?.name}` },
};

interface ImportFlags {
  readonly brand: string;
  readonly organization?: string | undefined;
  readonly map: readonly string[];
}

function addImport(logs: Command, deps: CliDeps): void {
  const command = logs
    .command('import <files...>')
    .description('read logs of any size, plain or gzipped; `-` reads standard input; a line counts once')
    .requiredOption('--brand <id or name>', 'the brand')
    .option('--organization <name or id>', "the brand's organization")
    .option('--map <field=place>', 'where a log of JSON or CSV has a field, as status=code', listed, []);
  command.action(async (paths: string[], options: ImportFlags) => {
    const { json, flags } = invocationOf(command, deps);
    deps.streamInLittleMemory();
    const read = await deps.withStore(flags, (db) => importAll(deps, db, paths, options));
    if (json) deps.terminal.out(jsonLine({ files: read.map(recordOf) }));
    else for (const log of read) deps.terminal.out(await textOf(log));
    if (read.some(({ format, lines }) => format === null && lines > 0))
      throw new SightlineError('bad_line', 'No known format fits; docs/log-formats.md has those that do.');
  });
}

const listed = (entry: string, before: readonly string[]) => [...before, entry];

async function importAll(
  deps: CliDeps,
  db: Database,
  paths: readonly string[],
  { brand, organization, map }: ImportFlags,
): Promise<CountedLog[]> {
  const { brandNamed } = await import('../../pipeline/declare/find-brand.ts');
  const { importLog } = await import('../../pipeline/traffic/log-files.ts');
  const found = await brandNamed(db, brand, organization);
  const progress = new Progress(deps.terminal);
  const read: CountedLog[] = [];
  const stop = deps.stopSignal();
  for (const path of paths) {
    if (stop.aborted) break;
    const file = { name: nameOf(path), by: OPERATOR, mapping: map };
    const log = await importLog({ ...deps, db }, found, {
      ...{ ...file, chunks: await deps.openFile(path), stop },
      onProgress: ({ lines, counted }) =>
        progress.show(`${file.name}: ${lines} lines read, ${counted} counted`),
    }).finally(() => progress.clear());
    read.push(log);
  }
  return read;
}

function nameOf(path: string): string {
  return path === '-' ? 'standard input' : (path.split(/[/\\]/).at(-1) ?? path);
}

function recordOf({ firstDay, lastDay, ...log }: CountedLog) {
  return {
    ...{ name: log.name, format: log.format, sha256: log.digest || null },
    ...{ first_day: dayText(firstDay), last_day: dayText(lastDay), lines: log.lines },
    ...{ crawls: log.crawls, visits: log.visits, counted_before: log.repeated },
    ...{ unread: log.unread, first_unread: log.unreadFirst },
    left_out: { other_hosts: log.elsewhere, closed_days: log.closed },
  };
}

function dayText(day: number | null): string | null {
  return day === null ? null : new Date(day * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

async function textOf(log: CountedLog): Promise<string> {
  const { leftOutWords } = await import('../../pipeline/traffic/left-out-words.ts');
  const { name, format, lines, crawls, visits, repeated, digest, firstDay, lastDay } = log;
  const days = firstDay === null ? '' : `, ${dayText(firstDay)} to ${dayText(lastDay)}`;
  const found = [
    `${name}: ${format ?? 'no known format'}${days}`,
    `${many(lines, 'line')}: ${many(crawls, 'crawl')} and ${many(visits, 'visit')} counted, ${repeated} counted before.`,
    ...leftOutWords(log),
    ...log.unreadFirst.map((line) => `Not read: ${line}`),
    ...(digest === '' ? ['Stopped before its end: import it again to finish it.'] : []),
  ];
  return found.map((each) => `${printable(each)}\n`).join('');
}

function many(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
