import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Random, seeded } from '../../bench/data/random.ts';
import { drawArms } from '../../src/domain/alerts/experiment.ts';
import { type Arms, type Effect, randomizationTest } from '../../src/stats/experiments/randomization.ts';
import { smallestEffect } from '../../src/stats/experiments/smallest-effect.ts';
import { welchTest } from '../../src/stats/experiments/welch.ts';
import { effort } from '../support/effort.ts';

/**
 * How often an experiment shows a false effect, how often its interval contains the true one, and how often
 * it finds the smallest effect that it promises to find. docs/statistics.md has the figures.
 */

const WRONG = 0.05;
const DAYS = 28;

interface World {
  readonly prompts: number;
  /** The chance that a day repeats the previous day's answer. */
  readonly stick: number;
  /** The standard deviation of each prompt's own rate change, and the change common to all. */
  readonly drift: number;
  readonly shift: number;
}

const WORLDS: readonly World[] = [
  { prompts: 12, stick: 0, drift: 0.05, shift: 0 },
  { prompts: 12, stick: 0.8, drift: 0.1, shift: -0.15 },
  { prompts: 30, stick: 0, drift: 0.05, shift: 0.1 },
  { prompts: 60, stick: 0.8, drift: 0.1, shift: -0.15 },
];

/** A test takes 20 ms beyond 100,000 ways to assign the arms. */
const runsOf = ({ prompts }: World) => effort(prompts > 18 ? 40 : 300, prompts > 18 ? 1000 : 5000);

function bounded(rate: number): number {
  return Math.min(0.98, Math.max(0.02, rate));
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** The share of a prompt's answers in a window that name a brand. */
function measured(rate: number, { stick }: World, random: Random): number {
  let named = 0;
  let answer = random() < rate;
  for (let day = 0; day < DAYS; day += 1) {
    if (random() >= stick) answer = random() < rate;
    if (answer) named += 1;
  }
  return named / DAYS;
}

/** Both arms' changes, assigned as experiments assign them, in the experiment and in the windows before. */
function runOf(world: World, seed: number, random: Random): { arms: Arms; before: Arms } {
  const ids = Array.from({ length: world.prompts }, (_, place) => `qst_${place}`);
  const { treated } = drawArms(String(seed), ids);
  const [arms, before] = [0, 1].map(() => ({ treated: [] as number[], control: [] as number[] }));
  for (const id of ids) {
    const rate = bounded(0.5 + 0.2 * normal(random));
    const arm = treated.includes(id) ? 'treated' : 'control';
    const moved = () => world.shift + world.drift * normal(random);
    const [first, second] = [rate, bounded(rate + moved())];
    const third = bounded(second + moved());
    const [one, two, three] = [first, second, third].map((each) => measured(each, world, random));
    before?.[arm].push((two ?? 0) - (one ?? 0));
    arms?.[arm].push((three ?? 0) - (two ?? 0));
  }
  return { arms: arms as Arms, before: before as Arms };
}

const TESTS: Readonly<Record<string, (arms: Arms, seed: number) => Effect>> = {
  'randomization test': (arms, seed) => randomizationTest(arms, WRONG, seed),
  "Welch's test": (arms) => welchTest(arms, WRONG),
};

const isShown = ({ interval }: Effect) => interval !== null && (interval.lower > 0 || interval.upper < 0);

/** This many standard errors of a share over the runs may lie between the simulation and the truth. */
const within = (share: number, runs: number) => 4 * Math.sqrt((share * (1 - share)) / runs);

describe('experiments without an effect show one in at most 5 of 100 cases', () => {
  for (const world of WORLDS) {
    for (const [name, judged] of Object.entries(TESTS)) {
      test(`${name}, ${world.prompts} prompts, stick ${world.stick}, all move by ${world.shift}`, (context) => {
        const runs = runsOf(world);
        const random = seeded(20_261_201);
        let shown = 0;
        for (let run = 0; run < runs; run += 1) {
          if (isShown(judged(runOf(world, run, random).arms, run))) shown += 1;
        }
        context.diagnostic(`${((100 * shown) / runs).toFixed(1)}% of ${runs}`);
        assert.ok(shown / runs <= WRONG + within(WRONG, runs), `${shown} of ${runs}`);
      });
    }
  }
});

describe('an effect that an experiment promises to find in 80% of cases', () => {
  for (const world of WORLDS) {
    test(`is found about as often, with ${world.prompts} prompts, stick ${world.stick}`, (context) => {
      const runs = runsOf(world);
      const random = seeded(20_261_202);
      const half = world.prompts / 2;
      // The promised effect comes from a sample of prompts, so take the median.
      const said = Array.from({ length: 200 }, (_, seed) =>
        smallestEffect(runOf(world, seed, random).before, { treated: half, control: half }, WRONG),
      ).filter((each) => each !== null);
      const smallest = said.toSorted((one, other) => one - other)[said.length >> 1] ?? assert.fail();
      let shown = 0;
      for (let run = 0; run < runs; run += 1) {
        const { arms } = runOf(world, run, random);
        const treated = arms.treated.map((each) => each + smallest);
        if (isShown(randomizationTest({ ...arms, treated }, WRONG, run))) shown += 1;
      }
      context.diagnostic(
        `${(100 * smallest).toFixed(1)} points: ${((100 * shown) / runs).toFixed(1)}% of ${runs}`,
      );
      assert.ok(Math.abs(shown / runs - 0.8) <= 0.05 + within(0.8, runs), `${shown} of ${runs}`);
    });
  }
});

describe('the interval of an experiment', () => {
  const [world] = WORLDS;
  if (world === undefined) throw new Error('there is a world');
  for (const [name, judged] of Object.entries(TESTS)) {
    test(`has the true effect in at least 95 of 100 cases: ${name}`, (context) => {
      const runs = runsOf(world);
      const random = seeded(20_261_203);
      let had = 0;
      for (let run = 0; run < runs; run += 1) {
        const { arms } = runOf(world, run, random);
        const { interval } = judged({ ...arms, treated: arms.treated.map((each) => each + 0.2) }, run);
        if (interval === null || (interval.lower <= 0.2 && interval.upper >= 0.2)) had += 1;
      }
      context.diagnostic(`${((100 * had) / runs).toFixed(1)}% of ${runs}`);
      assert.ok(had / runs >= 0.95 - within(0.95, runs), `${had} of ${runs}`);
    });
  }
});
