import type { PhrasingContent, Text } from 'mdast';
import { rangeOf } from './mapped-text.ts';

/** A line end in a paragraph: a line break node, or a character in a text node. */
interface LineEnd {
  readonly node: number;
  /** The index in a text node's value; null for a line break node. */
  readonly at: number | null;
}

/** A part of a paragraph that becomes a block. */
interface ParagraphPart {
  readonly children: readonly PhrasingContent[];
  /** Whether it follows a bullet that Markdown doesn't know. */
  readonly isItem: boolean;
}

/** A bullet that Markdown doesn't know, at a line's start. */
const BULLET = /^[ \t\u3000]*[・･•●◦▪‣⁃][ \t\u3000]*(?=\S|$)/;

/**
 * A paragraph's parts, as if blank lines separated them: a bold line is the head of the lines after it, and several
 * lines with a bold start, or any lines with bullets, are list items. The whole paragraph if it has no such lines.
 */
export function paragraphParts(children: readonly PhrasingContent[], source: string): ParagraphPart[] {
  const hasBullets = children.some((child) => child.type === 'text' && /[・･•●◦▪‣⁃]/.test(child.value));
  if (!hasBullets && (children.length < 2 || !children.some(({ type }) => type === 'strong')))
    return [{ children, isItem: false }];
  const ends = lineEndsIn(children);
  const lines = [null, ...ends].map((from, index) => ({
    from,
    line: lineBetween(children, from, ends[index] ?? null),
  }));
  const isList = lines.filter(({ line }) => isEntry(line)).length > 1;
  const cuts = lines.flatMap(({ from, line }, index) => {
    const last = lines[index - 1]?.line;
    const isCut =
      isItem(line) || isHead(line) || (isList && isEntry(line)) || (last !== undefined && isHead(last));
    return from !== null && isCut ? [from] : [];
  });
  const parts = cuts.reduceRight<(readonly PhrasingContent[])[]>(
    ([rest = [], ...last], cut) => [...splitAt(rest, cut, source), ...last],
    [children],
  );
  return parts.map((part) => ({ children: withoutBullet(part, source), isItem: isItem(part) }));
}

function isItem([first]: readonly PhrasingContent[]): boolean {
  return first?.type === 'text' && BULLET.test(first.value);
}

function withoutBullet(part: readonly PhrasingContent[], source: string): readonly PhrasingContent[] {
  const [first, ...rest] = part;
  const bullet = first?.type === 'text' ? BULLET.exec(first.value)?.[0] : undefined;
  if (first?.type !== 'text' || bullet === undefined) return part;
  const { from, to } = rangeOf(first);
  if (!source.startsWith(bullet, from)) return part;
  return [...textAt(first, first.value.slice(bullet.length), from + bullet.length, to), ...rest];
}

/** Whether a line starts in bold, apart from punctuation and a number. */
function isEntry(line: readonly PhrasingContent[]): boolean {
  const at = line.findIndex(({ type }) => type === 'strong');
  return at === 0 || (at === 1 && line[0]?.type === 'text' && !/\p{L}/u.test(line[0].value));
}

function lineEndsIn(children: readonly PhrasingContent[]): LineEnd[] {
  return children.flatMap((child, node): LineEnd[] => {
    if (child.type === 'break') return [{ node, at: null }];
    return child.type === 'text'
      ? [...child.value.matchAll(/\n/g)].map(({ index }) => ({ node, at: index }))
      : [];
  });
}

function lineBetween(
  children: readonly PhrasingContent[],
  from: LineEnd | null,
  to: LineEnd | null,
): PhrasingContent[] {
  const first = from === null ? 0 : from.at === null ? from.node + 1 : from.node;
  const last = to === null ? children.length - 1 : to.at === null ? to.node - 1 : to.node;
  return children.slice(first, last + 1).map((child, index) => {
    if (child.type !== 'text') return child;
    const begin = index === 0 && from?.at != null ? from.at + 1 : 0;
    const end = first + index === to?.node && to.at !== null ? to.at : child.value.length;
    return { ...child, value: child.value.slice(begin, end) };
  });
}

/** Whether a line is bold, apart from punctuation and italics. */
function isHead(line: readonly PhrasingContent[]): boolean {
  return (
    line.some(({ type }) => type === 'strong') &&
    line.every(
      (node) =>
        node.type === 'strong' ||
        node.type === 'emphasis' ||
        (node.type === 'text' && !/\p{L}/u.test(node.value)),
    )
  );
}

/** The nodes before and after a line end. */
function splitAt(
  children: readonly PhrasingContent[],
  { node, at }: LineEnd,
  source: string,
): [readonly PhrasingContent[], readonly PhrasingContent[]] {
  const [before, behind] = [children.slice(0, node), children.slice(node + 1)];
  const text = children[node];
  if (at === null || text?.type !== 'text') return [before, behind];
  const { from, to } = rangeOf(text);
  const end = newlineIn(source.slice(from, to), text.value.slice(0, at));
  const next = from + end + (/^\n[ \t>]*/.exec(source.slice(from + end, to))?.[0].length ?? 0);
  return [
    [...before, ...textAt(text, text.value.slice(0, at), from, from + end)],
    [...textAt(text, text.value.slice(at + 1), next, to), ...behind],
  ];
}

/** The source offset of the line end after this part of a text node's value. */
function newlineIn(source: string, before: string): number {
  let end = -1;
  for (let count = before.split('\n').length; count > 0; count -= 1) end = source.indexOf('\n', end + 1);
  return end;
}

function textAt(text: Text, value: string, from: number, to: number): Text[] {
  if (value === '' || text.position === undefined) return [];
  const { start, end } = text.position;
  return [{ ...text, value, position: { start: { ...start, offset: from }, end: { ...end, offset: to } } }];
}
