import Type from 'typebox';
import { engineNameOf } from '../domain/engine.ts';
import { questionIdOf } from '../domain/question-id.ts';
import {
  type CitedHost,
  countSearches,
  countUnsearched,
  listCitedHosts,
  listSearchedPrompts,
  NEWEST_ANSWERS,
  type SearchCount,
  type SearchedPrompt,
} from '../storage/answers/searched.ts';
import { countVisibility } from '../storage/answers/visibility.ts';
import { lastsByAnswers } from './shape/lasting.ts';
import { defineReport, engineParameter, type ReportContext } from './shape/report.ts';
import { count, named, readonlyList, text } from './shape/schemas.ts';
import { windowMeta, windowOf, windowQuery } from './shape/window.ts';

/** The most queries that are listed, and of each the most prompts and domains. */
const MOST_SEARCHES = 100;
const MOST_DETAILS = 5;

const SearchedPromptSchema = named(
  'SearchedPrompt',
  {
    id: text('Id of the prompt, as in /questions.'),
    text: text('The prompt.'),
    answers: count('How many of the newest answers answer it.'),
  },
  'A prompt that led an engine to a search.',
);

const SearchedDomainSchema = named(
  'SearchedDomain',
  {
    domain: text('Normalized host, as in /sources.'),
    answers: count('How many of the newest answers cite it.'),
  },
  'A site cited after a search.',
);

const SearchSchema = named(
  'Search',
  {
    query: text(
      'What the engine searched for, as it wrote it last. Queries are compared trimmed and without case.',
    ),
    engine: text('Engine slug. Engines are never pooled.'),
    engine_name: text('Display name of the engine.'),
    answers: count('Answers in which the engine searched for it.'),
    answers_naming_you: count('Of those, answers that named the brand.'),
    prompts: readonlyList(
      SearchedPromptSchema,
      `The prompts behind the newest ${NEWEST_ANSWERS} of these answers (more if several were collected in the same ` +
        `millisecond as the last): at most ${MOST_DETAILS}, most answers first.`,
    ),
    prompts_total: count('How many prompts are behind them, listed or not.'),
    domains: readonlyList(
      SearchedDomainSchema,
      `The domains that the same answers cite: at most ${MOST_DETAILS}, most answers first.`,
    ),
    domains_total: count('How many domains they cite, listed or not.'),
  },
  'A query that one engine searched for.',
);

/** GET /searches */
export const searches = defineReport({
  name: 'searches',
  summary: 'What the engines searched for on the way to their answers.',
  description:
    `The ${MOST_SEARCHES} queries that most answers searched for, each engine by itself, sorted by these answers, then by ` +
    'query and engine. Not every engine reports its searches, and imported answers may not have them: `meta` says in how ' +
    'many answers of the window they are known.',
  takesBrand: true,
  query: { ...windowQuery(30), engine: engineParameter },
  data: readonlyList(SearchSchema, 'One row per engine and query.'),
  meta: {
    ...windowMeta,
    limit: Type.Integer({ description: 'How many queries are listed at most.' }),
    answers_known: count('Answers in the window whose searches are known, also where there were none.'),
    answers_unknown: count('Answers in the window whose searches are not known.'),
  },
  columns: {
    rows: {
      none: 'No searches in this window.',
      columns: [
        { id: 'query', label: 'Query', kind: 'text', field: 'query' },
        { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
        { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
        {
          id: 'answers',
          ...{ label: 'Answers', kind: 'count', field: 'answers' },
          behind: ({ engine, query }) => ({ engine, searched: query }),
        },
        {
          id: 'answers_naming_you',
          ...{ label: 'and naming the brand', kind: 'count', field: 'answers_naming_you' },
          behind: ({ engine, query }) => ({ engine, searched: query, names: 'self' }),
        },
        {
          id: 'prompts',
          ...{ label: 'Prompts', kind: 'list' },
          items: ({ prompts }) => prompts.map((prompt) => prompt.text),
        },
        { id: 'prompts_total', label: 'All prompts', kind: 'count', field: 'prompts_total', csvOnly: true },
        {
          id: 'domains',
          ...{ label: 'Domains cited', kind: 'list' },
          items: ({ domains }) => domains.map(({ domain }) => domain),
        },
        { id: 'domains_total', label: 'All domains', kind: 'count', field: 'domains_total', csvOnly: true },
      ],
    },
  },
  tableNote:
    `Answers in which the engine searched for it. Prompts and domains are those of the newest ${NEWEST_ANSWERS} of them, ` +
    `at most ${MOST_DETAILS} each. Not every engine reports what it searches for.`,
  errors: [],
  lasts: lastsByAnswers,
  async run(context, query) {
    const { db, now, brand } = context;
    const { period, meta } = windowOf(now, query);
    const engine = query.engine ?? null;
    const [rows, answers, unknown] = await Promise.all([
      countSearches(db, brand, period, engine, MOST_SEARCHES),
      answersIn(context, period, engine),
      countUnsearched(db, brand.id, period, engine),
    ]);
    const [prompts, hosts] = await Promise.all([
      listSearchedPrompts(db, brand.id, rows, period.to, MOST_DETAILS),
      listCitedHosts(db, brand.id, rows, period.to, MOST_DETAILS),
    ]);
    return {
      note: noteOf(answers - unknown, answers),
      meta: { ...meta, limit: MOST_SEARCHES, answers_known: answers - unknown, answers_unknown: unknown },
      data: rowsOf(rows, prompts, hosts),
    };
  },
});

/** Every answer has a mention row of the brand itself. */
async function answersIn(
  { db, brand }: ReportContext,
  period: Parameters<typeof countVisibility>[2],
  engine: string | null,
): Promise<number> {
  const counts = await countVisibility(db, brand, period);
  const selfId = brand.tracked.find(({ role }) => role === 'self')?.id;
  return counts
    .filter((row) => row.trackedId === selfId && (engine === null || row.engine === engine))
    .reduce((sum, { responses }) => sum + responses, 0);
}

function noteOf(known: number, answers: number): string {
  return (
    `What the engines searched for is known of ${known} of ${answers} answers in this window. At most ${MOST_SEARCHES} ` +
    'queries are listed, those of the most answers first.'
  );
}

function rowsOf(
  rows: readonly SearchCount[],
  prompts: readonly SearchedPrompt[],
  hosts: readonly CitedHost[],
) {
  const promptsOf = Map.groupBy(prompts, ({ place }) => place);
  const hostsOf = Map.groupBy(hosts, ({ place }) => place);
  return rows.map(({ query, engine, answers, named }, place) => {
    const ownPrompts = promptsOf.get(place) ?? [];
    const ownHosts = hostsOf.get(place) ?? [];
    return {
      query: query.trim(),
      ...{ engine, engine_name: engineNameOf(engine) },
      ...{ answers, answers_naming_you: named },
      prompts: ownPrompts.map((each) => ({
        ...{ id: questionIdOf(each.digest), text: each.text, answers: each.answers },
      })),
      prompts_total: ownPrompts[0]?.total ?? 0,
      domains: ownHosts.map((each) => ({ domain: each.host, answers: each.answers })),
      domains_total: ownHosts[0]?.total ?? 0,
    };
  });
}
