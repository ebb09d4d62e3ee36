import type { reports } from '../../reports/index.ts';
import { lowerBoundsIn, lowerBoundsNote, lowerBoundsWords } from '../../reports/run/lower-bounds.ts';
import type { EnvelopeOf } from '../../reports/run/run-report.ts';
import { filterBrand } from '../../reports/shape/columns.ts';
import { type HeatCell, heatMap } from '../charts/heat-map.ts';
import { type Html, html } from '../html.ts';
import type { Visit } from '../visit.ts';
import type { PresenceRow } from './rows.ts';

/**
 * How often each engine names each of these brands, each cell with the way to its answers, and which names are counted too
 * rarely.
 */
export function presenceMap(
  visit: Visit,
  { data: rows, meta }: EnvelopeOf<typeof reports.presence>,
  brands: readonly string[],
): Html {
  const cellOf = (row: PresenceRow | undefined): HeatCell | null => {
    if (row === undefined) return null;
    const href = visit.answers({ engine: row.engine, names: filterBrand(row) }, meta);
    return { figure: row, href: row.responses === 0 ? null : href };
  };
  const words = visit.mayEdit ? lowerBoundsNote : lowerBoundsWords;
  const note = words(lowerBoundsIn(meta));
  const map = heatMap({
    label: 'How often each engine names each brand',
    columns: brands,
    rows: [...Map.groupBy(rows, ({ engine }) => engine)].map(([engine, own]) => ({
      name: own[0]?.engine_name ?? engine,
      href: visit.answers({ engine }, meta),
      cells: brands.map((brand) => cellOf(own.find((row) => row.brand === brand))),
    })),
  });
  return html`${map}${note !== '' && html`<p class="help">${note}</p>`}`;
}

/** The brand itself, then its competitors, first those that most answers name. */
export function brandsByPresence(rows: readonly PresenceRow[]): string[] {
  const named = new Map<string, number>();
  for (const { brand, present } of rows) named.set(brand, (named.get(brand) ?? 0) + present);
  const self = rows.find(({ role }) => role === 'self')?.brand;
  const others = [...named].filter(([brand]) => brand !== self);
  const sorted = others
    .toSorted(([a, most], [b, other]) => other - most || (a < b ? -1 : 1))
    .map(([brand]) => brand);
  return self === undefined ? sorted : [self, ...sorted];
}
