import { reports } from '../../../reports/index.ts';
import { lowerBoundsIn, lowerBoundsNote, lowerBoundsWords } from '../../../reports/run/lower-bounds.ts';
import { KIND_RULES } from '../../../stats/alerts/gates.ts';
import { excludesZero } from '../../../stats/rates/intervals.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import { changePhrase } from '../../parts/table/change.ts';
import { ownPagesSection } from '../../parts/table/own-pages.ts';
import { agoText } from '../../parts/words/ago.ts';
import { type AlertFacts, factsOf } from '../../parts/words/alert-facts.ts';
import type { BrandRow } from '../../parts/words/rows.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { checklist, hasRates } from './checklist.ts';
import { type OverviewData, overviewData } from './data.ts';
import { dataHealthSection } from './data-health.ts';
import { enginesSection } from './engines.ts';
import { engineGap, findingsSection, titleOf } from './findings.ts';
import { type BrandState, type Headline, headlineOf } from './headline.ts';
import { lostQuestionsSection } from './lost-questions.ts';
import { quotesSection } from './quotes.ts';
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
    tab: 'overview',
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
    tab: 'overview',
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
