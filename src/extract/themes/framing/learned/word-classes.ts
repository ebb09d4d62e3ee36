/**
 * A word's possible roles in a verdict, in any language. All words in a class share learned weights, so the model also
 * reads words without training passages, and languages with few.
 */
export const WORD_CLASSES = [
  'great',
  'good',
  'goodverb',
  'pick',
  'better',
  'bad',
  'badverb',
  'reject',
  'worse',
  'incident',
  'goodthing',
  'badthing',
  'more',
  'less',
  'than',
  'negator',
  'hedge',
  'say',
  'past',
  'now',
  'condition',
  'contrast',
  'very',
  'too',
  'copula',
  'pronoun',
  'instruct',
  'advise',
  'purpose',
] as const;

export type WordClass = (typeof WORD_CLASSES)[number];

const NUMBERS = new Map<string, number>(WORD_CLASSES.map((name, index) => [name, index]));

/** A class's number in features and weights. */
export function classNumber(name: WordClass): number {
  return NUMBERS.get(name) ?? -1;
}

/** The numbers of some classes. */
export function classNumbers(...names: readonly WordClass[]): ReadonlySet<number> {
  return new Set(names.map(classNumber));
}

/** Words that praise, and words that criticize. */
export const PRAISE = classNumbers('great', 'good', 'goodverb', 'pick', 'better', 'goodthing');
export const BLAME = classNumbers('bad', 'badverb', 'reject', 'worse', 'incident', 'badthing');
export const POLAR: ReadonlySet<number> = new Set([...PRAISE, ...BLAME]);

/** A language's words by class. */
export type LanguageWords = Readonly<Partial<Record<WordClass, readonly string[]>>>;
