import type { TrackedBrand } from '../../src/domain/brand/tracked-brand.ts';
import { type MarkedBlock, markedBlocksOf } from '../../src/extract/framing/grammar/marked-block.ts';
import { FEATURES, type ParsedSentence } from '../../src/extract/framing/learned/features.ts';
import { Model, type Scores, type Thresholds } from '../../src/extract/framing/learned/model.ts';
import { parsedSentencesOf } from '../../src/extract/framing/learned/parse-sentences.ts';
import { type Cue, cuesOf } from '../../src/extract/framing/rules/cues.ts';
import { NameFinder } from '../../src/extract/names/find-names.ts';
import { namedAnswerOf } from '../../src/extract/names/named-answer.ts';
import { Outline } from '../../src/extract/text/outline.ts';
import { brands } from './extraction.ts';

/** Scores for a direction count from 1 on; against the other direction, from 0 on. */
const THRESHOLDS: Thresholds = {
  recommended: { alone: 1, against: 0 },
  negative: { alone: 1, against: 0 },
};

/**
 * A reader that scores every remark the same, knows only the words `moans` and `but`, and gives them no
 * weight.
 */
export function constantModel(scores: Scores): Model {
  return new Model({
    words: { en: { badverb: ['moans'], contrast: ['but'] } },
    letters: {},
    weights: Buffer.alloc(FEATURES).toString('base64'),
    scales: [1],
    biases: [0],
    outputs: { recommended: [0], negative: [0] },
    outputBiases: scores,
    thresholds: THRESHOLDS,
  });
}

/** The model's input for an answer, with its brand sentences. */
export interface LearnedInput {
  readonly brands: readonly TrackedBrand[];
  readonly marked: readonly MarkedBlock[];
  readonly cues: readonly Cue[];
  readonly reads: readonly ParsedSentence[];
}

export function learnedInputOf(text: string, names: readonly string[], model: Model): LearnedInput {
  const tracked = brands(names);
  const answer = namedAnswerOf(new NameFinder(tracked), { text, citedHosts: [] });
  const marked = markedBlocksOf(answer, new Outline(answer.blocks));
  const cues = marked.flatMap(cuesOf);
  return { brands: tracked, marked, cues, reads: parsedSentencesOf(answer.blocks, marked, cues, model) };
}
