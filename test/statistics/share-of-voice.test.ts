import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Random, seeded } from '../../bench/random.ts';
import { type Interval, wilson } from '../../src/domain/proportion.ts';
import { shareInterval, type VoiceSums } from '../../src/stats/share-of-voice.ts';
import { effort } from '../support/effort.ts';

/** How an engine answers a panel of prompts, and how often each is asked. */
interface Panel {
  readonly prompts: number;
  /** Answers to each prompt in the window, and before it. */
  readonly answers: number;
  readonly before: number;
  /** In how many answers each brand is named on average, the first of them the one whose share is estimated. */
  readonly presence: readonly number[];
}

const FIVE = [0.5, 0.6, 0.4, 0.3, 0.2];
const RARE = [0.05, 0.6, 0.4, 0.3, 0.2];

const PANELS: Record<string, Panel> = {
  '10 prompts, a week': { prompts: 10, answers: 7, before: 14, presence: FIVE },
  '10 prompts, the first week': { prompts: 10, answers: 7, before: 0, presence: FIVE },
  '15 prompts, four weeks': { prompts: 15, answers: 28, before: 14, presence: FIVE },
  '30 prompts, a week, a brand that is seldom named': { prompts: 30, answers: 7, before: 14, presence: RARE },
  '30 prompts, asked once': { prompts: 30, answers: 1, before: 0, presence: FIVE },
};

/** Prompts differ by this much, on the scale of log odds. */
const BETWEEN_PROMPTS = 1.5;

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** 1 plus a Poisson number with mean 2. */
function mentionsWhenNamed(random: Random): number {
  let mentions = 0;
  for (let product = 1; product > Math.exp(-2); product *= random()) mentions += 1;
  return mentions;
}

/** How likely each brand is named in an answer to one prompt. */
function chancesOf(presence: readonly number[], random: Random): number[] {
  return presence.map((share) => {
    const odds = (share / (1 - share)) * Math.exp(BETWEEN_PROMPTS * normal(random));
    return odds / (1 + odds);
  });
}

/** The mentions of the first brand and of all brands in one answer. */
function answer(chances: readonly number[], random: Random): { own: number; all: number } {
  const mentions = chances.map((chance) => (random() < chance ? mentionsWhenNamed(random) : 0));
  return { own: mentions[0] ?? 0, all: mentions.reduce((sum, each) => sum + each, 0) };
}

/** The sums that storage keeps (storage/answers/voices.ts), and the share that endless asking would give. */
function simulate({ prompts, answers, before, presence }: Panel, random: Random) {
  const sums = { answers: 0, mentions: 0, allMentions: 0, squares: 0, products: 0, allSquares: 0 };
  const expected = { own: 0, all: 0 };
  for (let prompt = 0; prompt < prompts; prompt += 1) {
    const chances = chancesOf(presence, random);
    expected.own += chances[0] ?? 0;
    expected.all += chances.reduce((sum, each) => sum + each, 0);
    const asked = Array.from({ length: before + answers }, () => answer(chances, random));
    for (const [index, each] of asked.entries()) if (index >= before) add(sums, each, asked[index - 7]);
  }
  return { sums, truth: expected.own / expected.all };
}

type Answer = ReturnType<typeof answer>;

function add(sums: { -readonly [Name in keyof VoiceSums]: number }, { own, all }: Answer, earlier?: Answer) {
  const weight = earlier ? 1 : 2;
  const [step, allStep] = [own - (earlier?.own ?? 0), all - (earlier?.all ?? 0)];
  sums.answers += 1;
  sums.mentions += own;
  sums.allMentions += all;
  sums.squares += weight * step * step;
  sums.products += weight * step * allStep;
  sums.allSquares += weight * allStep * allStep;
}

/** In which part of the simulated windows the interval contains the true share. */
function coverage(panel: Panel, intervalOf: (sums: VoiceSums) => Interval, draws: number): number {
  const random = seeded(11);
  let covered = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const { sums, truth } = simulate(panel, random);
    const { lower, upper } = intervalOf(sums);
    if (lower <= truth && truth <= upper) covered += 1;
  }
  return covered / draws;
}

/** As if every mention were drawn on its own. */
const naive = ({ mentions, allMentions }: VoiceSums) => wilson({ events: mentions, trials: allMentions });

const DRAWS = effort(1000, 20_000);

describe('the interval of a share of voice', () => {
  for (const [name, panel] of Object.entries(PANELS)) {
    test(`contains the true share in 93 to 97% of windows: ${name}`, (context) => {
      const covered = coverage(panel, shareInterval, DRAWS);
      context.diagnostic(`${(100 * covered).toFixed(1)}%`);
      // Twice the standard error of the simulation itself on either side.
      const noise = 2 * Math.sqrt((0.95 * 0.05) / DRAWS);
      assert.ok(covered >= 0.93 - noise && covered <= 0.97 + noise, String(covered));
    });

    test(`where one made of single mentions does in at most 90%: ${name}`, () => {
      assert.ok(coverage(panel, naive, DRAWS) < 0.9);
    });
  }
});
