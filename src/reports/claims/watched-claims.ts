import type Type from 'typebox';
import { claimText } from '../../claims/claim-text.ts';
import { WATCHED_GATES, WATCHED_VERDICTS } from '../../domain/alerts/watched-claim.ts';
import { engineOf } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { SightlineError } from '../../domain/errors.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import { designEffectOf, rateOf } from '../../domain/figures/rate.ts';
import { formatInstant, formatInstantOrNull } from '../../domain/time/instant.ts';
import { DAY_MS, daysIn } from '../../domain/time/period.ts';
import { readingKey } from '../../extract/reading-key.ts';
import { ALPHA_PER_SIDE } from '../../stats/claims/claims.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { listWatchedClaims, type WatchedClaimRow } from '../../storage/watch/watched-claims.ts';
import { rateAt, repeatsAt } from '../shape/columns.ts';
import { designEffects } from '../shape/design-effects.ts';
import { oneMarket } from '../shape/markets.ts';
import { defineReport, type ReportContext } from '../shape/report.ts';
import {
  count,
  instant,
  named,
  nullable,
  nullableInstant,
  nullableNumber,
  nullableOneOf,
  oneOf,
  rateProperties,
  readonlyList,
  repeatProperties,
  text,
} from '../shape/schemas.ts';
import type { SliceQuery } from '../shape/slice.ts';
import { sliceSentence } from '../shape/slice-words.ts';
import { answersOfOne } from '../shape/slices.ts';
import { onQuestionsText } from './claim-words.ts';
import { type JudgedWatch, judgeWatch } from './watched-claim.ts';
import { WATCHED_GATE_MEANS, watchedQuote } from './watched-words.ts';

const BrandSchema = named(
  'WatchedBrand',
  { brand: text('The tracked brand.'), ...rateProperties, ...repeatProperties },
  "One brand since a claim's start.",
);

const WatchedSchema = named(
  'WatchedClaim',
  {
    id: text('Opaque id.'),
    text: text('The claim as you wrote it.'),
    claim: text('The claim as understood, in full.'),
    verdict: oneOf(WATCHED_VERDICTS, 'The verdict after the days so far.'),
    gate: nullableOneOf(
      WATCHED_GATES,
      `Why the answers do not decide it: ${WATCHED_GATES.map((gate) => `\`${gate}\`: ${WATCHED_GATE_MEANS[gate]}`).join('; ')}.`,
    ),
    quote: text('A sentence to quote verbatim.'),
    engine: text('Engine slug.'),
    engine_name: text('Its display name.'),
    registered_at: instant('The time when you registered or last restarted it.'),
    from: instant("The first instant that counts: the next UTC day's start."),
    until: nullableInstant("The last finished day's last instant; null before."),
    looks: count('The days with answers since then: Sightline judges it after each.'),
    questions: count('The questions behind the answers.'),
    first: BrandSchema,
    second: nullable(BrandSchema, 'The other brand in the same answers; null against a size.'),
    points: nullableNumber('The rate or the difference on the average day, in points.'),
    lower: nullableNumber('Its lower end, for all times together.'),
    upper: nullableNumber('The upper end.'),
    decided_at: nullableInstant('The end of the day since which the verdict is the same.'),
  },
  'A watched claim.',
);

/** A watched claim as the report shows it. */
export type WatchedRecord = Type.Static<typeof WatchedSchema>;

export const watchedClaims = defineReport({
  name: 'watched-claims',
  summary: 'Claims that Sightline judges every day, and that hold however often you look.',
  description:
    'Each covers the answers from the day after somebody registered it, so that nothing seen before counts. Its interval ' +
    `holds for all days at once: the chance that its verdict is ever wrong is at most ${100 * ALPHA_PER_SIDE}%, however often you look.`,
  takesBrand: true,
  sharedOn: [],
  query: {},
  data: readonlyList(WatchedSchema, 'Oldest first.'),
  meta: {},
  columns: {
    rows: {
      none: 'No watched claims. Watch one with `sightline claim watch` or in the dashboard.',
      columns: [
        { id: 'claim', label: 'Claim', kind: 'prose', field: 'claim' },
        { id: 'verdict', label: 'Verdict', kind: 'code', field: 'verdict' },
        { id: 'looks', label: 'Days', kind: 'count', field: 'looks' },
        { id: 'first_rate', label: 'Figure', ...rateAt('first') },
        { id: 'second_rate', label: 'Compared with', ...rateAt('second') },
        {
          id: 'points',
          label: 'On the average day (at all times)',
          kind: 'points',
          field: 'points',
          lower: 'lower',
          upper: 'upper',
        },
        { id: 'gate', label: 'Gate', kind: 'code', field: 'gate' },
        { id: 'decided_at', label: 'Decided', kind: 'instant', field: 'decided_at', day: true },
        { id: 'quote', label: 'Quote', kind: 'prose', field: 'quote' },
        { id: 'id', label: 'Id', kind: 'text', field: 'id' },
        { id: 'text', label: 'Said', kind: 'text', field: 'text', csvOnly: true },
        { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine', csvOnly: true },
        { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
        { id: 'questions', label: 'Questions', kind: 'count', field: 'questions', csvOnly: true },
        repeatsAt('first', ''),
        repeatsAt('second', 'Other '),
        { id: 'first_brand', label: 'Brand', kind: 'text', field: 'first.brand', csvOnly: true },
        { id: 'second_brand', label: 'Other brand', kind: 'text', field: 'second.brand', csvOnly: true },
        { id: 'registered_at', label: 'Registered', kind: 'instant', field: 'registered_at', csvOnly: true },
        { id: 'from', label: 'From', kind: 'instant', field: 'from', csvOnly: true },
        { id: 'until', label: 'Until', kind: 'instant', field: 'until', csvOnly: true },
      ],
    },
  },
  tableNote: 'Quote a verdict with its counts and dates, and never average engines.',
  errors: [],
  async run(context) {
    const rows: WatchedRecord[] = [];
    const effectsIn = designEffects(context);
    for (const row of await listWatchedClaims(context.db, context.brand.id)) {
      const { slice, by } = await sliceOf(context, row);
      const judged = await judgeWatch({ ...context, ...ofBrand(context), only: slice, effectsIn }, row);
      const effects = await effectsIn({ markets: slice?.markets });
      rows.push(recordOf(judged, by, { tracked: context.brand.tracked, effects }));
    }
    return {
      note: 'State a claim only if its verdict is `supported`, and quote `quote`. /claim judges other claims for one look.',
      meta: {},
      data: rows,
    };
  },
});

function ofBrand({ brand: { tracked } }: ReportContext) {
  return { tracked, reading: readingKey(tracked) };
}

/** The answers that a claim is about; null if its tag, market, or question is gone. */
async function sliceOf(context: ReportContext, { slice, registeredAt }: WatchedClaimRow) {
  const query = JSON.parse(slice) as SliceQuery;
  const period = { from: registeredAt, to: context.now };
  try {
    const { only } = await answersOfOne(context, { ...query, engine: undefined }, period);
    return { slice: only, by: sliceSentence(query, oneMarket(context.brand, query), only) || null };
  } catch (error) {
    if (error instanceof SightlineError && error.code === 'invalid_parameter')
      return { slice: null, by: null };
    throw error;
  }
}

function recordOf(
  judged: JudgedWatch,
  by: string | null,
  { tracked, effects }: { readonly tracked: readonly TrackedBrand[]; readonly effects: DesignEffects },
): WatchedRecord {
  const { row, window, days, sequence } = judged;
  const { claim } = row;
  const sum = (which: 'first' | 'second' | 'trials') => days.reduce((total, day) => total + day[which], 0);
  const isOver = window.to > window.from;
  const rate = (brand: string, which: 'first' | 'second') => {
    const id = tracked.find(({ name }) => name === brand)?.id;
    const designEffect = id === undefined || !isOver ? null : effects(claim.engine, id, daysIn(window));
    const made = rateOf(sum(which), sum('trials'), { designEffect });
    return { brand, ...made, design_effect: designEffectOf(designEffect) };
  };
  const said = { ...claim, window: isOver ? window : { from: window.from, to: window.from + DAY_MS } };
  return {
    id: row.id,
    text: row.text,
    claim: `${claimText({ ...said, baseline: null }, engineOf(claim.engine).name)}${onQuestionsText(judged.questions)}`,
    verdict: judged.verdict,
    gate: judged.gate,
    quote: [watchedQuote(judged), by ?? ''].join(' ').trim(),
    engine: claim.engine,
    engine_name: engineOf(claim.engine).name,
    registered_at: formatInstant(row.registeredAt),
    from: formatInstant(window.from),
    until: isOver ? formatInstant(window.to - 1) : null,
    looks: days.length,
    questions: judged.questions,
    first: rate(claim.brand, 'first'),
    second: claim.versus === null ? null : rate(claim.versus, 'second'),
    points: sequence && pointsOf(sequence.estimate),
    lower: sequence && pointsOf(sequence.lower),
    upper: sequence && pointsOf(sequence.upper),
    decided_at: formatInstantOrNull(judged.decidedAt),
  };
}
