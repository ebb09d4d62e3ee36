import { DAY_MS } from '../../domain/time/period.ts';
import type { Days } from '../../storage/traffic/read-log-days.ts';
import { firstModels } from '../../storage/watch/brand-events.ts';
import { INSTRUMENTS, type Instrument, OUTSIDE_CHANGES } from '../../traffic/outside-changes.ts';
import type { ReportContext } from '../shape/report.ts';

/** An instrument as /coverage has it: an engine's slug, `log`, or a source of files. */
interface Covered {
  readonly kind: 'engine' | 'log' | 'file';
  readonly instrument: string;
}

/** What changed from outside on a day, in a sentence, and which instruments it may have changed. */
export interface DatedChange {
  /** In whole days since 1970. */
  readonly day: number;
  readonly text: string;
  readonly source: string | null;
  readonly isOn: (covered: Covered) => boolean;
}

/** Known changes and models that answered for the first time, in some days, oldest first. */
export async function outsideChangesIn(
  { panel }: Pick<ReportContext, 'panel'>,
  { first, last }: Days,
): Promise<DatedChange[]> {
  const models = await firstModels(panel, { from: first * DAY_MS, to: (last + 1) * DAY_MS });
  const served = models.map(({ engine, model, first: day }) => ({
    day,
    text: `First answer by the model ${model}.`,
    source: null,
    isOn: ({ kind, instrument }: Covered) => kind === 'engine' && instrument === engine,
  }));
  const known = OUTSIDE_CHANGES.flatMap(({ from, until, what, source, instruments, engines }) => {
    const isOn = (covered: Covered) =>
      INSTRUMENTS_OF[covered.kind](covered.instrument).some((each) => instruments.includes(each)) &&
      (covered.kind !== 'engine' || engines.length === 0 || engines.includes(covered.instrument));
    // A lasting change is on its first day, another on each of its days.
    const days = { first: Math.max(first, from), last: Math.min(last, until ?? from) };
    return daysIn(days).map((day) => ({ day, text: what, source, isOn }));
  });
  return [...known, ...served].sort((one, other) => one.day - other.day);
}

const INSTRUMENTS_OF: Readonly<Record<Covered['kind'], (instrument: string) => readonly Instrument[]>> = {
  engine: () => ['answers'],
  log: () => ['crawls', 'visits'],
  file: (instrument) => INSTRUMENTS.filter((each) => each === instrument),
};

/** Each of some days. */
export function daysIn({ first, last }: Days): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
}
