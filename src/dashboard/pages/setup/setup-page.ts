import { actions } from '../../../actions/index.ts';
import type { ActionResult } from '../../../actions/run-action.ts';
import { brandDocument, brandFile } from '../../../pipeline/declare/document/document.ts';
import { versionOf } from '../../../pipeline/declare/document/document-version.ts';
import { type Html, html } from '../../markup/html.ts';
import { download, type Outcome, page, redirect } from '../../markup/outcome.ts';
import type { Refusal } from '../../parts/form/refusal.ts';
import { type ReviewedForm, reviewedForm } from '../../parts/form/reviewed-form.ts';
import { savedNote } from '../../parts/form/saved-note.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { setupFields } from './setup-fields.ts';
import {
  errorsAt,
  type FormErrors,
  fieldsOf,
  formOf,
  inputOf,
  NEW_BRAND,
  SETUP_PARTS,
  type SetupForm,
  typedForm,
} from './setup-form.ts';
import { newBrand, organizationField, type Subject, visited } from './subject.ts';

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
  const { brand, caller, callers } = subject;
  const { organizationId, organizationName } = caller;
  const stored = brand === null ? null : await brandDocument(visit.deps.db, brand);
  const input = inputOf(form, stored);
  const isNew = brand === null;
  const setup: ReviewedForm<ActionResult> = {
    act: (options) =>
      isNew
        ? visit.act(actions.create_brand, input, { ...options, organizationId })
        : visit.act(actions.change_brand, input, options),
    brand,
    parts: SETUP_PARTS,
    version: form.version,
    saved: async (result) => saved(subject, form, result.brand?.id ?? ''),
    again: async (refusal, version) =>
      refusal === null
        ? await formPage(visit, subject, { ...form, version }, NO_ERRORS, UNCHANGED)
        : await formPage(visit, subject, form, errorsOf(refusal, form)),
    review: {
      title: isNew ? 'A new brand' : `Review · ${visit.brand.name}`,
      heading: isNew ? `Create ${form.name.trim()}?` : 'Save these changes?',
      lead: html`Nothing changes until you save.${callers.length > 1 && html` The brand will belong to <bdi>${organizationName}</bdi>.`}`,
      action: formAddress(visit, subject),
      save: isNew ? 'Create the brand' : 'Save',
      fields: [...(isNew ? [['organization', String(organizationId)] as const] : []), ...fieldsOf(form)],
    },
  };
  return await reviewedForm(visit, setup, isSaved);
}

const UNCHANGED = html`<p class="note" role="status">There is nothing to change: the brand has this setup already.</p>`;

/** By field; a refusal of the whole states the reason alone, because the page says that nothing was saved. */
function errorsOf({ message, problems }: Refusal, form: SetupForm): FormErrors {
  if (problems.length > 0) return errorsAt(problems, form);
  const reason = message.replace(/^Nothing was applied: /, '');
  return new Map([['', reason.charAt(0).toUpperCase() + reason.slice(1)]]);
}

function saved(subject: Subject, form: SetupForm, id: string): Outcome {
  const brand = `/brands/${encodeURIComponent(id)}`;
  if (subject.brand !== null) return redirect(`${brand}/setup?saved=1`);
  // A new brand's overview shows the next step.
  return redirect(form.questions.trim() === '' ? `${brand}/questions?saved=1` : brand);
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
    ...(errors.size > 0 ? { status: 422 } : {}),
    main: html`<header class="page-head"><h1>${isNew ? 'A new brand' : 'Brand'}</h1>
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
