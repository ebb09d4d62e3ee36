import { actions } from '../../../actions/index.ts';
import { formatDay } from '../../../domain/time/instant.ts';
import { bytesOfUpload } from '../../../pipeline/tasks/upload.ts';
import {
  GIVEN_KINDS,
  type GivenTable,
  givenDaysOf,
  givenKindOf,
  readGivenFile,
} from '../../../pipeline/traffic/given-files.ts';
import { columnWords, givenReport, leftOutOfTable } from '../../../pipeline/traffic/given-words.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { linesField, linesIn, selectField, textField } from '../../parts/form/field.ts';
import { formOutcome, type Refusal, refusalNote, refusalOf } from '../../parts/form/refusal.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';

/** A file with figures that waits to be shown and stored. */
export interface StoredFigures {
  /** The id that storing it gave. */
  readonly upload: string;
  readonly name: string;
  readonly mapping: readonly string[];
}

/** What a form says of a file. */
interface Words {
  readonly kind: string;
  readonly mapping: readonly string[];
  readonly from: string;
  readonly until: string;
}

export function mappingIn(form: URLSearchParams): string[] {
  return linesIn(form.get('mapping') ?? '');
}

/** Shows how files would be read, one after another. */
export function figuresAddress(visit: Visit, files: readonly StoredFigures[]): string {
  return visit.address('logs/figures', {
    files: JSON.stringify(files.map(({ upload, name, mapping }) => [upload, name, ...mapping])),
  });
}

/** Shows how a file's columns would be read before it is stored. */
export const figuresRoute: PageRoute = {
  path: '/brands/:brand/logs/figures',
  who: 'editor',
  does: ['show', 'store'],
  get: async (visit) => {
    const [file] = waiting(visit);
    if (file === undefined) return redirect(visit.address('logs'));
    return await previewPage(visit, file, { kind: '', mapping: file.mapping, from: '', until: '' });
  },
  post: async (visit, form) => {
    const [file, ...others] = waiting(visit);
    if (file === undefined) return redirect(visit.address('logs'));
    const text = (name: string) => form.get(name)?.trim() ?? '';
    const words = { kind: text('kind'), mapping: mappingIn(form), from: text('from'), until: text('until') };
    if (form.get('do') !== 'store') return await previewPage(visit, file, words);
    const { upload, name } = file;
    return await formOutcome(
      visit.act(actions.import_figures, { upload, name, ...words }),
      () =>
        redirect(
          others.length > 0 ? figuresAddress(visit, others) : visit.address('logs', { done: 'figures' }),
        ),
      async (refusal) => await previewPage(visit, file, words, refusal),
    );
  },
};

function waiting({ query }: Visit): StoredFigures[] {
  try {
    const files: unknown = JSON.parse(query.get('files') ?? '[]');
    return (Array.isArray(files) ? files : []).flatMap((each: unknown) => {
      const [upload, name, ...mapping] = (Array.isArray(each) ? each : []).map(String);
      return upload === undefined || name === undefined ? [] : [{ upload, name, mapping }];
    });
  } catch {
    return [];
  }
}

async function previewPage(
  visit: Visit,
  file: StoredFigures,
  words: Words,
  refused?: Refusal,
): Promise<Outcome> {
  const { table, refusal } = await preview(visit, file, words);
  const problem = refused ?? refusal;
  return page({
    title: `Figures of ${file.name} · ${visit.brand.name}`,
    status: problem?.status ?? 200,
    main: html`<header class="page-head">
<h1>Figures of “<bdi>${file.name}</bdi>”</h1>
<p class="lead">This is how Sightline would read the file. Nothing is stored yet.</p>
</header>
${refusalNote(problem)}
${table && tableSection(table)}
${wordsForm(visit, words, table)}`,
  });
}

async function preview(
  { db, now, brand }: Visit,
  { upload }: StoredFigures,
  { kind, mapping, from, until }: Words,
): Promise<{ readonly table: GivenTable | null; readonly refusal: Refusal | null }> {
  try {
    const words = { kind: kind === '' ? null : givenKindOf(kind), mapping, days: givenDaysOf(from, until) };
    const { table } = await readGivenFile(
      { db, now: () => now },
      brand.id,
      bytesOfUpload(db, brand.id, upload),
      words,
    );
    return { table, refusal: null };
  } catch (error) {
    return { table: null, refusal: refusalOf(error) };
  }
}

function tableSection(table: GivenTable): Html {
  const { days, kind, columns, rows, lines } = table;
  const covers =
    days === null ? 'It names no days.' : `It covers ${formatDay(days.first)} to ${formatDay(days.last)}.`;
  return html`<section><h2>${givenReport(kind).name}</h2>
<ul class="facts">${columns.map((column) => html`<li>${columnWords(column)}</li>`)}</ul>
<p>${rows.length.toLocaleString('en-US')} of ${lines.toLocaleString('en-US')} rows would be stored. ${covers} An empty cell is unavailable, and a missing row was not returned: neither is 0.</p>
${leftOutOfTable({ ...table, stored: rows.length }).map((each) => html`<p>${each}</p>`)}</section>`;
}

function wordsForm(visit: Visit, { kind, mapping, from, until }: Words, table: GivenTable | null): Html {
  const kinds = GIVEN_KINDS.map((each) => [each, givenReport(each).name] as const);
  const files = visit.query.get('files') ?? '';
  return html`<form method="post" action="${visit.address('logs/figures', { files })}" class="stack">
${!table?.isDaily && dayFields(table?.days ?? null, from, until)}
<details${table === null && html` open`}><summary>It is something else</summary>
${selectField({ name: 'kind', label: 'What it is', choices: [['', 'By its columns'], ...kinds], value: kind })}
${linesField({ name: 'mapping', label: 'Where it has each field', value: mapping.join('\n'), help: html`One per line, by header or number: <code>impressions=Impressionen</code>, <code>page=1</code>. <a href="/docs/traffic.md#figures">All fields</a>` })}</details>
<div class="row"><button name="do" value="store" class="primary">Store them</button>
<button name="do" value="show">Show again</button></div>
</form>`;
}

function dayFields(days: GivenTable['days'], from: string, until: string): Html {
  const [first, last] = [days?.first, days?.last].map((day) => (day === undefined ? '' : formatDay(day)));
  return html`<fieldset><legend>Days that it covers</legend>
${textField({ name: 'from', label: 'First', type: 'date', value: from || (first ?? '') })}
${textField({ name: 'until', label: 'Last', type: 'date', value: until || (last ?? '') })}</fieldset>`;
}
