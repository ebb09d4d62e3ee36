import type { Code, InlineCode, Text } from 'mdast';
import { characterAt } from './characters.ts';
import { type MappedText, rangeOf } from './mapped-text.ts';

export function addText(mapped: MappedText, source: string, node: Text): void {
  const { from, to } = rangeOf(node);
  if (to - from === node.value.length) {
    mapped.addSource(source, from, to);
    return;
  }
  let at = from;
  for (let index = 0; index < node.value.length; ) {
    const { shown, start, end } = characterAt(source, node.value, index, at, to);
    mapped.add(shown, { from: start, to: end });
    index += shown.length;
    at = end;
  }
}

export function addInlineCode(mapped: MappedText, source: string, node: InlineCode): void {
  const { from, to } = rangeOf(node);
  const ticks = /^`+/.exec(source.slice(from, Math.min(to, from + 100)))?.[0].length ?? 0;
  const inner = to - from - 2 * ticks;
  const padding = inner - node.value.length === 2 ? 1 : 0;
  const begin = from + ticks + padding;
  const isVerbatim = inner - 2 * padding === node.value.length;
  if (isVerbatim) mapped.addSource(source, begin, begin + node.value.length);
  else mapped.add(node.value, { from, to });
}

/** Adds a code block's lines, without the indentation from a list around it. */
export function addCodeBlock(mapped: MappedText, source: string, node: Code): void {
  const { from, to } = rangeOf(node);
  let at = /^[ \t]*[`~]/.test(source.slice(from, from + 4)) ? lineAfter(source, from, to) : from;
  for (const [index, line] of node.value.split('\n').entries()) {
    if (index > 0) mapped.add('\n', { from: at - 1, to: at });
    const next = lineAfter(source, at, to);
    const found = source.slice(at, next).indexOf(line);
    if (found === -1) mapped.add(line, { from: at, to: next });
    else mapped.addSource(source, at + found, at + found + line.length);
    at = next;
  }
}

function lineAfter(source: string, from: number, to: number): number {
  const end = source.indexOf('\n', from);
  return end === -1 || end >= to ? to : end + 1;
}
