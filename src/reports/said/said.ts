import Type from 'typebox';
import { inEngineOrder } from '../../domain/answers/engine.ts';
import { selfOrNamed } from '../../domain/brand/named-brand.ts';
import {
  type OwnTheme,
  readFor,
  sinceOf,
  THEME_NAMES,
  THEMES,
  type Theme,
} from '../../domain/brand/theme.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { SightlineError } from '../../domain/errors.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import type { SharedTrials } from '../../domain/figures/proportion.ts';
import { MIN_SAMPLE, rateOf } from '../../domain/figures/rate.ts';
import { daysIn } from '../../domain/time/period.ts';
import {
  countNoThemes,
  countSharedThemes,
  countThemes,
  type ThemeCount,
  type ThemeFilter,
  WAYS,
} from '../../panel/counts/themes.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { newcombeOverlapping, type Overlapping } from '../../stats/rates/intervals.ts';
import { listOwnThemes } from '../../storage/directory/brand/themes.ts';
import { BRAND_OR_YOU, YOU_COLUMN } from '../dimensions/brand.ts';
import { ENGINE } from '../dimensions/engine.ts';
import type { AnswersFilters } from '../shape/answers-filters.ts';
import { pointsAt, RANGE, RANGE_NOTE, RATE, REPEATS, rateAt } from '../shape/columns.ts';
import { designEffects } from '../shape/design-effects.ts';
import { needsModel, readerMeta, readerMetaOf, readerNote, readerQuery } from '../shape/reader.ts';
import { defineReport, engineParameter } from '../shape/report.ts';
import { namingPrompts } from '../shape/sample-design.ts';
import {
  count,
  flag,
  named,
  nullable,
  oneOf,
  points,
  rangeProperties,
  rateProperties,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { themeNamed } from '../shape/theme.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';
import { quotesOn, SaidQuoteSchema } from './said-quotes.ts';

const SaidSchema = named(
  'SaidOfBrand',
  {
    ...ENGINE.properties,
    brand: text("The tracked brand's name."),
    is_you: flag('Whether it is the brand itself.'),
    theme: text("The theme: a slug, or your own theme's name."),
    theme_name: text('The theme as people read it.'),
    framing: oneOf(WAYS, 'The framing; `any`: all together.'),
    ...rateProperties,
    present: count('Answers with such a sentence. An answer with two framings is in both.'),
    responses: count(
      'For `any`, answers read that name the brand, without those read before you added the theme; for a framing, the answers counted in `any`.',
    ),
    ...rangeProperties,
    beside: Type.Optional(
      Type.Object(
        {
          brand: text('Its name.'),
          ...rateProperties,
          present: count('Its answers with such a sentence.'),
          responses: count('Its denominator.'),
          difference: nullable(
            named(
              'SaidPoints',
              {
                points: points('In percentage points.'),
                lower: points('95% interval, which allows for answers that mention both.'),
                upper: points('Its upper end.'),
              },
              'The difference between two shares.',
            ),
            "The row's rate minus this brand's rate; null if either is.",
          ),
        },
        { description: "Only with `beside`: that brand's figures." },
      ),
    ),
    quotes: Type.Optional(
      readonlyList(SaidQuoteSchema, 'Only with `theme`: the newest, up to 5 per framing.'),
    ),
  },
  'How often one engine mentions a theme about one brand.',
);

/** Marks columns that need `beside`. */
const ONLY_BESIDE = { onlyWith: 'beside' } as const;

export const said = defineReport({
  name: 'said',
  summary: "The themes of each engine's statements about each tracked brand: price, support, and so on.",
  description:
    'Counts answers with a statement about the brand on a theme, as a model reads it: with its direction, and its exact ' +
    'words. Without a model there are no rows.',
  takesBrand: true,
  countsMentions: true,
  isOfOneMarket: true,
  query: {
    ...windowQuery(),
    theme: Type.Optional(text('One theme alone, with quotes: `price`, `support`, or another in the rows.')),
    about: Type.Optional(text("One brand alone: `self`, or a tracked brand's name.")),
    beside: Type.Optional(text('With `about`, another brand to compare each row with, likewise.')),
    engine: engineParameter,
    ...sliceQuery,
    ...readerQuery,
  },
  data: readonlyList(SaidSchema, 'By engine and brand, the themes in most answers first; four rows each.'),
  meta: {
    ...windowMeta,
    ...readerMeta,
    beside: Type.Optional(text("Only with `beside`: the other brand's name.")),
  },
  columns: {
    rows: {
      none: 'No statements about a tracked brand by theme in this window, or no model to read them.',
      columns: [
        ...ENGINE.columns,
        ...BRAND_OR_YOU.columns,
        { ...YOU_COLUMN, csvOnly: true },
        { id: 'theme', label: 'Theme slug', kind: 'text', field: 'theme', csvOnly: true },
        { id: 'theme_name', label: 'Theme', kind: 'text', field: 'theme_name' },
        { id: 'framing', label: 'Said', kind: 'text', field: 'framing' },
        {
          id: 'rate',
          label: 'Answers that say so',
          ...RATE,
          answerFilter: (row) => sayingSo(row, filterOf(row)),
          denominatorFilter: (row) => spokenOf(row, filterOf(row)),
        },
        RANGE,
        REPEATS,
        { id: 'beside', label: 'Beside it', kind: 'text', field: 'beside.brand', ...ONLY_BESIDE },
        {
          id: 'beside_rate',
          label: 'Its answers that say so',
          ...rateAt('beside'),
          ...ONLY_BESIDE,
          answerFilter: (row) => sayingSo(row, row.beside?.brand ?? ''),
          denominatorFilter: (row) => spokenOf(row, row.beside?.brand ?? ''),
        },
        pointsAt('difference', 'beside.difference', 'Difference, points (95%)', { ...ONLY_BESIDE }),
        {
          id: 'quotes',
          label: 'Quotes',
          kind: 'list',
          below: true,
          items: ({ quotes = [] }) =>
            quotes.map(
              ({ sentence, answer_id, sites }) => `${sentence} (${[answer_id, ...sites].join(', ')})`,
            ),
        },
      ],
    },
  },
  tableNote: `“any” divides by the answers read that name the brand, and each framing by the answers in “any”. ${RANGE_NOTE}`,
  errors: [],
  check: ({ about, beside }) => {
    if (beside !== undefined && about === undefined)
      throw new SightlineError('invalid_parameter', '`beside` compares with one brand: give it in `about`.');
  },
  async run(context, query) {
    const { period, meta } = windowOf(context.now, query);
    const answers = await answersOfOne(context, query, period);
    const [about, beside] = brandsIn(query, context.brand.tracked);
    const { reader } = await readerMetaOf(context, [answers]);
    const besideMeta = beside && { beside: beside.name };
    if (context.panel.reader === 'rules')
      return { note: needsModel(context), meta: { ...meta, reader, ...besideMeta }, data: [] };
    const branded = await namingPrompts(context);
    const theme =
      query.theme === undefined ? undefined : await themeNamed(context.db, context.brand.id, query.theme);
    const own = await listOwnThemes(context.db, context.brand.id);
    const filter = themeFilter(about, beside, theme);
    const counts = await amongAsked(own, (since) => countThemes(answers, branded, filter, since));
    const nothing = beside ? await countNothing(answers, branded, own) : () => [];
    const unsaid = about && beside ? unsaidOf(about, beside, counts, nothing) : [];
    const chosen = [...counts, ...unsaid].filter(
      (each) => (theme === undefined || each.theme === theme) && (!about || each.trackedId === about.id),
    );
    const effects = await designEffects(context)(answers.only);
    const days = daysIn(period);
    const effectOf: Besides['effectOf'] = ({ engine, trackedId }) => effects(engine, trackedId, days);
    const besideOf =
      about && beside && (await besides(answers, { about, beside, counts, own, nothing, effectOf }));
    const quotes = theme ? await quotesOn({ ...context, brandId: context.brand.id, answers }, theme) : null;
    const rows: SaidRow[] = [];
    for (const ofBrand of inOrder(chosen, context.brand.tracked)) {
      for (const { count: each, brand } of ofBrand()) {
        const rate = rateOf(each.present, each.responses, {
          questions: each.spread,
          designEffect: effectOf(each),
        });
        rows.push({
          ...ENGINE.fields(each.engine),
          ...{ brand: brand.name, is_you: brand.role === 'self' },
          ...{ theme: each.theme, theme_name: nameOf(each.theme), framing: each.way },
          ...rate,
          ...(besideOf && { beside: besideOf(each) }),
          ...(quotes && { quotes: quotes(each) }),
        });
      }
      await context.panel.breathe();
    }
    return {
      note: `A rate below ${MIN_SAMPLE} answers is null, which is not zero. Compare brands on one engine. ${readerNote(reader)}${ownNote(own)}`,
      meta: { ...meta, reader, ...besideMeta },
      data: rows,
    };
  },
});

function ownNote(own: readonly OwnTheme[]): string {
  return own.every(({ name }) => name in THEME_NAMES)
    ? ''
    : ' Your own themes count only answers that the model read after you added them: a rescan by the model adds the others.';
}

/** Counts of themes, each among the answers that were asked about it. */
async function amongAsked<Row extends { readonly theme: string }>(
  own: readonly OwnTheme[],
  countSince: (since: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const since of sincesOf(own))
    found.push(...(await countSince(since)).filter(({ theme }) => sinceOf(own, theme) === since));
  return found;
}

function sincesOf(own: readonly OwnTheme[]): ReadonlySet<number> {
  return new Set([0, ...own.map(({ name }) => sinceOf(own, name))]);
}

/** Counts for a theme without answers, among those that were asked about it. */
type Nothing = (theme: string) => readonly ThemeCount[];

async function countNothing(
  answers: CountedAnswers,
  branded: ReadonlySet<number>,
  own: readonly OwnTheme[],
): Promise<Nothing> {
  const counts = new Map<number, readonly ThemeCount[]>();
  for (const since of sincesOf(own)) counts.set(since, await countNoThemes(answers, branded, since));
  return (theme) => counts.get(sinceOf(own, theme)) ?? [];
}

type SaidRow = Type.Static<typeof SaidSchema>;

function filterOf({ is_you: isYou, brand }: SaidRow): string {
  return isYou ? 'self' : brand;
}

/** The answers in a row's numerator, for this brand. */
function sayingSo({ engine, theme, framing }: SaidRow, names: string): AnswersFilters {
  return { engine, names, theme, ...(framing === 'any' ? {} : { framing }) };
}

/** The answers in a row's denominator. */
function spokenOf({ engine, theme, framing }: SaidRow, names: string): AnswersFilters {
  return { engine, names, theme: framing === 'any' ? readFor(theme) : theme };
}

/**
 * The rows' brand, and the one beside it.
 * @throws SightlineError `invalid_parameter`
 */
function brandsIn(
  { about, beside }: { readonly about?: string; readonly beside?: string },
  tracked: readonly TrackedBrand[],
): (TrackedBrand | undefined)[] {
  const named = { about, beside };
  const brands = (['about', 'beside'] as const).map((parameter) => {
    const said = named[parameter];
    return said === undefined ? undefined : selfOrNamed({ parameter, said }, tracked);
  });
  if (brands[0] !== undefined && brands[0] === brands[1])
    throw new SightlineError('invalid_parameter', '`about` and `beside` are the same brand.');
  return brands;
}

/** Any theme on the brand beside shows for which answers it was extracted. */
function themeFilter(
  about: TrackedBrand | undefined,
  beside: TrackedBrand | undefined,
  theme: string | undefined,
): ThemeFilter {
  if (about === undefined) return theme === undefined ? {} : { theme };
  if (beside !== undefined) return { trackedIds: [about.id, beside.id] };
  return { trackedIds: [about.id], ...(theme !== undefined && { theme }) };
}

/** A brand's rows for themes that only the other one has: zero, out of the extracted answers. */
function unsaidOf(
  about: TrackedBrand,
  beside: TrackedBrand,
  counts: readonly ThemeCount[],
  nothing: Nothing,
): ThemeCount[] {
  const known = new Set(counts.filter(({ trackedId }) => trackedId === about.id).map(placeOfRow));
  return counts
    .filter((each) => each.trackedId === beside.id && !known.has(placeOfRow(each)))
    .flatMap(({ engine, theme, way }) =>
      nothing(theme)
        .filter((each) => each.trackedId === about.id && each.engine === engine && each.way === way)
        .map((each) => ({ ...each, theme })),
    );
}

interface Besides {
  readonly about: TrackedBrand;
  readonly beside: TrackedBrand;
  readonly counts: readonly ThemeCount[];
  readonly own: readonly OwnTheme[];
  readonly nothing: Nothing;
  /** How many counted answers equal an independent one (domain/figures/rate.ts). */
  readonly effectOf: (of: Pick<ThemeCount, 'engine' | 'trackedId'>) => number | null;
}

/** Figures for the brand beside. An answer can mention both, so the two rates are neither paired nor independent. */
async function besides(answers: CountedAnswers, of: Besides) {
  const { about, beside, counts, nothing, effectOf } = of;
  const pair = [about.id, beside.id] as const;
  const both = await amongAsked(of.own, (since) => countSharedThemes(answers, pair, since));
  const shared = new Map(both.map((each) => [placeOfRow(each), each.shared]));
  const others = new Map(
    counts.filter(({ trackedId }) => trackedId === beside.id).map((each) => [placeOfRow(each), each]),
  );
  return (row: ThemeCount) => {
    const place = placeOfRow(row);
    const { engine, way } = row;
    const isOfOther = (each: ThemeCount) =>
      each.trackedId === beside.id && each.engine === engine && each.way === way;
    const { present, responses } = others.get(place) ?? nothing(row.theme).find(isOfOther) ?? NO_COUNT;
    const effect = effectOf({ engine, trackedId: beside.id });
    const rate = rateOf(present, responses, { designEffect: effect });
    const isKnown = Math.min(row.responses, responses) >= MIN_SAMPLE;
    const overlapping = {
      first: { events: row.present, trials: row.responses },
      second: { events: present, trials: responses },
      shared: shared.get(place) ?? NONE_SHARED,
    };
    return {
      brand: beside.name,
      ...rate,
      difference: isKnown ? differenceOf(overlapping, [effectOf(row), effect]) : null,
    };
  };
}

const NO_COUNT = { present: 0, responses: 0 };

const NONE_SHARED: SharedTrials = { trials: 0, first: 0, second: 0, both: 0 };

function placeOfRow({ engine, theme, way }: Pick<ThemeCount, 'engine' | 'theme' | 'way'>): string {
  return [engine, way, theme].join(' ');
}

function differenceOf(of: Overlapping, effects: readonly [number | null, number | null]) {
  const { lower, upper } = newcombeOverlapping(of, effects);
  return {
    points: pointsOf(of.first.events / of.first.trials - of.second.events / of.second.trials),
    lower: pointsOf(lower),
    upper: pointsOf(upper),
  };
}

function nameOf(theme: string): string {
  return THEME_NAMES[theme as Theme] ?? theme;
}

/** Counts for brands tracked now, brand by brand: by engine, brand, and answers on the theme. */
function inOrder(counts: readonly ThemeCount[], tracked: readonly TrackedBrand[]) {
  const byBrand = Map.groupBy(counts, ({ engine, trackedId }) => `${engine} ${trackedId}`);
  return inEngineOrder(counts.map(({ engine }) => engine)).flatMap((engine) =>
    tracked.map((brand) => () => {
      const own = byBrand.get(`${engine} ${brand.id}`) ?? [];
      const spoken = new Map(
        own.filter(({ way }) => way === 'any').map((each) => [each.theme, each.present]),
      );
      return own
        .toSorted(
          (a, b) =>
            (spoken.get(b.theme) ?? 0) - (spoken.get(a.theme) ?? 0) ||
            placeOf(a.theme) - placeOf(b.theme) ||
            (a.theme < b.theme ? -1 : Number(a.theme > b.theme)) ||
            WAYS.indexOf(a.way) - WAYS.indexOf(b.way),
        )
        .map((each) => ({ count: each, brand }));
    }),
  );
}

/** A brand's own themes come after the built-in ones. */
function placeOf(theme: string): number {
  const place = THEMES.indexOf(theme as Theme);
  return place === -1 ? THEMES.length : place;
}
