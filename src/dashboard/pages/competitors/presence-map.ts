import type { Envelope } from '../../../reports/run/run-report.ts';
import { type HeatCell, heatMap } from '../../charts/heat-map.ts';
import type { RateFigure } from '../../charts/rates.ts';
import type { Html } from '../../html.ts';
import { answersBehind, columnOf } from '../../parts/behind.ts';
import type { Visit } from '../../visit.ts';

interface PresenceRow extends RateFigure {
  readonly engine: string;
  readonly engine_name: string;
  readonly brand: string;
  readonly role: string;
}

/** How often each engine names each brand, each cell with the way to its answers. @param engine only this one */
export function presenceMap(visit: Visit, presence: Envelope, engine: string | undefined): Html {
  const rows = (presence.data as readonly PresenceRow[]).filter(
    (row) => engine === undefined || row.engine === engine,
  );
  const brands = brandsIn(rows);
  const column = columnOf('presence', 'Named in');
  const cellOf = (row: PresenceRow | undefined): HeatCell | null =>
    row === undefined ? null : { figure: row, href: answersBehind(visit, presence, column, row) };
  return heatMap({
    label: 'How often each engine names each brand',
    columns: brands,
    rows: [...Map.groupBy(rows, (row) => row.engine)].map(([slug, own]) => ({
      name: own[0]?.engine_name ?? slug,
      href: visit.answers({ engine: slug }, presence.meta),
      cells: brands.map((brand) => cellOf(own.find((row) => row.brand === brand))),
    })),
  });
}

/** The brand itself, then its competitors by how often they are named on any engine, most often first. */
function brandsIn(rows: readonly PresenceRow[]): string[] {
  const most = (brand: string) =>
    Math.max(...rows.filter((row) => row.brand === brand).map((row) => row.present));
  const self = rows.find(({ role }) => role === 'self')?.brand;
  const others = new Set(rows.map(({ brand }) => brand).filter((brand) => brand !== self));
  const sorted = [...others].toSorted((a, b) => most(b) - most(a) || (a < b ? -1 : 1));
  return self === undefined ? sorted : [self, ...sorted];
}
