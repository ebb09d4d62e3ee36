import { type Direction, MOST_TOP } from '../domain/alerts/claim.ts';

/** A percentage of a difference is ambiguous: relative, or in points. */
type SizeUnit = 'points' | 'percent' | 'places';

/** A number with its unit, or a list's top places. */
export type SizePiece =
  | { readonly kind: 'size'; readonly size: number; readonly unit: SizeUnit | null }
  /** `in the top 3`, or `first` */
  | { readonly kind: 'top'; readonly top: number };

interface ReadSize {
  readonly piece: SizePiece;
  readonly length: number;
}

/**
 * The size at the start of words: `40%`, `a third`, `1 in 5`, `10 points`, `position 3`, `in the top 3`. Numbers are in digits, except
 * "one".
 */
export function readSize(words: readonly string[]): ReadSize | null {
  for (const read of [readFraction, readTop, readFirst, readPlace, readNumber]) {
    const found = read(words);
    if (found) return found;
  }
  return null;
}

/** `the top 3`, `top-3`, `the first three places` */
function readTop(words: readonly string[]): ReadSize | null {
  const start = afterAny(words, 0, ['in', 'within', 'among', 'the', 'its', 'their', 'a']);
  const text = words.slice(start).join(' ');
  const found = /^(?:(top|first) |(top)[- ]?)(\d{1,3}|three|five|ten)(?= |$)(?! %| percent)/.exec(text);
  if (!found) return null;
  const length = start + (found[1] === undefined ? 1 : 2);
  const top = { three: 3, five: 5, ten: 10 }[found[3] ?? ''] ?? Number(found[3]);
  return top < 1 || top > MOST_TOP
    ? null
    : { piece: { kind: 'top', top }, length: afterAny(words, length, SPOTS, 1) };
}

const SPOTS: readonly string[] = ['spots', 'places', 'positions', 'results', 'spot', 'place', 'position'];

/** `first`, `in first place`, `number one`, `#1`, `the top spot` */
function readFirst(words: readonly string[]): ReadSize | null {
  const start = afterAny(words, 0, ['in', 'at', 'the', 'a', 'as', 'its', 'their']);
  const [first = '', second = ''] = words.slice(start);
  const isNumber = ['number', 'no', '#'].includes(first) && ['1', 'one'].includes(second);
  const isSpot = ['first', '1st', 'top'].includes(first) && SPOTS.includes(second);
  if (isNumber || isSpot)
    return { piece: { kind: 'top', top: 1 }, length: afterAny(words, start + 2, SPOTS, 1) };
  const isFirst = ['first', '1st', 'number-one'].includes(first);
  return isFirst ? { piece: { kind: 'top', top: 1 }, length: start + 1 } : null;
}

const ORDINALS = [
  '',
  '',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

/** `position 3`, `number 3`, `third`, `2nd place` */
function readPlace(words: readonly string[]): ReadSize | null {
  const start = afterAny(words, 0, ['in', 'at', 'the']);
  const [first = '', second = ''] = words.slice(start);
  const placed = (size: number, length: number): ReadSize => ({
    piece: { kind: 'size', size, unit: 'places' },
    length,
  });
  if (['position', 'place', 'rank', 'number', '#', 'spot'].includes(first)) {
    return /^\d{1,3}$/.test(second) ? placed(Number(second), start + 2) : null;
  }
  const ordinal = ORDINALS.indexOf(first || 'none');
  const size = ordinal > 1 ? ordinal : Number(/^(\d{1,2})(?:nd|rd|th)$/.exec(first)?.[1] ?? 0);
  return size > 1 ? placed(size, afterAny(words, start + 1, SPOTS, 1)) : null;
}

const PARTS: Readonly<Record<string, number>> = {
  half: 2,
  third: 3,
  thirds: 3,
  quarter: 4,
  quarters: 4,
  fifth: 5,
  fifths: 5,
  tenth: 10,
  tenths: 10,
};

/** `half`, `a third`, `two-thirds`, `1 in 5`, `4 out of every 10`, `every second` */
function readFraction(words: readonly string[]): ReadSize | null {
  const [first = '', second = '', third = ''] = words.flatMap((word, at) =>
    at === 0 && /^(?:one|two|three)-/.test(word) ? word.split('-') : [word],
  );
  const isJoined = words[0] !== first;
  const share = (of: number, among: number, length: number): ReadSize | null =>
    of > 0 && of <= among
      ? {
          piece: { kind: 'size', size: (100 * of) / among, unit: 'percent' },
          length: length - (isJoined ? 1 : 0),
        }
      : null;
  if (first === 'half') return share(1, 2, 1);
  if (first === 'every') return ['second', 'other'].includes(second) ? share(1, 2, 2) : null;
  const of = { a: 1, one: 1, two: 2, three: 3 }[first] ?? (/^\d{1,4}$/.test(first) ? Number(first) : 0);
  const part = PARTS[second];
  // "A quarter ago" is a time.
  if (part !== undefined && third !== 'ago') return share(of, part, 2);
  const among = /^(?:in|of|\/|out of)(?: every)? (\d{1,4})(?= |$)/.exec(words.slice(1).join(' '));
  return among === null || first === 'a'
    ? null
    : share(of, Number(among[1]), 1 + among[0].split(' ').length + (isJoined ? 1 : 0));
}

const UNITS: readonly (readonly [unit: string, means: SizeUnit])[] = [
  ['percentage points', 'points'],
  ['percentage point', 'points'],
  ['% points', 'points'],
  ['points', 'points'],
  ['point', 'points'],
  ['pts', 'points'],
  ['pp', 'points'],
  ['percent', 'percent'],
  ['per cent', 'percent'],
  ['%', 'percent'],
  ['places', 'places'],
  ['place', 'places'],
  ['positions', 'places'],
  ['spots', 'places'],
  ['spot', 'places'],
  ['ranks', 'places'],
];

function readNumber(words: readonly string[]): ReadSize | null {
  const [first = '', ...rest] = words;
  const isOne = first === 'one' && UNITS.some(([unit]) => startsWith(rest, unit));
  const found = /^(\d+(?:\.\d+)?)(%?|pp)$/.exec(isOne ? '1' : first);
  if (!found) return null;
  const size = Number(found[1]);
  const sized = (unit: SizeUnit | null, length: number): ReadSize => ({
    piece: { kind: 'size', size, unit },
    length,
  });
  if (found[2] === '%') return rest[0] === 'points' ? sized('points', 2) : sized('percent', 1);
  if (found[2] === 'pp') return sized('points', 1);
  return sized(UNITS.find(([unit]) => startsWith(rest, unit))?.[1] ?? null, 1 + unitLength(rest));
}

/** A third is an infinite decimal: the claim is never weaker than the sentence. */
export function inTenths(size: number, direction: Direction): number {
  if (Number.isInteger(Math.round(1e6 * size) / 1e4)) return Math.round(1e4 * size) / 1e4;
  return (direction === 'at_least' ? Math.ceil(10 * size) : Math.floor(10 * size)) / 10;
}

/** How many leading words form the unit. */
export function unitLength(words: readonly string[]): number {
  const [unit = ''] = UNITS.find(([each]) => startsWith(words, each)) ?? [];
  return unit.split(' ').filter((word) => word !== '').length;
}

function startsWith(words: readonly string[], phrase: string): boolean {
  return `${words.join(' ')} `.startsWith(`${phrase} `);
}

/** The index of the first other word from `at` on; skips at most this many. */
function afterAny(
  words: readonly string[],
  at: number,
  passed: readonly string[],
  most = words.length,
): number {
  const length = words.slice(at, at + most).findIndex((word) => !passed.includes(word));
  return at + (length < 0 ? Math.min(most, words.length - at) : length);
}
