import { silentSentence } from '../../../domain/alerts/change-words.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import { reports } from '../../../reports/index.ts';
import { lowerBoundsIn, lowerBoundsNote, lowerBoundsWords } from '../../../reports/run/lower-bounds.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import { ownPagesSection } from '../../parts/table/own-pages.ts';
import { agoText } from '../../parts/words/ago.ts';
import type { BrandRow, ChangeRow } from '../../parts/words/rows.ts';
import { shortDays } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { changeChart, changeLead, otherChanges } from './changes.ts';
import { checklist, hasRates } from './checklist.ts';
import { type OverviewData, overviewData } from './data.ts';
import { doFirst } from './do-first.ts';
import { enginesSection } from './engines.ts';
import { type BrandState, type Headline, headlineOf } from './headline.ts';

/** The brand's overview: what changed, what to do first, and how each engine names the brand now. */
export const overviewRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand', who: 'viewer', shared: 'overview', get: async (visit) => await overview(visit) },
];

async function overview(visit: Visit): Promise<Outcome> {
  const { data: brands } = await visit.report(reports.brands);
  const brand = brands.find(({ id }) => id === visit.brand.id);
  if (brand === undefined) throw new Error('A brand that may be visited is listed.');
  if (!brand.configured) return await started(visit, brand);
  const data = await overviewData(visit);
  const headline = headlineOf(stateOf(visit, brand, data));
  const steps = await checklist(visit, brand, data);
  const isRated = hasRates(data);
  const first = firstChange(visit, data);
  const others = data.changes.filter((change) => change !== first);
  return page({
    title: `${brand.name}`,
    figures: [reports.presence],
    csv: [
      { label: 'Named by engine', href: visit.to('csv/presence') },
      { label: 'Changes', href: visit.to('csv/changes') },
      { label: 'Do first', href: visit.to('csv/todo') },
    ],
    main: html`<div class="overview">
<div class="headline"><header class="page-head">
<h1>${headline.sentence}</h1>
<p class="lead">${lead(visit, brand, headline, first)}</p>
${nextStep(visit, headline)}
${otherChanges(visit, others)}
</header>${first !== null && (await changeChart(visit, first))}</div>
${!isRated && steps}
${steps !== null && !isRated && (await ownPagesSection(visit))}
${doFirst(visit, data.todo)}
${(steps === null || brand.last_collected_at !== null) && enginesSection(visit, data)}
${isRated && steps}
${lowerBounds(visit, data)}
${rescanDue(visit, data)}
</div>`,
  });
}

/** Before setup ends, the page only shows the next step. */
async function started(visit: Visit, brand: BrandRow): Promise<Outcome> {
  const headline = headlineOf({ ...EMPTY, name: brand.name });
  return page({
    title: brand.name,
    main: html`<header class="page-head"><h1>${headline.sentence}</h1>
<p class="lead">Set up its names, questions, and engines to see its figures here.</p>
${nextStep(visit, headline)}</header>
${await ownPagesSection(visit)}`,
  });
}

const EMPTY: Omit<BrandState, 'name'> = {
  isConfigured: false,
  activeQuestions: 0,
  engines: 0,
  enginesWithoutKey: null,
  hasAnswers: false,
  failed: 0,
  changes: [],
  silent: [],
  rows: [],
  before: null,
};

/** How long a change that is over stays first. */
const OVER_DAYS = 7;

function firstChange({ now }: Visit, { changes: [first] }: OverviewData): ChangeRow | null {
  if (first === undefined) return null;
  const isFresh = first.state === 'holds' || now - Date.parse(first.state_since) < OVER_DAYS * DAY_MS;
  return isFresh ? first : null;
}

function stateOf(visit: Visit, brand: BrandRow, data: OverviewData): BrandState {
  const { presence, health, todo } = data;
  const own = presence.data.filter(({ role }) => role === 'self');
  const { compared } = presence.meta;
  const first = firstChange(visit, data);
  return {
    name: brand.name,
    isConfigured: true,
    activeQuestions: brand.active_prompts,
    engines: own.length,
    enginesWithoutKey: health?.missingKeys.length ?? null,
    hasAnswers: brand.last_collected_at !== null,
    failed: health?.failures.reduce((sum, { failed }) => sum + failed, 0) ?? 0,
    changes: first === null ? [] : [first.sentence],
    silent: todo.data.flatMap(({ kind, engine_name: name, facts: [day = ''] }) =>
      kind === 'engine_silent' && name !== null && !Number.isNaN(Date.parse(day))
        ? [silentSentence(name, day, visit.now)]
        : [],
    ),
    rows: own,
    before:
      compared === undefined
        ? null
        : shortDays({ from: Date.parse(compared.from), to: Date.parse(compared.until) + 1 }, visit.now),
  };
}

/** What stands beneath the headline, and the newest answer. */
function lead(visit: Visit, brand: BrandRow, headline: Headline, first: ChangeRow | null): Content {
  const { last_collected_at: last } = brand;
  if (first !== null) return changeLead(visit, first);
  const all = visit.to('comparisons');
  const checks = all !== null && last !== null && html` <a class="not-printed" href="${all}">All checks</a>`;
  const newest = last === null ? 'No answers yet.' : `Last answer ${agoText(Date.parse(last), visit.now)}.`;
  return headline.lead === null ? [newest, checks] : [headline.lead, checks];
}

/** Ordinary-word names, with advice. */
function lowerBounds(visit: Visit, { presence }: OverviewData): Html | null {
  const words = visit.mayEdit ? lowerBoundsNote : lowerBoundsWords;
  const note = words(lowerBoundsIn(presence.meta));
  if (note === '') return null;
  return html`<p class="help">${note}${visit.mayEdit && html` <a class="not-printed" href="${visit.to('setup')}">Names</a>`}</p>`;
}

function rescanDue(visit: Visit, { health }: OverviewData): Html | null {
  const due = health?.rescanDue ?? 0;
  if (due === 0) return null;
  return html`<p class="help not-printed">A rescan with your present names is due for ${due.toLocaleString('en-US')} ${due === 1 ? 'answer' : 'answers'}; figures may change. <a href="${visit.to('rescan')}">Rescan</a></p>`;
}

function nextStep(visit: Visit, { next }: Headline): Content {
  if (next === null || visit.viewer.kind !== 'user') return null;
  return html`<p><a class="button" href="${visit.to(next.page)}">${next.text}</a></p>`;
}
