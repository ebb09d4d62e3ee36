import Type from 'typebox';
import { engineNameOf, inEngineOrder } from '../../domain/answers/engine.ts';
import { SPOT_CHECKS } from '../../domain/brand/spot-check.ts';
import { independent, type Proportion } from '../../domain/figures/proportion.ts';
import { type RateOfQuestions, rateOf, roundedInterval } from '../../domain/figures/rate.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { formatDay } from '../../domain/time/instant.ts';
import { dayOf } from '../../domain/time/period.ts';
import { countPromptsByEngine } from '../../panel/counts/prompts.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import {
  judgeTries,
  missesInARow,
  missesInterval,
  missesOnOneQuestion,
  type Tendency,
  type TriedQuestion,
  tendencyOf,
} from '../../stats/claims/spot-odds.ts';
import { nearestCorrelation } from '../../stats/rates/design-effect.ts';
import { listSpotChecks, type SpotCheck } from '../../storage/answers/spot-checks.ts';
import { listTaggedPrompts } from '../../storage/directory/brand/prompts.ts';
import { listAskedEngines } from '../../storage/directory/brands.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { column, RATE } from '../shape/columns.ts';
import { repetitionsIn } from '../shape/design-effects.ts';
import { marketQuery } from '../shape/markets.ts';
import { defineReport, limitParameter, type ReportContext } from '../shape/report.ts';
import { sampleDesigns } from '../shape/sample-design.ts';
import {
  count,
  flag,
  IntervalSchema,
  named,
  nullable,
  nullableInteger,
  nullableNumber,
  nullableShare,
  nullableText,
  oneOf,
  rateProperties,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

/** The tries in a row whose odds the report has. */
const ROW = 3;

const CheckSchema = named(
  'SpotCheck',
  {
    id: text('`DELETE /spot-checks/{id}` takes it.'),
    day: text('The UTC day on which the person asked.'),
    person: nullableText('Who saw it; null if nobody said.'),
    via: oneOf(['user', 'link'], '`link`: pasted through a client link.'),
    ...ENGINE.properties,
    question: text('As the person wrote it.'),
    question_id: nullableText('The question of yours that it is, as in /questions; null for none.'),
    named: flag('Whether the answer names the brand.'),
    position: nullableInteger('Its list position; null without one.', 1),
  },
  'An answer that an engine gave a person.',
);

const OddsSchema = named(
  'SpotCheckOdds',
  {
    ...ENGINE.properties,
    ...rateProperties,
    one_miss: nullableShare(
      'The chance that one try does not name the brand; null below `min_sample` answers.',
    ),
    three_misses: nullableShare('The same of three tries of different questions.'),
    three_misses_interval: nullable(IntervalSchema, 'From the ends of `interval`; null where the rate is.'),
    one_question_misses: nullableShare(
      'The same of three tries of one question on a day, which repeat each other; null if by how much is unknown.',
    ),
  },
  "How often a person's tries of an engine miss the brand, by its stored answers.",
);

const AccountSchema = named(
  'SpotCheckAccount',
  {
    of: oneOf(['everybody', 'person'], '`everybody`: all tries on the engine, if several people have some.'),
    person: nullableText('Null for everybody, and for those who did not say who they are.'),
    via: CheckSchema.properties.via,
    ...ENGINE.properties,
    tries: count(
      'Tries in the window, of your questions or, if the range of other questions is known, others.',
    ),
    named: count('Tries among them that named the brand.'),
    expected: nullableNumber(
      'How many would, by the stored answers, to 2 decimals; null below three tries or too few answers.',
    ),
    chance: nullableShare(
      'How often chance alone gives so few, or above the expected number so many; null where that is.',
    ),
    differs: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description:
        'Whether chance alone does not explain it, at 5% over all accounts; null where `expected` is.',
    }),
  },
  "A person's tries of an engine beside its stored answers.",
);

const NO_CHECKS = 'Nobody has pasted an answer in the last 90 days.';

export const spotChecks = defineReport({
  name: 'spot-checks',
  summary: 'Answers that people saw, and how usual it is that they do not name the brand.',
  description: 'They enter no rate. The odds come from the stored answers in the window.',
  takesBrand: true,
  isOfOneMarket: true,
  query: { ...windowQuery(), ...marketQuery, limit: limitParameter('spot checks') },
  data: Type.Object({
    checks: readonlyList(CheckSchema, 'Newest first.'),
    engines: readonlyList(OddsSchema, 'Engines that the brand asks, or with answers in the window.'),
    accounts: readonlyList(AccountSchema, 'By engine and person.'),
  }),
  meta: windowMeta,
  columns: {
    checks: {
      title: 'What people saw',
      none: NO_CHECKS,
      columns: [
        column('text', 'day', 'Day'),
        column('text', 'person', 'Seen by'),
        column('code', 'via', 'Pasted by', { csvOnly: true }),
        ...ENGINE.columns,
        column('prose', 'question', 'Asked'),
        column('text', 'question_id', 'Question', { csvOnly: true }),
        column('flag', 'named', 'Named'),
        column('count', 'position', 'Position'),
        column('text', 'id', 'Id'),
      ],
    },
    engines: {
      title: 'How usual a miss is',
      none: 'No engine.',
      columns: [
        ...ENGINE.columns,
        {
          ...RATE,
          id: 'rate',
          label: 'Named in',
          answerFilter: ({ engine }) => ({ engine, names: 'self' }),
          denominatorFilter: ({ engine }) => ({ engine, looked_for: 'self' }),
        },
        column('share', 'one_miss', 'One miss'),
        { ...column('share', 'three_misses', 'Three misses'), interval: 'three_misses_interval' },
        column('share', 'one_question_misses', 'Three on one question'),
      ],
    },
    accounts: {
      title: 'By person',
      none: 'Nobody has a try in the window.',
      columns: [
        column('code', 'of', 'Of'),
        column('text', 'person', 'Seen by'),
        column('code', 'via', 'Pasted by', { csvOnly: true }),
        ...ENGINE.columns,
        { ...column('count', 'named', 'Tries naming it'), of: 'tries' },
        column('position', 'expected', 'Expected', { decimals: 2 }),
        column('share', 'chance', 'By chance'),
        column('flag', 'differs', 'Differs'),
      ],
    },
  },
  errors: [],
  async run(context, { limit, ...query }) {
    const { period, meta } = windowOf(context.now, query);
    const answers = await answersOfOne(context, query, period);
    const all = await listSpotChecks(context.db, context.brand.id);
    const engines = await oddsOfEngines(context, answers);
    const [first, end, today] = [dayOf(period.from), dayOf(period.to - 1), dayOf(context.now)];
    // The last finished days have today's tries too.
    const last = end === today - 1 ? today : end;
    const tried = all.filter(({ day }) => day >= first && day <= last);
    const accounts = accountsOf(tried, engines);
    return {
      note: 'Pasted answers are in no rate. Below `min_sample` answers an engine has no odds, which are not zero.',
      meta,
      data: {
        checks: await checkRows(context, all.slice(0, limit)),
        engines: engines.map(({ row }) => row),
        accounts,
      },
    };
  },
});

async function checkRows({ db, brand }: ReportContext, checks: readonly SpotCheck[]) {
  const prompts = new Map((await listTaggedPrompts(db, brand.id)).map(({ id, digest }) => [id, digest]));
  return checks.map(({ publicId, day, person, via, engine, question, promptId, named: isNamed, rank }) => {
    const digest = promptId === null ? undefined : prompts.get(promptId);
    return {
      id: publicId,
      day: formatDay(day),
      person: person || null,
      via,
      ...ENGINE.fields(engine),
      question,
      question_id: digest === undefined ? null : questionIdOf(digest),
      named: isNamed,
      position: rank,
    };
  });
}

/** An engine's odds, with what judges a person's tries. */
interface EngineOdds {
  readonly row: Type.Static<typeof OddsSchema>;
  /** Null below the minimum sample. */
  readonly known: {
    readonly rate: RateOfQuestions;
    readonly tendency: Tendency;
    /** Independent stored answers by question. */
    readonly stored: ReadonlyMap<number, Proportion>;
  } | null;
}

async function oddsOfEngines(context: ReportContext, answers: CountedAnswers): Promise<EngineOdds[]> {
  const { panel, db, brand } = context;
  const [counts, asked, designOf, repetitions] = await Promise.all([
    countPromptsByEngine(answers),
    listAskedEngines(db, brand.id),
    (await sampleDesigns(context, 'named')).of(answers),
    repetitionsIn(context, answers.only),
  ]);
  const byEngine = Map.groupBy(counts, ({ engine }) => engine);
  return inEngineOrder([...byEngine.keys(), ...asked]).map((slug) => {
    const prompts = byEngine.get(slug) ?? [];
    const sum = (what: 'answers' | 'named') => prompts.reduce((total, each) => total + each[what], 0);
    const design = designOf(panel.self, slug);
    const rate = rateOf(sum('named'), sum('answers'), design);
    if (rate.rate === null) return { row: oddsRow(slug, rate, null), known: null };
    const questions = prompts.map((each) => ({ events: each.named, trials: each.answers }));
    const repetition = repetitions(slug, panel.self);
    const tendency = tendencyOf(questions, repetition === null ? 0 : nearestCorrelation(repetition));
    const stored = new Map(
      prompts.map(({ promptId }, at) => [
        promptId,
        independent(questions[at] as Proportion, design.designEffect),
      ]),
    );
    return { row: oddsRow(slug, rate, tendency), known: { rate, tendency, stored } };
  });
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

function oddsRow(engine: string, made: RateOfQuestions, tendency: Tendency | null): EngineOdds['row'] {
  const { present, responses, rate, min_sample, interval } = made;
  const repeated = tendency && missesOnOneQuestion(tendency, ROW);
  return {
    ...ENGINE.fields(engine),
    present,
    responses,
    rate,
    min_sample,
    interval,
    one_miss: tendency && rounded(1 - tendency.share),
    three_misses: tendency && rounded(missesInARow(tendency.share, ROW)),
    three_misses_interval: interval && roundedInterval(missesInterval(interval, ROW)),
    one_question_misses: repeated === null ? null : rounded(repeated),
  };
}

type AccountRow = Type.Static<typeof AccountSchema>;

/** Everybody's tries, then each person's, by engine. */
function accountsOf(checks: readonly SpotCheck[], engines: readonly EngineOdds[]): AccountRow[] {
  const judged = engines.flatMap(({ row, known }) => {
    const tries = checks.filter(
      (check) => check.engine === row.engine && (!known || questionOf(check, known) !== null),
    );
    const people = [...Map.groupBy(tries, accountOf).values()];
    const accounts = people.length > 1 ? [tries, ...people] : people;
    return accounts.map((own, place) => ({ own, known, row, isAll: people.length > 1 && place === 0 }));
  });
  const most = 0.05 / Math.max(1, judged.filter(({ own, known }) => isJudged(own, known)).length);
  return judged.map(({ own, known, row, isAll }) => {
    const [first] = own;
    const verdict =
      isJudged(own, known) && known ? judgeTries(known.tendency, questionsOf(own, known)) : null;
    return {
      of: isAll ? 'everybody' : 'person',
      person: isAll ? null : first?.person || null,
      via: isAll ? 'user' : (first?.via ?? 'user'),
      engine: row.engine,
      engine_name: engineNameOf(row.engine),
      tries: own.length,
      named: own.filter((each) => each.named).length,
      expected: verdict && Math.round(verdict.expected * 100) / 100,
      chance: verdict && rounded(verdict.chance),
      differs: verdict && verdict.p < most,
    };
  });
}

function isJudged(tries: readonly SpotCheck[], known: EngineOdds['known']): boolean {
  return known !== null && tries.length >= SPOT_CHECKS.leastTries;
}

/** Who saw it, in any case; of those who did not say, which door. */
function accountOf({ person, via }: SpotCheck): string {
  return person === '' ? via : `person ${person.toLowerCase()}`;
}

type Known = NonNullable<EngineOdds['known']>;

function questionsOf(tries: readonly SpotCheck[], known: Known): TriedQuestion[] {
  const byQuestion = Map.groupBy(tries, ({ promptId, question }) => promptId ?? question.toLowerCase());
  return [...byQuestion.values()].flatMap((own) => {
    const [first] = own;
    const question = first && questionOf(first, known);
    const isNamed = own.filter((each) => each.named).length;
    return question ? [{ ...question, tries: own.length, named: isNamed }] : [];
  });
}

/** What the stored answers say of a try's question; null if nothing. */
function questionOf(
  { promptId }: SpotCheck,
  { rate, stored }: Known,
): Pick<TriedQuestion, 'stored' | 'interval'> | null {
  const own = promptId === null ? undefined : stored.get(promptId);
  const interval = own === undefined ? rate.range_of_questions : rate.interval;
  return interval && { stored: own ?? null, interval };
}
