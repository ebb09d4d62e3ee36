import type { Block } from '../../text/blocks.ts';
import type { Range } from '../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import { movedBy } from '../grammar/joined-names.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { unstatedParts } from '../grammar/unstated.ts';
import type { Cue } from '../readers/cue-reader.ts';
import type { ReadRemark } from './features.ts';
import { type LetterWeights, languageOf, SAMPLE } from './languages.ts';
import { Lexicon } from './lexicon.ts';
import { remarksOf } from './remarks.ts';
import { type ReadSentence, readSentenceOf } from './surroundings.ts';
import { tokensOf } from './tokens.ts';

/** What is known of the languages that answers are written in. */
export interface Languages {
  readonly lexicons: ReadonlyMap<string, Lexicon>;
  readonly letters: LetterWeights;
}

const NO_WORDS = new Lexicon({});

/** Every remark of an answer, with its tokens and the cues in it. */
export function readRemarksOf(
  blocks: readonly Block[],
  marked: readonly MarkedBlock[],
  cues: readonly Cue[],
  { lexicons, letters }: Languages,
): ReadRemark[] {
  const language = languageOf(sampleOf(blocks), letters);
  const lexicon = lexicons.get(language) ?? NO_WORDS;
  const byBlock = Map.groupBy(cues, ({ block }) => block);
  return marked.flatMap((each) => remarksIn(each, byBlock.get(each.block) ?? [], language, lexicon));
}

function sampleOf(blocks: readonly Block[]): string {
  let sample = '';
  for (const { text } of blocks) {
    if (sample.length > SAMPLE) break;
    sample += `${text}\n`;
  }
  return sample;
}

function remarksIn(
  marked: MarkedBlock,
  cues: readonly Cue[],
  language: string,
  lexicon: Lexicon,
): ReadRemark[] {
  const entities = new Map(marked.entities.map((each) => [each.from, each]));
  const known = new Map<number, ReadSentence>();
  return remarksOf(marked).map((remark) => {
    const { range, brand } = remark;
    const sentence = known.get(range.from) ?? sentenceOf(marked, range, entities, language, lexicon);
    known.set(range.from, sentence);
    const own = cues.filter((cue) => cue.brand === brand && cue.from >= range.from && cue.from < range.to);
    return { remark, language, ...sentence, cues: own };
  });
}

function sentenceOf(
  marked: MarkedBlock,
  range: Range,
  entities: ReadonlyMap<number, Entity>,
  language: string,
  lexicon: Lexicon,
): ReadSentence {
  const { surely, perhaps } = unstatedParts(marked.text.slice(range.from, range.to), language);
  const inBlock = (parts: readonly Range[]) => parts.map((part) => movedBy(part, -range.from));
  const tokens = tokensOf(marked.text, range, entities, lexicon);
  return readSentenceOf(tokens, inBlock(surely), inBlock(perhaps));
}
