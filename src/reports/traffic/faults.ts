import { formatInstant } from '../../domain/time/instant.ts';
import type { FetchedPage } from '../../domain/web/page-facts.ts';

/** What keeps an engine from reading or showing a page. */
export const FAULTS = ['status', 'noindex', 'robots'] as const;
type Fault = (typeof FAULTS)[number];

/** A fetched page's faults; null for a page that was never fetched. */
export function faultsOf(page: FetchedPage | null): {
  readonly faults: readonly Fault[] | null;
  readonly status: number | null;
  readonly fetched_at: string | null;
} {
  if (page === null) return { faults: null, status: null, fetched_at: null };
  const { facts, isReachable, keptOut, status, fetchedAt } = page;
  const isHidden = facts !== null && (facts.isNoindex || (facts.noindexFor ?? []).length > 0);
  const has = { status: isReachable === false, noindex: isHidden, robots: (keptOut ?? []).length > 0 };
  return { faults: FAULTS.filter((fault) => has[fault]), status, fetched_at: formatInstant(fetchedAt) };
}
