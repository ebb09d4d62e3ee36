import Type from 'typebox';
import { ENGINE_SLUGS, engineNameOf } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import { MIN_SAMPLE, rateOf } from '../../domain/figures/rate.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { tagKey } from '../../domain/questions/tags.ts';
import { daysIn } from '../../domain/time/period.ts';
import { type ComparedCount, countCompared } from '../../panel/counts/compared.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { type PairedGap, pairedGaps } from '../../stats/claims/paired-gaps.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { listQuestions } from '../../storage/volumes/search-volumes.ts';
import { rateAt } from '../shape/columns.ts';
import { designEffects } from '../shape/design-effects.ts';
import { oneMarket } from '../shape/markets.ts';
import { booleanParameter, defineReport, engineParameter, type ReportContext } from '../shape/report.ts';
import {
  count,
  flag,
  named,
  nullable,
  nullableText,
  oneOf,
  points,
  rateProperties,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { type SliceQuery, sliceQuery, tagsOf } from '../shape/slice.ts';
import { answersOfOne, TAG_COLUMN } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

const GapSchema = named(
  'Gap',
  {
    id: nullableText("The question's id, as in /questions; null with `by`."),
    question: nullableText('The question; null with `by`.'),
    tag: Type.Optional(text('The tag, with `by=tag`.')),
    engine: text('Engine slug. Engines are never pooled.'),
    engine_name: text('Display name.'),
    competitor: text("The competitor's name."),
    gap: nullable(
      named(
        'GapPoints',
        {
          points: points('The share `only_it` minus the share `only_you`, in percentage points.'),
          lower: points('95% interval.'),
          upper: points('Its upper end.'),
        },
        'Positive: answers name the competitor more often.',
      ),
      `How much more often the same answers name it than you; null below ${MIN_SAMPLE} answers.`,
    ),
    stands_out: flag(
      'Whether it stands out among `meta.judged` gaps together; at most 10% of gaps that stand out should be chance.',
    ),
    answers: count('Answers in which Sightline looked for both.'),
    naming_it: count('Answers among them that name it.'),
    naming_you: count('Answers that name you.'),
    only_it: count('Answers that name it and not you.'),
    only_you: count('Answers that name you and not it.'),
    instead: Type.Object(rateProperties, {
      description: 'How often answers without you name it.',
    }),
  },
  "A competitor beside you in one engine's answers.",
);

type GapRow = Type.Static<typeof GapSchema>;

export const gaps = defineReport({
  name: 'gaps',
  summary: 'The questions that you lose, and the competitors that answers name instead of you.',
  description:
    "Answers that name only the competitor minus answers that name only you: each question's largest gap. The largest among " +
    'many is large by chance too: trust `stands_out`. `instead` divides by the answers without you.',
  takesBrand: true,
  countsMentions: true,
  isOfOneMarket: true,
  query: {
    ...windowQuery(30),
    by: Type.Optional(
      oneOf(['tag', 'engine'], 'Rows per tag, or per engine over all questions, instead of per question.'),
    ),
    every: booleanParameter('Every engine and competitor, instead of the largest gap.', {
      default: false,
    }),
    engine: engineParameter,
    ...sliceQuery,
  },
  data: readonlyList(GapSchema, 'The largest gap first; rows without one last.'),
  meta: {
    ...windowMeta,
    judged: count('Gaps with enough answers, judged together.'),
    questions: count('Questions with answers.'),
    questions_lost: count('Questions with a gap that stands out in favor of a competitor.'),
  },
  columns: {
    rows: {
      none: 'No answers in this window in which Sightline looked for you and a competitor.',
      columns: [
        { id: 'question', label: 'Question', kind: 'text', field: 'question', whereVaried: true },
        { id: 'id', label: 'Id', kind: 'text', field: 'id', csvOnly: true },
        TAG_COLUMN,
        { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
        { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
        { id: 'competitor', label: 'Named instead', kind: 'text', field: 'competitor' },
        {
          id: 'gap',
          label: 'Gap, points (95%)',
          kind: 'points',
          field: 'gap.points',
          lower: 'gap.lower',
          upper: 'gap.upper',
        },
        { id: 'stands_out', label: 'Stands out', kind: 'flag', field: 'stands_out' },
        {
          id: 'naming_it',
          label: 'Name it',
          kind: 'count',
          field: 'naming_it',
          of: 'answers',
          answerFilter: (row) => ({ ...answersOf(row), names: row.competitor }),
        },
        {
          id: 'naming_you',
          label: 'Name you',
          kind: 'count',
          field: 'naming_you',
          of: 'answers',
          answerFilter: (row) => ({ ...answersOf(row), names: 'self' }),
        },
        {
          id: 'only_it',
          label: 'Only it',
          kind: 'count',
          field: 'only_it',
          answerFilter: (row) => ({ ...answersOf(row), names: row.competitor, names_not: 'self' }),
        },
        {
          id: 'only_you',
          label: 'Only you',
          kind: 'count',
          field: 'only_you',
          answerFilter: (row) => ({ ...answersOf(row), names: 'self', names_not: row.competitor }),
        },
        {
          id: 'instead',
          label: 'Named without you',
          ...rateAt('instead'),
          answerFilter: (row) => ({ ...answersOf(row), names: row.competitor, names_not: 'self' }),
          denominatorFilter: (row) => ({ ...answersOf(row), names_not: 'self' }),
        },
      ],
    },
  },
  errors: [],
  async run(context, { every, by, ...query }) {
    const { db, brand } = context;
    const { period, meta } = windowOf(context.now, query);
    const answers = await answersOfOne(context, query, period);
    const [questions, effects, counts] = await Promise.all([
      listQuestions(db, { brandId: brand.id, marketId: oneMarket(brand, query).id }),
      designEffects(context)(answers.only),
      countsBeside(answers, brand.tracked),
    ]);
    const known = new Map(questions.map((each) => [each.id, each]));
    const judging = { effects, answers };
    const ofQuestions = rowsBy(counts, judging, ({ promptId }) => {
      const question = known.get(promptId);
      return question === undefined ? [] : [{ id: questionIdOf(question.digest), question: question.text }];
    });
    const rows =
      by === undefined
        ? ofQuestions
        : rowsBy(counts, judging, by === 'engine' ? () => [OVER_ALL] : await tagsFor(context, query));
    const sorted = inOrder(rows);
    const lost = ofQuestions.filter(({ gap, stands_out: standsOut }) => standsOut && (gap?.points ?? 0) > 0);
    return {
      note:
        `Gaps compare the same answers; below ${MIN_SAMPLE} answers there is none, which is not zero. A row is the largest of ` +
        `many unless you pass \`every\`: ` +
        'by itself it proves little. Check `stands_out`.',
      meta: {
        ...meta,
        judged: rows.filter(({ gap }) => gap !== null).length,
        questions: new Set(ofQuestions.map(({ id }) => id)).size,
        questions_lost: new Set(lost.map(({ id }) => id)).size,
      },
      data: every ? sorted : firstOfEach(sorted, by),
    };
  },
});

/** A row's subject besides its engine and competitor: a question, a tag, or neither. */
type About = Pick<GapRow, 'id' | 'question' | 'tag'>;

const OVER_ALL: About = { id: null, question: null };

function answersOf({ id, engine, competitor }: GapRow) {
  return { ...(id === null ? {} : { prompt: id }), engine, looked_for: 'self', beside: competitor };
}

/** A question's tags that the query asks for. */
async function tagsFor(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  { tag: asked }: SliceQuery,
): Promise<(count: ComparedCount) => About[]> {
  const chosen = asked && new Set(asked.map(tagKey));
  const tags = [...(await tagsOf(db, brand))].filter(
    ([tag]) => chosen === undefined || chosen.has(tagKey(tag)),
  );
  return ({ promptId }) =>
    tags.flatMap(([tag, prompts]) => (prompts.has(promptId) ? [{ ...OVER_ALL, tag }] : []));
}

/** An engine's answers to a question, counted for the brand and a competitor. */
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

interface Judging {
  readonly effects: DesignEffects;
  readonly answers: CountedAnswers;
}

/** A row for each subject, engine, and competitor; tests all together. */
function rowsBy(
  counts: readonly Beside[],
  { effects, answers }: Judging,
  aboutOf: (count: ComparedCount) => readonly About[],
): GapRow[] {
  const sums = new Map<string, { readonly about: About; readonly beside: Beside }>();
  for (const each of counts) {
    for (const about of aboutOf(each.count)) {
      const key = `${each.count.engine} ${each.competitor.id} ${about.id ?? about.tag ?? ''}`;
      const known = sums.get(key);
      sums.set(key, { about, beside: known === undefined ? each : together(known.beside, each) });
    }
  }
  const { panel, period } = answers;
  const days = daysIn(period);
  const effectOn = (engine: string, brand: number) => effects(engine, brand, days) ?? 1;
  const summed = [...sums.values()];
  // If either brand's counts repeat, so does their difference.
  const found = pairedGaps(
    summed.map(({ beside: { count: each, competitor } }) => ({
      pair: {
        both: each.bothNamed,
        onlyFirst: onlyIt(each),
        onlySecond: onlyYou(each),
        neither: each.answers - each.eitherNamed,
      },
      designEffect: Math.max(...[panel.self, competitor.id].map((brand) => effectOn(each.engine, brand))),
    })),
  );
  return summed.map(({ about, beside }, place) => {
    const { count: each, competitor } = beside;
    const designEffect = effectOn(each.engine, competitor.id);
    return {
      ...about,
      ...gapOf(beside, found[place] ?? null),
      instead: rateOf(onlyIt(each), each.answers - each.named, { designEffect }),
    };
  });
}

function gapOf({ count: each, competitor }: Beside, found: PairedGap | null) {
  return {
    engine: each.engine,
    engine_name: engineNameOf(each.engine),
    competitor: competitor.name,
    gap: found && {
      points: pointsOf(found.gap),
      lower: pointsOf(found.interval.lower),
      upper: pointsOf(found.interval.upper),
    },
    stands_out: found?.standsOut ?? false,
    answers: each.answers,
    naming_it: each.bothNamed + onlyIt(each),
    naming_you: each.named,
    only_it: onlyIt(each),
    only_you: onlyYou(each),
  };
}

function together({ competitor, count: one }: Beside, { count: other }: Beside): Beside {
  const sum = (field: 'answers' | 'named' | 'eitherNamed' | 'bothNamed') => one[field] + other[field];
  return {
    competitor,
    count: {
      ...one,
      answers: sum('answers'),
      named: sum('named'),
      eitherNamed: sum('eitherNamed'),
      bothNamed: sum('bothNamed'),
    },
  };
}

/** The largest gap first, then more answers, then the name, so that the order is stable. */
function inOrder(rows: readonly GapRow[]): GapRow[] {
  return rows.toSorted(
    (a, b) =>
      Number(a.gap === null) - Number(b.gap === null) ||
      (b.gap?.points ?? 0) - (a.gap?.points ?? 0) ||
      b.answers - a.answers ||
      compared(a.question ?? a.tag ?? '', b.question ?? b.tag ?? '') ||
      placeOf(a.engine) - placeOf(b.engine) ||
      compared(a.competitor, b.competitor),
  );
}

function placeOf(engine: string): number {
  return ENGINE_SLUGS.indexOf(engine as (typeof ENGINE_SLUGS)[number]);
}

function compared(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function firstOfEach(rows: readonly GapRow[], by: 'tag' | 'engine' | undefined): GapRow[] {
  const thingOf = ({ id, tag, engine }: GapRow) => (by === undefined ? id : by === 'tag' ? tag : engine);
  return [...Map.groupBy(rows, thingOf).values()].flatMap(([first]) => first ?? []);
}
