import { windowsAt } from '../domain/alerts/alert-rules.ts';
import { type Direction, isOfOneFigure } from '../domain/alerts/claim.ts';
import { DAY_MS, type Period, periodOf } from '../domain/time/period.ts';
import { periodText } from './claim-text.ts';
import type { Piece } from './grammar-tokens.ts';
import { type NamedPeriod, readPeriod } from './periods.ts';
import { type Refusal, refusal } from './refusal.ts';

/** Default window length for a claim about one window, in days. */
export const USUAL_DAYS = 30;

const TOO_MANY_WINDOWS = 'it names too many windows: at most one, and one to compare with after "than"';
const BEFORE_WHAT =
  'before what? Name the window too, as in "this week than the week before", or write "in the last 7 days than before"';

interface Windows {
  readonly window: Period;
  readonly baseline: Period | null;
}

/** A window after `than` is the reference; any other is the claim's own. */
export function windowsIn(
  pieces: readonly Piece[],
  claim: { readonly direction: Direction; readonly versus: string | null },
  now: number,
): Windows | Refusal {
  const isAfterThan = (index: number) => pieces[index - 1]?.kind === 'than';
  const said = pieces.flatMap((piece, index) =>
    piece.kind === 'period'
      ? [{ period: piece.period, text: piece.text, isBaseline: isAfterThan(index) }]
      : [],
  );
  const [baseline, ...otherBaselines] = said.filter((each) => each.isBaseline);
  const [window, ...otherWindows] = said.filter((each) => !each.isBaseline);
  const isBefore = pieces.some(({ kind }) => kind === 'before');
  const [relative, ...otherRelatives] = pieces.filter((piece) => piece.kind === 'relative');
  if (otherRelatives.length > 0 || (relative && (baseline || isBefore))) return refusal(TOO_MANY_WINDOWS);
  const isKnown = relative?.spans.includes(window?.period.span ?? '') || (window && relative?.days);
  if (relative && !isKnown) return refusal(BEFORE_WHAT);
  if (otherBaselines.length + otherWindows.length > 0 || (isBefore && baseline))
    return refusal(TOO_MANY_WINDOWS);
  const isCompared = baseline !== undefined || isBefore || relative !== undefined;
  if (window?.period.other) return eitherPeriod(window.text, window.period, window.period.other);
  if (claim.versus !== null || isOfOneFigure(claim)) {
    return {
      window: plain(window?.period ?? periodOf(now, USUAL_DAYS)),
      baseline: isCompared ? plain(baseline?.period ?? windowsAt(now).baseline) : null,
    };
  }
  const readings = window && !isCompared ? readingsOf(window.period, pieces) : [];
  const [first, second] = readings.map((each) => [each.window, each.baseline].map(worded));
  if (window && first && second) {
    return refusal(
      `"${window.text}" may be ${first.join(' against ')}, or ${second.join(' against ')}`,
      ...readings,
    );
  }
  if (readings[0]) {
    const { window: said, baseline: before } = readings[0];
    const [current, last] = [said, before].map((text) => readPeriod(text.split(' '), now)?.period);
    return twoWindows(current, last, now);
  }
  return twoWindows(window?.period, baseline?.period ?? daysBefore(window?.period, relative?.days), now);
}

/** `the 28 days before` */
function daysBefore(window: Period | undefined, days: number | null | undefined): Period | undefined {
  return window && days ? { from: window.from - days * DAY_MS, to: window.from } : undefined;
}

/** `since last Monday`, on two possible Mondays. */
function eitherPeriod(text: string, ...periods: readonly Period[]): Refusal {
  const days = periods.map(periodText);
  return refusal(`"${text}" may be ${days.join(', or ')}`, ...days.map((window) => ({ window })));
}

/**
 * The windows that a change since a month or longer ago can mean: all of `since October` against as many days before, or now against
 * October. "Fell since last month" means lower than last month. Empty for other times.
 */
export function readingsOf(
  period: NamedPeriod,
  pieces: readonly Piece[],
): readonly { readonly window: string; readonly baseline: string }[] {
  if (period.or === undefined) return [];
  const isChange = pieces.some((piece) => piece.kind === 'direction' && 'isChange' in piece);
  if (isChange && period.or.baseline.startsWith('last')) return [period.or];
  return [{ window: periodText(period), baseline: 'before' }, period.or];
}

/** A time as a sentence names it: `the days from October 1, 2026 to November 23, 2026`. */
function worded(time: string): string {
  return time === 'before' ? 'as many before' : time.replace(/^in /, '').replace(/^from /, 'the days from ');
}

function twoWindows(window: NamedPeriod | undefined, baseline: Period | undefined, now: number): Windows {
  if (window) return { window: plain(window), baseline: plain(baseline ?? window.before) };
  if (baseline) return { window: { from: baseline.to, to: now + 1 }, baseline: plain(baseline) };
  const { current, baseline: before } = windowsAt(now);
  return { window: current, baseline: before };
}

function plain({ from, to }: Period): Period {
  return { from, to };
}
