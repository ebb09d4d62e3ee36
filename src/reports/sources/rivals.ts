import { newestOfEach } from '../../panel/counts/newest-answers.ts';
import type { AnswerNames } from '../../propose/answer-competitors.ts';
import { listAnswerTexts } from '../../storage/answers/lookups.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { nameIn } from '../shape/branded.ts';
import { column } from '../shape/columns.ts';
import { defineReport, engineParameter, type ReportContext } from '../shape/report.ts';
import { count, named, nullableText, readonlyList, text } from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

/** Parsing an answer takes some milliseconds. */
const MOST_READ = 60;

/** What one turn can read of an answer, whatever it contains. No engine writes more. */
const LONGEST_READ = 20_000;
const MOST_LINES = 500;
const MOST_RIVALS = 30;

const RivalSchema = named(
  'Rival',
  {
    name: text('The name as most answers write it; for products, their maker.'),
    host: nullableText('A cited host registered under this name.'),
    ...ENGINE.properties,
    answers: count(
      "The engine's answers that set it beside a tracked brand; a name's rows add up to three or more.",
    ),
    answers_read: count("The engine's answers that this report read."),
    questions: count('Questions behind these answers, on any engine.'),
  },
  'An untracked name that answers set beside tracked brands.',
);

export const rivals = defineReport({
  name: 'rivals',
  summary: 'Untracked names that stand beside you in answers.',
  description:
    `Entries of lists, rows of tables, and headings beside one that names a tracked brand, in at least three of all ` +
    `answers read: each engine's newest ${MOST_READ}.`,
  takesBrand: true,
  isOfOneMarket: true,
  query: { ...windowQuery(), engine: engineParameter, ...sliceQuery },
  data: readonlyList(RivalSchema, 'One row per name and engine, the names in most answers first.'),
  meta: { ...windowMeta, limit: count('Names listed at most.') },
  columns: {
    rows: {
      none: 'No untracked name stands beside tracked brands in three answers.',
      columns: [
        column('text', 'name', 'Name'),
        column('text', 'host', 'Website'),
        ...ENGINE.columns,
        column('count', 'answers', 'Answers', { of: 'answers_read' }),
        column('count', 'questions', 'Questions'),
      ],
    },
  },
  errors: [],
  async run(context, query) {
    const { period, meta } = windowOf(context.now, query);
    const answers = await answersOfOne(context, query, period);
    const newest = await newestOfEach(answers, MOST_READ);
    const read = Map.groupBy(newest, ({ engine }) => engine);
    const { competitorsInAnswers } = await import('../../propose/answer-competitors.ts');
    const found = competitorsInAnswers(await namesOf(context, newest)).slice(0, MOST_RIVALS);
    const data = found.flatMap(({ name, host, answers: byEngine, questions }) =>
      [...byEngine]
        .sort(([, one], [, other]) => other - one)
        .map(([engine, count]) => ({
          name,
          host,
          ...ENGINE.fields(engine),
          answers: count,
          answers_read: read.get(engine)?.length ?? 0,
          questions,
        })),
    );
    return { note: noteOf(newest.length), meta: { ...meta, limit: MOST_RIVALS }, data };
  },
});

function noteOf(read: number): string {
  if (read === 0) return 'No answers in this window.';
  return `Read: each engine's newest ${MOST_READ} answers, ${read} in all.`;
}

function beginningOf(text: string): string {
  return text.slice(0, LONGEST_READ).split('\n', MOST_LINES).join('\n');
}

/** Untracked names in each answer, found in turns with other requests. */
async function namesOf(
  { db, brand, panel }: ReportContext,
  newest: Awaited<ReturnType<typeof newestOfEach>>,
): Promise<AnswerNames[]> {
  const { siblingNames } = await import('../../propose/sibling-names.ts');
  const isKnown = await nameIn(brand.tracked);
  const texts = await listAnswerTexts(
    db,
    brand.id,
    newest.map(({ id }) => id),
  );
  const byId = new Map(texts.map((each) => [each.id, each.text]));
  const all: AnswerNames[] = [];
  for (const { id, engine, prompt, citedHosts } of newest) {
    all.push({
      engine,
      question: prompt,
      citedHosts,
      names: siblingNames(beginningOf(byId.get(id) ?? ''), isKnown),
    });
    await panel.breathe();
  }
  return all;
}
