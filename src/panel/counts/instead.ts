import { bucketAt } from '../../domain/buckets.ts';
import { lookedForAll, naming } from '../marks.ts';
import type { CountedAnswers, Panel } from '../panel.ts';
import { type Counting, counted, engineIn, otherIn, promptAndEngine, Tally, withEngine } from '../scan.ts';
import type { Mentions } from '../segment.ts';

/** Answers of one engine to one question in one week, by whether they name the brand itself. */
export interface InsteadCount {
  readonly engine: string;
  readonly promptId: number;
  readonly absent: number;
  readonly present: number;
  /** Of these, those that name each of the competitors tracked now, in their order. */
  readonly namedWhenAbsent: readonly number[];
  readonly namedWhenPresent: readonly number[];
}

/** Counts answers in which the brand and all of its competitors were looked for, in the order of weeks and prompts. */
export async function countInstead(answers: CountedAnswers): Promise<InsteadCount[]> {
  const { names, competitors } = answers.panel;
  const totals = await counted(answers, insteadOf(answers.panel));
  const counts = totals.map((group, count) => ({
    engine: names.engines.values[engineIn(group)] as string,
    promptId: names.prompts.values[promptIn(otherIn(group))] as number,
    week: weekIn(otherIn(group)),
    ...{ absent: count(0), present: count(1) },
    namedWhenAbsent: competitors.map((_, place) => count(2 + 2 * place)),
    namedWhenPresent: competitors.map((_, place) => count(3 + 2 * place)),
  }));
  return counts.sort((one, other) => one.week - other.week || one.promptId - other.promptId);
}

/** Weeks are numbered from the first of 1970. */
const MOST_WEEKS = 2 ** 14;
const weekIn = (other: number) => other % MOST_WEEKS;
const promptIn = (other: number) => Math.floor(other / MOST_WEEKS);
const weekOf = (at: number) => Math.ceil(bucketAt(at, 'week').firstDay / 7);

function insteadOf(panel: Panel): Counting<'mentions'> {
  const { self, competitors } = panel;
  const width = 2 + 2 * competitors.length;
  return {
    name: `instead of ${self} ${competitors.join(' ')}`,
    kinds: ['mentions'],
    width,
    byEngine: true,
    sums: ({ data: { mentions }, keep }) => {
      const { prompt, engine, n } = mentions;
      const [weeks, weekOfRow] = weeksIn(mentions);
      const cells = prompt.of.length * engine.of.length;
      const tally = new Tally(weeks.length * cells, width, n);
      const isLookedFor = lookedForAll(mentions, [self, ...competitors]);
      const isNamed = naming(mentions, [self]);
      const rivals = competitors.map((competitor) => naming(mentions, [competitor]));
      for (let row = 0; row < n; row++) {
        if (isLookedFor[row] === 0 || (keep !== null && keep[row] === 0)) continue;
        const group = (weekOfRow[row] as number) * cells + promptAndEngine(mentions, row);
        const side = isNamed[row] as number;
        tally.add(group, side, 1);
        for (const [place, rival] of rivals.entries()) {
          if (rival[row] === 1) tally.add(group, 2 + 2 * place + side, 1);
        }
      }
      return tally.sums((group) => {
        const [week, cell] = [weeks[Math.floor(group / cells)] as number, group % cells];
        const number = prompt.of[Math.floor(cell / engine.of.length)] as number;
        return withEngine(number * MOST_WEEKS + week, engine.of[cell % engine.of.length] as number);
      });
    },
  };
}

/** The weeks that a segment has answers in, and the place of that of each answer. */
function weeksIn({ n, at }: Mentions): [weeks: readonly number[], ofRow: Uint32Array] {
  const weeks: number[] = [];
  const ofRow = new Uint32Array(n);
  let end = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < n; row++) {
    if ((at[row] as number) >= end) {
      weeks.push(weekOf(at[row] as number));
      end = bucketAt(at[row] as number, 'week').to;
    }
    ofRow[row] = weeks.length - 1;
  }
  return [weeks, ofRow];
}
