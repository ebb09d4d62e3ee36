import { SightlineError } from '../../../domain/errors.ts';
import { brandDocument } from '../../../pipeline/declare/document/document.ts';
import { versionOf } from '../../../pipeline/declare/document/document-version.ts';
import type { ReadPage, SiteReading } from '../../../pipeline/site/site-reading.ts';
import { unreadReason } from '../../../pipeline/site/unread-reason.ts';
import { factsOf } from '../../../propose/page-facts.ts';
import type { Proposal } from '../../../propose/proposal.ts';
import type { Searches } from '../../../propose/search-console.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { pageFactsSection, type ShownPage } from '../../parts/table/page-facts.ts';
import type { PageRoute } from '../../route.ts';
import { addressOf, type Upload, type Visit } from '../../visit/visit.ts';
import { withProposals } from './accepted-proposals.ts';
import { askModel, modelField } from './model-proposals.ts';
import { askingOf, engineChoices } from './panel-cost.ts';
import { applyTickButton, LIST_ACTIONS, proposalList, whatToExpect } from './proposal-list.ts';
import { proposalsIn } from './proposals-field.ts';
import { NO_SEARCHES, type SearchesInput, searchesInput, searchFields } from './search-field.ts';
import { formOf, NEW_BRAND, SETUP_PARTS } from './setup-form.ts';
import { questionsByHand, reviewed } from './setup-page.ts';
import { storedSources, undeclared } from './stored-proposals.ts';
import { newBrand, organizationField, type Subject, visited } from './subject.ts';

const DOES = ['', 'read', 'by-hand', 'accept', ...LIST_ACTIONS];

/** Routes from a domain to a list of proposals to accept. */
export const proposeRoutes: readonly PageRoute[] = [
  {
    path: '/new-brand',
    who: 'editor',
    ofAllBrands: 'route',
    takesLongText: true,
    takesFiles: true,
    get: async (visit) => {
      const subject = await newBrand(visit, visit.query.get('organization'));
      return await listPage(visit, subject, NOTHING_TYPED);
    },
    does: DOES,
    post: async (visit, form) => {
      const sent = await sentIn(visit, form);
      return await posted(visit, await newBrand(visit, sent.form.get('organization')), sent);
    },
  },
  {
    path: '/brands/:brand/setup/propose',
    who: 'editor',
    takesLongText: true,
    takesFiles: true,
    get: async (visit) => {
      const { domain } = await brandDocument(visit.db, visit.brand.id);
      return await listPage(visit, visited(visit), { ...NOTHING_TYPED, domain: domain ?? '' });
    },
    does: DOES,
    post: async (visit, form) => await posted(visit, visited(visit), await sentIn(visit, form)),
  },
];

/** Typed fields and results. */
interface PageState {
  readonly domain: string;
  readonly typed: SearchesInput;
  readonly error?: string;
  /** Null before reading. */
  readonly site: SiteReading | null;
  /** Ticked engines; null initially. */
  readonly engines: readonly string[] | null;
  /** The note about the model's reply. */
  readonly note?: Html;
  /** Proposals of an earlier page; undefined to compute them. */
  readonly proposals?: readonly Proposal[];
}

const NOTHING_TYPED: PageState = { domain: '', typed: NO_SEARCHES, site: null, engines: null };

/** A form with its file. Only the domain form has one. */
interface Sent {
  readonly form: URLSearchParams;
  readonly action: string;
  readonly upload: Upload | null;
}

async function sentIn(visit: Visit, form: URLSearchParams): Promise<Sent> {
  const upload = await visit.upload();
  if (upload === null) return { form, action: form.get('do') || 'read', upload };
  const action = upload.fields.get('do') === 'by-hand' ? 'by-hand' : 'read';
  return { form: upload.fields, action, upload };
}

async function posted(visit: Visit, subject: Subject, { form, action, upload }: Sent): Promise<Outcome> {
  if (action === 'accept') return await reviewAccepted(visit, subject, form);
  const domain = form.get('domain') ?? form.get('site') ?? '';
  if (action === 'by-hand')
    return await byHand(visit, subject, domain, await searchesInput(visit, form, upload));
  if (action !== 'read') {
    const carried = applyTickButton(action, proposalsIn(form));
    const asked =
      action === 'ask-model' ? await askModel(visit, subject, form, carried) : { proposals: carried };
    const typed = await searchesInput(visit, form, null);
    return await listPage(visit, subject, {
      ...NOTHING_TYPED,
      domain,
      typed,
      ...asked,
      engines: enginesIn(form),
    });
  }
  const typed = await searchesInput(visit, form, upload);
  const shown = { ...NOTHING_TYPED, domain, typed };
  if (typed.error !== null) return await listPage(visit, subject, shown);
  try {
    const site = await visit.deps.sites.read(domain, new AbortController().signal);
    return await listPage(visit, subject, { ...shown, site });
  } catch (error) {
    if (!(error instanceof SightlineError) || error.code !== 'invalid_argument') throw error;
    return await listPage(visit, subject, {
      ...shown,
      error: `${error.message} Or choose “Fill it in by hand”.`,
    });
  }
}

/** Ticked engines; null for a form without engine boxes. */
function enginesIn(form: URLSearchParams): string[] | null {
  return form.has('engines') ? form.getAll('engines').filter((each) => each !== '') : null;
}

/** The setup form, with the typed domain of a new brand, and the questions of pasted or uploaded searches. */
async function byHand(
  visit: Visit,
  subject: Subject,
  domain: string,
  typed: SearchesInput,
): Promise<Outcome> {
  if (typed.error !== null) return await listPage(visit, subject, { ...NOTHING_TYPED, domain, typed });
  if (typed.searches !== null) {
    const found = await searchedQuestions(visit, subject, typed.searches);
    return await questionsByHand(visit, subject, domain.trim(), found);
  }
  if (subject.brand !== null) return redirect(visit.address('setup'));
  return redirect(
    addressOf('/new-brand/by-hand', {
      organization: String(subject.caller.organizationId),
      domain: domain.trim() === '' ? null : domain.trim(),
    }),
  );
}

/** Questions of the searches that the brand does not have, each once. */
async function searchedQuestions(visit: Visit, { brand }: Subject, searches: Searches): Promise<string[]> {
  const proposals = await visit.deps.texts.proposals(null, { questions: searches.questions });
  const added = brand === null ? proposals : undeclared(proposals, await brandDocument(visit.deps.db, brand));
  return added.filter(({ kind }) => kind === 'question').map(({ text }) => text);
}

/** Ticked proposals fill the setup form, whose review precedes storage. */
async function reviewAccepted(visit: Visit, subject: Subject, sent: URLSearchParams): Promise<Outcome> {
  const accepted = proposalsIn(sent).filter(({ isAdvised }) => isAdvised);
  const domain = sent.get('site') ?? '';
  if (subject.brand === null) {
    const engines = enginesIn(sent) ?? [];
    return await reviewed(visit, subject, withProposals({ ...NEW_BRAND, engines }, domain, accepted));
  }
  const document = await brandDocument(visit.deps.db, subject.brand);
  const form = formOf(document, versionOf(document, SETUP_PARTS));
  return await reviewed(visit, subject, withProposals(form, domain, accepted));
}

/** Undeclared proposals from the site, searches, and stored answers. */
async function proposalsFor(
  visit: Visit,
  { brand }: Subject,
  { site, typed }: PageState,
): Promise<readonly Proposal[]> {
  if (brand === null && site === null) return [];
  const { proposals } = visit.deps.texts;
  const searched = typed.searches?.questions ?? [];
  if (brand === null) return await proposals(site, { questions: searched });
  const document = await brandDocument(visit.db, visit.brand.id);
  const stored = await storedSources(visit, document);
  const questions = [...searched, ...(stored.questions ?? [])];
  return undeclared(await proposals(site, { ...stored, questions }), document);
}

async function listPage(visit: Visit, subject: Subject, shown: PageState): Promise<Outcome> {
  const { domain, typed, error, site } = shown;
  const isNew = subject.brand === null;
  const proposals = shown.proposals ?? (await proposalsFor(visit, subject, shown));
  const document = isNew ? null : await brandDocument(visit.db, visit.brand.id);
  const configured = await visit.deps.engines(visit.db);
  const engines = engineChoices(configured, shown.engines);
  const asking = askingOf(document, configured, engines);
  const isListed = site !== null || proposals.length > 0;
  return page({
    title: isNew ? 'A new brand' : `Proposals · ${visit.brand.name}`,
    ...(error === undefined && typed.error === null ? {} : { status: 422 }),
    main: html`<div class="first-day"><div class="stack">
<header class="page-head"><h1>Choose what to measure</h1></header>
${domainForm(subject, shown, site === null && shown.proposals === undefined)}
${shown.note}
${isListed && proposalList({ subject, host: site?.host ?? domain, searches: typed.text, proposals, asking, engines, model: modelField(visit, configured) })}
${site && readPages(site, visit)}
</div>
${isListed && whatToExpect(proposals, asking)}
</div>`,
  });
}

/** Buttons precede the file, because the parser stops at the file. */
function domainForm(subject: Subject, { domain, typed, error, site }: PageState, isFirst: boolean): Html {
  return html`<form method="post" enctype="multipart/form-data" class="domain-form" id="domain-form">
${organizationField(subject)}
<label for="domain">Domain</label>
<p class="row"><input id="domain" name="domain" value="${domain}" placeholder="example.com" required autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="domain-help"${error !== undefined && html` aria-invalid="true"`}${isFirst && html` autofocus`}>
<button name="do" value="read" data-wait="Reading its pages, up to 25 seconds"${isFirst && html` class="primary"`}>${isFirst ? 'Read its pages' : 'Read it again'}</button>
<button name="do" value="by-hand" formnovalidate>Fill it in by hand</button></p>
<p class="help" id="domain-help">${site === null ? 'Sightline reads up to 30 public pages, as robots.txt allows, in up to 25 seconds.' : readWords(site)} Nothing is stored until you accept.</p>
${error !== undefined && html`<p class="field-error" role="alert">${error}</p>`}
${searchFields(typed)}
</form>`;
}

function readWords({ pages, left }: SiteReading): string {
  const more = left === 0 ? '' : ` of ${pages.length + left} that it links to`;
  return `Read ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}${more}.`;
}

/** Facts about the pages just read. */
function readPages({ asked }: SiteReading, visit: Visit): Html {
  const now = new Date(visit.now).toISOString();
  return pageFactsSection(visit, asked.map(shown), { fetchedAt: [now, now] });
}

function shown(page: ReadPage): ShownPage {
  const { url, outcome, reading, keptOut } = page;
  const answered = outcome.kind === 'answered' ? outcome : null;
  const facts = reading && factsOf(reading, answered?.robotsTags ?? []);
  return {
    url,
    status: answered?.status ?? null,
    problem: reading === null ? unreadReason(page) : null,
    crawlers_kept_out: keptOut,
    title: facts?.title ?? null,
    type: facts?.type ?? null,
    noindex: facts?.isNoindex ?? null,
    noindex_for: facts?.noindexFor ?? null,
    canonical: facts?.canonical ?? null,
    published: facts?.published ?? null,
    changed: facts?.changed ?? null,
  };
}
