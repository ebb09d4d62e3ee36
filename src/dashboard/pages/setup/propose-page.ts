import { SightlineError } from '../../../domain/errors.ts';
import { DAYS_PER_MONTH } from '../../../domain/month-budget.ts';
import { dollars, usdOf } from '../../../domain/usd.ts';
import { brandDocument } from '../../../pipeline/declare/document.ts';
import { versionOf } from '../../../pipeline/declare/document-version.ts';
import type { SiteReading } from '../../../pipeline/site/site-reader.ts';
import type { Proposal } from '../../../propose/proposal.ts';
import { proposalsOf } from '../../../propose/proposals.ts';
import { type Content, type Html, html } from '../../html.ts';
import { type Outcome, page } from '../../outcome.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { formOf, NEW_BRAND, SETUP_PARTS } from './setup-form.ts';
import { reviewed } from './setup-page.ts';
import { newBrand, organizationField, organizationIn, type Subject, visited } from './subject.ts';
import { takenIn, takenValue, withTaken } from './taken.ts';

/** From a domain to what might be measured, in one list to accept or reject. */
export const proposeRoutes: readonly PageRoute[] = [
  {
    path: '/new-brand',
    who: 'editor',
    ofAllBrands: 'route',
    get: async (visit) => {
      const subject = await newBrand(visit, visit.query.get('organization'));
      return await listPage(visit, subject, { domain: '' });
    },
    does: ['', 'read', 'accept'],
    post: async (visit, form) => await posted(visit, await newBrand(visit, form.get('organization')), form),
  },
  {
    path: '/brands/:brand/setup/propose',
    who: 'editor',
    get: async (visit) => {
      const { domain } = await brandDocument(visit.db, visit.brand.id);
      return await listPage(visit, visited(visit), { domain: domain ?? '' });
    },
    does: ['', 'read', 'accept'],
    post: async (visit, form) => await posted(visit, visited(visit), form),
  },
];

/** What the page shows. */
interface Shown {
  /** As it was typed. */
  readonly domain: string;
  readonly error?: string;
  readonly read?: { readonly site: SiteReading; readonly proposals: readonly Proposal[] };
}

async function posted(visit: Visit, subject: Subject, sent: URLSearchParams): Promise<Outcome> {
  const domain = sent.get('domain') ?? '';
  if (sent.get('do') === 'accept') return await accepted(visit, subject, sent);
  try {
    const site = await visit.deps.sites.read(domain, new AbortController().signal);
    return await listPage(visit, subject, { domain, read: { site, proposals: proposalsOf(site) } });
  } catch (error) {
    if (!(error instanceof SightlineError) || error.code !== 'invalid_argument') throw error;
    return await listPage(visit, subject, { domain, error: error.message });
  }
}

/** What was ticked becomes the form of the setup, whose review says what is stored before it is. */
async function accepted(visit: Visit, subject: Subject, sent: URLSearchParams): Promise<Outcome> {
  const taken = takenIn(sent);
  const domain = sent.get('site') ?? '';
  if (subject.brand === null) {
    const { ready } = await visit.deps.engines();
    const engines = ready.map(({ adapter }) => adapter.slug);
    return await reviewed(visit, subject, withTaken({ ...NEW_BRAND, engines }, domain, taken));
  }
  const document = await brandDocument(visit.deps.db, subject.brand);
  const form = formOf(document, versionOf(document, SETUP_PARTS));
  return await reviewed(visit, subject, withTaken(form, domain, taken));
}

async function listPage(visit: Visit, subject: Subject, shown: Shown): Promise<Outcome> {
  const { domain, error, read } = shown;
  const isNew = subject.brand === null;
  const byHand = isNew ? '/new-brand/by-hand' : visit.to('setup');
  return page({
    title: isNew ? 'A new brand' : `Proposals · ${visit.brand.name}`,
    tab: isNew ? undefined : 'setup',
    ...(error === undefined ? {} : { status: 422 }),
    main: html`<div class="first-day"><div class="stack">
<header class="page-head"><h1>What should be measured?</h1></header>
<form method="post" class="domain-form">
${organizationField(subject)}
<label for="domain">Domain</label>
<p class="row"><input id="domain" name="domain" value="${domain}" placeholder="example.com" required autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="domain-help"${error !== undefined && html` aria-invalid="true"`}${read === undefined && html` autofocus`}>
<button name="do" value="read"${read === undefined && html` class="primary"`}>${read === undefined ? 'Read its pages' : 'Read it again'}</button></p>
<p class="help" id="domain-help">${read === undefined ? 'Up to 30 of its public pages are read, as its robots.txt allows.' : readWords(read.site)} Nothing is stored until you accept. <a href="${byHand}">Fill it in by hand</a></p>
${error !== undefined && html`<p class="field-error" role="alert">${error}</p>`}
</form>
${read && (await proposalList(visit, subject, read.site, read.proposals))}
</div></div>`,
  });
}

function readWords({ pages, left }: SiteReading): string {
  const more = left === 0 ? '' : ` of ${pages.length + left} that it links to`;
  return `Read ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}${more}.`;
}

const PARTS: readonly { readonly title: string; readonly kinds: readonly Proposal['kind'][] }[] = [
  { title: 'Your brand', kinds: ['name', 'alias', 'domain'] },
  { title: 'Markets', kinds: ['market'] },
  { title: 'Competitors', kinds: ['competitor'] },
  { title: 'Questions', kinds: ['question'] },
];

const KINDS: Readonly<Record<Proposal['kind'], string>> = {
  name: 'Name',
  alias: 'Other name',
  domain: 'Website',
  market: 'Market',
  competitor: 'Competitor',
  question: 'Question',
};

async function proposalList(
  visit: Visit,
  subject: Subject,
  { host }: SiteReading,
  proposals: readonly Proposal[],
): Promise<Html> {
  const ticked = proposals.filter(({ isAdvised }) => isAdvised).length;
  const cost = await costOfQuestion(visit);
  return html`<form method="post" class="stack">
${subject.brand === null && organizationIn(subject)}
<input type="hidden" name="site" value="${host}">
<section aria-labelledby="proposals-head"><h2 id="proposals-head">Proposals: ${ticked} of ${proposals.length} ticked</h2>
<table class="proposals">
<caption class="unseen">What the pages propose to measure, with where it was read</caption>
<thead class="unseen"><tr><th scope="col">Take</th><th scope="col">What</th><th scope="col">Proposal</th><th scope="col">Where it was read</th><th scope="col">Cost a month</th></tr></thead>
${PARTS.map(({ title, kinds }) => {
  const part = proposals.filter(({ kind }) => kinds.includes(kind));
  return part.length > 0 && tablePart(title, part, cost);
})}
</table></section>
<p class="row accept"><button class="primary" name="do" value="accept">Review what you ticked</button>
<span class="help">Next you see what would be stored and what asking costs.</span></p>
</form>`;
}

function tablePart(title: string, proposals: readonly Proposal[], cost: string | null): Html {
  const ticked = proposals.filter(({ isAdvised }) => isAdvised).length;
  return html`<tbody>
<tr class="part"><th colspan="5" scope="rowgroup">${title} <small>${ticked} of ${proposals.length}</small></th></tr>
${proposals.map((each) => row(each, cost))}
</tbody>`;
}

function row(each: Proposal, cost: string | null): Html {
  const { kind, text, host, evidence, caution, isAdvised } = each;
  return html`<tr>
<td><input type="checkbox" name="take" value="${takenValue(each)}"${isAdvised && html` checked`} aria-label="${`${KINDS[kind]} ${text}`}"></td>
<td class="kind">${KINDS[kind]}</td>
<th scope="row"><bdi>${text}</bdi>${host !== null && html` <small>${host}</small>`}</th>
<td class="evidence">${list(evidence)}${caution !== null && html`<span class="caution">${caution}</span>`}</td>
<td class="figure">${kind === 'question' && cost}</td>
</tr>`;
}

function list(evidence: readonly string[]): Content {
  return evidence.length === 0 ? null : html`<span>${evidence.join(', ')}</span>`;
}

/** What asking one question once a day costs in a month, on the engines that have a key; null if none has. */
async function costOfQuestion({ deps: { engines } }: Visit): Promise<string | null> {
  const { ready } = await engines();
  const micros = ready.reduce((sum, each) => sum + each.micros, 0);
  return micros === 0 ? null : dollars(usdOf(micros * DAYS_PER_MONTH));
}
