import { alertKindsOf, windowsAt } from '../../domain/alerts/alert-rules.ts';
import { ENGINE_SLUGS, engineOf } from '../../domain/answers/engine.ts';
import { type BrandMarket, marketWords } from '../../domain/brand/market.ts';
import { pointsText } from '../../domain/figures/points.ts';
import { oneLine } from '../../domain/text.ts';
import { DAY_MS, type Period } from '../../domain/time/period.ts';
import { countCompared } from '../../panel/counts/compared.ts';
import type { Panel, Slice } from '../../panel/panel.ts';
import { DRIFT_LEVEL, type Drift, findDrift, QUARTER_DAYS, quartersAt } from '../../stats/alerts/drift.ts';
import { type Difference, KIND_RULES, leastAnswers } from '../../stats/alerts/gates.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { NewAlert } from '../../storage/watch/alerts.ts';
import { listDrifts, listOpenings, type Opening } from '../../storage/watch/openings.ts';
import { countText, differenceFacts, shareText, sideFacts, titleIn } from './alert-words.ts';
import { changeOf, type EvaluationInput, type Finding } from './evaluate.ts';
import { panelOf } from './panel.ts';

/** Slow changes from one quarter to the next, checked monthly per market. They keep no state except their alerts. */

interface DriftInput {
  readonly db: Database;
  readonly brand: { readonly brandId: number; readonly panel: Panel; readonly name: string };
  readonly evaluation: Pick<EvaluationInput, 'at' | 'marketId' | 'settings' | 'effects' | 'newAlert'>;
  /** This evaluation's findings in the market. */
  readonly findings: readonly Finding[];
  readonly only: Pick<Slice, 'markets'>;
  /** For a brand with several. */
  readonly market: BrandMarket | null;
}

/**
 * Alerts of slow changes on recently active engines. None if either quarter has a visibility alert, because that
 * change is known (an open episode began within the last quarter), or if the previous 90 days have an alert of a
 * drift in the same direction.
 */
export async function driftAlerts(input: DriftInput): Promise<NewAlert[]> {
  const { brand, evaluation, only } = input;
  const { at, settings, effects } = evaluation;
  if (!alertKindsOf(settings).includes('visibility_drift')) return [];
  const { panel } = brand;
  const { current, baseline } = quartersAt(at);
  const heard = await countCompared({ panel, period: windowsAt(at).current, only }, panel.self);
  const known = await knownChanges(input, { from: baseline.from, to: at + 1 });
  const earlierDrifts = await alertedDrifts(input);
  const side = async (window: 'current' | 'baseline', period: Period) => {
    const rows = await countCompared({ panel, period, only }, panel.self);
    return rows.map((row) => ({ ...row, trackedId: panel.self, window }));
  };
  const counts = [...(await side('current', current)), ...(await side('baseline', baseline))];
  const alerts: NewAlert[] = [];
  for (const engine of ENGINE_SLUGS.filter((slug) => heard.some((each) => each.engine === slug))) {
    if (known.some((each) => each.engine === engine)) continue;
    const own = counts.filter((each) => each.engine === engine);
    const observation = panelOf(own, panel.self).observation('visibility', panel.self);
    const designEffect = effects(engine, panel.self, QUARTER_DAYS);
    const drift = findDrift(observation, { current: designEffect, baseline: designEffect }, settings);
    if (drift === null) continue;
    if (earlierDrifts.some((each) => each.engine === engine && each.direction === drift.direction)) continue;
    alerts.push(alertOf(input, engine, drift, { designEffect, sharedPrompts: observation.strata.length }));
  }
  return alerts;
}

/** Visibility alerts of the brand itself, including today's. */
async function knownChanges({ db, brand, evaluation, findings }: DriftInput, period: Period) {
  const { marketId } = evaluation;
  const stored = await listOpenings(db, brand.brandId, period);
  const all: Pick<Opening, 'marketId' | 'engine' | 'kind'>[] = [
    ...stored,
    ...findings.map(({ comparison }) => comparison),
  ];
  return all.filter((each) => each.marketId === marketId && KIND_RULES[each.kind].measure === 'visibility');
}

async function alertedDrifts({ db, brand, evaluation: { at, marketId } }: DriftInput) {
  const drifts = await listDrifts(db, brand.brandId, { from: at - QUARTER_DAYS * DAY_MS + 1, to: at });
  return drifts.filter((each) => each.marketId === marketId);
}

function alertOf(
  { brand: { name: brand }, evaluation, market }: DriftInput,
  engine: string,
  { direction, totals, counted, difference, sameMix }: Drift,
  { designEffect, sharedPrompts }: { readonly designEffect: number | null; readonly sharedPrompts: number },
): NewAlert {
  const { at, marketId, settings, newAlert } = evaluation;
  const { name } = engineOf(engine);
  const windows = quartersAt(at);
  const side = (window: 'current' | 'baseline') => ({
    ...counted[window],
    total: totals[window],
    designEffect,
  });
  const [current, baseline] = [side('current'), side('baseline')];
  return {
    publicId: newAlert(),
    marketId,
    kind: 'visibility_drift',
    title: titleIn(
      market,
      `${name} slowly names ${brand} ${direction > 0 ? 'more' : 'less'} often: ` +
        `${shareText(current)} in ${QUARTER_DAYS} days, ${shareText(baseline)} in the ${QUARTER_DAYS} before`,
    ),
    detail: oneLine(
      `${market === null ? '' : `In the market ${marketWords(market)}: `}${name} named ${brand} in ${countText(baseline, 'answers')} ` +
        `${daysText(windows.baseline)} and in ${countText(current)} ${daysText(windows.current)}: a slow ` +
        `${direction > 0 ? 'rise' : 'fall'} of ${sizeText(difference)}. This counts only answers to ` +
        `${sharedPrompts === 1 ? 'the one question' : `the ${sharedPrompts} questions`} asked in both quarters; ` +
        `with the same question mix, it is ${sizeText(sameMix)}. Sightline compares quarters once a month; the ` +
        `interval, at ${DRIFT_LEVEL}%, excludes zero.`,
    ),
    facts: {
      engine,
      engine_name: name,
      brand,
      competitor: null,
      ...(market && { market: market.name }),
      current: sideFacts(current, windows.current),
      baseline: sideFacts(baseline, windows.baseline),
      shared_prompts: sharedPrompts,
      change: differenceFacts(changeOf(difference)),
      change_with_same_mix: differenceFacts(changeOf(sameMix)),
      method: `Newcombe hybrid score interval (method 10), ${DRIFT_LEVEL}%`,
      min_delta_points: settings.minDeltaPoints,
      min_sample_each_side: leastAnswers(settings),
    },
    createdAt: at,
  };
}

const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** `from May 1 to July 29` */
function daysText({ from, to }: Period): string {
  return `from ${DAY.format(from)} to ${DAY.format(to - 1)}`;
}

/** A change's size without its sign: `5.7 points (2.1 to 9.3)`. */
function sizeText(difference: Difference): string {
  const { change, lower, upper } = changeOf(difference);
  const sizes = [change, lower, upper].map((each) => pointsText(Math.abs(each)).replace('+', ''));
  const [size, ...ends] = sizes;
  return `${size} points (${(change > 0 ? ends : ends.toReversed()).join(' to ')})`;
}
