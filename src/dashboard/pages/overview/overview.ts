import { reports } from '../../../reports/index.ts';
import { lowerBoundsIn, lowerBoundsNote, lowerBoundsWords } from '../../../reports/run/lower-bounds.ts';
import { KIND_RULES } from '../../../stats/gates.ts';
import { excludesZero } from '../../../stats/intervals.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../html.ts';
import { type Outcome, page } from '../../outcome.ts';
import { agoText } from '../../parts/ago.ts';
import { type AlertFacts, factsOf } from '../../parts/alert-facts.ts';
import { changePhrase } from '../../parts/change.ts';
import type { BrandRow } from '../../parts/rows.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { checklist } from './checklist.ts';
import { type OverviewData, overviewData } from './data.ts';
import { dataHealthSection } from './data-health.ts';
import { enginesSection } from './engines.ts';
import { engineGap, findingsSection, titleOf } from './findings.ts';
import { type BrandState, type Headline, headlineOf } from './headline.ts';
import { lostSection } from './lost.ts';
import { saidSection } from './said.ts';
import { sitesSection } from './sites.ts';

/** The first page of a brand: what its comparisons say, and the figures behind them. */
export const overviewRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand', who: 'viewer', shared: 'overview', get: async (visit) => await overview(visit) },
];

async function overview(visit: Visit): Promise<Outcome> {
  const { data: brands } = await visit.report(reports.brands);
  const brand = brands.find(({ id }) => id === visit.brand.id);
  if (brand === undefined) throw new Error('A brand that may be visited is listed.');
  if (!brand.configured) return started(visit, brand);
  const data = await overviewData(visit);
  const headline = headlineOf(stateOf(brand, data));
  const steps = await checklist(visit, brand, data);
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
${steps}
${(steps === null || brand.last_collected_at !== null) && enginesSection(visit, data)}
${findingsSection(visit, data)}
${lostSection(visit, data)}
<div class="columns">${sitesSection(visit, data)}${saidSection(visit, data)}</div>
${dataHealthSection(visit, data)}
${lowerBounds(visit, data)}
</div>`,
  });
}

/** Before the setup is finished there are no figures: what to do next is all there is. */
function started(visit: Visit, brand: BrandRow): Outcome {
  const headline = headlineOf({ ...EMPTY, name: brand.name });
  return page({
    title: brand.name,
    tab: 'overview',
    main: html`<header class="page-head"><h1>${headline.sentence}</h1>
<p class="lead">Its figures will be here once its names, questions, and engines are set.</p>
${nextStep(visit, headline)}</header>`,
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
      // Who is put ahead is in its line, with who is named.
      if (beside === null) return [];
      return [{ engine: facts.engine, isNaming, what: titleOf(facts), beside, at: alert.created_at }];
    }),
  };
}

/** Who of the two is named more often, beside who is put ahead; null where that cannot be told. */
function namingWords(facts: AlertFacts, gaps: OverviewData['engineGaps']): string | null {
  const gap = gaps && engineGap(gaps, facts)?.gap;
  if (!gap) return null;
  if (!excludesZero(gap)) return null;
  const who = gap.points > 0 ? facts.competitor : facts.brand;
  const { points, range } = pointsParts(gap);
  return `${who} is named more often (${points} points, ${range})`;
}

/** What the headline leaves, and where the rest is. */
function lead(visit: Visit, brand: BrandRow, { more }: Headline): Content {
  const { last_collected_at: last } = brand;
  const all = visit.to('comparisons');
  return [
    more !== null && `${more} `,
    all !== null && last !== null && html`<a class="not-printed" href="${all}">Every comparison.</a> `,
    last === null ? 'No answers yet.' : `Last answer ${agoText(Date.parse(last), visit.now)}.`,
  ];
}

/** Names that are ordinary words, and what to do about them. */
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
