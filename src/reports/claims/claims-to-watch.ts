import { type WatchedClaim, watchFlaw } from '../../domain/alerts/watched-claim.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { ClaimRecord } from './claim.ts';

/** A claim that you can watch. */
export interface WatchableClaim {
  readonly text: string;
  readonly claim: WatchedClaim;
  readonly slice: Readonly<Record<string, unknown>>;
}

/**
 * Turns sentences into claims to watch: one engine each, without times, because watching begins on the next day.
 *
 * @param text one claim per line
 * @param judge returns /claim's result for one claim, by slice
 * @throws SightlineError `invalid_argument` for a claim that cannot be watched, and as `judge` does
 */
export async function claimsToWatch(
  text: string,
  slice: WatchableClaim['slice'],
  judge: (line: string) => Promise<readonly ClaimRecord[]>,
): Promise<WatchableClaim[]> {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const claims: WatchableClaim[] = [];
  for (const line of lines.length === 0 ? [''] : lines) {
    try {
      claims.push(...watchable(line, slice, await judge(line)));
    } catch (error) {
      if (!(error instanceof SightlineError) || lines.length < 2) throw error;
      throw new SightlineError(error.code, `In "${line}": ${error.message}`);
    }
  }
  return claims;
}

function watchable(
  text: string,
  slice: WatchableClaim['slice'],
  rows: readonly ClaimRecord[],
): WatchableClaim[] {
  return rows.map((row) => {
    const { measure, top, direction, engine, size, first, second } = row;
    const isChange = second !== null && second.from !== first.from;
    const baseline = isChange ? { from: 0, to: 0 } : null;
    const flaw = watchFlaw({ measure, direction, baseline });
    if (flaw !== null) throw new SightlineError('invalid_argument', flaw);
    const claim = {
      measure,
      top,
      direction,
      brand: first.brand,
      versus: second?.brand ?? null,
      engine,
      size,
    };
    return { text, claim: claim as WatchedClaim, slice };
  });
}
