import { SightlineError } from '../../../domain/errors.ts';
import { InvalidFile } from '../../../pipeline/declare/apply/apply-file.ts';
import { applyBrandFile, ChangedMeanwhile } from '../../../pipeline/declare/change-brand.ts';
import { brandDocument, brandFile } from '../../../pipeline/declare/document/document.ts';
import { ALL_PARTS, versionOf } from '../../../pipeline/declare/document/document-version.ts';
import { fileText, MOST_SENT_FILE_BYTES } from '../../../pipeline/declare/document/yaml.ts';
import { rescanIfDue } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { inSnapshot } from '../../../reports/run/run-report.ts';
import { type Content, html } from '../../markup/html.ts';
import { download, type Outcome, page, redirect } from '../../markup/outcome.ts';
import { applyDeps, fileReviewOf, reviewBody, scopeOf } from '../../parts/form/change-review.ts';
import { linesField } from '../../parts/form/field.ts';
import { starterOf } from '../../parts/form/starter.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';

/** The brand's apply file: download, edit, upload. */
export const fileRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/setup/apply.yaml',
    who: 'viewer',
    isOutsideSnapshot: true,
    noted: () => ({ action: 'brand.export', detail: 'its apply file' }),
    get: async (visit) =>
      download({
        name: `${visit.brand.id}.yaml`,
        type: 'application/yaml; charset=utf-8',
        body: await visit.deps.files.write(await brandFile(visit.deps.db, visit.brand.id)),
      }),
  },
  {
    path: '/brands/:brand/setup/file',
    who: 'editor',
    takesLongText: true,
    isOutsideSnapshot: true,
    get: async (visit) => {
      const { file, version } = await inSnapshot(visit.deps.db, async (db) => ({
        file: await brandFile(db, visit.brand.id),
        version: versionOf(await brandDocument(db, visit.brand.id), ALL_PARTS),
      }));
      return filePage(visit, { text: await visit.deps.files.write(file), version }, null);
    },
    does: ['', 'review', 'edit', 'save'],
    post: async (visit, form) =>
      await posted(visit, form.get('do') || 'review', {
        text: form.get('text') ?? '',
        version: form.get('version') ?? '',
      }),
  },
  {
    path: '/brands/:brand/setup/upload',
    who: 'editor',
    takesFiles: true,
    post: async (visit) => {
      const file = await visit.upload();
      const version = versionOf(await brandDocument(visit.deps.db, visit.brand.id), ALL_PARTS);
      if (file === null || file.name === '')
        return filePage(visit, { text: '', version }, 'Choose a file first.');
      try {
        return await posted(visit, 'review', {
          text: await fileText(file.bytes, MOST_SENT_FILE_BYTES),
          version,
        });
      } catch (error) {
        return filePage(visit, { text: '', version }, refusal(error));
      }
    },
  },
];

/** The typed text, and the stored version at first display. */
interface FileForm {
  readonly text: string;
  readonly version: string;
}

async function posted(visit: Visit, action: string, form: FileForm): Promise<Outcome> {
  if (action === 'edit') return filePage(visit, form, null);
  const change = { scope: scopeOf(visit), brand: visit.brand.id, ...form };
  try {
    if (action !== 'save') return await reviewPage(visit, form);
    const { due } = await applyBrandFile(applyDeps(visit), change);
    // A file may change other brands of the organization too.
    for (const { brand } of due) await rescanIfDue(visit.deps, { ...starterOf(visit), brand });
    return redirect(visit.address('setup', { saved: '1' }));
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return await reviewPage(visit, form);
    return filePage(visit, form, refusal(error));
  }
}

/** A file's problems, one per line. @throws every other error */
function refusal(error: unknown): Content {
  if (error instanceof InvalidFile && error.problems.length > 1) {
    return html`Nothing was applied:${error.problems.map(({ text }) => html`<br>${text}`)}`;
  }
  if (error instanceof SightlineError && ['invalid_file', 'conflict'].includes(error.code))
    return error.message;
  throw error;
}

async function reviewPage(visit: Visit, form: FileForm): Promise<Outcome> {
  const review = await fileReviewOf(visit, { scope: scopeOf(visit), brand: visit.brand.id, ...form });
  if (review.result.changes.length === 0) {
    return filePage(visit, { ...form, version: review.version }, null, 'There is nothing to change.');
  }
  return page({
    title: `Review · ${visit.brand.name}`,
    tab: 'setup',
    main: html`<header class="page-head"><h1>Apply this file?</h1><p class="lead">Nothing changes until you save.</p></header>
${reviewBody(review)}
<form method="post" action="${visit.address('setup/file')}" class="row">
<input type="hidden" name="version" value="${review.version}">
<input type="hidden" name="text" value="${form.text}">
<button class="primary" name="do" value="save">Apply</button>
<button name="do" value="edit">Back to the file</button>
</form>`,
  });
}

function filePage(visit: Visit, form: FileForm, error: Content | null, said: string | null = null): Outcome {
  return page({
    title: `Apply file · ${visit.brand.name}`,
    tab: 'setup',
    ...(error === null ? {} : { status: 422 }),
    main: html`<header class="page-head"><h1>The apply file</h1>
<p class="lead">Everything declared for this brand. Omitted parts stay unchanged; a list replaces the whole list.</p></header>
${said !== null && html`<p class="note" role="status">${said}</p>`}
<form method="post" action="${visit.address('setup/file')}" class="stack apply-file">
<input type="hidden" name="version" value="${form.version}">
${linesField({ name: 'text', label: 'Apply file (YAML or JSON)', value: form.text, rows: 24, error: error ?? undefined })}
<p class="row"><button class="primary" name="do" value="review">Review the changes</button>
<a href="${visit.to('setup/apply.yaml')}" download>Download the stored file</a></p>
</form>
<form method="post" action="${visit.address('setup/upload')}" enctype="multipart/form-data" class="stack">
<div class="field"><label for="upload">Or upload a file</label>
<input type="file" id="upload" name="file" accept=".yaml,.yml,.json"></div>
<p><button>Review the file</button></p>
</form>`,
  });
}
