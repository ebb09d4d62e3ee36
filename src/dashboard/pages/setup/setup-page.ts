import { SightlineError } from '../../../domain/errors.ts';
import { InvalidFile } from '../../../pipeline/declare/apply/apply-file.ts';
import {
  type BrandChange,
  ChangedMeanwhile,
  changeBrand,
  createdBrand,
} from '../../../pipeline/declare/change-brand.ts';
import { type BrandDocument, brandDocument, brandFile } from '../../../pipeline/declare/document/document.ts';
import { versionOf } from '../../../pipeline/declare/document/document-version.ts';
import { rescanIfDue, startTask } from '../../../pipeline/tasks/tasks-of-brand.ts';
import { type Html, html } from '../../markup/html.ts';
import { download, type Outcome, page, redirect } from '../../markup/outcome.ts';
import { applyDeps, reviewBody, reviewOf, scopeOf } from '../../parts/form/change-review.ts';
import { savedNote } from '../../parts/form/saved-note.ts';
import { starterOf } from '../../parts/form/starter.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
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

/** The setup form, with a review before saving. */
export const setupFormRoutes: readonly PageRoute[] = [
  {
    // Outside /brands/, where any word may be a brand id.
    path: '/new-brand/by-hand',
    who: 'editor',
    ofAllBrands: 'route',
    get: async (visit) => {
      const subject = await newBrand(visit, visit.query.get('organization'));
      return formPage(visit, subject, await newForm(visit, visit.query.get('domain') ?? ''), NO_ERRORS);
    },
    does: ['', 'add', 'add-market', 'review', 'edit', 'save'],
    post: async (visit, form) => await posted(visit, await newBrand(visit, form.get('organization')), form),
  },
  {
    path: '/brands/:brand/setup',
    who: 'viewer',
    whoPosts: 'editor',
    get: async (visit) => {
      const form = await storedForm(visit, visit.brand.id);
      return formPage(
        visit,
        visited(visit),
        form,
        NO_ERRORS,
        await savedNote(visit, 'Until the rescan finishes, reports use the earlier reading.'),
      );
    },
    does: ['', 'add', 'add-market', 'review', 'edit', 'save'],
    post: async (visit, form) => await posted(visit, visited(visit), form),
  },
  {
    path: '/brands/:brand/setup/apply.json',
    who: 'viewer',
    noted: () => ({ action: 'brand.export', detail: 'its apply file' }),
    get: async ({ db, brand }) =>
      download({
        name: `${brand.id}.json`,
        type: 'application/json; charset=utf-8',
        body: JSON.stringify({ organizations: await brandFile(db, brand.id) }, null, 2),
      }),
  },
];

async function newForm(visit: Visit, domain: string): Promise<SetupForm> {
  const { ready } = await visit.deps.engines(visit.db);
  return { ...NEW_BRAND, domain, engines: ready.map(({ adapter }) => adapter.slug) };
}

async function storedForm(visit: Visit, brand: string): Promise<SetupForm> {
  const document = await brandDocument(visit.deps.db, brand);
  return formOf(document, versionOf(document, SETUP_PARTS));
}

/** The form with questions to add; nothing is stored. @param domain of a new brand */
export async function questionsByHand(
  visit: Visit,
  subject: Subject,
  domain: string,
  questions: readonly string[],
): Promise<Outcome> {
  const { brand } = subject;
  const form = brand === null ? await newForm(visit, domain) : await storedForm(visit, brand);
  const count = questions.length === 1 ? '1 question' : `${questions.length} questions`;
  const words =
    questions.length === 0
      ? 'Your searches gave no new question. Only searches of three words or more become questions.'
      : `Your searches gave ${count}, under “Questions to add”. Delete those that Sightline should not ask.`;
  const note = html`<p class="note" role="status">${words}</p>`;
  return await formPage(visit, subject, { ...form, questions: questions.join('\n') }, NO_ERRORS, note);
}

/** `do`: `add` (competitor), `add-market`, `review`, `edit`, or `save`. */
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

/** The review, the form's errors, or the redirect after saving. */
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

/** The page already states that it saved nothing. */
function refusalOf({ message }: SightlineError): string {
  const reason = message.replace(/^Nothing was applied: /, '');
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

async function changeIn(visit: Visit, { brand, caller }: Subject, form: SetupForm): Promise<BrandChange> {
  const stored = brand === null ? null : await brandDocument(visit.deps.db, brand);
  const version = stored === null ? null : versionWith(form, stored);
  return { scope: scopeOf(visit, caller), brand, parts: partsOf(form, stored), version };
}

/** Adds questions to the stored ones, and refuses concurrent changes. */
function versionWith({ version, questions }: SetupForm, stored: BrandDocument): string {
  return questions.trim() === '' ? version : `${version},${versionOf(stored, ['prompts'])}`;
}

async function save(visit: Visit, subject: Subject, form: SetupForm): Promise<Outcome> {
  const result = await changeBrand(applyDeps(visit), await changeIn(visit, subject, form));
  const id = subject.brand ?? createdBrand(result) ?? '';
  const brand = `/brands/${encodeURIComponent(id)}`;
  if (subject.brand !== null) {
    await rescanIfDue(visit.deps, starterOf(visit));
    return redirect(`${brand}/setup?saved=1`);
  }
  // Page facts exist before any engine has a key.
  if (form.domain.trim() !== '') {
    const { organizationId } = subject.caller;
    await startTask(visit.deps, { brand: id, organizationId, user: visit.user }, 'pages');
  }
  // A new brand's overview shows the next step.
  return redirect(form.questions.trim() === '' ? `${brand}/questions?saved=1` : brand);
}

async function reviewPage(visit: Visit, subject: Subject, form: SetupForm): Promise<Outcome> {
  const review = await reviewOf(visit, await changeIn(visit, subject, form), SETUP_PARTS);
  if (review.result.changes.length === 0) {
    const note = html`<p class="note" role="status">There is nothing to change: the brand has this setup already.</p>`;
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
<p class="lead">Nothing changes until you save.${subject.callers.length > 1 && html` The brand will belong to <bdi>${subject.caller.organizationName}</bdi>.`}</p></header>
${reviewBody(review)}
<form method="post" class="row" action="${formAddress(visit, subject)}">${isNew && organizationIn(subject)}${hidden}
<button class="primary" name="do" value="save">${isNew ? 'Create the brand' : 'Save'}</button>
<button name="do" value="edit">Back to the form</button>
</form>`,
  });
}

/** Proposals post to their own pages. */
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
<p class="lead">${isNew ? 'A name and a website are enough to begin. You review everything before Sightline stores it.' : 'The brand, its competitors, and where and how often Sightline asks engines.'}${!isNew && mayEdit && html` <a href="${visit.to('setup/propose')}">Read its site</a>`}</p></header>
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
<p>Keep this setup and its questions as one file for <code>sightline apply</code>: <a href="${visit.to('setup/apply.json')}" download>download it</a>.</p>
</section>
${visit.mayEdit && html`<p><a class="danger-link" href="${visit.to('setup/delete')}">Delete this brand</a></p>`}`;
}
