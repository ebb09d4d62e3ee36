import Type from 'typebox';
import { ENGINE_SLUGS } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { daysIn } from '../../domain/time/period.ts';
import { type ComparedCount, countCompared } from '../../panel/counts/compared.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { type CountedPair, type JudgedGap, judgePair, pairedGaps } from '../../stats/claims/paired-gaps.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { listQuestions } from '../../storage/directory/brand/prompts.ts';
import { COMPETITOR } from '../dimensions/competitor.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { QUESTION } from '../dimensions/question.ts';
import { chosenTags, TAG } from '../dimensions/tag.ts';
import { GAP, onlyIt, onlyYou } from '../measures/gap.ts';
import { measureColumns } from '../measures/measure.ts';
import { designEffects } from '../shape/design-effects.ts';
import { booleanParameter, defineReport, engineParameter, type ReportContext } from '../shape/report.ts';
import { count, named, oneOf, readonlyList } from '../shape/schemas.ts';
import { type SliceQuery, sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

const GapSchema = named(
  'Gap',
  {
    ...QUESTION.properties,
    ...TAG.properties,
    ...ENGINE.properties,
    ...COMPETITOR.properties,
    ...GAP.properties,
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
    ...windowQuery(),
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
        ...QUESTION.columns,
        ...TAG.columns,
        ...ENGINE.columns,
        ...COMPETITOR.columns,
        ...measureColumns([GAP], { of: [QUESTION, TAG, ENGINE, COMPETITOR] }),
      ],
    },
  },
  errors: [],
  async run(context, { every, by, ...query }) {
    const { db, brand } = context;
    const { period, meta } = windowOf(context.now, query);
    const answers = await answersOfOne(context, query, period);
    const [questions, effects, counts] = await Promise.all([
      listQuestions(db, brand.id),
      designEffects(context)(answers.only),
      countsBeside(answers, brand.tracked),
    ]);
    const known = new Map(questions.map((each) => [each.id, each]));
    const judging = { effects, answers };
    const ofQuestions = await rowsBy(counts, judging, ({ promptId }) => {
      const question = known.get(promptId);
      return question === undefined ? [] : [{ id: questionIdOf(question.digest), question: question.text }];
    });
    const rows =
      by === undefined
        ? ofQuestions
        : await rowsBy(counts, judging, by === 'engine' ? () => [OVER_ALL] : await tagsFor(context, query));
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

/** A question's tags that the query asks for. */
async function tagsFor(
  context: Pick<ReportContext, 'db' | 'brand'>,
  query: SliceQuery,
): Promise<(count: ComparedCount) => About[]> {
  const tags = await chosenTags(context, query);
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

interface Judging {
  readonly effects: DesignEffects;
  readonly answers: CountedAnswers;
}

/** A row for each subject, engine, and competitor; tests all together. */
async function rowsBy(
  counts: readonly Beside[],
  { effects, answers }: Judging,
  aboutOf: (count: ComparedCount) => readonly About[],
): Promise<GapRow[]> {
  const { panel, period } = answers;
  const sums = new Map<string, { readonly about: About; readonly beside: Beside }>();
  for (const each of counts) {
    for (const about of aboutOf(each.count)) {
      const key = `${each.count.engine} ${each.competitor.id} ${about.id ?? about.tag ?? ''}`;
      const known = sums.get(key);
      sums.set(key, { about, beside: known === undefined ? each : together(known.beside, each) });
    }
    await panel.breathe();
  }
  const days = daysIn(period);
  const effectOn = (engine: string, brand: number) => effects(engine, brand, days) ?? 1;
  const summed = [...sums.values()];
  // If either brand's counts repeat, so does their difference.
  const judged: (JudgedGap | null)[] = [];
  for (const { beside } of summed) {
    const { count: each, competitor } = beside;
    const effects = [panel.self, competitor.id].map((brand) => effectOn(each.engine, brand));
    judged.push(judgePair({ pair: pairOf(each), designEffect: Math.max(...effects) }));
    await panel.breathe();
  }
  const found = pairedGaps(judged);
  const rows: GapRow[] = [];
  for (const [place, { about, beside }] of summed.entries()) {
    const { count: each, competitor } = beside;
    const designEffect = effectOn(each.engine, competitor.id);
    const figures = GAP.figures(each, { found: found[place] ?? null, designEffect });
    rows.push({ ...about, ...ENGINE.fields(each.engine), competitor: competitor.name, ...figures });
    await panel.breathe();
  }
  return rows;
}

function pairOf(count: ComparedCount): CountedPair['pair'] {
  return {
    both: count.bothNamed,
    onlyFirst: onlyIt(count),
    onlySecond: onlyYou(count),
    neither: count.answers - count.eitherNamed,
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
