import type { Proportion } from '../../domain/figures/proportion.ts';
import { agreement, type CheckedName, foundBy, inventedBy } from '../../reports/said/calibration.ts';
import { recordTable } from '../shared/record.ts';

/** How a reader compares with people's labels, in counts of labels. */
export function scoreOf(reader: string, names: readonly CheckedName[]) {
  const right = (verdict: 'recommended' | 'negative'): Proportion => {
    const { events } = foundBy(names, verdict);
    return { events, trials: events + inventedBy(names, verdict).events };
  };
  const isOpposite = ({ label, read }: CheckedName) =>
    (label === 'recommended' && read === 'negative') || (label === 'negative' && read === 'recommended');
  return {
    reader,
    agree: agreement(names),
    recommended_right: right('recommended'),
    recommended_found: foundBy(names, 'recommended'),
    negative_right: right('negative'),
    negative_found: foundBy(names, 'negative'),
    wrong_way: names.filter(isOpposite).length,
    not_judged: names.filter(({ read }) => read === null).length,
  };
}

/** Proportions as `3 of 4`. */
export function textOf(scores: readonly ReturnType<typeof scoreOf>[]): string {
  const cell = (value: Proportion | number | string) =>
    typeof value === 'object' ? `${value.events} of ${value.trials}` : value;
  return recordTable(
    scores.map((score) =>
      Object.fromEntries(Object.entries(score).map(([name, value]) => [name, cell(value)])),
    ),
  );
}
