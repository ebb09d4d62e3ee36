import { at } from './bytes.ts';
import type { Mentions } from './segment.ts';
import { Memo, type Tally } from './tally.ts';

/** Each row's group by engine and prompt, in the order of `rows`. */
export function promptGroups(
  { engine, prompt }: Mentions,
  rows: Uint32Array,
  tally: Tally<[engine: number, prompt: number]>,
): Uint32Array {
  const groups = new Memo((asked) => new Memo((by) => tally.groupOf([by, asked])));
  return rows.map((row) => groups.of(at(prompt, row)).of(at(engine, row)));
}
