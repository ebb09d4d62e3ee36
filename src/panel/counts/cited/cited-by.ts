import { type CitedThing, citing } from '../../citing.ts';
import { brandAt, wordsFor, wordsNaming } from '../../marks.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import {
  type CountQuery,
  countGroups,
  engineIn,
  otherIn,
  promptAndEngine,
  type Rows,
  Tally,
  withEngine,
} from '../../scan.ts';
import { bucketsIn } from '../trend.ts';
import { BRAND, namingIn } from './naming.ts';

/** An engine's answers in a week, or to a question, and how many cite a site, host, or page. */
export interface CitedCount {
  readonly engine: string;
  /** The week's first day since 1970-01-01, or the prompt's id, or 0 for the whole window. */
  readonly of: number;
  readonly answers: number;
  readonly citing: number;
  /** Citing answers that name the brand itself. */
  readonly named: number;
  /** Citing answers that name each current competitor, in order. */
  readonly competitors: readonly number[];
}

export const CITED_UNITS = ['window', 'week', 'question'] as const;
type CitedUnit = (typeof CITED_UNITS)[number];

/** Counts answers by engine, and by week or prompt. Does not cache sums per site: there are too many sites. */
export async function countCitedBy(
  answers: CountedAnswers,
  thing: CitedThing,
  by: CitedUnit,
): Promise<CitedCount[]> {
  const { panel } = answers;
  const { engines, prompts } = panel.names;
  const totals = await countGroups(answers, citedBy(panel, thing, by));
  return totals.map((group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    of: by === 'question' ? (prompts.values[otherIn(group)] as number) : otherIn(group),
    answers: count(0),
    citing: count(1),
    named: count(2),
    competitors: panel.competitors.map((_, place) => count(FIRST_COMPETITOR + place)),
  }));
}

const FIRST_COMPETITOR = 3;

function citedBy(panel: Panel, thing: CitedThing, by: CitedUnit): CountQuery<'mentions' | 'sources'> {
  const width = FIRST_COMPETITOR + panel.competitors.length;
  return {
    name: null,
    kinds: ['mentions', 'sources'],
    width,
    sums: (rows) => {
      const { mentions } = rows.data;
      const engines = mentions.engine.of.length;
      const { cells, of } = PLACES[by](mentions);
      const tally = new Tally(of.length * engines, width);
      addAnswers(rows, panel, citing(rows.data.sources, panel.names, thing), { tally, cells });
      return tally.sums((group) =>
        withEngine(of[Math.floor(group / engines)] as number, mentions.engine.of[group % engines] as number),
      );
    },
  };
}

type Mentions = Rows<'mentions'>['data']['mentions'];

/** Each answer's place and engine as one number, and the meaning of the places. */
interface Places {
  readonly cells: ArrayLike<number>;
  readonly of: ArrayLike<number>;
}

function weeksIn(mentions: Mentions): Places {
  const { firstDays, cells } = bucketsIn(mentions, 'week');
  return { cells, of: firstDays };
}

function promptsIn(mentions: Mentions): Places {
  const cells = Uint32Array.from({ length: mentions.n }, (_, row) => promptAndEngine(mentions, row));
  return { cells, of: mentions.prompt.of };
}

const PLACES: Readonly<Record<CitedUnit, (mentions: Mentions) => Places>> = {
  window: ({ engine }) => ({ cells: engine.codes, of: [0] }),
  week: weeksIn,
  question: promptsIn,
};

function addAnswers(
  { data: { mentions }, keep }: Rows<'mentions'>,
  panel: Panel,
  cites: Uint8Array,
  { tally, cells }: { readonly tally: Tally; readonly cells: ArrayLike<number> },
): void {
  const [naming, words] = [namingIn(panel, mentions), wordsNaming(mentions, panel.competitors)];
  const each = wordsFor(panel.competitors);
  for (let row = 0; row < mentions.n; row++) {
    if (keep !== null && keep[row] === 0) continue;
    const cell = cells[row] as number;
    tally.add(cell, 0, 1);
    if (cites[row] === 0) continue;
    tally.add(cell, 1, 1);
    tally.add(cell, 2, (naming[row] as number) & BRAND);
    for (let word = 0; word < each; word++) {
      for (let bits = words[row * each + word] as number; bits !== 0; bits &= bits - 1) {
        tally.add(cell, FIRST_COMPETITOR + brandAt(word, bits), 1);
      }
    }
  }
}
