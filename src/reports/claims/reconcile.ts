import Type from 'typebox';
import { inEngineOrder, isEngineSlug } from '../../domain/answers/engine.ts';
import type { BrandMarket } from '../../domain/brand/market.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { DAY_MS, dayOf, USUAL_DAYS } from '../../domain/time/period.ts';
import { UNTOLD } from '../../stats/claims/reconcile.ts';
import {
  countJudgedRows,
  type JudgedImport,
  type JudgedRows,
  listJudgedImports,
  type RowsAsked,
} from '../../storage/answers/judged-rows.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { MARKET } from '../dimensions/market.ts';
import type { AnswersFilters } from '../shape/answers-filters.ts';
import { column, rateAt } from '../shape/columns.ts';
import { eachMarket, marketQuery } from '../shape/markets.ts';
import { defineReport, engineParameter, type ReportContext } from '../shape/report.ts';
import {
  count,
  engineSlug,
  flag,
  instant,
  named,
  nullableNumber,
  nullableOneOf,
  nullablePoints,
  nullableText,
  oneOf,
  rateProperties,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { isUsual, windowMeta, windowMetaOf, windowOf, windowQuery } from '../shape/window.ts';
import { type PlacedRows, type ReconciledEngine, reconciledOn, STEPS, sumOf } from './reconcile-engine.ts';
import { QUOTE_REASONS } from './reconcile-quotes.ts';

const ON_ENGINE = {
  ...MARKET.properties,
  ...ENGINE.properties,
};

const rateSchema = (description: string) => Type.Object(rateProperties, { description });

const RatesSchema = named(
  'ReconciledRates',
  {
    ...ON_ENGINE,
    versus: nullableText(
      'The engine that Sightline asked, with which the row compares; null if it asked none like it.',
    ),
    theirs: rateSchema("By the tool's own marks."),
    same: rateSchema("Sightline's reading of the tool's answers."),
    ours: rateSchema('The answers that Sightline asked `versus` for.'),
    ranked: count('Answers in which both have a position.'),
    their_position: nullableNumber('The mean of theirs: the place among the brands, for most tools.'),
    our_position: nullableNumber('The mean of ours in the same answers: the place in a list.'),
    only_they_rank: count('Answers in which only the tool has one.'),
    only_we_rank: count('Answers in which only Sightline has one.'),
  },
  "Another tool's rate on one engine, beside ours.",
);

const StepSchema = named(
  'ReconcileStep',
  {
    ...ON_ENGINE,
    step: oneOf(
      STEPS,
      '`difference`: theirs less `ours`, or less `same` without enough of ours; the other steps add up to it. `mention`: ' +
        'what counts as one. `denominator`: which answers count. `days`, `panel`: days and questions of only one. `surface`: ' +
        'another one was asked. `rest`: what is left.',
    ),
    points: nullablePoints('Percentage points to 1 decimal; null if it cannot be told.'),
    lower: nullablePoints("Its 95% interval's lower end. An engine's intervals hold all together."),
    upper: nullablePoints('Upper end.'),
    beyond_chance: flag('Whether the interval, before rounding, excludes zero.'),
    untold: nullableOneOf(
      UNTOLD,
      'Why it cannot be told; null if it can. `in_surface`, `in_rest`: it is part of that step.',
    ),
    says: text('What it compares, in a sentence.'),
  },
  'One step from their rate to ours.',
);

const QuoteSchema = named(
  'ReconciledQuote',
  {
    ...ON_ENGINE,
    answer_id: text('As in /answers.'),
    collected_at: instant("The answer's time."),
    question: text('The question asked.'),
    theirs: flag('Whether the tool counts it; Sightline does the opposite.'),
    reason: oneOf(
      QUOTE_REASONS,
      'What Sightline finds: `named`: this sentence names the brand. `letters`: the letters of its name, which it does not ' +
        'take for the brand. `address`: only its address. `cited`: only a citation of its site. `absent`: nothing.',
    ),
    sentence: nullableText('The sentence with it, verbatim; null if there is none.'),
  },
  'An answer that the two read differently.',
);

const NOTE =
  "A tool's rate is the share of the rows it judged that it marks as naming the brand. The steps from it to ours add up " +
  'exactly, engine by engine. The first two compare the same answers; the others compare different ones, so chance is in them.';

const NO_IMPORT = 'No import has marks of another tool that say whether an answer names the brand.';

/** The answers that Sightline asked for. */
function ownAnswers({
  market,
  engine,
  versus,
}: Pick<RatesRow, 'market' | 'engine' | 'versus'>): AnswersFilters {
  return { market, engine: versus ?? engine, looked_for: 'self', imported: 'no' };
}

type RatesRow = Type.Static<typeof RatesSchema>;

const ENGINE_COLUMNS = [...ENGINE.columns, ...MARKET.columns] as const;

export const reconcile = defineReport({
  name: 'reconcile',
  summary: "Why another tool's rate differs from yours, in steps that add up.",
  description:
    "For an import with another tool's marks: its rate, ours on the same answers, and the way to yours. Without a window, its " +
    'last 28 days.',
  takesBrand: true,
  countsMentions: true,
  query: {
    ...windowQuery(),
    import: Type.Optional(
      Type.String({ description: 'Its id, from `meta.imports`; by default, the newest with marks.' }),
    ),
    engine: engineParameter,
    versus: Type.Optional(engineSlug('The engine of yours to compare with; by default, the likest.')),
    ...marketQuery,
  },
  data: Type.Object({
    rates: readonlyList(RatesSchema, "Each engine in the import's rows."),
    steps: readonlyList(StepSchema, 'Engine by engine, in the order in which they are taken.'),
    quotes: readonlyList(QuoteSchema, 'At most 5 newest answers per engine.'),
  }),
  meta: {
    ...windowMeta,
    import: nullableText('The import; null for none.'),
    imports: readonlyList(
      Type.Object({
        id: text('Its id.'),
        file_name: text("The file's name."),
        created_at: instant('When it was brought.'),
      }),
      'Imports with marks, newest first.',
    ),
    unplaced_rows: count('Judged rows in the window that belong to no engine or market here.'),
  },
  columns: {
    rates: {
      title: 'Rates',
      none: NO_IMPORT,
      columns: [
        ...ENGINE_COLUMNS,
        column('engine', 'versus', 'Compared with', { none: 'none' }),
        { id: 'theirs', label: 'Theirs', ...rateAt('theirs') },
        { id: 'same', label: 'Ours on the same answers', ...rateAt('same') },
        {
          id: 'ours',
          label: 'Yours',
          ...rateAt('ours'),
          answerFilter: (row) => ({ ...ownAnswers(row), names: 'self' }),
          denominatorFilter: ownAnswers,
        },
        column('position', 'their_position', 'Their position', { decimals: 2, ranked: 'ranked' }),
        column('position', 'our_position', 'Ours', { decimals: 2 }),
        column('count', 'only_they_rank', 'Only they rank', { csvOnly: true }),
        column('count', 'only_we_rank', 'Only Sightline ranks', { csvOnly: true }),
      ],
    },
    steps: {
      title: 'Steps from theirs to yours',
      none: 'There is no difference to explain.',
      grouped: true,
      columns: [
        ...ENGINE_COLUMNS,
        column('code', 'step', 'Step'),
        column('points', 'points', 'Points (95%)', { lower: 'lower', upper: 'upper' }),
        column('flag', 'beyond_chance', 'Exceeds noise', { csvOnly: true }),
        column('code', 'untold', 'Not told', { csvOnly: true }),
        column('prose', 'says', 'What it is'),
      ],
    },
    quotes: {
      title: 'Answers that the two read differently',
      none: 'No answer is read differently.',
      columns: [
        ...ENGINE_COLUMNS,
        column('flag', 'theirs', 'They count it'),
        column('code', 'reason', 'Sightline finds'),
        column('prose', 'sentence', 'Sentence', { none: 'none' }),
        column('text', 'question', 'Question'),
        column('instant', 'collected_at', 'Collected', { csvOnly: true }),
        column('text', 'answer_id', 'Answer'),
      ],
    },
  },
  errors: [],
  async run(context, query) {
    const { db, brand, now } = context;
    const markets = eachMarket(brand, query);
    const imports = await listJudgedImports(db, brand.id);
    const chosen = importIn(imports, query.import);
    const { period, meta } = chosen && isUsual(query) ? windowOfImport(now, chosen) : windowOf(now, query);
    const asked = chosen && { importId: chosen.id, trackedId: context.panel.self, period };
    const all = asked === null ? [] : await countJudgedRows(db, brand.id, asked);
    const placed = placedIn(all, brand.markets);
    const found = asked === null ? [] : await reconciledIn(context, { ...query, markets }, asked, placed);
    const judged = (rows: readonly JudgedRows[]) => sumOf(rows.filter(({ theirs }) => theirs !== null));
    return {
      note: chosen === null ? NO_IMPORT : [NOTE, ...found.map(({ says }) => says)].join(' '),
      meta: {
        ...meta,
        import: chosen?.publicId ?? null,
        imports: imports.map(importFields),
        unplaced_rows: judged(all) - judged(placed),
      },
      data: {
        rates: found.map(({ rates }) => rates),
        steps: found.flatMap(({ steps }) => steps),
        quotes: found.flatMap(({ quotes }) => quotes),
      },
    };
  },
});

/** Each engine of each market. */
async function reconciledIn(
  context: ReportContext,
  { markets, engine: only, versus }: { markets: readonly BrandMarket[]; engine?: string; versus?: string },
  asked: RowsAsked,
  placed: readonly PlacedRows[],
): Promise<ReconciledEngine[]> {
  const found: ReconciledEngine[] = [];
  for (const market of markets) {
    const own = placed.filter(({ marketId }) => marketId === market.id);
    const engines = inEngineOrder(own.map(({ engine }) => engine));
    for (const engine of engines.filter((slug) => only === undefined || slug === only)) {
      const rows = own.filter((row) => row.engine === engine);
      found.push(await reconciledOn(context, { rows, engine, market, asked, versus }));
    }
  }
  return found;
}

function importFields({ publicId, fileName, createdAt }: JudgedImport) {
  return { id: publicId, file_name: fileName, created_at: formatInstant(createdAt) };
}

/** @throws SightlineError `invalid_parameter` for an import without marks */
function importIn(imports: readonly JudgedImport[], asked: string | undefined): JudgedImport | null {
  const found = asked === undefined ? imports[0] : imports.find(({ publicId }) => publicId === asked);
  if (found !== undefined) return found;
  if (asked === undefined) return null;
  throw new SightlineError(
    'invalid_parameter',
    `\`import\`: this brand has no import \`${asked.slice(0, 60)}\` with another tool's marks.`,
  );
}

/** Its last days, as many as in the usual window. */
function windowOfImport(now: number, { first, last }: JudgedImport) {
  const end = dayOf(last) + 1;
  const from = Math.max(dayOf(first), end - USUAL_DAYS) * DAY_MS;
  const period = { from, to: Math.min(end * DAY_MS, now + 1) };
  return { period, meta: windowMetaOf(period) };
}

/** Rows of an engine and market of ours; without a market, the only one. */
function placedIn(all: readonly JudgedRows[], markets: readonly BrandMarket[]): PlacedRows[] {
  const [only, ...others] = markets;
  return all.flatMap((row) => {
    const marketId = row.marketId ?? (others.length === 0 ? only?.id : undefined);
    const { engine } = row;
    return engine === null || !isEngineSlug(engine) || marketId === undefined
      ? []
      : [{ ...row, engine, marketId }];
  });
}
