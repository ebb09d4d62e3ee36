import { formatInstant } from '../../../domain/time/instant.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import { engineCoverage } from '../../../reports/traffic/coverage.ts';
import type { MissingDays } from '../../charts/missing.ts';
import type { Visit } from '../../visit/visit.ts';
import { type Days, longestWindow } from './events.ts';
import { type Cell, type OutsideChange, outsideChangesOf } from './outside.ts';

/** What charts over time draw of /coverage, of engines alone. */
export interface ObservedDays {
  /** Runs of days of which nothing is known, by engine. */
  readonly missing: ReadonlyMap<string, readonly Days[]>;
  /** Changes that touch an engine. */
  readonly outside: readonly OutsideChange[];
}

/** What engines missed in some days, and what changed them from outside, in the page's market. */
export async function observedIn(visit: Visit, days: Days): Promise<ObservedDays> {
  const { market } = await visit.ofOneMarket();
  const { from, until } = longestWindow(days);
  const period = { from: Date.parse(from), to: Date.parse(until) + 1 };
  const query = market === undefined ? {} : { market };
  const rows = await engineCoverage(visit.db, visit.caller, visit.brand.id, query, period);
  const cells = Map.groupBy(rows, ({ instrument }) => instrument);
  return {
    missing: new Map([...cells].map(([engine, own]) => [engine, runsOf(own)])),
    outside: outsideChangesOf(rows).filter(({ engines }) => engines.length > 0),
  };
}

/** An engine's missing days, for one chart. */
export function missingOn(visit: Visit, { missing }: ObservedDays, engine: string): MissingDays {
  return { id: visit.idFor('missing-days'), days: missing.get(engine) ?? [] };
}

/** Neighboring days that are not observed, together. @param cells a row per day, oldest first */
export function runsOf(cells: readonly Pick<Cell, 'day' | 'state'>[]): Days[] {
  const runs: { from: string; until: string }[] = [];
  let isOpen = false;
  for (const { day, state } of cells) {
    const isMissing = state === 'not_observed';
    const until = formatInstant(Date.parse(day) + DAY_MS - 1);
    const last = runs.at(-1);
    if (isMissing && isOpen && last) last.until = until;
    else if (isMissing) runs.push({ from: formatInstant(Date.parse(day)), until });
    isOpen = isMissing;
  }
  return runs;
}
