import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Random, seeded } from '../../bench/data/random.ts';
import { type Interval, wilson } from '../../src/domain/figures/proportion.ts';
import { shareInterval, type VoiceSums } from '../../src/stats/rates/share-of-voice.ts';
import { effort } from '../support/effort.ts';

/** How an engine answers prompts, and how often it gets each one. */
interface Panel {
  readonly prompts: number;
  /** Answers to each prompt in the window, and before it. */
  readonly answers: number;
  readonly before: number;
  /** Each brand's mean rate of being named; the first brand is the one whose share is estimated. */
  readonly presence: readonly number[];
  /** How much prompts differ, in log odds: at 4, most prompts name a brand nearly always or hardly ever. */
  readonly between: number;
  /** The rise in the first brand's log odds from the window's start to its end. */
  readonly drift: number;
}

const FIVE = [0.5, 0.6, 0.4, 0.3, 0.2];
const RARE = [0.05, 0.6, 0.4, 0.3, 0.2];
const USUAL = { presence: FIVE, between: 1.5, drift: 0 };

const PANELS: Record<string, Panel> = {
  '10 prompts, a week': { ...USUAL, prompts: 10, answers: 7, before: 14 },
  '10 prompts, the first week': { ...USUAL, prompts: 10, answers: 7, before: 0 },
  '15 prompts, four weeks': { ...USUAL, prompts: 15, answers: 28, before: 14 },
  '30 prompts, a week, a brand that is seldom named': {
    ...USUAL,
    prompts: 30,
    answers: 7,
    before: 14,
    presence: RARE,
  },
  '30 prompts, asked once': { ...USUAL, prompts: 30, answers: 1, before: 0 },
  '15 prompts, four weeks, while the brand rises from 20% to 80%': {
    ...USUAL,
    prompts: 15,
    answers: 28,
    before: 14,
    drift: 3,
  },
};

/** Prompts so different that pairs of answers matter most. */
const DIFFERENT: Record<string, Panel> = {
  '10 prompts, the first week': { ...USUAL, prompts: 10, answers: 7, before: 0, between: 4 },
  '10 prompts, asked twice': { ...USUAL, prompts: 10, answers: 2, before: 0, between: 4 },
  '10 prompts, asked once a week': { ...USUAL, prompts: 10, answers: 4, before: 3, between: 4 },
};

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** 1 plus a Poisson number with mean 2. */
function mentionsWhenNamed(random: Random): number {
  let mentions = 0;
  for (let product = 1; product > Math.exp(-2); product *= random()) mentions += 1;
  return mentions;
}

/** The log odds that an answer to one prompt names each brand. */
function oddsOf({ presence, between }: Panel, random: Random): number[] {
  return presence.map((share) => Math.log(share / (1 - share)) + between * normal(random));
}

interface Answer {
  /** The first brand's mentions, and all brands'. */
  readonly own: number;
  readonly all: number;
  /** The chance of the first brand, and the mean number of brands. */
  readonly expectedOwn: number;
  readonly expectedAll: number;
}

function answer(odds: readonly number[], random: Random): Answer {
  const chances = odds.map((each) => 1 / (1 + Math.exp(-each)));
  const mentions = chances.map((chance) => (random() < chance ? mentionsWhenNamed(random) : 0));
  return {
    own: mentions[0] ?? 0,
    all: total(mentions),
    expectedOwn: chances[0] ?? 0,
    expectedAll: total(chances),
  };
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

/** Each prompt's answers, also from before the window. */
function simulate(panel: Panel, random: Random): Answer[][] {
  const { prompts, answers, before, drift } = panel;
  return Array.from({ length: prompts }, () => {
    const odds = oddsOf(panel, random);
    return Array.from({ length: before + answers }, (_, index) => {
      const risen = answers > 1 ? drift * ((index - before) / (answers - 1) - 0.5) : 0;
      return answer(
        odds.map((each, brand) => (brand === 0 ? each + risen : each)),
        random,
      );
    });
  });
}

/** The counted sums (panel/counts/share-of-voice/share-of-voice.ts). */
function sumsOf(panel: readonly (readonly Answer[])[], before: number): VoiceSums {
  const sums = { answers: 0, mentions: 0, allMentions: 0, squares: 0, products: 0, allSquares: 0 };
  for (const asked of panel) {
    for (const [index, each] of asked.entries()) {
      if (index >= before) add(sums, each, asked.slice(0, index).at(-7) ?? asked.slice(0, index)[0]);
    }
  }
  return sums;
}

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

/** As if each mention were independent. */
const naive = ({ mentions, allMentions }: VoiceSums) => wilson({ events: mentions, trials: allMentions });

/** As if every answer's prompt were known: from the spread of each prompt's answers around their mean. */
function byPrompt(panel: readonly (readonly Answer[])[]): Interval {
  const all = panel.flat();
  const mentions = total(all.map((each) => each.all));
  const share = total(all.map((each) => each.own)) / mentions;
  const variances = panel.map((asked) => {
    const residuals = asked.map((each) => each.own - share * each.all);
    const mean = total(residuals) / asked.length;
    const squares = total(residuals.map((each) => (each - mean) ** 2));
    return (asked.length / (asked.length - 1)) * squares;
  });
  const variance = total(variances);
  const effective = variance === 0 ? all.length : (share * (1 - share) * mentions * mentions) / variance;
  const trials = Math.min(mentions, Math.max(1, effective));
  return wilson({ events: share * trials, trials });
}

/** In which share of simulated windows an interval contains the true share, and its mean width. */
class Tally {
  covered = 0;
  width = 0;

  count({ lower, upper }: Interval, truth: number): void {
    if (lower <= truth && truth <= upper) this.covered += 1 / DRAWS;
    this.width += (upper - lower) / DRAWS;
  }
}

const DRAWS = effort(120, 10_000);

function tally(panel: Panel) {
  const random = seeded(11);
  const tallies = { ours: new Tally(), naive: new Tally(), byPrompt: new Tally() };
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const simulated = simulate(panel, random);
    const window = simulated.map((asked) => asked.slice(panel.before));
    const sums = sumsOf(simulated, panel.before);
    const answers = window.flat();
    const truth =
      total(answers.map((each) => each.expectedOwn)) / total(answers.map((each) => each.expectedAll));
    tallies.ours.count(shareInterval(sums), truth);
    tallies.naive.count(naive(sums), truth);
    if (panel.answers > 1) tallies.byPrompt.count(byPrompt(window), truth);
  }
  return tallies;
}

/** Twice the simulation's standard error. */
const NOISE = 2 * Math.sqrt((0.95 * 0.05) / DRAWS);

const percent = (part: number) => `${(100 * part).toFixed(1)}%`;

describe('the interval for a share of voice', () => {
  for (const [name, panel] of Object.entries(PANELS)) {
    test(`contains the true share in 93 to 97% of windows, and one over single mentions in at most 90%: ${name}`, (context) => {
      const { ours, naive } = tally(panel);
      context.diagnostic(`${percent(ours.covered)}, of single mentions ${percent(naive.covered)}`);
      assert.ok(ours.covered >= 0.93 - NOISE && ours.covered <= 0.97 + NOISE, percent(ours.covered));
      assert.ok(naive.covered < 0.9, percent(naive.covered));
    });
  }

  for (const [name, panel] of Object.entries(DIFFERENT)) {
    test(`is hardly wider than one by prompt if prompts are very different: ${name}`, (context) => {
      const { ours, byPrompt } = tally(panel);
      const wider = ours.width / byPrompt.width - 1;
      context.diagnostic(`${percent(ours.covered)}, ${percent(wider)} wider`);
      assert.ok(ours.covered >= 0.93 - NOISE && ours.covered <= 0.97 + NOISE, percent(ours.covered));
      assert.ok(wider < 0.12, percent(wider));
    });
  }
});
