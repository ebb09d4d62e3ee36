import type { ReadRemark } from '../framing/learned/features.ts';

/** The number of the clause that a place of a sentence is in. */
export function clauseAt({ tokens, edges }: ReadRemark, at: number): number {
  const index = tokens.findIndex(({ to }) => to > at);
  return edges[index === -1 ? tokens.length : index] ?? 0;
}

/** Whether a sentence has clauses that may say opposite things. */
export function isParted({ edges }: ReadRemark): boolean {
  return (edges.at(-1) ?? 0) > 0;
}

/** A clause of a sentence, as if it were the whole. */
export function clauseOf(read: ReadRemark, clause: number): ReadRemark {
  const first = read.edges.indexOf(clause);
  const last = read.edges.lastIndexOf(clause, read.tokens.length - 1);
  const { range } = read.remark;
  const from = first === 0 ? range.from : (read.tokens[first]?.from ?? range.from);
  const to = read.tokens[last]?.to ?? range.to;
  return {
    ...read,
    remark: { ...read.remark, range: { from, to } },
    tokens: read.tokens.slice(first, last + 1),
    edges: read.edges.slice(first, last + 2),
    surroundings: read.surroundings.slice(first, last + 1),
    states: read.states.slice(first, last + 1),
    cues: read.cues.filter((cue) => cue.from >= from && cue.from < to),
  };
}

/** The clauses of a sentence that say something; none of one that has no parts. */
export function clausesOf(read: ReadRemark): ReadRemark[] {
  if (!isParted(read)) return [];
  const numbers = new Set(read.edges.slice(0, read.tokens.length));
  return [...numbers]
    .map((clause) => clauseOf(read, clause))
    .filter(({ tokens }) => tokens.filter(({ isWord }) => isWord).length > 1);
}
