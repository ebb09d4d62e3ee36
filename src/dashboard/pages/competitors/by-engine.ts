import { signedText } from '../../../domain/figures/signed.ts';
import { reports } from '../../../reports/index.ts';
import { lowerBoundsIn, lowerBoundsNote, lowerBoundsWords } from '../../../reports/run/lower-bounds.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { columnMenu, engineColumns, hiddenIn } from '../../parts/table/column-menu.ts';
import { matrixCell } from '../../parts/table/matrix-cell.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import type { Visit } from '../../visit/visit.ts';
import type { Answering, Competing, GapRow } from './data.ts';

const columnsOf = (engines: readonly Answering[]) => [
  { id: 'brand', label: 'Brand' },
  ...engineColumns(engines),
];

/** Visible engine columns, in report order. */
export function shownEngines(visit: Visit, { engines }: Competing): readonly Answering[] {
  const hidden = hiddenIn(visit, columnsOf(engines));
  return engines.filter(({ slug }) => !hidden.includes(slug));
}

/** Brands by engines: naming rate, and the difference from the own brand. */
export function byEngine(visit: Visit, data: Competing): Html {
  const { presence, gaps, brands } = data;
  const { name } = visit.brand;
  const engines = shownEngines(visit, data);
  const words = visit.mayEdit ? lowerBoundsNote : lowerBoundsWords;
  const note = words(lowerBoundsIn(presence.meta));
  return html`<section aria-labelledby="by-engine">
<div class="section-head"><h2 id="by-engine">Who is named, by engine</h2>${data.engines.length > 1 && columnMenu(visit, columnsOf(data.engines))}</div>
<table class="cards matrix brands-matrix">
<caption class="unseen">How often each engine names each brand, and by how many points more than ${name}</caption>
<thead><tr><th scope="col">Brand</th>${engines.map((engine) => html`<th scope="col" class="cell-head">${engine.name}</th>`)}</tr></thead>
<tbody>${brands.map((brand, index) => {
    const row = (engine: Answering) =>
      presence.data.find((each) => each.brand === brand && each.engine === engine.slug);
    const beside = (engine: Answering) =>
      gaps.data.find((each) => each.competitor === brand && each.engine === engine.slug);
    return html`<tr><th scope="row">${index === 0 ? html`<bdi class="two-lines" title="${brand}">${brand}</bdi> <span class="chip">you</span>` : html`<bdi class="two-lines" title="${brand}">${brand}</bdi>`}</th>${engines.map(
      (engine) => {
        const figure = row(engine);
        return matrixCell({
          label: engine.name,
          figure,
          href: figure ? linkToAnswers(visit, reports.presence, presence, 'rate', figure) : null,
          more: index === 0 ? null : besideText(beside(engine)),
          ...(engine.answers > 0 && { none: 'not tracked yet' }),
        });
      },
    )}</tr>
`;
  })}</tbody></table>
<p class="help">Answers that name the brand, with the 95% interval, and points more often than ${name} in the same answers: in color where it stands out among ${gaps.meta.judged.toLocaleString('en-US')} comparisons; expect at most one in ten by chance. ${note}</p>
</section>`;
}

/** Whole points; each engine's table has tenths. */
function besideText(row: GapRow | undefined): Content {
  if (!row?.gap) return null;
  const [points, lower, upper] = [row.gap.points, row.gap.lower, row.gap.upper].map(wholePoints);
  const style = gapStyle(row);
  const figure = style === 'muted' ? points : html`<b class="${style}">${points}</b>`;
  return html`<span class="beside">${figure} ${lower} to ${upper}</span>`;
}

/** Keeps a tenth below one point, so that a nonzero bound does not read as zero. */
function wholePoints(points: number): string {
  return signedText(points, Math.abs(points) < 1 ? 1 : 0);
}

/** A leading competitor is worse, a trailing one better; without significance, neither. */
export function gapStyle({ gap, stands_out: standsOut }: GapRow): 'worse' | 'better' | 'muted' {
  if (gap === null || !standsOut) return 'muted';
  return gap.points > 0 ? 'worse' : 'better';
}
