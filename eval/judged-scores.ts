import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ModelReading } from '../src/domain/brand/model-reading.ts';
import { extractorFor } from '../src/extract/extractor.ts';
import { PROMPT_HASH } from '../src/extract/judging/judge-request.ts';
import { provenReading } from '../src/extract/judging/proven-reading.ts';
import { brandOf } from './cases.ts';
import type { FactLabel } from './facts.ts';
import type { FramingCase } from './framing-sets.ts';
import {
  type Asked,
  askedForFacts,
  askedForFraming,
  askedForThemes,
  FACT_SETS,
  FRAMING_SETS,
  THEME_SETS,
} from './judging.ts';
import type { ThemeCase } from './theme-sets.ts';

/** Scores recorded replies (replies/README.md) through the product's own proof, and the rules beside them. */

const REPLIES = fileURLToPath(new URL('replies/', import.meta.url));

interface Recorded {
  readonly id: string;
  /** The prompt's version when it was asked. */
  readonly hash: string;
  readonly reply: string;
}

/** Replies to prompts of today's version, by case. */
export async function recordedReplies(): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(REPLIES)).filter((name) => name.endsWith('.jsonl'));
  const files = await Promise.all(names.map((name) => readFile(`${REPLIES}${name}`, 'utf8')));
  const all = files.flatMap((file) =>
    file
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Recorded),
  );
  const other = all.filter(({ hash }) => hash !== PROMPT_HASH).length;
  if (other > 0) process.stderr.write(`${other} replies answer another version of the prompt.\n`);
  return new Map(all.map(({ id, reply }) => [id, reply]));
}

type Read = (each: Asked<unknown>) => ModelReading | null;

/** Reads cases by their replies; null without a valid one. */
export function readerOf(replies: ReadonlyMap<string, string>): Read {
  return ({ id, answer }) => {
    const reply = replies.get(id);
    if (reply === undefined || answer === null) return null;
    const reading = provenReading(answer, reply);
    return 'problem' in reading ? null : reading;
  };
}

/** Findings: how many are right, of how many, and how many labels there are to find. */
export interface Found {
  right: number;
  read: number;
  labeled: number;
}

export interface Scores {
  readonly name: string;
  labels: number;
  readonly found: Readonly<Record<string, Found>>;
  /** Read as one direction where the label is not this one. */
  wrong: number;
  /** Of these, where the label is the opposite. */
  opposite: number;
}

export type Verdicts = (each: Asked<FramingCase['labels']>) => ReadonlyMap<string, string>;

/** The rules' verdicts by brand. */
export const byRules: Verdicts = ({ text, brands }) =>
  new Map(
    extractorFor(brands.map(brandOf))
      .read({ text, citedHosts: [] })
      .map(({ brand, mention: { framing, framingSignals } }) => [
        brand.name,
        framing ?? (framingSignals === null ? 'none' : 'both'),
      ]),
  );

export function byModel(read: Read): Verdicts {
  return (each) => {
    const names = new Map(each.answer?.names.map(({ trackedId, name }) => [trackedId, name]));
    return new Map(
      read(each)?.names.map(({ trackedId, verdict }) => [names.get(trackedId) ?? '', verdict ?? 'none']),
    );
  };
}

export function scoreVerdicts(
  name: string,
  cases: readonly Asked<FramingCase['labels']>[],
  verdicts: Verdicts,
): Scores {
  const scores = newScores(name, ['recommended', 'negative', 'both']);
  for (const each of cases) {
    const read = verdicts(each);
    for (const [brand, label] of Object.entries(each.label))
      count(scores, [label], [read.get(brand) ?? 'none']);
  }
  return scores;
}

function newScores(name: string, kinds: readonly string[]): Scores {
  const found = Object.fromEntries(kinds.map((kind) => [kind, { right: 0, read: 0, labeled: 0 }]));
  return { name, labels: 0, found, wrong: 0, opposite: 0 };
}

const DIRECTIONS = ['recommended', 'negative'];

function count(scores: Scores, labels: readonly string[], read: readonly string[]): void {
  scores.labels += labels.length;
  for (const label of labels) if (scores.found[label]) scores.found[label].labeled += 1;
  for (const each of read) {
    const own = scores.found[each];
    if (own === undefined) continue;
    own.read += 1;
    if (labels.includes(each)) own.right += 1;
    else if (DIRECTIONS.includes(each)) {
      scores.wrong += 1;
      if (labels.some((label) => label !== each && DIRECTIONS.includes(label))) scores.opposite += 1;
    }
  }
}

/** Themes with their direction, and the theme alone. */
export function scoreThemes(name: string, cases: readonly Asked<ThemeCase>[], read: Read): Scores {
  const scores = newScores(name, ['theme and direction', 'theme']);
  for (const each of cases) {
    const { labels, allowed } = each.label;
    const said = read(each)?.names.flatMap((own) => own.said) ?? [];
    const found = [...new Set(said.map(({ theme, framing }) => `${theme} ${framing}`))];
    const right = [...labels, ...allowed].map(([theme, framing]) => `${theme} ${framing}`);
    const isTheme = (one: string, other: string) => one.split(' ')[0] === other.split(' ')[0];
    scores.labels += labels.length;
    const both = scores.found['theme and direction'];
    const alone = scores.found.theme;
    if (both === undefined || alone === undefined) continue;
    both.labeled += labels.length;
    alone.labeled += labels.length;
    both.read += found.length;
    alone.read += found.length;
    both.right += found.filter((one) => right.includes(one)).length;
    alone.right += found.filter((one) => right.some((other) => isTheme(one, other))).length;
  }
  return scores;
}

export function scoreFacts(name: string, cases: readonly Asked<FactLabel>[], read: Read): Scores {
  const scores = newScores(name, ['agrees', 'contradicts']);
  for (const each of cases) count(scores, [each.label], [read(each)?.facts[0]?.verdict ?? 'silent']);
  return scores;
}

/** Scores as a Markdown table. */
export function scoresTable(all: readonly Scores[]): string {
  const kinds = Object.keys(all[0]?.found ?? {});
  const isVerdict = kinds.includes('recommended');
  const cells = ({ right, read, labeled }: Found) =>
    `${right} of ${read} (${share(right, read)}) | ${right} of ${labeled} (${share(right, labeled)})`;
  return [
    `| | labels | ${kinds.map((kind) => `${kind}: right | found`).join(' | ')} |${isVerdict ? ' wrong way | opposite |' : ''}`,
    `|---|---|${kinds.map(() => '---|---|').join('')}${isVerdict ? '---|---|' : ''}`,
    ...all.map(
      ({ name, labels, found, wrong, opposite }) =>
        `| ${name} | ${labels} | ${kinds.map((kind) => cells(found[kind] ?? { right: 0, read: 0, labeled: 0 })).join(' | ')} |${isVerdict ? ` ${wrong} | ${opposite} |` : ''}`,
    ),
    '',
  ].join('\n');
}

function share(right: number, of: number): string {
  return of === 0 ? '-' : (right / of).toFixed(2);
}

/** The tables by section name, of the sets whose replies are recorded. */
export async function judgedSections(): Promise<Map<string, string>> {
  const replies = await recordedReplies();
  const read = readerOf(replies);
  /** The recorded part of a set, with the answers that no model is asked about. */
  const recorded = <Label>(cases: readonly Asked<Label>[]) =>
    cases.some(({ id }) => replies.has(id))
      ? cases.filter(({ id, answer }) => replies.has(id) || answer === null)
      : [];
  const sections = new Map<string, string>();
  for (const set of FRAMING_SETS) {
    const cases = recorded(await askedForFraming(set));
    if (cases.length === 0) continue;
    sections.set(
      `judged ${set}`,
      scoresTable([
        scoreVerdicts('rules', cases, byRules),
        scoreVerdicts('model', cases, byModel(read)),
        ...byLanguage(cases, (name, own) => scoreVerdicts(name, own, byModel(read))),
      ]),
    );
  }
  for (const set of THEME_SETS) {
    const cases = recorded(await askedForThemes(set));
    if (cases.length === 0) continue;
    const rows = byLanguage(cases, (name, own) => scoreThemes(name, own, read));
    sections.set(`judged ${set}`, scoresTable([scoreThemes('model', cases, read), ...rows]));
  }
  for (const set of FACT_SETS) {
    const cases = recorded(await askedForFacts(set));
    if (cases.length === 0) continue;
    const rows = byLanguage(cases, (name, own) => scoreFacts(name, own, read));
    sections.set(`judged ${set}`, scoresTable([scoreFacts('model', cases, read), ...rows]));
  }
  return sections;
}

function byLanguage<Label>(
  cases: readonly Asked<Label>[],
  score: (name: string, own: readonly Asked<Label>[]) => Scores,
): Scores[] {
  return [...Map.groupBy(cases, ({ language }) => language)].map(([language, own]) =>
    score(`model, ${language}`, own),
  );
}
