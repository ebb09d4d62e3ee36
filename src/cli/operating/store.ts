import type { Command } from 'commander';
import { SightlineError } from '../../domain/errors.ts';
import type { ReparseResult } from '../../pipeline/collect/reparse.ts';
import type { ApplyResult } from '../../pipeline/declare/apply/apply.ts';
import type { RescannedBrand, RescanOptions } from '../../pipeline/intake/rescan.ts';
import type { Database } from '../../reports/run/operator.ts';
import { type CliDeps, type Invocation, invocationOf, secretsKnown } from '../shared/deps.ts';
import { costWords, isAgreed } from '../shared/offer.ts';
import { jsonLine, Progress, printable } from '../shared/terminal.ts';
import { addImportCommand } from './import.ts';

export function addStoreCommands(program: Command, deps: CliDeps): void {
  addApply(program, deps);
  addExport(program, deps);
  addImportCommand(program, deps);
  addRescan(program, deps);
  addVerify(program, deps);
}

function addApply(program: Command, deps: CliDeps): void {
  program
    .command('apply <file>')
    .description('declare organizations, plans, brands, competitors, questions, and engines (YAML or JSON)')
    .option('--rescan', 'rescan stored answers if the file changes their reading')
    .option('--dry-run', 'only print the changes')
    .action(async (path: string, options: ApplyFlags, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { fileText } = await import('../../pipeline/declare/document/yaml.ts');
      const text = await fileText(await deps.openFile(path));
      if (options.dryRun) await printPreview(deps, text, path, { json, flags });
      else await deps.withStoreMade(flags, (db) => applyAndPrint(deps, db, text, { ...options, json }));
    });
}

function addExport(program: Command, deps: CliDeps): void {
  program
    .command('export')
    .description('print the current setup as an apply file; applying it again changes nothing')
    .option('--answers', 'print every collection instead, as lines that `import` reads')
    .option('--organization <name or id>', 'only this organization')
    .option('--brand <id or name>', 'only this brand')
    .action(async (options: ExportFlags, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      if (options.answers) return await deps.withStore(flags, (db) => answersPrinted(deps, db, options));
      const { brandFile, organizationFile } = await import('../../pipeline/declare/document/document.ts');
      const { applyYaml } = await import('../../pipeline/declare/document/document-yaml.ts');
      const { brandIdOf } = await import('../../pipeline/declare/find-brand.ts');
      const { organization, brand } = options;
      const organizations = await deps.withStore(flags, async (db) =>
        brand === undefined
          ? await organizationFile(db, organization)
          : await brandFile(db, await brandIdOf(db, brand, organization)),
      );
      deps.terminal.out(json ? jsonLine({ organizations }) : applyYaml(organizations));
    });
}

interface ExportFlags {
  readonly answers?: true;
  readonly organization?: string;
  readonly brand?: string;
}

/** Prints some lines at a time, at the reader's pace, so memory stays flat. */
async function answersPrinted(
  deps: CliDeps,
  db: Database,
  { organization, brand }: ExportFlags,
): Promise<void> {
  const { exportedAnswers } = await import('../../pipeline/intake/export-answers.ts');
  const { brandIdOf, brandIdsOf } = await import('../../pipeline/declare/find-brand.ts');
  const brands =
    brand === undefined ? await brandIdsOf(db, organization) : [await brandIdOf(db, brand, organization)];
  for (const each of brands) {
    for await (const lines of exportedAnswers(db, each)) {
      deps.terminal.out(lines.map(jsonLine).join(''));
      await deps.terminal.drained();
    }
  }
}

interface ApplyFlags {
  readonly rescan?: true;
  readonly dryRun?: true;
}

async function printPreview(
  deps: CliDeps,
  text: string,
  path: string,
  { json, flags }: Pick<Invocation, 'json' | 'flags'>,
): Promise<void> {
  const { previewDeclared } = await import('../../pipeline/declare/apply/apply.ts');
  const { readApplyFile } = await import('../../pipeline/declare/apply/apply-file.ts');
  const declared = readApplyFile(text);
  let isOpen = false;
  const preview = await deps
    .withStore(flags, (db) => {
      isOpen = true;
      return previewDeclared({ ...deps, db }, declared, {}, async () => null);
    })
    .catch((error) => {
      if (isOpen || !(error instanceof SightlineError) || error.code !== 'not_found') throw error;
      throw withoutStore(path, error);
    });
  const { changes, notices } = preview.result;
  if (json) deps.terminal.out(jsonLine({ dry_run: true, changes, notices }));
  else deps.terminal.out(`${applyText({ changes, notices })}Changed nothing.\n`);
}

/** A preview compares the file with a store, and creates none. */
function withoutStore(path: string, { code, message }: SightlineError): SightlineError {
  return new SightlineError(
    code,
    `${message} --dry-run never creates a store. Everything in the file would be new: run \`sightline apply ${path}\`, which asks no engine.`,
  );
}

async function applyAndPrint(
  deps: CliDeps,
  db: Database,
  text: string,
  { rescan: rescans, json }: ApplyFlags & { json: boolean },
): Promise<void> {
  const { applyFile, dueNotice } = await import('../../pipeline/declare/apply/apply.ts');
  const { changes, due, ...applied } = await applyFile({ ...deps, db }, text);
  const notices = rescans ? applied.notices : [...applied.notices, ...due.map(dueNotice)];
  if (!json) deps.terminal.out(applyText({ changes, notices }));
  const rescanned = rescans ? await rescanDue(deps, db, due) : undefined;
  if (json) deps.terminal.out(jsonLine({ changes, notices, rescanned }));
  else if (rescanned) deps.terminal.out(rescanText(rescanned));
}

async function rescanDue(
  deps: CliDeps,
  db: Database,
  due: readonly { readonly brand: string }[],
): Promise<RescannedBrand[]> {
  const rescanned: RescannedBrand[] = [];
  for (const { brand } of due) rescanned.push(...(await rescanWithProgress(deps, db, { brand })));
  return rescanned;
}

async function rescanWithProgress(
  deps: CliDeps,
  db: Database,
  options: RescanOptions,
): Promise<RescannedBrand[]> {
  const { rescan } = await import('../../pipeline/intake/rescan.ts');
  const progress = new Progress(deps.terminal);
  return await rescan(db, {
    ...options,
    onProgress: ({ brand, done, total }) => progress.show(`${brand}: ${done} of ${total} answers read again`),
  }).finally(() => progress.clear());
}

function rescanText(rescanned: readonly RescannedBrand[]): string {
  const read = rescanned.filter((each) => each.answers_read > 0);
  if (read.length === 0) return 'No stored answer needs a rescan.\n';
  return read
    .map(
      ({ brand, answers_read, answers_changed }) =>
        `${brand}: ${answers_read} answers read again, ${answers_changed} changed.\n`,
    )
    .join('');
}

function reparseText(reparsed: readonly ReparseResult[] | undefined): string {
  if (reparsed === undefined) return '';
  const lines = reparsed.flatMap(
    ({ brand, replies_read, answers_found, searches_filled, cards_filled, replies_gone }) => [
      ...(replies_read > 0
        ? [`${brand}: ${replies_read} stored replies read again, ${answers_found} are answers now.\n`]
        : []),
      ...(searches_filled > 0 ? [`${brand}: stored searches for ${searches_filled} answers.\n`] : []),
      ...(cards_filled > 0
        ? [`${brand}: stored the advertisements and products in ${cards_filled} answers.\n`]
        : []),
      ...(replies_gone > 0
        ? [`${brand}: ${replies_gone} collections cannot be read again: pruning has deleted their replies.\n`]
        : []),
    ],
  );
  return lines.length === 0 ? 'No stored replies to read again.\n' : lines.join('');
}

function addRescan(program: Command, deps: CliDeps): void {
  program
    .command('rescan')
    .description(
      'rescan stored answers after changes to names, domains, or competitors, or have a model read them',
    )
    .option('--brand <id or name>', 'only this brand')
    .option(
      '--model',
      'instead, have the model that an organization chose read the answers that it has not read',
    )
    .option('--yes', 'do not ask before that, whatever it costs; needed without a terminal')
    .option('--reparse', 'first reparse unreadable engine replies, and replies without stored searches')
    .action(async (options: RescanFlags, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      if (options.model) return await planForModel(deps, options, { json, flags });
      const { reparse } = await import('../../pipeline/collect/reparse.ts');
      const { brandIdOf } = await import('../../pipeline/declare/find-brand.ts');
      await deps.withStore(flags, async (db) => {
        const brand = options.brand && (await brandIdOf(db, options.brand));
        const secrets = options.reparse ? await secretsKnown(deps, flags, db) : [];
        const reparsed = options.reparse ? await reparse({ ...deps, db }, { brand, secrets }) : undefined;
        const rescanned = await rescanWithProgress(deps, db, { brand });
        if (json) deps.terminal.out(jsonLine({ brands: rescanned, reparsed }));
        else deps.terminal.out(reparseText(reparsed) + rescanText(rescanned));
      });
    });
}

interface RescanFlags {
  readonly brand?: string;
  readonly reparse?: true;
  readonly model?: true;
  readonly yes?: true;
}

/** Stored answers that a model has not read as they are to be read now. */
interface ForModel {
  readonly brand: string;
  readonly reader: string;
  readonly answers: number;
  readonly estimated_usd: number;
  /** Half the price, within a day. */
  readonly is_batch: boolean;
  readonly is_planned: boolean;
}

/** Plans the readings of stored answers by models, once somebody knows what they cost. `serve` reads them. */
async function planForModel(
  deps: CliDeps,
  { brand, yes }: RescanFlags,
  { json, flags }: Pick<Invocation, 'json' | 'flags'>,
): Promise<void> {
  const { againWords, unreadByModel } = await import('../../pipeline/judge/choose-reader.ts');
  const { planStoredReadings } = await import('../../pipeline/judge/plan-readings.ts');
  const { brandIdOf, brandIdsOf } = await import('../../pipeline/declare/find-brand.ts');
  await deps.withStore(flags, async (db) => {
    const { readers = [] } = await deps.engines(flags, db);
    const found: ForModel[] = [];
    let hasReader = false;
    for (const each of brand ? [await brandIdOf(db, brand)] : await brandIdsOf(db)) {
      const unread = await unreadByModel(db, each, readers);
      hasReader ||= unread !== null;
      if (unread === null || unread.answers === 0) continue;
      const { brandId, engine, answers, estimated_usd, isBatch: is_batch } = unread;
      const offer = { brand: each, reader: engine.access.model, answers, estimated_usd, is_batch };
      const isTaken = await isAgreed(deps, { offer: offerText(offer), usd: estimated_usd, yes, json });
      if (isTaken) await planStoredReadings({ ...deps, db }, brandId, engine);
      found.push({ ...offer, is_planned: isTaken });
    }
    const again = againWords(found.reduce((sum, { estimated_usd: usd }) => sum + usd, 0));
    deps.terminal.out(json ? jsonLine({ brands: found }) : forModelText(found, hasReader, again));
    if (found.some(({ is_planned: isPlanned }) => !isPlanned))
      throw new SightlineError('conflict', 'Not everything was planned: add --yes.');
  });
}

type Offer = Omit<ForModel, 'is_planned'>;

function offerText({ brand, reader, answers, estimated_usd, is_batch }: Offer): string {
  const what = answers === 1 ? '1 stored answer' : `${answers} stored answers`;
  return `${brand}: ${reader} has ${what} to read, which costs ${costWords(estimated_usd)}${is_batch ? ', half the usual price, and may take up to a day' : ''}.`;
}

function forModelText(found: readonly ForModel[], hasReader: boolean, again: string): string {
  if (!hasReader) return 'No model reads answers: choose one with `sightline reader set`.\n';
  if (found.length === 0) return 'No stored answer is left for a model.\n';
  const lines = found.map((each) => `${offerText(each)} ${each.is_planned ? 'Planned.' : 'Not planned.'}\n`);
  const next = found.some((each) => each.is_batch)
    ? '`serve` has them read while it runs; `sightline collect` sends batches, and reads what has come back.\n'
    : '`serve` has them read while it runs; `sightline collect` does it now.\n';
  if (again !== '') lines.push(`${again}\n`);
  return found.some((each) => each.is_planned) ? lines.join('') + next : lines.join('');
}

const SIGNS = { created: '+', changed: '~', retired: '-' } as const;

function applyText({ changes, notices }: Pick<ApplyResult, 'changes' | 'notices'>): string {
  const lines = changes.map((each) => `${SIGNS[each.action]} ${each.kind} ${printable(changeText(each))}\n`);
  const body = lines.length === 0 ? 'Nothing to change.\n' : lines.join('');
  return body + notices.map((notice) => `Note: ${printable(notice)}.\n`).join('');
}

/** `acme created`, `Acme Inc: set to growth`; for site kinds, the name is already a sentence. */
function changeText({ action, kind, name }: ApplyResult['changes'][number]): string {
  if (kind === 'sites') return name;
  if (kind !== 'plan' && kind !== 'engines') return `${name} ${action}`;
  const value = name.lastIndexOf(': ') + 2;
  return `${name.slice(0, value)}set to ${name.slice(value)}`;
}

function addVerify(program: Command, deps: CliDeps): void {
  program
    .command('verify')
    .description('compare counts with raw rows and check references and integrity')
    .action(async (_options, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { findDifferences } = await import('../../pipeline/verify.ts');
      const differences = await deps.withStore(flags, findDifferences);
      const lines = differences.map(({ check, detail }) => `${check}: ${printable(detail)}\n`);
      const text = lines.length === 0 ? 'Counts, references, and integrity are correct.\n' : lines.join('');
      deps.terminal.out(json ? jsonLine({ ok: lines.length === 0, differences }) : text);
      if (lines.length > 0) {
        throw new SightlineError('counts_differ', 'The store is inconsistent; see the differences above.');
      }
    });
}
