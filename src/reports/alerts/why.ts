import Type from 'typebox';
import { ROLES } from '../../domain/answers/answer-reading.ts';
import { selfOrNamed } from '../../domain/brand/named-brand.ts';
import { SightlineError } from '../../domain/errors.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { daysIn, type Period } from '../../domain/time/period.ts';
import { STRATA_MEASURES, type StrataMeasure } from '../../panel/counts/spreads/strata.ts';
import { CUTS } from '../../stats/explaining/change-terms.ts';
import { DECOMPOSED_TERMS } from '../../stats/explaining/decomposition.ts';
import { BRAND, ROLE_COLUMN } from '../dimensions/brand.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { MARKET } from '../dimensions/market.ts';
import type { AnswersFilters } from '../shape/answers-filters.ts';
import { column, filterBrand, rateAt, repeatsAt } from '../shape/columns.ts';
import { compareDaysQuery, earlierWindowQuery, endsOf } from '../shape/compared.ts';
import { designEffects } from '../shape/design-effects.ts';
import { type BrandEvent, eventsIn } from '../shape/events.ts';
import { readerQuery } from '../shape/reader.ts';
import { booleanParameter, defineReport, engineParameter } from '../shape/report.ts';
import {
  count,
  flag,
  instant,
  named,
  nullable,
  nullablePoints,
  nullableText,
  oneOf,
  rateProperties,
  readonlyList,
  repeatProperties,
  text,
} from '../shape/schemas.ts';
import { siteFrom } from '../shape/site.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfEach } from '../shape/slices.ts';
import { earlierPeriod, windowMeta, windowOf, windowQuery } from '../shape/window.ts';
import { EventSchema } from './events.ts';
import { changesBetween, termRows, WHY_TERMS } from './why-rows.ts';

const sideSchema = (description: string) =>
  nullable(
    Type.Object({
      from: instant('The first instant.'),
      until: instant('The last one.'),
      ...rateProperties,
      ...repeatProperties,
    }),
    description,
  );

const WhyRowSchema = named(
  'WhyRow',
  {
    ...MARKET.properties,
    ...ENGINE.properties,
    brand: text('The tracked brand.'),
    role: oneOf(ROLES, 'The brand itself or a competitor.'),
    measure: oneOf(STRATA_MEASURES, 'The answers that count.'),
    term: oneOf(
      WHY_TERMS,
      "`change`: the whole; its engine's other rows add up to it. `questions_added`, `questions_removed`: questions in one " +
        'window only; `questions_replaced`, if no question is in both. `question_mix`: how often Sightline asked each. ' +
        "`model_mix`: which models answered. `rate`: each question's rate. With `site`, instead of `rate`, `cited_share`: " +
        'how many answers cite it; `rate_where_cited`, `rate_elsewhere`. `reading`: not all answers have the same reading. ' +
        '`not_told`: the others, which are within noise.',
    ),
    question: nullable(
      Type.Object({ id: text('As in /questions.'), text: text('The question.') }),
      'With `by=question`, the question.',
    ),
    model: nullableText(
      'With `by=model`, the model, `unknown` if the engine did not say; for `model_mix`, the model that took over.',
    ),
    since: nullableText(
      'The UTC day on which that model took over from all others. It coincides; its effect is unknown.',
    ),
    points: nullablePoints('Percentage points; null if unknown.'),
    lower: nullablePoints("Its 95% interval's lower end. An engine's intervals hold all together."),
    upper: nullablePoints('Upper end.'),
    told: flag('Whether the interval, before rounding, excludes zero.'),
    now: sideSchema("The term's rate in the window; null for a term without one."),
    before: sideSchema("The term's rate in the earlier window."),
    folded: nullable(
      Type.Object({
        rows: count('How many rows.'),
        terms: readonlyList(oneOf(DECOMPOSED_TERMS, 'A term.'), 'Their terms.'),
      }),
      'For `not_told`: its rows.',
    ),
  },
  'One part of a change on one engine.',
);

export type WhyRow = Type.Static<typeof WhyRowSchema>;

export const why = defineReport({
  name: 'why',
  summary: 'Where a change between two windows comes from, as terms that add up to it.',
  description:
    'The difference between two windows on each engine: questions in only one of them, how often Sightline asked each, ' +
    "which models answered, and each question's rate. An engine's rows add up to its `change`; those within noise are one " +
    'row, `not_told`. They show where the change is, never its cause. Each `by`, and `site`, adds up by itself.',
  takesBrand: true,
  countsMentions: true,
  query: {
    ...windowQuery(),
    ...earlierWindowQuery,
    ...compareDaysQuery,
    measure: Type.Unsafe<StrataMeasure>({
      ...oneOf(STRATA_MEASURES, 'The answers that count.'),
      default: 'named',
    }),
    about: Type.String({ default: 'self', description: "`self`, or a tracked brand's name." }),
    by: Type.Unsafe<(typeof CUTS)[number]>({
      ...oneOf(CUTS, 'How to divide the rate; `term`: not at all.'),
      default: 'term',
    }),
    site: Type.Optional(
      Type.String({
        description: 'Instead of `by`: by whether answers cite it.',
      }),
    ),
    shared: booleanParameter('Only questions answered in both windows.', {
      default: false,
    }),
    engine: engineParameter,
    ...sliceQuery,
    ...readerQuery,
  },
  data: readonlyList(WhyRowSchema, 'Engine by engine: the change, then its terms, the largest first.'),
  meta: {
    ...windowMeta,
    earlier: Type.Object(
      {
        window_days: count('Its length in 24-hour days, rounded up.'),
        from: instant('Its first instant.'),
        until: instant('Its last one.'),
      },
      { description: 'The earlier window.' },
    ),
    site: nullableText('The site that divides the answers.'),
    coincides_with: readonlyList(
      EventSchema,
      "Events from the earlier window's start to this one's end, newest first. They need not have caused anything.",
    ),
  },
  columns: {
    rows: {
      none: 'No engine has answers in either window.',
      grouped: true,
      columns: [
        ...ENGINE.columns,
        ...MARKET.columns,
        { ...BRAND.columns[0], csvOnly: true },
        ROLE_COLUMN,
        column('text', 'measure', 'Measure', { csvOnly: true }),
        column('code', 'term', 'Term'),
        column('points', 'points', 'Points (95%)', { lower: 'lower', upper: 'upper' }),
        { id: 'of', label: 'Of', kind: 'list', items: partsOf },
        {
          id: 'now',
          label: 'Now',
          ...rateAt('now'),
          answerFilter: (row) => counted(row, row.now),
          denominatorFilter: (row) => searchedFilter(row, row.now),
        },
        {
          id: 'before',
          label: 'Before',
          ...rateAt('before'),
          answerFilter: (row) => counted(row, row.before),
          denominatorFilter: (row) => searchedFilter(row, row.before),
        },
        repeatsAt('now', 'Now: '),
        repeatsAt('before', 'Before: '),
        { id: 'now_from', label: 'Now: from', kind: 'instant', field: 'now.from', csvOnly: true },
        { id: 'now_until', label: 'Now: until', kind: 'instant', field: 'now.until', csvOnly: true },
        { id: 'before_from', label: 'Before: from', kind: 'instant', field: 'before.from', csvOnly: true },
        { id: 'before_until', label: 'Before: until', kind: 'instant', field: 'before.until', csvOnly: true },
        column('flag', 'told', 'Exceeds noise', { csvOnly: true }),
        { id: 'question_id', label: 'Question', kind: 'text', field: 'question.id', csvOnly: true },
        column('text', 'model', 'Model', { csvOnly: true }),
        column('text', 'since', 'Since', { csvOnly: true }),
        {
          id: 'folded_rows',
          label: 'Rows within noise',
          kind: 'list',
          csvOnly: true,
          items: ({ folded }) => (folded === null ? [] : [`${folded.rows}`]),
        },
        {
          id: 'folded_terms',
          label: 'Terms within noise',
          kind: 'list',
          csvOnly: true,
          items: ({ folded }) => folded?.terms ?? [],
        },
      ],
    },
  },
  errors: [],
  check: ({ by, site }) => {
    if (site === undefined) return;
    siteFrom(site);
    if (by !== 'term') {
      throw new SightlineError(
        'invalid_parameter',
        '`by` and `site` divide the rate differently: give only one.',
      );
    }
  },
  async run(context, query) {
    const { period, meta } = windowOf(context.now, query);
    const earlier = earlierPeriod(context.now, query) as Period;
    const brand = selfOrNamed({ parameter: 'about', said: query.about }, context.brand.tracked);
    const site = query.site === undefined ? null : siteFrom(query.site);
    const asked = { trackedId: brand.id, measure: query.measure, site, onlyShared: query.shared };
    const windows = { current: period, baseline: earlier };
    const effectsIn = { figure: designEffects(context), difference: designEffects(context, [period.from]) };
    const rows: WhyRow[] = [];
    for (const { market, answers } of await answersOfEach(context, query, period)) {
      const effects = {
        figure: await effectsIn.figure(answers.only),
        difference: await effectsIn.difference(answers.only),
      };
      for (const change of await changesBetween(answers, windows, asked, effects)) {
        const { slug, name } = change.engine;
        const of = {
          market: market.name,
          engine: slug,
          engine_name: name,
          brand: brand.name,
          role: brand.role,
        };
        const terms = await termRows(context, change, windows, query.by);
        rows.push(...terms.map((fields) => ({ ...of, measure: query.measure, ...fields })));
      }
    }
    const events = await eventsIn(context, { from: earlier.from, to: period.to });
    return {
      note: [NOTE, noChangeNote(rows), coincidesNote(rows, events)].filter((each) => each !== '').join(' '),
      meta: {
        ...meta,
        earlier: { window_days: daysIn(earlier), ...endsOf(earlier) },
        site,
        coincides_with: events,
      },
      data: rows,
    };
  },
});

const NOTE =
  "An engine's terms add up to its change; not_told is the part within noise. They show where a change is, not its " +
  "cause. A rescan with other names changes both windows alike: only each answer's newest reading counts.";

/** Why engines have no change; empty if all have one. */
export function noChangeNote(rows: readonly WhyRow[]): string {
  if (rows.length === 0) return 'No engine has answers in either window, so there is no change.';
  const several = new Set(rows.map(({ market }) => market)).size > 1;
  return rows
    .filter(({ term, points }) => term === 'change' && points === null)
    .map(({ engine_name, market, now, before }) => {
      const where = several ? ` in ${market}` : '';
      const [own, earlier] = [now?.responses ?? 0, before?.responses ?? 0];
      return (
        `${engine_name}${where} has ${own} ${own === 1 ? 'answer' : 'answers'} in the window and ${earlier} in the earlier one: ` +
        `a change needs at least ${MIN_SAMPLE} in each.`
      );
    })
    .join(' ');
}

/** The events that changes coincide with, in words; empty without events or changes. */
export function coincidesNote(rows: readonly WhyRow[], events: readonly BrandEvent[]): string {
  if (events.length === 0 || rows.every(({ points }) => points === null)) return '';
  const shown = events.slice(0, MOST_IN_NOTE).map(({ day, text }) => `${text} (${day})`);
  const more = events.length - shown.length;
  return `A change here coincides with: ${shown.join('; ')}${more > 0 ? `; and ${more} more, which /events lists` : ''}.`;
}

/** Further events are in `coincides_with` alone. */
const MOST_IN_NOTE = 5;

/** A row's subject in words. */
function partsOf({ term, question, model, since, folded }: WhyRow): readonly string[] {
  if (term === 'reading') return ['not all answers have the same reading: see `sightline rescan`'];
  if (since !== null) return [`coincides with ${model} from ${since}`];
  if (question !== null) return [question.text];
  if (folded !== null) return folded.rows > folded.terms.length ? [`${folded.rows} rows`] : folded.terms;
  return model === null ? [] : [model];
}

/** A window's counted answers to the row's question, or to all. */
function counted(row: WhyRow, side: WhyRow['now']): AnswersFilters | null {
  if (side === null) return null;
  const brand = filterBrand(row);
  const isCounted = {
    named: { names: brand },
    cited: { cites_brand: brand },
    recommended: { names: brand, framing: 'recommended' },
  };
  return { ...ofRow(row, side), ...isCounted[row.measure] };
}

/** A window's answers in which Sightline looked for the brand. */
function searchedFilter(row: WhyRow, side: WhyRow['now']): AnswersFilters {
  const read = row.measure === 'recommended' ? { judged: 'true' } : {};
  return { ...ofRow(row, side), looked_for: filterBrand(row), ...read };
}

function ofRow({ market, engine, question }: WhyRow, side: WhyRow['now']): AnswersFilters {
  return {
    market,
    engine,
    ...(side !== null && { from: side.from, until: side.until }),
    ...(question !== null && { prompt: question.id }),
  };
}
