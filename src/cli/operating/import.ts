import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { SightlineError } from '../../domain/errors.ts';
import { counted } from '../../domain/text.ts';
import type { Source } from '../../exchange/bytes.ts';
import type { BadLines } from '../../pipeline/intake/bad-lines.ts';
import type { Ingested } from '../../pipeline/intake/ingest.ts';
import type { OpenedImport } from '../../pipeline/intake/open-import.ts';
import type { Database } from '../../reports/run/operator.ts';
import { type CliDeps, type Invocation, invocationOf } from '../shared/deps.ts';
import { jsonLine, Progress, printable } from '../shared/terminal.ts';

interface ImportFlags {
  readonly brand?: string;
  readonly map: readonly string[];
  readonly strict?: true;
  readonly dryRun?: true;
  readonly undo?: string;
}

export function addImportCommand(program: Command, deps: CliDeps): void {
  program
    .command('import [file]')
    .description(
      "store answers from elsewhere: another tool's export, or one JSON object per line; `-` reads standard input",
    )
    .option('--brand <id or name>', 'the brand, which our own lines may name themselves')
    .option(
      '--map <what=which>',
      'what is not guessed: answer=Response, engine:NAME=chatgpt_app, market:NAME=us-en, zone=Europe/Berlin',
      (entry: string, before: readonly string[]) => [...before, entry],
      [],
    )
    .option('--strict', 'stop at the first bad line')
    .option('--dry-run', 'only count what is new')
    .option('--undo <import>', 'remove an earlier import as a whole, by the id that it printed')
    .action(async (path: string | undefined, options: ImportFlags, command: Command) => {
      const invocation = invocationOf(command, deps);
      if (options.undo !== undefined) return await undo(deps, invocation, options.undo, options.brand);
      if (path === undefined) throw new SightlineError('invalid_argument', 'Give a file, or --undo.');
      await importFile(deps, invocation, path, options);
    });
}

async function importFile(
  deps: CliDeps,
  { json, flags }: Invocation,
  path: string,
  options: ImportFlags,
): Promise<void> {
  const { BadLines, lineNumbersText } = await import('../../pipeline/intake/bad-lines.ts');
  const { openImport, OWN_FORMAT } = await import('../../pipeline/intake/open-import.ts');
  const input = await sourceOf(deps, path);
  const opened = await openImport(input.source, options.map);
  if (opened.isOwn) input.keepNoMore();
  const progress = new Progress(deps.terminal);
  const bad = new BadLines();
  const done = await deps
    .withStoreMade(flags, async (db) => {
      await makeReaderKnown(deps, db, flags);
      return await imported({ ...deps, db }, opened, { path, options, bad, progress });
    })
    .finally(() => {
      progress.clear();
      if (json) return;
      const groups = bad.groups.map((each) => `${lineNumbersText(each)}: ${each.reason}`);
      deps.terminal.err(badLinesText(groups, bad.others));
    });
  const { summary, imports } = done;
  const problems = bad.groups.map((group) => ({ line: group.lines[0], ...group }));
  const ids = imports.map(({ publicId }) => publicId);
  deps.terminal.out(json ? jsonLine({ ...summary, problems, imports: ids }) : importText(done, options));
  if (summary.lines > 0 && summary.bad_lines === summary.lines)
    throw new SightlineError('bad_line', `Stored nothing: every line is bad; ${OWN_FORMAT}.`);
}

interface Importing {
  readonly path: string;
  readonly options: ImportFlags;
  readonly bad: BadLines;
  readonly progress: Progress;
}

async function imported(
  deps: CliDeps & { readonly db: Database },
  opened: OpenedImport,
  { path, options, bad, progress }: Importing,
): Promise<Ingested> {
  const { importItems } = await import('../../pipeline/intake/ingest.ts');
  const { db, now } = deps;
  const brand = await brandIn(db, opened, options.brand);
  const { tool, mapping } = opened;
  const fileName = path === '-' ? '' : (path.split(/[/\\]/).at(-1) ?? path);
  return await importItems(deps, await opened.items(db, brand ?? '', now()), {
    ...(brand !== null && { brand }),
    source: { fileName, tool, mapping, startedBy: OPERATOR, task: null },
    isDryRun: options.dryRun === true,
    strict: options.strict === true,
    onBadLine: (line, reason) => bad.add(line, reason),
    onProgress: (soFar) => progress.show(`${soFar.lines} lines read, ${soFar.answers} answers stored`),
  });
}

/** The brand of the answers; null if our own lines name theirs. */
async function brandIn(
  db: Database,
  { isOwn }: OpenedImport,
  named: string | undefined,
): Promise<string | null> {
  const { brandIdOf, brandIdsOf } = await import('../../pipeline/declare/find-brand.ts');
  if (named !== undefined) return await brandIdOf(db, named);
  if (isOwn) return null;
  const [only, ...others] = await brandIdsOf(db);
  if (only !== undefined && others.length === 0) return only;
  throw new SightlineError('brand_required', 'Say which brand these answers are about, with --brand.');
}

/** Standard input is kept for a second reading, up to here. */
const MOST_KEPT_BYTES = 200 * 1024 * 1024;

async function sourceOf(
  deps: CliDeps,
  path: string,
): Promise<{ readonly source: Source; readonly keepNoMore: () => void }> {
  const first = await deps.openFile(path);
  if (path !== '-') {
    const again = async function* () {
      yield* await deps.openFile(path);
    };
    return { source: again, keepNoMore: () => {} };
  }
  const input = first[Symbol.asyncIterator]();
  const kept: Uint8Array[] = [];
  let [bytes, isKeeping] = [0, true];
  const source = async function* () {
    yield* kept;
    for (let next = await input.next(); next.done !== true; next = await input.next()) {
      if (isKeeping) kept.push(next.value);
      bytes += next.value.length;
      if (isKeeping && bytes > MOST_KEPT_BYTES)
        throw new SightlineError(
          'invalid_argument',
          'Standard input is larger than 200 MB: give a file instead.',
        );
      yield next.value;
    }
  };
  return {
    source,
    keepNoMore: () => {
      isKeeping = false;
    },
  };
}

/** A model that is set reads what is imported from now on, also if `serve` has not run yet. */
async function makeReaderKnown(deps: CliDeps, db: Database, flags: Invocation['flags']): Promise<void> {
  const { readers = [] } = await deps.engines(flags, db);
  if (readers.length === 0) return;
  const { planNewReadings } = await import('../../pipeline/judge/plan-readings.ts');
  await planNewReadings({ ...deps, db }, readers);
}

function badLinesText(groups: readonly string[], others: number): string {
  const rest = others === 0 ? [] : [`${counted(others, 'more line')} with other problems`];
  return [...groups, ...rest].map((each) => `${printable(each)}\n`).join('');
}

function importText({ summary, imports }: Ingested, { dryRun }: ImportFlags): string {
  const { lines, answers, failed_collections, already_stored, bad_lines, left_out, blank_searches } = summary;
  if (lines === 0) return 'The file has no lines.\n';
  const dropped =
    blank_searches === 0
      ? ''
      : `Dropped ${blank_searches} blank ${blank_searches === 1 ? 'search' : 'searches'}.\n`;
  const counts =
    `${counted(lines, 'line')}: ${counted(answers, 'answer')} and ` +
    `${counted(failed_collections, 'failed collection')} ${dryRun ? 'new' : 'stored'}, ${already_stored} stored before or repeated, ${bad_lines} bad` +
    (left_out === undefined ? '' : `, ${left_out} left out`);
  if (dryRun)
    return `${counts}. ${counted(summary.new_questions ?? 0, 'question')} would be new.\nThis was a dry run: nothing is stored.\n`;
  const undo = imports.map(({ publicId }) => `Undo it with: sightline import --undo ${publicId}\n`);
  return `${counts}.\n${dropped}${undo.join('')}`;
}

async function undo(
  deps: CliDeps,
  { json, flags }: Invocation,
  id: string,
  named: string | undefined,
): Promise<void> {
  const { undoImport } = await import('../../pipeline/intake/undo-import.ts');
  const progress = new Progress(deps.terminal);
  const stop = deps.stopSignal();
  const done = await deps
    .withStore(flags, async (db) => {
      const { brandNamed } = await import('../../pipeline/declare/find-brand.ts');
      const brand = await brandNamed(db, await brandOfImport(db, id, named));
      return await undoImport({ ...deps, db }, id, brand, {
        stop,
        onProgress: (soFar) => progress.show(`${soFar.answers_removed} answers removed`),
      });
    })
    .finally(() => progress.clear());
  const { answers_removed: answers, failed_collections_removed: failures } = done;
  const text = `Removed ${counted(answers, 'answer')} and ${counted(failures, 'failed collection')}.\n`;
  deps.terminal.out(json ? jsonLine(done) : text);
  if (stop.aborted) throw new SightlineError('conflict', 'The import is not undone yet: run it again.');
}

/** The brand with this import: ids of imports name no brand. */
async function brandOfImport(db: Database, id: string, named: string | undefined): Promise<string> {
  const { brandIdOf, brandIdsOf } = await import('../../pipeline/declare/find-brand.ts');
  const { hasImport } = await import('../../pipeline/intake/undo-import.ts');
  if (named !== undefined) return await brandIdOf(db, named);
  const brands = await brandIdsOf(db);
  for (const each of brands) if (await hasImport(db, each, id)) return each;
  const [only, ...others] = brands;
  if (only !== undefined && others.length === 0) return only;
  throw new SightlineError('not_found', `No brand has the import ${id}.`);
}
