import { referencesIn } from './characters.ts';
import { LINE_END, MappedText } from './mapped-text.ts';
import type { Range } from './ranges.ts';

const BLOCK_TAGS = new Set(
  'p br div li ul ol tr td th table h1 h2 h3 h4 h5 h6 section article summary details blockquote dt dd'.split(
    ' ',
  ),
);

/** Superscripts and subscripts are not part of the word before them. */
const NOTE_TAG = /^<\/?su[bp]\b/i;
const LINE_TAG = /^<br\b/i;
const HIDING_TAG = /^<(\/?)(?:script|style)\b/i;

/** A tag with its attributes, whose values may contain `>`. */
const WHOLE_TAG = /<[^<>"']{0,500}(?:(?:"[^"]{0,2000}"|'[^']{0,2000}')[^<>"']{0,500}){1,50}>/y;

/** A tag's effect on the text around it, inside a paragraph. */
type TagEffect = 'hide' | 'show' | 'note' | 'line' | null;

export function effectOf(tag: string): TagEffect {
  const hiding = HIDING_TAG.exec(tag);
  if (hiding) return hiding[1] === '/' ? 'show' : 'hide';
  if (NOTE_TAG.test(tag)) return 'note';
  return LINE_TAG.test(tag) ? 'line' : null;
}

/** The text between the tags in an HTML block. Scripts and styles are invisible. */
export function textOfHtml(source: string, range: Range): MappedText {
  const mapped = new MappedText();
  for (const { isTag, from, to } of piecesOfHtml(source, range)) {
    if (!isTag) addHtmlText(mapped, source, { from, to });
    else if (isBlockTag(source, from)) mapped.add(LINE_END, { from, to });
  }
  return mapped;
}

/** A piece of HTML: text, or a tag. A comment counts as a tag, and so does a whole script or style. */
interface HtmlPiece extends Range {
  readonly isTag: boolean;
}

export function* piecesOfHtml(source: string, { from, to }: Range): Generator<HtmlPiece> {
  for (let at = from; at < to; ) {
    const next = source.indexOf('<', at);
    const tag = next === -1 || next >= to ? to : next;
    if (tag > at) yield { isTag: false, from: at, to: tag };
    if (tag === to) return;
    at = Math.min(to, endOfTag(source, tag));
    yield { isTag: true, from: tag, to: at };
  }
}

export function addHtmlText(mapped: MappedText, source: string, { from, to }: Range): void {
  let at = from;
  for (const { shown, start, end } of referencesIn(source.slice(from, to))) {
    mapped.addSource(source, at, from + start);
    at = from + end;
    mapped.add(shown, { from: from + start, to: at });
  }
  mapped.addSource(source, at, to);
}

function isBlockTag(source: string, tag: number): boolean {
  const name = /^<\/?([a-z][a-z0-9]*)/i.exec(source.slice(tag, tag + 12))?.[1];
  return name !== undefined && BLOCK_TAGS.has(name.toLowerCase());
}

/** The source offset after a tag, a comment, or a whole script or style. */
function endOfTag(source: string, tag: number): number {
  if (source.startsWith('<!--', tag)) return endOf(source, '-->', tag);
  const hidden = /^<(script|style)\b/i.exec(source.slice(tag, tag + 10))?.[1];
  if (hidden !== undefined) return endOf(source, `</${hidden}>`, tag);
  WHOLE_TAG.lastIndex = tag;
  return WHOLE_TAG.test(source) ? WHOLE_TAG.lastIndex : endOf(source, '>', tag);
}

function endOf(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  return at === -1 ? source.length : at + mark.length;
}
