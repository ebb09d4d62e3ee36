import { join } from 'node:path';
import { FEATURES } from '../../src/extract/framing/learned/features.ts';
import {
  lexiconsOf,
  type Scores,
  type StoredModel,
  type Threshold,
  type Thresholds,
} from '../../src/extract/framing/learned/model.ts';
import type { Languages } from '../../src/extract/framing/learned/parse-sentences.ts';
import { hashOf } from '../../src/extract/framing/learned/tokens.ts';
import { answerPassages, MADE } from './answers.ts';
import { type Example, type Subject, subjectsOf } from './examples.ts';
import { trainLetters } from './letters.ts';
import { type Network, scoresOf, trainNetwork } from './network.ts';
import { type Passage, passagesIn, wordsIn } from './passages.ts';
import { type Judged, mostOf, validationReport } from './validation.ts';

/** Passages only for training. Those in `plain` and the whole answers also measure the result. */
const TAUGHT = ['vivid', 'faults'];
const JUDGED = ['plain', 'answers'];
/** Hidden layer units. */
const UNITS = 16;
/** Whole answers made from clauses, in each of nine languages. */
const ANSWERS = 80;
/** An error's cost in a generated answer. At 1, the reader finds less in written answers. */
const COST_OF_MADE = 0.3;
/** Parts of the passages; a reader trained on the others reads each part. */
const PARTS = 4;
/**
 * How often to partition the passages again. Thresholds from one partition are chance: one moved from 1.2 to
 * 1.5.
 */
const ROUNDS = 3;
/**
 * Each direction's required precision on passages outside its reader's training. Half of the neutral phrases
 * in them were written to mislead, so precision in answers is higher.
 */
const AIMS: Scores = { recommended: 0.95, negative: 0.91 };
/** Fewer passages above a threshold say little about it. */
const FEWEST = 40 * ROUNDS;
/** The reader does not learn a feature with fewer examples. */
const RAREST = 2;
/**
 * From this score on, the opposite direction nearby counts as the other side of two. Set on whole answers
 * with pros and cons: lower finds no more of the missed ones, and higher misreads more of them.
 */
const AGAINST = -0.6;
/** A score that no remark has. */
const SILENT = 1000;

const DIRECTIONS = ['recommended', 'negative'] as const;
type Direction = (typeof DIRECTIONS)[number];

/**
 * Trains the reader on a folder with passages/, clauses/, and words/, and reports how it reads passages
 * outside its training.
 */
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

/** Each measured passage, scored by a reader that has not seen it. */
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

/** 1 for each feature with enough examples. */
function taughtBy(examples: readonly Example[]): Uint8Array {
  const counts = new Uint32Array(FEATURES);
  for (const { features } of examples)
    for (const feature of features) counts[feature] = (counts[feature] ?? 0) + 1;
  return Uint8Array.from(counts, (count) => Number(count >= RAREST));
}

/** The divisor stays the length over all features, as when reading an answer. */
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

/** The lowest score at which a direction meets its precision where the lists know no cue. */
function thresholdOf(judged: readonly Judged[], direction: Direction): Threshold {
  const without = judged.filter(({ subject }) => subject.cues.length === 0);
  return { alone: scoreFor(without, direction, AIMS[direction]), against: AGAINST };
}

/** Judged brands by their score in a direction, the highest first, with whether the passage states it. */
function ranked(judged: readonly Judged[], direction: Direction) {
  return judged
    .map((each) => ({ score: mostOf(each, direction), isRight: each.subject[direction] }))
    .sort((a, b) => b.score - a.score);
}

/**
 * The lowest score with this precision. Where the precision crosses the aim several times, the middle between
 * the first and the last crossing, because either is chance.
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

/** A network with its weights as signed bytes. An untrained weight is 0. */
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

/** The scale at which nearly all of a unit's weights fit in a signed byte. */
function scaleOf(weights: Float32Array, unit: number, units: number, taught: Uint8Array): number {
  const sizes = [...taught.keys()]
    .filter((feature) => taught[feature] === 1)
    .map((feature) => Math.abs(weights[feature * units + unit] ?? 0));
  const sorted = Float64Array.from(sizes).sort();
  return rounded((sorted[Math.floor(sorted.length * 0.9995)] ?? 1) / 127) || 1;
}

/** Seven digits, so that the numbers are the same everywhere. */
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
