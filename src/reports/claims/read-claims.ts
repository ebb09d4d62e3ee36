import { readClaim } from '../../claims/parse.ts';
import type { Lexicon } from '../../claims/tokens.ts';
import { USUAL_DAYS } from '../../claims/windows.ts';
import { CURRENT_DAYS, windowsAt } from '../../domain/alerts/alert-rules.ts';
import {
  type Claim,
  type ClaimMeasure,
  type Direction,
  flawOf,
  isOfOneFigure,
  LONGEST_WINDOW_DAYS,
  MOST_CLAIMS,
  marginFlaw,
} from '../../domain/alerts/claim.ts';
import { ENGINES } from '../../domain/answers/engine.ts';
import { namesOfBrand, selfOrNamed } from '../../domain/brand/named-brand.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { DAY_MS, type Period, periodOf } from '../../domain/time/period.ts';

/** A claim as a query states it: in parts, or as sentences, one per line. */
export interface ClaimQuery {
  readonly text?: string | undefined;
  readonly measure?: ClaimMeasure | undefined;
  readonly top?: number | undefined;
  readonly direction?: Direction | undefined;
  readonly about?: string | undefined;
  readonly versus?: string | undefined;
  readonly engine?: string | undefined;
  readonly size?: number | undefined;
  /** UTC milliseconds; the window includes both ends. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly baseline_from?: number | undefined;
  readonly baseline_until?: number | undefined;
}

/** Maximum sentence length. */
const MOST_CHARACTERS = 300;

/** A line that is not a claim. */
export interface UnreadLine {
  /** From 1, without blank lines. */
  readonly line: number;
  readonly text: string;
  readonly problem: string;
  /** Sentences that Sightline reads, one for each possible meaning. None if it read the line but refused it. */
  readonly nearest: readonly string[];
}

export interface ReadClaims {
  /** Each valid by itself. */
  readonly claims: readonly Claim[];
  readonly unread: readonly UnreadLine[];
}

/**
 * The claims in a query. A line that cannot be read does not block the others.
 *
 * @param tracked the brands tracked now, the brand itself first
 * @param minDeltaPoints the alert threshold for a change, in points
 * @throws SightlineError `invalid_parameter` if there is none: its message says why and suggests sentences
 */
export function claimsIn(
  query: ClaimQuery,
  tracked: readonly TrackedBrand[],
  now: number,
  minDeltaPoints: number,
): ReadClaims {
  if (query.text === undefined) {
    const claim = claimOf(query, tracked, now);
    const flaw = windowFlaw(query, claim) ?? flawOf(claim) ?? marginFlaw(claim, minDeltaPoints);
    if (flaw !== null) throw invalid(flaw);
    return { claims: [claim], unread: [] };
  }
  const lexicon = lexiconOf(tracked);
  const lines = linesOf(query.text);
  const read = lines.map((text, at) => readLine({ text, line: at + 1 }, lexicon, now, minDeltaPoints));
  const unread = read.flatMap((each) => ('problem' in each ? [each] : []));
  const claims = read.flatMap((each) => ('problem' in each ? [] : [each]));
  const [first] = unread;
  if (claims.length === 0 && first) throw invalid(unreadText(first, lines.length));
  return { claims, unread };
}

function readLine(
  { text, line }: Pick<UnreadLine, 'text' | 'line'>,
  lexicon: Lexicon,
  now: number,
  minDeltaPoints: number,
): Claim | UnreadLine {
  if (text.length > MOST_CHARACTERS) {
    const problem = `A claim may have at most ${MOST_CHARACTERS} characters.`;
    return { line, text: text.slice(0, MOST_CHARACTERS), problem, nearest: [] };
  }
  const read = readClaim(text, lexicon, now);
  if (!('claim' in read)) {
    const problem = read.problem.endsWith('?') ? read.problem : `${read.problem}.`;
    return { line, text, problem, nearest: read.nearest };
  }
  const flaw = flawOf(read.claim) ?? marginFlaw(read.claim, minDeltaPoints);
  return flaw === null ? read.claim : { line, text, problem: flaw, nearest: [] };
}

/** A line's problem and the suggestions, as a sentence. Names the line if there are several. */
export function unreadText({ text, problem, nearest }: UnreadLine, lines: number): string {
  const where = lines > 1 ? `In "${text}": ` : nearest.length > 0 ? 'Sightline cannot judge the claim: ' : '';
  return `${where}${problem}${nearest.length === 0 ? '' : ` You can write: ${nearest.map((each) => `"${each}"`).join(', or ')}.`}`;
}

function linesOf(text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) throw invalid('`text` is blank: write a claim per line.');
  if (lines.length > MOST_CLAIMS) {
    throw invalid(`\`text\` has ${lines.length} claims; send at most ${MOST_CLAIMS} at once.`);
  }
  return lines;
}

/**
 * Refuses more claims than are judged together. A claim about every engine counts once per engine.
 *
 * @throws SightlineError `invalid_parameter`
 */
export function refuseMany(said: number, onEngines: number): void {
  if (onEngines <= MOST_CLAIMS) return;
  const these = said === 1 ? 'This claim is' : `These ${said} claims are`;
  throw invalid(
    `${these} ${onEngines} with each engine counted separately; the most at once is ${MOST_CLAIMS}. Name an engine, or send fewer.`,
  );
}

/** Names of tracked brands and engines in claims. */
function lexiconOf(tracked: readonly TrackedBrand[]): Lexicon {
  return { brands: tracked.map(namesOfBrand), engines: ENGINES };
}

function claimOf(query: ClaimQuery, tracked: readonly TrackedBrand[], now: number): Claim {
  const { measure = 'named', top = null, direction = 'higher', engine = null, size = null } = query;
  const brand = nameOf('about', query.about ?? 'self', tracked);
  const versus = query.versus === undefined ? null : nameOf('versus', query.versus, tracked);
  const kind = { direction, versus };
  return { measure, top, direction, brand, versus, engine, size, ...windowsOf(query, kind, now) };
}

function nameOf(parameter: string, said: string, tracked: readonly TrackedBrand[]): string {
  return selfOrNamed({ parameter, said }, tracked).name;
}

/** Without any ends, a change compares the last 7 days, as alerts do; with one window, the same length before. */
function windowsOf(
  query: ClaimQuery,
  claim: { readonly direction: Direction; readonly versus: string | null },
  now: number,
): { readonly window: Period; readonly baseline: Period | null } {
  const { from, baseline_from: before, baseline_until: beforeUntil } = query;
  // Today's last instant is in the future.
  const until = Math.min(query.until ?? now, now);
  const isGiven = before !== undefined || beforeUntil !== undefined;
  const isOfOne = claim.versus !== null || isOfOneFigure(claim);
  if (from === undefined && !isGiven && !isOfOne) {
    const { current, baseline } = windowsAt(until);
    return { window: current, baseline };
  }
  const window =
    from === undefined ? periodOf(until, isOfOne ? USUAL_DAYS : CURRENT_DAYS) : { from, to: until + 1 };
  if (isOfOne && !isGiven) return { window, baseline: null };
  const to = beforeUntil === undefined ? window.from : Math.min(beforeUntil, now) + 1;
  return { window, baseline: { from: before ?? to - (window.to - window.from), to } };
}

/** The problem with a claim's windows, by their parameter names; null for none. */
function windowFlaw(query: ClaimQuery, { window, baseline }: Claim): string | null {
  if (window.from >= window.to) return '`from` is later than `until`.';
  if (isTooLong(window)) return `${TOO_LONG} give a later \`from\`.`;
  if (baseline === null) return null;
  const begins = `the window to compare with, which begins at ${formatInstant(window.from)}`;
  if (baseline.from >= baseline.to) {
    return query.baseline_until === undefined
      ? `\`baseline_from\` must be before ${begins}.`
      : '`baseline_from` is later than `baseline_until`.';
  }
  if (isTooLong(baseline)) return `${TOO_LONG} give a later \`baseline_from\`.`;
  return baseline.to > window.from ? `\`baseline_until\` must be before ${begins}.` : null;
}

function isTooLong({ from, to }: Period): boolean {
  return to - from > LONGEST_WINDOW_DAYS * DAY_MS;
}

const TOO_LONG = `A claim's window has at most ${LONGEST_WINDOW_DAYS} days:`;

const PARTS = [
  'measure',
  'top',
  'direction',
  'about',
  'versus',
  'engine',
  'size',
  'from',
  'until',
  'baseline_from',
  'baseline_until',
] as const satisfies readonly (keyof ClaimQuery)[];

/**
 * Refuses claim parts together with sentences, which are complete by themselves.
 * @throws SightlineError `invalid_parameter`
 */
export function refuseMixedClaim(query: ClaimQuery): void {
  const { text } = query;
  const part = PARTS.find((name) => query[name] !== undefined);
  if (text !== undefined && part !== undefined) {
    throw invalid(`\`text\` says everything about a claim: leave out \`${part}\`, or \`text\`.`);
  }
}

function invalid(sentence: string): SightlineError {
  return new SightlineError('invalid_parameter', sentence);
}
