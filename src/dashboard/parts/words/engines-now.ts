import { changeOfDays, inNewsOrder, toldChangeOn } from '../../../domain/alerts/change.ts';
import { type Apart, apartOf } from '../../../domain/figures/standing.ts';
import { engineGaps } from '../../../reports/brands/gaps.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import type { Visit } from '../../visit/visit.ts';
import { isUpToDate } from '../../visit/window.ts';
import type { PresenceRow } from './rows.ts';

export type ChangeRow = RowOf<typeof reports.changes>;
export type Presence = EnvelopeOf<typeof reports.presence>;
export type Gaps = EnvelopeOf<typeof engineGaps>;

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
  /** Also one that is over since lately, or has too few answers since. */
  readonly told: ChangeRow | null;
  /** Competitors ahead of the brand in the same answers, and behind it. */
  readonly apart: Apart;
  /** Of these days; also with other engines' rows. */
  readonly presence: Presence;
  readonly gaps: Gaps;
}

export interface Now {
  /** In the page's window. */
  readonly presence: Presence;
  /** Changes that hold, the largest fall first, and those that ended lately; none in a window that is past. */
  readonly changes: readonly ChangeRow[];
  /** Each engine with a row of the brand. */
  readonly engines: readonly EngineNow[];
}

/** How each engine names the brand now, for every page that shows its shares. */
export async function engineFigures(visit: Visit): Promise<Now> {
  const [presence, gaps, changes] = await Promise.all([
    visit.figures(reports.presence),
    visit.figures(engineGaps),
    toldChanges(visit),
  ]);
  const engines: EngineNow[] = [];
  for (const slug of new Set(presence.data.map(({ engine }) => engine))) {
    const inWindow = ownRow(presence, slug);
    const change = changeOfDays(changes, slug);
    const since = change && (await figuresSince(visit, slug, change));
    const days = since ?? { presence, gaps };
    const own = ownRow(days.presence, slug);
    if (own === undefined || inWindow === undefined) continue;
    engines.push({
      ...{ slug, name: own.engine_name, own, inWindow, change: since && change, ...days },
      told: toldChangeOn(changes, slug),
      rivals: days.presence.data.filter(({ engine, role }) => engine === slug && role !== 'self'),
      apart: apartOf(
        days.gaps.data.filter(({ engine }) => engine === slug),
        risenOn(slug, changes),
      ),
    });
  }
  return { presence, changes, engines };
}

function ownRow({ data }: Presence, slug: string): PresenceRow | undefined {
  return data.find(({ engine, role }) => engine === slug && role === 'self');
}

function risenOn(slug: string, changes: readonly ChangeRow[]): Set<string | null> {
  const holding = changes.filter(({ engine, state }) => engine === slug && state === 'holds');
  return new Set(holding.flatMap(({ measure, competitor }) => (measure === 'overtaken' ? competitor : [])));
}

async function toldChanges(visit: Visit): Promise<ChangeRow[]> {
  if (!isUpToDate(visit.window, visit.now)) return [];
  const { data } = await visit.figures(reports.changes, { recent: '1', limit: '200' });
  const { engines } = visit.choice;
  const chosen = data.filter(({ engine }) => engines.length === 0 || engines.some((each) => each === engine));
  return inNewsOrder(chosen);
}

/** Null if no day is finished since, or too few answers have come for a rate. */
async function figuresSince(visit: Visit, engine: string, change: ChangeRow) {
  const { from, until } = change.since.window;
  if (from > until) return null;
  const days = { engine, from, until, days: undefined, month: undefined };
  const presence = await visit.figures(reports.presence, { ...days, compare: undefined });
  if (ownRow(presence, engine)?.rate == null) return null;
  return { presence, gaps: await visit.figures(engineGaps, days) };
}
