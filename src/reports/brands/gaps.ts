import Type from 'typebox';
import { byEngine } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { daysIn } from '../../domain/time/period.ts';
import { COMPARED, tallyCompared } from '../../panel/counts/compared.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { Memo, type Tally } from '../../panel/tally.ts';
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
  windowShares: ['visibility', 'overtaken'],
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
    const shown = every ? gaps : firstOfEach(gaps, by);
    const data: GapRow[] = [];
    for (const gap of shown.toSorted(inOrder)) {
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
): Promise<(promptId: number) => About[]> {
  const tags = (await chosenTags(context, query)).map(([tag, prompts]) => ({
    prompts,
    about: { ...OVER_ALL, tag },
  }));
  return (promptId) => tags.flatMap(({ prompts, about }) => (prompts.has(promptId) ? [about] : []));
}

/** Answers counted for the brand and a competitor, by engine and question. */
interface Beside {
  readonly competitor: TrackedBrand;
  readonly tally: Tally<[engine: number, prompt: number]>;
}

async function countsBeside(answers: CountedAnswers, tracked: readonly TrackedBrand[]): Promise<Beside[]> {
  const competitors = tracked.filter(({ role }) => role === 'competitor');
  return await Promise.all(
    competitors.map(async (competitor) => ({
      competitor,
      tally: await tallyCompared(answers, answers.panel.self, competitor.id),
    })),
  );
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
    return await gapsBy(counted, (promptId) => known.get(promptId) ?? []);
  });
}

/** Identifies answers in a snapshot. */
function nameOf({ brand, now }: ReportContext, { period, only }: CountedAnswers): string {
  const sets = (_: string, value: unknown) => (value instanceof Set ? [...value] : value);
  return JSON.stringify([brand.id, now, period, only], sets);
}

/** An engine's answers about something, counted for the brand and a competitor. */
interface Sum {
  readonly about: About;
  /** Its number in the panel. */
  readonly engine: number;
  answers: number;
  named: number;
  eitherNamed: number;
  bothNamed: number;
}

/** A competitor beside the brand in such answers. */
interface Gap {
  readonly about: About;
  readonly engine: string;
  readonly competitor: TrackedBrand;
  readonly sum: Sum;
  /** Null with too few answers. */
  readonly found: PairedGap | null;
  /** As a row shows it; 0 for null. */
  readonly points: number;
}

/** A gap for each subject, engine, and competitor; tests all together. @param aboutOf gives equal subjects as the same object */
async function gapsBy(
  { counts, effects, answers: { panel, period } }: CountedGaps,
  aboutOf: (promptId: number) => About | readonly About[],
): Promise<Gap[]> {
  const days = daysIn(period);
  const gaps: Pick<Gap, 'competitor' | 'sum'>[] = [];
  const judged: (JudgedGap | null)[] = [];
  const { engines, prompts } = panel.names;
  const subjects = new Memo((prompt) => [aboutOf(prompts.at(prompt))].flat());
  for (const { competitor, tally } of counts) {
    // If either brand's counts repeat, so does their difference.
    const effectOn = new Memo((engine) => {
      const repeats = [panel.self, competitor.id].map(
        (brand) => effects(engines.at(engine), brand, days) ?? 1,
      );
      return Math.max(...repeats);
    });
    for (const sum of sumsBy(tally, subjects)) {
      gaps.push({ competitor, sum });
      judged.push(judgePair({ pair: pairOf(sum), designEffect: effectOn.of(sum.engine) }));
    }
    await panel.breathe();
  }
  const all = pairedGaps(judged);
  return gaps.map(({ competitor, sum }, place) => {
    const found = all[place] ?? null;
    const points = found === null ? 0 : pointsOf(found.gap);
    return { about: sum.about, engine: engines.at(sum.engine), competitor, sum, found, points };
  });
}

function sumsBy(tally: Beside['tally'], subjects: Memo<readonly About[]>): Sum[] {
  const sums: Sum[] = [];
  const byAbout = new Map<About, Memo<Sum>>();
  for (let group = 0; group < tally.size; group++) {
    for (const about of subjects.of(tally.part(group, 1))) {
      const byEngine =
        byAbout.get(about) ??
        new Memo((engine) => {
          const sum = { about, engine, answers: 0, named: 0, eitherNamed: 0, bothNamed: 0 };
          sums.push(sum);
          return sum;
        });
      byAbout.set(about, byEngine);
      const sum = byEngine.of(tally.part(group, 0));
      sum.answers += tally.count(group, COMPARED.answers);
      sum.named += tally.count(group, COMPARED.named);
      sum.eitherNamed += tally.count(group, COMPARED.eitherNamed);
      sum.bothNamed += tally.count(group, COMPARED.bothNamed);
    }
  }
  return sums;
}

function gapRow({ effects, answers }: CountedGaps, { about, competitor, engine, sum, found }: Gap): GapRow {
  const designEffect = effects(engine, competitor.id, daysIn(answers.period)) ?? 1;
  const figures = GAP.figures(sum, { found, designEffect });
  return { ...about, ...ENGINE.fields(engine), competitor: competitor.name, ...figures };
}

function isLost({ found, points }: Gap): boolean {
  return found?.standsOut === true && points > 0;
}

function pairOf(sum: Sum): CountedPair['pair'] {
  return {
    both: sum.bothNamed,
    onlyFirst: onlyIt(sum),
    onlySecond: onlyYou(sum),
    neither: sum.answers - sum.eitherNamed,
  };
}

/** The largest gap first, then more answers, then the name, so that the order is stable. */
function inOrder(a: Gap, b: Gap): number {
  return (
    Number(a.found === null) - Number(b.found === null) ||
    b.points - a.points ||
    b.sum.answers - a.sum.answers ||
    compared(a.about.question ?? a.about.tag ?? '', b.about.question ?? b.about.tag ?? '') ||
    byEngine(a.engine, b.engine) ||
    compared(a.competitor.name, b.competitor.name)
  );
}

function compared(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** The largest gap of each question, tag, or engine. */
function firstOfEach(gaps: readonly Gap[], by: 'tag' | 'engine' | undefined): Gap[] {
  const thingOf = ({ about: { id, tag }, engine }: Gap) =>
    by === undefined ? id : by === 'tag' ? tag : engine;
  const first = new Map<ReturnType<typeof thingOf>, Gap>();
  for (const gap of gaps) {
    const known = first.get(thingOf(gap));
    if (known === undefined || inOrder(gap, known) < 0) first.set(thingOf(gap), gap);
  }
  return [...first.values()];
}
