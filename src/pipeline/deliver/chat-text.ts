import { oneLine, REARRANGING } from '../../domain/text.ts';

/** A message for people in a chat. Texts are plain; names in them are anybody's. */
export interface ChatText {
  readonly title: string;
  /** Of one or more lines. The most important first: the last ones are left out of a message that would be too long. */
  readonly paragraphs: readonly string[];
  /** In small letters at the end. */
  readonly note: string;
  /** Of a page in the dashboard; null without the dashboard's address. */
  readonly link: string | null;
}

/** What a message can hold. Sizes add up: a text's is the sum of its parts'. */
interface Room {
  readonly sizeOf: (text: string) => number;
  readonly most: number;
  readonly mostEach: number;
  readonly mostParagraphs: number;
  /** Beside each paragraph's text. */
  readonly around: number;
}

export const IS_CUT = 'This message is cut: the rest is in Sightline.';

/** The first paragraphs, cut; and a last one that says so if any is left out or cut. */
export function fitting(
  paragraphs: readonly string[],
  { sizeOf, most, mostEach, mostParagraphs, around }: Room,
): string[] {
  const fit: string[] = [];
  const given = paragraphs.map(cleaned).filter((text) => text !== '');
  let left = most - around - sizeOf(IS_CUT);
  for (const text of given.slice(0, mostParagraphs - 1)) {
    const shown = cutTo(text, Math.min(mostEach, left - around), sizeOf);
    if (shown !== '') fit.push(shown);
    if (shown !== text) break;
    left -= around + sizeOf(text);
  }
  const isWhole = fit.length === given.length && fit.at(-1) === given.at(-1);
  return isWhole ? fit : [...fit, IS_CUT];
}

const INVISIBLE = new RegExp(`[\\p{Cc}${REARRANGING}]+`, 'gu');

function cleaned(text: string): string {
  const lines = text.toWellFormed().split('\n');
  return lines
    .map((line) => oneLine(line.replace(INVISIBLE, ' ')))
    .filter(Boolean)
    .join('\n');
}

/** One line of at most this size. */
export function shortLine(text: string, most: number, sizeOf: Room['sizeOf']): string {
  return cutTo(cleaned(oneLine(text)), most, sizeOf);
}

const CHARACTERS = new Intl.Segmenter('en-US');

/** Ends with … after the last whole character that fits, such as an emoji of several code points; '' for no room. */
function cutTo(text: string, most: number, sizeOf: Room['sizeOf']): string {
  if (sizeOf(text) <= most) return text;
  let left = most - sizeOf('…');
  if (left < 0) return '';
  let cut = '';
  for (const { segment } of CHARACTERS.segment(text)) {
    left -= sizeOf(segment);
    if (left < 0) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
