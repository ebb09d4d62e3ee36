import type { Block } from '../../../text/blocks.ts';
import type { Range } from '../../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import { shiftedBy } from '../grammar/joined-names.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { unstatedParts } from '../grammar/unstated.ts';
import type { Cue } from '../rules/cues.ts';
import { brandSentencesOf } from './brand-sentences.ts';
import { type TokenizedSentence, tokenizedSentenceOf } from './context-features.ts';
import { detectLanguage, type LetterWeights, SAMPLE } from './detect-language.ts';
import type { ParsedSentence } from './features.ts';
import { Lexicon } from './lexicon.ts';
import { tokensOf } from './tokens.ts';

/** The languages' words and letters. */
export interface Languages {
  readonly lexicons: ReadonlyMap<string, Lexicon>;
  readonly letters: LetterWeights;
}

const NO_WORDS = new Lexicon({});

/** The answer's sentences about brands, with tokens and cues. */
export function parsedSentencesOf(
  blocks: readonly Block[],
  marked: readonly MarkedBlock[],
  cues: readonly Cue[],
  { lexicons, letters }: Languages,
): ParsedSentence[] {
  const language = detectLanguage(sampleOf(blocks), letters);
  const lexicon = lexicons.get(language) ?? NO_WORDS;
  const byBlock = Map.groupBy(cues, ({ block }) => block);
  return marked.flatMap((each) => parsedSentencesIn(each, byBlock.get(each.block) ?? [], language, lexicon));
}

function sampleOf(blocks: readonly Block[]): string {
  let sample = '';
  for (const { text } of blocks) {
    if (sample.length > SAMPLE) break;
    sample += `${text}\n`;
  }
  return sample;
}

function parsedSentencesIn(
  marked: MarkedBlock,
  cues: readonly Cue[],
  language: string,
  lexicon: Lexicon,
): ParsedSentence[] {
  const entities = new Map(marked.entities.map((each) => [each.from, each]));
  const known = new Map<number, TokenizedSentence>();
  return brandSentencesOf(marked).map((sentence) => {
    const { range, brand } = sentence;
    const tokenized = known.get(range.from) ?? sentenceOf(marked, range, entities, language, lexicon);
    known.set(range.from, tokenized);
    const own = cues.filter((cue) => cue.brand === brand && cue.from >= range.from && cue.from < range.to);
    return { sentence, language, ...tokenized, cues: own };
  });
}

function sentenceOf(
  marked: MarkedBlock,
  range: Range,
  entities: ReadonlyMap<number, Entity>,
  language: string,
  lexicon: Lexicon,
): TokenizedSentence {
  const { surely, perhaps } = unstatedParts(marked.text.slice(range.from, range.to), language);
  const inBlock = (parts: readonly Range[]) => parts.map((part) => shiftedBy(part, -range.from));
  const tokens = tokensOf(marked.text, range, entities, lexicon);
  return tokenizedSentenceOf(tokens, inBlock(surely), inBlock(perhaps));
}
