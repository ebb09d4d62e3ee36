import Type from 'typebox';
import { stateNow, TODO_KINDS, TODO_STATES, todoIdOf } from '../../domain/alerts/todo.ts';
import { engineNameOf } from '../../domain/answers/engine.ts';
import { formatInstantOrNull } from '../../domain/time/instant.ts';
import { listTodoMarks } from '../../storage/directory/brand/todo-marks.ts';
import { column, columnOf } from '../shape/columns.ts';
import { oneMarket } from '../shape/markets.ts';
import { defineReport } from '../shape/report.ts';
import {
  count,
  named,
  nullable,
  nullableInstant,
  nullableInteger,
  nullableText,
  oneOf,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { windowMeta, windowOf } from '../shape/window.ts';
import { type FindItems, itemQuery, type TodoItem } from './item.ts';
import { ownPagesToMend } from './own-pages.ts';
import { questionsLost } from './questions-lost.ts';
import { rivalsAhead } from './rivals-ahead.ts';
import { silentEngines } from './silent-engines.ts';
import { sitesToAsk } from './sites-to-ask.ts';
import { wrongFacts } from './wrong-facts.ts';

export const FINDERS: readonly FindItems[] = [
  ownPagesToMend,
  rivalsAhead,
  sitesToAsk,
  questionsLost,
  silentEngines,
  wrongFacts,
];

/** `names=competitor`, in the address of /answers. */
type Filters = Readonly<Record<string, string>>;

const TodoSchema = named(
  'Todo',
  {
    id: text('Its id, from its kind and subject.'),
    kind: oneOf(
      TODO_KINDS,
      '`page_fails`, `page_hidden`: an own page that answers cite. `rival_ahead`: a competitor took a place on an engine. `site`: a page ' +
        'that answers cite names a competitor and not you. `question_lost`: a gap that stands out. `engine_silent`; `wrong_fact`.',
    ),
    state: oneOf(TODO_STATES, 'How far somebody is with it.'),
    title: text('What to do, beginning with a verb.'),
    reason: text('Why, as a sentence.'),
    answers: nullableInteger('Answers that show it; null for `engine_silent`.'),
    missing: nullableInteger('For `engine_silent`: questions without an answer. Else null.'),
    advice: text('How, as a sentence.'),
    engine: nullableText('The engine, if it is about one.'),
    engine_name: nullableText("The engine's display name."),
    page: nullableText('The page; of a site, the most cited one that names a competitor.'),
    site: nullableText('The site, as in /recommendations.'),
    question: nullable(
      Type.Object({ id: text('As in /questions.'), text: text('The question.') }),
      'The question, if it is about one.',
    ),
    competitor: nullableText('The competitor, if it is about one.'),
    filters: nullable(
      Type.Unsafe<Filters>({ type: 'object', additionalProperties: { type: 'string' } }),
      "The parameters of /answers that list `answers`, besides the window's and the query's.",
    ),
    subject: text('What it is about, for PUT /todo.'),
    facts: readonlyList(Type.String(), 'What it rests on, for PUT /todo.'),
    observed_from: nullableInstant('When the oldest of that was observed; null if `facts` say all.'),
    note: nullableText('The note with it.'),
  },
  'Something to do, and what shows it.',
);

export const todo = defineReport({
  name: 'todo',
  summary: 'What to do first, with the answers that show it.',
  description:
    'By kind, then by answers affected; no score. [Each kind’s rule](../todo.md), and how often it is wrong. What is done or ignored ' +
    'leaves the list until its facts change. Pages never fetched are in no row.',
  takesBrand: true,
  isOfOneMarket: true,
  query: {
    ...itemQuery,
    state: Type.Unsafe<(typeof TODO_STATES)[number]>({
      ...oneOf(TODO_STATES, 'Only what is in this state.'),
      default: 'open',
    }),
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 5, description: 'How many to return at most.' }),
  },
  data: readonlyList(TodoSchema, 'The first to do first.'),
  meta: { ...windowMeta, more: count('How many more there are in this state.') },
  columns: {
    rows: {
      none: 'Nothing that the stored data shows.',
      columns: [
        column('prose', 'title', 'To do'),
        column('prose', 'reason', 'Why'),
        {
          id: 'answers',
          label: 'Answers',
          kind: 'count',
          field: 'answers',
          none: '-',
          answerFilter: ({ filters }) => filters,
        },
        { id: 'missing', label: 'Missing', kind: 'count', field: 'missing', none: '-', whereVaried: true },
        column('prose', 'advice', 'How'),
        column('code', 'state', 'State', { csvOnly: true }),
        column('code', 'kind', 'Kind', { csvOnly: true }),
        column('text', 'id', 'Id', { csvOnly: true }),
        column('text', 'engine', 'Engine', { csvOnly: true }),
        column('text', 'engine_name', 'Engine name', { csvOnly: true }),
        column('link', 'page', 'Page', { csvOnly: true }),
        column('text', 'site', 'Site', { csvOnly: true }),
        columnOf('text', 'question', 'question.text', 'Question', { csvOnly: true }),
        columnOf('text', 'question_id', 'question.id', 'Question id', { csvOnly: true }),
        column('text', 'competitor', 'Competitor', { csvOnly: true }),
        {
          id: 'filters',
          label: 'Filters',
          kind: 'list',
          csvOnly: true,
          items: ({ filters }) => Object.entries(filters ?? {}).map(([name, value]) => `${name}=${value}`),
        },
        column('text', 'subject', 'Subject', { csvOnly: true }),
        { id: 'facts', label: 'Facts', kind: 'list', csvOnly: true, items: ({ facts }) => facts },
        column('instant', 'observed_from', 'Observed from', { csvOnly: true }),
        column('prose', 'note', 'Note', { none: '-', whereVaried: true }),
      ],
    },
  },
  errors: [],
  async run(context, { state, limit, ...query }) {
    const { meta } = windowOf(context.now, query);
    const asked = { ...query, market: oneMarket(context.brand, query).name };
    const marks = await listTodoMarks(context.db, context.brand.id);
    const items = await Promise.all(FINDERS.map((find) => find(context, asked)));
    const rows = items
      .flat()
      .sort(inOrder)
      .map((item) => rowOf(item, marks))
      .filter((row) => row.state === state);
    return {
      note: 'Answers are counted by themselves in each row: one answer may show several things.',
      meta: { ...meta, more: Math.max(0, rows.length - limit) },
      data: rows.slice(0, limit),
    };
  },
});

function inOrder(one: TodoItem, other: TodoItem): number {
  const affected = ({ answers, missing }: TodoItem) => answers ?? missing ?? 0;
  return (
    TODO_KINDS.indexOf(one.kind) - TODO_KINDS.indexOf(other.kind) ||
    affected(other) - affected(one) ||
    (one.subject < other.subject ? -1 : 1)
  );
}

function rowOf(item: TodoItem, marks: Awaited<ReturnType<typeof listTodoMarks>>) {
  const id = todoIdOf(item.kind, item.subject);
  const { kind, title, reason, answers, advice, subject, facts } = item;
  return {
    id,
    kind,
    state: stateNow(marks.get(id), item),
    title,
    reason,
    answers,
    missing: item.missing ?? null,
    advice,
    engine: item.engine ?? null,
    engine_name: item.engine === undefined ? null : engineNameOf(item.engine),
    page: item.page ?? null,
    site: item.site ?? null,
    question: item.question ?? null,
    competitor: item.competitor ?? null,
    filters: item.filters as Filters | null,
    subject,
    facts,
    observed_from: formatInstantOrNull(item.observedFrom),
    note: marks.get(id)?.note || null,
  };
}
