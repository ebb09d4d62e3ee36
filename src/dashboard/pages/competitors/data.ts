import { ENGINE_SLUGS } from '../../../domain/answers/engine.ts';
import { orderOf } from '../../../domain/figures/standing.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import type { PresenceRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';

export type Presence = EnvelopeOf<typeof reports.presence>;
export type Gaps = EnvelopeOf<typeof reports.gaps>;
export type GapRow = RowOf<typeof reports.gaps>;
export type Sources = EnvelopeOf<typeof reports.sources>;

/** An engine's tracked brands in its own days, the most named first. */
export interface Ranking {
  readonly slug: string;
  readonly name: string;
  readonly answers: number;
  readonly rows: readonly PresenceRow[];
  /** Competitors beside the brand in the same answers. */
  readonly gaps: readonly GapRow[];
  readonly presence: Presence;
}

/** A competitor beside the brand on one engine. */
export interface Beside {
  readonly ranking: Ranking;
  readonly gap: GapRow;
  readonly ofEngine: Gaps;
  /** Null for readers without access to questions. */
  readonly byQuestion: Gaps | null;
  /** Null for readers without access to sites. */
  readonly sources: Sources | null;
}

export interface Competing {
  readonly presence: Presence;
  readonly rankings: readonly Ranking[];
  readonly competitors: number;
  readonly beside: Beside | null;
}

export async function competing(visit: Visit): Promise<Competing> {
  const [presence, gaps] = await Promise.all([
    visit.figures(reports.presence),
    visit.figures(reports.gaps, { by: 'engine', every: '1' }),
  ]);
  const rankings = rankingsOf(presence, gaps);
  const competitors = new Set(presence.data.flatMap(({ role, brand }) => (role === 'self' ? [] : [brand])));
  return {
    presence,
    rankings,
    competitors: competitors.size,
    beside: await besideOf(visit, rankings, gaps),
  };
}

function rankingsOf(presence: Presence, gaps: Gaps): Ranking[] {
  const engines = Map.groupBy(presence.data, ({ engine }) => engine);
  return [...engines].map(([slug, rows]) => ({
    slug,
    name: rows[0]?.engine_name ?? slug,
    answers: Math.max(...rows.map(({ responses }) => responses)),
    rows: rows.toSorted((a, b) => (b.rate ?? -1) - (a.rate ?? -1) || b.present - a.present),
    gaps: gaps.data.filter(({ engine }) => engine === slug),
    presence,
  }));
}

async function besideOf(visit: Visit, rankings: readonly Ranking[], gaps: Gaps): Promise<Beside | null> {
  const gap = chosenGap(visit, gaps.data);
  const ranking = rankings.find(({ slug }) => slug === gap?.engine);
  if (gap === undefined || ranking === undefined) return null;
  const { engine } = gap;
  const [byQuestion, sources] = await Promise.all([
    visit.mayOpen('questions') ? visit.figures(reports.gaps, { engine, every: '1' }) : null,
    visit.mayOpen('sources') ? visit.figures(reports.sources, { engine, compare: undefined }) : null,
  ]);
  return { ranking, gap, ofEngine: gaps, byQuestion, sources };
}

/** The address's competitor and engine, or else the competitor furthest ahead, or else the nearest one. */
function chosenGap({ query }: Visit, rows: readonly GapRow[]): GapRow | undefined {
  const [on, name] = [query.get('on'), query.get('beside')];
  const asked = rows.filter(
    ({ engine, competitor }) => (on === null || engine === on) && (name === null || competitor === name),
  );
  const place = ({ engine }: GapRow) => (ENGINE_SLUGS as readonly string[]).indexOf(engine);
  const judged = (asked.length > 0 ? asked : rows).filter(({ gap }) => gap !== null);
  const first = (one: GapRow, other: GapRow) =>
    Number(orderOf(other) === 'ahead') - Number(orderOf(one) === 'ahead') ||
    (other.gap?.points ?? 0) - (one.gap?.points ?? 0) ||
    place(one) - place(other);
  return judged.toSorted(first)[0];
}
