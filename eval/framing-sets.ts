import { readFile } from 'node:fs/promises';
import { framingsOf } from '../src/extract/framing/framing.ts';
import { NameFinder } from '../src/extract/names/find-names.ts';
import { namedAnswerOf } from '../src/extract/names/named-answer.ts';
import { brandOf } from './cases.ts';

type Label = 'recommended' | 'negative' | 'both' | 'neutral';

/** A test passage, with a label for each named brand's framing. */
export interface FramingCase {
  readonly id: string;
  readonly language: string;
  readonly kind: string;
  readonly text: string;
  readonly labels: Readonly<Record<string, Label>>;
}

/** How the reader judged some labels' directions. */
export interface FramingCounts {
  readonly name: string;
  labels: number;
  /** Right, among those read so, among those labeled so. */
  readonly recommended: [number, number, number];
  readonly negative: [number, number, number];
  /** Read as one direction where the label is the other one, both, or none. */
  wrong: number;
  /** Read as both, among those labeled so. */
  readonly both: [number, number];
}

export interface FramingMiss {
  readonly id: string;
  readonly brand: string;
  readonly label: Label;
  readonly read: Label;
  readonly text: string;
}

interface WrittenCase {
  readonly id: string;
  readonly l: string;
  readonly k: string;
  readonly t: string;
  readonly e: FramingCase['labels'];
}

export async function framingCasesIn(file: string): Promise<FramingCase[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines
    .map((line) => JSON.parse(line) as WrittenCase)
    .map(({ id, l, k, t, e }) => ({ id, language: l, kind: k, text: t, labels: e }));
}

/** Scores a set as a whole, by language, and by kind. */
export function scoreFraming(cases: readonly FramingCase[]): {
  counts: FramingCounts[];
  misses: FramingMiss[];
} {
  const groups = new Map<string, FramingCounts>();
  const misses: FramingMiss[] = [];
  for (const each of cases) {
    const own = ['all', each.language, each.kind].map((name) => {
      const counts = groups.get(name) ?? newCounts(name);
      groups.set(name, counts);
      return counts;
    });
    for (const [brand, read] of readingsOf(each)) {
      const label = each.labels[brand];
      if (label === undefined) continue;
      for (const counts of own) count(counts, label, read);
      if (read !== label) misses.push({ id: each.id, brand, label, read, text: each.text });
    }
  }
  return { counts: [...groups.values()], misses };
}

function newCounts(name: string): FramingCounts {
  return { name, labels: 0, recommended: [0, 0, 0], negative: [0, 0, 0], wrong: 0, both: [0, 0] };
}

function count(counts: FramingCounts, label: Label, read: Label): void {
  counts.labels += 1;
  if (label === 'recommended' || label === 'negative') counts[label][2] += 1;
  if (label === 'both') counts.both[1] += 1;
  if (label === 'both' && read === 'both') counts.both[0] += 1;
  if (read !== 'recommended' && read !== 'negative') return;
  counts[read][1] += 1;
  if (read === label) counts[read][0] += 1;
  else counts.wrong += 1;
}

function readingsOf({ text, labels }: FramingCase): (readonly [string, Label])[] {
  const brands = Object.keys(labels).map(brandOf);
  const readings = framingsOf(namedAnswerOf(new NameFinder(brands), { text, citedHosts: [] }));
  return brands.map((brand) => {
    const { framing = null, signals = null } = readings.get(brand) ?? {};
    return [brand.name, framing ?? (signals === null ? 'neutral' : 'both')];
  });
}

/** A set's counts as a Markdown table. */
export function framingTable(counts: readonly FramingCounts[]): string {
  const cell = ([right, read, labeled]: readonly [number, number, number]) =>
    `${right} of ${read} / ${right} of ${labeled} | ${share(right, read)} / ${share(right, labeled)}`;
  return [
    '| | labels | `recommended` right / found | | `negative` right / found | | read the wrong way | both directions |',
    '|---|---|---|---|---|---|---|---|',
    ...counts.map(
      ({ name, labels, recommended, negative, wrong, both }) =>
        `| ${name} | ${labels} | ${cell(recommended)} | ${cell(negative)} | ${wrong} (${((wrong / labels) * 100).toFixed(1)}%) | ${both[0]} of ${both[1]} |`,
    ),
    '',
  ].join('\n');
}

function share(right: number, of: number): string {
  return of === 0 ? '-' : (right / of).toFixed(2);
}
