import Type from 'typebox';
import { engineOf, inEngineOrder } from '../../domain/answers/engine.ts';
import { designEffectOf, MIN_SAMPLE, rateOf } from '../../domain/figures/rate.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { type Bucket, bucketsOf } from '../../domain/time/buckets.ts';
import { dayOf, daysIn, type Period } from '../../domain/time/period.ts';
import { CITED_UNITS, type CitedCount, countCitedBy } from '../../panel/counts/cited/cited-by.ts';
import { listAskedPrompts } from '../../storage/answers/lookups.ts';
import { citedIn } from '../answers/answer-filter.ts';
import { BUCKET } from '../dimensions/bucket.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { competitorsNamed } from '../measures/answers.ts';
import type { AnswersFilters } from '../shape/answers-filters.ts';
import { column, columnOf, RATE, REPEATS } from '../shape/columns.ts';
import { designEffects } from '../shape/design-effects.ts';
import { defineReport, engineParameter, type ReportContext } from '../shape/report.ts';
import {
  count,
  flag,
  named,
  nullable,
  nullableInstant,
  nullableText,
  oneOf,
  rateProperties,
  readonlyList,
  repeatProperties,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowMetaOf, windowOf, windowQuery } from '../shape/window.ts';

const CitedSchema = named(
  'Cited',
  {
    ...ENGINE.properties,
    start: nullableInstant('By week: its first instant.'),
    end: nullableInstant("Its last instant, or the window's."),
    complete: flag('Whether the whole week counts.'),
    question: nullable(
      Type.Object({ id: text('As in /questions.'), text: text('The question.') }),
      'By question: the question.',
    ),
    ...rateProperties,
    present: count('Answers that cite it.'),
    responses: count('All answers: the denominator.'),
    ...repeatProperties,
    answers_where_you_were_named: count('Answers that cite it and name the brand.'),
    competitors: readonlyList(
      Type.Object({
        name: text('A competitor tracked now.'),
        answers: count('Answers that cite it and name this competitor.'),
      }),
      'The most named first.',
    ),
  },
  'How often one engine cited a site, a host, or a page: in a week, or in answers to a question.',
);

export const cited = defineReport({
  name: 'cited',
  summary:
    'How often answers cite one site or page, by week or question, and which competitors they name then.',
  description: 'By question, only questions with an answer that cites it, the most first.',
  takesBrand: true,
  isOfOneMarket: true,
  query: {
    cites: Type.Optional(
      Type.String({
        description: 'The citation, as in /answers: `*.example.org`, a host, or a URL; anything by default.',
      }),
    ),
    by: Type.Unsafe<(typeof CITED_UNITS)[number]>({
      ...oneOf(CITED_UNITS, "The unit in an engine's rows."),
      default: 'window',
    }),
    ...windowQuery(),
    engine: engineParameter,
    ...sliceQuery,
  },
  data: readonlyList(CitedSchema, 'Engine by engine; or by question.'),
  meta: { ...windowMeta, cites: nullableText('The citation counted; null for anything.') },
  columns: {
    rows: {
      none: 'No such answers in this window.',
      columns: [
        ...ENGINE.columns,
        column('instant', 'start', 'Week from', { day: true, none: '-', whereVaried: true }),
        column('instant', 'end', 'Until', { csvOnly: true }),
        column('flag', 'complete', 'Complete', { csvOnly: true }),
        columnOf('text', 'question', 'question.text', 'Question', { none: '-', whereVaried: true }),
        { id: 'question_id', label: 'Question id', kind: 'text', field: 'question.id', csvOnly: true },
        { id: 'rate', label: 'Cited in', ...RATE, denominatorFilter: within },
        REPEATS,
        { id: 'named', label: 'and naming the brand', kind: 'count', field: 'answers_where_you_were_named' },
        competitorsNamed('and naming competitors'),
      ],
    },
  },
  errors: [],
  async run(context, { cites, by, ...query }) {
    const { now, brand, panel } = context;
    const { period, meta } = windowOf(now, query);
    const buckets = by === 'week' ? weeksOf(period) : [];
    const whole = { from: buckets[0]?.from ?? period.from, to: period.to };
    const answers = await answersOfOne(context, query, whole);
    const thing = cites === undefined ? 'anything' : await citedIn(context, cites, undefined);
    const counts = await countCitedBy(answers, thing ?? NOTHING, by);
    const effects = await designEffects(context)(answers.only);
    const competitors = panel.competitors.map(
      (id) => brand.tracked.find((each) => each.id === id)?.name ?? '',
    );
    const fieldsOf = (counted: Counted, days: number) => {
      const designEffect = effects(counted.engine, panel.self, days);
      const counts = competitors.map((name, place) => ({ name, answers: counted.competitors[place] ?? 0 }));
      return {
        ...rateOf(counted.citing, counted.answers, { designEffect }),
        design_effect: designEffectOf(designEffect),
        answers_where_you_were_named: counted.named,
        competitors: counts
          .filter(({ answers: each }) => each > 0)
          .sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1)),
      };
    };
    return {
      note: `A rate below ${MIN_SAMPLE} answers is null, which is not zero. Answers that cite it in passing count like any other.`,
      meta: { ...(by === 'week' ? windowMetaOf(whole, meta.window_days) : meta), cites: cites ?? null },
      data:
        by === 'week'
          ? byWeek(counts, buckets, fieldsOf)
          : await others(context, counts, by, (counted) => fieldsOf(counted, daysIn(period))),
    };
  },
});

/** Targets that no answer cites. */
const NOTHING = { host: '' };

type Counted = Omit<CitedCount, 'of'>;
type Row = Type.Static<typeof CitedSchema>;
type Fields = Omit<Row, 'engine' | 'engine_name' | 'start' | 'end' | 'complete' | 'question'>;

function weeksOf({ from, to }: Period): Bucket[] {
  return bucketsOf(to - 1, dayOf(to - 1) - dayOf(from) + 1, 'week');
}

function byWeek(
  counts: readonly CitedCount[],
  buckets: readonly Bucket[],
  fieldsOf: (counted: Counted, days: number) => Fields,
): Row[] {
  return enginesIn(counts).flatMap(({ slug }) => {
    const own = new Map(counts.filter(({ engine }) => engine === slug).map((each) => [each.of, each]));
    return buckets.map((bucket) => ({
      ...ENGINE.fields(slug),
      ...BUCKET.fields(bucket),
      question: null,
      ...fieldsOf(own.get(bucket.firstDay) ?? { engine: slug, ...NO_ANSWERS }, daysIn(bucket)),
    }));
  });
}

const NO_ANSWERS = { answers: 0, citing: 0, named: 0, competitors: [] };

/** Rows for each engine or, by question, for the engines that cite it. */
async function others(
  { db, brand }: ReportContext,
  counts: readonly CitedCount[],
  by: 'window' | 'question',
  fieldsOf: (counted: Counted) => Fields,
): Promise<Row[]> {
  const isListed = ({ citing }: CitedCount) => by === 'window' || citing > 0;
  const listed = enginesIn(counts).flatMap(({ slug }) =>
    counts.filter((each) => each.engine === slug && isListed(each)),
  );
  const ids = by === 'window' ? [] : [...new Set(listed.map(({ of }) => of))];
  const prompts = await listAskedPrompts(db, brand.id, ids);
  const questions = new Map(prompts.map(({ id, digest, text }) => [id, { id: questionIdOf(digest), text }]));
  const rows = by === 'window' ? listed : listed.toSorted((a, b) => b.citing - a.citing);
  return rows.map((counted) => ({
    ...ENGINE.fields(counted.engine),
    start: null,
    end: null,
    complete: true,
    question: questions.get(counted.of) ?? null,
    ...fieldsOf(counted),
  }));
}

/** An engine that never cites did not leave anything out. */
function enginesIn(counts: readonly Pick<CitedCount, 'engine'>[]) {
  const engines = inEngineOrder(counts.map(({ engine }) => engine)).map(engineOf);
  return engines.filter(({ citesNothing }) => !citesNothing);
}

/** All answers in a row. */
function within({ engine, start, end, question }: Row): AnswersFilters {
  return {
    engine,
    ...(start !== null && end !== null && { from: start, until: end }),
    ...(question !== null && { prompt: question.id }),
  };
}
