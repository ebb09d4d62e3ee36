import { SightlineError } from '../../../domain/errors.ts';
import { InvalidFile } from '../../../pipeline/declare/apply-file.ts';
import {
  type BrandChange,
  ChangedMeanwhile,
  changeBrand,
  createdBrand,
} from '../../../pipeline/declare/change-brand.ts';
import { type BrandDocument, brandDocument } from '../../../pipeline/declare/document.ts';
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
import { newBrand, organizationField, organizationIn, type Subject, visited } from './subject.ts';

const NO_ERRORS: FormErrors = new Map();

/** The form that makes the apply document of a brand, and shows what it changes before it does. */
export const setupFormRoutes: readonly PageRoute[] = [
  {
    // Not below /brands/, where any word may be the id of a brand.
    path: '/new-brand/by-hand',
    who: 'editor',
    ofAllBrands: 'route',
    get: async (visit) => {
      const subject = await newBrand(visit, visit.query.get('organization'));
      return formPage(visit, subject, NEW_BRAND, NO_ERRORS);
    },
    does: ['', 'add', 'add-market', 'review', 'edit', 'save'],
    post: async (visit, form) => await posted(visit, await newBrand(visit, form.get('organization')), form),
  },
  {
    path: '/brands/:brand/setup',
    who: 'viewer',
    whoPosts: 'editor',
    get: async (visit) => {
      const document = await brandDocument(visit.db, visit.brand.id);
      const form = formOf(document, versionOf(document, SETUP_PARTS));
      return formPage(visit, visited(visit), form, NO_ERRORS, await savedNote(visit));
    },
    does: ['', 'add', 'add-market', 'review', 'edit', 'save'],
    post: async (visit, form) => await posted(visit, visited(visit), form),
  },
];

/** `do` is the button: `add` a competitor, `add-market`, `review`, `edit` again, or `save`. */
async function posted(visit: Visit, subject: Subject, sent: URLSearchParams): Promise<Outcome> {
  const action = sent.get('do') || 'review';
  const form = typedForm(sent, {
    competitors: Number(action === 'add'),
    markets: Number(action === 'add-market'),
  });
  if (action === 'add' || action === 'add-market' || action === 'edit')
    return formPage(visit, subject, form, NO_ERRORS);
  return await reviewed(visit, subject, form, action === 'save');
}

/** What a form would change, or what is wrong with it; or where it leads once that is stored. */
export async function reviewed(
  visit: Visit,
  subject: Subject,
  form: SetupForm,
  isSaved = false,
): Promise<Outcome> {
  try {
    return isSaved ? await save(visit, subject, form) : await reviewPage(visit, subject, form);
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return await reviewPage(visit, subject, form);
    if (error instanceof InvalidFile) return formPage(visit, subject, form, errorsAt(error.problems, form));
    if (error instanceof SightlineError && error.code === 'conflict') {
      return formPage(visit, subject, form, new Map([['', refusalOf(error)]]));
    }
    throw error;
  }
}

/** The page says already that nothing was saved. */
function refusalOf({ message }: SightlineError): string {
  const reason = message.replace(/^Nothing was applied: /, '');
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

async function changeIn(visit: Visit, { brand, caller }: Subject, form: SetupForm): Promise<BrandChange> {
  const stored = brand === null ? null : await brandDocument(visit.deps.db, brand);
  const version = stored === null ? null : versionWith(form, stored);
  return { scope: scopeOf(visit, caller), brand, parts: partsOf(form, stored), version };
}

/** Questions are added to those that are stored now, which nobody may change meanwhile. */
function versionWith({ version, questions }: SetupForm, stored: BrandDocument): string {
  return questions.trim() === '' ? version : `${version},${versionOf(stored, ['prompts'])}`;
}

async function save(visit: Visit, subject: Subject, form: SetupForm): Promise<Outcome> {
  const result = await changeBrand(applyDeps(visit), await changeIn(visit, subject, form));
  const id = subject.brand ?? createdBrand(result) ?? '';
  const next = subject.brand === null ? 'questions' : 'setup';
  return redirect(`/brands/${encodeURIComponent(id)}/${next}?saved=1`);
}

async function reviewPage(visit: Visit, subject: Subject, form: SetupForm): Promise<Outcome> {
  const review = await reviewOf(visit, await changeIn(visit, subject, form), SETUP_PARTS);
  if (review.result.changes.length === 0) {
    const note = html`<p class="note" role="status">There is nothing to change: the brand is set up like this already.</p>`;
    return formPage(visit, subject, { ...form, version: review.version }, NO_ERRORS, note);
  }
  const isNew = subject.brand === null;
  const hidden = fieldsOf({ ...form, version: review.version }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return page({
    title: isNew ? 'A new brand' : `Review · ${visit.brand.name}`,
    tab: isNew ? undefined : 'setup',
    main: html`<header class="page-head"><h1>${isNew ? `Create ${form.name.trim()}?` : 'Save these changes?'}</h1>
<p class="lead">Nothing is stored yet.${subject.callers.length > 1 && html` The brand will be of <bdi>${subject.caller.organizationName}</bdi>.`}</p></header>
${reviewBody(review)}
<form method="post" class="row" action="${formAddress(visit, subject)}">${isNew && organizationIn(subject)}${hidden}
<button class="primary" name="do" value="save">${isNew ? 'Create the brand' : 'Save'}</button>
<button name="do" value="edit">Back to the form</button>
</form>`,
  });
}

/** Proposals lead here from pages of their own. */
function formAddress(visit: Visit, { brand }: Subject): string {
  return brand === null ? '/new-brand/by-hand' : visit.address('setup');
}

async function formPage(
  visit: Visit,
  subject: Subject,
  form: SetupForm,
  errors: FormErrors,
  note: Html | null = null,
): Promise<Outcome> {
  const isNew = subject.brand === null;
  const mayEdit = visit.mayEdit;
  return page({
    title: isNew ? 'A new brand' : `Setup · ${visit.brand.name}`,
    tab: isNew ? undefined : 'setup',
    ...(errors.size > 0 ? { status: 422 } : {}),
    main: html`<header class="page-head"><h1>${isNew ? 'A new brand' : 'Setup'}</h1>
<p class="lead">${isNew ? 'Its name and website are enough to begin. You see what will happen before anything is stored.' : 'Whom answers are searched for, and where and how often the engines are asked.'}${!isNew && mayEdit && html` <a href="${visit.to('setup/propose')}">Read its site</a>`}</p></header>
${note}
${!mayEdit && html`<p class="note">Your role lets you read this. An editor can change it.</p>`}
<form method="post" class="setup stack" action="${formAddress(visit, subject)}" novalidate>
<fieldset class="stack"${!mayEdit && html` disabled`}>
${organizationField(subject)}
${setupFields(form, errors, await visit.deps.engines(visit.db))}
${mayEdit && html`<p class="row"><button class="primary" name="do" value="review">Review the changes</button></p>`}
</fieldset>
</form>
${!isNew && advanced(visit)}`,
  });
}

function advanced(visit: Visit): Html {
  return html`<section aria-labelledby="file-head"><h2 id="file-head">As a file</h2>
<p>All of this, with the questions, is also one file: <a href="${visit.to('setup/apply.yaml')}" download>download it</a>${
    visit.mayEdit && html`, or <a href="${visit.to('setup/file')}">edit it or upload another</a>`
  }.</p>
</section>
${visit.mayEdit && html`<p><a class="danger-link" href="${visit.to('setup/delete')}">Delete this brand</a></p>`}`;
}

/** What was saved, and the answers that are due to be read again. */
async function savedNote(visit: Visit): Promise<Html | null> {
  const due = await answersDue(visit.db, visit.brand.id);
  const saved = visit.query.has('saved');
  if (due === 0) return saved ? html`<p class="note" role="status">Saved.</p>` : null;
  return html`<div class="note warning"${saved && html` role="status"`}>
<p>${saved && html`<b>Saved.</b> `}${dueWords(due)} Until they are read again, they count as they were read before.</p>
${visit.mayEdit && html`<form method="post" action="${visit.address('rescan')}"><button>Read them again</button></form>`}
</div>`;
}
