import { type AlertKind, BASELINE_DAYS, CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import { dayText } from '../../domain/alerts/change-words.ts';
import { engineOf } from '../../domain/answers/engine.ts';
import { type BrandMarket, marketWords } from '../../domain/brand/market.ts';
import { pointsOf, pointsText } from '../../domain/figures/points.ts';
import { Z95 } from '../../domain/figures/proportion.ts';
import { designEffectOf, type Rate, rateOf } from '../../domain/figures/rate.ts';
import { oneLine } from '../../domain/text.ts';
import { formatInstant, minuteText } from '../../domain/time/instant.ts';
import type { Period } from '../../domain/time/period.ts';
import { PERSISTENCE } from '../../stats/alerts/episodes.ts';
import { evidenceOfPair } from '../../stats/claims/claim-evidence.ts';
import type { PairedCounts } from '../../stats/rates/intervals.ts';
import type { NewAlert } from '../../storage/watch/alerts.ts';
import type { Comparison, StoredDifference } from '../../storage/watch/comparisons.ts';
import { type AlertTerms, termFacts, termsText } from './alert-terms.ts';
import type { Finding } from './evaluate.ts';
import { type AlertDays, dayFacts, daysText } from './likely-days.ts';

/** What coincides with a change, and who judges framing: `rules`, or a model's name. */
interface AlertSurroundings {
  readonly terms: AlertTerms;
  readonly days: AlertDays | null;
  readonly reader: string;
}

/**
 * A finding's alert, in words ready to forward and in figures.
 *
 * @param market for a brand with several; otherwise null
 */
export function alertOf(
  { alert, change, comparison, subject, panel }: Finding,
  { terms, days, reader }: AlertSurroundings,
  brand: string,
  market: BrandMarket | null,
): NewAlert {
  const { engine, kind, marketId, evaluatedAt } = comparison;
  const words = wordsOf(kind, engineOf(engine).name, brand, subject.name);
  const evidence = evidenceOf({ comparison, subject, panel }, brand);
  return {
    publicId: alert,
    changeId: change,
    marketId,
    kind,
    title: titleIn(
      market,
      `${words.title} ${shareText(comparison.current)} in the ${CURRENT_DAYS} days to ${lastDay(comparison)}, ${shareText(comparison.baseline)} before`,
    ),
    detail: [
      market && `In the market ${marketWords(market)}:`,
      changeText(words.event, comparison),
      panelText(comparison),
      kind === 'negative_framing' && `Framing is read by ${reader}.`,
      floorText(comparison),
      evidence?.sentence,
      daysText(days),
      termsText(terms),
    ]
      .filter((sentence) => typeof sentence === 'string')
      .join(' '),
    facts: {
      ...factsOf(comparison, brand, subject.name),
      ...(kind === 'negative_framing' && { reader }),
      ...(market && { market: market.name }),
      ...evidence?.facts,
      ...termFacts(terms),
      ...dayFacts(days),
    },
    createdAt: evaluatedAt,
  };
}

/** The day of the newest counted answers: a title never says "now" of a week that will be past. */
function lastDay({ windows }: Comparison): string {
  return dayText(formatInstant(endOf(windows.current)), endOf(windows.current));
}

function titleIn(market: BrandMarket | null, title: string): string {
  return oneLine(market === null ? title : `${market.name}: ${title}`);
}

interface Words {
  /** The change; the two shares follow it. */
  readonly title: string;
  /** The counted event, as a clause before `in n of m answers`. */
  readonly event: { readonly clause: string; readonly trials: string };
}

/** A kind's counted event, as a clause before `in n of m answers`. @param engine display name */
export function eventOf(kind: AlertKind, engine: string, brand: string, competitor: string): string {
  return wordsOf(kind, engine, brand, competitor).event.clause;
}

/** The change as the start of a sentence: `ChatGPT (API) names Acme less often`. */
export function changedMeasure(kind: AlertKind, engine: string, brand: string, competitor: string): string {
  return wordsOf(kind, engine, brand, competitor).title.replace(/:(?: in)?$/, '');
}

function wordsOf(kind: AlertKind, engine: string, brand: string, competitor: string): Words {
  const named = { clause: `${engine} named ${brand}`, trials: 'answers' };
  switch (kind) {
    case 'visibility_drop':
      return { title: `${engine} names ${brand} less often:`, event: named };
    case 'visibility_rise':
      return { title: `${engine} names ${brand} more often:`, event: named };
    case 'engine_blackout':
      return { title: `${engine} no longer names ${brand}:`, event: named };
    case 'competitor_overtook':
      return {
        title: `${engine} ranks ${competitor} above ${brand} in answers that name either:`,
        event: {
          clause: `${engine} ranked ${competitor} above ${brand} (named only ${competitor}, or gave it the better list position)`,
          trials: 'answers that named at least one of the two',
        },
      };
    case 'cited_not_named':
      return {
        title: `${engine} more often cites ${brand} without naming it: in`,
        event: { clause: `${engine} cited pages of ${brand} without naming it`, trials: 'answers' },
      };
    case 'negative_framing':
      return {
        title: `${engine} more often frames ${brand} negatively: in`,
        event: {
          clause: `${engine} framed ${brand} negatively`,
          trials: 'answers whose framing could be judged',
        },
      };
  }
}

type Side = Comparison['current'];

/** `17.1%` */
export function shareText(side: Side): string {
  return percent(rateOf(side.events, side.trials));
}

function percent({ rate }: Rate): string {
  return rate === null ? 'too few for a rate' : `${(rate * 100).toFixed(1)}%`;
}

/** `12 of 70 answers (17.1%)` @param of the counted event; default: none */
export function countText({ events, trials }: { events: number; trials: number }, of = ''): string {
  return `${events} of ${trials}${of && ` ${of}`} (${percent(rateOf(events, trials))})`;
}

/** The finding in words: both counts, the change, and its interval. */
function changeText({ clause, trials }: Words['event'], comparison: Comparison): string {
  const { current, baseline, windows, difference } = comparison;
  const before =
    windows.baseline.to === windows.current.from
      ? `the ${BASELINE_DAYS} days before`
      : `the ${BASELINE_DAYS} days to ${minuteText(formatInstant(endOf(windows.baseline)))}`;
  const counts =
    `${clause} in ${countText(current, trials)} in the ${CURRENT_DAYS} days to ` +
    `${minuteText(formatInstant(endOf(windows.current)))}, and in ${countText(baseline)} in ${before}.`;
  if (difference === null) return counts;
  return (
    `${counts} The change of ${pointsText(difference.change)} points is larger than its margin of error: its 95% ` +
    `interval, ${rangeText(difference)} points, excludes zero.`
  );
}

/** Half a point. A few failed collections shift the prompt mix by less; only the facts report that. */
const WORTH_MENTIONING = 0.005;

/** The compared prompts, and the change at a constant prompt mix if it differs. */
function panelText({ sharedPrompts, difference, sameMix }: Comparison): string {
  const questions = sharedPrompts === 1 ? 'the one question' : `the ${sharedPrompts} questions`;
  const compared = `This counts only answers to ${questions} asked in both windows`;
  const persistence = `The change held on ${PERSISTENCE} evaluations in a row.`;
  if (sameMix === null || difference === null) return `${compared}. ${persistence}`;
  if (Math.abs(sameMix.change - difference.change) < WORTH_MENTIONING) return `${compared}. ${persistence}`;
  return (
    `${compared}. The windows have different question mixes; with the same mix, the change is ` +
    `${pointsText(sameMix.change)} points (${rangeText(sameMix)}). ${persistence}`
  );
}

/** The share's own variation, if the quarter before shows it. */
function floorText({ noiseFloor }: Comparison): string | null {
  if (noiseFloor === null) return null;
  return `With nothing happening, this share stays within ${noiseFloor.toFixed(1)} points in 95 of 100 quarters like the one before.`;
}

function rangeText({ lower, upper }: StoredDifference): string {
  return `${pointsText(lower)} to ${pointsText(upper)}`;
}

/** A kind's additional counts. */
function evidenceOf(
  { comparison, subject, panel }: Omit<Finding, 'alert' | 'change'>,
  brand: string,
): { sentence: string; facts: object } | null {
  const { kind } = comparison;
  if (kind === 'competitor_overtook') {
    return pairEvidence(panel.pairedNow(subject.id), brand, subject.name, comparison.current.designEffect);
  }
  if (kind === 'cited_not_named') {
    const { current, baseline } = panel.amongCited();
    return {
      sentence:
        `Among answers that cited pages of ${brand}, ${countText(current)} did not name it, compared with ` +
        `${countText(baseline)} before.`,
      facts: {
        among_answers_citing_it: {
          current: rateOf(current.events, current.trials, comparison.current),
          baseline: rateOf(baseline.events, baseline.trials, comparison.baseline),
        },
      },
    };
  }
  return null;
}

function pairEvidence(paired: PairedCounts, brand: string, competitor: string, designEffect: number | null) {
  const trials = paired.both + paired.onlyFirst + paired.onlySecond + paired.neither;
  const own = { events: paired.both + paired.onlyFirst, trials };
  const other = { events: paired.both + paired.onlySecond, trials };
  const { estimate: change, interval } = evidenceOfPair(paired, designEffect);
  const difference = { change, ...interval(Z95) };
  return {
    sentence:
      `In the same ${CURRENT_DAYS} days ${competitor} was named in ${countText(other, 'answers')} and ${brand} in ` +
      `${countText(own)}; the difference, ${brand} minus ${competitor}, is ${pointsText(difference.change)} points ` +
      `(95% interval ${rangeText(difference)}).`,
    facts: {
      current_visibility: {
        brand: rateOf(own.events, trials, { designEffect }),
        competitor: rateOf(other.events, trials, { designEffect }),
        difference: differenceFacts(difference),
      },
    },
  };
}

function factsOf(comparison: Comparison, brand: string, subject: string): object {
  const { engine, kind, windows, current, baseline, difference, sameMix } = comparison;
  return {
    engine,
    engine_name: engineOf(engine).name,
    brand,
    competitor: kind === 'competitor_overtook' ? subject : null,
    current: sideFacts(current, windows.current),
    baseline: sideFacts(baseline, windows.baseline),
    shared_prompts: comparison.sharedPrompts,
    change: difference && differenceFacts(difference),
    change_with_same_mix: sameMix && differenceFacts(sameMix),
    method: 'Newcombe hybrid score interval (method 10), 95%',
    held_on_evaluations: PERSISTENCE,
    min_delta_points: comparison.minDeltaPoints,
    min_sample_each_side: comparison.minSampleEachSide,
    noise_floor_points: comparison.noiseFloor,
  };
}

function sideFacts({ events, trials, total, designEffect }: Side, window: Period): object {
  return {
    after: formatInstant(window.from - 1),
    until: formatInstant(endOf(window)),
    ...rateOf(events, trials, { designEffect }),
    responses_to_all_prompts: total,
    design_effect: designEffectOf(designEffect),
  };
}

/** A difference in percentage points, as alert facts. */
function differenceFacts({ change, lower, upper }: StoredDifference): object {
  return { points: pointsOf(change), lower: pointsOf(lower), upper: pointsOf(upper) };
}

function endOf({ to }: Period): number {
  return to - 1;
}
