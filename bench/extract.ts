/**
 * Measures the extractor on one core: answers per second, and how its time grows with a text's length.
 *
 *   npm run bench:extract -- [--answers answers.jsonl]
 *
 * With --answers it reads real answers (JSON lines with a `text`, and `labels` with the brands to track),
 * otherwise generated ones.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { namesOf, type TrackedBrand } from '../src/domain/brand/tracked-brand.ts';
import { extractorFor } from '../src/extract/extractor.ts';
import { milliseconds, table, whole } from './support/table.ts';

const { values } = parseArgs({ options: { answers: { type: 'string' } } });

/** Names in the generated answers, and further names in none. */
const NAMES = [
  'Kestrel Boards',
  'Tandemly',
  'Lumora',
  'Brightfold',
  'Quillon',
  'Northpeak',
  'Vexora',
  'Ostrava Desk',
];

function brands(count: number, names: readonly string[]): TrackedBrand[] {
  return Array.from({ length: count }, (_, index) => {
    const name = names[index] ?? `Marque ${index} Systems`;
    return {
      id: index + 1,
      role: index === 0 ? 'self' : 'competitor',
      name,
      names: namesOf(name, {}, []),
      hosts: [`${name.toLowerCase().replaceAll(' ', '')}.example`],
    };
  });
}

/** An answer with about 3,000 characters in the most common form: numbered headings, bullets, citations. */
function generatedAnswer(seed: number): string {
  const items = Array.from({ length: 6 }, (_, index) => {
    const name = NAMES[(seed + index) % NAMES.length];
    return [
      `### ${index + 1}. **${name}** – \\$${20 + index}`,
      '',
      `* **Best for:** teams of ${seed % 50} people who plan their week together`,
      `* **Why it stands out:** ${name} keeps documents, tasks and calendars in one place, and syncs them offline.`,
      `* **Drawback:** the mobile app lacks a dark mode ([Example Review][${index + 1}])`,
      '',
    ].join('\n');
  });
  const definitions = items.map(
    (_, index) => `[${index + 1}]: https://review.example/${seed}/${index} "A review"`,
  );
  return [
    'There are several good options, depending on how your team works. Here is a short list.',
    '',
    ...items,
    `If you plan on paper first, go with ${NAMES[seed % NAMES.length]}. It is better than ${NAMES[(seed + 1) % NAMES.length]} for small teams.`,
    '',
    ...definitions,
  ].join('\n');
}

interface Corpus {
  readonly texts: readonly string[];
  /** The texts' names, the most frequent first. */
  readonly names: readonly string[];
}

async function corpus(): Promise<Corpus> {
  if (values.answers === undefined) {
    return { texts: Array.from({ length: 500 }, (_, seed) => generatedAnswer(seed)), names: NAMES };
  }
  const lines = (await readFile(values.answers, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const answers = lines.map(
    (line) => JSON.parse(line) as { text: string; labels?: { brand: string | null }[] },
  );
  const labels = answers.flatMap(({ labels = [] }) => labels.flatMap(({ brand }) => brand ?? []));
  const byName = Map.groupBy(labels, (name) => name);
  const names = [...byName].sort(([, a], [, b]) => b.length - a.length).map(([name]) => name);
  return { texts: answers.map(({ text }) => text), names };
}

/** Seconds to extract every text: the best of three runs after a warm-up. */
function secondsFor(all: readonly string[], tracked: readonly TrackedBrand[]): number {
  const extractor = extractorFor(tracked);
  const runs = Array.from({ length: 4 }, () => {
    const begin = performance.now();
    for (const text of all) extractor.read({ text, citedHosts: [] });
    return (performance.now() - begin) / 1000;
  });
  return Math.min(...runs.slice(1));
}

const { texts: all, names } = await corpus();
const characters = all.reduce((sum, text) => sum + text.length, 0);
const rates = [10, 100].map((count) => {
  const seconds = secondsFor(all, brands(count, names));
  return [String(count), whole(all.length / seconds), (characters / 1e6 / seconds).toFixed(2)];
});
const mean = whole(characters / all.length);
process.stdout.write(
  `${whole(all.length)} ${values.answers === undefined ? 'generated' : 'real'} answers with ${mean} characters on average\n\n` +
    `${table(['tracked brands', 'answers per s', 'MB per s'], rates)}\n`,
);

const extractor = extractorFor(brands(10, names));
const joined = all.join('\n\n');
const source = joined.length >= 1e6 ? joined : joined.repeat(Math.ceil(1e6 / joined.length));
const growth = [1e3, 1e4, 1e5, 1e6].map((length) => {
  const text = source.slice(0, length);
  const runs = Array.from({ length: Math.max(3, 1e5 / length) }, () => {
    const begin = performance.now();
    extractor.read({ text, citedHosts: [] });
    return performance.now() - begin;
  });
  const best = Math.min(...runs);
  return [`${whole(length / 1000)} KB`, milliseconds(best), (best / (length / 1000)).toFixed(2)];
});
process.stdout.write(`${table(['text size', 'ms', 'ms per KB'], growth)}\n`);
