import { filterBrand } from '../../../reports/shape/columns.ts';
import { type HeatRow, heatMap } from '../../charts/heat-map.ts';
import { type Html, html } from '../../html.ts';
import type { Visit } from '../../visit.ts';
import type { OnEngine, OverviewData } from './data.ts';

/** As many columns as fit on a phone. */
const MOST_BRANDS = 7;

/** The brand and its competitors by engine. */
export function whoIsNamedSection(visit: Visit, { presence }: OverviewData): Html | null {
  const { rows } = presence;
  const brands = brandsIn(rows);
  if (brands.length < 2) return withoutCompetitors(visit);
  const shown = brands.slice(0, MOST_BRANDS);
  const left = brands.length - shown.length;
  return html`<section aria-labelledby="named" class="who-is-named">
<h2 id="named">Who is named, by engine</h2>
<p class="muted">Share of answers in this window. Each cell opens its answers.</p>
${heatMap({ label: 'Share of answers that name each brand, by engine', columns: shown, rows: heatRows(visit, presence, shown) })}
<p><a href="${visit.to('competitors')}">${left > 0 ? `${left} more competitors` : 'Competitors'}</a></p>
</section>`;
}

function withoutCompetitors(visit: Visit): Html {
  const setUp = visit.mayEdit ? html` <a href="${visit.to('setup')}">Name competitors</a>` : null;
  return html`<section aria-labelledby="named" class="who-is-named"><h2 id="named">Who is named, by engine</h2>
<p class="empty">No competitor is tracked, so there is nobody to compare with.${setUp}</p></section>`;
}

/** The brand itself, then the others in the order of how many answers name them. */
function brandsIn(rows: readonly OnEngine[]): string[] {
  const named = new Map<string, number>();
  for (const { brand, present } of rows) named.set(brand, (named.get(brand) ?? 0) + present);
  const isSelf = new Set(rows.filter(({ role }) => role === 'self').map(({ brand }) => brand));
  const place = (brand: string) => (isSelf.has(brand) ? Number.POSITIVE_INFINITY : (named.get(brand) ?? 0));
  return [...named.keys()].sort((a, b) => (place(a) === place(b) ? 0 : place(b) - place(a)));
}

function heatRows(
  visit: Visit,
  { rows, meta }: OverviewData['presence'],
  brands: readonly string[],
): HeatRow[] {
  return [...Map.groupBy(rows, ({ engine }) => engine)].map(([engine, own]) => ({
    name: own[0]?.engine_name ?? engine,
    href: visit.answers({ engine }, meta),
    cells: brands.map((brand) => {
      const figure = own.find((row) => row.brand === brand);
      if (figure === undefined) return null;
      const href = visit.answers({ engine, names: filterBrand(figure) }, meta);
      return { figure, href: figure.responses === 0 ? null : href };
    }),
  }));
}
