import type { Rate, RateSample } from '../../domain/figures/rate.ts';
import type { ReportAnswers } from './answers.ts';
import type { ClientFigures } from './figures.ts';

export interface RecheckResult {
  /** Number of figures that it recomputed. */
  readonly checked: number;
  /** A sentence for each mismatch. */
  readonly mismatches: readonly string[];
}

/**
 * Recomputes a report's figures from the answers in its file: every engine's and brand's counts, rates, and intervals, in the report, the
 * earlier window, and each week, and the lost questions' counts. Figures on sites and statements do not come from names and are not
 * recomputed. The file contains this function's source, so it uses only its arguments.
 *
 * The figures give design effects to 2 decimals, so an interval's end can differ by 0.001.
 *
 * @param rateOf from domain/figures/rate.ts
 */
export function recheck(
  figures: ClientFigures,
  answers: ReportAnswers,
  rateOf: (present: number, responses: number, design: RateSample) => Rate,
): RecheckResult {
  const DAY = 86_400_000;
  const mismatches: string[] = [];
  let checked = 0;
  const dayOf = (instant: string) => Math.floor(Date.parse(instant) / DAY);
  const engineOf = (row: ReportAnswers['rows'][number]) => answers.engines[row[1]];
  const of = (engine: string, from: string, until: string) =>
    answers.rows.filter((row) => engineOf(row) === engine && row[0] >= dayOf(from) && row[0] <= dayOf(until));
  const compare = (what: string, stated: unknown, computed: unknown, tolerance = 0) => {
    checked += 1;
    const isSame =
      stated === computed ||
      (typeof stated === 'number' &&
        typeof computed === 'number' &&
        Math.abs(stated - computed) <= tolerance);
    if (!isSame) mismatches.push(`${what}: stated ${String(stated)}, computed ${String(computed)}`);
  };
  const compareRate = (
    what: string,
    stated: Pick<Rate, 'present' | 'responses' | 'rate' | 'interval'> & { design_effect: number | null },
    brand: string,
    rows: ReportAnswers['rows'],
  ) => {
    const place = answers.brands.indexOf(brand);
    const looked = rows.filter((row) => row[3][place] !== '-');
    const named = looked.filter((row) => row[3][place] === '1');
    const made = rateOf(named.length, looked.length, { designEffect: stated.design_effect });
    compare(`${what}, answers that name it`, stated.present, made.present);
    compare(`${what}, answers`, stated.responses, made.responses);
    compare(`${what}, rate`, stated.rate, made.rate);
    for (const end of ['lower', 'upper'] as const) {
      const [one, other] = [stated.interval, made.interval].map((each) => (each === null ? null : each[end]));
      compare(`${what}, ${end} end`, one, other, 0.0011);
    }
  };
  const { window } = figures;
  for (const row of figures.named) {
    const what = `${row.brand} on ${row.engine_name}`;
    compareRate(what, row, row.brand, of(row.engine, window.from, window.until));
    const { compared } = row;
    if (compared)
      compareRate(`${what}, before`, compared, row.brand, of(row.engine, compared.from, compared.until));
  }
  for (const week of figures.weeks) {
    const what = `${figures.brand.name} on ${week.engine_name} from ${week.start.slice(0, 10)}`;
    compareRate(what, week, figures.brand.name, of(week.engine, week.start, week.end));
  }
  for (const row of figures.lost.rows) {
    const [you, it] = [figures.brand.name, row.competitor].map((name) => answers.brands.indexOf(name));
    const both = of(row.engine, window.from, window.until).filter(
      (each) =>
        answers.questions[each[2]] === row.id && each[3][you ?? -1] !== '-' && each[3][it ?? -1] !== '-',
    );
    const saying = (place: number | undefined, mark: string) => (each: ReportAnswers['rows'][number]) =>
      each[3][place ?? -1] === mark;
    const what = `${row.competitor} instead on ${row.engine_name}, question ${row.id}`;
    compare(`${what}, answers`, row.answers, both.length);
    compare(`${what}, naming it`, row.naming_it, both.filter(saying(it, '1')).length);
    compare(`${what}, naming you`, row.naming_you, both.filter(saying(you, '1')).length);
    compare(`${what}, only it`, row.only_it, both.filter(saying(it, '1')).filter(saying(you, '0')).length);
    compare(`${what}, only you`, row.only_you, both.filter(saying(you, '1')).filter(saying(it, '0')).length);
  }
  return { checked, mismatches };
}
