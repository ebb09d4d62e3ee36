import { reports } from '../../../reports/index.ts';
import type { ColumnIdOf, RowOf } from '../../../reports/shape/report.ts';
import { dotWithInterval, percentAxis } from '../../charts/dot.ts';
import { type Framing, framingBar } from '../../charts/framing.ts';
import { partsOf, type RateFigure } from '../../charts/rates.ts';
import { differenceMark } from '../../charts/said.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { changeIn } from '../../parts/table/change.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import { readBy } from '../../parts/words/reader-words.ts';
import type { PresenceRow } from '../../parts/words/rows.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { byEngine, gapStyle, shownEngines } from './by-engine.ts';
import { type Competing, competing, type OnEngine } from './data.ts';
import { replacing } from './replacing.ts';

/** Competitors: rates, gaps, framing, and answers without the brand. */
export const competitorRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/competitors', who: 'viewer', shared: 'competitors', get: competitorsPage },
];

async function competitorsPage(visit: Visit) {
  const data = await competing(visit);
  const { presence, on } = data;
  return page({
    title: `Competitors · ${visit.brand.name}`,
    figures: [reports.presence, reports.gaps, reports.shareOfVoice, reports.sentiment],
    csv: downloads(visit, data),
    main: html`<header class="page-head">
<h1>${headline(visit, data)}</h1>
<p class="lead">${windowText(presence.meta)}</p>
</header>
${
  data.brands.length < 2
    ? noCompetitor(visit)
    : html`<div class="competing">${byEngine(visit, data)}
${on !== null && onEngine(visit, data, on)}
<div class="competing-pair">${framing(visit, data)}${on !== null && replacing(visit, data, on)}</div></div>`
}`,
  });
}

function downloads(visit: Visit, { on }: Competing) {
  const every = { every: '1' };
  return [
    { label: 'Named by engine', href: visit.to('csv/presence') },
    { label: 'Beside you', href: visit.to('csv/gaps', { ...every, by: 'engine' }) },
    ...(on?.replacing
      ? [
          {
            label: `Named where you are not, by ${on.by}`,
            href: visit.to('csv/gaps', {
              ...every,
              engine: on.engine.slug,
              ...(on.by === 'tag' ? { by: on.by } : {}),
            }),
          },
        ]
      : []),
    { label: 'Share of mentions', href: visit.to('csv/share-of-voice') },
    { label: 'Framing', href: visit.to('csv/sentiment') },
  ];
}

/** Names the competitor with significant gaps on most engines, and claims nothing about others. */
function headline({ brand: { name } }: Visit, { brands, gaps, presence }: Competing): string {
  if (brands.length < 2) return 'No competitor is tracked yet';
  if (presence.data.every(({ responses }) => responses === 0)) return 'No answers in this window yet';
  if (gaps.data.length === 0) return 'No answer in this window has been read for these competitors yet';
  if (gaps.meta.judged === 0) return 'Too few answers to compare competitors yet';
  const ahead = gaps.data.filter(({ gap, stands_out: standsOut }) => standsOut && (gap?.points ?? 0) > 0);
  const [most] = [...Map.groupBy(ahead, ({ competitor }) => competitor)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  if (most === undefined) return `No competitor is named more often than ${name} by more than noise`;
  const [competitor, rows] = most;
  const of = new Set(gaps.data.map(({ engine }) => engine)).size;
  const where =
    rows.length === 1 && rows[0] ? `on ${rows[0].engine_name}` : `on ${rows.length} of ${of} engines`;
  return `${competitor} is named more often than ${name} ${where}`;
}

function noCompetitor(visit: Visit): Html {
  return emptyState(
    visit,
    `To see brands named beside ${visit.brand.name}, or instead of it, add its competitors.`,
    {
      text: 'Add competitors',
      page: 'setup',
    },
  );
}

type SentimentRow = RowOf<typeof reports.sentiment>;

/** Framing of each brand by engine. */
function framing(visit: Visit, data: Competing): Html {
  const { sentiment, brands } = data;
  const engines = shownEngines(visit, data);
  return html`<section aria-labelledby="framing">
<div class="section-head"><h2 id="framing">How they are framed</h2><span class="way-legend"><span class="way recommended">for</span><span class="way neutral">neutral</span><span class="way negative">against</span></span>${visit.mayOpen('said') && html`<a class="not-printed" href="${visit.to('said')}">What they say</a>`}</div>
<table class="cards matrix framing-matrix">
<caption class="unseen">How each engine frames each brand</caption>
<thead><tr><th scope="col">Brand</th>${engines.map(({ name }) => html`<th scope="col" class="cell-head">${name}</th>`)}</tr></thead>
<tbody>${brands.map(
    (brand, index) =>
      html`<tr><th scope="row">${besideLink(visit, brand, index === 0)}</th>${engines.map(
        ({ slug, name }) => {
          const row = sentiment.data.find((each) => each.brand === brand && each.engine === slug);
          return html`<td class="cell bar" data-label="${name}">${row && row.classified > 0 ? barOf(visit, data, row) : html`<span class="few">none judged</span>`}</td>`;
        },
      )}</tr>
`,
  )}</tbody></table>
<p class="help">Answers with a judged framing. An outline means fewer than 5. ${readBy(visit, sentiment.meta.reader)}${sentiment.meta.calibration === null && '; its shares are not calibrated yet'}.</p>
</section>`;
}

/** Links a competitor to the themes page with both brands. */
function besideLink(visit: Visit, brand: string, isYou: boolean): Html {
  const href = visit.to('said', isYou ? {} : { beside: brand });
  return html`<a class="plain" href="${href}"><bdi class="two-lines" title="${brand}">${brand}</bdi></a>`;
}

function barOf(visit: Visit, { sentiment }: Competing, row: SentimentRow): Html {
  const { recommended, neutral, negative } = row;
  return html`${framingBar(framingOf(visit, sentiment, row))}<small class="counts">${recommended}/${neutral}/${negative}</small>`;
}

/** A row as the bar shows it, with links to its answers. */
function framingOf(visit: Visit, sentiment: Competing['sentiment'], row: SentimentRow): Framing {
  const answersLink = (id: ColumnIdOf<typeof reports.sentiment>) =>
    linkToAnswers(visit, reports.sentiment, sentiment, id, row);
  const { recommended, neutral, negative, classified } = row;
  return {
    name: `${row.brand}, ${row.engine_name}`,
    recommended,
    neutral,
    negative,
    classified,
    hrefs: {
      recommended: answersLink('recommended_share'),
      neutral: answersLink('neutral'),
      negative: answersLink('negative'),
    },
  };
}

function onEngine(visit: Visit, data: Competing, on: OnEngine): Html {
  const { presence, brands } = data;
  const rows = brands.flatMap((brand) =>
    presence.data.filter((row) => row.brand === brand && row.engine === on.engine.slug),
  );
  const own = rows.find(({ role }) => role === 'self') ?? null;
  const isCompared = presence.meta.compared !== undefined;
  return html`<section aria-labelledby="on-engine">
<div class="section-head"><h2 id="on-engine">You and each competitor on ${on.engine.name}</h2>${engineChips(visit, data, on)}</div>
<table class="cards said-table beside-table">
<caption class="unseen">How often ${on.engine.name} names each brand, and how much more often than ${visit.brand.name}</caption>
<thead><tr><th scope="col">Brand</th><th scope="col">Named in</th><th scope="col"><span class="unseen">Share of answers, 0 to 100%</span>${percentAxis()}</th><th scope="col" colspan="2">More often than you, points</th><th scope="col" class="figure">Only it / only you</th>${isCompared && html`<th scope="col" class="figure">Change</th>`}<th scope="col" class="figure">Mean position</th><th scope="col" class="figure">Of all mentions</th></tr></thead>
<tbody>${rows.map((row) => brandRow(visit, data, on, row, own))}</tbody></table>
<p class="help">Dashed: ${visit.brand.name}. More often: answers that name only it, minus answers that name only you. Of all mentions: mentions of tracked brands, <a href="${visit.to('definitions')}">by each vendor’s definition</a>.</p>
</section>`;
}

/** Each engine has its own table, because nothing averages engines. */
function engineChips(visit: Visit, { engines }: Competing, on: OnEngine): Content {
  const answered = engines.filter(({ answers }) => answers > 0);
  if (answered.length < 2) return null;
  return html`<p class="choices">${answered.map(
    ({ slug, name }) =>
      html`<a class="choice" href="${here(visit, { on: slug, page: null })}#on-engine"${slug === on.engine.slug && html` aria-current="true"`}>${name}</a>`,
  )}</p>`;
}

function brandRow(
  visit: Visit,
  { presence, gaps }: Competing,
  { engine, voice }: OnEngine,
  row: PresenceRow,
  own: PresenceRow | null,
): Html {
  const { brand, role } = row;
  const isYou = role === 'self';
  const gap = gaps.data.find((each) => each.competitor === brand && each.engine === engine.slug);
  const share = voice.data.find((each) => each.brand === brand);
  const href = linkToAnswers(visit, reports.presence, presence, 'rate', row);
  const points = gap?.gap && pointsParts(gap.gap);
  const only = (column: 'only_it' | 'only_you') =>
    gap &&
    html`<a class="figure-link" href="${linkToAnswers(visit, reports.gaps, gaps, column, gap)}">${gap[column]}</a>`;
  return html`<tr><th scope="row"><bdi>${brand}</bdi>${isYou && html` <span class="chip">you</span>`}</th>
<td class="rate-cell" data-label="Named in">${namedCell(row, href)}</td>
<td class="wide dot-cell" data-label="">${dotWithInterval({ name: brand, figure: row, href, before: isYou || own === null ? null : { figure: own, href: null } })}</td>
${
  isYou
    ? html`<td class="wide"></td><td></td><td></td>`
    : html`<td class="wide mark-cell" data-label="">${gap?.gap && differenceMark(gap.gap, brand)}</td>
<td class="figure" data-label="More often than you">${
        gap === undefined || points === null || points === undefined
          ? html`<span class="few">too few</span>`
          : html`<b class="${gapStyle(gap)}">${points.points}</b> <small class="counts">${points.range}</small>`
      }</td>
<td class="figure" data-label="Only it / only you">${gap && html`<span>${only('only_it')} / ${only('only_you')}</span>`}</td>`
}
${presence.meta.compared && html`<td class="figure" data-label="Change">${changeIn(row.compared)}</td>`}
<td class="figure" data-label="Mean position">${positionCell(visit, presence, row)}</td>
<td class="figure" data-label="Of all mentions">${share && shareCell(visit, voice, share)}</td></tr>
`;
}

function namedCell(figure: RateFigure, href: string | null): Content {
  const { counts, percent, aside } = partsOf(figure);
  if (figure.responses === 0) return html`<span class="few">not tracked yet</span>`;
  const text =
    percent === null
      ? html`<span class="few">${counts}</span> <small class="counts">${aside}</small>`
      : html`<b>${percent}</b> <small>${aside}</small> <small class="counts">${counts}</small>`;
  return html`<a class="figure-link" href="${href}">${text}</a>`;
}

function positionCell(visit: Visit, presence: Competing['presence'], row: PresenceRow): Content {
  const { avg_rank_when_named: mean, ranked_answers: ranked } = row;
  if (mean === null) return html`<span class="muted">in no list</span>`;
  const href = linkToAnswers(visit, reports.presence, presence, 'avg_rank_when_named', row);
  return html`<a class="figure-link" href="${href}">${mean.toFixed(1)} <small class="counts">${ranked} listed</small></a>`;
}

function shareCell(visit: Visit, voice: OnEngine['voice'], row: OnEngine['voice']['data'][number]): Content {
  if (row.answers === 0) return html`<span class="muted">not tracked yet</span>`;
  if (row.share === null) return html`<span class="muted">no mentions</span>`;
  const { counts, percent, aside } = partsOf({
    present: row.mentions,
    responses: row.all_mentions,
    rate: row.share,
    interval: row.interval,
    min_sample: 0,
  });
  const href = linkToAnswers(visit, reports.shareOfVoice, voice, 'share', row);
  return html`<a class="figure-link" href="${href}">${percent} <small>${aside}</small> <small class="counts">${counts}</small></a>`;
}
