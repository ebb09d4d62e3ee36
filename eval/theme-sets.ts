import { readFile } from 'node:fs/promises';

/** A theme with a framing. */
type Label = readonly [theme: string, framing: string];

/** A test sentence with its themes for a brand. */
export interface ThemeCase {
  readonly id: string;
  readonly language: string;
  readonly brand: string;
  readonly text: string;
  readonly labels: readonly Label[];
  /** Themes that a reader may find, but need not. */
  readonly allowed: readonly Label[];
}

/** The name in place of the brand in most sentences. */
const USUAL_BRAND = 'Vexo';

/**
 * A set's line: `l` is the language, `t` the sentence, `b` the brand, `e` the expected labels, `ok` the
 * allowed ones.
 */
interface WrittenCase {
  readonly id: string;
  readonly l: string;
  readonly t: string;
  readonly b?: string;
  readonly e: readonly Label[];
  readonly ok?: readonly Label[];
}

export async function themeCasesIn(file: string): Promise<ThemeCase[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines
    .map((line) => JSON.parse(line) as WrittenCase)
    .map(({ id, l, t, b = USUAL_BRAND, e, ok = [] }) => ({
      id,
      language: l,
      brand: b,
      text: t,
      labels: e,
      allowed: ok,
    }));
}
