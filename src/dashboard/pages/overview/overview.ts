import { changedMeasure } from '../../../pipeline/watch/alert-words.ts';
import { reports } from '../../../reports/index.ts';
import { lowerBoundsIn, lowerBoundsNote, lowerBoundsWords } from '../../../reports/run/lower-bounds.ts';
import { beforeOf } from '../../../reports/shape/compared.ts';
import { KIND_RULES } from '../../../stats/alerts/gates.ts';
import { excludesZero } from '../../../stats/rates/intervals.ts';
import { plainSentence } from '../../answer-text/plain-sentence.ts';
import { type Change, pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import { changePhrase, sharedText } from '../../parts/table/change.ts';
import { ownPagesSection } from '../../parts/table/own-pages.ts';
import { agoText } from '../../parts/words/ago.ts';
import { type AlertFacts, engineNameIn, factsOf } from '../../parts/words/alert-facts.ts';
import type { AlertRow, BrandRow, PresenceRow } from '../../parts/words/rows.ts';
import { shortDay } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { checklist, hasRates } from './checklist.ts';
import { type OverviewData, overviewData, type Sentence } from './data.ts';
import { dataHealthSection } from './data-health.ts';
import { enginesSection } from './engines.ts';
import { type BrandState, type Headline, headlineOf } from './headline.ts';
import { lostQuestionsSection } from './lost-questions.ts';
import { sitesSection } from './sites.ts';

/** The brand's overview. */
export const overviewRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand', who: 'viewer', shared: 'overview', get: async (visit) => await overview(visit) },
];

async function overview(visit: Visit): Promise<Outcome> {
  const { data: brands } = await visit.report(reports.brands);
  const brand = brands.find(({ id }) => id === visit.brand.id);
  if (brand === undefined) throw new Error('A brand that may be visited is listed.');
  if (!brand.configured) return await started(visit, brand);
  const data = await overviewData(visit);
  const headline = headlineOf(stateOf(brand, data));
  const steps = await checklist(visit, brand, data);
  const isRated = hasRates(data);
  return page({
    title: `${brand.name}`,
    figures: [reports.presence, reports.trend],
    csv: [
      { label: 'Named by engine', href: visit.to('csv/presence') },
      { label: 'The weeks', href: visit.to('csv/trend', { by: 'week', window: data.weeks }) },
      { label: 'Questions you lose', href: data.gaps && visit.to('csv/gaps') },
    ],
    main: html`<header class="page-head">
<h1>${headline.sentence}</h1>
<p class="lead">${lead(visit, brand, headline)}</p>
${nextStep(visit, headline)}
</header>
<div class="overview">
${!isRated && steps}
${steps !== null && !isRated && (await ownPagesSection(visit))}
${(steps === null || brand.last_collected_at !== null) && enginesSection(visit, data)}
${isRated && steps}
${findingsSection(visit, data)}
${lostQuestionsSection(visit, data)}
<div class="columns">${sitesSection(visit, data)}${quotesSection(visit, data)}</div>
${dataHealthSection(visit, data)}
${lowerBounds(visit, data)}
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

const EMPTY = {
  isConfigured: false,
  activeQuestions: 0,
  engines: 0,
  enginesWithoutKey: null,
  hasAnswers: false,
  failed: 0,
  rows: [],
  findings: [],
} as const;

function stateOf(brand: BrandRow, { presence, findings, engineGaps, health }: OverviewData): BrandState {
  const own = presence.data.filter(({ role }) => role === 'self');
  return {
    name: brand.name,
    isConfigured: true,
    activeQuestions: brand.active_prompts,
    engines: own.length,
    enginesWithoutKey: health?.missingKeys.length ?? null,
    hasAnswers: brand.last_collected_at !== null,
    failed: health?.failures.reduce((sum, { failed }) => sum + failed, 0) ?? 0,
    rows: own,
    findings: findings.flatMap((alert) => {
      const facts = factsOf(alert);
      if (facts === null) return [];
      const isNaming = KIND_RULES[facts.kind].measure === 'visibility';
      const beside = isNaming
        ? `over these days, the change is ${changePhrase(own.find(({ engine }) => engine === facts.engine)?.compared)}`
        : namingWords(facts, engineGaps);
      // The line itself has the order and the naming rates.
      if (beside === null) return [];
      return [{ engine: facts.engine, isNaming, what: titleOf(facts), beside, at: alert.created_at }];
    }),
  };
}

/** The brand with the higher naming rate, beside the order; null within noise. */
function namingWords(facts: AlertFacts, gaps: OverviewData['engineGaps']): string | null {
  const gap = gaps && engineGap(gaps, facts)?.gap;
  if (!gap) return null;
  if (!excludesZero(gap)) return null;
  const who = gap.points > 0 ? facts.competitor : facts.brand;
  const { points, range } = pointsParts(gap);
  return `${who} is named more often (${points} points, ${range})`;
}

/** The rest of the headline, with links. */
function lead(visit: Visit, brand: BrandRow, { more }: Headline): Content {
  const { last_collected_at: last } = brand;
  const all = visit.to('comparisons');
  return [
    more !== null && `${more} `,
    all !== null && last !== null && html`<a class="not-printed" href="${all}">Every comparison.</a> `,
    last === null ? 'No answers yet.' : `Last answer ${agoText(Date.parse(last), visit.now)}.`,
  ];
}

/** Ordinary-word names, with advice. */
function lowerBounds(visit: Visit, { presence }: OverviewData): Html | null {
  const words = visit.mayEdit ? lowerBoundsNote : lowerBoundsWords;
  const note = words(lowerBoundsIn(presence.meta));
  if (note === '') return null;
  return html`<p class="help">${note}${visit.mayEdit && html` <a class="not-printed" href="${visit.to('setup')}">Names</a>`}</p>`;
}

function nextStep(visit: Visit, { next }: Headline): Content {
  if (next === null || visit.viewer.kind !== 'user') return null;
  return html`<p><a class="button" href="${visit.to(next.page)}">${next.text}</a></p>`;
}

/** Alerts, one line each, with the page window's figures. */
function findingsSection(visit: Visit, data: OverviewData): Html | null {
  const { findings, isNow } = data;
  if (findings.length === 0) return null;
  const all = visit.to('alerts');
  return html`<section aria-labelledby="changes">
<div class="section-head"><h2 id="changes">${isNow ? 'What changed' : 'Alerts found in these days'}</h2>${all !== null && html`<a class="not-printed" href="${all}">All alerts</a>`}</div>
<ul class="findings">${findings.map((alert) => finding(visit, data, alert))}</ul>
</section>`;
}

function finding(visit: Visit, data: OverviewData, alert: AlertRow): Html {
  const facts = factsOf(alert);
  const href = visit.to(`alerts/${alert.id}`);
  const title = facts === null ? alert.title : titleOf(facts).replace(/ in answers that name either$/, '');
  const now = facts === null ? NOTHING : nowOf(visit, data, facts);
  return html`<li class="${now.isClear && 'clear'}">
<span><b>${href === null ? html`<bdi>${title}</bdi>` : html`<a class="plain" href="${href}"><bdi>${title}</bdi></a>`}</b>${now.counts && html` <small>${now.counts}</small>`}</span>
<span class="now">${now.figure}</span>
<small class="when">found ${shortDay(alert.created_at)}${facts && html`: ${pointsParts(facts.change).points} points then`}</small>
</li>
`;
}

/** The change without the figures of its day. Text beside it names the denominator. */
function titleOf(facts: AlertFacts): string {
  return changedMeasure(facts.kind, engineNameIn(facts), facts.brand, facts.competitor ?? '');
}

/** The page window's figures about an alert. */
interface Now {
  readonly counts: Content;
  readonly figure: Content;
  /** Whether it exceeds noise in this window too. */
  readonly isClear: boolean;
}

const NOTHING: Now = { counts: null, figure: null, isClear: true };

function nowOf(visit: Visit, data: OverviewData, facts: AlertFacts): Now {
  switch (facts.kind) {
    case 'competitor_overtook':
      return namedBeside(visit, data, facts);
    case 'visibility_drop':
    case 'visibility_rise':
    case 'engine_blackout':
      return namedNow(visit, data, facts);
    default:
      return NOTHING;
  }
}

function namedNow(visit: Visit, { presence }: OverviewData, { engine }: AlertFacts): Now {
  const row = presence.data.find((each) => each.engine === engine && each.role === 'self');
  if (row === undefined) return NOTHING;
  const { compared } = row;
  const before = beforeOf(compared);
  const counts = html`named in ${namedIn(visit, row, presence.meta)}${before && html`, before in ${before.present} of ${before.responses}`}`;
  const change = compared?.change;
  if (!change) return { counts, figure: null, isClear: false };
  const isClear = compared.exceeds_noise;
  const shared = sharedText(row);
  return {
    counts: shared === null ? counts : html`${counts}; the change ${shared}`,
    figure: figureOf(change, { isClear, clear: '', unclear: changePhrase(compared) }),
    isClear,
  };
}

function namedIn(
  visit: Visit,
  { engine, present, responses }: PresenceRow,
  meta: OverviewData['presence']['meta'],
): Html {
  return html`<a class="figure-link" href="${visit.answers({ engine, names: 'self' }, meta)}">${present} of ${responses}</a>`;
}

/** Naming rates of the two brands in the same answers. The alert itself compares their order. */
function namedBeside(visit: Visit, { engineGaps: gaps }: OverviewData, facts: AlertFacts): Now {
  const row = gaps === null ? undefined : engineGap(gaps, facts);
  const { engine, competitor } = facts;
  if (gaps === null || !row?.gap || competitor === null) return { ...NOTHING, isClear: false };
  const only = { engine, looked_for: 'self', beside: competitor };
  const alone = visit.answers({ ...only, names: competitor, names_not: 'self' }, gaps.meta);
  const counts = html`among answers that name either; only it in <a class="figure-link" href="${alone}">${row.only_it}</a> of ${row.answers} answers, only you in ${row.only_you}`;
  const isClear = excludesZero(row.gap);
  const words = { isClear, clear: 'more often named', unclear: 'too close to call' };
  return { counts, figure: figureOf(row.gap, words), isClear };
}

/** The competitor's lead on the alert's engine; undefined without counts. */
function engineGap(
  { data }: NonNullable<OverviewData['engineGaps']>,
  { engine, competitor }: Pick<AlertFacts, 'engine' | 'competitor'>,
) {
  return data.find((each) => each.engine === engine && each.competitor === competitor);
}

/** A difference with its interval. Within noise, the verdict comes first. */
function figureOf(
  change: Change,
  {
    isClear,
    clear,
    unclear,
  }: { readonly isClear: boolean; readonly clear: string; readonly unclear: string },
): Html {
  const { points, range } = pointsParts(change);
  return isClear
    ? html`<b>${points} points</b> <small>(${range}) ${clear}</small>`
    : html`<small>${unclear}: ${points} points (${range})</small>`;
}

const WORDS: Readonly<Record<string, string>> = {
  negative: 'negative',
  recommended: 'recommends',
  neutral: 'states',
};

/** One sentence per framing of the most frequent theme. */
function quotesSection(visit: Visit, { said }: OverviewData): Html | null {
  if (said.length === 0) return null;
  const all = visit.to('said');
  return html`<section aria-labelledby="said">
<div class="section-head"><h2 id="said">What engines say about you</h2>${all !== null && html`<a class="not-printed" href="${all}">All themes</a>`}</div>
<ul class="said-lines">${said.map((each) => sentence(visit, each))}</ul>
</section>`;
}

function sentence(visit: Visit, { row, quote }: Sentence): Html {
  const { theme, theme_name: name, engine, engine_name: on, framing, present } = row;
  const more = visit.to('said', { theme, engine });
  return html`<li><p><a class="plain" href="${visit.to(`answers/${quote.answer_id}`)}"><bdi>${plainSentence(quote.sentence)}</bdi></a></p>
<small><span class="chip ${framing}">${WORDS[framing]}</span> Theme: <bdi>${name}</bdi> · ${on} · ${shortDay(quote.collected_at)} · ${more === null ? `one of ${present} answers` : html`<a href="${more}">one of ${present} answers</a>`}</small></li>
`;
}
