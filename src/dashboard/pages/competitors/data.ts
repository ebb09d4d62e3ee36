import { daysSince } from '../../../domain/alerts/change.ts';
import { byEngine } from '../../../domain/answers/engine.ts';
import { standingOf } from '../../../domain/figures/standing.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { citedBeside } from '../../../reports/sources/sources.ts';
import { daysText } from '../../charts/days.ts';
import { type EngineNow, engineFigures, type Presence, windowDays } from '../../parts/words/engines-now.ts';
import type { ChangeRow, PresenceRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';

export type GapRow = RowOf<typeof reports.gaps>;
export type Sources = EnvelopeOf<typeof citedBeside>;

/** An engine's tracked brands in its own days, the most named first. */
export interface Ranking extends EngineNow {
  readonly answers: number;
  readonly rows: readonly PresenceRow[];
  /** Each competitor beside the brand in the same answers. */
  readonly beside: readonly GapRow[];
}

/** A competitor beside the brand on one engine. */
export interface Beside extends Pair {
  /** Null for readers without access to questions. */
  readonly byQuestion: EnvelopeOf<typeof reports.gaps> | null;
  /** Null for readers without access to sites. */
  readonly sources: Sources | null;
}

export interface Competing {
  readonly presence: Presence;
  readonly rankings: readonly Ranking[];
  readonly competitors: number;
  /** Changes of place that hold. */
  readonly overtakings: readonly ChangeRow[];
  readonly beside: Beside | null;
}

export async function competing(visit: Visit): Promise<Competing> {
  const { presence, engines, changes } = await engineFigures(visit);
  const rankings = engines.map(rankingOf);
  const competitors = new Set(presence.data.flatMap(({ role, brand }) => (role === 'self' ? [] : [brand])));
  const overtakings = changes.filter(({ measure, state }) => measure === 'overtaken' && state === 'holds');
  const beside = await besideOf(visit, rankings);
  return { presence, rankings, competitors: competitors.size, overtakings, beside };
}

function rankingOf(engine: EngineNow): Ranking {
  const { slug, own, rivals, gaps } = engine;
  const rows = [own, ...rivals];
  return {
    ...engine,
    answers: Math.max(...rows.map(({ responses }) => responses)),
    rows: rows.toSorted((a, b) => (b.rate ?? -1) - (a.rate ?? -1) || b.present - a.present),
    beside: gaps.data.filter((row) => row.engine === slug),
  };
}

/** The days of a ranking's figures: `Nov 23 to 28`. */
export function countedDays({ presence }: Ranking): string {
  return daysText(presence.meta.window.from, presence.meta.window.until);
}

/** How a competitor stands to the brand on an engine; null for level, and for too few answers. */
export function orderIn({ apart }: Ranking, competitor: string): 'ahead' | 'behind' | null {
  if (apart.ahead.includes(competitor)) return 'ahead';
  return apart.behind.includes(competitor) ? 'behind' : null;
}

/** Whether the brand is ahead of the most named competitor, and none is ahead of it, as on the overview. */
export function isAhead({ own, rivals, apart }: Ranking): boolean {
  return standingOf(own, rivals, apart)?.order === 'ahead';
}

async function besideOf(visit: Visit, rankings: readonly Ranking[]): Promise<Beside | null> {
  const chosen = chosenPair(visit, rankings);
  if (chosen === undefined) return null;
  const { ranking } = chosen;
  const { engine } = chosen.gap;
  const since = ranking.change && daysSince(ranking.change, windowDays(visit).until);
  const days = since && { ...since, days: undefined, month: undefined };
  const [byQuestion, sources] = await Promise.all([
    visit.mayOpen('questions') ? visit.figures(reports.gaps, { engine, every: '1', ...days }) : null,
    visit.mayOpen('sources') ? visit.figures(citedBeside, { engine, ...days }) : null,
  ]);
  return { ...chosen, byQuestion, sources };
}

interface Pair {
  readonly ranking: Ranking;
  readonly gap: GapRow;
}

/** The address's competitor and engine, or else the competitor furthest ahead, or else the nearest one. */
function chosenPair({ query }: Visit, rankings: readonly Ranking[]): Pair | undefined {
  const [on, name] = [query.get('on'), query.get('beside')];
  const pairs = rankings.flatMap((ranking) => ranking.beside.map((gap): Pair => ({ ranking, gap })));
  const asked = pairs.filter(
    ({ gap: { engine, competitor } }) =>
      (on === null || engine === on) && (name === null || competitor === name),
  );
  const leads = ({ ranking, gap }: Pair) => Number(orderIn(ranking, gap.competitor) === 'ahead');
  const judged = (asked.length > 0 ? asked : pairs).filter(({ gap: { gap } }) => gap !== null);
  const first = (one: Pair, other: Pair) =>
    leads(other) - leads(one) ||
    (other.gap.gap?.points ?? 0) - (one.gap.gap?.points ?? 0) ||
    byEngine(one.gap.engine, other.gap.engine);
  return judged.toSorted(first)[0];
}
