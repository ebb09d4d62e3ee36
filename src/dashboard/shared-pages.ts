/** The pages that a share link may show. */
export const SHARED_PAGES = [
  'overview',
  'answers',
  'competitors',
  'sources',
  'questions',
  'alerts',
  'share',
] as const;

export type SharedPage = (typeof SHARED_PAGES)[number];
