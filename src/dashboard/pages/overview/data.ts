import { productOf } from '../../../domain/answers/engine.ts';
import { type BrandHealth, healthOf } from '../../../pipeline/collect/health.ts';
import { engineGaps } from '../../../reports/brands/gaps.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { orderOf } from '../../parts/words/order.ts';
import type { PresenceRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';
import { isUpToDate } from '../../visit/window.ts';

export type ChangeRow = RowOf<typeof reports.changes>;
type Presence = EnvelopeOf<typeof reports.presence>;
type GapRow = RowOf<typeof engineGaps>;

/** An engine's figures in its own days: since its change if one holds, or else the page's window. */
export interface EngineNow {
  readonly slug: string;
  readonly name: string;
  readonly own: PresenceRow;
  /** In the page's window, with its comparison. */
  readonly inWindow: PresenceRow;
  readonly rivals: readonly PresenceRow[];
  /** Competitors beside the brand in the same answers. */
  readonly gaps: readonly GapRow[];
  /** Its change that holds, which set its days. */
  readonly change: ChangeRow | null;
  /** Competitors that are ahead of the brand: by a change that holds, or in the same answers of these days. */
  readonly ahead: readonly string[];
  readonly meta: Presence['meta'];
}

/** Engines of one product, the one that customers see first. */
export interface Product {
  readonly name: string;
  readonly engines: readonly EngineNow[];
}

export interface OverviewData {
  readonly presence: Presence;
  readonly products: readonly Product[];
  /** Changes that hold, the largest fall first, and those that ended lately. */
  readonly changes: readonly ChangeRow[];
  readonly todo: EnvelopeOf<typeof reports.todo>;
  readonly isNow: boolean;
  /** Operational health; null for client links. */
  readonly health: BrandHealth | null;
}

export async function overviewData(visit: Visit): Promise<OverviewData> {
  const isNow = isUpToDate(visit.window, visit.now);
  const [presence, gaps, changes] = await Promise.all([
    visit.figures(reports.presence),
    visit.figures(engineGaps),
    isNow ? changesOf(visit) : [],
  ]);
  return {
    presence,
    products: await productsOf(visit, { presence, gaps: gaps.data }, changes),
    changes,
    todo: await visit.figures(reports.todo, { limit: '200' }),
    isNow,
    health: await healthFor(visit),
  };
}

async function healthFor(visit: Visit): Promise<BrandHealth | null> {
  if (visit.viewer.kind !== 'user') return null;
  return await healthOf(visit.db, visit.brand.id, {
    now: visit.now,
    engines: await visit.deps.engines(visit.db),
  });
}

async function changesOf(visit: Visit): Promise<ChangeRow[]> {
  const { data } = await visit.figures(reports.changes, { recent: '1', limit: '200' });
  const { engines } = visit.choice;
  return data
    .filter(({ engine }) => engines.length === 0 || engines.some((each) => each === engine))
    .toSorted((one, other) => placeOf(one) - placeOf(other) || sizeOf(other) - sizeOf(one));
}

/** What holds before what is over; there falls of the naming share, then other bad news, then good news. */
function placeOf(change: ChangeRow): number {
  const { measure, state } = change;
  const kind = !isBad(change) ? 2 : measure === 'visibility' ? 0 : 1;
  return kind + (state === 'holds' ? 0 : 3);
}

/** Whether a change is to the brand's disadvantage. */
export function isBad({ measure, direction }: ChangeRow): boolean {
  return measure === 'visibility' ? direction === 'fell' : direction === 'rose';
}

function sizeOf({ difference }: ChangeRow): number {
  return Math.abs(difference?.points ?? 0);
}

async function productsOf(
  visit: Visit,
  { presence, gaps }: { readonly presence: Presence; readonly gaps: readonly GapRow[] },
  changes: readonly ChangeRow[],
): Promise<Product[]> {
  const engines: EngineNow[] = [];
  for (const [slug, rows] of Map.groupBy(presence.data, ({ engine }) => engine)) {
    const holding = changes.filter(({ engine, state }) => engine === slug && state === 'holds');
    const change = holding.find(({ measure }) => measure === 'visibility') ?? holding[0] ?? null;
    const found = change && (await since(visit, slug, change));
    const named = found?.presence.data ?? rows;
    const [inWindow, own] = [rows, named].map((all) => all.find(({ role }) => role === 'self'));
    if (own === undefined || inWindow === undefined) continue;
    const beside = (found?.gaps.data ?? gaps).filter(({ engine }) => engine === slug);
    engines.push({
      ...{ slug, name: own.engine_name, own, inWindow, change: found ? change : null },
      rivals: named.filter(({ role }) => role !== 'self'),
      gaps: beside,
      ahead: aheadOf(holding, beside),
      meta: (found?.presence ?? presence).meta,
    });
  }
  return [...Map.groupBy(engines, ({ slug }) => productOf(slug))].map(([name, own]) => ({
    name,
    engines: own.toSorted((one, other) => Number(isApi(one)) - Number(isApi(other))),
  }));
}

/**
 * Competitors ahead of the brand: beyond chance among all, or by a change that holds, whose own interval then decides. An
 * alert alone says that one gained places, not that it has most.
 */
function aheadOf(holding: readonly ChangeRow[], gaps: readonly GapRow[]): string[] {
  const risen = new Set(
    holding.flatMap(({ measure, competitor }) => (measure === 'overtaken' ? competitor : [])),
  );
  return gaps.flatMap((row) => {
    const { competitor, gap } = row;
    return orderOf(row) === 'ahead' || (risen.has(competitor) && gap !== null && gap.lower > 0)
      ? competitor
      : [];
  });
}

function isApi({ name }: EngineNow): boolean {
  return name.endsWith('(API)');
}

/** An engine's figures since a change; null if its days have too few answers for a rate. */
async function since(visit: Visit, engine: string, change: ChangeRow) {
  const { from, until } = change.since.window;
  const days = { engine, from, until, days: undefined, month: undefined };
  const presence = await visit.figures(reports.presence, { ...days, compare: undefined });
  const own = presence.data.find(({ role, engine: slug }) => role === 'self' && slug === engine);
  if (own === undefined || own.rate === null) return null;
  return { presence, gaps: await visit.figures(engineGaps, days) };
}
