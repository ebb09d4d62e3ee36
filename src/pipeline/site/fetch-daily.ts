import { claimDailyJob } from '../../storage/daily-job-claims.ts';
import { listLiveBrands } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type EveryDayDeps, everyDay } from '../every-day.ts';
import { type FetchDeps, fetchFacts } from './fetch-facts.ts';
import { fetchSitemaps } from './fetch-sitemaps.ts';
import { duePages } from './pages-to-fetch.ts';

/** Milliseconds after midnight UTC: after pruning, before the search for changes. */
export const FETCH_TIME = 4.5 * 60 * 60_000;

/** Nobody waits for these pages, so give the sites time. */
const PAUSE_MS = 1000;

export interface FetchDailyDeps extends FetchDeps, EveryDayDeps {
  readonly onFetched: (fetched: FetchCounts) => void;
}

export interface FetchCounts {
  readonly read: number;
  /** Unreadable pages. */
  readonly failed: number;
}

/**
 * Fetches due pages once a day, in one process per store, until the signal aborts. It does not make up for an
 * interrupted run, so no day exceeds the ceiling.
 *
 * @param mostPages for all brands together
 */
export async function fetchDaily(deps: FetchDailyDeps, mostPages: number, stop: AbortSignal): Promise<void> {
  await everyDay(deps, FETCH_TIME, stop, async (day) => {
    if (await claimDailyJob(deps.db, 'pages', day))
      deps.onFetched(await fetchDue(deps, day, mostPages, stop));
  });
}

async function fetchDue(
  deps: FetchDailyDeps,
  day: number,
  mostPages: number,
  stop: AbortSignal,
): Promise<FetchCounts> {
  const counts = { read: 0, failed: 0 };
  const brands = await brandsInTurn(deps.db, day * mostPages);
  // Equal shares for all brands.
  const share = Math.max(1, Math.floor(mostPages / Math.max(1, brands.length)));
  let left = mostPages;
  for (const brandId of brands) {
    if (left <= 0 || stop.aborted) break;
    const urls = await duePages(deps.db, brandId, { now: deps.now(), limit: Math.min(share, left) });
    left -= urls.length;
    for await (const { problem } of fetchFacts(deps, { brandId, urls, stop })) {
      counts[problem === null ? 'read' : 'failed'] += 1;
      await deps.sleep(PAUSE_MS, stop);
    }
    if (!stop.aborted) await fetchSitemaps(deps, { brandId, onlyDue: true, stop });
  }
  return counts;
}

/** Live brands but no prospects, starting each day from another one, so all get a turn if there are more brands than pages. */
async function brandsInTurn(db: Database, from: number): Promise<number[]> {
  const ids = (await listLiveBrands(db)).flatMap(({ id, prospectUntil }) =>
    prospectUntil === null ? [id] : [],
  );
  const at = ids.length === 0 ? 0 : from % ids.length;
  return [...ids.slice(at), ...ids.slice(0, at)];
}
