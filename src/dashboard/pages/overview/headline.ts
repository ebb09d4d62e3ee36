import { CURRENT_DAYS } from '../../../domain/alert-rules.ts';
import { DAY_MS } from '../../../domain/period.ts';
import type { Comparison } from '../../../reports/comparisons.ts';
import { earlierDays } from '../../parts/earlier-days.ts';
import { shortSide, type Verdict, verdictsOn } from '../../parts/verdict.ts';

/** What is known of a brand before its figures. */
export interface BrandState {
  readonly name: string;
  /** Whether its setup was finished. */
  readonly isConfigured: boolean;
  readonly activeQuestions: number;
  /** The engines that it is asked on. */
  readonly engines: number;
  /** The engines of those that cannot be asked, because their key is missing; null where that is not known. */
  readonly enginesWithoutKey: number | null;
  readonly hasAnswers: boolean;
  /** How many collections failed in the last 24 hours; 0 where that is nobody's business. */
  readonly failed: number;
  readonly alertsEnabled: boolean;
  /** The comparisons of its newest evaluation; empty if there was none. */
  readonly comparisons: readonly Comparison[];
  /** The day that the comparisons are of, or until when there are none; null if that is now. */
  readonly asOf: string | null;
}

export interface Headline {
  readonly sentence: string;
  /** What else there is to say, where it would make the headline too long. */
  readonly more: string | null;
  /** What to do next, and the page of the brand where that is done. */
  readonly next: { readonly text: string; readonly page: string } | null;
}

/** The one sentence of an overview. It says no more than the comparisons and their gates do. */
export function headlineOf(state: BrandState): Headline {
  return beforeAnswers(state) ?? beforeComparisons(state) ?? { ...fitting(dated(state)), next: null };
}

/** What was found long ago is not told as if it were so now. */
function dated(state: BrandState): readonly string[] {
  const [first = '', ...rest] = found(state);
  return state.asOf === null ? [first, ...rest] : [`As of ${state.asOf}: ${first}`, ...rest];
}

/** A headline is no longer than this, unless its first sentence is. */
const MOST_CHARACTERS = 150;

function fitting(sentences: readonly string[]): Pick<Headline, 'sentence' | 'more'> {
  let fit = 1;
  while (fit < sentences.length && sentences.slice(0, fit + 1).join(' ').length <= MOST_CHARACTERS) fit += 1;
  const more = sentences.slice(fit).join(' ');
  return { sentence: sentences.slice(0, fit).join(' '), more: more === '' ? null : more };
}

function beforeAnswers(state: BrandState): Headline | null {
  const { name, engines, enginesWithoutKey } = state;
  if (!state.isConfigured) {
    return next(`${name} is not set up yet.`, 'Finish the setup', 'setup');
  }
  if (state.hasAnswers) return null;
  if (state.activeQuestions === 0) {
    return next(`No question is asked about ${name} yet.`, 'Add questions', 'questions');
  }
  if (engines === 0) {
    return next(`No engine is asked about ${name} yet.`, 'Choose engines, or import answers', 'setup');
  }
  if (enginesWithoutKey !== null && enginesWithoutKey >= engines) {
    const whose = engines === 1 ? 'The engine has no key' : 'The engines have no keys';
    return next(
      `${whose}, so nothing can be asked about ${name} yet.`,
      'See which keys are missing',
      'collecting',
    );
  }
  if (state.failed > 0) {
    const which = state.failed === 1 ? 'the only collection' : `all ${state.failed} collections`;
    return next(
      `No answer about ${name} yet: ${which} of the last 24 hours failed.`,
      'See what went wrong',
      'collecting',
    );
  }
  return next(`Waiting for the first answers about ${name}.`, 'See how collecting goes', 'collecting');
}

function beforeComparisons({ name, alertsEnabled, comparisons, asOf }: BrandState): Headline | null {
  if (!alertsEnabled) {
    return {
      sentence: `Alerts are switched off, so no change in how engines name ${name} is looked for.`,
      more: null,
      next: null,
    };
  }
  if (comparisons.length > 0) return null;
  const nothing = asOf === null ? 'Nothing has been compared yet' : `Nothing was compared up to ${asOf}`;
  return { sentence: `${nothing}: changes for ${name} are looked for once a day.`, more: null, next: null };
}

function next(sentence: string, text: string, page: string): Headline {
  return { sentence, more: null, next: { text, page } };
}

function found({ name, comparisons }: BrandState): readonly string[] {
  const verdicts = verdictsOn(comparisons);
  const isOwn = ({ row }: Verdict) => row.measure === 'visibility';
  const own = verdicts.filter(isOwn);
  const others = verdicts.filter((verdict) => !isOwn(verdict));
  const othersTold = others.filter(({ kind }) => kind === 'told');
  const isNoiseAll = !others.some(({ kind }) => kind === 'told' || kind === 'held');
  const told = own.filter(({ kind }) => kind === 'told');
  const rest = own.filter(({ kind }) => kind !== 'told');
  const sentences = [
    ...toldSentences(told, name),
    ...othersSentences(othersTold, name),
    ...restSentences(rest, told.length > 0, isNoiseAll ? null : name),
  ];
  return sentences.length > 0 ? sentences : [nothingTold(verdicts)];
}

/** Where how often the brand is named is not a kind of alert that is asked for. */
function nothingTold(verdicts: readonly Verdict[]): string {
  const isAny = (...kinds: Verdict['kind'][]) => verdicts.some(({ kind }) => kinds.includes(kind));
  if (isAny('held')) return 'A change exceeds noise, but no alert is for it yet.';
  if (!isAny('noise')) return 'Too few answers to say whether anything has changed.';
  return isAny('few', 'few_shared', 'outage')
    ? 'No change that could be compared exceeds noise.'
    : 'No change that was looked for exceeds noise.';
}

/** Of more engines than this, the sentence lists names only. */
const MOST_SENTENCES = 2;

function toldSentences(told: readonly Verdict[], name: string): string[] {
  if (told.length <= MOST_SENTENCES) return told.map((verdict) => toldSentence(verdict, name));
  return ([-1, 1] as const).flatMap((direction) => {
    const same = told.filter((verdict) => verdict.direction === direction);
    if (same.length === 0) return [];
    const how = direction < 0 ? 'less often' : 'more often';
    const when = same.some(({ row }) => earlierDays(row, A_WEEK_MS) !== null)
      ? 'before'
      : 'in the weeks before';
    return [`${enginesText(same)} ${same.length === 1 ? 'names' : 'name'} ${name} ${how} than ${when}.`];
  });
}

function toldSentence({ row, direction }: Verdict, name: string): string {
  const engine = row.engine_name;
  if (direction < 0 && row.current.present === 0) return `${engine} no longer names ${name}.`;
  if (direction > 0 && row.baseline.present === 0) {
    return `${engine} now names ${name}, which it did not in ${weeksBefore(row)}.`;
  }
  return `${engine} names ${name} ${howOften(row)} ${weeksBefore(row)}.`;
}

/** A change that was found in the last days is still one against the weeks before. */
const A_WEEK_MS = 7 * DAY_MS;

function weeksBefore(row: Comparison): string {
  return earlierDays(row, A_WEEK_MS) ?? 'the weeks before';
}

/** How far a ratio may be from a half, or from two, to be "about" it, and how near to 1 it may not be at all. */
const ABOUT = { half: { from: 0.4, to: 0.6, least: 3 / 4 }, twice: { from: 1.7, to: 2.4, least: 4 / 3 } };

/** The size of a change in words. It must hold for the nearest ends of both intervals, so few answers have none. */
function howOften({ current, baseline }: Comparison): string {
  const ratio = (current.rate ?? 0) / (baseline.rate ?? 1);
  const [now, before] = [current.interval, baseline.interval];
  const nearest =
    now === null || before === null ? 1 : ratio < 1 ? now.upper / before.lower : now.lower / before.upper;
  const isWithin = ({ from, to }: { from: number; to: number }) => ratio >= from && ratio <= to;
  if (isWithin(ABOUT.half) && nearest <= ABOUT.half.least) return 'about half as often as in';
  if (isWithin(ABOUT.twice) && nearest >= ABOUT.twice.least) return 'about twice as often as in';
  if (nearest < 1 / 2) return 'less than half as often as in';
  if (nearest > 2) return 'more than twice as often as in';
  return ratio < 1 ? 'less often than in' : 'more often than in';
}

/**
 * What is said of the engines on which nothing is told of how often they name the brand.
 *
 * @param named the brand, if something else exceeds noise: then "nothing exceeds noise" would not be true
 */
function restSentences(rest: readonly Verdict[], hasTold: boolean, named: string | null): string[] {
  const of = (...kinds: Verdict['kind'][]) => rest.filter(({ kind }) => kinds.includes(kind));
  const [noise, held, few, outage] = [of('noise'), of('held'), of('few', 'few_shared'), of('outage')];
  return [
    noise.length === 0 ? null : noiseSentence(noise, { hasTold, isAll: noise.length === rest.length, named }),
    ...held.map(heldSentence),
    few.length === 0 ? null : fewSentence(few),
    outage.length === 0
      ? null
      : `Fewer than half of the expected answers of ${enginesText(outage)} came in, so nothing is compared there.`,
  ].filter((sentence) => sentence !== null);
}

function noiseSentence(
  noise: readonly Verdict[],
  { hasTold, isAll, named }: { hasTold: boolean; isAll: boolean; named: string | null },
): string {
  const isEvery = isAll && noise.length > 1;
  const says =
    named === null ? 'nothing exceeds noise' : `no change in how often ${named} is named exceeds noise`;
  if (isEvery && hasTold) return `On the other engines, ${says}.`;
  if (isEvery && named === null) return "No engine's change exceeds noise.";
  if (isEvery) return `No change in how often ${named} is named exceeds noise.`;
  return `On ${enginesText(noise)}, ${says}.`;
}

function heldSentence({ row, heldBy, direction }: Verdict): string {
  const what = `${row.engine_name} ${direction < 0 ? 'is down' : 'is up'} by more than noise`;
  switch (heldBy) {
    case 'not_persistent':
      return `${what}, but not on enough days in a row yet to tell.`;
    case 'after':
      return `${what}, but an earlier change ended there less than a week ago, so no alert tells it.`;
    case 'small':
      return `${what}, but by fewer than the ${row.min_delta_points} points of an alert.`;
    default:
      return `${what}, which no alert is asked for.`;
  }
}

/** Of more engines than this, the sentence only says how many others there are. */
const MOST_NAMES = 3;

function fewSentence(few: readonly Verdict[]): string {
  const shown = few.slice(0, MOST_NAMES);
  const more = few.length - shown.length;
  const places = shown.map(neededText);
  const parts = shown.map((each, index) => {
    const place = places[index] === places[index - 1] ? '' : places[index];
    return `${shortSide(each).answers}${place} on ${each.row.engine_name}`;
  });
  const others = more === 0 ? [] : [`and too few on ${more} other ${more === 1 ? 'engine' : 'engines'}`];
  return `Too few answers to say: ${[...parts, ...others].join(', ')}.`;
}

/** How many answers an engine needs, and in which days. */
function neededText(verdict: Verdict): string {
  const { side, needed } = shortSide(verdict);
  const days = side === 'baseline' ? weeksBefore(verdict.row) : `the last ${CURRENT_DAYS} days`;
  return ` of the ${needed} needed in ${days}`;
}

/** Alerts about anything but how often the brand is named. */
function othersSentences(told: readonly Verdict[], name: string): string[] {
  const sentences = [...Map.groupBy(told, ({ row }) => `${row.measure} ${row.brand}`).values()].map((same) =>
    otherSentence(same, name),
  );
  const shown = sentences.slice(0, MOST_SENTENCES);
  const more = sentences.length - shown.length;
  return more === 0 ? shown : [...shown, `${more} more ${more === 1 ? 'change is' : 'changes are'} below.`];
}

function otherSentence(same: readonly Verdict[], name: string): string {
  const engines = enginesText(same);
  const [first] = same;
  switch (first?.row.measure) {
    case 'overtaken':
      return `In answers that name either, ${engines} ${same.length === 1 ? 'puts' : 'put'} ${first.row.brand} ahead of ${name} more often.`;
    case 'negative_framing':
      return `${engines} more often ${same.length === 1 ? 'frames' : 'frame'} ${name} negatively.`;
    default:
      return `${engines} more often ${same.length === 1 ? 'cites' : 'cite'} ${name} without naming it.`;
  }
}

/** `ChatGPT (API)`, `ChatGPT (API) and Claude (API)`, `ChatGPT (API), Claude (API), and Grok (API)` */
function enginesText(verdicts: readonly Verdict[]): string {
  return LIST.format(verdicts.map(({ row }) => row.engine_name));
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });
