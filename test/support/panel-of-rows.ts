import type { Reader } from '../../src/domain/brand/reader.ts';
import { DAY_MS, dayOf, type Period } from '../../src/domain/time/period.ts';
import { PanelNames } from '../../src/panel/names.ts';
import type { Panel, Segment } from '../../src/panel/panel.ts';
import type { PanelRow } from '../../src/panel/row.ts';
import { inOrder, KIND_OF, KINDS, type Kind, type KindData, PACKED_OF } from '../../src/panel/segment.ts';
import type { Sums } from '../../src/panel/tally.ts';

/** An in-memory panel. A segment ends with each of these days. */
export function panelOfRows(
  rows: readonly PanelRow[],
  lastDays: readonly number[],
  tracked: { readonly self: number; readonly competitors: readonly number[]; readonly reader?: Reader },
): Panel {
  const names = new PanelNames();
  const place = ({ at }: PanelRow) => lastDays.filter((day) => day < dayOf(at)).length;
  const segments = [...Map.groupBy(inOrder(rows), place).values()].map((own) => segmentOf(own, names));
  return {
    names,
    reader: 'rules',
    ...tracked,
    async *segments<Kinds extends Kind>(_: readonly Kinds[], { from, to }: Period, order?: 'newest first') {
      for (const segment of order === undefined ? segments : segments.toReversed()) {
        if (segment.days.from < to && segment.days.to > from) yield segment as Segment<Kinds>;
      }
    },
    async breathe() {},
  };
}

function segmentOf(rows: readonly PanelRow[], names: PanelNames): Segment {
  const data = Object.fromEntries(
    KINDS.map((kind) => [kind, KIND_OF[kind](PACKED_OF[kind](rows) as never, names)]),
  ) as unknown as KindData;
  const [first, last] = [rows[0], rows.at(-1)].map((row) => dayOf(row?.at ?? 0)) as [number, number];
  return {
    days: { from: first * DAY_MS, to: (last + 1) * DAY_MS },
    version: 'the only one',
    cachedSums: new Map<string, Sums>(),
    read: async () => data,
  };
}
