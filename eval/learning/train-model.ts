import { join } from 'node:path';
import { FEATURES } from '../../src/extract/framing/learned/features.ts';
import {
  lexiconsOf,
  type Scores,
  type StoredModel,
  type Threshold,
  type Thresholds,
} from '../../src/extract/framing/learned/model.ts';
import type { Languages } from '../../src/extract/framing/learned/read-remarks.ts';
import { hashOf } from '../../src/extract/framing/learned/tokens.ts';
import { answerPassages, MADE } from './answers.ts';
import { type Example, type Subject, subjectsOf } from './examples.ts';
import { trainLetters } from './letters.ts';
import { type Network, scoresOf, trainNetwork } from './network.ts';
import { type Passage, passagesIn, wordsIn } from './passages.ts';
import { type Judged, mostOf, validationReport } from './validation.ts';

/** Passages that are only learned from. Those in `plain` and the whole answers also say how well that went. */
const TAUGHT = ['vivid', 'faults'];
const JUDGED = ['plain', 'answers'];
/** Units of the hidden layer. */
const UNITS = 16;
/** Whole answers made of clauses, in each of nine languages. */
const ANSWERS = 80;
/** What an error costs in an answer that is made rather than written. At 1, what is found in written answers is less. */
const COST_OF_MADE = 0.3;
/** Parts of the passages, each of which is read by a reader that was trained on the others. */
const PARTS = 4;
/** How often the passages are parted anew. Thresholds from one parting are chance: one moved from 1.2 to 1.5. */
const ROUNDS = 3;
/**
 * The precision that a direction must have on passages that its reader was not trained on. Half of what says nothing in them
 * was written to look as if it did, so in answers it is more.
 */
const AIMS: Scores = { recommended: 0.95, negative: 0.91 };
/** Fewer passages above a threshold say little about it. */
const FEWEST = 40 * ROUNDS;
/** A feature that fewer examples have is not learned. */
const RAREST = 2;
/**
 * From this score on, what speaks against a finding close to it is the other side of two. Set on whole answers with pros and cons: lower finds
 * none that are missed, and higher reads more of them the wrong way.
 */
const AGAINST = -0.6;
/** A score that no remark has. */
const SILENT = 1000;

const DIRECTIONS = ['recommended', 'negative'] as const;
type Direction = (typeof DIRECTIONS)[number];

/** Trains the reader on a folder with passages/, clauses/ and words/, and says how it reads what it was not trained on. */
export async function trainModel(folder: string): Promise<{ model: StoredModel; report: string }> {
  const words = await wordsIn(join(folder, 'words'));
  const of = async (names: readonly string[]) =>
    (await Promise.all(names.map((name) => passagesIn(join(folder, 'passages', name))))).flat();
  const measured = await of(JUDGED);
  const passages = [...measured, ...(await of(TAUGHT))];
  const letters = trainLetters(passages);
  const languages: Languages = { lexicons: lexiconsOf(words), letters };
  const written = passages.flatMap((passage) => subjectsOf(passage, languages));
  const isMeasured = new Set(measured);
  const answers = await answerPassages(folder, ANSWERS);
  const made = answers.flatMap((each) => subjectsOf(each, languages));
  const rounds = Array.from({ length: ROUNDS }, (_, round) => crossJudged(written, made, isMeasured, round));
  const judged = rounds.flat();
  const thresholds = {
    recommended: thresholdOf(judged, 'recommended'),
    negative: thresholdOf(judged, 'negative'),
  };
  const all = [...written, ...made];
  const model: StoredModel = {
    words,
    letters: Object.fromEntries([...letters].map(([language, own]) => [language, base64(own)])),
    ...stored(trained(all), taughtBy(all.flatMap(({ examples }) => examples))),
    thresholds: mapped(thresholds, rounded),
  };
  return { model, report: validationReport(rounds[0] ?? [], thresholds) };
}

/** Each passage that is measured by, scored by a reader that has not seen it. */
function crossJudged(
  written: readonly Subject[],
  made: readonly Subject[],
  measured: ReadonlySet<Passage>,
  round: number,
): Judged[] {
  return Array.from({ length: PARTS }, (_, part) => part).flatMap((part) => {
    const isOfPart = ({ passage }: Subject) => partOf(passage, round) === part;
    const network = trained([...written.filter((each) => !isOfPart(each)), ...made]);
    const held = written.filter((each) => isOfPart(each) && measured.has(each.passage));
    return held.map((subject) => ({
      subject,
      scores: subject.examples.map((each) => scoresBy(network, each)),
    }));
  });
}

function partOf({ text }: Passage, round: number): number {
  return hashOf(round === 0 ? text : `${round} ${text}`) % PARTS;
}

function trained(subjects: readonly Subject[]): Network {
  const examples = subjects.flatMap((each) => each.examples);
  const taught = taughtBy(examples);
  const points = examples.map((each) => withoutRare(each, taught));
  const labels = examples.map((each) => DIRECTIONS.map((direction) => each[direction]));
  const costs = subjects.flatMap(({ passage, examples: own }) =>
    own.map(() => (passage.kind === MADE ? COST_OF_MADE : 1)),
  );
  return trainNetwork(points, labels, costs, FEATURES, UNITS);
}

/** 1 for each feature that enough examples have. */
function taughtBy(examples: readonly Example[]): Uint8Array {
  const counts = new Uint32Array(FEATURES);
  for (const { features } of examples)
    for (const feature of features) counts[feature] = (counts[feature] ?? 0) + 1;
  return Uint8Array.from(counts, (count) => Number(count >= RAREST));
}

/** The length that the values are divided by stays that of all features, as it does when an answer is read. */
function withoutRare({ features, values }: Example, taught: Uint8Array) {
  const kept = [...features.keys()].filter((index) => taught[features[index] ?? 0] === 1);
  return {
    features: Uint32Array.from(kept, (index) => features[index] ?? 0),
    values: Float64Array.from(kept, (index) => values[index] ?? 0),
  };
}

function scoresBy(network: Network, example: Example): Scores {
  const [recommended = 0, negative = 0] = scoresOf(network, example);
  return { recommended, negative };
}

/** The lowest score from which on a direction is right as often as it must be where the lists know no cue. */
function thresholdOf(judged: readonly Judged[], direction: Direction): Threshold {
  const without = judged.filter(({ subject }) => subject.cues.length === 0);
  return { alone: scoreFor(without, direction, AIMS[direction]), against: AGAINST };
}

/** Judged brands by their score in a direction, the highest first, with whether the passage says it. */
function ranked(judged: readonly Judged[], direction: Direction) {
  return judged
    .map((each) => ({ score: mostOf(each, direction), isRight: each.subject[direction] }))
    .sort((a, b) => b.score - a.score);
}

/**
 * The score from which on so large a part is right. Where the part crosses the aim several times, it is the middle between
 * the first and the last time, because either of them is chance.
 */
function scoreFor(judged: readonly Judged[], direction: Direction, aim: number): number {
  let right = 0;
  const reaching: number[] = [];
  let first: number | null = null;
  for (const [index, { score, isRight }] of ranked(judged, direction).entries()) {
    if (isRight) right += 1;
    if (index + 1 < FEWEST) continue;
    if (right >= aim * (index + 1)) reaching.push(score);
    else first ??= score;
  }
  const last = reaching.at(-1) ?? SILENT;
  return first === null ? last : (Math.max(first, last) + last) / 2;
}

/** A network with its weights as signed bytes. A weight that no example has taught is 0. */
function stored(network: Network, taught: Uint8Array) {
  const { units, weights, biases, outputs, outputBiases } = network;
  const bytes = new Int8Array(FEATURES * units);
  const scales = Array.from({ length: units }, (_, unit) => scaleOf(weights, unit, units, taught));
  for (let at = 0; at < bytes.length; at += 1) {
    if (taught[Math.floor(at / units)] === 0) continue;
    const steps = Math.round((weights[at] ?? 0) / (scales[at % units] ?? 1));
    bytes[at] = Math.max(-127, Math.min(127, steps));
  }
  const [recommended = 0, negative = 0] = [...outputBiases].map(rounded);
  return {
    weights: base64(bytes),
    scales: scales.map(rounded),
    biases: [...biases].map(rounded),
    outputs: {
      recommended: [...outputs.slice(0, units)].map(rounded),
      negative: [...outputs.slice(units)].map(rounded),
    },
    outputBiases: { recommended, negative },
  };
}

/** So that nearly all weights of a unit fit in a signed byte. */
function scaleOf(weights: Float32Array, unit: number, units: number, taught: Uint8Array): number {
  const sizes = [...taught.keys()]
    .filter((feature) => taught[feature] === 1)
    .map((feature) => Math.abs(weights[feature * units + unit] ?? 0));
  const sorted = Float64Array.from(sizes).sort();
  return rounded((sorted[Math.floor(sorted.length * 0.9995)] ?? 1) / 127) || 1;
}

/** Seven digits, so that the numbers are the same wherever they are read. */
function rounded(value: number): number {
  return Number(value.toPrecision(7));
}

function mapped(thresholds: Thresholds, change: (score: number) => number): Thresholds {
  const own = ({ alone, against }: Threshold): Threshold => ({
    alone: change(alone),
    against: change(against),
  });
  return { recommended: own(thresholds.recommended), negative: own(thresholds.negative) };
}

function base64(bytes: Int8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
