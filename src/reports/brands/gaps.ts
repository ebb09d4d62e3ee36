import Type from 'typebox';
import { byEngine } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { daysIn } from '../../domain/time/period.ts';
import { type ComparedCount, countCompared } from '../../panel/counts/compared.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import {
  type CountedPair,
  type JudgedGap,
  judgePair,
  type PairedGap,
  pairedGaps,
} from '../../stats/claims/paired-gaps.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { listQuestions } from '../../storage/directory/brand/prompts.ts';
import { onceIn } from '../../storage/driver/snapshot.ts';
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
import { type WindowQuery, windowMeta, windowOf, windowQuery } from '../shape/window.ts';

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
    const { meta } = windowOf(context.now, query);
    const counted = await countedGaps(context, query);
    const ofQuestions = await gapsOfQuestions(context, query);
    const gaps =
      by === undefined
        ? ofQuestions
        : await gapsBy(counted, by === 'engine' ? () => OVER_ALL : await tagsFor(context, query));
    const sorted = gaps.toSorted(inOrder);
    const data: GapRow[] = [];
    for (const gap of every ? sorted : firstOfEach(sorted, by)) {
      data.push(gapRow(counted, gap));
      await context.panel.breathe();
    }
    const idsOf = (found: readonly Gap[]) => new Set(found.map(({ about }) => about.id));
    return {
      note:
        `Gaps compare the same answers; below ${MIN_SAMPLE} answers there is none, which is not zero. A row is the largest of ` +
        `many unless you pass \`every\`: ` +
        'by itself it proves little. Check `stands_out`.',
      meta: {
        ...meta,
        judged: gaps.filter(({ found }) => found !== null).length,
        questions: idsOf(ofQuestions).size,
        questions_lost: idsOf(ofQuestions.filter(isLost)).size,
      },
      data,
    };
  },
});

/** An engine's rows of /gaps, every competitor, without what its `meta` says of questions, which takes most of the time. */
export const engineGaps = defineReport({
  ...gaps,
  query: { ...windowQuery(), engine: engineParameter, ...sliceQuery },
  meta: windowMeta,
  async run(context, query) {
    const counted = await countedGaps(context, query);
    const found = await gapsBy(counted, () => OVER_ALL);
    return {
      note: '',
      meta: windowOf(context.now, query).meta,
      data: found.toSorted(inOrder).map((gap) => gapRow(counted, gap)),
    };
  },
});

type Query = SliceQuery & WindowQuery & { readonly engine?: string | undefined };

/** Each question's rows in which the brand is behind beyond chance among all, the largest gap first. */
export async function lostQuestions(context: ReportContext, query: Query): Promise<GapRow[]> {
  const counted = await countedGaps(context, query);
  const lost = (await gapsOfQuestions(context, query)).filter(isLost);
  return lost.toSorted(inOrder).map((gap) => gapRow(counted, gap));
}

/** A row's subject besides its engine and competitor: a question, a tag, or neither. */
type About = Pick<GapRow, 'id' | 'question' | 'tag'>;

const OVER_ALL: About = { id: null, question: null };

/** A question's tags that the query asks for. */
async function tagsFor(
  context: Pick<ReportContext, 'db' | 'brand'>,
  query: SliceQuery,
): Promise<(count: ComparedCount) => About[]> {
  const tags = (await chosenTags(context, query)).map(([tag, prompts]) => ({
    prompts,
    about: { ...OVER_ALL, tag },
  }));
  return ({ promptId }) => tags.flatMap(({ prompts, about }) => (prompts.has(promptId) ? [about] : []));
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

/** What a query counts, and how much its answers repeat themselves. */
interface CountedGaps {
  readonly answers: CountedAnswers;
  readonly effects: DesignEffects;
  readonly counts: readonly Beside[];
}

async function countedGaps(context: ReportContext, query: Query): Promise<CountedGaps> {
  const answers = await answersOfOne(context, query, windowOf(context.now, query).period);
  const [effects, counts] = await Promise.all([
    designEffects(context)(answers.only),
    onceIn(context.db, `beside ${nameOf(context, answers)}`, () =>
      countsBeside(answers, context.brand.tracked),
    ),
  ]);
  return { answers, effects, counts };
}

async function gapsOfQuestions(context: ReportContext, query: Query): Promise<Gap[]> {
  const counted = await countedGaps(context, query);
  return await onceIn(context.db, `gaps of questions ${nameOf(context, counted.answers)}`, async () => {
    const questions = await listQuestions(context.db, context.brand.id);
    const known = new Map(
      questions.map(({ id, digest, text }) => [id, { id: questionIdOf(digest), question: text }]),
    );
    return await gapsBy(counted, ({ promptId }) => known.get(promptId) ?? []);
  });
}

/** Identifies answers in a snapshot. */
function nameOf({ brand, now }: ReportContext, { period, only }: CountedAnswers): string {
  const sets = (_: string, value: unknown) => (value instanceof Set ? [...value] : value);
  return JSON.stringify([brand.id, now, period, only], sets);
}

/** A competitor beside the brand in an engine's answers about something; `found` is null with too few of them. */
interface Gap extends Beside {
  readonly about: About;
  readonly found: PairedGap | null;
}

/** A gap for each subject, engine, and competitor; tests all together. @param aboutOf gives equal subjects as the same object */
async function gapsBy(
  { counts, effects, answers: { panel, period } }: CountedGaps,
  aboutOf: (count: ComparedCount) => About | readonly About[],
): Promise<Gap[]> {
  const days = daysIn(period);
  const gaps: Omit<Gap, 'found'>[] = [];
  const judged: (JudgedGap | null)[] = [];
  for (const [competitor, beside] of Map.groupBy(counts, (each) => each.competitor)) {
    for (const [engine, on] of Map.groupBy(beside, ({ count: each }) => each.engine)) {
      // If either brand's counts repeat, so does their difference.
      const repeats = [panel.self, competitor.id].map((brand) => effects(engine, brand, days) ?? 1);
      const designEffect = Math.max(...repeats);
      const sums = new Map<About, ComparedCount>();
      for (const { count: each } of on) {
        for (const about of [aboutOf(each)].flat()) sums.set(about, together(sums.get(about), each));
      }
      for (const [about, sum] of sums) {
        gaps.push({ about, competitor, count: sum });
        judged.push(judgePair({ pair: pairOf(sum), designEffect }));
      }
      await panel.breathe();
    }
  }
  const found = pairedGaps(judged);
  return gaps.map((gap, place) => ({ ...gap, found: found[place] ?? null }));
}

function gapRow({ effects, answers }: CountedGaps, { about, competitor, count: each, found }: Gap): GapRow {
  const designEffect = effects(each.engine, competitor.id, daysIn(answers.period)) ?? 1;
  const figures = GAP.figures(each, { found, designEffect });
  return { ...about, ...ENGINE.fields(each.engine), competitor: competitor.name, ...figures };
}

/** As a row shows it. */
function pointsIn({ found }: Gap): number {
  return found === null ? 0 : pointsOf(found.gap);
}

function isLost(gap: Gap): boolean {
  return gap.found?.standsOut === true && pointsIn(gap) > 0;
}

function pairOf(count: ComparedCount): CountedPair['pair'] {
  return {
    both: count.bothNamed,
    onlyFirst: onlyIt(count),
    onlySecond: onlyYou(count),
    neither: count.answers - count.eitherNamed,
  };
}

function together(one: ComparedCount | undefined, other: ComparedCount): ComparedCount {
  if (one === undefined) return other;
  const sum = (field: 'answers' | 'named' | 'eitherNamed' | 'bothNamed') => one[field] + other[field];
  return {
    ...one,
    answers: sum('answers'),
    named: sum('named'),
    eitherNamed: sum('eitherNamed'),
    bothNamed: sum('bothNamed'),
  };
}

/** The largest gap first, then more answers, then the name, so that the order is stable. */
function inOrder(a: Gap, b: Gap): number {
  return (
    Number(a.found === null) - Number(b.found === null) ||
    pointsIn(b) - pointsIn(a) ||
    b.count.answers - a.count.answers ||
    compared(a.about.question ?? a.about.tag ?? '', b.about.question ?? b.about.tag ?? '') ||
    byEngine(a.count.engine, b.count.engine) ||
    compared(a.competitor.name, b.competitor.name)
  );
}

function compared(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function firstOfEach(gaps: readonly Gap[], by: 'tag' | 'engine' | undefined): Gap[] {
  const thingOf = ({ about: { id, tag }, count }: Gap) =>
    by === undefined ? id : by === 'tag' ? tag : count.engine;
  return [...Map.groupBy(gaps, thingOf).values()].flatMap(([first]) => first ?? []);
}
