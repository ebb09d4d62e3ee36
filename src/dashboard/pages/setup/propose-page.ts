import { SightlineError } from '../../../domain/errors.ts';
import { brandDocument } from '../../../pipeline/declare/document.ts';
import { versionOf } from '../../../pipeline/declare/document-version.ts';
import type { SiteReading } from '../../../pipeline/site/site-reading.ts';
import type { Proposal } from '../../../propose/proposal.ts';
import { html } from '../../html.ts';
import { type Outcome, page } from '../../outcome.ts';
import { linesField } from '../../parts/field.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { pageFacts } from './page-facts.ts';
import { proposalList, whatToExpect } from './proposal-list.ts';
import { formOf, NEW_BRAND, SETUP_PARTS } from './setup-form.ts';
import { reviewed } from './setup-page.ts';
import { storedSources, undeclared } from './stored-proposals.ts';
import { newBrand, organizationField, type Subject, visited } from './subject.ts';
import { takenIn, withTaken } from './taken.ts';

const DOES = ['', 'read', 'accept'];

/** From a domain to what might be measured, in one list to accept or reject. */
export const proposeRoutes: readonly PageRoute[] = [
  {
    path: '/new-brand',
    who: 'editor',
    ofAllBrands: 'route',
    takesLongText: true,
    get: async (visit) => {
      const subject = await newBrand(visit, visit.query.get('organization'));
      return await listPage(visit, subject, { domain: '', queries: '', site: null });
    },
    does: DOES,
    post: async (visit, form) => await posted(visit, await newBrand(visit, form.get('organization')), form),
  },
  {
    path: '/brands/:brand/setup/propose',
    who: 'editor',
    takesLongText: true,
    get: async (visit) => {
      const { domain } = await brandDocument(visit.db, visit.brand.id);
      return await listPage(visit, visited(visit), { domain: domain ?? '', queries: '', site: null });
    },
    does: DOES,
    post: async (visit, form) => await posted(visit, visited(visit), form),
  },
];

/** What was typed, and what came of it. */
interface Shown {
  readonly domain: string;
  /** A table of searches, as it was pasted. */
  readonly queries: string;
  readonly error?: string;
  /** Null before it was read. */
  readonly site: SiteReading | null;
}

async function posted(visit: Visit, subject: Subject, sent: URLSearchParams): Promise<Outcome> {
  if (sent.get('do') === 'accept') return await accepted(visit, subject, sent);
  const typed = { domain: sent.get('domain') ?? '', queries: sent.get('queries') ?? '' };
  try {
    const site = await visit.deps.sites.read(typed.domain, new AbortController().signal);
    return await listPage(visit, subject, { ...typed, site });
  } catch (error) {
    if (!(error instanceof SightlineError) || error.code !== 'invalid_argument') throw error;
    return await listPage(visit, subject, { ...typed, site: null, error: error.message });
  }
}

/** What was ticked becomes the form of the setup, whose review says what is stored before it is. */
async function accepted(visit: Visit, subject: Subject, sent: URLSearchParams): Promise<Outcome> {
  const taken = takenIn(sent);
  const domain = sent.get('site') ?? '';
  if (subject.brand === null) {
    const { ready } = await visit.deps.engines(visit.db);
    const engines = ready.map(({ adapter }) => adapter.slug);
    return await reviewed(visit, subject, withTaken({ ...NEW_BRAND, engines }, domain, taken));
  }
  const document = await brandDocument(visit.deps.db, subject.brand);
  const form = formOf(document, versionOf(document, SETUP_PARTS));
  return await reviewed(visit, subject, withTaken(form, domain, taken));
}

/** What the site, the pasted searches, and the stored answers propose that is not declared. */
async function proposalsFor(
  visit: Visit,
  { brand }: Subject,
  { site, queries }: Shown,
): Promise<readonly Proposal[]> {
  if (brand === null && site === null) return [];
  // With them comes what reads names, which no other page needs.
  const { proposalsOf } = await import('../../../propose/proposals.ts');
  const { consoleQuestions } = await import('../../../propose/search-console.ts');
  const searched = consoleQuestions(queries);
  if (brand === null) return proposalsOf(site, { questions: searched });
  const document = await brandDocument(visit.deps.db, brand);
  const stored = await storedSources(visit, document);
  const questions = [...searched, ...(stored.questions ?? [])];
  return undeclared(proposalsOf(site, { ...stored, questions }), document);
}

async function listPage(visit: Visit, subject: Subject, shown: Shown): Promise<Outcome> {
  const { domain, queries, error, site } = shown;
  const isNew = subject.brand === null;
  const byHand = isNew ? '/new-brand/by-hand' : visit.to('setup');
  const proposals = await proposalsFor(visit, subject, shown);
  const isFirst = site === null;
  return page({
    title: isNew ? 'A new brand' : `Proposals · ${visit.brand.name}`,
    tab: isNew ? undefined : 'setup',
    ...(error === undefined ? {} : { status: 422 }),
    main: html`<div class="first-day"><div class="stack">
<header class="page-head"><h1>What should be measured?</h1></header>
<form method="post" class="domain-form">
${organizationField(subject)}
<label for="domain">Domain</label>
<p class="row"><input id="domain" name="domain" value="${domain}" placeholder="example.com" required autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="domain-help"${error !== undefined && html` aria-invalid="true"`}${isFirst && html` autofocus`}>
<button name="do" value="read"${isFirst && html` class="primary"`}>${isFirst ? 'Read its pages' : 'Read it again'}</button></p>
<p class="help" id="domain-help">${isFirst ? 'Up to 30 of its public pages are read, as its robots.txt allows.' : readWords(site)} Nothing is stored until you accept. <a href="${byHand}">Fill it in by hand</a></p>
${error !== undefined && html`<p class="field-error" role="alert">${error}</p>`}
<details class="more"${queries !== '' && html` open`}><summary>Searches from Search Console</summary>
${linesField({ name: 'queries', label: 'Paste the table of queries', value: queries, rows: 5, help: 'As it is exported or copied, with impressions. Those of three words or more become questions when the pages are read.' })}</details>
</form>
${(site !== null || proposals.length > 0) && proposalList(subject, site?.host ?? domain, proposals, await visit.deps.engines(visit.db))}
${site && pageFacts(site, visit)}
</div>
${whatToExpect(proposals, await visit.deps.engines(visit.db))}
</div>`,
  });
}

function readWords({ pages, left }: SiteReading): string {
  const more = left === 0 ? '' : ` of ${pages.length + left} that it links to`;
  return `Read ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}${more}.`;
}
