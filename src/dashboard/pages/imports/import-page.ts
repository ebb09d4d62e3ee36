import { Buffer } from 'node:buffer';
import { actions } from '../../../actions/index.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { openFile } from '../../../exchange/open-file.ts';
import { TOOL_NAMES } from '../../../exchange/tools/index.ts';
import { type Import, importsOf } from '../../../pipeline/intake/imports-of-brand.ts';
import { bytesOfUpload, MOST_UPLOAD_BYTES, withUpload } from '../../../pipeline/tasks/upload.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { linesField } from '../../parts/form/field.ts';
import { formOutcome, type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import { countWords } from '../../parts/words/task-words.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { mappingAddress, mappingRoute, type WaitingFile } from './mapping-page.ts';

/** Takes a file or pasted rows, shows how they would be imported, and imports them in the background. */
export const importRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/import',
    who: 'editor',
    takesFiles: true,
    get: async (visit) => await importPage(visit, null),
    post: async (visit) =>
      await formOutcome(
        storedFile(visit),
        (file) => redirect(mappingAddress(visit, file)),
        async (refusal) => await importPage(visit, refusal),
      ),
  },
  mappingRoute,
  {
    path: '/brands/:brand/import/undo',
    who: 'editor',
    post: async (visit, form) =>
      await formOutcome(
        visit.act(actions.undo_import, { import: form.get('import') ?? '' }),
        ({ data }) => redirect(visit.address(`tasks/${data.task}`)),
        async (refusal) => await importPage(visit, refusal),
      ),
  },
];

/** Earlier imports that are listed. */
const MOST_LISTED = 50;

/** Stores the form's file, or the rows pasted instead. @throws SightlineError `invalid_file` if it cannot be read */
async function storedFile(visit: Visit): Promise<WaitingFile> {
  const upload = await visit.upload();
  const pasted = upload?.fields.get('paste') ?? '';
  if (upload === null || (upload.name === '' && pasted.trim() === ''))
    throw new SightlineError('invalid_file', 'Choose a file or paste rows first.');
  const [name, bytes] = upload.name === '' ? ['pasted rows', chunksOf(pasted)] : [upload.name, upload.bytes];
  return await withUpload(visit.deps, visit.brand.id, bytes, async (stored) => {
    await openFile(() => bytesOfUpload(visit.deps.db, visit.brand.id, stored.upload));
    return { ...stored, name };
  });
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

async function importPage(visit: Visit, refusal: Refusal | null): Promise<Outcome> {
  const imports = await importsOf(visit.db, visit.brand.id, MOST_LISTED);
  const most = MOST_UPLOAD_BYTES / 1024 / 1024;
  return page({
    title: `Import answers · ${visit.brand.name}`,
    status: refusal?.status ?? 200,
    main: html`<header class="page-head">
<h1>Import answers</h1>
<p class="lead">Bring answers that another tool collected for <bdi>${visit.brand.name}</bdi>. You see how Sightline reads them before anything is stored, and you can take them out again.</p>
</header>
${refusalNote(refusal)}
<form method="post" enctype="multipart/form-data" action="${visit.address('import')}" class="stack">
<details><summary>Paste rows instead</summary>
${linesField({ name: 'paste', label: 'Rows from a spreadsheet', value: '', rows: 6, help: 'One answer a row, under a row of column names.' })}</details>
<div class="field"><label for="file">File</label>
<input id="file" name="file" type="file" aria-describedby="file-help">
<p id="file-help" class="help">CSV, TSV, Excel, JSON, or JSON Lines, gzipped or not, up to ${most} MB. Each row is an answer, with its question, engine, and time. Sightline knows the columns of ${LIST.format(TOOL_NAMES)}; you match others on the next page. <a href="/docs/importing.md">The formats</a></p></div>
<p><button class="primary">Look at it</button></p>
</form>
${imports.length > 0 && importsTable(visit, imports)}`,
  });
}

const STATES = { storing: 'Not finished', stored: null, undoing: 'Being taken out' } as const;

function importsTable(visit: Visit, imports: readonly Import[]): Html {
  return html`<section><h2>Imported so far</h2>
<table class="cards"><caption class="unseen">Imports, newest first</caption>
<thead><tr><th scope="col">File</th><th scope="col">Imported</th><th scope="col">What it brought</th><th scope="col"><span class="unseen">Undo</span></th></tr></thead>
<tbody>${imports.map((each) => importRow(visit, each))}</tbody></table></section>`;
}

function importRow(visit: Visit, { publicId, fileName, createdAt, startedBy, counts, state }: Import): Html {
  const words = countWords({ counts });
  const name = fileName === '' ? 'a request' : fileName;
  return html`<tr><th scope="row" data-label="File"><bdi>${name}</bdi></th>
<td data-label="Imported">${visit.times.of(createdAt)} <small><bdi>${startedBy}</bdi></small></td>
<td data-label="What it brought">${[STATES[state], ...words].filter((each) => each !== null).join(', ')}</td>
<td>${state !== 'undoing' && html`<form method="post" action="${visit.address('import/undo')}"><input type="hidden" name="import" value="${publicId}"><button class="danger">Take it out</button></form>`}</td></tr>`;
}
