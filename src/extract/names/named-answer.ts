import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { belongsTo } from '../../domain/web/host.ts';
import { type Block, blocksOf } from '../text/blocks.ts';
import type { Range } from '../text/ranges.ts';
import { Sentences } from '../text/sentences.ts';
import { decideNaming, type Naming } from './decide-naming.ts';
import type { NameFinder } from './find-names.ts';
import { sayNothing } from './no-information.ts';
import { dictionaryLanguage } from './words/dictionary-language.ts';

/** An answer's text and cited hosts. */
export interface AnswerSource {
  /** Verbatim Markdown. */
  readonly text: string;
  /** Normalized hosts of the cited pages. */
  readonly citedHosts: readonly string[];
}

/** An answer's names, with their places. */
export interface NamedAnswer {
  readonly blocks: readonly Block[];
  readonly sentences: Sentences;
  readonly decided: ReadonlyMap<TrackedBrand, readonly Naming[]>;
  /** Namings of brands that the answer knows, in reading order. */
  readonly named: readonly Naming[];
}

export function namedAnswerOf(finder: NameFinder, answer: AnswerSource): NamedAnswer {
  const blocks = blocksOf(answer.text);
  const language = dictionaryLanguage(answer.text);
  const matches = blocks.flatMap((block) => finder.findIn(block, language));
  const isCited = (brand: TrackedBrand) => answer.citedHosts.some((host) => belongsTo(host, brand.hosts));
  const namingsOfAll = decideNaming(matches, isCited);
  const sentences = new Sentences(Map.groupBy(namingsOfAll, ({ block }) => block));
  const decided = Map.groupBy(namingsOfAll, ({ brand }) => brand);
  const known = [...decided.values()].filter((namings) => !isUnknown(namings, sentences)).flat();
  const named = known.filter(({ names }) => names).sort(byPlace(blocks));
  return { blocks, sentences, decided, named };
}

function byPlace(blocks: readonly Block[]): (a: Naming, b: Naming) => number {
  const order = new Map(blocks.map((block, index) => [block, index]));
  return (a, b) => (order.get(a.block) ?? 0) - (order.get(b.block) ?? 0) || a.from - b.from || b.to - a.to;
}

/** With more mentions, an answer certainly says something about a brand. */
const MOST_EMPTY_MENTIONS = 8;

/** Whether the answer says only that it knows nothing about a brand. */
function isUnknown(namings: readonly Naming[], sentences: Sentences): boolean {
  const named = namings.filter(({ names }) => names);
  if (named.length === 0 || named.length > MOST_EMPTY_MENTIONS) return false;
  return sayNothing(named.map((naming) => markedSentence(naming, sentences.around(naming))));
}

/** A naming's sentence with marks in place of the name, for `sayNothing`. */
function markedSentence({ block, from, to }: Naming, sentence: Range): string {
  const before = block.text.slice(Math.max(sentence.from, from - 400), from);
  const after = block.text.slice(to, Math.min(sentence.to, to + 200));
  return `${before}\uE001${'\uE003'.repeat(to - from - 1)}${after}`;
}
