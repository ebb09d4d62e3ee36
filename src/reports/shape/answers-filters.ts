/** The parameters by which /answers selects the answers behind a figure. Together they select what meets all of them. */
export const FILTER_NAMES = [
  'from',
  'until',
  'engine',
  'tag',
  'tag_not',
  'branded',
  'question',
  'model',
  'market',
  'prompt',
  'outcome',
  'names',
  'names_not',
  'looked_for',
  'beside',
  'framing',
  'theme',
  'fact',
  'verdict',
  'ranked',
  'top',
  'cites',
  'cites_part',
  'cites_brand',
  'searched',
  'alert',
  'comparison',
  'side',
  'figure',
  'shared_from',
  'shared_until',
] as const;

export type FilterName = (typeof FILTER_NAMES)[number];

/** Filters of /answers as a query writes them, for example of the answers that a figure counts. */
export type AnswersFilters = Readonly<Partial<Record<Exclude<FilterName, ListedName>, string>>> &
  Readonly<Partial<Record<ListedName, string | readonly string[]>>>;

/** Those of which a query may have several values. */
type ListedName = 'tag' | 'tag_not' | 'question' | 'model';
