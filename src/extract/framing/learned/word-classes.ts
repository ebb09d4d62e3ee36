/**
 * What a word can be to a verdict, in any language. What is learned about a class holds for every word of it, so a word that
 * no training passage has, or a language that has few, is read like its class.
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

/** The number of a class, by which features and weights know it. */
export function classNumber(name: WordClass): number {
  return NUMBERS.get(name) ?? -1;
}

/** The numbers of some classes. */
export function classNumbers(...names: readonly WordClass[]): ReadonlySet<number> {
  return new Set(names.map(classNumber));
}

/** Words that praise, and words that blame. */
export const PRAISE = classNumbers('great', 'good', 'goodverb', 'pick', 'better', 'goodthing');
export const BLAME = classNumbers('bad', 'badverb', 'reject', 'worse', 'incident', 'badthing');
export const POLAR: ReadonlySet<number> = new Set([...PRAISE, ...BLAME]);

/** The words of a language by class. */
export type LanguageWords = Readonly<Partial<Record<WordClass, readonly string[]>>>;
