import type { reports } from '../../../reports/index.ts';
import type { Plan } from '../../../reports/planner/planner-schema.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';

export type PlanEnvelope = EnvelopeOf<typeof reports.planner>;

type ChangeRow = Plan['changes'][number];

/** The smallest detectable change: a drop, or a rise if the rate cannot fall far enough. */
export interface Seen {
  readonly points: number;
  readonly isRise: boolean;
}

/** The plan for one engine's naming rate. */
export interface EnginePlan {
  readonly row: Plan['engines'][number];
  readonly drop: ChangeRow;
  readonly within7: Seen | null;
  readonly within28: Seen | null;
  /** Largest size first. */
  readonly needs: readonly Plan['needs'][number][];
}

export function enginePlans({ engines, changes, needs }: Plan): EnginePlan[] {
  return engines.flatMap((row) => {
    const own = changes.filter(({ engine }) => engine === row.engine);
    const drop = own.find(({ kind }) => kind === 'visibility_drop');
    const rise = own.find(({ kind }) => kind === 'visibility_rise');
    if (drop === undefined || rise === undefined) return [];
    const seen = (field: 'smallest_in_7_days' | 'smallest_in_28_days'): Seen | null => {
      if (drop[field] !== null) return { points: drop[field], isRise: false };
      return rise[field] === null ? null : { points: rise[field], isRise: true };
    };
    return [
      {
        row,
        drop,
        within7: seen('smallest_in_7_days'),
        within28: seen('smallest_in_28_days'),
        needs: needs.filter(({ engine }) => engine === row.engine),
      },
    ];
  });
}

/** `24 points` */
export function pointsText(points: number): string {
  return `${points} ${points === 1 ? 'point' : 'points'}`;
}
