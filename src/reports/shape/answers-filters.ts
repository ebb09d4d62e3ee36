/** The filters by which /answers selects the answers behind a figure. An answer has to match all. */
export const FILTER_NAMES = [
  'from',
  'until',
  'engine',
  'tag',
  'tag_not',
  'branded',
  'question',
  'model',
  'imported',
  'market',
  'prompt',
  'outcome',
  'names',
  'names_not',
  'looked_for',
  'beside',
  'judged',
  'framing',
  'reader',
  'theme',
  'fact',
  'verdict',
  'ranked',
  'top',
  'cites',
  'cites_part',
  'cites_brand',
  'searched',
  'change',
  'alert',
  'comparison',
  'side',
  'figure',
  'shared_from',
  'shared_until',
] as const;

export type FilterName = (typeof FILTER_NAMES)[number];

/** The filters as query parameters of /answers. */
export type AnswersFilters = Readonly<Partial<Record<Exclude<FilterName, ListedName>, string>>> &
  Readonly<Partial<Record<ListedName, string | readonly string[]>>>;

/** The repeatable filters. */
type ListedName = 'tag' | 'tag_not' | 'question' | 'model';
