export const RECOMMENDATION_STATUSES = ['open', 'asked', 'done', 'ignored'] as const;
export type RecommendationStatus = (typeof RECOMMENDATION_STATUSES)[number];

/** The brand's own part of a site, or the part that no tracked brand owns. Each has its own status. */
export type SitePart = 'own' | 'others';

export const LONGEST_NOTE = 200;

export interface SiteWork {
  readonly site: string;
  readonly part: SitePart;
  readonly status: RecommendationStatus;
  /** One line, at most LONGEST_NOTE characters; '' for none. */
  readonly note: string;
  /** When it first became asked or done since it was last open, in UTC milliseconds; null if it never was. */
  readonly askedAt: number | null;
}

/** The start of work after a status change. Open resets it; ignoring keeps it. */
export function askedAtAfter(
  status: RecommendationStatus,
  before: Pick<SiteWork, 'askedAt'> | undefined,
  at: number,
): number | null {
  if (status === 'open') return null;
  return before?.askedAt ?? (status === 'ignored' ? null : at);
}
