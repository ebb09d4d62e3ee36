import { readFile } from 'node:fs/promises';
import { extractorFor } from '../src/extract/extractor.ts';
import { brandOf } from './cases.ts';

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

/** How many labels the reader found, and how many findings are right. */
export interface ThemeCounts {
  readonly name: string;
  sentences: number;
  labeled: number;
  found: number;
  read: number;
  right: number;
  /** Findings with the right theme, whatever the framing. */
  rightTheme: number;
}

export interface ThemeMiss {
  readonly id: string;
  readonly text: string;
  readonly labels: readonly Label[];
  readonly read: readonly Label[];
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

/** Scores a set as a whole and by language. */
export function scoreThemes(cases: readonly ThemeCase[]): {
  readonly counts: ThemeCounts[];
  readonly misses: ThemeMiss[];
} {
  const groups = new Map<string, ThemeCounts>();
  const misses: ThemeMiss[] = [];
  for (const each of cases) {
    const read = readIn(each);
    for (const name of ['all', each.language]) {
      const counts = groups.get(name) ?? newCounts(name);
      groups.set(name, counts);
      count(counts, each, read);
    }
    const isWhole = each.labels.every((label) => read.some(isSame(label)));
    const isRight = read.every((label) => [...each.labels, ...each.allowed].some(isSame(label)));
    if (!isWhole || !isRight) misses.push({ id: each.id, text: each.text, labels: each.labels, read });
  }
  return { counts: [...groups.values()], misses };
}

function readIn({ brand, text }: ThemeCase): Label[] {
  const [reading] = extractorFor([brandOf(brand, 0)]).read({ text, citedHosts: [] });
  return (reading?.mention.said ?? []).map(({ theme, framing }) => [theme, framing]);
}

function newCounts(name: string): ThemeCounts {
  return { name, sentences: 0, labeled: 0, found: 0, read: 0, right: 0, rightTheme: 0 };
}

function count(counts: ThemeCounts, { labels, allowed }: ThemeCase, read: readonly Label[]): void {
  const right = [...labels, ...allowed];
  counts.sentences += 1;
  counts.labeled += labels.length;
  counts.found += labels.filter((label) => read.some(isSame(label))).length;
  counts.read += read.length;
  counts.right += read.filter((label) => right.some(isSame(label))).length;
  counts.rightTheme += read.filter(([theme]) => right.some(([other]) => other === theme)).length;
}

function isSame([theme, framing]: Label): (other: Label) => boolean {
  return ([otherTheme, otherFraming]) => otherTheme === theme && otherFraming === framing;
}

/** A set's counts as a Markdown table. */
export function themesTable(counts: readonly ThemeCounts[]): string {
  return [
    '| | sentences | theme and framing right | | theme right | | found, at least | |',
    '|---|---|---|---|---|---|---|---|',
    ...counts.map(
      ({ name, sentences, labeled, found, read, right, rightTheme }) =>
        `| ${name} | ${sentences} | ${right} of ${read} | ${share(right, read)} | ${rightTheme} of ${read} | ${share(rightTheme, read)} | ${found} of ${labeled} | ${share(found, labeled)} |`,
    ),
    '',
  ].join('\n');
}

function share(right: number, of: number): string {
  return of === 0 ? '-' : (right / of).toFixed(2);
}
