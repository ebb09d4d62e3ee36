import type { Block } from './blocks.ts';
import { LINE_END } from './mapped-text.ts';
import { around, type Range } from './ranges.ts';

/** Unicode's sentence rules, apart from the exceptions below. The locale has no effect on them. */
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Replaces punctuation that doesn't end a sentence. */
const MASKED = '\u00B7';

/** Abbreviations whose period ends no sentence, or only before a capital (MAY_END). */
const ABBREVIATIONS =
  /(?<![\p{L}\p{N}])(?:e\.g|i\.e|vs|etc|approx|incl|excl|est|no|nos|nr|vol|fig|dr|mr|mrs|ms|prof|st|mt|ft|jr|sr|inc|ltd|co|corp|llc|dept|u\.s|u\.k|e\.u|a\.m|p\.m|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ca|ggf|evtl|inkl|usw|p\.\s?ex|env|av|sra|srta|ee\.\s?uu|pág|núm|т\.\s?е|т\.\s?д|т\.\s?п|напр|др|руб)\./giu;
/** Initials: `J. Crew`. */
const INITIALS = /(?<![\p{L}\p{N}'’])\p{Lu}\.(?=\s?\p{Lu})/gu;

/** Abbreviations whose period also ends the sentence before a capital. */
const MAY_END = /^(?:etc|inc|ltd|co|corp|llc|u\.s|u\.k|usw|a\.m|p\.m|т\.\s?д|т\.\s?п)\.$/iu;

const DOTS_INSIDE =
  /(?<=[\p{L}\p{N}])[.](?=[\p{N}])|(?<=\p{N})[.](?=\p{L}\p{Ll})|(?<=\p{Lu})\.(?=\p{Lu}\.)/gu;

/** An image's mark that appears as text, for example in HTML: `![logo](…)`. */
const IMAGE_MARK = /!(?=\[[^\]\n]{0,200}\]\()/g;

/** Footnote marks right after a sentence, which they belong to: `invoicing.[1][2]`, or a replaced citation. */
const FOOTNOTES = /(?<=[.!?…。！？।]["”’)]{0,2})(?:\[\^?\d{1,3}(?:[,–-] ?\d{1,3}){0,9}\]|\(?\uFFFC+\)?)+/g;

/** Replaces them: Unicode's rules keep a closing parenthesis with its sentence. */
const CLOSE = ')';

/** A sentence boundary without a space, as in scraped text. */
const GLUED_END = /(?<=[\p{Ll}\p{N})%”"][.!?])(?=\p{Lu}[\p{L}\p{N}])/gu;

/** The start of a line that stands alone, even without a Markdown line break before it. */
const LINE_MARK =
  /^(?:[ \t]*)(?:[•◦▪–—→✓✔✗✅❌]|\p{Extended_Pictographic}|[(（]?\d{1,3}[.):、．）：]|[0-9]\uFE0F?\u20E3|[\u2460-\u249B\u2776-\u2793])/u;

/** The sentences in one answer's blocks. Segments each block once. */
export class Sentences {
  readonly #names: ReadonlyMap<Block, readonly Range[]>;
  readonly #known = new Map<Block, readonly Range[]>();

  /** @param names ranges of tracked names, whose punctuation ends no sentence (`Yahoo!`) */
  constructor(names: ReadonlyMap<Block, readonly Range[]>) {
    this.#names = names;
  }

  /** A block's sentences in order, with only spaces between them. */
  of(block: Block): readonly Range[] {
    const known = this.#known.get(block) ?? sentencesOf(block, this.#names.get(block) ?? []);
    this.#known.set(block, known);
    return known;
  }

  around({ block, from, to }: Range & { readonly block: Block }): Range {
    return around(this.of(block), { from, to }) ?? { from, to };
  }
}

function sentencesOf({ text, hosts }: Block, names: readonly Range[]): Range[] {
  const masked = maskedText(text, [...hosts, ...names]);
  const sentences: Range[] = [];
  for (const { segment, index } of SEGMENTER.segment(masked)) {
    let from = index;
    for (const { index: end } of segment.matchAll(GLUED_END)) {
      sentences.push({ from, to: index + end });
      from = index + end;
    }
    sentences.push({ from, to: index + segment.length });
  }
  return sentences.map((range) => trimmed(text, range)).filter(({ from, to }) => to > from);
}

/** A text of equal length, without punctuation that only seems to end a sentence. */
function maskedText(text: string, places: readonly Range[]): string {
  const lines = withLines(text).replace(IMAGE_MARK, MASKED);
  const plain = !lines.includes('.')
    ? lines
    : lines
        .replace(ABBREVIATIONS, (match, at: number) =>
          maskedAbbreviation(match, lines.slice(at + match.length, at + match.length + 3)),
        )
        .replace(INITIALS, (match) => match.replace('.', MASKED))
        .replace(DOTS_INSIDE, MASKED);
  const isNoted = /[[\uFFFC]/.test(plain);
  const marked = maskedPlaces(plain, places);
  return isNoted ? marked.replace(FOOTNOTES, (match) => CLOSE.repeat(match.length)) : marked;
}

/** The text without the punctuation of names and hosts. */
function maskedPlaces(plain: string, places: readonly Range[]): string {
  const marks = places.filter(({ from, to }) => /[.!?]/.test(plain.slice(from, to)));
  if (marks.length === 0) return plain;
  const units = plain.split('');
  for (const { from, to } of marks) {
    for (let at = from; at < to; at += 1) if (/[.!?]/.test(units[at] ?? '')) units[at] = MASKED;
  }
  return units.join('');
}

function maskedAbbreviation(match: string, next: string): string {
  if (MAY_END.test(match.replace(/^.*\s/, '')) && /^\s+\p{Lu}/u.test(next)) return match;
  return match.replaceAll('.', MASKED);
}

/** The text with spaces for line breaks inside a paragraph, unless the next line stands alone. */
function withLines(text: string): string {
  if (!text.includes('\n')) return text;
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? '' : LINE_MARK.test(line) ? LINE_END : ' ') + line)
    .join('');
}

function trimmed(text: string, { from, to }: Range): Range {
  let begin = from;
  let end = to;
  while (begin < end && /\s/.test(text[begin] ?? '')) begin += 1;
  while (end > begin && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return { from: begin, to: end };
}
