import { actions } from '../../../actions/index.ts';
import { ENGINE_SLUGS } from '../../../domain/answers/engine.ts';
import { MOST_UPLOAD_BYTES, withUpload } from '../../../pipeline/tasks/upload.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { formOutcome } from '../../parts/form/refusal.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';

/** Imports a file in the background. */
export const importRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/import',
    who: 'editor',
    takesFiles: true,
    get: async (visit) => importPage(visit, null),
    post: async (visit) => {
      const upload = await visit.upload();
      if (upload === null || upload.name === '') return importPage(visit, 'Choose a file first.');
      return await formOutcome(
        withUpload(visit.deps, visit.brand.id, upload.bytes, (stored) =>
          visit.act(actions.import_file, { ...stored, name: upload.name, mapping: [] }),
        ),
        ({ data }) => redirect(visit.address(`tasks/${data.task}`)),
        ({ message }) => importPage(visit, message),
      );
    },
  },
];

function importPage(visit: Visit, problem: string | null): Outcome {
  const most = MOST_UPLOAD_BYTES / 1024 / 1024;
  return page({
    title: `Import answers · ${visit.brand.name}`,
    ...(problem !== null && { status: 422 }),
    main: html`<header class="page-head">
<h1>Import answers</h1>
<p class="lead">Import answers collected elsewhere for <bdi>${visit.brand.name}</bdi>. Sightline skips stored lines, so you can import a file twice.</p>
</header>
${problem !== null && html`<p class="note error" role="alert">${problem}</p>`}
<form method="post" enctype="multipart/form-data" action="${visit.address('import')}" class="stack">
<div class="field"><label for="file">File</label>
<input id="file" name="file" type="file" required aria-describedby="file-help">
<p id="file-help" class="help">JSON Lines in UTF-8, up to ${most} MB.</p></div>
<p><button class="primary">Import</button></p>
</form>
${format(visit)}`,
  });
}

function format({ brand }: Visit): Html {
  const example = {
    engine: ENGINE_SLUGS[0],
    prompt: 'best project management software',
    collected_at: '2026-11-20T08:00:00Z',
    answer: 'Popular choices are …',
    citations: [{ url: 'https://example.com/guide' }],
  };
  return html`<section><h2>Line format</h2>
<p>One JSON object per line, each an answer or a failed attempt. You can omit <code>brand</code>; Sightline refuses a line with a brand other than <code>${brand.id}</code>.</p>
<pre>${JSON.stringify(example)}</pre>
<p class="help">The import format, with every field, is in docs/files.md. On the server, <code>sightline import</code> takes files of any size.</p></section>`;
}
