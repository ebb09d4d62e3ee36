import type { Range } from '../text/ranges.ts';

/** A number as a sentence writes it. */
export interface Numeral extends Range {
  readonly value: number;
}

/** Groups of three digits, as in `1.299,00`, `1,299.00`, `1 299`, and `1'299`; or digits with a decimal part. */
const NUMERAL =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}.,])(?:\d{1,3}(?:([.,'’ \u00A0\u202F])\d{3}(?!\d))(?:\1\d{3}(?!\d))*(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d{1,2})?)(?![\p{N}]|[.,]\d)/gu;

/** What a word after a numeral multiplies it by. */
const FACTORS: readonly (readonly [RegExp, number])[] = [
  [
    /^(?:k|\s?(?:tsd\.?|tys\.?|thousand|tausend|mille|mil|mila|duizend|tysi[ąę]c\p{L}*|тыс\.?))(?!\p{L})/iu,
    1e3,
  ],
  [
    /^(?:m|\s?(?:mio\.?|mln\.?|millions?|millionen|millones|millón|milioni|milhões|miljoen|milion\p{L}*|млн\.?))(?!\p{L})/iu,
    1e6,
  ],
  [/^\s?천/u, 1e3],
  [/^\s?[万萬만]/u, 1e4],
  [/^\s?[億亿억]/u, 1e8],
];

/** The numbers of a text, in order. A comma and a point are decimal marks where at most two digits follow the last. */
export function numeralsIn(text: string): Numeral[] {
  return [...text.matchAll(NUMERAL)].map(({ 0: written, index }) => {
    const after = text.slice(index + written.length, index + written.length + 16);
    const factor = FACTORS.find(([pattern]) => pattern.test(after));
    const word = factor ? (factor[0].exec(after)?.[0].length ?? 0) : 0;
    return { from: index, to: index + written.length + word, value: numberOf(written) * (factor?.[1] ?? 1) };
  });
}

function numberOf(written: string): number {
  const decimals = /[.,](\d{1,2})$/.exec(written);
  const whole = decimals ? written.slice(0, decimals.index) : written;
  return Number(`${whole.replace(/\D/g, '')}.${decimals?.[1] ?? 0}`);
}
