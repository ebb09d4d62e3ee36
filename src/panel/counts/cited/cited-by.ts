import { bucketsIn } from '../../buckets.ts';
import { at } from '../../bytes.ts';
import { type CitedThing, citingIn } from '../../citing.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { brandOf, type CountQuery, countGroups, isNamed, type Rows, rowsMarked } from '../../scan.ts';
import { Memo, type Tally } from '../../tally.ts';

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
  const all = await countGroups(answers, ANSWERS[by]);
  const citing = await countGroups(answers, citingBy(panel, thing, by));
  return all.map((key, count) => {
    const [engine, other] = key;
    const group = citing.groupOf(key);
    return {
      engine: engines.at(engine),
      of: by === 'question' ? prompts.at(other) : other,
      answers: count(0),
      citing: citing.count(group, 0),
      named: citing.count(group, 1),
      competitors: panel.competitors.map((_, place) => citing.count(group, FIRST_COMPETITOR + place)),
    };
  });
}

const FIRST_COMPETITOR = 2;

type Key = [engine: number, other: number];

const ANSWERS = { window: answersBy('window'), week: answersBy('week'), question: answersBy('question') };

function answersBy(by: CitedUnit): CountQuery<'mentions', Key> {
  return {
    name: `answers by ${by}`,
    kinds: ['mentions'],
    key: ['engine', by],
    width: 1,
    byEngine: true,
    add: (answers, tally) => eachGroup(answers, by, tally, (_, group) => tally.add(group, 0)),
  };
}

function citingBy(panel: Panel, thing: CitedThing, by: CitedUnit): CountQuery<'mentions' | 'sources', Key> {
  return {
    name: null,
    kinds: ['mentions', 'sources'],
    key: ['engine', by],
    width: FIRST_COMPETITOR + panel.competitors.length,
    add: ({ data, rows }, tally) => {
      const own = brandOf(data.mentions, panel.self).cell;
      const competitors = panel.competitors.map((id) => brandOf(data.mentions, id).cell);
      const citing = rowsMarked(rows, citingIn(data.sources, panel.names, thing));
      eachGroup({ data, rows: citing }, by, tally, (row, group) => {
        tally.add(group, 0);
        if (isNamed(at(own, row))) tally.add(group, 1);
        competitors.forEach((cells, place) => {
          if (isNamed(at(cells, row))) tally.add(group, FIRST_COMPETITOR + place);
        });
      });
    },
  };
}

/** Calls `visit` with each answer and its group. */
function eachGroup(
  answers: Rows<'mentions'>,
  by: CitedUnit,
  tally: Tally<Key>,
  visit: (row: number, group: number) => void,
): void {
  const { engine, prompt } = answers.data.mentions;
  const groups = new Memo((other) => new Memo((asked) => tally.groupOf([asked, other])));
  const weeks = by === 'week' ? bucketsIn(answers, 'week') : [{ firstDay: 0, rows: answers.rows }];
  for (const { firstDay, rows } of weeks) {
    for (const row of rows) {
      const other = by === 'question' ? at(prompt, row) : firstDay;
      visit(row, groups.of(other).of(at(engine, row)));
    }
  }
}
