import type { Block } from '../../text/blocks.ts';
import { around, type Range } from '../../text/ranges.ts';
import type { FramingReading } from './framing.ts';
import type { ScoredSentence } from './learned/combine-cues.ts';
import type { Cue } from './rules/cues.ts';

/** A sentence about a brand, with its verdict. */
export interface FramedSentence {
  readonly block: Block;
  /** In the block's visible text. `block.sourceOf(from, to)` is its place in the answer. */
  readonly range: Range;
  /** The deciding cues; none for a sentence without a verdict. */
  readonly cues: readonly Cue[];
  /** The model's scores; null for a label outside sentences. */
  readonly scored: ScoredSentence | null;
}

/** The answer's sentences about a brand, in reading order, including deciding labels. */
export function framedSentences({
  statements,
  cues,
}: Pick<FramingReading, 'statements' | 'cues'>): FramedSentence[] {
  const blocks = [
    ...new Set([
      ...statements.map(({ read }) => read.sentence.marked.block),
      ...cues.map(({ block }) => block),
    ]),
  ];
  return blocks
    .sort((a, b) => a.offsetOf(0) - b.offsetOf(0))
    .flatMap((block) => {
      const own = cues.filter((cue) => cue.block === block);
      const scored = statements.filter(({ read }) => read.sentence.marked.block === block);
      const ranges = scored.map(({ read }) => read.sentence.range);
      const others = own.filter((cue) => around(ranges, cue) === undefined);
      return [
        ...scored.map((each) => sentenceOf(block, each.read.sentence.range, own, each)),
        ...others.map((cue) => sentenceOf(block, cue, own, null)),
      ].sort((a, b) => a.range.from - b.range.from);
    });
}

function sentenceOf(
  block: Block,
  { from, to }: Range,
  cues: readonly Cue[],
  scored: ScoredSentence | null,
): FramedSentence {
  const own = cues.filter((cue) => cue.from >= from && cue.from < to);
  return {
    block,
    range: { from, to },
    cues: own,
    scored,
  };
}
