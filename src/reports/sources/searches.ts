import Type from 'typebox';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { countAnswers } from '../../panel/counts/answers.ts';
import {
  countSearches,
  NEWEST_ANSWERS,
  type NewestAnswers,
  readNewest,
  type SearchCount,
} from '../../panel/counts/searches.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import {
  type AskedPrompt,
  listAskedPrompts,
  listMostSearched,
  listWrittenQueries,
} from '../../storage/answers/lookups.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Dimension } from '../dimensions/dimension.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { ANSWERS, answersNamingYou } from '../measures/answers.ts';
import { measureColumns } from '../measures/measure.ts';
import { column } from '../shape/columns.ts';
import { defineReport, engineParameter } from '../shape/report.ts';
import { count, named, readonlyList, text } from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

/** Maximum queries in the list, and prompts and domains per query. */
const MOST_SEARCHES = 100;
const MOST_DETAILS = 5;

const SearchedPromptSchema = named(
  'SearchedPrompt',
  {
    id: text("The question's id, as in /questions."),
    text: text('The prompt.'),
    answers: count('The newest answers to it.'),
  },
  'A question that led an engine to a search.',
);

const SearchedDomainSchema = named(
  'SearchedDomain',
  {
    domain: text('Normalized host, as in /sources.'),
    answers: count('The newest answers that cite it.'),
  },
  'A site cited after a search.',
);

const SearchSchema = named(
  'Search',
  {
    query: text(
      "The engine's search query, as it wrote it last. Spaces around it and case do not distinguish queries.",
    ),
    ...ENGINE.properties,
    answers: count('Answers in which the engine searched for it.'),
    answers_naming_you: count('Answers among them that named the brand.'),
    prompts: readonlyList(
      SearchedPromptSchema,
      `The questions behind the newest ${NEWEST_ANSWERS} such answers (more if several came in the same millisecond as the ` +
        `last): at most ${MOST_DETAILS}, most answers first.`,
    ),
    prompts_total: count('How many questions are behind them, listed or not.'),
    domains: readonlyList(
      SearchedDomainSchema,
      `The domains that these answers cite: at most ${MOST_DETAILS}, most answers first.`,
    ),
    domains_total: count('How many domains they cite, listed or not.'),
  },
  'A query that one engine searched for.',
);

const SEARCH = {
  properties: { query: SearchSchema.properties.query },
  columns: [column('text', 'query', 'Query')],
  filter: ({ query }: { readonly query: string }) => ({ searched: query }),
} as const satisfies Dimension;

export const searches = defineReport({
  name: 'searches',
  summary: "The web searches behind each engine's answers.",
  description:
    `The ${MOST_SEARCHES} queries that most answers searched for, each engine separately, sorted by these answers, then by ` +
    'query and engine. Not every engine reports its searches: `meta` counts the answers with known searches.',
  takesBrand: true,
  isOfOneMarket: true,
  query: { ...windowQuery(), engine: engineParameter, ...sliceQuery },
  data: readonlyList(SearchSchema, 'One row per engine and query.'),
  meta: {
    ...windowMeta,
    limit: Type.Integer({ description: 'The most queries listed.' }),
    answers_known: count('Answers in the window with known searches, including none.'),
    answers_unknown: count('Answers in the window with unknown searches.'),
  },
  columns: {
    rows: {
      none: 'No searches in this window.',
      columns: [
        ...SEARCH.columns,
        ...ENGINE.columns,
        ...measureColumns([{ columns: [ANSWERS, answersNamingYou('and naming the brand')] }], {
          of: [ENGINE, SEARCH],
        }),
        {
          id: 'prompts',
          label: 'Questions',
          kind: 'list',
          items: ({ prompts }) => prompts.map((prompt) => prompt.text),
        },
        column('count', 'prompts_total', 'All questions', { csvOnly: true }),
        {
          id: 'domains',
          label: 'Domains cited',
          kind: 'list',
          items: ({ domains }) => domains.map(({ domain }) => domain),
        },
        column('count', 'domains_total', 'All domains', { csvOnly: true }),
      ],
    },
  },
  tableNote:
    `Counts are answers in which the engine searched for it. Questions and domains come from the newest ${NEWEST_ANSWERS}, at ` +
    `most ${MOST_DETAILS} each. Not every engine reports its searches.`,
  errors: [],
  async run(context, query) {
    const { db, now, brand } = context;
    const { period, meta } = windowOf(now, query);
    const counted = await answersOfOne(context, query, period);
    const byEngine = await countAnswers(counted);
    const answers = byEngine.reduce((sum, row) => sum + row.answers, 0);
    const unknown = byEngine.reduce((sum, { unsearched }) => sum + unsearched, 0);
    return {
      note: noteOf(answers - unknown, answers),
      meta: { ...meta, limit: MOST_SEARCHES, answers_known: answers - unknown, answers_unknown: unknown },
      data: await rowsIn(db, brand.id, counted),
    };
  },
});

function noteOf(known: number, answers: number): string {
  if (answers === 0) return 'No answers in this window.';
  const of = answers === 1 ? '1 answer' : `${answers} answers`;
  return (
    `The searches are known for ${known} of ${of} in this window. Lists at most ${MOST_SEARCHES} ` +
    'queries, the ones with the most answers first.'
  );
}

async function rowsIn(db: Database, brandId: number, answers: CountedAnswers) {
  const counts = await countSearches(answers, MOST_SEARCHES);
  const listed = await listMostSearched(db, brandId, counts, MOST_SEARCHES);
  const newest = await readNewest(answers, listed);
  const [written, prompts] = await Promise.all([
    listWrittenQueries(
      db,
      brandId,
      newest.map((each) => each.newest),
    ),
    listAskedPrompts(db, brandId, [...new Set(newest.flatMap((each) => [...each.prompts.keys()]))]),
  ]);
  const textOf = new Map(written.map(({ answerId, queryId, query }) => [`${answerId} ${queryId}`, query]));
  const promptOf = new Map(prompts.map((prompt) => [prompt.id, prompt]));
  return listed.map((search, place) => {
    const recent = newest[place] as NewestAnswers;
    return rowOf(search, textOf.get(`${recent.newest} ${search.queryId}`) ?? '', recent, promptOf);
  });
}

function rowOf(
  { engine, answers, named }: SearchCount,
  query: string,
  { prompts, hosts }: NewestAnswers,
  promptOf: ReadonlyMap<number, AskedPrompt>,
) {
  return {
    query: query.trim(),
    ...ENGINE.fields(engine),
    answers,
    answers_naming_you: named,
    prompts: mostOf(prompts, (id) => promptOf.get(id)?.text ?? '').flatMap(([id, answers]) => {
      const prompt = promptOf.get(id);
      return prompt ? [{ id: questionIdOf(prompt.digest), text: prompt.text, answers }] : [];
    }),
    prompts_total: prompts.size,
    domains: mostOf(hosts, (host) => host).map(([domain, citing]) => ({ domain, answers: citing })),
    domains_total: hosts.size,
  };
}

/** Keys by frequency, then by name: an id would tell which came first. */
function mostOf<Key>(counts: ReadonlyMap<Key, number>, nameOf: (key: Key) => string): [Key, number][] {
  return [...counts]
    .sort(([a, more], [b, less]) => less - more || (nameOf(a) < nameOf(b) ? -1 : 1))
    .slice(0, MOST_DETAILS);
}
