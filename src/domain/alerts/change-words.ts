import { formatDay } from '../time/instant.ts';
import { DAY_MS, dayOf } from '../time/period.ts';
import type { ChangeDirection, ChangeState } from './change.ts';

/** One side of a change. `rate` is null for too few answers. */
interface ChangedSide {
  readonly present: number;
  readonly responses: number;
  readonly rate: number | null;
}

/** UTC days, such as `2026-11-18`. */
interface Days {
  readonly from: string;
  readonly until: string;
}

/** A change as in /changes. */
export interface ChangeInWords {
  readonly engine_name: string;
  readonly measure: keyof typeof PHRASES;
  readonly competitor: string | null;
  readonly direction: ChangeDirection;
  readonly state: ChangeState;
  readonly state_since: string;
  readonly found: string;
  readonly likely_start: Days | null;
  /** If it went on, in steps or gradually, when its newest level began; older reports lack it. */
  readonly last_step?: Days | null;
  readonly likely_end: Days | null;
  /** The last day with answers that count; older reports lack it. */
  readonly observed_until?: string | null;
  readonly before: ChangedSide;
  readonly since: ChangedSide;
}

/** Who reads the words, and when. */
interface Reading {
  readonly brand: string;
  /** Dates of another year than this instant's have their year. */
  readonly now: number;
  /** For words that are read later: the day instead of `today`. */
  readonly isDated?: boolean;
}

/** The one wording of a change's state: `ChatGPT (API) names Acme in 33% of answers since about Nov 18, 58% before: still so today.` */
export function changeSentence(change: ChangeInWords, reading: Reading): string {
  const said = clauseOf(change, reading);
  if (change.state === 'over') return `${said}.`;
  if (change.state === 'holds') return `${said}: still so ${lastDay(change, reading)}.`;
  return `${said}; no check since ${dayText(change.state_since, reading.now)} could tell whether that still holds.`;
}

/** Two finished days without answers: a change holds only up to the last day before them. */
function isSilent({ observed_until: last }: ChangeInWords, now: number): boolean {
  return last != null && dayOf(now) - dayOf(Date.parse(last)) > 2;
}

function lastDay(change: ChangeInWords, { now, isDated = false }: Reading): string {
  if (isSilent(change, now))
    return `on ${dayText(change.observed_until ?? '', now)}, the last day with answers`;
  return isDated ? `on ${dayText(new Date(now).toISOString(), now)}` : 'today';
}

/** How long a change lasted that is over: `The fall lasted about 16 days.` Null if its days are not known. */
export function overWords({ direction, likely_start: start, likely_end: end }: ChangeInWords): string | null {
  if (start === null || end === null) return null;
  const days = Math.round((Date.parse(middleOf(end)) - Date.parse(middleOf(start))) / DAY_MS);
  return `The ${direction === 'fell' ? 'fall' : 'rise'} lasted about ${days === 1 ? 'a day' : `${days} days`}.`;
}

/** The sentence for a list, where every line holds today: `… since about Nov 18, 58% before.` */
export function changeLine(change: ChangeInWords, reading: Reading): string {
  const isPlain = change.state === 'holds' && !isSilent(change, reading.now);
  return isPlain ? `${clauseOf(change, reading)}.` : changeSentence(change, reading);
}

/** For a report's note over such a window. */
export function mixedNote(change: ChangeInWords, reading: Reading): string {
  const { state, before, since } = change;
  const level =
    state !== 'over' || before.rate === null || since.rate === null
      ? ''
      : `, after ${percent(since)} ${changeStart(change, reading.now)}`;
  return `${clauseOf(change, reading)}${level}: a share over this window mixes the two.`;
}

/** That a row's share mixes a change's levels, beside it, such as `with days before the fall`; null for none. */
export function mixedDays(mixed: ChangeInWords | null, now: number): string | null {
  if (mixed === null) return null;
  const { measure, competitor, direction } = mixed;
  const word =
    measure === 'overtaken' ? `${competitor}’s rise` : direction === 'fell' ? 'the fall' : 'the rise';
  return mixed.state === 'over' ? `with ${word} ${endText(mixed, now)}` : `with days before ${word}`;
}

function endText({ likely_end: end, state_since: found }: ChangeInWords, now: number): string {
  return sinceText(end, found, now).replace(/^since/, 'until');
}

/** For a share over such a window: `51% over these 28 days: 58% until about Nov 18, 33% since`. Null for too few answers. */
export function mixedShare(
  change: ChangeInWords,
  share: ChangedSide & { readonly days: number },
  now: number,
): string | null {
  const { state, likely_start: likely, last_step: step, before, since } = change;
  if ([share, before, since].some(({ rate }) => rate === null)) return null;
  const until = likely === null ? 'before' : `until about ${dayText(middleOf(likely), now)}`;
  const later =
    state === 'over'
      ? `${endText(change, now)}, as before since`
      : likely === null || step
        ? changeStart(change, now)
        : 'since';
  return `${percent(share)} over these ${share.days} days: ${percent(before)} ${until}, ${percent(since)} ${later}`;
}

/** Changes that hold in other markets: `In the market us-en, 1 change holds.` '' for none. */
export function elsewhereSentence(
  elsewhere: readonly { readonly market: string; readonly holding: number }[],
): string {
  return elsewhere
    .map(
      ({ market, holding }) =>
        `In the market ${market}, ${holding} ${holding === 1 ? 'change holds' : 'changes hold'}.`,
    )
    .join(' ');
}

/** The word for a table's cell. */
export function changeWord({
  state,
  measure,
  direction,
}: Pick<ChangeInWords, 'state' | 'measure' | 'direction'>): string {
  if (state === 'over') return 'As before';
  if (state === 'unknown') return 'Not known';
  if (measure === 'overtaken') return 'Overtaken';
  return direction === 'fell' ? 'Fell' : 'Rose';
}

/** A row's comparison with the earlier window, as in /presence. */
interface Compared {
  readonly gate: string | null;
  readonly exceeds_noise: boolean;
  readonly change: { readonly points: number } | null;
}

/** Outcomes that tell a change from chance. */
const JUDGED: readonly (string | null)[] = [
  ...([null, 'below_min_delta', 'within_noise', 'not_after_correction'] as const),
];

/** Whether a comparison had enough to tell a change from chance. */
export function isJudged(compared: Pick<Compared, 'gate'> | undefined): boolean {
  return compared !== undefined && JUDGED.includes(compared.gate);
}

/** The word for an engine without a change to tell, by the page's own windows. */
export function windowWord({
  responses,
  compared,
}: {
  readonly responses: number;
  readonly compared?: Compared | undefined;
}): string {
  if (responses === 0) return 'No answers';
  if (compared === undefined) return 'Not compared';
  if (!isJudged(compared) || compared.change === null) return 'Too few to compare yet';
  if (!compared.exceeds_noise) return 'As before';
  return apartWord(compared.change.points);
}

/** For windows that differ beyond noise. @param difference its sign */
export function apartWord(difference: number): string {
  return difference < 0 ? 'Less often than before' : 'More often than before';
}

/** An engine's share in a window and in the one before. */
interface ComparedShares extends ChangedSide {
  readonly engine_name: string;
  readonly compared?: ChangedSide;
}

/**
 * Windows that differ beyond noise while no alert reports a change: `ChatGPT (API) names Acme in 25% of answers, 58% on
 * Nov 9 – 15.` @param rows at least one @param before the earlier window's days
 */
export function apartSentence(rows: readonly ComparedShares[], brand: string, before: string): string {
  const [first] = rows;
  if (rows.length > 1 || first?.compared === undefined) {
    return `${LIST.format(rows.map((row) => row.engine_name))} name ${brand} in other shares than on ${before}.`;
  }
  return `${first.engine_name} names ${brand} in ${shareText(first, 'answers')}, ${percent(first.compared)} on ${before}.`;
}

const LIST = new Intl.ListFormat('en-US');

/** An engine without answers. @param since its last day with one */
export function silentSentence(engineName: string, since: string, now: number): string {
  return `${engineName} has not answered since ${dayText(since, now)}; its figures stop there.`;
}

/** When its level began: `since about Nov 18`, or `since Nov 27 at the latest`. */
export function changeStart(
  {
    likely_start: start,
    last_step: step,
    found,
  }: Pick<ChangeInWords, 'likely_start' | 'last_step' | 'found'>,
  now: number,
): string {
  return sinceText(step ?? start, found, now);
}

/** A change's two levels on a chart: `58% before`, and `33% since about Nov 18`, or `33% until …`. Both have a rate. */
export function levelWords(change: ChangeInWords, now: number) {
  const { before, since, state } = change;
  return {
    before: `${percent(before)} before`,
    since: `${percent(since)} ${state === 'over' ? endText(change, now) : changeStart(change, now)}`,
  };
}

function clauseOf(change: ChangeInWords, { brand, now }: Reading): string {
  const { before, since, direction, likely_start: likely, last_step: step, found } = change;
  const { verb, of } = PHRASES[change.measure];
  const does = `${change.engine_name} ${verb(brand, change.competitor ?? '')}`;
  if (change.state === 'over') {
    return `${does} as often as before again, ${sinceText(change.likely_end, change.state_since, now)}`;
  }
  const [start, first] = [changeStart(change, now), sinceText(likely, found, now)];
  if (before.rate === null || since.rate === null) {
    return `${does} ${direction === 'fell' ? 'less' : 'more'} often ${first}`;
  }
  // Whether in steps or gradually, the steps alone do not tell.
  const earlier = step ? ` it began to change${first.replace(/^since/, '')}` : '';
  return `${does} in ${shareText(since, of)} ${start}, ${percent(before)} before${earlier}`;
}

/** What an engine does, and the answers of which it does so in a share. */
const PHRASES = {
  visibility: { verb: (brand: string) => `names ${brand}`, of: 'answers' },
  overtaken: {
    verb: (brand: string, rival: string) => `ranks ${rival} above ${brand}`,
    of: 'answers that name either',
  },
  cited_not_named: { verb: (brand: string) => `cites ${brand} without naming it`, of: 'answers' },
  negative_framing: { verb: (brand: string) => `frames ${brand} negatively`, of: 'judged answers' },
} as const satisfies Readonly<
  Record<string, { readonly verb: (brand: string, rival: string) => string; readonly of: string }>
>;

function shareText(side: ChangedSide, of: string): string {
  return side.present === 0 ? `none of ${side.responses} ${of}` : `${percent(side)} of ${of}`;
}

/** A whole percentage, with a decimal where it would look like none or all. */
function percent({ present, responses }: ChangedSide): string {
  const exact = (100 * present) / responses;
  const isWhole =
    present === 0 || present === responses || (Math.round(exact) > 0 && Math.round(exact) < 100);
  return `${exact.toFixed(isWhole ? 0 : 1)}%`;
}

function sinceText(likely: Days | null, latest: string, now: number): string {
  return likely === null
    ? `since ${dayText(latest, now)} at the latest`
    : `since about ${dayText(middleOf(likely), now)}`;
}

/** The day that stands for several. */
export function middleOf({ from, until }: Days): string {
  return formatDay(dayOf((Date.parse(from) + Date.parse(until)) / 2));
}

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** `Nov 18`, or `Nov 18, 2025` in another year. */
export function dayText(day: string, now: number): string {
  const at = new Date(day);
  return (at.getUTCFullYear() === new Date(now).getUTCFullYear() ? DAY : DAY_OF_YEAR).format(at);
}
