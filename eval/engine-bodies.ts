import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineReading } from '../src/engines/engine.ts';
import { ADAPTERS } from '../src/engines/registry.ts';
import { engineOfProvider, type Walked, walked } from './body-walks.ts';
import { bodyOfStream } from './streams.ts';

/** A recorded body's entry in the index. */
export interface RecordedBody {
  readonly file: string;
  /** The body's provider in the index: `openai`, `anthropic`, … */
  readonly provider: string;
  /** The recorded body or stream. */
  readonly recorded: string;
}

/** An engine's parser against a plain walk over the same bodies. */
export interface EngineScore {
  readonly engine: string;
  /**
   * Bodies that are not answers (another API, an error, half an answer), and those that the parser refused.
   */
  others: number;
  refused: number;
  /** Answers, and those on which the parser threw or reported a failure. */
  answers: number;
  thrown: number;
  failed: number;
  /** Characters that the walk found, those also read, and those read that it did not find. */
  characters: number;
  recovered: number;
  invented: number;
  /** Cited pages that the walk found, those also read, and those read that it did not find. */
  cited: number;
  found: number;
  added: number;
  /** Answers with citations, and those whose pages came in the same order. */
  citing: number;
  sameOrder: number;
}

export interface BodyDisagreement {
  readonly file: string;
  readonly what: 'thrown' | 'failed' | 'not refused' | 'text missing' | 'text added' | 'cited' | 'order';
  readonly detail: string;
}

export interface BodyScores {
  readonly scores: readonly EngineScore[];
  readonly disagreements: readonly BodyDisagreement[];
  /** Bodies without an engine here, and streams that it does not reassemble. */
  readonly foreign: number;
  readonly streams: number;
}

/** Scores every parser on a folder's recorded bodies, described by INDEX.jsonl. */
export async function scoreBodies(folder: string): Promise<BodyScores> {
  const lines = (await readFile(join(folder, 'INDEX.jsonl'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '');
  const index = lines.map((line) => JSON.parse(line) as { file: string; provider: string });
  const bodies = index.map(async ({ file, provider }) => ({
    file,
    provider,
    recorded: await readFile(join(folder, file), 'utf8'),
  }));
  return scoreRecorded(await Promise.all(bodies));
}

/** Scores every parser on bodies. */
export function scoreRecorded(bodies: readonly RecordedBody[]): BodyScores {
  const scores = new Map<string, EngineScore>();
  const disagreements: BodyDisagreement[] = [];
  let foreign = 0;
  let streams = 0;
  for (const each of bodies) {
    const engine = engineOfProvider(each.provider);
    const body = /\.json$/.test(each.file) ? JSON.parse(each.recorded) : bodyOfStream(each.recorded);
    if (engine === undefined) foreign += 1;
    else if (body === null) streams += 1;
    else {
      const score = scores.get(engine) ?? emptyScore(engine);
      scores.set(engine, score);
      const disagree = (what: BodyDisagreement['what'], detail: string) =>
        disagreements.push({ file: each.file, what, detail });
      scoreBody(score, walked(each.provider, body), readBy(engine, JSON.stringify(body)), disagree);
    }
  }
  const order = ADAPTERS.flatMap(({ slug }) => scores.get(slug) ?? []);
  return { scores: order, disagreements, foreign, streams };
}

function emptyScore(engine: string): EngineScore {
  const bodies = { others: 0, refused: 0, answers: 0, thrown: 0, failed: 0 };
  const texts = { characters: 0, recovered: 0, invented: 0 };
  return { engine, ...bodies, ...texts, cited: 0, found: 0, added: 0, citing: 0, sameOrder: 0 };
}

/** The parser's reading for a body with status 200, or its error. */
function readBy(engine: string, body: string): EngineReading | Error {
  const adapter = ADAPTERS.find(({ slug }) => slug === engine);
  if (adapter === undefined) throw new Error(`there is no engine ${engine}`);
  try {
    return adapter.read([{ status: 200, headers: {}, body }]);
  } catch (error) {
    return error as Error;
  }
}

type Disagree = (what: BodyDisagreement['what'], detail: string) => void;

function scoreBody(
  score: EngineScore,
  expected: Walked | null,
  reading: EngineReading | Error,
  disagree: Disagree,
): void {
  if (expected === null) {
    score.others += 1;
    if (reading instanceof Error || 'fault' in reading) score.refused += 1;
    else disagree('not refused', reading.text ?? '');
    return;
  }
  score.answers += 1;
  if (reading instanceof Error) {
    score.thrown += 1;
    disagree('thrown', reading.message);
  } else if ('fault' in reading) {
    score.failed += 1;
    disagree('failed', reading.detail);
  } else {
    scoreText(score, expected.texts, reading.text ?? '', disagree);
    const urls = reading.cited.map(({ url }) => url);
    scoreCited(score, expected.urls, urls, disagree);
  }
}

/** Removes the read pieces one by one; only whitespace may lie between them. */
function scoreText(score: EngineScore, pieces: readonly string[], said: string, disagree: Disagree): void {
  let at = 0;
  for (const piece of pieces) {
    const length = withoutBlanks(piece).length;
    score.characters += length;
    const from = said.indexOf(piece, at);
    if (from === -1) {
      disagree('text missing', piece);
      continue;
    }
    score.recovered += length;
    scoreAdded(score, said.slice(at, from), disagree);
    at = from + piece.length;
  }
  scoreAdded(score, said.slice(at), disagree);
}

function scoreAdded(score: EngineScore, between: string, disagree: Disagree): void {
  const added = withoutBlanks(between);
  score.invented += added.length;
  if (added !== '') disagree('text added', between.trim());
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

function scoreCited(
  score: EngineScore,
  expected: readonly string[],
  read: readonly string[],
  disagree: Disagree,
): void {
  const missing = expected.filter((url) => !read.includes(url));
  const added = read.filter((url) => !expected.includes(url));
  score.cited += expected.length;
  score.found += expected.length - missing.length;
  score.added += added.length;
  if (expected.length > 0) score.citing += 1;
  if (missing.length + added.length > 0) {
    disagree('cited', [...missing.map((url) => `-${url}`), ...added.map((url) => `+${url}`)].join(' '));
  } else if (expected.length > 0 && expected.join('\n') === read.join('\n')) score.sameOrder += 1;
  else if (expected.length > 0) disagree('order', read.map((url) => expected.indexOf(url)).join(' '));
}
