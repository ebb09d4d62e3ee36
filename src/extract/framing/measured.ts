/** A labeled set's results: found mentions labeled `recommended`, and false ones among the others. */
export interface MeasuredReading {
  readonly set: 'plain' | 'answers' | 'whole-answers';
  readonly labeled: number;
  readonly found: number;
  readonly others: number;
  readonly falselyRead: number;
}

/** The measured version: EXTRACTOR in reading-key.ts. Measure a new version before using estimates with it. */
export const MEASURED_READER = 'extractor-14';

/** A set with fewer labels in a language proves nothing about it. */
export const LEAST_LABELS = 50;

/**
 * The accuracy of `recommended` by language: in plain wording (`plain` and `second-plain` in eval/unseen), and in whole
 * answers by two writers with at least LEAST_LABELS in the language. test/framing-quality.test.ts compares it with the
 * extractor.
 */
export const MEASURED_RECOMMENDED: Readonly<Record<string, readonly MeasuredReading[]>> = {
  en: [
    plain(85, 68, 214, 1),
    { set: 'answers', labeled: 51, found: 47, others: 159, falselyRead: 1 },
    { set: 'whole-answers', labeled: 62, found: 46, others: 81, falselyRead: 2 },
  ],
  de: [plain(21, 18, 47, 1)],
  fr: [plain(18, 14, 52, 1)],
  es: [plain(22, 18, 45, 2)],
  it: [plain(17, 9, 51, 0)],
  pt: [plain(19, 15, 49, 1)],
  nl: [plain(17, 14, 49, 1)],
  pl: [plain(18, 14, 48, 1)],
  sv: [plain(21, 11, 48, 0)],
  ru: [plain(18, 16, 49, 1)],
  tr: [plain(19, 12, 47, 0)],
  ja: [plain(19, 14, 46, 1)],
  zh: [plain(19, 14, 46, 0)],
  ko: [plain(18, 12, 49, 0)],
  ar: [plain(19, 13, 46, 0)],
  hi: [plain(18, 12, 49, 2)],
};

function plain(labeled: number, found: number, others: number, falselyRead: number): MeasuredReading {
  return { set: 'plain', labeled, found, others, falselyRead };
}
