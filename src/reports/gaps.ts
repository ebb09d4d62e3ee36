import type Type from 'typebox';
import { ENGINE_SLUGS, engineNameOf } from '../domain/engine.ts';
import { daysIn } from '../domain/period.ts';
import { pointsOf } from '../domain/points.ts';
import { questionIdOf } from '../domain/question-id.ts';
import { MIN_SAMPLE } from '../domain/rate.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';
import { type ComparedCount, countCompared } from '../panel/counts/compared.ts';
import type { CountedAnswers } from '../panel/panel.ts';
import type { DesignEffects } from '../stats/design-effect.ts';
import { type PairedGap, pairedGaps } from '../stats/paired-gaps.ts';
import { listQuestions } from '../storage/volumes/search-volumes.ts';
import { designEffects } from './shape/design-effects.ts';
import { lastsByRepeats } from './shape/lasting.ts';
import { oneMarket } from './shape/markets.ts';
import { booleanParameter, defineReport, engineParameter } from './shape/report.ts';
import { count, flag, named, nullable, points, readonlyList, text } from './shape/schemas.ts';
import { sliceQuery } from './shape/slice.ts';
import { answersOfOne } from './shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from './shape/window.ts';

const besideProperties = {
  engine: text('Engine slug. Engines are never pooled.'),
  engine_name: text('Display name.'),
  competitor: text('Name of the competitor.'),
  gap: nullable(
    named(
      'GapPoints',
      {
        points: points('`only_it` less `only_you` of the answers, in percentage points.'),
        lower: points('95% interval.'),
        upper: points('Its upper end.'),
      },
      'Positive: the competitor is named more often.',
    ),
    `How much more often it is named than you, in the same answers; null below ${MIN_SAMPLE} answers.`,
  ),
  stands_out: flag(
    'Whether it stands out of `meta.judged` gaps together; of those that do, at most 10% are expected to be nothing.',
  ),
  answers: count('Answers in which both were looked for.'),
  naming_it: count('Of those, answers that name it.'),
  naming_you: count('Answers that name you.'),
  only_it: count('Answers that name it and not you.'),
  only_you: count('Answers that name you and not it.'),
};

const EngineGapSchema = named(
  'EngineGap',
  besideProperties,
  'A competitor beside you in all answers of one engine.',
);

type EngineGap = Type.Static<typeof EngineGapSchema>;

const GapSchema = named(
  'Gap',
  {
    id: text('Id of the question, as in /questions.'),
    question: text('The question.'),
    ...besideProperties,
  },
  'A competitor beside you in the answers of one engine to one question.',
);

type GapRow = Type.Static<typeof GapSchema>;

/** GET /gaps */
export const gaps = defineReport({
  name: 'gaps',
  summary: 'Which questions you lose, and to whom: who is named instead of you in the same answers.',
  description:
    'Answers that name only the competitor less those that name only you. By default the largest gap of each question. ' +
    'The largest of many is large by chance too: trust `stands_out`.',
  takesBrand: true,
  countsMentions: true,
  isOfOneMarket: true,
  query: {
    ...windowQuery(30),
    every: booleanParameter('Every engine and competitor, instead of the largest gap of each question.', {
      default: false,
    }),
    engine: engineParameter,
    ...sliceQuery,
  },
  data: readonlyList(GapSchema, 'The largest gap first; those without one last.'),
  meta: {
    ...windowMeta,
    judged: count('Gaps with answers enough, which are judged together.'),
    questions: count('Questions with answers.'),
    questions_lost: count('Questions with a gap that stands out in favor of a competitor.'),
    engines: readonlyList(
      EngineGapSchema,
      'The same of each engine, over all these questions; judged together by themselves.',
    ),
  },
  columns: {
    rows: {
      none: 'No answers in which you and a competitor were looked for in this window.',
      columns: [
        { id: 'question', label: 'Question', kind: 'text', field: 'question' },
        { id: 'id', label: 'Id', kind: 'text', field: 'id', csvOnly: true },
        { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
        { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
        { id: 'competitor', label: 'Named instead', kind: 'text', field: 'competitor' },
        {
          id: 'gap',
          ...{ label: 'Gap, points (95%)', kind: 'points', field: 'gap.points' },
          ...{ lower: 'gap.lower', upper: 'gap.upper' },
        },
        { id: 'stands_out', label: 'Stands out', kind: 'flag', field: 'stands_out' },
        {
          id: 'naming_it',
          ...{ label: 'Name it', kind: 'count', field: 'naming_it', of: 'answers' },
          behind: (row) => ({ ...answersOf(row), names: row.competitor }),
        },
        {
          id: 'naming_you',
          ...{ label: 'Name you', kind: 'count', field: 'naming_you', of: 'answers' },
          behind: (row) => ({ ...answersOf(row), names: 'self' }),
        },
        {
          id: 'only_it',
          ...{ label: 'Only it', kind: 'count', field: 'only_it' },
          behind: (row) => ({ ...answersOf(row), names: row.competitor, names_not: 'self' }),
        },
        {
          id: 'only_you',
          ...{ label: 'Only you', kind: 'count', field: 'only_you' },
          behind: (row) => ({ ...answersOf(row), names: 'self', names_not: row.competitor }),
        },
      ],
    },
  },
  errors: [],
  lasts: lastsByRepeats,
  async run(context, { every, ...query }) {
    const { db, brand } = context;
    const { period, meta } = windowOf(context.now, query);
    const answers = await answersOfOne(context, query, period);
    const [questions, effects, counts] = await Promise.all([
      listQuestions(db, { brandId: brand.id, marketId: oneMarket(brand, query).id }),
      designEffects(context)(answers.only),
      countsBeside(answers, brand.tracked),
    ]);
    const gapOf = judgedGaps(counts, effects, answers);
    const byId = new Map(questions.map((each) => [each.id, each]));
    const rows = counts.flatMap((each): GapRow[] => {
      const question = byId.get(each.count.promptId);
      return question === undefined ? [] : [rowOf(each, question, gapOf(each))];
    });
    const sorted = inOrder(rows);
    const lost = rows.filter(({ gap, stands_out: standsOut }) => standsOut && (gap?.points ?? 0) > 0);
    return {
      note:
        `Gaps are of the same answers; there is none below ${MIN_SAMPLE} answers, which is not zero. A row is the largest of many unless \`every\` is given: ` +
        'by itself it proves little. Compare `stands_out`.',
      meta: {
        ...meta,
        judged: rows.filter(({ gap }) => gap !== null).length,
        questions: new Set(rows.map(({ id }) => id)).size,
        questions_lost: new Set(lost.map(({ id }) => id)).size,
        engines: engineGaps(counts, effects, answers),
      },
      data: every ? sorted : firstOfEach(sorted),
    };
  },
});

function answersOf({ id, engine, competitor }: GapRow) {
  return { prompt: id, engine, looked_for: 'self', beside: competitor };
}

/** What an engine's answers to a question say of the brand and a competitor. */
interface Beside {
  readonly competitor: TrackedBrand;
  readonly count: ComparedCount;
}

async function countsBeside(answers: CountedAnswers, tracked: readonly TrackedBrand[]): Promise<Beside[]> {
  const competitors = tracked.filter(({ role }) => role === 'competitor');
  const found = await Promise.all(
    competitors.map(async (competitor) => {
      const counts = await countCompared(answers, answers.panel.self, competitor.id);
      return counts.map((count) => ({ competitor, count }));
    }),
  );
  return found.flat().filter(({ count }) => count.answers > 0);
}

function onlyIt({ eitherNamed, named: ours }: ComparedCount): number {
  return eitherNamed - ours;
}

function onlyYou({ named: ours, bothNamed }: ComparedCount): number {
  return ours - bothNamed;
}

/** The gap of each, all of them judged together: repeats of either brand are repeats of their difference. */
function judgedGaps(counts: readonly Beside[], effects: DesignEffects, { panel, period }: CountedAnswers) {
  const days = daysIn(period);
  const found = pairedGaps(
    counts.map(({ count: each, competitor }) => ({
      pair: {
        ...{ both: each.bothNamed, onlyFirst: onlyIt(each), onlySecond: onlyYou(each) },
        neither: each.answers - each.eitherNamed,
      },
      designEffect: Math.max(
        ...[panel.self, competitor.id].map((brand) => effects(each.engine, brand, days) ?? 1),
      ),
    })),
  );
  const byCount = new Map(counts.map((each, place) => [each, found[place] ?? null]));
  return (each: Beside) => byCount.get(each) ?? null;
}

function rowOf(
  { count: each, competitor }: Beside,
  { digest, text: question }: { readonly digest: string; readonly text: string },
  found: PairedGap | null,
): GapRow {
  return { id: questionIdOf(digest), question, ...besideOf({ count: each, competitor }, found) };
}

function besideOf({ count: each, competitor }: Beside, found: PairedGap | null): EngineGap {
  return {
    ...{ engine: each.engine, engine_name: engineNameOf(each.engine), competitor: competitor.name },
    gap: found && {
      points: pointsOf(found.gap),
      lower: pointsOf(found.interval.lower),
      upper: pointsOf(found.interval.upper),
    },
    stands_out: found?.standsOut ?? false,
    answers: each.answers,
    naming_it: each.bothNamed + onlyIt(each),
    naming_you: each.named,
    ...{ only_it: onlyIt(each), only_you: onlyYou(each) },
  };
}

/** Over all questions together, in the order of engines and competitors. */
function engineGaps(counts: readonly Beside[], effects: DesignEffects, answers: CountedAnswers): EngineGap[] {
  const byPair = Map.groupBy(counts, ({ count: { engine }, competitor }) => `${engine} ${competitor.id}`);
  const summed = [...byPair.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [others.reduce(together, first)],
  );
  const gapOf = judgedGaps(summed, effects, answers);
  return summed
    .toSorted(
      (a, b) => placeOf(a.count.engine) - placeOf(b.count.engine) || a.competitor.id - b.competitor.id,
    )
    .map((each) => besideOf(each, gapOf(each)));
}

function together({ competitor, count: one }: Beside, { count: other }: Beside): Beside {
  const sum = (field: 'answers' | 'named' | 'eitherNamed' | 'bothNamed') => one[field] + other[field];
  return {
    competitor,
    count: {
      ...one,
      ...{ answers: sum('answers'), named: sum('named') },
      ...{ eitherNamed: sum('eitherNamed'), bothNamed: sum('bothNamed') },
    },
  };
}

/** The largest gap first. Of two alike, the one with more answers, and then by name, so that the order is always the same. */
function inOrder(rows: readonly GapRow[]): GapRow[] {
  return rows.toSorted(
    (a, b) =>
      Number(a.gap === null) - Number(b.gap === null) ||
      (b.gap?.points ?? 0) - (a.gap?.points ?? 0) ||
      b.answers - a.answers ||
      (a.question < b.question ? -1 : Number(a.question > b.question)) ||
      placeOf(a.engine) - placeOf(b.engine) ||
      (a.competitor < b.competitor ? -1 : 1),
  );
}

function placeOf(engine: string): number {
  return ENGINE_SLUGS.indexOf(engine as (typeof ENGINE_SLUGS)[number]);
}

function firstOfEach(rows: readonly GapRow[]): GapRow[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([first]) => first ?? []);
}
