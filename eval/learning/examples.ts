import { markedBlocksOf } from '../../src/extract/framing/grammar/marked-block.ts';
import { FEATURES, type ParsedSentence, readFeatures } from '../../src/extract/framing/learned/features.ts';
import { type Languages, parsedSentencesOf } from '../../src/extract/framing/learned/parse-sentences.ts';
import { type Cue, cuesOf } from '../../src/extract/framing/rules/cues.ts';
import { NameFinder } from '../../src/extract/names/find-names.ts';
import { namedAnswerOf } from '../../src/extract/names/named-answer.ts';
import { Outline } from '../../src/extract/text/outline.ts';
import type { Range } from '../../src/extract/text/ranges.ts';
import { brandOf } from '../cases.ts';
import type { Passage } from './passages.ts';
import { type Point, pointOf } from './svm.ts';

/** A remark's features, each once, and its labels. */
export interface Example extends Point {
  readonly recommended: boolean;
  readonly negative: boolean;
}

/** A passage's labels for one of its brands, with the remarks about it. */
export interface Subject {
  readonly passage: Passage;
  readonly brand: string;
  readonly recommended: boolean;
  readonly negative: boolean;
  readonly examples: readonly Example[];
  /** Cues from the lists. */
  readonly cues: readonly Cue[];
}

export function subjectsOf(passage: Passage, languages: Languages): Subject[] {
  const names = Object.keys(passage.evidence);
  const brands = names.map(brandOf);
  const answer = namedAnswerOf(new NameFinder(brands), { text: passage.text, citedHosts: [] });
  const marked = markedBlocksOf(answer, new Outline(answer.blocks));
  const cues = marked.flatMap(cuesOf);
  const read = parsedSentencesOf(answer.blocks, marked, cues, languages);
  return brands.map((brand) => {
    const phrases = passage.evidence[brand.name] ?? [];
    const own = read.filter(({ sentence }) => sentence.brand === brand);
    const places = own.map(({ sentence }) =>
      sentence.marked.block.sourceOf(sentence.range.from, sentence.range.to),
    );
    const held = phrases.map((phrase) => placesOf(passage.text, phrase.slice(1), places));
    const isHeld = (sign: string, index: number) =>
      phrases.some((phrase, at) => phrase.startsWith(sign) && held[at]?.includes(index));
    return {
      passage,
      brand: brand.name,
      recommended: phrases.some((each) => each.startsWith('+')),
      negative: phrases.some((each) => each.startsWith('-')),
      examples: own.map((each, index) => ({
        ...featuresOf(each),
        recommended: isHeld('+', index),
        negative: isHeld('-', index),
      })),
      cues: cues.filter((each) => each.brand === brand),
    };
  });
}

/** The remarks that contain a phrase. */
function placesOf(text: string, phrase: string, places: readonly Range[]): number[] {
  if (phrase === '') return [];
  const found: number[] = [];
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + Math.max(1, phrase.length))) {
    const middle = at + phrase.length / 2;
    for (const [index, { from, to }] of places.entries())
      if (middle >= from && middle <= to && !found.includes(index)) found.push(index);
  }
  return found;
}

function featuresOf(read: ParsedSentence): Point {
  const found = new Map<number, number>();
  readFeatures(read, (hash, value) => {
    const feature = hash & (FEATURES - 1);
    if (!found.has(feature)) found.set(feature, value);
  });
  return pointOf(found);
}
