import { changeOfDays } from '../../domain/alerts/change.ts';
import { orderOf, type Standing, standingOf } from '../../domain/figures/standing.ts';
import type { Change } from '../alerts/changes.ts';
import { gaps } from '../brands/gaps.ts';
import { presence } from '../brands/presence.ts';
import type { RowOf } from '../shape/report.ts';
import { type Days, picked, RATE_FIELDS, type Run } from './run.ts';

const CHANGE_FIELDS = ['from', 'until', 'change', 'exceeds_noise', 'gate'] as const;
const NAMED_FIELDS = ['engine', 'engine_name', 'brand', 'role', ...RATE_FIELDS] as const;

type PresenceRow = RowOf<typeof presence>;
type GapRow = RowOf<typeof gaps>;
type Before = NonNullable<PresenceRow['compared']>;

/** How often an engine names a brand, now and before. */
export type NamedRow = Pick<PresenceRow, (typeof NAMED_FIELDS)[number]> & {
  readonly compared?: Pick<Before, (typeof RATE_FIELDS)[number] | (typeof CHANGE_FIELDS)[number]>;
  /** The counted days, if they are since a change and not the report's. */
  readonly days?: Days;
};

/** A competitor whose order to the brand on an engine exceeds chance. */
export interface ApartRow {
  readonly engine: string;
  readonly competitor: string;
  readonly order: 'ahead' | 'behind';
}

/** Every engine's figures in these days, or since its change while one holds. @param changes of these days */
export async function rankedIn(
  run: Run,
  { compare, ...days }: Days & { readonly compare?: string },
  changes: readonly Change[],
) {
  const { data, meta } = await run(presence, { ...days, ...(compare !== undefined && { compare }) });
  const beside = await run(gaps, { ...days, ...BY_ENGINE });
  const named: NamedRow[] = [];
  const apart: ApartRow[] = [];
  for (const [engine, rows] of Map.groupBy(data, (row) => row.engine)) {
    const since = await sinceChange(run, changeOfDays(changes, engine), days.until);
    named.push(...(since?.named ?? rows.map((row) => namedOf(row))));
    const gapRows = since?.gaps ?? beside.data.filter((row) => row.engine === engine);
    apart.push(...gapRows.flatMap((row) => apartOf(row)));
  }
  return { named, apart, meta };
}

const BY_ENGINE = { by: 'engine', every: '1' } as const;

/** Null without a change, and while its days have too few answers for a rate. */
async function sinceChange(run: Run, change: Change | null, lastDay: string) {
  if (change === null) return null;
  const { from, until } = change.since.window;
  const days = { from, until: until < lastDay ? until : lastDay };
  if (days.from > days.until) return null;
  const { data } = await run(presence, { ...days, engine: change.engine });
  if (data.find(({ role }) => role === 'self')?.rate == null) return null;
  const { data: gapRows } = await run(gaps, { ...days, ...BY_ENGINE, engine: change.engine });
  return { named: data.map((row) => ({ ...namedOf(row), days })), gaps: gapRows };
}

function namedOf({ compared, ...row }: PresenceRow): NamedRow {
  const before = compared && picked(compared, [...RATE_FIELDS, ...CHANGE_FIELDS]);
  return { ...picked(row, NAMED_FIELDS), ...(before && { compared: before }) };
}

function apartOf(row: GapRow): ApartRow[] {
  const order = orderOf(row);
  return order === null ? [] : [{ ...picked(row, ['engine', 'competitor']), order }];
}

/** An engine's tracked brands, with the brand's own place among them. */
export interface Ranking {
  readonly own: NamedRow;
  readonly rivals: readonly NamedRow[];
  /** Ahead beyond chance in the same answers, or by a change that holds. */
  readonly ahead: readonly string[];
  readonly standing: Standing | null;
  /** The change since which it counts, or that is told beside its row; null for none. */
  readonly change: Change | null;
}

/** An engine without the brand's own row is not ranked. */
export function rankingsOf({
  named,
  apart,
  changes,
}: {
  readonly named: readonly NamedRow[];
  readonly apart: readonly ApartRow[];
  readonly changes: readonly Change[];
}): Ranking[] {
  return [...Map.groupBy(named, ({ engine }) => engine)].flatMap(([engine, rows]) => {
    const own = rows.find(({ role }) => role === 'self');
    if (own === undefined) return [];
    const rivals = rows.filter((row) => row !== own);
    const here = apart.filter((row) => row.engine === engine);
    const withOrder = (order: ApartRow['order']) =>
      here.flatMap((row) => (row.order === order ? row.competitor : []));
    const overtakers = changes.flatMap((each) =>
      each.engine === engine && each.state === 'holds' && each.measure === 'overtaken'
        ? (each.competitor ?? [])
        : [],
    );
    const ahead = [...new Set([...overtakers, ...withOrder('ahead')])];
    const standing = standingOf(own, rivals, { ahead, behind: withOrder('behind') });
    return [{ own, rivals, ahead, standing, change: changeOfDays(changes, engine) }];
  });
}
