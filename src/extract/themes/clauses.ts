import type { ReadRemark } from '../framing/learned/features.ts';

/** The number of the clause that a place of a sentence is in. */
export function clauseAt({ tokens, edges }: ReadRemark, at: number): number {
  const index = tokens.findIndex(({ to }) => to > at);
  return edges[index === -1 ? tokens.length : index] ?? 0;
}

/** Whether a sentence has clauses that may say opposite things; a name before a colon says nothing. */
export function isParted({ tokens, edges }: ReadRemark): boolean {
  const said = tokens.flatMap(({ isWord, brands }, at) => (isWord && brands === null ? [edges[at]] : []));
  return new Set(said).size > 1;
}

/** A clause of a sentence, as if it were the whole. */
export function clauseOf(read: ReadRemark, clause: number): ReadRemark {
  return partOf(read, read.edges.indexOf(clause), read.edges.lastIndexOf(clause, read.tokens.length - 1) + 1);
}

/** Signs at which a sentence is parted besides. */
const COMMAS = new Set([',', '，', '、', '،']);
/** Fewer tokens are an item of a list. */
const SHORTEST = 4;

/** What stands between commas and the edges of clauses in a sentence; none of one that has no parts. */
export function partsOf(read: ReadRemark): ReadRemark[] {
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

/** The tokens of a sentence from one up to another, as if they were the whole. */
function partOf(read: ReadRemark, first: number, end: number): ReadRemark {
  const { range } = read.remark;
  const from = first === 0 ? range.from : (read.tokens[first]?.from ?? range.from);
  const to = read.tokens[end - 1]?.to ?? range.to;
  return {
    ...read,
    remark: { ...read.remark, range: { from, to } },
    tokens: read.tokens.slice(first, end),
    edges: read.edges.slice(first, end + 1),
    surroundings: read.surroundings.slice(first, end),
    states: read.states.slice(first, end),
    cues: read.cues.filter((cue) => cue.from >= from && cue.from < to),
  };
}
