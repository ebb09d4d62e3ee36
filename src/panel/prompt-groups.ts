import { at } from './bytes.ts';
import type { PanelNames } from './names.ts';
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

/** Finds a tally's groups on one engine or, for null, on all; in the tally's order. */
export function groupsByEngine(
  tally: Tally<[engine: number, prompt: number]>,
  { engines }: PanelNames,
): (engine: string | null) => readonly number[] {
  const all = Array.from({ length: tally.size }, (_, group) => group);
  const byEngine = Map.groupBy(all, (group) => tally.part(group, 0));
  return (engine) => (engine === null ? all : (byEngine.get(engines.known(engine) ?? -1) ?? []));
}
