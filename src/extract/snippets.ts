import type { Cue } from './framing/cue.ts';
import type { FramingReading } from './framing/framing.ts';
import type { Naming } from './names/decide-naming.ts';
import { blocksOf } from './text/blocks.ts';
import type { Range } from './text/ranges.ts';
import { Sentences } from './text/sentences.ts';

/** The longest snippet, in UTF-16 units of the answer. */
export const LONGEST_SNIPPET = 500;

/**
 * The snippet for a brand, verbatim with markup: the first sentence with a cue for it; otherwise the first sentence
 * that names it; otherwise the first item, heading, or cell. A cut in a long sentence is at a space and keeps the name.
 */
export function snippetOf(
  answer: string,
  namings: readonly Naming[],
  { cues, prose }: Pick<FramingReading, 'cues' | 'prose'>,
  sentences: Sentences,
): string | null {
  const naming = firstWithCue(namings, cues, sentences) ?? prose[0] ?? namings[0];
  if (naming === undefined) return null;
  const sentence = sentences.around(naming);
  const range = naming.block.sourceOf(sentence.from, sentence.to);
  return cutAround(answer, range, naming.block.sourceOf(naming.from, naming.to));
}

/** The sentence that has some words, verbatim with markup, and cut like a snippet; for a table, their row. */
export function sentenceAround(answer: string, words: Range): string {
  const sentences = new Sentences(new Map());
  const holds = ({ from, to }: Range) => from <= words.from && words.to <= to;
  const block = blocksOf(answer).find((each) => holds(each.sourceOf(0, each.text.length)));
  const ofBlock = block === undefined || block.place.cell !== null ? [] : sentences.of(block);
  const own = ofBlock.flatMap(({ from, to }) => block?.sourceOf(from, to) ?? []).find(holds);
  const end = answer.indexOf('\n', words.to);
  const line = {
    from: answer.lastIndexOf('\n', words.from - 1) + 1,
    to: end === -1 ? answer.length : end,
  };
  return cutAround(answer, own ?? line, words).trim();
}

/** The naming that shares its sentence with the first possible cue. Cues also occur in blocks without names. */
function firstWithCue(
  namings: readonly Naming[],
  cues: readonly Cue[],
  sentences: Sentences,
): Naming | undefined {
  const byBlock = Map.groupBy(namings, ({ block }) => block);
  for (const cue of cues) {
    const found = byBlock.get(cue.block)?.find((naming) => {
      const { from, to } = sentences.around(naming);
      return cue.from >= from && cue.to <= to;
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A sentence, or as much of it as fits: from its start if the name is near it; otherwise from a space before the name. */
function cutAround(answer: string, sentence: Range, name: Range): string {
  if (sentence.to - sentence.from <= LONGEST_SNIPPET) return answer.slice(sentence.from, sentence.to);
  const room = LONGEST_SNIPPET - (name.to - name.from);
  const isNear = name.to - sentence.from <= LONGEST_SNIPPET;
  const from = isNear
    ? sentence.from
    : after(answer, Math.max(sentence.from, name.from - Math.max(0, Math.floor(room / 2))), name.from);
  const to = before(answer, Math.min(sentence.to, from + Math.max(LONGEST_SNIPPET, name.to - from)), name.to);
  return answer.slice(from, to).trim();
}

/** The first place after a space between `at` and `most`; never inside a character. */
function after(answer: string, at: number, most: number): number {
  const blank = answer.slice(at, most).search(/\s\S/);
  return onBoundary(answer, blank === -1 ? at : at + blank + 1);
}

function before(answer: string, at: number, least: number): number {
  const blank = answer.slice(least, at).search(/\s\S*$/);
  return onBoundary(answer, blank === -1 || at === answer.length ? at : least + blank);
}

function onBoundary(answer: string, at: number): number {
  const unit = answer.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
