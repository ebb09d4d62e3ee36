import type { Proportion } from '../../domain/figures/proportion.ts';
import { agreement, type CheckedName, foundBy, inventedBy } from '../../reports/said/calibration.ts';
import { table } from '../shared/table.ts';
import { printable } from '../shared/terminal.ts';

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

type Score = ReturnType<typeof scoreOf>;

export function textOf(scores: readonly Score[]): string {
  const of = ({ events, trials }: Proportion) => `${events} of ${trials}`;
  const rows = scores.map((each) => [
    printable(each.reader),
    of(each.agree),
    of(each.recommended_right),
    of(each.recommended_found),
    of(each.negative_right),
    of(each.negative_found),
    `${each.wrong_way}`,
    `${each.not_judged}`,
  ]);
  const head = [
    'Reader',
    'Agree',
    'Recommends: right',
    'Found',
    'Warns: right',
    'Found',
    'Opposite',
    'Not judged',
  ];
  return table(head, rows);
}
