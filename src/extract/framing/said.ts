import type { Block } from '../text/blocks.ts';
import { around, type Range } from '../text/ranges.ts';
import type { FramingReading } from './framing.ts';
import type { Cue } from './readers/cue-reader.ts';
import type { Direction } from './readers/findings.ts';

/** A sentence that is about a brand, with the way in which the reader decided in it. */
export interface SaidSentence {
  readonly block: Block;
  /** In the block's visible text. `block.sourceOf(from, to)` is its place in the answer. */
  readonly range: Range;
  /** The directions that were found in it; none where it only says something about the brand. */
  readonly directions: ReadonlySet<Direction>;
}

/** The sentences of an answer that are about a brand, in reading order. A label that decides is one too. */
export function saidAbout({ remarks, cues }: Pick<FramingReading, 'remarks' | 'cues'>): SaidSentence[] {
  const blocks = [
    ...new Set([...remarks.map(({ marked }) => marked.block), ...cues.map(({ block }) => block)]),
  ];
  return blocks
    .sort((a, b) => a.offsetOf(0) - b.offsetOf(0))
    .flatMap((block) => {
      const own = cues.filter((cue) => cue.block === block);
      const ranges = remarks.filter(({ marked }) => marked.block === block).map(({ range }) => range);
      const others = own.filter((cue) => around(ranges, cue) === undefined);
      return [...ranges, ...others]
        .sort((a, b) => a.from - b.from)
        .map(({ from, to }) => ({ block, range: { from, to }, directions: directionsIn(own, { from, to }) }));
    });
}

function directionsIn(cues: readonly Cue[], { from, to }: Range): Set<Direction> {
  return new Set(cues.filter((cue) => cue.from >= from && cue.from < to).map(({ direction }) => direction));
}
