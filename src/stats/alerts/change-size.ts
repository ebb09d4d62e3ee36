import { CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import {
  type Interval,
  independent,
  type Proportion,
  pooledOf,
  wilson,
  Z95,
} from '../../domain/figures/proportion.ts';
import { FARTHEST, normalCdf } from '../distributions/normal.ts';
import { findRoot } from '../distributions/root-finding.ts';
import { differenceOf, newcombe } from '../rates/intervals.ts';
import { binomialGain, type CountedDay, type LikelyDays, type Step } from './likely-days.ts';

/**
 * How large a change is, although it is known only because an alert chose it, and its first day is estimated.
 *
 * The day: the shares before and since, with every possible first day in turn (profile likelihood). A day that fits
 * worse by some gain in likelihood leaves that much less for the interval.
 *
 * The choice: the estimated difference D is normal around the true one, but seen only if the alert's own difference
 * reached its threshold, and each check since had to find it again (one a week counts: those of a week share answers). Given D,
 * a check's difference is normal around k D, where k is how much of the change fell into its windows; so D is weighted by the
 * chance that all of them did. Days after the alert weaken its own correction, because D then depends less on those that
 * raised it. The mean of both shares with weights 1 / variance is independent of
 * D and of the choice, so each share's interval joins both parts.
 *
 * Steps: a share that went on in steps has the level before the first one and after the last one, each from its own step;
 * the last one is chosen by its test.
 *
 * Sources: Zhong and Prentice (2008), Biostatistics 9:621-634, for the interval given the choice; Zöllner and Pritchard
 * (2007), Am. J. Hum. Genet. 80:605-615, for estimating by that likelihood; Zou and Donner (2008), Statist. Med.
 * 27:1693-1702, for joining intervals. test/statistics/change-size.test.ts simulates how often they hold.
 */

/** A change's days, and the alert that chose it. Instants are in days since 1970. */
export interface ChosenChange {
  /** In the order of time, from the first day before on, each with a trial. */
  readonly days: readonly CountedDay[];
  readonly direction: -1 | 1;
  /** The days on which it may have begun. */
  readonly likely: LikelyDays;
  /** Its level's later steps; the share since is after the last one. */
  readonly steps: readonly Step[];
  readonly designEffects: Sides<number | null>;
  readonly choice: Choice;
  /** The counts that people see, each with a trial: no interval excludes their shares. */
  readonly shown: Sides<Proportion>;
}

interface Sides<Value> {
  readonly before: Value;
  readonly since: Value;
}

/** The alert's comparison. */
export interface Choice {
  readonly current: AlertWindow;
  readonly baseline: AlertWindow;
  /** The difference that raised the alert, from 0 to 1. */
  readonly least: number;
}

interface AlertWindow {
  readonly from: number;
  readonly to: number;
  /** Independent answers. */
  readonly trials: number;
}

/** 95% intervals; the difference is since - before. */
export interface ChangeSize extends Sides<Interval> {
  readonly difference: Interval;
}

/** @returns null unless a likely day has trials on both sides */
export function changeSize(change: ChosenChange): ChangeSize | null {
  const { days, likely, steps, shown } = change;
  const [step, last] = [steps[0], steps.at(-1)];
  if (step === undefined || last === undefined) return sizeOf(change, looksOf(change));
  const first = {
    ...change,
    days: days.filter(({ day }) => day < step.first),
    shown: { ...shown, since: pooledOf(days.filter(({ day }) => likely.last < day && day < step.first)) },
  };
  const [one, other] = [sizeOf(first, looksOf(first)), stepSize(change, last)];
  if (one === null || other === null) return null;
  const [since, before] = [
    { ...other.since, value: shareOf(shown.since) },
    { ...one.before, value: shareOf(shown.before) },
  ];
  return { before: one.before, since: other.since, difference: differenceOf(since, before) };
}

/** A step is known only because its test found it. */
function stepSize({ days, designEffects, shown }: ChosenChange, step: Step): ChangeSize | null {
  const { since } = designEffects;
  const own = days.filter(({ day }) => day >= step.from);
  const before = pooledOf(own.filter(({ day }) => day < step.first));
  const direction = shareOf(shown.since) < shareOf(before) ? -1 : 1;
  const [earlier, later] = [before, shown.since].map((side) => independent(side, since).trials);
  const look = {
    current: { from: step.last + 1, to: step.last + 2, trials: later ?? 0 },
    baseline: { from: step.from, to: step.first, trials: earlier ?? 0 },
    ...{ least: 0, z: step.z },
  };
  const parts = { days: own, likely: step, direction, shown: { before, since: shown.since } } as const;
  return sizeOf({ ...parts, designEffects: { before: since, since } }, [look]);
}

type Chosen = Omit<ChosenChange, 'steps' | 'choice'>;

function sizeOf(change: Chosen, looks: readonly Look[]): ChangeSize | null {
  const splits = splitsOf(change);
  const [best] = splits.toSorted((one, other) => other.gain - one.gain);
  if (best === undefined) return null;
  const { smaller, larger } = chosenLimits(best, change.direction, looks);
  const limits = change.direction > 0 ? { lower: smaller, upper: larger } : { lower: larger, upper: smaller };
  const opposite = { lower: limits.upper, upper: limits.lower };
  const ofSince = weightOfSince(best);
  const over = (seen: number, on: Limits, intervalOf: (split: Split, z: number) => Interval): Interval => {
    const ends = (side: keyof Limits) =>
      splits.flatMap((split) => {
        const left = on[side] * Math.abs(on[side]) - (best.gain - split.gain);
        return left > 0 ? [intervalOf(split, Math.sqrt(left))[side]] : [];
      });
    return { lower: Math.min(seen, ...ends('lower')), upper: Math.max(seen, ...ends('upper')) };
  };
  const [before, since] = [shareOf(change.shown.before), shareOf(change.shown.since)];
  return {
    before: over(before, joined(opposite, 1 - ofSince), (split, z) => wilson(split.before, z)),
    since: over(since, joined(limits, ofSince), (split, z) => wilson(split.since, z)),
    difference: over(since - before, limits, (split, z) => newcombe(split.since, split.before, z)),
  };
}

/** Independent answers before a day, and since. */
interface Split extends Sides<Proportion> {
  readonly day: number;
  readonly gain: number;
}

function splitsOf({ days, direction, likely, designEffects }: Chosen): Split[] {
  const gainOf = binomialGain(direction, 1);
  const possible = days.filter(({ day }) => likely.first <= day && day <= likely.last);
  return possible.flatMap(({ day }) => {
    const before = independent(pooledOf(days.filter((each) => each.day < day)), designEffects.before);
    const since = independent(pooledOf(days.filter((each) => each.day >= day)), designEffects.since);
    return before.trials > 0 ? [{ day, before, since, gain: gainOf(before, since) }] : [];
  });
}

function shareOf({ events, trials }: Proportion): number {
  return events / trials;
}

/** How many standard errors an interval's ends lie from the estimate; negative beyond it. */
interface Limits {
  readonly lower: number;
  readonly upper: number;
}

/** The limits of one share: its part in the difference, and the usual limits for the part that the choice left alone. */
function joined({ lower, upper }: Limits, weight: number): Limits {
  const limit = (z: number) => {
    const square = weight * z * Math.abs(z) + (1 - weight) * Z95 * Z95;
    return Math.sign(square) * Math.sqrt(Math.abs(square));
  };
  return { lower: limit(lower), upper: limit(upper) };
}

/** The variance of one answer; smoothed, because none among few is no proof of none. */
function spreadOf({ events, trials }: Proportion): number {
  const share = (events + Z95 ** 2 / 2) / (trials + Z95 ** 2);
  return share * (1 - share);
}

function varianceOf(side: Proportion): number {
  return spreadOf(side) / side.trials;
}

function weightOfSince({ before, since }: Split): number {
  return varianceOf(since) / (varianceOf(since) + varianceOf(before));
}

/** The limits of the difference toward a smaller and a larger change, given that the alert and later checks chose it. */
function chosenLimits(
  split: Split,
  direction: 1 | -1,
  looks: readonly Look[],
): { readonly smaller: number; readonly larger: number } {
  const chances = looks
    .map((look) => chanceOf(look, split, direction))
    .filter(({ height, slope }) => height - 4 * slope < 3);
  const limit = (chance: number) =>
    findRoot((z) => chance - chanceWithin(z, chances), -FARTHEST, FARTHEST, 1e-4);
  return { smaller: limit(CONFIDENT), larger: -limit(1 - CONFIDENT) };
}

const CONFIDENT = 0.975;

/** A comparison that had to find the change. */
interface Look {
  readonly current: AlertWindow;
  readonly baseline: AlertWindow;
  /** The least difference, from 0 to 1, and in its standard errors. */
  readonly least: number;
  readonly z: number;
}

function looksOf({ choice, days, designEffects: { since } }: Omit<ChosenChange, 'steps'>): Look[] {
  const { current, baseline } = choice;
  const looks: Look[] = [{ ...choice, z: 0 }];
  for (let to = (days.at(-1)?.day ?? 0) + 1; to >= current.to + CURRENT_DAYS; to -= CURRENT_DAYS) {
    const from = to - CURRENT_DAYS;
    const { trials } = independent(pooledOf(days.filter(({ day }) => from <= day && day < to)), since);
    if (trials > 0) looks.push({ current: { from, to, trials }, baseline, least: 0, z: Z95 });
  }
  return looks;
}

/** A look's chance to find the change: normalCdf(height + slope (e - z)), e standard errors off a true difference that is z below the seen one. */
interface Chance {
  readonly height: number;
  readonly slope: number;
}

function chanceOf(
  { current, baseline, least, z }: Look,
  { day, before, since }: Split,
  direction: 1 | -1,
): Chance {
  const seen = direction * (shareOf(since) - shareOf(before));
  const after = ({ from, to }: AlertWindow) => Math.min(1, Math.max(0, (to - day) / (to - from)));
  const mixed = (window: AlertWindow) =>
    (after(window) * spreadOf(since) + (1 - after(window)) * spreadOf(before)) / window.trials;
  const part = after(current) - after(baseline);
  const variance = varianceOf(before) + varianceOf(since);
  const own = mixed(current) + mixed(baseline);
  const rest = Math.sqrt(Math.max(own - part * part * variance, own / 100));
  const needed = Math.max(least, z * Math.sqrt(own));
  return { height: (part * seen - needed) / rest, slope: (part * Math.sqrt(variance)) / rest };
}

/** Steps of Simpson's rule. */
const STEPS = 160;

/** The chance of at most the seen difference, if the true one is z standard errors below it, among differences that every look found. */
function chanceWithin(z: number, chances: readonly Chance[]): number {
  const density = (e: number) => {
    let product = Math.exp((-e * e) / 2);
    for (const { height, slope } of chances) product *= normalCdf(height + slope * (e - z));
    return product;
  };
  const integral = (from: number, to: number) => {
    const step = (to - from) / STEPS;
    let sum = density(from) + density(to);
    for (let at = 1; at < STEPS; at += 1) sum += (at % 2 === 0 ? 2 : 4) * density(from + at * step);
    return (sum * step) / 3;
  };
  const [within, beyond] = [integral(-FARTHEST, z), integral(z, z + FARTHEST)];
  return within / (within + beyond);
}
