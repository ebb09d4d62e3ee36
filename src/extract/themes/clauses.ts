import type { ParsedSentence } from './framing/learned/features.ts';

/** The clause number at a place in a sentence. */
export function clauseAt({ tokens, edges }: ParsedSentence, at: number): number {
  const index = tokens.findIndex(({ to }) => to > at);
  return edges[index === -1 ? tokens.length : index] ?? 0;
}

/** Whether a sentence has clauses that may contradict each other; a name before a colon is not a clause. */
export function hasSeveralClauses({ tokens, edges }: ParsedSentence): boolean {
  const said = tokens.flatMap(({ isWord, brands }, at) => (isWord && brands === null ? [edges[at]] : []));
  return new Set(said).size > 1;
}

/** One clause as a sentence of its own. */
export function clauseOf(read: ParsedSentence, clause: number): ParsedSentence {
  return partOf(read, read.edges.indexOf(clause), read.edges.lastIndexOf(clause, read.tokens.length - 1) + 1);
}

/** Further separators in a sentence. */
const COMMAS = new Set([',', '，', '、', '،']);
/** Fewer tokens are a list item. */
const SHORTEST = 4;

/** The parts of a sentence between commas and clause edges; none for an undivided sentence. */
export function commaParts(read: ParsedSentence): ParsedSentence[] {
  const { tokens, edges } = read;
  const starts = tokens.flatMap(({ text }, at) =>
    at > 0 && (edges[at] !== edges[at - 1] || COMMAS.has(text)) ? [at] : [],
  );
  if (starts.length === 0) return [];
  return [0, ...starts].flatMap((first, index) => {
    const end = starts[index] ?? tokens.length;
    return end - first >= SHORTEST ? [partOf(read, first, end)] : [];
  });
}

/** A token range as a sentence of its own. */
function partOf(read: ParsedSentence, first: number, end: number): ParsedSentence {
  const { range } = read.sentence;
  const from = first === 0 ? range.from : (read.tokens[first]?.from ?? range.from);
  const to = read.tokens[end - 1]?.to ?? range.to;
  return {
    ...read,
    sentence: { ...read.sentence, range: { from, to } },
    tokens: read.tokens.slice(first, end),
    edges: read.edges.slice(first, end + 1),
    contexts: read.contexts.slice(first, end),
    states: read.states.slice(first, end),
    cues: read.cues.filter((cue) => cue.from >= from && cue.from < to),
  };
}
