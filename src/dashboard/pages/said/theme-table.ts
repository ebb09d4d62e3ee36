import { reports } from '../../../reports/index.ts';
import { excludesZero } from '../../../stats/rates/intervals.ts';
import { partsOf, type RateFigure } from '../../charts/rates.ts';
import { SPOKEN_WAYS, type SpokenWay, saidBar } from '../../charts/said.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import { here, type Visit } from '../../visit/visit.ts';
import type { FramingRows, SaidPage, SaidRow } from './data.ts';

/** Framings as column heads and cell labels. */
export const WAY_WORDS: Readonly<Record<SpokenWay, string>> = {
  negative: 'Against',
  neutral: 'Neutral',
  recommended: 'For',
};

/** Verdicts of quotes. */
export const WAY_CHIPS: Readonly<Record<SpokenWay, Html>> = {
  negative: html`<span class="way negative">against</span>`,
  neutral: html`<span class="way neutral">neutral</span>`,
  recommended: html`<span class="way recommended">recommends</span>`,
};

/** The framing in the address. */
export function framingIn(visit: Visit): SpokenWay | null {
  const asked = visit.query.get('framing');
  return SPOKEN_WAYS.find((way) => way === asked) ?? null;
}

/** Themes by framing for both brands, with the difference of their shares. */
export function themeTable(visit: Visit, page: SaidPage): Html {
  const { own, beside, themes, quoted, onlyBeside } = page;
  const way = framingIn(visit) ?? 'negative';
  const longest = Math.max(1, ...themes.flatMap((each) => [sumOf(each, false), sumOf(each, true)]));
  const shown = quoted?.data[0]?.theme;
  const head = (name: string) =>
    html`<th scope="col"><bdi>${name}</bdi>${legend(visit)}</th><th scope="col" class="figure">${WAY_WORDS[way]}</th>`;
  return html`<table class="cards said-table">
<caption class="unseen">One engine’s answers by theme and framing of each brand</caption>
<thead><tr><th scope="col">Theme</th>${head(visit.brand.name)}${beside !== null && html`${head(beside)}<th scope="col" class="figure">Difference</th>`}</tr></thead>
<tbody>${themes.map((each) => {
    const { any } = each;
    const row = each[way];
    const isShown = any.theme === shown;
    return html`<tr${isShown && html` class="current"`}>
<th scope="row"><a class="plain" href="${here(visit, { theme: any.theme })}#sentences"${isShown && html` aria-current="true"`}><bdi>${any.theme_name}</bdi></a></th>
<td class="wide" data-label="${visit.brand.name}">${barOf(visit, own, each, longest, null)}</td>
<td class="figure" data-label="${visit.brand.name}, ${WAY_WORDS[way].toLowerCase()}">${rateOf(row, linkToAnswers(visit, reports.said, own, 'rate', row))}</td>
${
  beside !== null &&
  html`<td class="wide" data-label="${beside}">${barOf(visit, own, each, longest, beside)}</td>
<td class="figure" data-label="${beside}, ${WAY_WORDS[way].toLowerCase()}">${row.beside && rateOf(row.beside, linkToAnswers(visit, reports.said, own, 'beside_rate', row))}</td>
${differenceCell(row, way)}`
}</tr>
`;
  })}</tbody></table>
${onlyBeside.length > 0 && html`<p class="help">Of <bdi>${beside}</bdi> alone: ${onlyBeside.map(({ theme_name, beside: of }, index) => html`${index > 0 && ', '}${theme_name} ${of?.present ?? 0}`)}.</p>`}`;
}

/** The bar legend, which also selects the framing of the rates. */
function legend(visit: Visit): Html {
  const current = framingIn(visit);
  return html` <span class="way-legend">${SPOKEN_WAYS.map(
    (way) =>
      html`<a class="way ${way}" href="${here(visit, { framing: way === current ? null : way })}"${way === current && html` aria-current="true"`}>${FOR[way]}</a>`,
  )}</span>`;
}

const FOR: Readonly<Record<SpokenWay, string>> = {
  recommended: 'for',
  neutral: 'neutral',
  negative: 'against',
};

function sumOf(ways: FramingRows, isBeside: boolean): number {
  return SPOKEN_WAYS.reduce((sum, way) => {
    const row = ways[way];
    return sum + (isBeside ? (row.beside?.present ?? 0) : row.present);
  }, 0);
}

function barOf(
  visit: Visit,
  own: SaidPage['own'],
  ways: FramingRows,
  longest: number,
  beside: string | null,
): Html {
  const column = beside === null ? 'rate' : 'beside_rate';
  const counts = Object.fromEntries(
    SPOKEN_WAYS.map((way) => {
      const row = ways[way];
      const count = (beside === null ? row.present : row.beside?.present) ?? 0;
      return [way, { count, href: linkToAnswers(visit, reports.said, own, column, row) }];
    }),
  ) as Record<SpokenWay, { count: number; href: string | null }>;
  return saidBar({ name: `${beside ?? visit.brand.name}, ${ways.any.theme_name}`, counts, longest });
}

function rateOf(figure: RateFigure, href: string | null): Content {
  const { counts, percent, aside } = partsOf(figure);
  if (figure.responses === 0) return html`<span class="few">not spoken of</span>`;
  const text =
    percent === null
      ? html`<span class="few">${counts} <small>too few</small></span>`
      : html`<b title="${aside}">${percent}</b> <small>${counts}</small>`;
  return href === null ? text : html`<a class="figure-link" href="${href}">${text}</a>`;
}

/** A higher negative share is worse, a higher recommended share better; neutral is neither. */
function differenceCell({ beside }: SaidRow, way: SpokenWay): Html {
  const difference = beside?.difference ?? null;
  if (difference === null)
    return html`<td class="figure" data-label="Difference"><span class="few">too few</span></td>`;
  const { points, range } = pointsParts(difference);
  const isClear = excludesZero(difference);
  const isBad = way !== 'neutral' && difference.points > 0 === (way === 'negative');
  const verdict = isClear
    ? html`<b class="${way === 'neutral' ? 'clear' : isBad ? 'worse' : 'better'}">${points} points</b> <small class="counts">${range}</small>`
    : html`<span class="muted">not told from chance</span>`;
  return html`<td class="figure" data-label="Difference">${verdict}</td>`;
}
