/** How far the work on a recommended site is. */
export const RECOMMENDATION_STATUSES = ['open', 'asked', 'done', 'ignored'] as const;
export type RecommendationStatus = (typeof RECOMMENDATION_STATUSES)[number];

/** The part of a site that is the brand's own, or the part that belongs to nobody tracked. Each has a status of its own. */
export type SitePart = 'own' | 'others';

export const LONGEST_NOTE = 200;

/** The work on a part of a site. */
export interface SiteWork {
  readonly site: string;
  readonly part: SitePart;
  readonly status: RecommendationStatus;
  /** One line of at most LONGEST_NOTE characters; '' for none. */
  readonly note: string;
  /** When it was first asked or done since it was last open, in UTC milliseconds; null if it was not. */
  readonly askedAt: number | null;
}

/** When the work on a site began, after its status was changed at an instant. Open begins anew; ignoring keeps what was. */
export function askedAtAfter(
  status: RecommendationStatus,
  before: Pick<SiteWork, 'askedAt'> | undefined,
  at: number,
): number | null {
  if (status === 'open') return null;
  return before?.askedAt ?? (status === 'ignored' ? null : at);
}
