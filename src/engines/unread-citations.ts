import {
  type CitationMarker,
  citationMarkersIn,
  numberedLinksIn,
} from '../domain/answers/citation-marker.ts';
import { pageKeyOf } from '../domain/web/page.ts';
import type { Source } from './engine.ts';
import { isGoogleViewer } from './providers/google-viewer.ts';

/**
 * How many of an answer's citation markers no result explains: each is a citation that Sightline loses. Ordinary
 * numbers in brackets (years, indexes), code, and notes that the answer itself defines do not count. A numbered link in
 * a sentence does, unless its page is cited, because parsers read no links.
 *
 * @param explains whether a number stands for a cited page
 */
export function countUnread(
  text: string,
  cited: readonly Source[],
  explains: (number: number) => boolean,
): number {
  const markers = citationMarkersIn(text).filter((each) => !areAll(each, explains));
  const links = numberedLinksIn(text).filter(({ number, url }) => !explains(number) && !isGoogleViewer(url));
  if (markers.length + links.length === 0) return 0;
  const defined = definedIn(text);
  const pages = new Set(cited.map(({ url }) => pageKeyOf(url)));
  return (
    markers.filter(
      (each) =>
        !isNote(text, each) && !areAll(each, (number) => defined.has(number)) && !isOrdinary(text, each),
    ).length + links.filter((each) => !startsLine(text, each) && !pages.has(pageKeyOf(each.url))).length
  );
}

function areAll({ numbers }: CitationMarker, is: (number: number) => boolean): boolean {
  return numbers.length > 0 && numbers.every(is);
}

/** A higher number in plain brackets is seldom a marker: `[404]`, `[365]`. */
const MOST_SOURCES = 99;

/** Usual names of things with an index: `array[1]`, `x[2]`, `my_list[3]`, `matrix[2][1]`. */
const INDEXED =
  /(?:(?:^|[^\p{L}\p{N}])(?:arr(?:ay)?|list|items|args|argv|nums|matrix|vec(?:tor)?|tuple|[a-z])|[_$][\p{L}\p{N}]*)(?:\[\d+\])?$/u;

/** Whether numbers in brackets are no marker. No source has the number 0. */
function isOrdinary(text: string, { from, numbers, isPlain }: CitationMarker): boolean {
  if (!isPlain) return false;
  if (numbers.some((number) => number === 0 || number > MOST_SOURCES)) return true;
  return INDEXED.test(text.slice(Math.max(0, from - 40), from));
}

function startsLine(text: string, { from }: Pick<CitationMarker, 'from'>): boolean {
  return /(?:^|\n)[\s>*_•+-]*$/.test(from > 20 ? `…${text.slice(from - 20, from)}` : text.slice(0, from));
}

/** Whether a marker begins a line and its note follows: `[1] https://…`, `- [^2]: Gartner`. */
function isNote(text: string, marker: CitationMarker): boolean {
  const hasNote = /^[*_]*(?:[:：.][*_]*)?[ \t]*[^\s[【［:：.*_]/.test(text.slice(marker.to, marker.to + 20));
  return hasNote && marker.numbers.length > 0 && startsLine(text, marker);
}

/** The numbers that an answer explains itself: in notes, and in a list of sources. */
function definedIn(text: string): Set<number> {
  const byUse = Map.groupBy(citationMarkersIn(text), (each) => isNote(text, each));
  const notes = (byUse.get(true) ?? []).flatMap(({ numbers }) => numbers);
  const links = numberedLinksIn(text).filter((each) => startsLine(text, each));
  const end = byUse.get(false)?.at(-1)?.to ?? 0;
  return new Set([...notes, ...links.map(({ number }) => number), ...sourcesIn(text.slice(end))]);
}

const LINKED_LINE = /(?:^|\n)[ \t]*(\d{1,3})[.)][ \t][^\n]{0,500}?(?:https?:\/\/|\]\()/g;

/** The numbers of a list of sources, from 1. Other lists, such as of recommendations, have markers in or after them. */
function sourcesIn(textAfterMarkers: string): number[] {
  const numbers = [...textAfterMarkers.matchAll(LINKED_LINE)].map(({ 1: digits }) => Number(digits));
  return numbers[0] === 1 ? numbers : [];
}
