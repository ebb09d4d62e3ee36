import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Random, seeded } from '../../bench/data/random.ts';
import { independent, wilson } from '../../src/domain/figures/proportion.ts';
import { rangeOfQuestions, spreadOf } from '../../src/domain/figures/question-range.ts';
import {
  judgeTries,
  missesInARow,
  missesOnOneQuestion,
  tendencyOf,
} from '../../src/stats/claims/spot-odds.ts';
import { designEffect, nearestCorrelation, repetitionOf } from '../../src/stats/rates/design-effect.ts';
import { effort } from '../support/effort.ts';
import { pairsAmong, type RepeatingWorld, repeatingAnswers } from '../support/repeating.ts';

/** docs/spot-check.md: the answers of 28 days, and a person's tries the day after. */
const DAYS = 28;
const TRIES = 3;
/** Questions that nobody asks but the person. */
const OTHERS = 3;

type World = Pick<RepeatingWorld, 'prompts' | 'mean' | 'spread' | 'within'> & { readonly perDay: 1 | 3 };

const WORLDS: Readonly<Record<string, World>> = {
  'different questions': { prompts: 12, mean: 0.45, spread: 0.7, perDay: 1 },
  'questions much alike': { prompts: 12, mean: 0.45, spread: 0.3, perDay: 1 },
  'one question under many names': { prompts: 12, mean: 0.45, spread: 0, perDay: 1 },
  'a brand that is seldom named': { prompts: 12, mean: 0.1, spread: 0.5, perDay: 1 },
  'days that differ, three answers each': { prompts: 12, mean: 0.45, spread: 0.3, within: 0.4, perDay: 3 },
};

/** A panel's answers, and the answers to a person of the day after: TRIES to each question. */
function simulated(world: World, random: Random) {
  const { prompts, perDay } = world;
  const all = { ...world, prompts: prompts + OTHERS, perDay: TRIES, days: DAYS + 1 };
  const answered = repeatingAnswers(all, random);
  const asked = answered
    .slice(0, prompts)
    .map((days) => days.map((named) => (perDay === TRIES ? named : random() < named / TRIES ? 1 : 0)));
  return { asked, seen: answered.map((days) => days[DAYS] ?? 0) };
}

function judged(world: World, random: Random) {
  const { asked, seen } = simulated(world, random);
  const { perDay, prompts } = world;
  const questions = asked.map((days) => ({
    events: days.subarray(0, DAYS).reduce((sum, named) => sum + named, 0),
    trials: DAYS * perDay,
  }));
  const pairs = pairsAmong(asked, perDay, [0, DAYS]);
  const repetition = repetitionOf(pairs, pairs);
  const effect = repetition && designEffect(repetition, DAYS);
  const tendency = tendencyOf(questions, repetition ? nearestCorrelation(repetition) : 0);
  const all = { events: tendency.share * prompts * DAYS * perDay, trials: prompts * DAYS * perDay };
  const events = questions.map((each) => each.events);
  const spread = spreadOf(
    events,
    events.map(() => DAYS * perDay),
    new Uint8Array(prompts),
  );
  const interval = wilson(independent(all, effect));
  const range = rangeOfQuestions(spread, effect);
  const first = Math.floor(random() * prompts);
  const own = Array.from({ length: OTHERS }, (_, at) => (first + at) % prompts).map((at) => {
    const stored = independent(questions[at] ?? assert.fail(), effect);
    return { tries: TRIES, named: seen[at] ?? 0, stored, interval };
  });
  const others = seen
    .slice(prompts)
    .map((named) => ({ tries: TRIES, named, stored: null, interval: range ?? interval }));
  return {
    said: missesOnOneQuestion(tendency, TRIES) ?? missesInARow(tendency.share, TRIES),
    missed: seen[first] === 0,
    alarms: {
      one: judgeTries(tendency, own.slice(0, 1)).p < 0.05,
      three: judgeTries(tendency, own).p < 0.05,
      others: range !== null && judgeTries(tendency, others).p < 0.05,
    },
  };
}

describe('odds of spot checks are as often as they say, and rarely blame an account', () => {
  for (const [what, world] of Object.entries(WORLDS)) {
    test(`with ${what}`, () => {
      const random = seeded(48);
      const persons = Array.from({ length: effort(250, 4000) }, () => judged(world, random));
      const share = (of: (person: (typeof persons)[number]) => number | boolean) =>
        persons.reduce((sum, person) => sum + Number(of(person)), 0) / persons.length;
      const difference = share(({ said }) => said) - share(({ missed }) => missed);
      assert.ok(Math.abs(difference) < effort(0.08, 0.025), `${difference}`);
      for (const tries of ['one', 'three', 'others'] as const) {
        const alarms = share(({ alarms }) => alarms[tries]);
        assert.ok(alarms <= effort(0.06, 0.05), `${tries}: ${alarms}`);
      }
    });
  }
});
