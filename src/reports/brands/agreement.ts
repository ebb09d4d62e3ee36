import Type, { type Static } from 'typebox';
import { ENGINES, type Engine, findEngine } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import { MIN_SAMPLE, rateOf } from '../../domain/figures/rate.ts';
import {
  type AnswerPair,
  citesPagesOf,
  citesSite,
  namesBrand,
  pairAnswers,
  type Says,
  type SurfacePairs,
} from '../../panel/counts/surface-pairs.ts';
import type { Panel } from '../../panel/panel.ts';
import { agreementOf } from '../../stats/panel/agreement.ts';
import type { PairedCounts } from '../../stats/rates/intervals.ts';
import { hasEngine } from '../../storage/answers/filter/engine-facts.ts';
import { rateAt } from '../shape/columns.ts';
import { defineReport, engineParameter, type ReportContext } from '../shape/report.ts';
import {
  count,
  named,
  nullable,
  oneOf,
  points,
  rateProperties,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

/** Sites in fewer pairs show little. */
const MOST_SITES = 10;

const MEASURES = ['named', 'cited', 'site'] as const;

const pairRate = {
  ...rateProperties,
  present: count('Pairs whose answers agree: both do, or neither does.'),
  responses: count('All pairs: the denominator.'),
};

const AgreementSchema = named(
  'Agreement',
  {
    engine: text('Engine slug.'),
    engine_name: text('Display name.'),
    provider: text('The provider that Sightline asks it through.'),
    other_engine: text('The engine for the same surface through another provider.'),
    other_engine_name: text('Its display name.'),
    other_provider: text('Its provider.'),
    measure: oneOf(
      MEASURES,
      "`named`: the answer names a brand; `cited`: it cites the brand's page; `site`: it cites a site.",
    ),
    about: text('The brand or the site.'),
    pairs: count('Answer pairs: one by each, to one question on one UTC day.'),
    questions: count('Questions in these pairs.'),
    both: count('Pairs in which both do.'),
    only_engine: count('Pairs in which only the answer by `engine` does.'),
    only_other: count('Pairs in which only the answer by `other_engine` does.'),
    neither: count('Pairs in which neither does.'),
    agreement: Type.Object(pairRate, { description: 'Pairs in which both do or neither does.' }),
    difference: nullable(
      named(
        'AgreementDifference',
        {
          points: points('`only_engine` less `only_other`, as percentage points of the pairs.'),
          lower: points('95% interval.'),
          upper: points('Its upper end.'),
        },
        'Positive: `engine` does it more often.',
      ),
      `How much more often \`engine\` does; null below ${MIN_SAMPLE} pairs.`,
    ),
    itself: Type.Object(pairRate, {
      description:
        'How often `engine` agrees with itself: an answer and one from its next day with any, at most a week later.',
    }),
    other_itself: Type.Object(pairRate, {
      description: 'How often `other_engine` agrees with itself.',
    }),
  },
  'How often two providers’ answers from one surface agree.',
);

type Agreement = Static<typeof AgreementSchema>;

export const agreement = defineReport({
  name: 'agreement',
  summary: 'How far two providers for one surface agree on the same questions.',
  description:
    'For surfaces with two providers: whether both answers to a question on one day name a brand, or cite a site. Intervals ' +
    'allow for similar answers to one question. Compare `agreement` with `itself`, not with 100%.',
  takesBrand: true,
  sharedOn: [],
  countsMentions: true,
  isOfOneMarket: true,
  query: { ...windowQuery(30), engine: engineParameter, ...sliceQuery },
  data: readonlyList(AgreementSchema, 'By surface: brands, own pages, then the sites that most pairs cite.'),
  meta: {
    ...windowMeta,
    surfaces: readonlyList(
      named(
        'AgreementSurface',
        {
          engine: text('Engine slug.'),
          other_engine: text('The engine for the same surface through another provider.'),
          answers: count('Answers by `engine` to questions with pairs.'),
          other_answers: count('Answers of `other_engine` to them.'),
          pairs: count('Their pairs.'),
        },
        'A surface with answers from two providers.',
      ),
      'Surfaces with pairs.',
    ),
  },
  columns: {
    rows: {
      none: 'Sightline did not ask any surface through two providers on one day in this window.',
      columns: [
        { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
        { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
        { id: 'provider', label: 'Provider A', kind: 'text', field: 'provider' },
        { id: 'other_engine', label: 'Other engine', kind: 'text', field: 'other_engine', csvOnly: true },
        {
          id: 'other_engine_name',
          label: 'Other engine name',
          kind: 'text',
          field: 'other_engine_name',
          csvOnly: true,
        },
        { id: 'other_provider', label: 'Provider B', kind: 'text', field: 'other_provider' },
        { id: 'measure', label: 'Measure', kind: 'code', field: 'measure' },
        { id: 'about', label: 'Brand or site', kind: 'text', field: 'about' },
        { id: 'pairs', label: 'Pairs', kind: 'count', field: 'pairs', csvOnly: true },
        { id: 'agreement', label: 'Agreement', ...rateAt('agreement') },
        { id: 'itself', label: 'A on consecutive days', ...rateAt('itself') },
        { id: 'other_itself', label: 'B on consecutive days', ...rateAt('other_itself') },
        { id: 'both', label: 'Both', kind: 'count', field: 'both' },
        { id: 'only_engine', label: 'Only A', kind: 'count', field: 'only_engine' },
        { id: 'only_other', label: 'Only B', kind: 'count', field: 'only_other' },
        { id: 'neither', label: 'Neither', kind: 'count', field: 'neither' },
        {
          id: 'difference',
          label: 'Difference, points (95%)',
          kind: 'points',
          field: 'difference.points',
          lower: 'difference.lower',
          upper: 'difference.upper',
        },
        { id: 'questions', label: 'Questions', kind: 'count', field: 'questions' },
      ],
    },
  },
  errors: [],
  async run(context, { engine, ...query }) {
    const { period, meta } = windowOf(context.now, query);
    const answers = await answersOfOne(context, query, period);
    const { tracked } = context.brand;
    const found: ComparedSurface[] = [];
    for (const [first, second] of await surfacesOf(context, engine)) {
      const pairs = await pairAnswers(
        answers,
        [first.slug, second.slug],
        tracked.map(({ id }) => id),
      );
      if (pairs.pairs.length > 0) found.push({ first, second, pairs });
    }
    const data: Agreement[] = [];
    for (const surface of found) data.push(...(await rowsOf(surface, tracked, answers.panel)));
    return {
      note:
        'A pair is two answers to one question on one UTC day, one from each provider. A provider does not always agree with ' +
        'itself from day to day either: compare with that. Each provider is an engine with its own rates; only figures over ' +
        'all engines contain both.',
      meta: {
        ...meta,
        surfaces: found.map(
          ({
            first,
            second,
            pairs: {
              answers: [own, other],
              pairs,
            },
          }) => ({
            engine: first.slug,
            other_engine: second.slug,
            answers: own,
            other_answers: other,
            pairs: pairs.length,
          }),
        ),
      },
      data,
    };
  },
});

interface ComparedSurface {
  readonly first: Engine;
  readonly second: Engine;
  readonly pairs: SurfacePairs;
}

/** Each engine with one that queries its surface through another provider, if the brand uses both. */
async function surfacesOf(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  asked: string | undefined,
): Promise<[Engine, Engine][]> {
  const all = ENGINES.flatMap((second): [Engine, Engine][] => {
    const first = second.surface === undefined ? undefined : findEngine(second.surface);
    const isAsked = asked === undefined || asked === second.slug || asked === second.surface;
    return first !== undefined && isAsked ? [[first, second]] : [];
  });
  const has = await Promise.all(all.map(([, { slug }]) => hasEngine(db, brand.id, slug)));
  return all.filter((_, place) => has[place]);
}

/** Possible results for a pair's two answers. */
interface Measured {
  readonly measure: (typeof MEASURES)[number];
  readonly about: string;
  readonly says: Says;
}

/** Counted in turns with other requests: a year can have many thousand pairs. */
async function rowsOf(
  surface: ComparedSurface,
  tracked: readonly TrackedBrand[],
  panel: Panel,
): Promise<Agreement[]> {
  const { first, second, pairs } = surface;
  const brands = tracked.map((brand, place) => ({ brand, place }));
  const inOrder = brands.toSorted(
    (one, other) => Number(other.brand.role === 'self') - Number(one.brand.role === 'self'),
  );
  const measured: Measured[] = [
    ...inOrder.map(({ brand, place }) => ({
      measure: 'named' as const,
      about: brand.name,
      says: namesBrand(place),
    })),
    ...inOrder
      .filter(({ brand }) => brand.role === 'self')
      .map(({ brand, place }) => ({
        measure: 'cited' as const,
        about: brand.name,
        says: citesPagesOf(place),
      })),
    ...mostCited(pairs.pairs).map((site) => ({
      measure: 'site' as const,
      about: panel.names.sites.values[site] as string,
      says: citesSite(site),
    })),
  ];
  const rows: Agreement[] = [];
  for (const each of measured) {
    await panel.breathe();
    const own = agreementOf(countPairs(pairs.pairs, each.says));
    if (own.pairs === 0) continue;
    rows.push({
      engine: first.slug,
      engine_name: first.name,
      provider: first.provider,
      other_engine: second.slug,
      other_engine_name: second.name,
      other_provider: second.provider,
      measure: each.measure,
      about: each.about,
      pairs: own.pairs,
      questions: own.groups,
      both: own.both,
      only_engine: own.onlyFirst,
      only_other: own.onlySecond,
      neither: own.neither,
      agreement: rateOf(own.agreeing, own.pairs, { designEffect: own.designEffect }),
      difference: own.pairs < MIN_SAMPLE ? null : inPoints(own.difference),
      itself: selfAgreement(pairs.itself[0], each.says),
      other_itself: selfAgreement(pairs.itself[1], each.says),
    });
  }
  return rows;
}

function inPoints(difference: ReturnType<typeof agreementOf>['difference']) {
  if (difference === null) return null;
  const { value, interval } = difference;
  return {
    points: pointsOf(value),
    lower: pointsOf(interval.lower),
    upper: pointsOf(interval.upper),
  };
}

function selfAgreement(pairs: readonly AnswerPair[], says: Says) {
  const { agreeing, pairs: all, designEffect } = agreementOf(countPairs(pairs, says));
  return rateOf(agreeing, all, { designEffect });
}

/** By question. Pairs count only if Sightline looked for the brand in both answers. */
function countPairs(pairs: readonly AnswerPair[], says: Says): PairedCounts[] {
  const counts = new Map<number, Record<keyof PairedCounts, number>>();
  for (const { question, first, second } of pairs) {
    const [one, other] = [says(first), says(second)];
    if (one === undefined || other === undefined) continue;
    const group = counts.get(question) ?? { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
    counts.set(question, group);
    group[one ? (other ? 'both' : 'onlyFirst') : other ? 'onlySecond' : 'neither'] += 1;
  }
  return [...counts.values()];
}

/** The sites that most pairs cite in either answer, by number. */
function mostCited(pairs: readonly AnswerPair[]): number[] {
  const counts = new Map<number, number>();
  for (const { first, second } of pairs) {
    for (const site of first.sites) counts.set(site, (counts.get(site) ?? 0) + 1);
    for (const site of second.sites)
      if (!first.sites.has(site)) counts.set(site, (counts.get(site) ?? 0) + 1);
  }
  const most = [...counts].sort(([one, a], [other, b]) => b - a || one - other);
  return most.slice(0, MOST_SITES).map(([site]) => site);
}
