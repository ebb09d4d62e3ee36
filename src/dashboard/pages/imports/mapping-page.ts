import { actions } from '../../../actions/index.ts';
import { UTC } from '../../../domain/time/time-zone.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../domain/web/csv-line.ts';
import type { Source } from '../../../exchange/bytes.ts';
import { LEFT_OUT_WORDS, type LeftOutReason } from '../../../exchange/rows.ts';
import { applyFileOf } from '../../../pipeline/declare/setup-of-import.ts';
import { lineNumbersText } from '../../../pipeline/intake/bad-lines.ts';
import {
  type DryRun,
  dryRunOf,
  type ImportPreview,
  leftOutRows,
  MOST_PREVIEWED,
  previewImport,
} from '../../../pipeline/intake/preview-import.ts';
import { bytesOfUpload } from '../../../pipeline/tasks/upload.ts';
import { type Html, html } from '../../markup/html.ts';
import { download, type Outcome, page, redirect } from '../../markup/outcome.ts';
import { type Refusal, refusalNote, refusalOf } from '../../parts/form/refusal.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { examplesSection } from './example-rows.ts';
import { chosenEntries, columnsSection, enginesSection, many, marketsSection } from './mapping-form.ts';

/** A file that waits to be imported. */
export interface WaitingFile {
  /** The id that storing it gave. */
  readonly upload: string;
  readonly bytes: number;
  readonly name: string;
}

/** Shows how a stored file would be imported. */
export function mappingAddress(visit: Visit, { upload, bytes, name }: WaitingFile): string {
  return visit.address('import/file', { upload, bytes: String(bytes), name });
}

/** How a file would be imported: what it is, its columns, engines, and rows, and what cannot be. */
export const mappingRoute: PageRoute = {
  path: '/brands/:brand/import/file',
  who: 'editor',
  isOutsideSnapshot: true,
  does: ['', 'import', 'left-out', 'setup'],
  get: async (visit) =>
    visit.query.has('upload')
      ? await mappingPage(visit, new URLSearchParams())
      : redirect(visit.address('import')),
  post: async (visit, form) => {
    const [file, mapping] = [waiting(visit), chosenEntries(form)];
    try {
      switch (form.get('do')) {
        case 'import': {
          const { data } = await visit.act(actions.import_file, { ...file, mapping });
          return redirect(visit.address(`tasks/${data.task}`));
        }
        case 'left-out':
          return leftOutFile(visit, file, mapping);
        case 'setup':
          return await setupFile(visit, file, mapping);
        default:
          return await mappingPage(visit, form);
      }
    } catch (error) {
      return await mappingPage(visit, form, refusalOf(error));
    }
  },
};

function waiting({ query }: Visit): WaitingFile {
  const bytes = Number(query.get('bytes'));
  return {
    upload: query.get('upload') ?? '',
    bytes: Number.isSafeInteger(bytes) && bytes > 0 ? bytes : 1,
    name: (query.get('name') ?? '').slice(0, 200),
  };
}

/** The stored file; other requests have a turn between its parts. */
function sourceOf({ deps, brand }: Visit, { upload }: WaitingFile): Source {
  const never = new AbortController().signal;
  return async function* () {
    for await (const bytes of bytesOfUpload(deps.db, brand.id, upload)) {
      yield bytes;
      await deps.sleep(0, never);
    }
  };
}

interface Looked {
  /** Null for a file that cannot be read, and for our own lines. */
  readonly preview: ImportPreview | null;
  /** Null if the file is not clear yet. */
  readonly dryRun: DryRun | null;
  readonly refusal: Refusal | null;
}

async function looked(visit: Visit, file: WaitingFile, entries: readonly string[]): Promise<Looked> {
  const { deps, brand } = visit;
  const source = sourceOf(visit, file);
  const at = { db: deps.db, now: () => visit.now, random: deps.random };
  let preview: ImportPreview | null = null;
  try {
    preview = await previewImport(at, brand.id, source, entries);
    return { preview, dryRun: await dryRunOf(at, brand.id, source, preview), refusal: null };
  } catch (error) {
    return { preview, dryRun: null, refusal: refusalOf(error) };
  }
}

async function mappingPage(visit: Visit, form: URLSearchParams, refused?: Refusal): Promise<Outcome> {
  const file = waiting(visit);
  const { preview, dryRun, refusal } = await looked(visit, file, chosenEntries(form));
  const problem = refused ?? refusal;
  const summary = dryRun?.summary;
  const fresh = summary === undefined ? 0 : summary.answers + summary.failed_collections;
  const rows = preview?.survey.rows ?? summary?.lines ?? 0;
  return page({
    title: `Import ${file.name} · ${visit.brand.name}`,
    status: problem?.status ?? 200,
    main: html`<form method="post" action="${mappingAddress(visit, file)}" class="import-file">
<header class="page-head with-action"><h1>${dryRun === null ? 'Import answers' : headline(fresh, rows, preview)}</h1>
${fresh > 0 && html`<button name="do" value="import" class="primary">Import ${many(fresh, 'answer')}</button>`}</header>
${refusalNote(problem)}
<p class="import-what"><b><bdi>${file.name}</bdi></b> ${whatItIs(preview, rows)} <a href="${visit.address('import')}">Another file</a></p>
${preview !== null && parts(visit, preview, dryRun)}
${preview === null && dryRun !== null && badLines(dryRun)}
${preview !== null && examplesSection(visit, preview, Number(form.get('from') ?? 0))}
${dryRun !== null && html`<p class="help">They join the trend${preview?.survey.firstAt != null && ` from ${dayText(preview.survey.firstAt)}`}, marked as imported and apart from answers that Sightline asked for. You can take them out again. Sightline forgets a file that nobody imports after six hours.</p>`}
</form>`,
  });
}

function whatItIs(preview: ImportPreview | null, rows: number): string {
  if (preview === null) return rows === 0 ? '' : `${many(rows, 'line')} of Sightline’s own`;
  const { file, survey } = preview;
  return `${file.tool === null ? '' : `${file.tool.name}, `}${many(survey.rows, 'row')}, ${file.format}`;
}

function parts(visit: Visit, preview: ImportPreview, dryRun: DryRun | null): Html {
  const zone = visit.viewer.kind === 'user' ? visit.viewer.user.timeZone : UTC;
  return html`<div class="import-parts"><div>
${columnsSection(preview, questionsNote(preview, dryRun), zone)}
<p class="row"><button>Show again with these</button> <button name="do" value="setup">Questions and competitors as an apply file</button></p>
</div><div>
${enginesSection(preview)}
${marketsSection(preview)}
${leftOutSection(preview, dryRun)}
</div></div>`;
}

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: UTC });
const dayText = (at: number): string => DAY.format(at);

function headline(fresh: number, rows: number, preview: ImportPreview | null): string {
  const of = `${rows >= MOST_PREVIEWED ? 'the first ' : ''}${rows.toLocaleString('en-US')}`;
  const days = fresh === 0 ? '' : daysText(preview);
  return `${fresh.toLocaleString('en-US')} of ${of} ${preview === null ? 'lines' : 'rows'} can be imported${days}.`;
}

function daysText(preview: ImportPreview | null): string {
  const { firstAt = null, lastAt = null } = preview?.survey ?? {};
  if (firstAt === null || lastAt === null) return '';
  const [first, last] = [dayText(firstAt), dayText(lastAt)];
  return first === last ? `, ${first}` : `, ${first} to ${last}`;
}

function questionsNote({ survey }: ImportPreview, dryRun: DryRun | null): string {
  const all = survey.questions.size;
  const added = dryRun?.summary.new_questions ?? 0;
  const own = `${all - added} of ${all} are yours`;
  return added === 0 ? own : `${own}; ${added} ${added === 1 ? 'is' : 'are'} added and not asked`;
}

/** Reasons that are listed. */
const MOST_PROBLEMS = 5;

function badLines({ problems, summary }: DryRun): Html | null {
  const { already_stored: stored, bad_lines: bad } = summary;
  if (stored + bad === 0) return null;
  return html`<section><h2>Cannot be imported</h2><ul class="facts">
${stored > 0 && html`<li>${many(stored, 'line')} ${stored === 1 ? 'is' : 'are'} stored already, or twice in the file.</li>`}
${problems.slice(0, MOST_PROBLEMS).map((group) => html`<li>${lineNumbersText(group)}: <bdi>${group.reason}</bdi></li>`)}
</ul></section>`;
}

/** Why rows are left out, those of the most rows first. */
function leftOutSection({ survey }: ImportPreview, dryRun: DryRun | null): Html | null {
  const { already_stored: stored = 0, bad_lines: bad = 0 } = dryRun?.summary ?? {};
  const counts = new Map<LeftOutReason, number>(survey.leftOut);
  if (stored > 0) counts.set('doubled', stored);
  if (bad > 0) counts.set('unreadable', (counts.get('unreadable') ?? 0) + bad);
  if (counts.size === 0) return null;
  const rows = [...survey.leftOut.values()].reduce((sum, count) => sum + count, 0);
  const reasons = [...counts].toSorted(([, one], [, other]) => other - one);
  return html`<section><div class="section-head"><h2>Cannot be imported</h2>${rows > 0 && html`<button name="do" value="left-out" class="as-link">${many(rows, 'row')} as CSV</button>`}</div>
<dl class="left-out">${reasons.map(([reason, count]) => {
    const [what, why] = LEFT_OUT_WORDS[reason];
    return html`<div><dt>${what} <small>${why}</small></dt><dd>${count.toLocaleString('en-US')}</dd></div>`;
  })}</dl>
${dryRun?.problems.slice(0, MOST_PROBLEMS).map((group) => html`<p class="help">Row${group.lines.length === 1 ? '' : 's'} ${group.lines.join(', ')}: <bdi>${group.reason}</bdi></p>`)}</section>`;
}

/** The rows that are left out, with why. */
function leftOutFile(visit: Visit, file: WaitingFile, entries: readonly string[]): Outcome {
  const deps = { db: visit.deps.db, now: () => visit.now };
  const rows = leftOutRows(deps, visit.brand.id, sourceOf(visit, file), entries);
  const body = async function* () {
    yield BYTE_ORDER_MARK + csvLine(['row', 'reason', 'question', 'engine', 'market', 'collected_at']);
    for await (const { row, reason, question, engine, market, collectedAt } of rows) {
      const at = collectedAt === null ? null : new Date(collectedAt).toISOString();
      yield csvLine([row, LEFT_OUT_WORDS[reason].join(': '), question, engine, market, at]);
    }
  };
  return download({ name: `${visit.brand.id}-left-out.csv`, type: 'text/csv', body: body() });
}

async function setupFile(visit: Visit, file: WaitingFile, entries: readonly string[]): Promise<Outcome> {
  const deps = { db: visit.deps.db, now: () => visit.now };
  const body = await applyFileOf(deps, visit.brand.id, sourceOf(visit, file), entries);
  return download({ name: `${visit.brand.id}.yaml`, type: 'application/yaml', body });
}
