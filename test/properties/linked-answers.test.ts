import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { VERDICTS } from '../../src/domain/brand/model-reading.ts';
import { questionIdOf } from '../../src/domain/questions/question-id.ts';
import { answers as answersReport } from '../../src/reports/answers/answers.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { type Envelope, runReport } from '../../src/reports/run/run-report.ts';
import type { AnswersFilters } from '../../src/reports/shape/answers-filters.ts';
import {
  type AnyRow,
  type Column,
  filtersOfAnswers,
  filtersOfDenominator,
  valueAt,
} from '../../src/reports/shape/columns.ts';
import type { Report } from '../../src/reports/shape/report.ts';
import { sliceQuery } from '../../src/reports/shape/slice.ts';
import { tableViews } from '../../src/reports/show/table-view.ts';
import { promptDigest } from '../../src/storage/directory/brand/prompts.ts';
import { effort } from '../support/effort.ts';
import { assertWithFixedCase } from '../support/fixed-case.ts';
import { type Judgment, judge, MODEL, readBy } from '../support/judged.ts';
import {
  RANDOM_ENGINES,
  RANDOM_MODELS,
  RANDOM_PROMPTS,
  RANDOM_TAGS,
  type RandomAnswer,
  randomAnswer,
  randomLine,
} from '../support/random-answers.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, DAY_MS, HOUR_MS, iso, NOW, pipelineOn } from '../support/world.ts';

/**
 * Numbers in tables that count no answers, or whose answers no filter can list, by report and label.
 * Everything else must link to its answers.
 */
const NOT_ANSWERS: Readonly<Record<string, readonly string[]>> = {
  me: [
    'Questions',
    'Brands',
    'Requests left',
    'Answers a rate needs',
    'Points an alert needs',
    'Answers it needs, each side',
  ],
  brands: ['Active questions', 'Location'],
  answers: ['Location'],
  questions: ['Searches a month'],
  recommendations: ['Tier', 'How many competitors'],
  sentiment: ['Labels', 'Labels to halve the interval'],
  // The searched citation is in the address, not in a row.
  cited: ['Cited in', 'and naming the brand'],
  // What people pasted is no answer of ours.
  'spot-checks': ['Position', 'Tries naming it'],
  pages: ['Status'],
  // Of one import's rows, which no filter lists.
  reconcile: [
    'Theirs',
    'Ours on the same answers',
    'Their position',

    'Only they rank',
    'Only Sightline ranks',
  ],
  // The engine of these is in `meta`, not in a row.
  sources: ['Cited in', 'Naming the brand where cited', 'Naming the brand elsewhere'],
  // A site's log is no answer.
  crawls: ['Requests', 'Pages', 'Refused', 'Requests before', 'Pages before', 'Refused before'],
  visits: ['Visits', 'Paid', 'Visits before', 'Paid before'],
  funnel: [
    'Read: search',
    'Read: user',
    'Read: training',
    'Refused',
    'Spoofed',
    'Unverifiable',
    'Visits',
    'Paid visits',
    'Days between',
    'Bing citations',
    'AI impressions, Google',
    'Status',
  ],
  // They have no answer.
  coverage: ['Asked', 'Failed'],
  todo: ['Missing'],
  // No /answers filter takes a name that is not tracked.
  rivals: ['Answers', 'Questions'],
  searches: ['All questions', 'All domains'],
  // No /answers filter takes ads; a row has the newest answer.
  cards: ['Showing ads', 'Showing products', 'Prices seen', 'Answers showing it'],
  definitions: ['Figure', 'Answers'],
  comparisons: ['Shared questions', 'Answers needed', 'Least points', 'Least answers', 'Noise floor'],
  planner: [
    'Questions',
    'Points',
    'Days now',
    'Alerts from',
    'Answers a day',
    'Answer likeness',
    // Shares depend on what each kind of change counts.
    'Share now',
    'Points in 7 days',
    'in 28 days',
    'Drop now',
    'Drop then',
    'Rise now',
    'Rise then',
    'Questions a day',
    'Questions a day then',
    'Times a day',
  ],
  claim: [
    'More answers',
    'Size',
    'Top',
    'Answers in which it was looked for',
    'Answers to all questions',
    'Other Answers in which it was looked for',
    'Other Answers to all questions',
    'Questions',
    'P',
    'P corrected',
  ],
};

/** Whether only a compared report's CSV has the column: the earlier window, and both windows' questions. */
function isCompared(label: string): boolean {
  return /^Before: |^Shared questions$|^Compared(?: of)?$/.test(label);
}

type AnyColumn = Column<AnyRow>;

/** A number in a row, and the filters for its answers. */
interface Figure {
  readonly what: string;
  readonly count: number;
  readonly filters: AnswersFilters;
  /** The brand whose mentions the number counts, if it does not count answers. */
  readonly occurrencesOf: string | undefined;
}

/** A column's fields that may count answers, each with its filters if it has them. */
function countsIn(column: AnyColumn) {
  const behind = {
    says: column.answerFilter !== undefined,
    of: (row: AnyRow) => filtersOfAnswers(column, row),
  };
  if (column.kind === 'count') return [{ field: column.field, behind }];
  if (column.kind === 'position' && column.ranked !== undefined) return [{ field: column.ranked, behind }];
  if (column.kind !== 'rate') return [];
  const among = {
    says: column.denominatorFilter !== undefined,
    of: (row: AnyRow) => filtersOfDenominator(column, row),
  };
  return [
    { field: column.count, behind },
    { field: column.of, behind: among },
  ];
}

/** The denominator of a share of mentions is every brand's mentions. */
const EVERY_BRAND = 'every brand';

function figuresIn(column: AnyColumn, row: AnyRow, where: string): Figure[] {
  return countsIn(column).flatMap(({ field, behind }) => {
    const count = valueAt(row, field);
    if (!behind.says || typeof count !== 'number') return [];
    const brand = 'occurrencesOf' in column ? column.occurrencesOf?.(row) : undefined;
    const isDenominator = column.kind === 'rate' && field === column.of;
    const occurrencesOf = brand !== undefined && isDenominator ? EVERY_BRAND : brand;
    const what = `${where}: ${field} of ${JSON.stringify(row)}`;
    const filters = behind.of(row);
    if (filters === null) assert.equal(count, 0, what);
    return filters === null ? [] : [{ what, count, filters, occurrencesOf }];
  });
}

describe('columns', () => {
  for (const { name, columns } of REPORTS) {
    test(`/${name}: every number that counts answers has their filters`, () => {
      const silent = Object.values(columns).flatMap((table) =>
        table.columns
          .filter((column) => countsIn(column).some(({ behind }) => !behind.says))
          .map(({ label }) => label),
      );
      assert.deepEqual(
        silent.filter((label) => !isCompared(label) && !NOT_ANSWERS[name]?.includes(label)),
        [],
        'give it `answerFilter` (and a rate `denominatorFilter`), or add it to NOT_ANSWERS',
      );
      const unneeded = NOT_ANSWERS[name]?.filter((label) => !silent.includes(label)) ?? [];
      assert.deepEqual(unneeded, [], 'NOT_ANSWERS lists only columns that exist');
    });
  }
});

/** In both windows of a comparison, on their edges, and long before. */
const recent = fc.oneof(
  fc.integer({ min: 0, max: 36 * 24 }).map((hours) => NOW - hours * HOUR_MS),
  fc
    .tuple(fc.constantFrom(0, 1, 7, 8, 35, 36), fc.constantFrom(0, 1))
    .map(([days, off]) => NOW - days * DAY_MS + off - 1),
);
const old = fc.integer({ min: 45, max: 400 }).map((days) => NOW - days * DAY_MS - HOUR_MS);

/** The prompts' markets, by the answer's market. */
const MARKETS = [
  { name: 'us', location_code: 2840, language_code: 'en' },
  { name: 'de', location_code: 2276, language_code: 'de' },
];

/** Mostly the first market, which most reports are about. */
const market = fc.constantFrom('us', 'us', 'us', 'de');
const answerAt = (at: fc.Arbitrary<number>, brands: readonly string[]) =>
  fc.record({ answer: randomAnswer(at, brands), market });
type Placed = { readonly answer: RandomAnswer; readonly market: string };

/** A store's answers in order of arrival, and parameters for the reports. */
const world = fc.record({
  first: fc.array(answerAt(fc.oneof(recent, old), ['Acme', 'Bolt', 'Cargo', 'Gone']), {
    minLength: 10,
    maxLength: 40,
  }),
  second: fc.array(answerAt(fc.oneof(recent, old), ['Acme', 'Bolt', 'Cargo', 'Late']), {
    minLength: 10,
    maxLength: 40,
  }),
  /** From before the comparison windows, where brands' answers must not change. */
  third: fc.array(answerAt(old, ['Acme', 'Bolt', 'Late', 'Newest']), { minLength: 10, maxLength: 20 }),
  rolls: fc.array(fc.nat(), { minLength: 32, maxLength: 32 }),
});

type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

/** A model's verdicts; some answers it could not judge, or has not read. */
function judgmentAt(at: number): Judgment | undefined {
  const hours = Math.round(at / HOUR_MS);
  if (hours % 5 === 0) return undefined;
  if (hours % 7 === 0) return { names: null };
  const verdictOf = (brand: number) => ({ verdict: oneOf(VERDICTS, hours + brand) });
  return { names: { Acme: verdictOf(0), Bolt: verdictOf(1), Cargo: verdictOf(2) } };
}

/** The most rows with figures that a test checks, evenly spread: wrong filters in a column fail in most rows. */
const MOST_ROWS = effort(2, 200);

function someOf<T>(rows: readonly T[]): T[] {
  const step = Math.max(1, rows.length / MOST_ROWS);
  return Array.from(
    { length: Math.min(rows.length, MOST_ROWS) },
    (_, index) => rows[Math.floor(index * step)] as T,
  );
}

onReusedStore('the answers behind every figure', (fresh) => {
  let store: TestStore;
  let round = 0;

  before(async () => {
    store = await fresh();
  });

  /**
   * A brand with stored and compared answers: Late was tracked after the first answers, Gone no longer is,
   * and Newest was tracked in few of them.
   */
  async function brandWith({ first, second, third, rolls }: World): Promise<string> {
    round += 1;
    const brand = `brand-${round}`;
    const { apply, importLines, watch } = pipelineOn(store);
    const declare = async (...names: string[]) => {
      const competitors = names.map((name) => ({
        name,
        ...(name === 'Bolt' ? { domain: 'bolt.example' } : {}),
      }));
      const prompts = RANDOM_PROMPTS.map((text) => ({ text, tags: RANDOM_TAGS[text] }));
      const { market: _, ...acme } = ACME_BRAND;
      const one = { ...acme, id: brand, engines: RANDOM_ENGINES, competitors, markets: MARKETS, prompts };
      const alerts = { min_sample_each_side: 5, min_delta_points: 1 };
      await apply({ organizations: [{ name: brand, plan: { name: 'growth' }, alerts, brands: [one] }] });
    };
    let index = 0;
    const give = async (answers: readonly Placed[]) => {
      const lines = answers.map(({ answer, market }) => ({ ...randomLine(answer, brand, index++), market }));
      assert.equal((await importLines(lines)).bad_lines, 0);
    };
    await declare('Bolt', 'Cargo', 'Gone');
    await give(first);
    await declare('Bolt', 'Cargo', 'Gone', 'Late');
    await give(second);
    const { id } = await store.main
      .selectFrom('brands')
      .select('id')
      .where('public_id', '=', brand)
      .executeTakeFirstOrThrow();
    await judge(store.main, id, (_, at) => judgmentAt(at));
    await readBy(store.main, id, (rolls[0] ?? 0) % 2 === 0 ? MODEL : null);
    for (const days of [3, 2, 1]) await watch({ at: NOW - days * DAY_MS, brand });
    await declare('Bolt', 'Cargo', 'Late');
    await watch({ at: NOW, brand });
    await declare('Bolt', 'Cargo', 'Late', 'Newest');
    await give(third);
    return brand;
  }

  async function ask(report: Report, brand: string, query: Asked): Promise<Envelope> {
    const caller = await operatorCaller(store.main, { brand }, NOW);
    return await runReport(store.main, NOW, caller, report, report.takesBrand ? { ...query, brand } : query);
  }

  /** A report with its result for some parameters; undefined if it refuses the combination. */
  async function called(report: Report, brand: string, query: Asked) {
    const envelope = await ask(report, brand, query).catch((error) => {
      assert.equal(error.code, 'invalid_parameter', String(error));
    });
    return envelope && { query, envelope };
  }

  /** How many answers lie behind a figure, or mentions of a brand in them. */
  async function countBehind(
    brand: string,
    filters: AnswersFilters,
    occurrencesOf?: string,
  ): Promise<number> {
    let count = 0;
    let cursor: unknown;
    do {
      const at = typeof cursor === 'string' ? { cursor } : {};
      const { data, meta } = await ask(answersReport, brand, { ...filters, ...at, limit: '50' });
      const rows = data as { mentions: { brand: string; mentioned: boolean; count: number | null }[] }[];
      const mentions = rows.flatMap((row) =>
        row.mentions.filter(({ brand: name }) => [name, EVERY_BRAND].includes(occurrencesOf ?? '')),
      );
      // A mention without a count counts as one.
      const occurrences = mentions.reduce((sum, each) => sum + (each.count ?? Number(each.mentioned)), 0);
      count += occurrencesOf === undefined ? rows.length : occurrences;
      cursor = meta.next_cursor;
    } while (cursor !== null);
    return count;
  }

  test('link to as many answers as they say: in every report, list, row, and column', async () => {
    const looked = new Map<string, number>();
    const property = fc.asyncProperty(world, async (given) => {
      const brand = await brandWith(given);
      let rolls = 0;
      const roll = () => given.rolls[rolls++ % given.rolls.length] ?? 0;
      const known = new Map<string, number>();
      for (const report of REPORTS) {
        for (const query of queriesOf(report, roll)) {
          const answer = await called(report, brand, query);
          if (answer === undefined) continue;
          for (const { what, count, filters, occurrencesOf } of figuresOf(report, answer.envelope)) {
            const whole: AnswersFilters = { ...periodFor(filters, answer), ...filters };
            const key = JSON.stringify([whole, occurrencesOf]);
            const seen: number = known.get(key) ?? (await countBehind(brand, whole, occurrencesOf));
            known.set(key, seen);
            assert.equal(seen, count, `${what}, by ${JSON.stringify(whole)}`);
            looked.set(report.name, (looked.get(report.name) ?? 0) + Number(count > 0));
          }
        }
      }
    });
    await assertWithFixedCase(property, { seed: 6, numRuns: effort(1, 60) });
    for (const { name, columns } of REPORTS) {
      const counts = Object.values(columns).some((table) =>
        table.columns.some((column) => countsIn(column).some(({ behind }) => behind.says)),
      );
      // Given mentions have no text to read, no days have a change, no page is fetched, and no import has marks: these reports' own tests have them.
      const isEmpty = ['said', 'facts', 'changes', 'todo', 'reconcile'].includes(name);
      assert.equal((looked.get(name) ?? 0) > 0, counts && !isEmpty, `/${name} has figures that are not 0`);
    }
  });
});

/** The figures in rows that have any, and in one row without. */
function figuresOf(report: Report, envelope: Envelope): Figure[] {
  return tableViews(report, envelope).flatMap(({ name, table, rows }) => {
    const all = rows.map((row) =>
      table.columns.flatMap((column) => figuresIn(column, row, `/${report.name} ${name} ${column.label}`)),
    );
    const hasAny = (figures: Figure[]) => figures.some(({ count }) => count > 0);
    return [...someOf(all.filter(hasAny)), ...all.filter((figures) => !hasAny(figures)).slice(0, 1)].flat();
  });
}

/** Query parameters; a list where one may be repeated. */
type Asked = Readonly<Record<string, string | readonly string[]>>;

/** The report's period, engine, and slice, which apply to all rows; an alert or a comparison has its own. */
function periodFor(
  filters: AnswersFilters,
  { query, envelope }: { readonly query: Asked; readonly envelope: Envelope },
): AnswersFilters {
  if (filters.alert !== undefined || filters.comparison !== undefined) return {};
  const window = envelope.meta.window as { from: string; until: string } | undefined;
  const kept = Object.entries(query).filter(
    ([name]) => name === 'engine' || name === 'reader' || name in sliceQuery,
  );
  return { ...window, ...Object.fromEntries(kept) };
}

/** The longest window, also by model if the report takes that, and random parameters. */
function queriesOf(report: Report, roll: () => number): Asked[] {
  const whole = wholeQuery(report);
  const { enum: values = [] } = (report.query.by ?? {}) as { enum?: readonly string[] };
  return [whole, ...(values.includes('model') ? [{ ...whole, by: 'model' }] : []), randomQuery(report, roll)];
}

/** The longest window, in which every report has figures. */
function wholeQuery({ query }: Report): Asked {
  return { ...('days' in query ? { days: '365' } : {}), ...('limit' in query ? { limit: '200' } : {}) };
}

/** Random values for parameters with a slice, a list of values, or a window; the longest list. */
function randomQuery(report: Report, roll: () => number): Asked {
  const query: Record<string, string | readonly string[]> = {};
  for (const [name, schema] of Object.entries(report.query)) {
    const { enum: values } = schema as { enum?: readonly string[] };
    if (name === 'limit') query.limit = '200';
    else if (name === 'days') query.days = oneOf(['1', '7', '8', '30', '90', '365'], roll());
    else if (name === 'until')
      Object.assign(query, roll() % 2 ? {} : { until: iso(NOW - (roll() % 1000) * HOUR_MS) });
    else if (name in SLICES)
      Object.assign(query, roll() % 5 ? {} : { [name]: oneOf(SLICES[name] ?? [], roll()) });
    else if (values !== undefined && roll() % 3 === 0)
      query[name] = oneOf(name === 'engine' ? RANDOM_ENGINES : values, roll());
  }
  return query;
}

/** Values for each slice parameter. */
const SLICES: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  tag: ['odd', ['first', 'even']],
  tag_not: ['even', 'first'],
  branded: ['none'],
  question: RANDOM_PROMPTS.map((text) => questionIdOf(promptDigest(text))),
  model: [...RANDOM_MODELS, 'unknown', RANDOM_MODELS],
  market: ['us', 'de'],
};

function oneOf<T>(values: readonly T[], roll: number): T {
  return values[roll % values.length] as T;
}
