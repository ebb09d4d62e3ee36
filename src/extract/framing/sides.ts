import type { Block } from '../text/blocks.ts';
import { lowerCase } from './lines.ts';
import { CONS, PROS } from './words/side-words.ts';

/** Signs before and after a label's words. */
const BEFORE =
  '^[\\s"*(#\\p{Extended_Pictographic}\\p{M}\\p{Cf}•–—-]*(?:\\d{1,2}[.):][\\s"*\\p{Extended_Pictographic}\\p{M}]*)?';
const BEHIND = '["*\\s:：→!.\\p{Extended_Pictographic}\\p{M}]*$';

/** Matches a text with only one of these. Its group `cue` has the words. */
function whole(words: readonly string[]): RegExp {
  return new RegExp(`${BEFORE}(?<cue>${words.join('|')})${BEHIND}`, 'u');
}

/** Matches a text that starts with one of these and a colon. */
function field(words: readonly string[]): RegExp {
  return new RegExp(`${BEFORE}(?<cue>${words.join('|')})["*\\s]*(?:[:：]|\\s[–—-]\\s)`, 'u');
}

/** An assessment's sides. */
export type Side = 'pro' | 'con';

const SIDES: readonly (readonly [Side, RegExp, RegExp, RegExp])[] = [
  ['pro', whole(PROS), field(PROS), /(?:^|[\s–—:])(?:✅|👍|➕|✔)|^\s*\+ /u],
  ['con', whole(CONS), field(CONS), /(?:^|[\s–—:])(?:❌|👎|➖|✖|✘)|^\s*[−–-] /u],
];

/** A longer label is a sentence. */
const LONGEST = 60;

/** The sides that a block labels, `Pros:`, or that its lines indicate, `Cons: heavy`, `✅ Light`. */
export function sidesOf({ text, place }: Block): Side[] {
  const lines = place.heading === null ? text.split(/[\n\u2028]/) : [text];
  const begins = lines.map((line) => ({ line, begin: lowerCase(line.slice(0, LONGEST)) }));
  return SIDES.filter(([, all, first, sign]) =>
    begins.some(
      ({ line, begin }) =>
        (line.length <= LONGEST && all.test(begin)) ||
        first.test(begin) ||
        (place.heading === null && sign.test(line)),
    ),
  ).map(([side]) => side);
}
