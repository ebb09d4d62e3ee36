import { bucketsIn } from '../buckets.ts';
import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { type CountQuery, countGroups } from '../scan.ts';
import { byName, numbered } from '../tally.ts';

interface AnswersOfEngine {
  readonly engine: string;
  readonly answers: number;
  /** Answers whose searches are unknown. */
  readonly unsearched: number;
  /** Answers that an import brought. */
  readonly imported: number;
}

const COUNTS = numbered(['answers', 'unsearched', 'imported']);

export async function countAnswers(answers: CountedAnswers): Promise<AnswersOfEngine[]> {
  const { engines } = answers.panel.names;
  const tally = await countGroups(answers, BY_ENGINE);
  return tally.map(([engine], count) => ({ engine: engines.at(engine), ...byName(COUNTS, count) }));
}

const BY_ENGINE: CountQuery<'mentions', [engine: number]> = {
  name: 'answers',
  kinds: ['mentions'],
  key: ['engine'],
  width: 3,
  byEngine: true,
  add: ({ data: { mentions }, rows }, tally) => {
    for (const row of rows) {
      const group = tally.groupOf([at(mentions.engine, row)]);
      tally.add(group, COUNTS.answers);
      if (at(mentions.searchesKnown, row) === 0) tally.add(group, COUNTS.unsearched);
      if (at(mentions.isImported, row) === 1) tally.add(group, COUNTS.imported);
    }
  },
};

interface AnswersOfDay {
  readonly engine: string;
  /** In whole days since 1970. */
  readonly day: number;
  readonly answers: number;
}

/** Counts answers by engine and UTC day. A day without answers has no row. */
export async function countAnswersByDay(answers: CountedAnswers): Promise<AnswersOfDay[]> {
  const { engines } = answers.panel.names;
  const tally = await countGroups(answers, BY_DAY);
  return tally.map(([engine, day], count) => ({ engine: engines.at(engine), day, answers: count(0) }));
}

/** Each engine's first UTC day with an answer, in days since 1970. Omits engines without answers. */
export async function firstDaysAnswered(answers: CountedAnswers): Promise<Map<string, number>> {
  const { engines } = answers.panel.names;
  const tally = await countGroups(answers, BY_DAY);
  const first = new Map<string, number>();
  for (let group = 0; group < tally.size; group++) {
    const [engine, day] = [engines.at(tally.part(group, 0)), tally.part(group, 1)];
    first.set(engine, Math.min(day, first.get(engine) ?? day));
  }
  return first;
}

const BY_DAY: CountQuery<'mentions', [engine: number, firstDay: number]> = {
  name: 'answers by day',
  kinds: ['mentions'],
  key: ['engine', 'first day'],
  width: 1,
  byEngine: true,
  add: (answers, tally) => {
    const { engine } = answers.data.mentions;
    for (const { firstDay, rows } of bucketsIn(answers, 'day')) {
      for (const row of rows) tally.add(tally.groupOf([at(engine, row), firstDay]), 0);
    }
  },
};
