import Type from 'typebox';
import { countSources } from '../storage/answers/sources.ts';
import { defineReport, engineParameter } from './shape/report.ts';
import { count, named, readonlyList, text } from './shape/schemas.ts';
import { windowMeta, windowOf, windowQuery } from './shape/window.ts';

/** The most domains that are listed. */
const MOST_SOURCES = 100;

const SourceSchema = named(
  'Source',
  {
    domain: text('Normalized host: `www.` and bare forms are one row; other subdomains are separate.'),
    answers_citing_it: count('Answers in the window that cited the domain.'),
    answers_where_you_were_named: count('Of those, answers that also named the brand.'),
    answers_citing_you_without_naming_you: count(
      'Of those, answers that did not name the brand, whoever owns the domain.',
    ),
  },
  'A site that answers cited.',
);

/** GET /sources */
export const sources = defineReport({
  name: 'sources',
  summary: 'Which sites the engines read, and whether they named the brand when they did.',
  description: `The ${MOST_SOURCES} most cited domains of the window, sorted by the answers that cited them, then by domain.`,
  takesBrand: true,
  query: { ...windowQuery(30), engine: engineParameter },
  data: readonlyList(SourceSchema, 'One row per domain.'),
  meta: {
    ...windowMeta,
    limit: Type.Integer({ description: 'How many domains are listed at most.' }),
  },
  columns: {
    rows: {
      none: 'No sources in this window.',
      columns: [
        { label: 'Domain', kind: 'text', field: 'domain' },
        {
          ...{ label: 'Answers citing it', kind: 'count', field: 'answers_citing_it' },
          behind: ({ domain }) => ({ cites: domain }),
        },
        {
          ...{ label: 'and naming the brand', kind: 'count', field: 'answers_where_you_were_named' },
          behind: ({ domain }) => ({ cites: domain, names: 'self' }),
        },
        {
          ...{ label: 'and not naming it', kind: 'count', field: 'answers_citing_you_without_naming_you' },
          behind: ({ domain }) => ({ cites: domain, names_not: 'self' }),
        },
      ],
    },
  },
  errors: [],
  async run({ db, now, brand }, query) {
    const { period, meta } = windowOf(now, query);
    const rows = await countSources(
      db,
      { brandId: brand.id, period, engine: query.engine ?? null },
      MOST_SOURCES,
    );
    return {
      note: `Counts are answers, not links. At most ${MOST_SOURCES} domains are listed, the most cited first.`,
      meta: { ...meta, limit: MOST_SOURCES },
      data: rows.map(({ host, answers, named }) => ({
        domain: host,
        answers_citing_it: answers,
        answers_where_you_were_named: named,
        answers_citing_you_without_naming_you: answers - named,
      })),
    };
  },
});
