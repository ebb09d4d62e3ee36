import { bucketsIn } from '../../buckets.ts';
import { at } from '../../bytes.ts';
import { type CitedThing, citing } from '../../citing.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { type CountQuery, countGroups, isNamed, type Rows } from '../../scan.ts';
import { Memo, type Tally } from '../../tally.ts';
import { NAMES_BRAND, namingIn } from './naming.ts';

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
  const tally = await countGroups(answers, citedBy(panel, thing, by));
  return tally.map(([engine, other], count) => ({
    engine: engines.at(engine),
    of: by === 'question' ? prompts.at(other) : other,
    answers: count(0),
    citing: count(1),
    named: count(2),
    competitors: panel.competitors.map((_, place) => count(FIRST_COMPETITOR + place)),
  }));
}

const FIRST_COMPETITOR = 3;

type Key = [engine: number, other: number];

function citedBy(panel: Panel, thing: CitedThing, by: CitedUnit): CountQuery<'mentions' | 'sources', Key> {
  return {
    name: null,
    kinds: ['mentions', 'sources'],
    key: ['engine', 'other'],
    width: FIRST_COMPETITOR + panel.competitors.length,
    add: (answers, tally) => {
      const { data, rows } = answers;
      const { prompt } = data.mentions;
      const add = adderIn(data, panel, citing(data.sources, panel.names, thing), tally);
      if (by !== 'week') for (const row of rows) add(row, by === 'question' ? at(prompt, row) : 0);
      else
        for (const week of bucketsIn(answers, 'week')) for (const row of week.rows) add(row, week.firstDay);
    },
  };
}

/** Adds an answer to its engine's group with another number. */
function adderIn(
  { mentions }: Rows<'mentions'>['data'],
  panel: Panel,
  cites: Uint8Array,
  tally: Tally<Key>,
): (row: number, other: number) => void {
  const { names, competitors } = namingIn(panel, mentions);
  const groups = new Memo((other) => new Memo((engine) => tally.groupOf([engine, other])));
  return (row, other) => {
    const group = groups.of(other).of(at(mentions.engine, row));
    tally.add(group, 0);
    if (cites[row] === 0) return;
    tally.add(group, 1);
    if ((at(names, row) & NAMES_BRAND) !== 0) tally.add(group, 2);
    for (let place = 0; place < competitors.length; place++) {
      if (isNamed(at(competitors[place] ?? names, row))) tally.add(group, FIRST_COMPETITOR + place);
    }
  };
}
