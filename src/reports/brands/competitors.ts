import Type from 'typebox';
import { engineNameOf, inEngineOrder } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { medianOf } from '../../domain/figures/median.ts';
import { countRanks, type RankCount, UNRANKED } from '../../panel/counts/ranks.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { newestQuotes, type Quote } from '../../storage/answers/quotes.ts';
import type { Database } from '../../storage/driver/database.ts';
import { COMPETITOR } from '../dimensions/competitor.ts';
import { countColumn, measureColumns } from '../measures/measure.ts';
import { column } from '../shape/columns.ts';
import { booleanParameter, defineReport, engineParameter } from '../shape/report.ts';
import {
  count,
  named,
  nullableInteger,
  nullableNumber,
  nullableText,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

const MOST_QUOTES = 3;

const CompetitorQuoteSchema = named(
  'CompetitorQuote',
  {
    snippet: text('A sentence that names the competitor, verbatim, with its `**` emphasis.'),
    engine: text('Engine slug.'),
    question: text('The question asked.'),
    listRank: nullableInteger('Its list position in this answer; 1 is first, null if it has none.', 1),
    answerId: text("The answer's id in /answers."),
  },
  'What one answer said about a competitor.',
);

const CompetitorSchema = named(
  'Competitor',
  {
    competitor: text('Brand name.'),
    domain: nullableText('Its first own domain; null without one.'),
    answers_naming_them: count('The part in `answers` that named it.'),
    answers_without_you: count('Answers among them that did not name the brand itself.'),
    best_list_position: nullableInteger('The lowest list position it reached: 1 is first. Null if none.', 1),
    typical_list_position: nullableNumber(
      'Its median list position over `ranked_answers`, exact, to 1 decimal; null if it had none.',
    ),
    total_mentions: count('How often the answers named it: one that does so 3 times counts 3.'),
    engines: readonlyList(Type.String(), 'The slugs of engines that named it in the window.'),
    answers: count('Answers in the window in which Sightline looked for both it and the brand itself.'),
    ranked_answers: count("Answers that named it at a list position: the median's denominator."),
    quotes: Type.Optional(
      readonlyList(
        CompetitorQuoteSchema,
        `Only with \`quotes=1\`: up to ${MOST_QUOTES} sentences, one per answer, the best list position first, then the newest. ` +
          'Empty without one to quote.',
      ),
    ),
  },
  'How one competitor did in the answers about the brand.',
);

const NAMED_IN = [
  countColumn('answers_naming_them', 'Named in', (brand) => ({ names: brand }), { of: 'answers' }),
  countColumn('answers_without_you', 'and without you', (brand) => ({ names: brand, names_not: 'self' })),
] as const;

const NOTE =
  'Counts are answers on all engines together, or on `engine`; they are not rates. Only answers in which Sightline looked ' +
  'for both the competitor and the brand itself count: `answers` is their number.';

export const competitors = defineReport({
  name: 'competitors',
  summary: 'The competitors that answers name, with you and instead of you, and their list positions.',
  description:
    'One row per competitor tracked now. A competitor that you added later has fewer answers until you rescan older ones ' +
    '(`sightline rescan`): compare its counts with its own `answers`. /gaps has each engine.',
  takesBrand: true,
  countsMentions: true,
  windowShares: ['visibility', 'overtaken'],
  isOfOneMarket: true,
  query: {
    ...windowQuery(),
    engine: engineParameter,
    ...sliceQuery,
    quotes: booleanParameter('Whether each row has sentences to quote.', { default: false }),
  },
  data: readonlyList(
    CompetitorSchema,
    'Every competitor tracked now, by `answers_naming_them` descending, then by name.',
  ),
  meta: windowMeta,
  columns: {
    rows: {
      none: 'The brand has no competitors.',
      columns: [
        column('text', 'competitor', 'Competitor'),
        column('text', 'domain', 'Domain', { csvOnly: true }),
        ...measureColumns([{ columns: NAMED_IN }], { of: [COMPETITOR] }),
        column('position', 'best_list_position', 'Best position', { decimals: 0 }),
        {
          id: 'typical_list_position',
          label: 'Median position',
          kind: 'position',
          field: 'typical_list_position',
          decimals: 1,
          ranked: 'ranked_answers',
          answerFilter: ({ competitor }) => ({ names: competitor, ranked: 'true' }),
        },
        {
          id: 'total_mentions',
          label: 'Mentions',
          kind: 'count',
          field: 'total_mentions',
          occurrencesOf: ({ competitor }) => competitor,
          answerFilter: ({ competitor }) => ({ names: competitor }),
        },
        {
          id: 'engines',
          label: 'Engines',
          kind: 'list',
          of: 'engines',
          none: 'none',
          items: ({ engines }) => engines,
        },
        {
          id: 'quotes',
          label: 'Quotes',
          kind: 'list',
          below: true,
          items: ({ quotes = [] }) => quotes.map(quoteText),
        },
      ],
    },
  },
  tableNote:
    'Only answers in which Sightline looked for both the competitor and the brand itself count. Mentions may be more than ' +
    'answers, because an answer can name a competitor several times.',
  errors: [],
  async run(context, { quotes, ...query }) {
    const { db, now, brand } = context;
    const { period, meta } = windowOf(now, query);
    const answers = await answersOfOne(context, query, period);
    const counts = await countRanks(answers);
    const standings = standingsOf(brand.tracked, counts);
    const places = { db, brandId: brand.id, answers };
    const data = standings.map((standing) => rowOf(standing));
    if (!quotes) return { note: NOTE, meta, data };
    const quoted = await Promise.all(standings.map((standing) => quotesOf(places, standing)));
    return { note: NOTE, meta, data: data.map((row, index) => ({ ...row, quotes: quoted[index] ?? [] })) };
  },
});

interface Standing {
  readonly brand: TrackedBrand;
  readonly named: number;
  readonly counts: readonly RankCount[];
}

function standingsOf(tracked: readonly TrackedBrand[], counts: readonly RankCount[]): Standing[] {
  const byBrand = Map.groupBy(counts, ({ trackedId }) => trackedId);
  // They are in name order, and the sort is stable.
  return tracked
    .filter(({ role }) => role === 'competitor')
    .map((brand) => {
      const own = byBrand.get(brand.id) ?? [];
      return { brand, named: sumOf(own, 'named'), counts: own };
    })
    .sort((a, b) => b.named - a.named);
}

function rowOf({ brand, named: naming, counts }: Standing) {
  const ranked = counts.filter(({ rank }) => rank !== UNRANKED);
  const positions = answersByRank(ranked);
  const namingEngines = new Set(counts.filter((row) => row.named > 0).map(({ engine }) => engine));
  return {
    competitor: brand.name,
    domain: brand.hosts[0] ?? null,
    answers_naming_them: naming,
    answers_without_you: sumOf(counts, 'withoutYou'),
    best_list_position: ranked.length === 0 ? null : Math.min(...positions.keys()),
    typical_list_position: medianOf(positions),
    total_mentions: sumOf(counts, 'occurrences'),
    engines: inEngineOrder(namingEngines),
    answers: sumOf(counts, 'answers'),
    ranked_answers: sumOf(ranked, 'answers'),
  };
}

function sumOf(
  counts: readonly RankCount[],
  name: 'answers' | 'named' | 'withoutYou' | 'occurrences',
): number {
  return counts.reduce((sum, row) => sum + row[name], 0);
}

/** Over engines. */
function answersByRank(counts: readonly RankCount[]): Map<number, number> {
  const byRank = Map.groupBy(counts, ({ rank }) => rank);
  return new Map([...byRank].map(([rank, rows]) => [rank, sumOf(rows, 'answers')]));
}

interface Places {
  readonly db: Database;
  readonly brandId: number;
  readonly answers: CountedAnswers;
}

/** Position by position, from the best one to the answers without any, until there are enough. */
async function quotesOf({ db, brandId, answers }: Places, { brand, counts }: Standing) {
  const naming = counts.filter((row) => row.named > 0);
  const ranks = [...new Set(naming.map(({ rank }) => rank))].sort(bestFirst);
  const quotes: ReturnType<typeof quoteOf>[] = [];
  for (const rank of ranks) {
    const place = { ...answers, trackedId: brand.id, rank };
    const found = await newestQuotes(db, brandId, place, MOST_QUOTES - quotes.length);
    quotes.push(...found.map((quote) => quoteOf(quote, rank)));
    if (quotes.length === MOST_QUOTES) break;
  }
  return quotes;
}

function bestFirst(a: number, b: number): number {
  return (a === UNRANKED ? Infinity : a) - (b === UNRANKED ? Infinity : b);
}

function quoteOf({ snippet, engine, question, publicId }: Quote, rank: number) {
  return { snippet, engine, question, listRank: rank === UNRANKED ? null : rank, answerId: publicId };
}

/** A quote on one line: `Bolt is the best. (ChatGPT, #1, ans_…)`. */
function quoteText({ snippet, engine, listRank, answerId }: ReturnType<typeof quoteOf>): string {
  const position = listRank === null ? [] : [`#${listRank}`];
  return `${snippet} (${[engineNameOf(engine), ...position, answerId].join(', ')})`;
}
