import { changeOfDays, inNewsOrder } from '../../../domain/alerts/change.ts';
import { productOf } from '../../../domain/answers/engine.ts';
import { type Apart, apartOf } from '../../../domain/figures/standing.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import { type BrandHealth, healthOf } from '../../../pipeline/collect/health.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import type { PresenceRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';
import { isUpToDate } from '../../visit/window.ts';

export type ChangeRow = RowOf<typeof reports.changes>;
type Presence = EnvelopeOf<typeof reports.presence>;
type GapRow = RowOf<typeof reports.gaps>;

/** An engine's figures in its own days: since its change if one holds, or else the page's window. */
export interface EngineNow {
  readonly slug: string;
  readonly name: string;
  readonly own: PresenceRow;
  /** In the page's window, with its comparison. */
  readonly inWindow: PresenceRow;
  readonly rivals: readonly PresenceRow[];
  /** Its change that holds, which set its days. */
  readonly change: ChangeRow | null;
  /** Competitors ahead of the brand in the same answers, and behind it. */
  readonly apart: Apart;
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

/** How long a change that is over stays first. */
const OVER_DAYS = 7;

export async function overviewData(visit: Visit): Promise<OverviewData> {
  const isNow = isUpToDate(visit.window, visit.now);
  const [presence, gaps, changes] = await Promise.all([
    visit.figures(reports.presence),
    visit.figures(reports.gaps, { by: 'engine', every: '1' }),
    changesOf(visit),
  ]);
  const shown = changes.filter((change) => isNow && isShown(change, visit.now));
  return {
    presence,
    products: await productsOf(visit, { presence, gaps: gaps.data }, shown),
    changes: shown,
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
  const { data } = await visit.figures(reports.changes, { limit: '200' });
  const { engines } = visit.choice;
  const chosen = data.filter(({ engine }) => engines.length === 0 || engines.some((each) => each === engine));
  return inNewsOrder(chosen);
}

/** Changes that hold, and for a week those that are over. */
function isShown({ state, state_since: since }: ChangeRow, now: number): boolean {
  return state === 'holds' || (state === 'over' && now - Date.parse(since) < OVER_DAYS * DAY_MS);
}

async function productsOf(
  visit: Visit,
  { presence, gaps }: { readonly presence: Presence; readonly gaps: readonly GapRow[] },
  changes: readonly ChangeRow[],
): Promise<Product[]> {
  const engines: EngineNow[] = [];
  for (const [slug, rows] of Map.groupBy(presence.data, ({ engine }) => engine)) {
    const holding = changes.filter(({ engine, state }) => engine === slug && state === 'holds');
    const risen = new Set(
      holding.flatMap(({ measure, competitor }) => (measure === 'overtaken' ? competitor : [])),
    );
    const change = changeOfDays(changes, slug);
    const found = change && (await since(visit, slug, change));
    const named = found?.presence.data ?? rows;
    const [inWindow, own] = [rows, named].map((all) => all.find(({ role }) => role === 'self'));
    if (own === undefined || inWindow === undefined) continue;
    const beside = (found?.gaps.data ?? gaps).filter(({ engine }) => engine === slug);
    engines.push({
      ...{ slug, name: own.engine_name, own, inWindow, change: found ? change : null },
      rivals: named.filter(({ role }) => role !== 'self'),
      apart: apartOf(beside, risen),
      meta: (found?.presence ?? presence).meta,
    });
  }
  return [...Map.groupBy(engines, ({ slug }) => productOf(slug))].map(([name, own]) => ({
    name,
    engines: own.toSorted((one, other) => Number(isApi(one)) - Number(isApi(other))),
  }));
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
  return { presence, gaps: await visit.figures(reports.gaps, { ...days, by: 'engine', every: '1' }) };
}
