import {
  changeOfDays,
  daysSince,
  mixedChangeOn,
  risenOn,
  toldChangeOn,
  withIntervalOf,
} from '../../domain/alerts/change.ts';
import { byProduct } from '../../domain/answers/engine.ts';
import { type Apart, apartOf, type Standing, standingOf } from '../../domain/figures/standing.ts';
import type { Change } from '../alerts/changes.ts';
import { gaps } from '../brands/gaps.ts';
import { presence } from '../brands/presence.ts';
import type { RowOf } from '../shape/report.ts';
import type { SilentRow } from './news.ts';
import { type Days, picked, RATE_FIELDS, type Run } from './run.ts';

const CHANGE_FIELDS = ['from', 'until', 'change', 'exceeds_noise', 'gate'] as const;
const NAMED_FIELDS = ['engine', 'engine_name', 'brand', 'role', ...RATE_FIELDS] as const;

type PresenceRow = RowOf<typeof presence>;
type Before = NonNullable<PresenceRow['compared']>;

/** How often an engine names a brand, now and before. */
export type NamedRow = Pick<PresenceRow, (typeof NAMED_FIELDS)[number]> & {
  readonly compared?: Pick<Before, (typeof RATE_FIELDS)[number] | (typeof CHANGE_FIELDS)[number]>;
  /** The counted days, if they are since a change and not the report's. */
  readonly days?: Days;
};

/** Every engine's figures in these days, or since its change while one holds. @param changes of these days */
export async function rankedIn(
  run: Run,
  { compare, ...days }: Days & { readonly compare?: string },
  changes: readonly Change[],
) {
  const { data, meta } = await run(presence, { ...days, ...(compare !== undefined && { compare }) });
  const beside = await run(gaps, { ...days, ...BY_ENGINE });
  const named: NamedRow[] = [];
  const apart: Record<string, Apart> = {};
  for (const [engine, rows] of Map.groupBy(data, (row) => row.engine)) {
    const since = await sinceChange(run, changeOfDays(changes, engine), days.until);
    named.push(...(since?.named ?? rows.map((row) => namedOf(row))));
    const gapRows = since?.gaps ?? beside.data.filter((row) => row.engine === engine);
    apart[engine] = apartOf(gapRows, risenOn(changes, engine));
  }
  return { named, apart, meta };
}

const BY_ENGINE = { by: 'engine', every: '1' } as const;

/** Null without a change, and while its days have too few answers for a rate. */
async function sinceChange(run: Run, change: Change | null, lastDay: string) {
  if (change === null) return null;
  const days = daysSince(change, lastDay);
  if (days === null) return null;
  const { data } = await run(presence, { ...days, engine: change.engine });
  if (data.find(({ role }) => role === 'self')?.rate == null) return null;
  const { data: gapRows } = await run(gaps, { ...days, ...BY_ENGINE, engine: change.engine });
  const named = data.map((row) => {
    const own = row.role === 'self' ? withIntervalOf(change, row) : row;
    return { ...namedOf(own), days };
  });
  return { named, gaps: gapRows };
}

function namedOf({ compared, ...row }: PresenceRow): NamedRow {
  const before = compared && picked(compared, [...RATE_FIELDS, ...CHANGE_FIELDS]);
  return { ...picked(row, NAMED_FIELDS), ...(before && { compared: before }) };
}

/** An engine's tracked brands, with the brand's own place among them. */
export interface Ranking {
  readonly own: NamedRow;
  readonly rivals: readonly NamedRow[];
  /** Ahead beyond chance. */
  readonly ahead: readonly string[];
  readonly standing: Standing | null;
  /** The change since which it counts; null for none. */
  readonly change: Change | null;
  /** The change that is told beside its row; null for none. */
  readonly told: Change | null;
  /** The change whose levels its days mix; null while it counts since a change. */
  readonly mixed: Change | null;
  /** Whether it stopped answering. */
  readonly isSilent: boolean;
}

/** Product by product, the surface that customers see first. An engine without the brand's own row is not ranked. */
export function rankingsOf({
  named,
  apart,
  changes,
  silent,
  window,
}: {
  readonly named: readonly NamedRow[];
  readonly apart: Readonly<Record<string, Apart>>;
  readonly changes: readonly Change[];
  readonly silent: readonly SilentRow[];
  readonly window: Days;
}): Ranking[] {
  const period = { from: Date.parse(window.from), to: Date.parse(window.until) + 1 };
  const rankings = [...Map.groupBy(named, ({ engine }) => engine)].flatMap(([engine, rows]) => {
    const own = rows.find(({ role }) => role === 'self');
    if (own === undefined) return [];
    const rivals = rows.filter((row) => row !== own);
    const order = apart[engine] ?? { ahead: [], behind: [] };
    const standing = standingOf(own, rivals, order);
    const isSilent = silent.some(({ engine_name: name }) => name === own.engine_name);
    const [change, told] = [changeOfDays(changes, engine), toldChangeOn(changes, engine)];
    const mixed = own.days ? null : mixedChangeOn(changes, engine, period);
    return [{ own, rivals, ahead: order.ahead, standing, change, told, mixed, isSilent }];
  });
  return [...byProduct(rankings, ({ own }) => own.engine).values()].flat();
}
