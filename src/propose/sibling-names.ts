import { CONS, PROS } from '../extract/framing/words/side-words.ts';
import { dictionaryLanguage } from '../extract/names/words/dictionary-language.ts';
import { ordinaryIn } from '../extract/names/words/ordinary-words.ts';
import { type Block, blocksOf } from '../extract/text/blocks.ts';
import { fold } from '../extract/text/fold.ts';
import { headOf, isAward, isNameLike } from '../extract/text/heads.ts';
import { isPlainWords } from './names.ts';
import { VERDICT_HEADINGS } from './verdict-headings.ts';

/** Section headings inside an answer, rather than names. */
const SECTION_HEADINGS = new RegExp(
  `^(?:${[...PROS, ...CONS, ...VERDICT_HEADINGS].join('|')})$|[，。、；！]|, `,
  'iu',
);

/** A longer head is a sentence. */
const MOST_WORDS = 5;

/** The subject of a list item, table row, or heading; one list's items share a group. */
interface Head {
  readonly group: string;
  readonly text: string;
}

/**
 * Names that an answer lists beside tracked ones: heads of items in one list, of rows or columns in one table, and of
 * headings and bold lead-ins at one level. A brand's siblings are brands; other headings may be anything.
 *
 * @param isKnown whether a head names a tracked brand
 */
export function siblingNames(answer: string, isKnown: (head: string) => boolean): string[] {
  const language = dictionaryLanguage(answer);
  const heads = headsOf(blocksOf(answer));
  const groups = [...Map.groupBy(heads, ({ group }) => group).values()];
  const found = groups
    .filter((group) => group.length > 1 && group.some(({ text }) => isKnown(text)))
    .flatMap((group) => group.map(({ text }) => text).filter((text) => !isKnown(text)));
  const isWord = (name: string) => {
    return isPlainWords(name) || ordinaryIn(language, fold(name).text) !== null;
  };
  return [...new Set(found.map(cleanedName))].filter(
    (name) => isName(name) && !isWord(name) && !SECTION_HEADINGS.test(name),
  );
}

function headsOf(blocks: readonly Block[]): Head[] {
  return blocks.flatMap((block) => {
    const group = groupOf(block);
    if (group === null) return [];
    const from = /^[\s*]*(?:\d{1,3}[.)]|[#•-])?[\s*]*/.exec(block.text)?.[0].length ?? 0;
    const head = headOf(block, from);
    return [{ group, text: block.text.slice(head.from, head.to) }];
  });
}

/** The group of a block that is a head; null otherwise. */
function groupOf({ place, spans }: Block): string | null {
  const { cell, heading, list, isHead } = place;
  if (cell !== null) {
    if (cell.row === 0) return cell.column === 0 ? null : `columns ${cell.table}`;
    return cell.column === 0 ? `rows ${cell.table}` : null;
  }
  if (heading !== null) return `headings ${heading}`;
  if (list !== null) return isHead && place.depth === 1 ? `list ${list}` : null;
  return spans[0]?.kind === 'strong' && spans[0].from <= 3 ? 'lead-ins' : null;
}

function cleanedName(text: string): string {
  return text
    .replace(/[®™©*_"“”„«»]/g, '')
    .replace(/(?<![\s:,;.!–—-])[\s:,;.!–—-]+$/u, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\d{1,3}[.)] /, '');
}

/** Whether every word has a capital or digit, except small words between two others. */
function isName(text: string): boolean {
  const words = text.split(' ');
  const isCapital = (word: string) => /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]|^\p{Ll}+(?:\p{Lu}|\.\p{L})/u.test(word);
  return (
    words.length <= MOST_WORDS &&
    /\p{L}{2}/u.test(text) &&
    !/[?？&/]$|[:：]/.test(text) &&
    isNameLike(text) &&
    !isAward(text) &&
    isCapital(words[0] ?? '') &&
    words.every((word) => isCapital(word) || /^(?:of|by|the|de|di|&|\+|and|und|et)$/.test(word))
  );
}
