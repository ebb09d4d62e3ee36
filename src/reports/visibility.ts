import Type from 'typebox';
import { ROLES } from '../domain/answer-reading.ts';
import { ENGINES } from '../domain/engine.ts';
import { MIN_SAMPLE, meanOf, rateOf } from '../domain/rate.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';
import { countVisibility, type VisibilityCount } from '../storage/answers/visibility.ts';
import { listAskedEngines, listTracked } from '../storage/directory/brands.ts';
import { filterName, RATE } from './columns.ts';
import { defineReport } from './report.ts';
import {
  citationsCount,
  count,
  named,
  oneOf,
  rankProperties,
  rateProperties,
  readonlyList,
  text,
} from './schemas.ts';
import { windowMeta, windowOf, windowQuery } from './window.ts';

const EngineSchema = named(
  'Engine',
  {
    engine: text('Stable slug, as used by `?engine=`.'),
    name: text(
      'Display name. An engine asked by its API says so: "ChatGPT (API)" is not what people see in the app.',
    ),
    collection_method: oneOf(['api', 'scraper', 'serp'], 'How its answers are collected.'),
    ...rateProperties,
    citations: citationsCount,
    ...rankProperties,
  },
  'How one engine answered. Engines are never averaged.',
);

const BrandVisibilitySchema = named(
  'BrandVisibility',
  {
    name: text('Brand name.'),
    role: oneOf(ROLES, 'The brand itself or a competitor.'),
    ...rateProperties,
    citations: citationsCount,
    ...rankProperties,
    framing: Type.Object(
      {
        classified: count('Mentions whose framing could be judged: the denominator of the two below.'),
        recommended: count('Mentions framed as a recommendation.'),
        negative: count('Mentions framed negatively.'),
      },
      { description: 'Counts of cue phrases, not a tone grade.' },
    ),
  },
  'How one brand did on all engines together: the only place that pools engines.',
);

const NOTE =
  `A rate below ${MIN_SAMPLE} answers is null, which is not zero. Its \`interval\` says how far it may be off. ` +
  'Engines are never averaged; only `brands` pools them, each weighted by its number of answers.';

/** GET /visibility */
export const visibility = defineReport({
  name: 'visibility',
  summary: 'How often each engine named and cited the brand, and its competitors.',
  description:
    'One row per engine, never averaged, and one per brand, pooled over the engines. There is no single visibility ' +
    'score. Every rate comes with its counts and its 95% interval; below `min_sample` answers both are null.',
  takesBrand: true,
  query: windowQuery(7),
  data: Type.Object({
    engines: readonlyList(
      EngineSchema,
      'Every engine that is asked about the brand or has answers in the window.',
    ),
    brands: readonlyList(
      BrandVisibilitySchema,
      'The brand itself, then its competitors by `present` descending and name.',
    ),
  }),
  meta: windowMeta,
  columns: {
    engines: {
      none: 'No engine is asked, and none has answered in this window.',
      columns: [
        { label: 'Engine', kind: 'engine', field: 'engine' },
        { label: 'Name', kind: 'text', field: 'name', csvOnly: true },
        { label: 'Method', kind: 'text', field: 'collection_method' },
        {
          ...{ label: 'Named in', ...RATE },
          behind: ({ engine }) => ({ engine, names: 'self' }),
          among: ({ engine }) => ({ engine }),
        },
        {
          ...{ label: 'Cited in', kind: 'count', field: 'citations', of: 'responses' },
          behind: ({ engine }) => ({ engine, cites_brand: 'self' }),
        },
        {
          ...{ label: 'Mean position', kind: 'position', field: 'avg_rank_when_named', decimals: 2 },
          ranked: 'ranked_answers',
          behind: ({ engine }) => ({ engine, names: 'self', ranked: 'true' }),
        },
      ],
    },
    brands: {
      none: 'No brand.',
      columns: [
        { label: 'Brand, all engines', kind: 'text', field: 'name' },
        { label: 'Role', kind: 'text', field: 'role', csvOnly: true },
        {
          ...{ label: 'Named in', ...RATE },
          behind: (row) => ({ names: filterName(row) }),
          among: (row) => ({ looked_for: filterName(row) }),
        },
        {
          ...{ label: 'Cited in', kind: 'count', field: 'citations', of: 'responses' },
          behind: (row) => ({ cites_brand: filterName(row) }),
        },
        {
          ...{ label: 'Mean position', kind: 'position', field: 'avg_rank_when_named', decimals: 2 },
          ranked: 'ranked_answers',
          behind: (row) => ({ names: filterName(row), ranked: 'true' }),
        },
        {
          ...{ label: 'Recommended', kind: 'count', field: 'framing.recommended', of: 'framing.classified' },
          behind: (row) => ({ names: filterName(row), framing: 'recommended' }),
        },
        {
          ...{ label: 'Negative', kind: 'count', field: 'framing.negative', of: 'framing.classified' },
          behind: (row) => ({ names: filterName(row), framing: 'negative' }),
        },
      ],
    },
  },
  tableNote:
    'In parentheses: how far the rate may be off. With too few answers there is no rate, which is not zero. Engines ' +
    'are never averaged; the lower table pools them, each weighted by its number of answers. Recommended and Negative ' +
    'count answers whose framing was judged.',
  errors: [],
  async run({ db, now, brand }, query) {
    const { period, meta } = windowOf(now, query);
    const [tracked, asked, counts] = await Promise.all([
      listTracked(db, brand.id),
      listAskedEngines(db, brand.id),
      countVisibility(db, brand.id, period),
    ]);
    return {
      note: NOTE,
      meta,
      data: { engines: engineRows(tracked, asked, counts), brands: brandRows(tracked, counts) },
    };
  },
});

function engineRows(
  tracked: readonly TrackedBrand[],
  asked: readonly string[],
  counts: readonly VisibilityCount[],
) {
  const selfId = tracked.find((brand) => brand.role === 'self')?.id;
  const own = counts.filter((row) => row.trackedId === selfId);
  return ENGINES.filter(
    ({ slug }) => asked.includes(slug) || own.some((row) => row.engine === slug && row.responses > 0),
  ).map(({ slug, name, method }) => {
    const sum = total(own.filter((row) => row.engine === slug));
    return {
      engine: slug,
      name,
      collection_method: method,
      ...rateOf(sum.present, sum.responses),
      citations: sum.cited,
      ...rankOf(sum),
    };
  });
}

function brandRows(tracked: readonly TrackedBrand[], counts: readonly VisibilityCount[]) {
  const rows = tracked.map(({ id, name, role }) => {
    const sum = total(counts.filter((row) => row.trackedId === id));
    return {
      name,
      role,
      ...rateOf(sum.present, sum.responses),
      citations: sum.cited,
      ...rankOf(sum),
      framing: { classified: sum.classified, recommended: sum.recommended, negative: sum.negative },
    };
  });
  // listTracked gives the brand itself first and the others by name, and the sort is stable.
  const [self, ...competitors] = rows;
  return self ? [self, ...competitors.sort((a, b) => b.present - a.present)] : [];
}

function rankOf({ rankSum, ranked }: Sums) {
  return { avg_rank_when_named: meanOf(rankSum, ranked), ranked_answers: ranked };
}

type Sums = Record<(typeof COUNTED)[number], number>;

const COUNTED = [
  'responses',
  'present',
  'cited',
  'ranked',
  'rankSum',
  'classified',
  'recommended',
  'negative',
] as const;

const NOTHING = Object.fromEntries(COUNTED.map((name) => [name, 0])) as Sums;

function total(counts: readonly VisibilityCount[]): Sums {
  const sum = { ...NOTHING };
  for (const row of counts) {
    for (const name of COUNTED) sum[name] += row[name];
  }
  return sum;
}
