import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Random, seeded } from '../../bench/data/random.ts';
import { meanJaccard } from '../../src/stats/panel/jaccard.ts';
import { MantelHaenszel } from '../../src/stats/rates/mantel-haenszel.ts';
import {
  type StratifiedDifference,
  standingOut,
  stratifiedDifference,
} from '../../src/stats/rates/stratified-difference.ts';
import { effort, firstAndLast } from '../support/effort.ts';
import { betaVariate } from '../support/simulation.ts';

/**
 * How often the report wrongly associates a site with being named, how often it finds real associations, and
 * how often intervals contain the true difference; likewise for /instead. docs/statistics.md has the figures.
 */

/** One engine: daily questions, with answers that name a brand and cite sites. */
interface World {
  readonly questions: number;
  /** Answers a day, by the question's index. */
  readonly perDay: (question: number) => number;
  /** The chance that an answer repeats the question's previous one. */
  readonly stick: number;
}

const DAYS = 30;
const SITES = 10;

const once = () => 1;
/** Every fifth question gets ten times as many answers. */
const unequal = (question: number) => (question % 5 === 0 ? 10 : 1);

const WORLDS: Readonly<Record<string, World>> = {
  '5 questions': { questions: 5, perDay: once, stick: 0 },
  '10 questions': { questions: 10, perDay: once, stick: 0 },
  '30 questions': { questions: 30, perDay: once, stick: 0 },
  '150 questions': { questions: 150, perDay: once, stick: 0 },
  '30 questions, unequal': { questions: 30, perDay: unequal, stick: 0 },
  '10 questions, stick 0.8': { questions: 10, perDay: once, stick: 0.8 },
  '30 questions, stick 0.8': { questions: 30, perDay: once, stick: 0.8 },
  '150 questions, stick 0.8': { questions: 150, perDay: once, stick: 0.8 },
  '30 questions, unequal, stick 0.8': { questions: 30, perDay: unequal, stick: 0.8 },
};

/** One question's chances that an answer names the brand, and that it cites each site. */
interface Chances {
  readonly named: number;
  readonly cited: readonly number[];
}

function chancesOf(random: Random, effect: number): Chances {
  const named = betaVariate(0.4, 0.4, random);
  return {
    // An effect is the same everywhere, so the base rate leaves room for it.
    named: effect === 0 ? named : 0.05 + named * (0.9 - effect),
    cited: Array.from({ length: SITES }, () => betaVariate(0.3, 0.4, random)),
  };
}

/** An answer's brand (bit 0) and sites (a bit each). The effect ties the brand to the first site. */
function answerOf({ named, cited }: Chances, effect: number, random: Random): number {
  let bits = 0;
  for (const [site, chance] of cited.entries()) if (random() < chance) bits |= 2 << site;
  return random() < named + ((bits & 2) === 0 ? 0 : effect) ? bits | 1 : bits;
}

/** One question's answers in one week. */
class Week {
  answers = 0;
  named = 0;
  readonly citing = new Uint32Array(SITES);
  readonly citingNamed = new Uint32Array(SITES);

  add(bits: number): void {
    const named = bits & 1;
    this.answers += 1;
    this.named += named;
    for (let site = 0; site < SITES; site += 1) {
      if ((bits & (2 << site)) === 0) continue;
      this.citing[site] = (this.citing[site] ?? 0) + 1;
      this.citingNamed[site] = (this.citingNamed[site] ?? 0) + named;
    }
  }
}

/** One run's difference for each site; null where the report has none. */
function differencesIn(world: World, effect: number, random: Random): (StratifiedDifference | null)[] {
  const sums = Array.from({ length: SITES }, () => new MantelHaenszel());
  for (let question = 0; question < world.questions; question += 1) {
    const chances = chancesOf(random, effect);
    let bits = answerOf(chances, effect, random);
    for (let from = 0; from < DAYS; from += 7) {
      const week = new Week();
      const answers = Math.min(7, DAYS - from) * world.perDay(question);
      for (let each = 0; each < answers; each += 1) {
        if (random() >= world.stick) bits = answerOf(chances, effect, random);
        week.add(bits);
      }
      for (const [site, own] of sums.entries()) {
        const [citing, named] = [week.citing[site] ?? 0, week.citingNamed[site] ?? 0];
        own.add(question, named, citing, week.named - named, week.answers - citing);
      }
    }
  }
  return sums.map(stratifiedDifference);
}

const has = ({ interval: { lower, upper } }: StratifiedDifference, difference: number) =>
  lower <= difference && difference <= upper;

interface Found {
  /** Runs in which the report wrongly associates any site with being named, more or less often. */
  anyFalse: number;
  /** Runs that found the first site, among runs with a difference for it. */
  found: number;
  told: number;
  /** Intervals with the true difference, of all. */
  had: number;
  intervals: number;
}

function simulate(world: World, effect: number, runs: number): Found {
  const random = seeded(20_261_123);
  const all: Found = { anyFalse: 0, found: 0, told: 0, had: 0, intervals: 0 };
  for (let run = 0; run < runs; run += 1) {
    const sites = differencesIn(world, effect, random);
    const known = sites.filter((each) => each !== null);
    const stands = standingOut(known);
    const standing = new Set(known.filter((_, place) => stands[place]));
    const [first = null, ...others] = sites;
    const nothing = effect === 0 ? sites : others;
    if (nothing.some((each) => each !== null && standing.has(each))) all.anyFalse += 1;
    if (first !== null) {
      all.told += 1;
      if (standing.has(first)) all.found += 1;
    }
    for (const [site, each] of sites.entries()) {
      if (each === null) continue;
      all.intervals += 1;
      if (has(each, site === 0 ? effect : 0)) all.had += 1;
    }
  }
  return all;
}

const percent = (count: number, of: number) => `${((100 * count) / of).toFixed(1)}%`;

const runsOf = ({ questions }: World) => effort(questions > 100 ? 20 : 50, questions > 100 ? 1000 : 2000);

/** This many standard errors of a share over the runs may lie between the simulation and the truth. */
const noise = (share: number, runs: number) => 4 * Math.sqrt((share * (1 - share)) / runs);

describe('sites without an association with being named', () => {
  for (const [name, world] of firstAndLast(Object.entries(WORLDS))) {
    test(`seldom stand out, of ten any: ${name}`, (context) => {
      const runs = runsOf(world);
      const { anyFalse, had, intervals } = simulate(world, 0, runs);
      context.diagnostic(
        `any of ten in ${percent(anyFalse, runs)} of ${runs}, covered ${percent(had, intervals)}`,
      );
      assert.ok(anyFalse / runs <= 0.1 + noise(0.1, runs), `${anyFalse} of ${runs}`);
      assert.ok(had / intervals >= 0.94 - noise(0.05, runs), `${had} of ${intervals}`);
    });
  }
});

describe('a site associated with being named by 20 points', () => {
  for (const [name, world] of firstAndLast(Object.entries(WORLDS))) {
    test(`stands out, and its interval holds: ${name}`, (context) => {
      const runs = runsOf(world);
      const { found, told, anyFalse, had, intervals } = simulate(world, 0.2, runs);
      context.diagnostic(
        `told ${percent(told, runs)}, found in ${percent(found, told)} of these; another one in ${percent(anyFalse, runs)}, covered ${percent(had, intervals)}`,
      );
      assert.ok(had / intervals >= 0.94 - noise(0.05, runs), `${had} of ${intervals}`);
      // Repeated answers hold less information.
      if (world.questions < 30 || world.stick > 0) return;
      assert.ok(found / told >= 0.85 - noise(0.15, runs), `${found} of ${told}`);
    });
  }
});

/** Bit 0 is the brand. */
const RIVALS = 3;

/** One question's chances that an answer names the brand, and each competitor where it does not. */
interface Naming {
  readonly self: number;
  readonly rivals: readonly number[];
}

const namingOf = (random: Random): Naming => ({
  self: betaVariate(0.4, 0.3, random),
  rivals: Array.from({ length: RIVALS }, () => 0.25 + 0.7 * betaVariate(0.4, 0.3, random)),
});

/** Competitors appear less often by this much beside the brand. */
const REPLACED = 0.2;

function setOf({ self, rivals }: Naming, random: Random): number {
  const own = random() < self ? 1 : 0;
  return rivals.reduce(
    (bits, chance, place) => (random() < chance - REPLACED * own ? bits | (2 << place) : bits),
    own,
  );
}

const bitsIn = (bits: number) => bits.toString(2).replaceAll('0', '').length;

/**
 * One run of /instead: the first competitor's difference, and the similarity of sets; null for too few
 * answers.
 */
function insteadIn(world: World, random: Random) {
  const sums = new MantelHaenszel();
  const parts: { above: number; below: number }[] = [];
  for (let question = 0; question < world.questions; question += 1) {
    const naming = namingOf(random);
    const part = { above: 0, below: 0 };
    let last: number | null = null;
    let bits = setOf(naming, random);
    for (let from = 0; from < DAYS; from += 7) {
      const counts = { absent: 0, present: 0, namedAbsent: 0, namedPresent: 0 };
      const answers = Math.min(7, DAYS - from) * world.perDay(question);
      for (let each = 0; each < answers; each += 1) {
        if (random() >= world.stick) bits = setOf(naming, random);
        const side = (bits & 1) === 0 ? 'absent' : 'present';
        counts[side] += 1;
        if ((bits & 2) !== 0) counts[side === 'absent' ? 'namedAbsent' : 'namedPresent'] += 1;
        if (last !== null && (last | bits) !== 0) {
          part.above += bitsIn(last & bits) / bitsIn(last | bits);
          part.below += 1;
        }
        last = bits;
      }
      sums.add(question, counts.namedAbsent, counts.absent, counts.namedPresent, counts.present);
    }
    if (part.below > 0) parts.push(part);
  }
  return { difference: stratifiedDifference(sums), similarity: meanJaccard(parts), parts };
}

/** The average similarity of sets over very many questions. */
function trueSimilarity(world: World): number {
  const { parts } = insteadIn({ ...world, questions: effort(4000, 40_000) }, seeded(7));
  const sum = (of: 'above' | 'below') => parts.reduce((all, part) => all + part[of], 0);
  return sum('above') / sum('below');
}

describe('competitors named instead, and the similarity of brand sets', () => {
  for (const [name, world] of firstAndLast(Object.entries(WORLDS))) {
    test(`intervals have the true figures: ${name}`, (context) => {
      const runs = runsOf(world);
      const random = seeded(20_261_124);
      const similarity = trueSimilarity(world);
      const had = { differences: 0, told: 0, similarities: 0, known: 0 };
      for (let run = 0; run < runs; run += 1) {
        const found = insteadIn(world, random);
        if (found.difference !== null) {
          had.told += 1;
          if (has(found.difference, REPLACED)) had.differences += 1;
        }
        if (found.similarity !== null) {
          had.known += 1;
          const { lower, upper } = found.similarity.interval;
          if (lower <= similarity && similarity <= upper) had.similarities += 1;
        }
      }
      context.diagnostic(
        `difference: told ${percent(had.told, runs)}, covered ${percent(had.differences, had.told)}; similarity ${similarity.toFixed(3)}: covered ${percent(had.similarities, had.known)}`,
      );
      assert.ok(
        had.differences / had.told >= 0.93 - noise(0.05, had.told),
        `${had.differences} of ${had.told}`,
      );
      assert.ok(
        had.similarities / had.known >= 0.93 - noise(0.05, had.known),
        `${had.similarities} of ${had.known}`,
      );
    });
  }
});
