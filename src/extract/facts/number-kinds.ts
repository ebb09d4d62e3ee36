import type { FactValue } from '../../domain/brand/fact.ts';
import { type Numeral, numeralsIn } from './numerals.ts';
import { phrasePattern, placesOf } from './phrase-pattern.ts';
import { amountsIn } from './prices.ts';
import { unitForms } from './units.ts';

/** How much text beside a number tells its kind, in UTF-16 units. */
const NEAR = 24;

const PERCENT =
  /^\s?(?:%|％|per ?cent|prozent|pour ?cent|por ?cien(?:to)?|por ?cento|per ?cento|procent|пр?оцент)/iu;

/** Right before a year. */
const WHEN =
  /(?<!\p{L})(?:in|since|until|till|circa|year|est\.?|seit|jahr|jahre|anno|bis|ab|en|depuis|dès|année|desde|año|em|ano|nel|dal|sinds|sedan|år|w|od|roku|в|с|году)\s$/iu;

/** Right after a number that counts nothing there: no word, or one that begins another part of the sentence. */
const NOT_COUNTED =
  /^(?:\s?$|\s?(?:[^\s\p{L}-]|-(?!\p{L}))|\s?[年년]|\s(?:an?|the|and|or|as|at|by|for|from|in|is|on|per|to|was|when|with|each|every|instead|up|monthly|yearly|founded|established|als|auf|aus|bei|das|der|die|durch|für|im|ist|je|jährlich|mit|monatlich|ohne|pro|und|von|war|wurde|gegründet|ins|au|et|est|fut|le|la|ou|par|pour|à|al|el|fue|o|por|y|ao|foi|e|da|dal|fu|per|al|ogni|door|en|het|met|opgericht|per|werd|i|na|za|roku|och|med|grundades|году)(?!\p{L}))/iu;

/**
 * Whether a text has a number that may be a fact's value by what stands beside it: `2019 clients` has no year, and `$24`
 * no number of months. A number in letters may.
 *
 * @param text the clause
 * @param unit the unit that the value is said to have; empty for none
 */
export function hasNumberOfKind(value: FactValue, text: string, number: number, unit: string): boolean {
  const found = numeralsIn(text).filter((each) => each.value === number);
  return found.length === 0 || found.some((each) => isOfKind(value, text, each, unit));
}

function isOfKind(value: FactValue, text: string, { from, to }: Numeral, unit: string): boolean {
  const [before, after] = [text.slice(Math.max(0, from - NEAR), from), text.slice(to, to + NEAR)];
  const isMoney = amountsIn(text).some((amount) => amount.from <= from && amount.to >= to);
  const isShare = PERCENT.test(after);
  const isCounted = !NOT_COUNTED.test(after);
  if (value.type === 'year') {
    const isYear = /^\d{4}$/.test(text.slice(from, to)) && !isMoney && !isShare;
    return isYear && (!isCounted || WHEN.test(before));
  }
  if (value.type === 'price') return isMoney || (!isCounted && !isShare);
  const units = phrasePattern([
    unit,
    ...unitsOf(value),
    ...unitForms(unitsOf(value)).map(({ name }) => name),
  ]);
  if (isMoney || isShare) return placesOf(units, text.slice(Math.max(0, from - 4), to + NEAR)).length > 0;
  return !isCounted || /^\p{L}/u.test(after) || placesOf(units, text).length > 0;
}

function unitsOf(value: FactValue): readonly string[] {
  return value.type === 'number' ? value.units : [];
}
