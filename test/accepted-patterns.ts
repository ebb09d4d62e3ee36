/** Patterns that may take more than linear time, and why no text from outside makes them slow. */
export interface AcceptedPatterns {
  readonly file: string;
  /** A piece of each pattern. */
  readonly pieces: readonly string[];
  readonly because: string;
  /** For a pattern in exponential time. */
  readonly isExponential?: true;
}

const ABOUT_A_FACT = 'A value and its words have at most 500 characters (facts/compare-fact.ts).';
const AROUND_A_NAME = 'It reads at most 200 characters before a name and 120 after it (names/name-proof.ts).';
const LABEL = 'A label has at most 90 characters (verdict-labels.ts).';

const inFile = (file: string, because: string, ...pieces: readonly string[]): AcceptedPatterns => ({
  file: `src/${file}`,
  because,
  pieces,
});

export const ACCEPTED: readonly AcceptedPatterns[] = [
  inFile('cli/program.ts', 'The message is about what the operator typed.', 'Did you mean'),
  inFile('dashboard/markup/html.ts', 'It reads our own templates.', '<textarea'),
  inFile(
    'dashboard/pages/alerts/alert-page.ts',
    'Only the last two asterisks have none after them.',
    '(.+?)',
  ),
  inFile('domain/figures/usd.ts', 'It reads a number with at most six decimals.', '0+$'),
  inFile('engines/http-failures.ts', 'A message is cut at 1,000 characters.', 'prompt is too long'),
  inFile(
    'engines/openai_compatible/read-definition.ts',
    'A name has at most 80 characters.',
    'Google|Microsoft',
  ),
  {
    ...inFile(
      'domain/answers/citation-marker.ts',
      'Only the last fence and backticks are not closed, gaps have at most 200 characters, and (?!…:) leaves one reading of `web:`.',
      '{3,}',
    ),
    isExponential: true,
  },
  inFile('engines/unread-citations.ts', 'It reads 20 characters before a marker.', '[\\s>*_'),
  inFile('engines/openai_compatible/reasoning.ts', 'A tag has at most 600 characters.', 'type="reasoning"'),
  inFile('dashboard/assets.ts', 'Our own stylesheets and modules, read once at the start.', '(?:\\/\\*'),
  inFile('pipeline/intake/import-line.ts', 'The text is valid JSON, where every string ends.', '[{}[\\]:]'),
  inFile('extract/facts/numerals.ts', ABOUT_A_FACT, '\\1\\d{3}'),
  inFile('extract/facts/prices.ts', ABOUT_A_FACT, 'billed'),
  inFile(
    'extract/framing/entities.ts',
    'It reads at most 40 characters before a name.',
    '(?!Sie )',
    '。！？',
  ),
  inFile('extract/framing/sides.ts', 'It reads the first 60 characters of a line.', '(?<cue>'),
  inFile('extract/framing/label-kind.ts', LABEL, '\\d{1,2}[.):]', '+$'),
  inFile('extract/framing/verdict-cues.ts', 'It tries 60 ends, once in a sentence.', '{2,60}?(?='),
  inFile('extract/framing/verdict-cues.ts', LABEL, 'stick with)'),
  inFile(
    'extract/framing/label-cues.ts',
    'It reads at most 110 characters before or behind a name.',
    '(?<joint>',
    '*(?:$|[\\u2028;',
    '\\u2028\\s*$',
  ),
  inFile('extract/framing/cue.ts', LABEL, '[^\\p{L}\\p{N}]*$'),
  inFile(
    'extract/framing/words/verdict-columns.ts',
    'It first asks for at most 40 characters.',
    '(?=.{1,40}$)',
  ),
  inFile(
    'extract/names/name-context.ts',
    AROUND_A_NAME,
    '[→⇒►▸‣▪◦✓·–—\\u2460',
    '[\\s"“(*•¡¿«„\\p{Extended_Pictographic}',
  ),
  inFile(
    'extract/names/name-cues.ts',
    AROUND_A_NAME,
    '{1,40})[:：]',
    '{1,6}\\s*',
    '{0,60},\\s',
    'check out',
    '{0,40}(?<!',
    '{3,60}?',
    'colou?rs?',
    '{1,12})[^',
  ),
  inFile('extract/names/name-proof.ts', AROUND_A_NAME, '[^\\p{Lu}]*$', '\\p{M}*\\s*$', '^\\s*['),
  inFile('extract/text/citation-marks.ts', AROUND_A_NAME, '+(\\s*)$'),
  inFile(
    'extract/text/citation-marks.ts',
    'A label has at most five words of 41 characters, and its count ends it.',
    'des|der',
  ),
  inFile('extract/text/heads.ts', 'A head has at most 60 characters.', 'runner'),
  inFile(
    'extract/text/link-labels.ts',
    'It reads 60 characters before a link and 20 behind it.',
    '{1,20})?',
    '\\W*',
  ),
];
