/** Of a labeled set, how many mentions labeled `recommended` are read so, and how many of the others. */
export interface MeasuredReading {
  readonly set: 'plain' | 'answers' | 'whole-answers';
  readonly labeled: number;
  readonly found: number;
  readonly others: number;
  readonly falselyRead: number;
}

/** The reader that was measured: EXTRACTOR of reading-key.ts. Another one has to be measured before anything is estimated by it. */
export const MEASURED_READER = 'extractor-10';

/** With fewer labels in a language, a set says nothing about it. */
export const LEAST_LABELS = 50;

/**
 * How `recommended` is read, by language: in plain wording (`plain` and `second-plain` of eval/unseen), and in whole answers of two writers, where there are
 * as many as LEAST_LABELS in the language. test/framing-quality.test.ts holds it to what the reader does.
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
