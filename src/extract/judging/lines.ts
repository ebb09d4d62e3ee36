import type { NamedAnswer } from '../names/named-answer.ts';
import type { Range } from '../text/ranges.ts';

const SHOWN = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
const TAGS = /<\/?[a-z][^<>\n]{0,200}>/giu;

/**
 * An answer's lines as a model sees them: each sentence, heading, and table row is one, and so is each line of anything
 * else. A sentence over several source lines is one line. What has no letter or digit that a reader sees is none.
 *
 * @param shown the text as a reader sees it (`seen`)
 */
export function linesOf(text: string, shown: string, { blocks, sentences }: NamedAnswer): Range[] {
  const cuts = new Set([0, text.length]);
  const wrapped: Range[] = [];
  for (const block of blocks) {
    if (block.place.cell !== null) continue;
    for (const { from, to } of sentences.of(block)) {
      const place = block.sourceOf(from, to);
      if (place.to <= place.from) continue;
      wrapped.push(place);
      if (from > 0 && block.place.heading === null) cuts.add(place.from);
    }
  }
  for (const at of lineEndsOutside(text, wrapped)) cuts.add(at);
  const ordered = [...cuts].sort((a, b) => a - b);
  return ordered
    .slice(0, -1)
    .map((from, index) => ({ from, to: ordered[index + 1] ?? from }))
    .filter(({ from, to }) => SHOWN.test(shown.slice(from, to).replace(TAGS, '')));
}

/** Where a source line ends outside of all sentences, which are in order. */
function lineEndsOutside(text: string, sentences: readonly Range[]): number[] {
  const ends: number[] = [];
  let next = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    while (next < sentences.length && (sentences[next]?.to ?? 0) <= at) next += 1;
    if ((sentences[next]?.from ?? text.length) > at) ends.push(at + 1);
  }
  return ends;
}
