import { isModel } from '../../../actions/ask-model.ts';
import { actions } from '../../../actions/index.ts';
import type { ActionResult } from '../../../actions/run-action.ts';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import { marketWords } from '../../../domain/brand/market.ts';
import { NOBODY_TO_ASK, PROSPECT_DAYS, PROSPECT_LIMITS } from '../../../domain/brand/prospect.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { dollars, usdOf } from '../../../domain/figures/usd.ts';
import type { ConfiguredEngines } from '../../../pipeline/collect/job/ready-engine.ts';
import type { Proposal } from '../../../propose/proposal.ts';
import { fewQuestionsWords, proposedProspect } from '../../../propose/prospect.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { linesIn } from '../../parts/form/field.ts';
import { formOutcome, refusalNote } from '../../parts/form/refusal.ts';
import { reviewedForm } from '../../parts/form/reviewed-form.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import {
  type ProspectForm,
  proposedForm,
  prospectControls,
  prospectFields,
  prospectInput,
  rivalLine,
  typedProspect,
} from './prospect-form.ts';
import { newBrand, organizationField, organizationIn, type Subject } from './subject.ts';

/** From a domain to a prospect's report, and keeping a prospect. */
export const prospectRoutes: readonly PageRoute[] = [
  {
    path: '/new-prospect',
    who: 'editor',
    ofAllBrands: 'route',
    takesLongText: true,
    get: async (visit) =>
      await prospectPage(visit, await newBrand(visit, visit.query.get('organization')), { domain: '' }),
    does: ['', 'read', 'by-hand', 'ask-model', 'review', 'edit', 'save'],
    post: async (visit, form) => await posted(visit, await newBrand(visit, form.get('organization')), form),
  },
  {
    path: '/brands/:brand/keep',
    who: 'editor',
    does: ['', 'review', 'edit', 'save'],
    post: async (visit, form) => await keepPosted(visit, form.get('do') || 'review'),
  },
];

interface Shown {
  readonly domain: string;
  /** Null before its site was read. */
  readonly form?: ProspectForm;
  readonly note?: Html | null;
  readonly status?: number;
}

async function posted(visit: Visit, subject: Subject, sent: URLSearchParams): Promise<Outcome> {
  const action = sent.get('do') || 'read';
  const domain = (sent.get('domain') ?? '').trim();
  if (visit.deps.isDemo) return await prospectPage(visit, subject, { domain, status: 409 });
  if (action === 'read' || action === 'by-hand') return await readPage(visit, subject, domain, action);
  const form = typedProspect(sent);
  if (action === 'edit') return await prospectPage(visit, subject, { domain, form });
  if (action === 'ask-model') return await askModel(visit, subject, form, sent.get('model') ?? '');
  return await reviewedForm<ActionResult>(
    visit,
    {
      act: (options) =>
        visit.act(actions.create_prospect, prospectInput(form), {
          ...options,
          organizationId: subject.caller.organizationId,
        }),
      ...{ brand: null, parts: [], version: '' },
      saved: ({ data, brand }) =>
        redirect(`/brands/${encodeURIComponent(brand?.id ?? '')}/tasks/${(data as { task: string }).task}`),
      again: async (refusal) =>
        await prospectPage(visit, subject, {
          domain,
          form,
          note: refusalNote(refusal),
          status: refusal?.status ?? 200,
        }),
      review: {
        title: 'A prospect',
        heading: `Ask about ${form.name.trim()}?`,
        lead: 'Sightline asks nothing and stores nothing until you confirm.',
        action: '/new-prospect',
        save: 'Ask, and make the report',
        fields: [['organization', String(subject.caller.organizationId)], ...prospectFields(form)],
      },
    },
    action === 'save',
  );
}

/** The form with what the site proposes, or blank. */
async function readPage(visit: Visit, subject: Subject, domain: string, action: string): Promise<Outcome> {
  const engines = await visit.deps.engines(visit.db);
  if (action === 'by-hand')
    return await prospectPage(visit, subject, {
      domain,
      form: proposedForm(domain, proposedProspect([]), engines),
    });
  const { sites, texts } = visit.deps;
  const read = async () => {
    const site = await sites.read(domain, new AbortController().signal);
    return { host: site.host, found: proposedProspect(await texts.proposals(site, {})) };
  };
  return await formOutcome(
    read(),
    async ({ host, found }) => {
      const few = fewQuestionsWords(found.questions.length);
      const note =
        few === null ? null : html`<p class="note" role="status">${few} Add your own, or ask a model.</p>`;
      return await prospectPage(visit, subject, { domain, form: proposedForm(host, found, engines), note });
    },
    async ({ status, message }) => {
      const note = html`<p class="note error" role="alert">${message} Or choose “Fill it in by hand”.</p>`;
      return await prospectPage(visit, subject, { domain, note, status });
    },
  );
}

/** Adds a model's questions without a name, and its competitors, up to the limits. */
async function askModel(
  visit: Visit,
  subject: Subject,
  form: ProspectForm,
  engine: string,
): Promise<Outcome> {
  const { domain, name } = form;
  const questions = linesIn(form.questions);
  const codes = { locationCode: Number(form.location) || null, languageCode: form.language || null };
  const market = marketWords(codes).slice(0, 200);
  const input = { engine, host: domain.slice(0, 200), name: name.slice(0, 200) || domain, market, questions };
  const { organizationId } = subject.caller;
  return await formOutcome(
    visit.act(actions.ask_model, input, { organizationId }),
    async ({ data: { engine: model, usd, advice, proposals } }) => {
      if (proposals === null) {
        const note = html`<p class="note error" role="alert">${model} sent no proposals. ${advice}</p>`;
        return await prospectPage(visit, subject, { domain, form, note });
      }
      const filled = await withModel(visit, form, proposals);
      const added = linesIn(filled.questions).length - questions.length;
      const note = html`<p class="note" role="status">${model} answered for about ${dollars(usd)}. New questions: ${added}. They come from no page, so check them.</p>`;
      return await prospectPage(visit, subject, { domain, form: filled, note });
    },
    async (refusal) =>
      await prospectPage(visit, subject, {
        domain,
        form,
        note: refusalNote(refusal),
        status: refusal.status,
      }),
  );
}

async function withModel(
  visit: Visit,
  form: ProspectForm,
  proposals: readonly Proposal[],
): Promise<ProspectForm> {
  const typed = linesIn(form.questions);
  const rivals = proposals.filter(({ kind, caution }) => kind === 'competitor' && caution === null);
  const competitors = [
    ...linesIn(form.competitors),
    ...rivals.map(({ text, host }) => rivalLine({ name: text, domain: host })),
  ];
  const candidates = proposals
    .filter(({ kind }) => kind === 'question')
    .map(({ text }) => ({ text, source: '' }));
  const declared = {
    own: [form.name, ...linesIn(form.aliases)],
    competitors: competitors.map((line) => line.split(',')[0] ?? line),
    questions: typed,
  };
  const found = proposedProspect(await visit.deps.texts.proposals(null, { questions: candidates, declared }));
  return {
    ...form,
    competitors: [...new Set(competitors)].join('\n'),
    questions: [...typed, ...found.questions]
      .slice(0, Math.max(typed.length, PROSPECT_LIMITS.questions))
      .join('\n'),
  };
}

async function prospectPage(
  visit: Visit,
  subject: Subject,
  { domain, form, note, status }: Shown,
): Promise<Outcome> {
  const engines = await visit.deps.engines(visit.db);
  return page({
    title: 'A prospect',
    ...(status !== undefined && status !== 200 && { status }),
    main: html`<header class="page-head"><h1>A prospect</h1>
<p class="lead">Up to ${PROSPECT_LIMITS.questions} questions, asked one to three times, and one report. You see the cost first. Sightline removes it all after ${PROSPECT_DAYS} days, unless you keep it.</p></header>
${note ?? noAskingNote(visit, engines)}
${!visit.deps.isDemo && domainForm(subject, domain, form === undefined)}
${
  form &&
  html`<form method="post" action="/new-prospect" class="setup stack">
${organizationIn(subject)}
${prospectControls(form, engines)}
<p class="row"><button class="primary" name="do" value="review">See the cost</button></p>
${modelField(engines)}
</form>`
}`,
  });
}

function noAskingNote({ deps: { isDemo } }: Visit, { ready }: ConfiguredEngines): Html | null {
  if (isDemo) return html`<p class="note">The demo asks no engine: its data is invented.</p>`;
  if (ready.length > 0) return null;
  return html`<p class="note">${NOBODY_TO_ASK}</p>`;
}

function domainForm(subject: Subject, domain: string, isFirst: boolean): Html {
  return html`<form method="post" action="/new-prospect" class="domain-form">
${organizationField(subject)}
<label for="site">Domain</label>
<p class="row"><input id="site" name="domain" value="${domain}" placeholder="example.com" required autocomplete="off" autocapitalize="none" spellcheck="false"${isFirst && html` autofocus`}>
<button name="do" value="read" data-wait="Reading its pages, up to 25 seconds"${isFirst && html` class="primary"`}>${isFirst ? 'Read its pages' : 'Read it again'}</button>
<button name="do" value="by-hand" formnovalidate>Fill it in by hand</button></p>
</form>`;
}

function modelField({ ready }: ConfiguredEngines): Html | null {
  const models = ready.filter(isModel);
  if (models.length === 0) return null;
  return html`<p class="row"><label for="model">More questions, proposed by</label>
<select id="model" name="model">${models.map(
    ({ adapter, micros }) =>
      html`<option value="${adapter.slug}">${engineNameOf(adapter.slug)}, about ${dollars(usdOf(micros))}</option>`,
  )}</select>
<button name="do" value="ask-model" data-wait="Asking, up to a minute">Ask it once</button></p>`;
}

async function keepPosted(visit: Visit, action: string): Promise<Outcome> {
  if (action === 'edit') return redirect('/brands');
  const { name } = visit.brand;
  return await reviewedForm<ActionResult>(
    visit,
    {
      act: (options) => visit.act(actions.keep_prospect, {}, options),
      ...{ brand: visit.brand.id, parts: [], version: '' },
      saved: () => redirect(visit.address('')),
      again: async (refusal) => {
        if (refusal === null) return redirect('/brands');
        throw new SightlineError('conflict', refusal.message);
      },
      review: {
        title: `Keep ${name}`,
        heading: `Keep ${name}?`,
        lead: 'Sightline then asks its questions every day, within your plan.',
        save: 'Keep it',
        fields: [],
      },
    },
    action === 'save',
  );
}
