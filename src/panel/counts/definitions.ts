import type { AnswersCounted } from '../../domain/figures/definition-figures.ts';
import { dayOf } from '../../domain/time/period.ts';
import { lookedForAll, placesOf } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { CITED, NAMED } from '../row.ts';
import { type CountQuery, countGroups, engineIn, otherIn, Tally, withEngine } from '../scan.ts';
import type { Mentions } from '../segment.ts';
import { MOST_MENTIONS } from './share-of-voice/share-of-voice.ts';

interface EngineAnswers extends AnswersCounted {
  readonly engine: string;
}

/** Counts per engine and prompt: first for answers that repeat no other, then for repeats. */
const COUNTED = [
  ...(['answers', 'named', 'occurrences', 'cited', 'namingAny', 'namings', 'allOccurrences'] as const),
];
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
  const totals = await countGroups(answers, byRules(self, competitors));
  const rows = new Map<string, Sums>();
  for (let place = 0; place < totals.size; place++) {
    const group = totals.groupAt(place);
    const engine = names.engines.values[engineIn(group)] as string;
    const isBranded = branded.has(names.prompts.values[otherIn(group)] as number);
    for (const repeats of REPEATS) {
      const key = `${engine} ${isBranded} ${repeats}`;
      const sums = rows.get(key) ?? { engine, repeats, isBranded, ...NOTHING };
      rows.set(key, sums);
      const countOf = (each: number) =>
        totals.countAt(place, each) + (repeats === 'in' ? totals.countAt(place, WIDTH + each) : 0);
      COUNTED.forEach((name, each) => {
        sums[name] += countOf(each);
      });
      if (countOf(0) > 0) sums.prompts++;
      if (countOf(1) > 0) sums.promptsNamed++;
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

function byRules(self: number, competitors: readonly number[]): CountQuery<'mentions'> {
  const brands = [self, ...competitors];
  return {
    name: `definitions of ${brands.join(' ')}`,
    kinds: ['mentions'],
    width: 2 * WIDTH,
    byEngine: true,
    sums: ({ data: { mentions }, keep }) => {
      const { n, engine, prompt } = mentions;
      const engines = engine.of.length;
      const isWhole = lookedForAll(mentions, brands);
      const isRepeat = repeatMarks(mentions, keep);
      const [own, all] = [saidOf(mentions, [self]), saidOf(mentions, brands)];
      const tally = new Tally(prompt.of.length * engines, 2 * WIDTH);
      const { counts } = tally;
      for (let row = 0; row < n; row++) {
        if (isWhole[row] === 0 || (keep !== null && keep[row] === 0)) continue;
        const group = (prompt.codes[row] as number) * engines + (engine.codes[row] as number);
        const at = (2 * group + (isRepeat[row] as number)) * WIDTH;
        counts[at] = (counts[at] as number) + 1;
        const namings = all.named[row] as number;
        counts[at + 1] = (counts[at + 1] as number) + (own.named[row] as number);
        counts[at + 2] = (counts[at + 2] as number) + (own.times[row] as number);
        counts[at + 3] = (counts[at + 3] as number) + (own.cited[row] as number);
        counts[at + 4] = (counts[at + 4] as number) + Math.min(namings, 1);
        counts[at + 5] = (counts[at + 5] as number) + namings;
        counts[at + 6] = (counts[at + 6] as number) + (all.times[row] as number);
      }
      return tally.sums((group) =>
        withEngine(prompt.of[Math.floor(group / engines)] as number, engine.of[group % engines] as number),
      );
    },
  };
}

/** For each answer: brands named, mentions, and brands cited, as numbers. */
interface Said {
  readonly named: Float64Array;
  readonly times: Float64Array;
  readonly cited: Float64Array;
}

function saidOf({ n, tracked, lists }: Mentions, brands: readonly number[]): Said {
  const said = { named: new Float64Array(n), times: new Float64Array(n), cited: new Float64Array(n) };
  for (const place of placesOf(tracked, brands)) {
    const end = lists.end[place] as number;
    for (let index = lists.start[place] as number; index < end; index++) {
      const row = lists.row[index] as number;
      const cell = lists.cell[index] as number;
      if ((cell & NAMED) !== 0) said.named[row] = (said.named[row] as number) + 1;
      if ((cell & CITED) !== 0) said.cited[row] = (said.cited[row] as number) + 1;
      said.times[row] = (said.times[row] as number) + Math.min(lists.times[index] as number, MOST_MENTIONS);
    }
  }
  return said;
}

/**
 * 1 for each counted answer that follows another counted one by the same engine to the same prompt and market on the
 * same UTC day. Earlier means a lower id, so late answers never change earlier results.
 */
function repeatMarks({ n, at, id, engine, prompt, market }: Mentions, keep: Uint8Array | null): Uint8Array {
  const marks = new Uint8Array(n);
  const [engines, prompts] = [engine.of.length, prompt.of.length];
  // The day's first answer and the day, for each engine, prompt, and market.
  const firsts = new Uint32Array(engines * prompts * market.of.length);
  const days = new Float64Array(firsts.length).fill(-1);
  for (let row = 0; row < n; row++) {
    if (keep !== null && keep[row] === 0) continue;
    const day = dayOf(at[row] as number);
    const group =
      ((market.codes[row] as number) * prompts + (prompt.codes[row] as number)) * engines +
      (engine.codes[row] as number);
    const first = firsts[group] as number;
    if (days[group] !== day) {
      days[group] = day;
      firsts[group] = row;
    } else if ((id[row] as number) < (id[first] as number)) {
      marks[first] = 1;
      firsts[group] = row;
    } else {
      marks[row] = 1;
    }
  }
  return marks;
}
