import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { noteUnder } from '../../../reports/show/shown.ts';
import { type Html, html } from '../../html.ts';
import { page } from '../../outcome.ts';
import { choiceFields } from '../../parts/choice-fields.ts';
import { type Option, optionList } from '../../parts/field.ts';
import { nothing } from '../../parts/nothing.ts';
import { reportTable } from '../../parts/report-table.ts';
import { sliceOf } from '../../parts/slices.ts';
import { windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit.ts';

/** What engines say of a brand by theme, and with a theme, their sentences. */
export const saidRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/said', who: 'viewer', get: saidPage },
];

type Said = typeof reports.said;
type SaidRow = RowOf<Said>;

const MOST_SHOWN = 50;

const HOW: Readonly<Record<string, string>> = {
  negative: 'Negative',
  neutral: 'Neutral',
  recommended: 'Recommends',
};

async function saidPage(visit: Visit) {
  const about = visit.query.get('about') || 'self';
  const theme = visit.query.get('theme') || undefined;
  const [presence, said, quoted] = await Promise.all([
    visit.figures(reports.presence, { engine: undefined, compare: undefined }),
    visit.figures(reports.said, { about }),
    theme === undefined ? null : visit.figures(reports.said, { about, theme }),
  ]);
  return page({
    title: `What they say · ${visit.brand.name}`,
    tab: 'said',
    figures: [reports.said],
    csv: [{ label: 'What they say', href: visit.to('csv/said', { about }) }],
    main: html`<header class="page-head">
<h1>What they say, by theme</h1>
<p class="lead">${windowText(said.meta)}</p>
</header>
<div class="filters">
${brandForm(visit, presence, about)}
</div>
${quoted && sentences(visit, quoted)}
${themes(visit, said)}`,
  });
}

/** Of whom something is said: the brand itself, or a competitor. */
function brandForm(visit: Visit, { data }: EnvelopeOf<typeof reports.presence>, about: string): Html {
  const competitors = new Set(data.filter(({ role }) => role === 'competitor').map(({ brand }) => brand));
  const options: Option[] = [
    ['self', visit.brand.name],
    ...[...competitors].map((name): Option => [name, name]),
  ];
  return html`<form class="filter-form" method="get">
${choiceFields(visit)}
<div><label for="about">Brand</label><select id="about" name="about">${optionList(options, about)}</select></div>
<button>Show</button>
</form>`;
}

function themes(visit: Visit, said: EnvelopeOf<Said>): Html {
  const slice = sliceOf(
    visit,
    said.data.filter(({ framing, present }) => framing === 'any' || present > 0),
    MOST_SHOWN,
  );
  if (slice.rows.length === 0)
    return nothing(visit, 'Nothing is said of this brand by theme in this window.');
  return html`<section aria-label="Themes">
${reportTable(visit, reports.said, said, {
  caption: 'Answers by engine and theme',
  rows: slice.rows,
  without: ['quotes'],
  instead: {
    theme_name: (row) => themeLink(visit, row),
    framing: ({ framing }) => HOW[framing] ?? 'In any way',
  },
})}
${slice.pager}
<p class="help">${noteUnder(reports.said, said)}</p>
</section>`;
}

function themeLink(visit: Visit, { theme, theme_name, engine }: SaidRow): Html {
  return html`<a href="${here(visit, { theme, engine, page: null })}">${theme_name}</a>`;
}

/** The sentences of a theme, by framing. */
function sentences(visit: Visit, { data }: EnvelopeOf<Said>): Html | null {
  const [first] = data;
  if (first === undefined) return null;
  const columns = Object.keys(HOW).flatMap((framing) => {
    const rows = data.filter((row) => row.framing === framing && (row.quotes ?? []).length > 0);
    return rows.length === 0 ? [] : [{ framing, rows }];
  });
  return html`<section aria-label="Sentences"><h2><bdi>${first.theme_name}</bdi></h2>
<p class="help">The newest sentences, word for word. <a href="${here(visit, { theme: null })}">Close</a></p>
<div class="columns three">${columns.map(
    ({ framing, rows }) =>
      html`<div><h3>${HOW[framing]}</h3>${rows.map((row) => quotesOf(visit, row))}</div>`,
  )}</div></section>`;
}

function quotesOf(visit: Visit, { engine_name, quotes = [] }: SaidRow): Html[] {
  return quotes.map(
    ({
      sentence,
      answer_id,
      collected_at,
      question,
      sites,
    }) => html`<blockquote class="quote"><p>${sentence}</p>
<footer><a href="${visit.to(`answers/${answer_id}`)}">${engine_name}, ${collected_at.slice(0, 10)}</a> · <bdi>${question}</bdi>${
      sites.length > 0 && html` · ${sites.join(', ')}`
    }</footer></blockquote>`,
  );
}
