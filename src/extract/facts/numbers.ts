import type { FactVerdict } from '../../domain/brand/fact.ts';
import { numeralsIn, wordNumeralsIn } from './numerals.ts';
import { phrasePattern, placesOf } from './phrase-pattern.ts';
import { unitForms } from './units.ts';

/** The verdict on a number with its unit, if it has one: unclear with an unknown unit. */
export function compareNumber(
  given: string,
  numbers: readonly number[],
  units: readonly string[],
): FactVerdict {
  const found = numeralsIn(given);
  const [only, ...others] = found.length > 0 ? found : wordNumeralsIn(given);
  if (only === undefined || others.length > 0) return 'unclear';
  const unit = given.slice(only.to).trim() || given.slice(0, only.from).trim();
  const factors = factorsOf(unit, units);
  const isSame = (factors ?? [1]).some((factor) =>
    numbers.some((each) => isEqual(each, factor * only.value)),
  );
  if (isSame) return 'agrees';
  return factors === null ? 'unclear' : 'contradicts';
}

/** A written unit's factors to the fact's, in each way to count; null if it is another one. */
function factorsOf(unit: string, units: readonly string[]): readonly number[] | null {
  if (unit === '') return [1];
  const form = unitForms(units).find(({ name }) => placesOf(phrasePattern([name]), unit).length > 0);
  return form?.factors ?? null;
}

function isEqual(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.abs(one);
}
