import {
  changeOfDays,
  changesOfWindow,
  type Days,
  daysSince,
  isNews,
  mixedChangeOn,
  risenOn,
  toldChangeOn,
  withIntervalOf,
} from '../../../domain/alerts/change.ts';
import { type Apart, apartOf } from '../../../domain/figures/standing.ts';
import { engineGaps } from '../../../reports/brands/gaps.ts';
import { reports } from '../../../reports/index.ts';
import { resolvedWindow } from '../../../reports/run/named-window.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { Visit } from '../../visit/visit.ts';
import { isUpToDate } from '../../visit/window.ts';
import type { ChangeRow, PresenceRow } from './rows.ts';

export type Elsewhere = EnvelopeOf<typeof reports.changes>['meta']['elsewhere'];
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
  /** The one whose levels its window mixes; null while it counts since a change. */
  readonly mixed: ChangeRow | null;
  /** Competitors ahead of the brand in the same answers, and behind it. */
  readonly apart: Apart;
  /** Of these days; also with other engines' rows. */
  readonly presence: Presence;
  readonly gaps: Gaps;
}

export interface Now {
  /** In the page's window. */
  readonly presence: Presence;
  /** The changes to tell of the window, the first to tell first. */
  readonly changes: readonly ChangeRow[];
  /** Other markets with changes that hold. */
  readonly elsewhere: Elsewhere;
  /** Each engine with a row of the brand. */
  readonly engines: readonly EngineNow[];
}

/** How each engine names the brand now, for every page that shows its shares. */
export async function engineFigures(visit: Visit): Promise<Now> {
  const [presence, gaps, { changes, all, elsewhere }] = await Promise.all([
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
    const ownInDays = ownRow(days.presence, slug);
    if (ownInDays === undefined || inWindow === undefined) continue;
    const own = since && change ? withIntervalOf(change, ownInDays) : ownInDays;
    engines.push({
      ...{ slug, name: own.engine_name, own, inWindow, change: since && change, ...days },
      told: toldChangeOn(changes, slug),
      mixed: since ? null : mixedChangeOn(all, slug, resolvedWindow(visit.window, visit.now).period),
      rivals: days.presence.data.filter(({ engine, role }) => engine === slug && role !== 'self'),
      apart: apartOf(
        days.gaps.data.filter(({ engine }) => engine === slug),
        risenOn(changes, slug),
      ),
    });
  }
  return { presence, changes, elsewhere, engines };
}

function ownRow({ data }: Presence, slug: string): PresenceRow | undefined {
  return data.find(({ engine, role }) => engine === slug && role === 'self');
}

async function toldChanges(visit: Visit) {
  const days = windowDays(visit);
  const { data, meta } = await visit.figures(reports.changes, { over_from: days.from, limit: '200' });
  return { changes: toldIn(visit, data), all: data, elsewhere: meta.elsewhere };
}

/** The changes to tell of the window: of one that ends now, none that has long been over. */
export function toldIn(
  { window, now }: Pick<Visit, 'window' | 'now'>,
  changes: readonly ChangeRow[],
): ChangeRow[] {
  const isTold = ({ state, state_since: since }: ChangeRow) =>
    !isUpToDate(window, now) || isNews(state, Date.parse(since), now);
  return changesOfWindow(changes.filter(isTold), windowDays({ window, now }));
}

/** A window's first and last UTC day. */
export function windowDays({ window, now }: Pick<Visit, 'window' | 'now'>): Days {
  const { from, until } = resolvedWindow(window, now).meta.window;
  return { from: from.slice(0, 10), until: until.slice(0, 10) };
}

/** Null if no day is finished since, or too few answers have come for a rate. */
async function figuresSince(visit: Visit, engine: string, change: ChangeRow) {
  const since = daysSince(change, windowDays(visit).until);
  if (since === null) return null;
  const days = { engine, ...since, days: undefined, month: undefined };
  const presence = await visit.figures(reports.presence, { ...days, compare: undefined });
  if (ownRow(presence, engine)?.rate == null) return null;
  return { presence, gaps: await visit.figures(engineGaps, days) };
}
