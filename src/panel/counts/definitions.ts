import type { AnswersCounted } from '../../domain/figures/definition-figures.ts';
import { dayOf } from '../../domain/time/period.ts';
import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { promptGroups } from '../prompt-groups.ts';
import {
  brandOf,
  type CountQuery,
  countGroups,
  isCited,
  isNamed,
  lookingForAll,
  type Rows,
} from '../scan.ts';
import type { BrandColumns } from '../segment.ts';
import { KeyNumbers, numbered, Tally } from '../tally.ts';
import { timesAt, timesIn } from './share-of-voice/share-of-voice.ts';

interface EngineAnswers extends AnswersCounted {
  readonly engine: string;
}

/** Counts per engine and prompt: first for answers that repeat no other, then for repeats. */
const COUNTED = [
  ...(['answers', 'named', 'occurrences', 'cited', 'namingAny', 'namings', 'allOccurrences'] as const),
];
const COUNTS = numbered(COUNTED);
const WIDTH = COUNTED.length;
const REPEATS = ['in', 'out'] as const;

/**
 * Counts answers in which every current brand was looked for, by engine, with and without repeats, and separately for
 * branded prompts.
 *
 * @param branded prompts that contain the brand's own name
 */
export async function countByRules(
  answers: CountedAnswers,
  branded: ReadonlySet<number>,
): Promise<EngineAnswers[]> {
  const { names, self, competitors } = answers.panel;
  const tally = await countGroups(answers, byRules(self, competitors));
  const rows = new Map<string, Sums>();
  for (let group = 0; group < tally.size; group++) {
    const [engineNumber, prompt] = tally.keyOf(group);
    const engine = names.engines.at(engineNumber);
    const isBranded = branded.has(names.prompts.at(prompt));
    for (const repeats of REPEATS) {
      const key = `${engine} ${isBranded} ${repeats}`;
      const sums = rows.get(key) ?? { engine, repeats, isBranded, ...NOTHING };
      rows.set(key, sums);
      const countOf = (each: number) =>
        tally.count(group, each) + (repeats === 'in' ? tally.count(group, WIDTH + each) : 0);
      for (const name of COUNTED) sums[name] += countOf(COUNTS[name]);
      if (countOf(COUNTS.answers) > 0) sums.prompts++;
      if (countOf(COUNTS.named) > 0) sums.promptsNamed++;
    }
  }
  return [...rows.values()];
}

type Sums = { -readonly [Name in keyof EngineAnswers]: EngineAnswers[Name] };

const NOTHING = {
  answers: 0,
  named: 0,
  occurrences: 0,
  cited: 0,
  namingAny: 0,
  namings: 0,
  allOccurrences: 0,
  prompts: 0,
  promptsNamed: 0,
};

function byRules(
  self: number,
  competitors: readonly number[],
): CountQuery<'mentions', [engine: number, prompt: number]> {
  const brands = [self, ...competitors];
  return {
    name: `definitions of ${brands.join(' ')}`,
    kinds: ['mentions'],
    key: ['engine', 'prompt'],
    width: 2 * WIDTH,
    byEngine: true,
    isOfWindow: true,
    add: (answers, tally) => {
      const { mentions } = answers.data;
      const own = brandOf(mentions, self);
      const all = brands.map((id) => brandOf(mentions, id));
      const repeats = repeatsIn(answers);
      const rows = lookingForAll(answers.rows, all);
      const groups = promptGroups(mentions, rows, tally);
      for (let place = 0; place < rows.length; place++) {
        const [row, group] = [at(rows, place), at(groups, place)];
        const first = repeats[row] === 1 ? WIDTH : 0;
        const namings = namingsIn(all, row);
        const cell = at(own.cell, row);
        tally.add(group, first + COUNTS.answers);
        if (isNamed(cell)) tally.add(group, first + COUNTS.named);
        tally.add(group, first + COUNTS.occurrences, timesAt(own, row));
        if (isCited(cell)) tally.add(group, first + COUNTS.cited);
        if (namings > 0) tally.add(group, first + COUNTS.namingAny);
        tally.add(group, first + COUNTS.namings, namings);
        tally.add(group, first + COUNTS.allOccurrences, timesIn(all, row));
      }
    },
  };
}

/** How many of these brands an answer names. */
function namingsIn(brands: readonly BrandColumns[], row: number): number {
  let namings = 0;
  for (const { cell } of brands) if (isNamed(cell[row] ?? 0)) namings += 1;
  return namings;
}

/**
 * By row, 1 for the counted answers that follow another counted one by the same engine to the same prompt and market on the same
 * UTC day. Earlier means a lower id, so late answers never change earlier results.
 */
function repeatsIn({ data: { mentions }, rows }: Rows<'mentions'>): Uint8Array {
  const { at: times, id, engine, prompt, market } = mentions;
  const repeats = new Uint8Array(mentions.n);
  const asked = new Tally<[engine: number, prompt: number, market: number]>(0, new KeyNumbers(3));
  /** The latest day's first answer, by engine, prompt, and market. */
  const firsts: { readonly day: number; readonly row: number }[] = [];
  for (const row of rows) {
    const day = dayOf(at(times, row));
    const group = asked.groupOf([at(engine, row), at(prompt, row), at(market, row)]);
    const first = firsts[group];
    const isFirst = first?.day !== day || at(id, row) < at(id, first.row);
    if (first?.day === day) repeats[isFirst ? first.row : row] = 1;
    if (isFirst) firsts[group] = { day, row };
  }
  return repeats;
}
