import { countryNamed } from '../../../domain/country-names.ts';
import { reports } from '../../../reports/index.ts';
import { type Content, html } from '../../html.ts';
import { type Outcome, page } from '../../outcome.ts';
import { agoText } from '../../parts/ago.ts';
import { isFresh } from '../../parts/as-compared.ts';
import { onlyLink } from '../../parts/only-link.ts';
import type { BrandRow } from '../../parts/rows.ts';
import { dateText, windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { type OverviewData, overviewData } from './data.ts';
import { dataHealthSection } from './data-health.ts';
import { enginesSection } from './engines.ts';
import { findingsSection } from './findings.ts';
import { type Headline, headlineOf } from './headline.ts';
import { heldBackSection } from './held-back.ts';
import { whoIsNamedSection } from './who-is-named.ts';

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
  const headline = headlineOf(stateOf(visit, brand, data));
  return page({
    title: `${brand.name}`,
    tab: 'overview',
    figures: [reports.presence, reports.trend],
    csv: [
      { label: 'Named by engine', href: visit.to('csv/presence') },
      { label: 'The weeks', href: visit.to('csv/trend', { by: 'week', window: data.weeks }) },
    ],
    main: html`<header class="page-head">
<h1>${headline.sentence}</h1>
${headline.more && html`<p class="more">${headline.more}</p>`}
<p class="lead">${lead(visit, brand, data)}</p>
${nextStep(visit, headline)}
</header>
${findingsSection(visit, data)}
${enginesSection(visit, data)}
${onlyLink(visit.to('trend'), 'These lines large, with competitors')}
<div class="overview-columns">${whoIsNamedSection(visit, data)}${heldBackSection(visit, data)}${dataHealthSection(visit, data)}</div>`,
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
  alertsEnabled: true,
  comparisons: [],
  asOf: null,
} as const;

function stateOf(visit: Visit, brand: BrandRow, data: OverviewData) {
  const { presence, alertsEnabled, comparisons, inside } = data;
  return {
    name: brand.name,
    isConfigured: true,
    activeQuestions: brand.active_prompts,
    engines: new Set(presence.data.map(({ engine }) => engine)).size,
    enginesWithoutKey: inside?.health.missingKeys.length ?? null,
    hasAnswers: brand.last_collected_at !== null,
    failed: inside?.health.failures.reduce((sum, { failed }) => sum + failed, 0) ?? 0,
    alertsEnabled,
    comparisons,
    asOf: asOf(visit, data),
  };
}

/** The day of comparisons that are not of the present, or until when none were made. */
function asOf({ now, window }: Visit, { comparisons: [newest], presence }: OverviewData): string | null {
  if (newest !== undefined) return isFresh(newest, now) ? null : dateText(new Date(newest.evaluated_at));
  const { until } = presence.meta.window;
  return window.until === undefined ? null : dateText(new Date(until));
}

const LANGUAGES = new Intl.DisplayNames('en-US', { type: 'language', fallback: 'none' });

function lead({ now }: Visit, brand: BrandRow, { presence }: OverviewData): string {
  const { location_code: location, language_code: language } = brand.market;
  const market = [location === null ? undefined : countryNamed(location), languageNamed(language)].filter(
    Boolean,
  );
  const { active_prompts: questions, last_collected_at: last } = brand;
  return [
    windowText(presence.meta),
    market.join(', '),
    `${questions} ${questions === 1 ? 'question' : 'questions'}`,
    last === null ? 'no answers yet' : `last answer ${agoText(Date.parse(last), now)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function languageNamed(code: string | null): string | undefined {
  try {
    return code === null ? undefined : LANGUAGES.of(code);
  } catch {
    // Whatever is stored is not always a code.
    return undefined;
  }
}

function nextStep(visit: Visit, { next }: Headline): Content {
  if (next === null || visit.viewer.kind !== 'user') return null;
  return html`<p><a class="button" href="${visit.to(next.page)}">${next.text}</a></p>`;
}
