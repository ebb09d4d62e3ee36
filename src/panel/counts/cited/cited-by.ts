import { bucketsIn } from '../../buckets.ts';
import { type CitedThing, citingIn } from '../../citing.ts';
import type { CountedAnswers, Panel } from '../../panel.ts';
import { promptGroups } from '../../prompt-groups.ts';
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
    add: (answers, tally) => {
      for (const group of groupsBy(answers, by, tally)) tally.add(group, 0);
    },
  };
}

function citingBy(panel: Panel, thing: CitedThing, by: CitedUnit): CountQuery<'mentions' | 'sources', Key> {
  return {
    name: null,
    kinds: ['mentions', 'sources'],
    key: ['engine', by],
    width: FIRST_COMPETITOR + panel.competitors.length,
    add: ({ data, rows }, tally) => {
      const citing = rowsMarked(rows, citingIn(data.sources, panel.names, thing));
      const groups = groupsBy({ data, rows: citing }, by, tally);
      for (const group of groups) tally.add(group, 0);
      for (const [index, id] of [panel.self, ...panel.competitors].entries()) {
        const { cell } = brandOf(data.mentions, id);
        for (let place = 0; place < groups.length; place++) {
          if (isNamed(cell[citing[place] ?? 0] ?? 0)) tally.add(groups[place] ?? 0, 1 + index);
        }
      }
    },
  };
}

/** Each answer's group, in order. */
function groupsBy(answers: Rows<'mentions'>, by: CitedUnit, tally: Tally<Key>): Uint32Array {
  const { mentions } = answers.data;
  if (by === 'question') return promptGroups(mentions, answers.rows, tally);
  const weeks = by === 'week' ? bucketsIn(answers, 'week') : [{ firstDay: 0, rows: answers.rows }];
  const groups = new Uint32Array(answers.rows.length);
  let place = 0;
  for (const { firstDay, rows } of weeks) {
    const ofWeek = new Memo((engine) => tally.groupOf([engine, firstDay]));
    for (const row of rows) groups[place++] = ofWeek.of(mentions.engine[row] ?? 0);
  }
  return groups;
}
