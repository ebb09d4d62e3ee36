import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { Days, GivenFile, GivenWords, ReadFile } from '../../pipeline/traffic/given-files.ts';
import type { CountedLog } from '../../pipeline/traffic/log-files.ts';
import type { Database } from '../../reports/run/operator.ts';
import type { OwnPart } from '../shared/action-command.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { jsonLine, Progress } from '../shared/terminal.ts';
import { figuresRecord, figuresText, logRecord, logText } from './logs-text.ts';

export function addLogCommands(program: Command, deps: CliDeps): void {
  const logs = program
    .command('logs')
    .description("bring logs of a brand's site, and files with figures that engines give");
  addImport(logs, deps);
}

export const drainParts: Readonly<Record<string, OwnPart>> = {
  remove_drain: { removes: async (_db, _input, brand) => `the address that takes the log of ${brand?.name}` },
};

interface ImportFlags {
  readonly brand: string;
  readonly organization?: string | undefined;
  readonly map: readonly string[];
  readonly kind?: string;
  readonly from?: string;
  readonly until?: string;
  readonly dryRun?: boolean;
}

/** A file as it was imported: a log, or a table of figures, which a dry run only reads. */
type Imported =
  | { readonly log: CountedLog }
  | { readonly name: string; readonly read: ReadFile; readonly stored: GivenFile | null };

function addImport(logs: Command, deps: CliDeps): void {
  const command = logs
    .command('import <files...>')
    .description(
      'read logs of any size, plain or gzipped, and files of Bing, Search Console, or GA4; `-` reads standard input',
    )
    .requiredOption('--brand <id or name>', 'the brand')
    .option('--organization <name or id>', "the brand's organization")
    .option('--map <field=place>', 'where a file has a field, as status=code', listed, [])
    .option('--kind <kind>', 'what a file with figures is, as search_console_pages; left out: by its columns')
    .option('--from <day>', 'the first day that a file with figures covers, if it names none')
    .option('--until <day>', 'the last day')
    .option('--dry-run', 'show how a file with figures would be read, and store nothing');
  command.action(async (paths: string[], options: ImportFlags) => {
    const { json, flags } = invocationOf(command, deps);
    deps.streamInLittleMemory();
    const all = await deps.withStore(flags, (db) => importAll(deps, db, paths, options));
    if (json)
      deps.terminal.out(
        jsonLine({ files: all.map((each) => ('log' in each ? logRecord(each.log) : figuresRecord(each))) }),
      );
    else
      for (const each of all)
        deps.terminal.out(await ('log' in each ? logText(each.log) : figuresText(each)));
    if (all.some((each) => 'log' in each && each.log.format === null && each.log.lines > 0))
      throw new SightlineError(
        'bad_line',
        'No known format fits; docs/log-formats.md has those that do, and --kind reads a table of figures.',
      );
  });
}

const listed = (entry: string, before: readonly string[]) => [...before, entry];

async function importAll(
  deps: CliDeps,
  db: Database,
  paths: readonly string[],
  options: ImportFlags,
): Promise<Imported[]> {
  const { brandNamed } = await import('../../pipeline/declare/find-brand.ts');
  const { givenDaysOf, givenKindOf, recognized } = await import('../../pipeline/traffic/given-files.ts');
  const brand = await brandNamed(db, options.brand, options.organization);
  const kind = options.kind === undefined ? null : givenKindOf(options.kind);
  const days: Days | null = givenDaysOf(options.from, options.until);
  const all: Imported[] = [];
  const stop = deps.stopSignal();
  for (const path of paths) {
    if (stop.aborted) break;
    const { isGiven, chunks } = await recognized(await deps.openFile(path));
    const file = { name: nameOf(path), mapping: options.map, chunks };
    const work = { ...{ deps, db, brand }, isDryRun: options.dryRun ?? false };
    all.push(
      isGiven || kind !== null
        ? await importFigures(work, { ...file, kind, days })
        : await importOneLog(work, file, stop),
    );
  }
  return all;
}

interface Work {
  readonly deps: CliDeps;
  readonly db: Database;
  readonly brand: { readonly id: number; readonly publicId: string; readonly organizationId: number };
  readonly isDryRun: boolean;
}

interface OneFile {
  readonly name: string;
  readonly mapping: readonly string[];
  readonly chunks: AsyncIterable<Uint8Array>;
}

async function importFigures(
  { deps, db, brand, isDryRun }: Work,
  { name, chunks, ...words }: OneFile & GivenWords,
): Promise<Imported> {
  const { readGivenFile, storeGivenFile } = await import('../../pipeline/traffic/given-files.ts');
  const read = await readGivenFile({ ...deps, db }, brand.publicId, chunks, words).catch((error: unknown) => {
    throw error instanceof SightlineError
      ? new SightlineError(error.code, `${name}: ${error.message}`)
      : error;
  });
  if (read.table.days === null && !isDryRun)
    throw new SightlineError(
      'invalid_file',
      `${name}: The file does not say which days it covers. Say them with --from and --until. Nothing was stored.`,
    );
  const file = { ...{ name, by: OPERATOR, actor: OPERATOR }, file: read };
  return { name, read, stored: isDryRun ? null : await storeGivenFile({ ...deps, db }, brand, file) };
}

async function importOneLog(
  { deps, db, brand, isDryRun }: Work,
  file: OneFile,
  stop: AbortSignal,
): Promise<Imported> {
  if (isDryRun)
    throw new SightlineError(
      'invalid_argument',
      `${file.name} is no file with figures, and a dry run reads no log.`,
    );
  const { importLog } = await import('../../pipeline/traffic/log-files.ts');
  const progress = new Progress(deps.terminal);
  const log = await importLog({ ...deps, db }, brand, {
    ...{ ...file, by: OPERATOR, stop },
    onProgress: ({ lines, counted }) =>
      progress.show(`${file.name}: ${lines} lines read, ${counted} counted`),
  }).finally(() => progress.clear());
  return { log };
}

function nameOf(path: string): string {
  return path === '-' ? 'standard input' : (path.split(/[/\\]/).at(-1) ?? path);
}
