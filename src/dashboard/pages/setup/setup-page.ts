import { SightlineError } from '../../../domain/errors.ts';
import { InvalidFile } from '../../../pipeline/declare/apply-file.ts';
import { ChangedMeanwhile, changeBrand, createdBrand } from '../../../pipeline/declare/change-brand.ts';
import { brandDocument } from '../../../pipeline/declare/document.ts';
import { versionOf } from '../../../pipeline/declare/document-version.ts';
import { answersDue } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { type Html, html } from '../../html.ts';
import { type Outcome, page, redirect } from '../../outcome.ts';
import { applyDeps, reviewBody, reviewOf, scopeOf } from '../../parts/change-review.ts';
import { dueWords } from '../../parts/task-words.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { setupFields } from './setup-fields.ts';
import {
  errorsAt,
  type FormErrors,
  fieldsOf,
  formOf,
  NEW_BRAND,
  partsOf,
  SETUP_PARTS,
  type SetupForm,
  typedForm,
} from './setup-form.ts';

const NO_ERRORS: FormErrors = new Map();

/** The form that makes the apply document of a brand, and shows what it changes before it does. */
export const setupFormRoutes: readonly PageRoute[] = [
  {
    path: '/brands/new',
    who: 'editor',
    get: async (visit) => formPage(visit, null, NEW_BRAND, NO_ERRORS),
    post: async (visit, form) => await posted(visit, null, form),
  },
  {
    path: '/brands/:brand/setup',
    who: 'viewer',
    whoPosts: 'editor',
    get: async (visit) => {
      const document = await brandDocument(visit.db, visit.brand.id);
      const form = formOf(document, versionOf(document, SETUP_PARTS));
      return formPage(visit, visit.brand.id, form, NO_ERRORS, await savedNote(visit));
    },
    post: async (visit, form) => await posted(visit, visit.brand.id, form),
  },
];

/** `do` is the button: `add` a competitor, `review`, `edit` again, or `save`. */
async function posted(visit: Visit, brand: string | null, sent: URLSearchParams): Promise<Outcome> {
  const action = sent.get('do') ?? 'review';
  const form = typedForm(sent, action === 'add' ? 1 : 0);
  if (action === 'add' || action === 'edit') return formPage(visit, brand, form, NO_ERRORS);
  try {
    return action === 'save' ? await save(visit, brand, form) : await reviewPage(visit, brand, form);
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return await reviewPage(visit, brand, form);
    if (error instanceof InvalidFile) return formPage(visit, brand, form, errorsAt(error.problems, form));
    if (error instanceof SightlineError && error.code === 'conflict') {
      return formPage(visit, brand, form, new Map([['', refusalOf(error)]]));
    }
    throw error;
  }
}

/** The page says already that nothing was saved. */
function refusalOf({ message }: SightlineError): string {
  const reason = message.replace(/^Nothing was applied: /, '');
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

async function save(visit: Visit, brand: string | null, form: SetupForm): Promise<Outcome> {
  const stored = brand === null ? null : await brandDocument(visit.deps.db, brand);
  const change = { scope: scopeOf(visit), brand, parts: partsOf(form, stored), version: form.version };
  const result = await changeBrand(applyDeps(visit), change);
  const id = brand ?? createdBrand(result) ?? '';
  return redirect(`/brands/${encodeURIComponent(id)}/${brand === null ? 'questions' : 'setup'}?saved=1`);
}

async function reviewPage(visit: Visit, brand: string | null, form: SetupForm): Promise<Outcome> {
  const stored = brand === null ? null : await brandDocument(visit.deps.db, brand);
  const change = { brand, parts: partsOf(form, stored), version: brand === null ? null : form.version };
  const review = await reviewOf(visit, change, SETUP_PARTS);
  if (review.result.changes.length === 0) {
    const note = html`<p class="note" role="status">There is nothing to change: the brand is set up like this already.</p>`;
    return formPage(visit, brand, { ...form, version: review.version }, NO_ERRORS, note);
  }
  const hidden = fieldsOf({ ...form, version: review.version }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return page({
    title: brand === null ? 'A new brand' : `Review · ${visit.brand.name}`,
    tab: brand === null ? undefined : 'setup',
    main: html`<header class="page-head"><h1>${brand === null ? `Create ${form.name.trim()}?` : 'Save these changes?'}</h1>
<p class="lead">Nothing is stored yet.</p></header>
${reviewBody(review)}
<form method="post" class="row">${hidden}
<button class="primary" name="do" value="save">${brand === null ? 'Create the brand' : 'Save'}</button>
<button name="do" value="edit">Back to the form</button>
</form>`,
  });
}

function formPage(
  visit: Visit,
  brand: string | null,
  form: SetupForm,
  errors: FormErrors,
  note: Html | null = null,
): Outcome {
  const isNew = brand === null;
  const mayEdit = visit.mayEdit;
  return page({
    title: isNew ? 'A new brand' : `Setup · ${visit.brand.name}`,
    tab: isNew ? undefined : 'setup',
    ...(errors.size > 0 ? { status: 422 } : {}),
    main: html`<header class="page-head"><h1>${isNew ? 'A new brand' : 'Setup'}</h1>
<p class="lead">${isNew ? 'Its name is enough to begin. You see what will happen before anything is stored.' : 'Whom answers are searched for, and where and how often the engines are asked.'}</p></header>
${note}
${!mayEdit && html`<p class="note">Your role lets you read this. An editor can change it.</p>`}
<form method="post" class="setup stack" novalidate>
<fieldset class="stack"${!mayEdit && html` disabled`}>
${setupFields(form, errors, visit.deps.engines)}
${mayEdit && html`<p class="row"><button class="primary" name="do" value="review">Review the changes</button></p>`}
</fieldset>
</form>
${!isNew && advanced(visit)}`,
  });
}

function advanced(visit: Visit): Html {
  return html`<section aria-labelledby="file-head"><h2 id="file-head">As a file</h2>
<p>All of this, and the questions, is one apply file: <a href="${visit.to('setup/apply.yaml')}" download>download it</a>${
    visit.mayEdit && html`, or <a href="${visit.to('setup/file')}">edit it or upload another</a>`
  }.</p>
${visit.mayEdit && html`<p><a class="danger-link" href="${visit.to('setup/delete')}">Delete this brand</a></p>`}
</section>`;
}

/** What was saved, and the answers that are due to be read again. */
async function savedNote(visit: Visit): Promise<Html | null> {
  const due = await answersDue(visit.db, visit.brand.id);
  const saved = visit.query.has('saved');
  if (due === 0) return saved ? html`<p class="note" role="status">Saved.</p>` : null;
  return html`<div class="note warning"${saved && html` role="status"`}>
<p>${saved && html`<b>Saved.</b> `}${dueWords(due)} Until they are read again, they count as they were read before.</p>
${visit.mayEdit && html`<form method="post" action="${visit.to('rescan')}"><button>Read them again</button></form>`}
</div>`;
}
