import type { Range } from '../text/ranges.ts';

export interface Numeral extends Range {
  readonly value: number;
}

/** Digit groups with three each, as in `1.299,00`, `1,299.00`, `1 299`, and `1'299`; or digits with decimals. */
const NUMERAL =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}.,])(?:\d{1,3}(?:([.,'’ \u00A0\u202F])\d{3}(?!\d))(?:\1\d{3}(?!\d))*(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d{1,2})?)(?![\p{N}]|[.,]\d)/gu;

/** Words after a numeral that multiply it. */
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

/** A text's numbers, in order. A comma or point before at most two final digits is a decimal mark. */
export function numeralsIn(text: string): Numeral[] {
  return [...text.matchAll(NUMERAL)].map(({ 0: written, index }) => {
    const after = text.slice(index + written.length, index + written.length + 16);
    const factor = FACTORS.find(([pattern]) => pattern.test(after));
    const word = factor ? (factor[0].exec(after)?.[0].length ?? 0) : 0;
    return { from: index, to: index + written.length + word, value: numberOf(written) * (factor?.[1] ?? 1) };
  });
}

const WORDS: ReadonlyMap<string, number> = new Map(
  (
    [
      [1, 'one eine einen einem ein un une una uno um uma één een jeden'],
      [2, 'two zwei deux dos due dois duas twee dwa dwie'],
      [3, 'three drei trois tres tre três drie trzy'],
      [4, 'four vier quatre cuatro quattro quatro cztery'],
      [5, 'five fünf cinq cinco cinque vijf pięć'],
      [6, 'six sechs seis sei zes sześć'],
      [7, 'seven sieben sept siete sette sete zeven siedem'],
      [8, 'eight acht huit ocho otto oito osiem'],
      [9, 'nine neun neuf nueve nove negen dziewięć'],
      [10, 'ten zehn dix diez dieci dez tien dziesięć'],
      [11, 'eleven elf onze once undici jedenaście'],
      [12, 'twelve zwölf douze doce dodici doze twaalf dwanaście'],
      [15, 'fifteen fünfzehn quinze quince quindici vijftien'],
      [20, 'twenty zwanzig vingt veinte venti vinte twintig'],
      [30, 'thirty dreißig trente treinta trenta trinta dertig'],
      [40, 'forty vierzig quarante cuarenta quaranta quarenta veertig'],
      [50, 'fifty fünfzig cinquante cincuenta cinquanta cinquenta vijftig'],
      [60, 'sixty sechzig soixante sesenta sessanta sessenta zestig'],
      [70, 'seventy siebzig setenta settanta zeventig'],
      [80, 'eighty achtzig ochenta ottanta oitenta tachtig'],
      [90, 'ninety neunzig noventa novanta negentig'],
      [100, 'hundred hundert cent cien cento cem honderd sto'],
    ] as const
  ).flatMap(([value, names]) => names.split(' ').map((name) => [name, value] as const)),
);
const ANY = [...WORDS.keys()].join('|');
const WORD = new RegExp(
  `(?<![\\p{L}\\p{N}-]|(?<!\\p{L})(?:${ANY}) )(?:${ANY})(?!\\p{L}|[ -](?:${ANY})(?!\\p{L}))`,
  'giu',
);

/** A text's number words of one word, which may also be articles. */
export function wordNumeralsIn(text: string): Numeral[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    value: WORDS.get(word.toLowerCase()) ?? Number.NaN,
  }));
}

function numberOf(written: string): number {
  const decimals = /[.,](\d{1,2})$/.exec(written);
  const whole = decimals ? written.slice(0, decimals.index) : written;
  return Number(`${whole.replace(/\D/g, '')}.${decimals?.[1] ?? 0}`);
}
