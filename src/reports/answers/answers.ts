import Type from 'typebox';
import { isPublicId } from '../../domain/access/public-id.ts';
import { FRAMINGS, ROLES } from '../../domain/answers/answer-reading.ts';
import { COLLECTION_METHODS, engineOf } from '../../domain/answers/engine.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Period } from '../../domain/time/period.ts';
import { listIds } from '../../panel/counts/models.ts';
import { findAnswerPosition } from '../../storage/answers/answers.ts';
import {
  type AnswerRow,
  type AnswersPage,
  answersOn,
  selectPage,
} from '../../storage/answers/answers-page.ts';
import { type AnswerPosition, MOST_COUNTED } from '../../storage/answers/filter/answer-filter.ts';
import type { BrandSnapshot } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { ENGINE_SLUG } from '../dimensions/engine.ts';
import { column } from '../shape/columns.ts';
import { marketNote } from '../shape/markets.ts';
import { defineReport, limitParameter, type ReportContext } from '../shape/report.ts';
import {
  flag,
  instant,
  named,
  nullableInteger,
  nullableOneOf,
  nullableText,
  oneOf,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { ALL_TIME, sliceOf } from '../shape/slice.ts';
import { answerFilterOf, refuseUnknownQuestion } from './answer-filter.ts';
import { type FilterQuery, filterQuery, refuseContradictions } from './answers-query.ts';

const MentionSchema = named(
  'Mention',
  {
    brand: text('The tracked brand.'),
    role: oneOf(ROLES, 'The brand itself or a competitor.'),
    mentioned: flag('False: Sightline looked for the brand and did not find it.'),
    rank: nullableInteger('1-based list position; null when unranked.', 1),
    count: nullableInteger('Times named in this answer.'),
    framing: nullableOneOf(
      FRAMINGS,
      'Null when genuinely ambivalent, or when the reader could not judge it.',
    ),
    framing_signals: Type.Unsafe<readonly string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'The words of the answer behind `framing`, verbatim.',
    }),
    reader: nullableText(
      "Who judged `framing`: `rules`, or the model's name; null if the model has not judged this name.",
    ),
    snippet: nullableText('A sentence that names the brand, verbatim.'),
  },
  'One tracked brand in one answer.',
);

const CitationSchema = named(
  'Citation',
  {
    url: text('The cited page.'),
    domain: text('Its host, normalized as in /sources; for a Google redirect, the host it leads to.'),
    rank: nullableInteger("Position in the engine's source list.", 1),
    title: nullableText('Page title, where the engine supplied one.'),
  },
  'A page that an answer cites.',
);

const AnswerSchema = named(
  'Answer',
  {
    id: Type.String({
      pattern: '^ans_[0-9A-Za-z]{12}$',
      description: 'Opaque id, and the cursor of the next page.',
    }),
    engine: text('Engine slug.'),
    collection_method: oneOf(
      COLLECTION_METHODS,
      'Collection method; `import`: by a tool that Sightline never asks.',
    ),
    provider: text(
      'The provider that Sightline asks the engine through. A surface through another provider is a separate engine.',
    ),
    prompt: text('The question asked.'),
    answer: nullableText('The answer, verbatim, as Markdown; null when the engine returned none.'),
    outcome: oneOf(
      ['ok', 'empty'],
      '`empty`: the engine answered and named nobody. It counts in every denominator.',
    ),
    collected_at: instant('The time when Sightline asked.'),
    market: Type.Optional(
      text("Only for a brand that has or had several markets: the answer's market, a name from /brands."),
    ),
    location_code: nullableInteger('The location that the engine answered for; null if it used none.'),
    mentions: readonlyList(MentionSchema, 'One per tracked brand: the brand itself first, then by name.'),
    citations: readonlyList(CitationSchema, "In the engine's order."),
  },
  'One stored answer.',
);

export const answers = defineReport({
  name: 'answers',
  summary: 'The answers behind the numbers, newest first.',
  description:
    "With filters, these are the answers behind a figure: pass both ends from its report's `meta.window` as `from` and " +
    "`until`, and its row's brand, engine, and so on. Answers must meet all filters; filters that no answer can meet " +
    'together are an error. To page, pass `meta.next_cursor` as `cursor` until it is null. Answers that arrive in between ' +
    'neither shift nor repeat a page. Failed collections never appear.',
  takesBrand: true,
  query: {
    limit: limitParameter('answers'),
    cursor: Type.Optional(
      Type.String({ description: 'An answer id from an earlier page; the page starts after it.' }),
    ),
    id: Type.Optional(Type.String({ description: 'Only the answer with this id.' })),
    ...filterQuery,
  },
  data: readonlyList(AnswerSchema, 'One page of answers.'),
  meta: { next_cursor: nullableText('Pass it as `cursor` for the next page; null on the last.') },
  columns: {
    rows: {
      none: 'No answers.',
      columns: [
        column('instant', 'collected_at', 'Collected'),
        ...ENGINE_SLUG.columns,
        column('text', 'collection_method', 'Method', { csvOnly: true }),
        column('text', 'provider', 'Provider', { csvOnly: true }),
        column('text', 'prompt', 'Question'),
        column('code', 'outcome', 'Outcome'),
        { id: 'named', label: 'Named', kind: 'list', items: namesIn, none: 'nobody' },
        { id: 'citations', label: 'Citations', kind: 'list', items: pagesIn },
        { id: 'market', label: 'Market', kind: 'list', items: marketsIn, csvOnly: true },
        column('count', 'location_code', 'Location', { csvOnly: true }),
        column('text', 'answer', 'Answer', { csvOnly: true }),
        column('text', 'id', 'Id'),
      ],
    },
  },
  errors: ['bad_cursor'],
  check: ({ id, cursor, ...filters }) => {
    if (id !== undefined && cursor !== undefined) {
      throw new SightlineError('invalid_parameter', 'One answer has no pages: give `id` or `cursor`.');
    }
    refuseContradictions(filters);
  },
  async run(context, query) {
    const { limit, id } = query;
    const { brand } = context;
    const found = await pageOf(context, query, await chosenIn(context, query));
    const rows = found === null ? [] : answersOn(found, brand.tracked, context.panel.reader);
    const page = rows.filter(({ publicId }) => id === undefined || publicId === id).slice(0, limit);
    return {
      note: [
        'Newest first. An answer with outcome `empty` is an observation, not a failure.',
        noteOn(brand, query),
      ]
        .filter((each) => each !== '')
        .join(' '),
      meta: { next_cursor: rows.length > limit ? (page.at(-1)?.publicId ?? null) : null },
      data: page.map((row) => answerOf(row, brand)),
    };
  },
});

/** An answer id applies to any market. */
function noteOn(brand: BrandSnapshot, query: AnswersQuery): string {
  return query.id === undefined ? marketNote(brand, query) : '';
}

type AnswersQuery = FilterQuery & {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly id?: string | undefined;
};

/** The filters for questions and models. Answers by a rare model, or of a small import, are found by their ids. */
async function chosenIn(context: ReportContext, query: AnswersQuery): Promise<Chosen> {
  const period = periodIn(query);
  const chosen = await sliceOf(context, period, query);
  if (chosen.models === undefined && chosen.isImported === undefined) return chosen;
  const only = { ...chosen, engine: query.engine };
  const ids = await listIds({ panel: context.panel, period, only }, MOST_COUNTED);
  return { ...chosen, ids: ids ?? undefined };
}

type Chosen = Parameters<typeof answerFilterOf>[2];

function periodIn({ from, until }: FilterQuery): Period {
  return { from: from ?? ALL_TIME.from, to: until === undefined ? ALL_TIME.to : until + 1 };
}

/** A page's answers and the next one; null if there can be none. */
async function pageOf(
  context: ReportContext,
  query: AnswersQuery,
  chosen: Chosen,
): Promise<AnswersPage | null> {
  const page = await matchingPage(context, query, chosen);
  if (page === null || page.answers.length === 0) await refuseUnknownQuestion(context, query);
  return page;
}

async function matchingPage(
  context: ReportContext,
  { limit, cursor, id, ...filters }: AnswersQuery,
  chosen: Chosen,
): Promise<AnswersPage | null> {
  const { db, brand } = context;
  const after = cursor === undefined ? null : await positionOf(db, brand.id, cursor);
  const found = await answerFilterOf(context, filters, chosen);
  if (found === null) return null;
  if (id === undefined) return await selectPage(db, brand.id, { filter: found, after, limit: limit + 1 });
  const wanted = filters.market === undefined ? { ...found, market: undefined } : found;
  const before = await placeBefore(db, brand.id, id);
  return before && (await selectPage(db, brand.id, { filter: wanted, after: before, limit: 1 }));
}

/** The position right after the listed answer with this id; null if there is no such answer. */
async function placeBefore(db: Database, brandId: number, id: string): Promise<AnswerPosition | null> {
  const place = isPublicId('ans', id) ? await findAnswerPosition(db, brandId, id) : null;
  return place && { ...place, id: place.id + 1 };
}

async function positionOf(db: Database, brandId: number, cursor: string): Promise<AnswerPosition> {
  const position = isPublicId('ans', cursor) ? await findAnswerPosition(db, brandId, cursor) : null;
  if (position === null) {
    throw new SightlineError(
      'bad_cursor',
      "The cursor is not one of this brand's answer ids. Start again without it.",
    );
  }
  return position;
}

function answerOf(row: AnswerRow, { markets }: BrandSnapshot) {
  return {
    id: row.publicId,
    engine: row.engine,
    collection_method: engineOf(row.engine).method,
    provider: engineOf(row.engine).provider,
    prompt: row.prompt,
    answer: row.text,
    outcome: row.outcome,
    collected_at: formatInstant(row.collectedAt),
    ...(markets.length > 1 && { market: markets.find(({ id }) => id === row.marketId)?.name ?? '' }),
    location_code: row.locationCode,
    mentions: row.mentions.map((mention) => ({
      brand: mention.brand,
      role: mention.role,
      mentioned: mention.mentioned,
      rank: mention.rank,
      count: mention.count,
      framing: mention.framing,
      framing_signals: mention.framingSignals,
      reader: mention.reader,
      snippet: mention.snippet,
    })),
    citations: row.citations.map(({ url, host, position, title }) => ({
      url,
      domain: host,
      rank: position,
      title,
    })),
  };
}

type Answer = Type.Static<typeof AnswerSchema>;

function namesIn({ mentions }: Answer): string[] {
  const named = mentions.filter(({ mentioned }) => mentioned);
  return named.map(({ brand, rank }) => (rank === null ? brand : `${brand} #${rank}`));
}

function marketsIn({ market }: Answer): string[] {
  return market === undefined ? [] : [market];
}

function pagesIn({ citations }: Answer): string[] {
  return citations.map(({ url }) => url);
}
