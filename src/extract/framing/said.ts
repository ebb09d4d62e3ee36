import type { Block } from '../text/blocks.ts';
import { around, type Range } from '../text/ranges.ts';
import type { FramingReading } from './framing.ts';
import type { ScoredRemark } from './learned/judge.ts';
import type { Cue } from './readers/cue-reader.ts';

/** A sentence that is about a brand, with the way in which the reader decided in it. */
export interface SaidSentence {
  readonly block: Block;
  /** In the block's visible text. `block.sourceOf(from, to)` is its place in the answer. */
  readonly range: Range;
  /** The cues that decided in it; none where it only says something about the brand. */
  readonly cues: readonly Cue[];
  /** As the learned reader has it; null for a label that is no sentence. */
  readonly scored: ScoredRemark | null;
}

/** The sentences of an answer that are about a brand, in reading order. A label that decides is one too. */
export function saidAbout({ remarks, cues }: Pick<FramingReading, 'remarks' | 'cues'>): SaidSentence[] {
  const blocks = [
    ...new Set([...remarks.map(({ read }) => read.remark.marked.block), ...cues.map(({ block }) => block)]),
  ];
  return blocks
    .sort((a, b) => a.offsetOf(0) - b.offsetOf(0))
    .flatMap((block) => {
      const own = cues.filter((cue) => cue.block === block);
      const scored = remarks.filter(({ read }) => read.remark.marked.block === block);
      const ranges = scored.map(({ read }) => read.remark.range);
      const others = own.filter((cue) => around(ranges, cue) === undefined);
      return [
        ...scored.map((each) => sentenceOf(block, each.read.remark.range, own, each)),
        ...others.map((cue) => sentenceOf(block, cue, own, null)),
      ].sort((a, b) => a.range.from - b.range.from);
    });
}

function sentenceOf(
  block: Block,
  { from, to }: Range,
  cues: readonly Cue[],
  scored: ScoredRemark | null,
): SaidSentence {
  const own = cues.filter((cue) => cue.from >= from && cue.from < to);
  return {
    block,
    range: { from, to },
    cues: own,
    scored,
  };
}
