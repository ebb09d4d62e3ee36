import Type from 'typebox';
import { ENGINE_SLUGS, engineNameOf } from '../../domain/answers/engine.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import { roundedInterval } from '../../domain/figures/rate.ts';
import { countInstead, type PairsOfSets } from '../../panel/counts/instead.ts';
import { meanJaccard } from '../../stats/panel/jaccard.ts';
import { MantelHaenszel } from '../../stats/rates/mantel-haenszel.ts';
import {
  LEAST_ANSWERS,
  LEAST_GROUPS,
  stratifiedDifference,
} from '../../stats/rates/stratified-difference.ts';
import { defineReport, engineParameter } from '../shape/report.ts';
import {
  count,
  IntervalSchema,
  named,
  nullable,
  nullableShare,
  points,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

const NEEDS = `below ${LEAST_ANSWERS} answers on a side or ${LEAST_GROUPS} questions`;

const engineProperties = { engine: text('Engine slug.'), engine_name: text('Display name.') };

const ReplacementSchema = named(
  'Replacement',
  {
    ...engineProperties,
    competitor: text("The competitor's name."),
    difference: nullable(
      named(
        'ReplacementPoints',
        {
          points: points('In percentage points.'),
          lower: points('95% interval.'),
          upper: points('Its upper end.'),
        },
        'Within questions and weeks.',
      ),
      `How much more often answers without you name it than answers with you; null ${NEEDS}.`,
    ),
    questions: count('Questions with some answers in a week that name you, and others that do not.'),
    answers_without_you: count('Their answers in these weeks that do not name you.'),
    named_without_you: count('Answers among them that name it.'),
    answers_with_you: count('Their answers that name you.'),
    named_with_you: count('Answers among them that name it too.'),
  },
  'A competitor on one engine, with you and without you.',
);

const StabilitySchema = named(
  'SetStability',
  {
    ...engineProperties,
    similarity: nullableShare(
      `The average share of the tracked brands in two answers in a row that are in both; null below ` +
        `${LEAST_ANSWERS} pairs or ${LEAST_GROUPS} questions.`,
    ),
    interval: nullable(IntervalSchema, 'Its 95% interval.'),
    pairs: count('Pairs: two answers in a row to one question, if any tracked brand is in them.'),
    pairs_naming_nobody: count('Pairs left out: neither names any.'),
    questions: count('Questions with pairs.'),
  },
  "How much an engine's named brands change from one answer to the next.",
);

export const instead = defineReport({
  name: 'instead',
  summary: 'Who answers name when they do not name you, and how stable the named brands are.',
  description:
    'How much more often answers without you name a competitor than answers with you, within question and week.',
  takesBrand: true,
  sharedOn: ['competitors'],
  countsMentions: true,
  isOfOneMarket: true,
  query: { ...windowQuery(30), engine: engineParameter, ...sliceQuery },
  data: Type.Object({
    competitors: readonlyList(ReplacementSchema, "By engine, in your competitors' order."),
    engines: readonlyList(StabilitySchema, 'One row per engine with answers.'),
  }),
  meta: windowMeta,
  columns: {
    competitors: {
      title: 'Competitors',
      none: 'No answers in this window in which Sightline looked for all tracked brands.',
      columns: [
        { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
        { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
        { id: 'competitor', label: 'Competitor', kind: 'text', field: 'competitor' },
        {
          id: 'difference',
          label: 'Named more without you, points (95%)',
          kind: 'points',
          field: 'difference.points',
          lower: 'difference.lower',
          upper: 'difference.upper',
        },
        { id: 'questions', label: 'Questions compared', kind: 'count', field: 'questions' },
        {
          id: 'without_you',
          label: 'Named without you',
          kind: 'count',
          field: 'named_without_you',
          of: 'answers_without_you',
        },
        {
          id: 'with_you',
          label: 'Named with you',
          kind: 'count',
          field: 'named_with_you',
          of: 'answers_with_you',
        },
      ],
    },
    engines: {
      title: 'How stable the named brands are',
      none: 'No answers in this window in which Sightline looked for all tracked brands.',
      columns: [
        { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
        { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
        { id: 'similarity', label: 'Named again', kind: 'share', field: 'similarity' },
        {
          id: 'similarity_range',
          label: '95% interval',
          kind: 'range',
          range: 'interval',
        },
        { id: 'pairs', label: 'Answer pairs', kind: 'count', field: 'pairs' },
        {
          id: 'pairs_naming_nobody',
          label: 'Pairs naming nobody',
          kind: 'count',
          field: 'pairs_naming_nobody',
        },
        { id: 'pair_questions', label: 'Questions', kind: 'count', field: 'questions' },
      ],
    },
  },
  errors: [],
  async run(context, query) {
    const { period, meta } = windowOf(context.now, query);
    const answers = await answersOfOne(context, query, period);
    const { tracked } = context.brand;
    const nameOf = (id: number) => tracked.find((brand) => brand.id === id)?.name ?? '';
    const replaced: MantelHaenszel[][] = [];
    const pairs = await countInstead(answers, (stratum) => {
      const { engine, question, competitor, absent, present, namedWhenAbsent, namedWhenPresent } = stratum;
      replaced[engine] ??= answers.panel.competitors.map(() => new MantelHaenszel());
      replaced[engine][competitor]?.add(question, namedWhenAbsent, absent, namedWhenPresent, present);
    });
    const numberOf = (slug: string) => answers.panel.names.engines.known(slug);
    const engines = ENGINE_SLUGS.flatMap((engine) => {
      const own = pairs.filter((each) => each.engine === numberOf(engine));
      return own.length === 0 ? [] : [{ engine, own, sums: replaced[numberOf(engine) ?? -1] ?? [] }];
    });
    return {
      note:
        'Differences compare answers to one question in one week; the counts beside them are these answers. ' +
        `They show correlation, not replacement. There is none ${NEEDS}.`,
      meta,
      data: {
        competitors: engines.flatMap(({ engine, sums }) =>
          answers.panel.competitors.map((id, place) => ({
            engine,
            engine_name: engineNameOf(engine),
            competitor: nameOf(id),
            ...replacementOf(sums[place] ?? new MantelHaenszel()),
          })),
        ),
        engines: engines.map(({ engine, own }) => stabilityOf(engine, own)),
      },
    };
  },
});

function replacementOf(sums: MantelHaenszel) {
  const found = stratifiedDifference(sums);
  return {
    difference: found && {
      points: pointsOf(found.difference),
      lower: pointsOf(found.interval.lower),
      upper: pointsOf(found.interval.upper),
    },
    questions: sums.parts.length,
    answers_without_you: sums.ours,
    named_without_you: sums.ourEvents,
    answers_with_you: sums.theirs,
    named_with_you: sums.theirEvents,
  };
}

function stabilityOf(engine: string, own: readonly PairsOfSets[]) {
  const parts = own.flatMap(({ shares, pairs }) => (pairs === 0 ? [] : [{ above: shares, below: pairs }]));
  const found = meanJaccard(parts);
  return {
    engine,
    engine_name: engineNameOf(engine),
    similarity: found && Math.round(1000 * found.mean) / 1000,
    interval: found && roundedInterval(found.interval),
    pairs: parts.reduce((sum, { below }) => sum + below, 0),
    pairs_naming_nobody: own.reduce((sum, { namingNobody }) => sum + namingNobody, 0),
    questions: parts.length,
  };
}
