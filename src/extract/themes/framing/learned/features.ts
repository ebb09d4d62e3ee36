import type { Cue } from '../rules/cues.ts';
import { type BrandSentence, LINKS } from './brand-sentences.ts';
import type { TokenizedSentence } from './context-features.ts';
import { hashOf, mixedHash, type Token } from './tokens.ts';
import { classNumber, POLAR, PRAISE } from './word-classes.ts';

/** The number of weight rows. Features with equal hashes share one. */
export const FEATURES = 1 << 17;

/** Receives a feature: its number, its value, and its token range (-1, -1 for none). */
type FeatureSink = (feature: number, value: number, first: number, last: number) => void;

/** A sentence about a brand with the inputs for its features. */
export interface ParsedSentence extends TokenizedSentence {
  readonly sentence: BrandSentence;
  readonly language: string;
  /** The rule cues in it for this brand. */
  readonly cues: readonly Cue[];
}

const FLAGS = (['negator', 'hedge', 'say', 'past', 'now', 'condition', 'contrast', 'instruct'] as const).map(
  classNumber,
);

const OWN = 40;
const OTHER = 41;
const EDGE = 42;

/** The tokens' positions relative to the brand. */
interface Places {
  readonly own: readonly number[];
  readonly others: readonly number[];
  readonly zones: Uint8Array;
  readonly distances: Uint8Array;
}

/** Sends a sentence's features to a sink. A feature may repeat. */
export function readFeatures(read: ParsedSentence, sink: FeatureSink): void {
  const places = placesOf(read);
  wordFeatures(read, places, sink);
  sequenceFeatures(read, places, sink);
  polarityFeatures(read, places, sink);
  shapeFeatures(read, places, sink);
}

const WORD = hashOf('word');
const WORD_AT = hashOf('word at');
const CLASS = hashOf('class');
const CLASS_AT = hashOf('class at');
const CLASS_NEAR = hashOf('class near');
const PAIR = hashOf('pair');
const PAIR_AT = hashOf('pair at');
const TRIPLE = hashOf('triple');
const BEGINNING = hashOf('beginning');
const END = hashOf('end');

function wordFeatures(
  { tokens, states }: ParsedSentence,
  { zones, distances }: Places,
  sink: FeatureSink,
): void {
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token || token.brands !== null) continue;
    const zone = zones[at] ?? 0;
    const state = states[at] ?? 0;
    const { classes, text } = token;
    const hash = keyOf(token, state);
    sink(mixedHash(WORD, hash), 2, at, at);
    sink(mixedHash(mixedHash(WORD_AT, hash), zone), 2, at, at);
    for (const each of classes) {
      const own = each + state * 64;
      sink(mixedHash(CLASS, own), 3, at, at);
      sink(mixedHash(mixedHash(CLASS_AT, own), zone), 3, at, at);
      sink(mixedHash(mixedHash(CLASS_NEAR, own), zone * 8 + (distances[at] ?? 0)), 2, at, at);
    }
    if (text.length >= 5 && token.isWord) {
      sink(mixedHash(mixedHash(BEGINNING, hashOf(text.slice(0, 4))), state), 1, at, at);
      sink(mixedHash(mixedHash(BEGINNING, hashOf(text.slice(0, 5))), state), 1, at, at);
      sink(mixedHash(mixedHash(END, hashOf(text.slice(-4))), state), 1, at, at);
    }
    const next = tokens[at + 1];
    if (!next) continue;
    const pair = mixedHash(hash, keyOf(next, states[at + 1] ?? 0));
    sink(mixedHash(PAIR, pair), 1, at, at + 1);
    sink(mixedHash(mixedHash(PAIR_AT, pair), zone), 1, at, at + 1);
    const third = tokens[at + 2];
    if (third) sink(mixedHash(mixedHash(TRIPLE, pair), keyOf(third, states[at + 2] ?? 0)), 1, at, at + 2);
  }
}

/** A token's key in word sequences. */
function keyOf({ hash, brands }: Token, state: number): number {
  if (brands !== null) return 1;
  return state === 0 ? hash : mixedHash(hash, state);
}

const SEQUENCE = hashOf('sequence');
const GAPPED = hashOf('gapped');

/** Sequences of names, clause edges, and classified words, skipping other tokens. */
function sequenceFeatures({ tokens, edges }: ParsedSentence, { own }: Places, sink: FeatureSink): void {
  const isOwn = new Set(own);
  let keys = [0, 0, 0];
  let starts = [0, 0, 0];
  let last = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) continue;
    const isEdge = (edges[at + 1] ?? 0) > (edges[at] ?? 0);
    const key =
      token.brands !== null ? (isOwn.has(at) ? OWN : OTHER) : (token.classes[0] ?? (isEdge ? EDGE : -1));
    if (key === -1) continue;
    const gap = Math.min(3, at - last - 1);
    const [third = 0, second = 0, first = 0] = keys;
    const pair = mixedHash(first + 1, key + 1);
    sink(mixedHash(SEQUENCE, pair), 2, starts[2] ?? at, at);
    sink(mixedHash(mixedHash(GAPPED, pair), gap), 2, starts[2] ?? at, at);
    const triple = mixedHash(pair, second + 100);
    sink(mixedHash(SEQUENCE, triple), 2, starts[1] ?? at, at);
    sink(mixedHash(SEQUENCE, mixedHash(triple, third + 200)), 1, starts[0] ?? at, at);
    keys = [second, first, key];
    starts = [starts[1] ?? at, starts[2] ?? at, at];
    last = at;
  }
}

const NEGATED = hashOf('negated');
const STATED = hashOf('stated');
const AMOUNT = hashOf('amount');
const COMPARED = hashOf('compared');
const PLAIN = hashOf('plain');
const BALANCE = hashOf('balance');

/** Words that praise or criticize, with the modifiers around them. */
function polarityFeatures({ tokens, contexts }: ParsedSentence, { zones }: Places, sink: FeatureSink): void {
  let [praise, blame] = [0, 0];
  for (let at = 0; at < tokens.length; at += 1) {
    const found = contexts[at];
    if (!found) continue;
    for (const each of tokens[at]?.classes ?? []) {
      if (!POLAR.has(each)) continue;
      const zone = zones[at] ?? 0;
      const side = PRAISE.has(each) ? 1 : 2;
      const isTurned =
        Number(found.negation !== 0) +
        2 * Number((found.amount & 2) !== 0) +
        4 * Number((found.amount & 4) !== 0);
      const isWeakened = weaknessOf(found.stance);
      const where = zone >= 12 ? 3 : (zone % 6 >= 2 ? 2 : 0) + (zone & 1);
      for (const key of [each, 50 + side]) {
        sink(mixedHash(mixedHash(mixedHash(NEGATED, key), found.negation), zone), 4, at, at);
        sink(mixedHash(mixedHash(NEGATED, key), found.negation), 4, at, at);
        for (let flag = 1; flag <= 1024; flag <<= 1) {
          if ((found.stance & flag) === 0) continue;
          sink(mixedHash(mixedHash(STATED, key), flag), 4, at, at);
          sink(mixedHash(mixedHash(mixedHash(STATED, key), flag), where), 3, at, at);
        }
        sink(mixedHash(mixedHash(AMOUNT, key), found.amount), 4, at, at);
        sink(mixedHash(mixedHash(mixedHash(COMPARED, key), found.than), zone), 4, at, at);
        sink(mixedHash(mixedHash(mixedHash(mixedHash(PLAIN, key), isTurned), isWeakened), where), 6, at, at);
      }
      if (isWeakened !== 0 || where === 2) continue;
      if ((side === 1) === (isTurned === 0)) praise += 1;
      else blame += 1;
    }
  }
  sink(mixedHash(mixedHash(BALANCE, Math.min(3, praise)), Math.min(3, blame)), 6, -1, -1);
}

/** The hedge, report, and tense bits of a stance. */
function weaknessOf(stance: number): number {
  const isSupposed = (stance & (1 | 8)) !== 0;
  const isSaid = (stance & 2) !== 0;
  const isPast = (stance & 4) !== 0;
  return Number(isSupposed) + 2 * Number(isSaid) + 4 * Number(isPast);
}

const LINK = hashOf('link');
const PLACE = hashOf('place');
const CUE = hashOf('cue');
const FLAG = hashOf('flag');
const COUNTS = hashOf('counts');
const UNSAID = hashOf('unsaid');

function shapeFeatures(
  { sentence, tokens, surely, perhaps, cues }: ParsedSentence,
  { own, others }: Places,
  sink: FeatureSink,
): void {
  const { place } = sentence.marked.block;
  const link = LINKS.indexOf(sentence.link);
  sink(mixedHash(LINK, link), 2, -1, -1);
  sink(mixedHash(mixedHash(LINK, link), sentence.distance), 1, -1, -1);
  const where = place.heading !== null ? 1 : place.cell !== null ? 2 : place.inList ? 3 : 0;
  sink(mixedHash(PLACE, where), 2, -1, -1);
  sink(mixedHash(COUNTS, Math.min(3, others.length) * 8 + Math.min(3, own.length)), 2, -1, -1);
  sink(mixedHash(COUNTS, 64 + Math.min(7, tokens.length >> 2)), 1, -1, -1);
  for (const { family, direction } of cues) sink(mixedHash(CUE, hashOf(`${family}:${direction}`)), 6, -1, -1);
  sink(mixedHash(UNSAID, Math.min(2, surely.length) * 4 + Math.min(2, perhaps.length)), 3, -1, -1);
  const seen = new Set(tokens.flatMap(({ classes }) => classes));
  for (const each of FLAGS) {
    if (seen.has(each)) sink(mixedHash(mixedHash(FLAG, each), cues.length > 0 ? 1 : 0), 2, -1, -1);
  }
}

function placesOf({ sentence, tokens, edges }: ParsedSentence): Places {
  const own: number[] = [];
  const others: number[] = [];
  /** The number of other names before each token. */
  const names = new Uint16Array(tokens.length + 1);
  for (const [at, token] of tokens.entries()) {
    const isOwn = token.brands?.includes(sentence.brand) ?? false;
    if (isOwn) own.push(at);
    else if (token.brands !== null) others.push(at);
    names[at + 1] = (names[at] ?? 0) + Number(token.brands !== null && !isOwn);
  }
  const zones = new Uint8Array(tokens.length);
  const distances = new Uint8Array(tokens.length);
  for (let at = 0; at < tokens.length; at += 1) {
    let least = Number.POSITIVE_INFINITY;
    for (const name of own) {
      const crossed = Math.abs((edges[at] ?? 0) - (edges[name] ?? 0));
      const passed = Math.abs((names[at] ?? 0) - (names[name] ?? 0));
      const cost = crossed * 20 + passed * 6 + Math.abs(at - name);
      if (cost >= least) continue;
      least = cost;
      zones[at] = (at < name ? 0 : 6) + Math.min(2, crossed) * 2 + Number(passed > 0);
      distances[at] = bucketOf(Math.abs(at - name));
    }
    if (own.length === 0) {
      zones[at] = 12 + LINKS.indexOf(sentence.link) * 2 + Number((names[at] ?? 0) > 0);
      distances[at] = bucketOf(at);
    }
  }
  return { own, others, zones, distances };
}

function bucketOf(distance: number): number {
  if (distance <= 2) return distance;
  if (distance <= 4) return 3;
  return distance <= 8 ? 4 : 5;
}
