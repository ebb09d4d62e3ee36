import { DEFAULT_ALERT_SETTINGS } from '../../../domain/alerts/alert-rules.ts';
import { isNews } from '../../../domain/alerts/change.ts';
import { dayText, silentSentence } from '../../../domain/alerts/change-words.ts';
import { silentSince } from '../../../domain/alerts/todo.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import type { BrandHealth } from '../../../pipeline/collect/health.ts';
import { reports } from '../../../reports/index.ts';
import { lowerBoundsIn, lowerBoundsNote, lowerBoundsWords } from '../../../reports/run/lower-bounds.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import { ownPagesSection } from '../../parts/table/own-pages.ts';
import { agoText } from '../../parts/words/ago.ts';
import { changeLines } from '../../parts/words/change-lines.ts';
import { elsewhereLines } from '../../parts/words/markets.ts';
import type { BrandRow, ChangeRow } from '../../parts/words/rows.ts';
import { shortDays } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { changeChart, changeLead } from './changes.ts';
import { checklist, hasRates, keyPage } from './checklist.ts';
import { type OverviewData, overviewData } from './data.ts';
import { doFirst } from './do-first.ts';
import { enginesSection } from './engines.ts';
import { type BrandState, changesFrom, type Headline, headlineOf, wouldShow } from './headline.ts';

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
  const first = firstChange(visit, data);
  const headline = headlineOf(stateOf(visit, brand, data, first));
  const list = await checklist(visit, brand, data);
  const isRated = hasRates(data);
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
<p class="lead">${await lead(visit, { brand, headline, first, ...data })}</p>
${steps(visit, headline)}
${changeLines(visit, others)}
${elsewhereLines(visit, data.elsewhere)}
</header>${first !== null && (await changeChart(visit, first))}</div>
${!isRated && list}
${list !== null && !isRated && (await ownPagesSection(visit))}
${await doFirst(visit, data.todo)}
${(list === null || brand.last_collected_at !== null) && enginesSection(visit, data)}
${isRated && list}
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
${steps(visit, headline)}</header>
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
  keyPage: 'collecting',
  today: null,
  changes: [],
  silent: [],
  rows: [],
  before: null,
  least: DEFAULT_ALERT_SETTINGS.minSampleEachSide,
  enoughOn: null,
};

function firstChange({ now }: Visit, { changes: [first] }: OverviewData): ChangeRow | null {
  return first && isNews(first.state, Date.parse(first.state_since), now) ? first : null;
}

function stateOf(visit: Visit, brand: BrandRow, data: OverviewData, first: ChangeRow | null): BrandState {
  const { presence, health, todo } = data;
  const own = presence.data.filter(({ role }) => role === 'self');
  const { compared } = presence.meta;
  const least = compared?.min_sample_each_side ?? EMPTY.least;
  return {
    name: brand.name,
    isConfigured: true,
    activeQuestions: brand.active_prompts,
    engines: own.length,
    enginesWithoutKey: health?.missingKeys ?? null,
    hasAnswers: brand.last_collected_at !== null,
    failed: health?.failed ?? 0,
    keyPage: (health && keyPage(visit, own.length)) ?? 'collecting',
    today: health?.openToday ? { answers: sumOf(own), open: health.openToday } : null,
    changes: first === null ? [] : [first.sentence],
    silent: todo.data.flatMap((row) => {
      const [name, since] = [row.engine_name, silentSince(row)];
      if (name === null || since === null) return [];
      return [{ sentence: silentSentence(name, since, visit.now), missing: row.missing ?? 0 }];
    }),
    rows: own,
    before:
      compared === undefined
        ? null
        : shortDays({ from: Date.parse(compared.from), to: Date.parse(compared.until) + 1 }, visit.now),
    least,
    enoughOn: health && enoughOn(visit, own, health, least),
  };
}

const sumOf = (rows: OverviewData['presence']['data']) => rows.reduce((sum, each) => sum + each.responses, 0);

/** When the busiest engine has enough answers for a change, at the pace since the first answer. */
function enoughOn(
  visit: Visit,
  own: OverviewData['presence']['data'],
  health: BrandHealth,
  least: number,
): string | null {
  if (health.firstAnswerAt === null) return null;
  const days = Math.max(1, Math.ceil((visit.now - health.firstAnswerAt) / DAY_MS));
  const most = Math.max(0, ...own.map(({ responses }) => responses));
  const perDay = health.openToday > 0 ? (sumOf(own) + health.openToday) / own.length : most / days;
  const day = changesFrom(health.firstAnswerAt, perDay, least);
  return day === null || day <= visit.now ? null : dayText(new Date(day).toISOString(), visit.now);
}

/** What stands beneath the headline, and where to read on. */
async function lead(
  visit: Visit,
  {
    brand,
    headline,
    first,
    presence,
  }: Pick<OverviewData, 'presence'> & {
    readonly brand: BrandRow;
    readonly headline: Headline;
    readonly first: ChangeRow | null;
  },
): Promise<Content> {
  const { last_collected_at: last } = brand;
  if (first !== null) return changeLead(visit, first);
  const more = headline.more ?? { text: 'All checks', page: 'comparisons' };
  const href = last === null ? null : addressOf(visit, more);
  const way = href !== null && html` <a class="not-printed" href="${href}">${more.text}</a>`;
  const newest = last === null ? 'No answers yet.' : `Last answer ${agoText(Date.parse(last), visit.now)}.`;
  return [headline.lead ?? newest, headline.isSame && (await forecast(visit, presence)), way];
}

/** The smallest change that would have shown on the engine with the most answers. */
async function forecast(visit: Visit, { data }: OverviewData['presence']): Promise<string | null> {
  const [most] = data.filter(({ role }) => role === 'self').toSorted((a, b) => b.responses - a.responses);
  if (most === undefined) return null;
  const { changes } = (await visit.figures(reports.planner, { engine: most.engine })).data;
  const [drop, rise] = ['visibility_drop', 'visibility_rise'].map((kind) =>
    changes.find((row) => row.kind === kind),
  );
  return wouldShow(most.engine_name, drop?.smallest_in_7_days ?? rise?.smallest_in_7_days ?? null);
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

function steps(visit: Visit, headline: Headline): Content {
  if (headline.steps.length === 0 || visit.viewer.kind !== 'user') return null;
  const style = (index: number) => (index === 0 && headline.steps.length > 1 ? 'button primary' : 'button');
  return html`<p class="row">${headline.steps.map(
    (step, index) => html`<a class="${style(index)}" href="${addressOf(visit, step)}">${step.text}</a> `,
  )}</p>`;
}

function addressOf(visit: Visit, { page: to }: { readonly page: string }): string | null {
  return /^[/#]/.test(to) ? to : visit.to(to);
}
