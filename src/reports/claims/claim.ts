import Type from 'typebox';
import { mixedNote } from '../../domain/alerts/change-words.ts';
import {
  CLAIM_GATES,
  CLAIM_MEASURES,
  type Claim,
  type ClaimMeasure,
  DIRECTIONS,
  MOST_TOP,
  VERDICTS,
} from '../../domain/alerts/claim.ts';
import { outcomesText } from '../../domain/alerts/outcomes.ts';
import { ROLES } from '../../domain/answers/answer-reading.ts';
import { engineOf } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import { Z95 } from '../../domain/figures/proportion.ts';
import { designEffectOf, rateOf } from '../../domain/figures/rate.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Period } from '../../domain/time/period.ts';
import type { Slice } from '../../panel/panel.ts';
import { leastAnswers, type Measure } from '../../stats/alerts/gates.ts';
import { ALPHA_PER_SIDE } from '../../stats/claims/claims.ts';
import { listWeeklyFrom } from '../../storage/directory/brand/prompts.ts';
import { listAskedEngines } from '../../storage/directory/brands.ts';
import { findAlertSettings } from '../../storage/directory/organizations.ts';
import { changesWithin } from '../alerts/mixed-windows.ts';
import { ENGINE_SLUG } from '../dimensions/engine.ts';
import type { AnswersFilters } from '../shape/answers-filters.ts';
import { column, filterBrand, rangeAt, rateAt, repeatsAt } from '../shape/columns.ts';
import { designEffects } from '../shape/design-effects.ts';
import { importedMeta, importedNote, importedOf } from '../shape/imported.ts';
import { oneMarket } from '../shape/markets.ts';
import { readerQuery } from '../shape/reader.ts';
import { defineReport, pastInstantParameter } from '../shape/report.ts';
import { namingPrompts } from '../shape/sample-design.ts';
import {
  count,
  engineSlug,
  instant,
  named,
  nullable,
  nullableInteger,
  nullableNumber,
  nullableOneOf,
  oneOf,
  rangeProperties,
  rateProperties,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { sliceSentence } from '../shape/slice-words.ts';
import { answersOfOne } from '../shape/slices.ts';
import { countOnChange, reachesChange } from './claim-of-change.ts';
import { claimText } from './claim-text.ts';
import { onQuestionsText, quoteOf } from './claim-words.ts';
import { countClaim } from './count-claim.ts';
import { type CountedClaim, type CountedSide, shownRate } from './counted-claim.ts';
import { type JudgedClaim, judgeClaims } from './judge-claims.ts';
import { claimIn } from './read-claims.ts';

const SideSchema = named(
  'ClaimedSide',
  {
    brand: text('The tracked brand.'),
    role: oneOf(ROLES, 'The brand itself or a competitor.'),
    from: instant("The window's first instant."),
    until: instant('Its last.'),
    ...rateProperties,
    ...rangeProperties,
    present: count("The measure's count: answers that name, cite, recommend, or list the brand."),
    responses: count(
      'The denominator: answers in which Sightline looked for it (for a change, to questions answered in both windows); for ' +
        '`recommended_of_judged`, judged answers.',
    ),
    answers_looked_for: count(
      'The answers in which Sightline looked for it: more than `responses` for `recommended_of_judged`.',
    ),
    answers_to_all_prompts: count('Like `responses`, over all questions.'),
  },
  'One brand in one window.',
);

const DifferenceSchema = named(
  'ClaimedDifference',
  {
    value: Type.Number({
      description: 'The first side minus the second, in percentage points.',
    }),
    lower: Type.Number({ description: "Its 95% interval's lower end." }),
    upper: Type.Number({ description: 'Upper end.' }),
  },
  'The difference between two rates.',
);

const ClaimSchema = named(
  'JudgedClaim',
  {
    claim: text('The claim as understood, in full.'),
    verdict: oneOf(
      VERDICTS,
      "The answers' verdict. `smaller_than_margin`: for `unchanged`, it changed by less than the margin.",
    ),
    quote: text('A sentence to quote verbatim.'),
    engine: text('Engine slug. Engines are never pooled.'),
    engine_name: text('Its display name.'),
    measure: oneOf(CLAIM_MEASURES, 'The compared measure.'),
    top: nullableInteger('For `listed`: at this list position or better; null for any.', 1),
    direction: oneOf(DIRECTIONS, 'The claimed direction.'),
    size: nullableNumber(
      'Points; null if any difference that exceeds noise will do. For `unchanged`, the margin: at most half the ' +
        "smaller rate's lower end.",
    ),
    questions: count('The questions behind the answers; for a change, questions answered in both windows.'),
    first: SideSchema,
    second: nullable(SideSchema, 'The earlier window, or the other brand. Null against `size`.'),
    difference: nullable(DifferenceSchema, 'Null without two sides that have enough answers.'),
    difference_with_same_mix: nullable(
      DifferenceSchema,
      'The difference with equal weight for every shared question. Both must agree.',
    ),
    gate: nullableOneOf(
      CLAIM_GATES,
      `Why the answers do not decide it: ${outcomesText(CLAIM_GATES)}. Null otherwise.`,
    ),
    p_value: nullableNumber(
      `The chance to see evidence at least this strong if the verdict were wrong; at most ${ALPHA_PER_SIDE} for a verdict.`,
    ),
    p_value_corrected: nullableNumber(
      '`p_value` corrected for how many engines there are (Holm): this one decides.',
    ),
    more_answers: nullableInteger(
      'The additional answers, over both sides, that would decide it if they keep saying the same. Null if none would.',
    ),
  },
  'A claim on one engine.',
);

/** A claim as the report shows it. */
export type ClaimRecord = Type.Static<typeof ClaimSchema>;

const optionalInstant = (description: string) => Type.Optional(pastInstantParameter(description));
const optionalBrand = (description: string) => Type.Optional(Type.String({ description }));

/** Columns only for CSV. */
function sideColumns<const At extends 'first' | 'second'>(at: At, prefix: string) {
  return [
    { id: `${at}_brand`, label: `${prefix}Brand`, kind: 'text', field: `${at}.brand`, csvOnly: true },
    { id: `${at}_role`, label: `${prefix}Role`, kind: 'text', field: `${at}.role`, csvOnly: true },
    { id: `${at}_from`, label: `${prefix}From`, kind: 'instant', field: `${at}.from`, csvOnly: true },
    { id: `${at}_until`, label: `${prefix}Until`, kind: 'instant', field: `${at}.until`, csvOnly: true },
    {
      id: `${at}_answers_looked_for`,
      label: `${prefix}Answers in which it was looked for`,
      kind: 'count',
      field: `${at}.answers_looked_for`,
      csvOnly: true,
    },
    {
      id: `${at}_answers_to_all_prompts`,
      label: `${prefix}Answers to all questions`,
      kind: 'count',
      field: `${at}.answers_to_all_prompts`,
      csvOnly: true,
    },
    rangeAt(at, prefix),
    repeatsAt(at, prefix),
  ] as const;
}

export const claim = defineReport({
  name: 'claim',
  summary: 'Whether your answers support a claim about a change or a comparison.',
  description:
    'Call before stating a change or a comparison. A claim has parts, no free text: one brand in two windows, two tracked ' +
    'brands in the same answers (`versus`), or one rate against `size`. The alert gates decide: `cannot_be_told` is not ' +
    '"no", and not finding a change does not make anything unchanged. Several engines at once need stronger evidence each.',
  takesBrand: true,
  countsMentions: true,
  query: {
    measure: Type.Optional(
      oneOf(
        CLAIM_MEASURES,
        'How often the engine does this to the brand; `named` by default. Counts all answers in which Sightline looked for ' +
          'it, but `recommended_of_judged` only those with judged framing.',
      ),
    ),
    top: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_TOP,
        description: 'Only with the measure `listed`: at this list position or better; any by default.',
      }),
    ),
    direction: Type.Optional(
      oneOf(DIRECTIONS, 'The claimed direction; `higher` by default. `at_least` and `at_most` need `size`.'),
    ),
    about: optionalBrand("`self` (the default), or a tracked brand's name or alias."),
    versus: optionalBrand('The brand to compare it with in the same answers.'),
    engine: Type.Optional(engineSlug('By default, judges each engine separately.')),
    size: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'Points, or percent for a rate; for `unchanged`, a margin below `min_delta_points`.',
      }),
    ),
    from: optionalInstant(
      'The window. By default: 7 days against the 28 before, or the 28 last finished UTC days. While a change in how often engines ' +
        'name you holds, `at_least` and `at_most` count since it.',
    ),
    until: optionalInstant('Now by default.'),
    baseline_from: optionalInstant(
      'The earlier window; by default right before and as long, or while a change holds, its own two.',
    ),
    baseline_until: optionalInstant('Its end.'),
    ...sliceQuery,
    ...readerQuery,
  },
  isOfOneMarket: true,
  data: readonlyList(ClaimSchema, 'By engine.'),
  meta: {
    claims: count('Engines judged together.'),
    min_delta_points: count('The points from which alerts report a change.'),
    min_sample_each_side: count('The answers that each side must have.'),
    ...importedMeta,
  },
  columns: {
    rows: {
      none: 'There is no engine to ask, and none has answered.',
      columns: [
        column('prose', 'claim', 'Claim'),
        column('code', 'verdict', 'Verdict'),
        {
          id: 'first_rate',
          label: 'Figure',
          ...rateAt('first'),
          range: 'first.range_of_questions',
          answerFilter: (row) => claimedAnswers(row, row.first, 'events'),
          denominatorFilter: (row) => claimedAnswers(row, row.first, 'trials'),
        },
        {
          id: 'second_rate',
          label: 'Compared with',
          ...rateAt('second'),
          range: 'second.range_of_questions',
          answerFilter: (row) => claimedAnswers(row, row.second ?? row.first, 'events'),
          denominatorFilter: (row) => claimedAnswers(row, row.second ?? row.first, 'trials'),
        },
        {
          id: 'difference_value',
          label: 'Difference (95%)',
          kind: 'points',
          field: 'difference.value',
          lower: 'difference.lower',
          upper: 'difference.upper',
        },
        column('code', 'gate', 'Gate'),
        column('count', 'more_answers', 'More answers'),
        column('prose', 'quote', 'Quote'),
        { ...ENGINE_SLUG.columns[0], csvOnly: true },
        column('text', 'engine_name', 'Engine name', { csvOnly: true }),
        column('text', 'measure', 'Measure', { csvOnly: true }),
        column('count', 'top', 'Top', { csvOnly: true }),
        column('text', 'direction', 'Direction', { csvOnly: true }),
        column('count', 'size', 'Size', { csvOnly: true }),
        ...sideColumns('first', ''),
        ...sideColumns('second', 'Other '),
        column('count', 'questions', 'Questions', { csvOnly: true }),
        {
          id: 'difference_with_same_mix_value',
          label: 'Difference with the same mix',
          kind: 'points',
          field: 'difference_with_same_mix.value',
          lower: 'difference_with_same_mix.lower',
          upper: 'difference_with_same_mix.upper',
          csvOnly: true,
        },
        column('count', 'p_value', 'P', { csvOnly: true }),
        column('count', 'p_value_corrected', 'P corrected', { csvOnly: true }),
      ],
    },
  },
  errors: [],
  async run(seen, query) {
    const { db, now, brand, panel, caller } = seen;
    const { tracked } = brand;
    const [asked, thresholds, weekly] = await Promise.all([
      listAskedEngines(db, brand.id),
      findAlertSettings(db, caller.organizationId),
      listWeeklyFrom(db, brand.id),
    ]);
    const said = claimIn(query, tracked, now, thresholds.minDeltaPoints);
    const { only } = await answersOfOne(seen, { ...query, engine: undefined }, wholeOf(said));
    const [effects, branded] = await Promise.all([designEffects(seen)(only), namingPrompts(seen)]);
    const differenceEffects =
      said.baseline === null ? effects : await designEffects(seen, [said.window.from])(only);
    const context = { panel, only, tracked, asked, thresholds, effects, differenceEffects, branded, weekly };
    const market = oneMarket(brand, query);
    const imported = brand.hasImports ? await importedOf({ panel, period: wholeOf(said), only }) : null;
    const slice = sliceSentence(query, market, only);
    const measures = only.prompts || only.models ? [] : measuresBehind(said, tracked);
    const changes = await changesWithin(seen, { marketId: market.id, measures }, wholeOf(said));
    const isOpen = query.baseline_from === undefined && query.baseline_until === undefined;
    const byChange = changes.filter(
      (change) =>
        isOpen &&
        isOfNaming(said, tracked, only) &&
        change.measure === 'visibility' &&
        reachesChange(said, change),
    );
    const counted: CountedClaim[] = [];
    for (const each of await countClaim(context, said)) {
      const change = byChange.find(({ engine }) => engine === each.engine);
      counted.push((change && (await countOnChange(context, said, change))) ?? each);
    }
    const judged = judgeClaims(counted, thresholds);
    const changesOn = (engine: string) =>
      changes.flatMap((change) => {
        if (change.engine !== engine || !isAbout(change, said)) return [];
        return byChange.includes(change) ? change.sentence : mixedNote(change, { brand: brand.name, now });
      });
    return {
      note: [verdictsNote(judged, judged.length), importedNote(imported)].join(' ').trim(),
      meta: {
        claims: judged.length,
        min_delta_points: thresholds.minDeltaPoints,
        min_sample_each_side: leastAnswers(thresholds),
        ...(imported && { imported }),
      },
      data: judged.map((each) =>
        recordOf(
          each,
          [quoteOf(each, thresholds, judged.length), ...changesOn(each.engine), slice]
            .filter((text) => text !== '')
            .join(' '),
        ),
      ),
    };
  },
});

/** The shares of changes that a claim's share is one of, or moves with; none for one that leaves out the brand itself. */
function measuresBehind({ measure, brand, versus }: Claim, tracked: readonly TrackedBrand[]): Measure[] {
  const self = tracked.find(({ role }) => role === 'self')?.name;
  if (brand !== self && versus !== self) return [];
  if (measure === 'recommended_of_judged') return ['negative_framing'];
  if (measure === 'cited') return ['cited_not_named'];
  return versus === null ? ['visibility'] : ['visibility', 'overtaken'];
}

/** A rise of a competitor is about that one. */
function isAbout({ competitor }: { readonly competitor: string | null }, { brand, versus }: Claim): boolean {
  return competitor === null || competitor === versus || competitor === brand;
}

/** Whether it is about how often engines name the brand itself in answers to all questions: as a change is. */
function isOfNaming(
  { measure, brand, versus }: Claim,
  tracked: readonly TrackedBrand[],
  only: Slice,
): boolean {
  const isSelf = tracked.some(({ role, name }) => role === 'self' && name === brand);
  return (
    isSelf &&
    measure === 'named' &&
    versus === null &&
    !only.prompts &&
    !only.models &&
    only.isImported === undefined
  );
}

/** From the first instant of the claim's windows to the last. */
function wholeOf({ window, baseline }: Claim): Period {
  return { from: (baseline ?? window).from, to: window.to };
}

/**
 * Explains the verdicts and the joint correction.
 *
 * @param claims judged together
 * @param undecided how the reader sees the verdict `cannot_be_told`
 */
export function verdictsNote(
  judged: readonly Pick<ClaimRecord, 'verdict'>[],
  claims: number,
  undecided = 'Cannot be told',
): string {
  const small = judged.some(({ verdict }) => verdict === 'smaller_than_margin')
    ? ' "Smaller than the margin" means that it did change, as the quote says, though by little.'
    : '';
  const together =
    claims > 1
      ? ` You asked about ${claims} claims at once, so each needs stronger evidence than alone (Holm): the chance of any ` +
        `wrong verdict stays the same as for one.`
      : '';
  return `State a claim only if it is supported, and as the quote says it. "${undecided}" means that the answers do not decide it, not that it is wrong.${small}${together} Engines are never averaged.`;
}

function recordOf(judged: JudgedClaim, quote: string): ClaimRecord {
  const { claim: said, engine, first, second, evidence } = judged;
  const { name } = engineOf(engine);
  const isTold = second !== null && [first, second].every((side) => shownRate(side) !== null);
  const difference = (index: number) => (isTold ? differenceOf(evidence[index]) : null);
  return {
    claim: `${claimText(said, name)}${onQuestionsText(judged.prompts)}`,
    verdict: judged.verdict,
    quote,
    engine,
    engine_name: name,
    measure: said.measure,
    top: said.top,
    direction: said.direction,
    size: judged.size,
    questions: judged.prompts,
    first: sideOf(first),
    second: second && sideOf(second),
    difference: difference(0),
    difference_with_same_mix: said.baseline === null ? null : (difference(1) ?? difference(0)),
    gate: judged.gate,
    p_value: chanceOf(judged.chance),
    p_value_corrected: chanceOf(judged.corrected),
    more_answers: judged.moreAnswers,
  };
}

/** To 3 significant digits. */
function chanceOf(chance: number | null): number | null {
  return chance === null ? null : Number(chance.toPrecision(3));
}

function sideOf(side: CountedSide): ClaimRecord['first'] {
  const { brand, window, events, trials, designEffect, questions } = side;
  return {
    brand: brand.name,
    role: brand.role,
    from: formatInstant(window.from),
    until: formatInstant(window.to - 1),
    ...rateOf(events, trials, { designEffect, questions }),
    ...(side.interval && { interval: side.interval }),
    design_effect: designEffectOf(designEffect),
    answers_looked_for: side.lookedFor,
    answers_to_all_prompts: side.trialsOfAllPrompts,
  };
}

function differenceOf(evidence: JudgedClaim['evidence'][number] | undefined) {
  if (evidence === undefined) return null;
  const { lower, upper } = evidence.interval(Z95);
  return { value: pointsOf(evidence.estimate), lower: pointsOf(lower), upper: pointsOf(upper) };
}

/** The answers behind a side: its numerator or its denominator. */
export function claimedAnswers(
  row: ClaimRecord,
  side: ClaimRecord['first'],
  which: 'events' | 'trials',
): AnswersFilters {
  const other = side === row.first ? row.second : row.first;
  const brand = filterBrand(side);
  const isChange = other !== null && other.from !== side.from;
  const beside = other === null || isChange ? undefined : filterBrand(other);
  return {
    engine: row.engine,
    from: side.from,
    until: side.until,
    ...lookedFor(row.measure, brand, beside, which),
    ...(which === 'events' ? EVENTS[row.measure](brand, row.top) : {}),
    ...(isChange ? { shared_from: other.from, shared_until: other.until } : {}),
  };
}

/**
 * The answers in a figure's denominator.
 * @param beside the other brand in the same answers
 */
function lookedFor(
  measure: ClaimMeasure,
  brand: string,
  beside: string | undefined,
  which: 'events' | 'trials',
): AnswersFilters {
  const judged = measure === 'recommended_of_judged' ? { names: brand, framing: 'any' } : {};
  const read = measure === 'recommended' ? { judged: 'true' } : {};
  if (beside === undefined) return { looked_for: brand, ...read, ...judged };
  // A numerator's answers name the brand. With `framing` or a list position, `beside` would require these of the other brand too.
  const isOfOne = which === 'events' && (measure === 'recommended' || measure === 'listed');
  return isOfOne ? { looked_for: beside, ...read } : { looked_for: brand, beside, ...read, ...judged };
}

const EVENTS: Readonly<Record<ClaimMeasure, (brand: string, top: number | null) => AnswersFilters>> = {
  named: (brand) => ({ names: brand }),
  cited: (brand) => ({ cites_brand: brand }),
  recommended: (brand) => ({ names: brand, framing: 'recommended' }),
  recommended_of_judged: (brand) => ({ names: brand, framing: 'recommended' }),
  listed: (brand, top) => ({ names: brand, ...(top === null ? { ranked: 'true' } : { top: String(top) }) }),
};
