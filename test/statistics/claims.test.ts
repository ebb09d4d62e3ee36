import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Random, seeded } from '../../bench/random.ts';
import {
  evidenceOfDifference,
  evidenceOfMeans,
  evidenceOfPair,
  evidenceOfRate,
  type Moments,
  meanOfMoments,
} from '../../src/stats/claim-evidence.ts';
import { compareShares, type VoiceMoments } from '../../src/stats/claim-shares.ts';
import { MOST_WRONG, type Question, type Region, weigh } from '../../src/stats/claims.ts';
import { type Compared, changeGate, compare } from '../../src/stats/gates.ts';
import { effort } from '../support/effort.ts';
import { betaVariate } from '../support/simulation.ts';

/** Claims that are simulated of each kind; an error of 2.5% is then known to within 0.5 points daily, and 0.15 nightly. */
const CLAIMS = effort(1500, 20_000);

/**
 * How often such a claim may be supported: 2.5%, and up to 3.5% where all prompts are one question asked again and again; in so many
 * draws, three standard errors more.
 */
function mostFor(spread: number): number {
  const most = spread === 0 ? 0.035 : MOST_WRONG;
  return most + 3 * Math.sqrt((most * (1 - most)) / CLAIMS);
}

const THRESHOLDS = { minDeltaPoints: 10, minSampleEachSide: 30 };

/** How often claims are supported and contradicted, drawn so many times. */
function sharesOf(draw: (random: Random) => Question, seed = 20_261_122) {
  const random = seeded(seed);
  const told = { supported: 0, contradicted: 0 };
  for (let index = 0; index < CLAIMS; index += 1) {
    const { leaning, p } = weigh(draw(random));
    if (p <= MOST_WRONG) told[leaning] += 1 / CLAIMS;
  }
  return told;
}

/** The chance of each prompt: with a correlation of 0 they are alike, with 0.7 as different as real questions of one category. */
function chancesOf(prompts: number, mean: number, spread: number, random: Random): number[] {
  return Array.from({ length: prompts }, () => (spread === 0 ? mean : betaVariate(mean, spread, random)));
}

function eventsIn(trials: number, chance: number, random: Random): number {
  let events = 0;
  for (let trial = 0; trial < trials; trial += 1) if (random() < chance) events += 1;
  return events;
}

interface Panel {
  readonly prompts: number;
  readonly perPrompt: number;
  readonly before: number;
  readonly mean: number;
  readonly spread: number;
  /** How much more often it is named now, in every prompt. */
  readonly change?: number;
}

/** Two windows of one panel. */
function changeIn({ prompts, perPrompt, before, mean, spread, change = 0 }: Panel, random: Random): Compared {
  // With room for the change.
  const strata = chancesOf(prompts, mean / (1 - change), spread, random)
    .map((own) => (1 - change) * own)
    .map((chance) => ({
      current: { events: eventsIn(perPrompt, chance + change, random), trials: perPrompt },
      baseline: { events: eventsIn(before, chance, random), trials: before },
    }));
  return compare({ strata, totals: { current: prompts * perPrompt, baseline: prompts * before } });
}

function evidenceIn({ difference, sameMix }: Compared) {
  assert.ok(difference && sameMix);
  return [evidenceOfDifference(difference), evidenceOfDifference(sameMix)];
}

const PANELS: readonly Panel[] = [0, 0.4, 0.7].flatMap((spread) =>
  [0.1, 0.5].flatMap((mean) => [
    { prompts: 10, perPrompt: 7, before: 28, mean, spread },
    { prompts: 30, perPrompt: 1, before: 4, mean, spread },
  ]),
);

const nameOf = ({ prompts, perPrompt, before, mean, spread }: Panel) =>
  `${prompts} prompts, ${perPrompt} and ${before} answers each, ${100 * mean}%, correlation ${spread}`;

describe(`${CLAIMS} claims that are false, of each kind`, () => {
  for (const panel of PANELS) {
    test(`that it changed: ${nameOf(panel)}`, (context) => {
      const told = { up: 0, down: 0 };
      const random = seeded(20_261_122);
      for (let index = 0; index < CLAIMS; index += 1) {
        const compared = changeIn(panel, random);
        if (changeGate(1, compared, THRESHOLDS) === null) told.up += 1 / CLAIMS;
        if (changeGate(-1, compared, THRESHOLDS) === null) told.down += 1 / CLAIMS;
      }
      context.diagnostic(`more often ${told.up.toFixed(4)}, less often ${told.down.toFixed(4)}`);
      assert.ok(Math.max(told.up, told.down) <= mostFor(panel.spread), JSON.stringify(told));
    });
  }

  for (const spread of [0, 0.4, 0.7]) {
    const panel = { prompts: 10, perPrompt: 60, before: 60, mean: 0.5, spread, change: 0.1 };

    test(`that nothing changed, by 10 points, where exactly that has, correlation ${spread}`, (context) => {
      const told = sharesOf((random) => ({
        region: { within: 0.1 },
        evidence: evidenceIn(changeIn(panel, random)),
      }));
      context.diagnostic(JSON.stringify(told));
      assert.ok(told.supported <= mostFor(spread), JSON.stringify(told));
    });

    for (const [level, side] of [
      [0.5, 'above'],
      [0.05, 'above'],
      [0.95, 'below'],
    ] as const) {
      test(`that a rate of ${level} is ${side} it, correlation ${spread}`, (context) => {
        const told = sharesOf((random) => {
          const chances = chancesOf(10, level, spread, random);
          const mean = chances.reduce((sum, each) => sum + each / 10, 0);
          const events = chances.reduce((sum, chance) => sum + eventsIn(7, chance, random), 0);
          // What is claimed of these ten prompts is false by construction, however they were drawn.
          const value = Math.min(0.9999, Math.max(0.0001, mean));
          const region: Region = side === 'above' ? { above: value } : { below: value };
          return { region, evidence: [evidenceOfRate({ events, trials: 70 })] };
        });
        context.diagnostic(JSON.stringify(told));
        assert.ok(Math.max(told.supported, told.contradicted) <= mostFor(spread), JSON.stringify(told));
      });
    }

    for (const together of [0, 0.6]) {
      test(`that one of two equal brands is ahead, named together ${together}, correlation ${spread}`, (context) => {
        const told = sharesOf((random) => {
          const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
          for (const chance of chancesOf(10, 0.3, spread, random)) {
            for (let answer = 0; answer < 7; answer += 1) {
              const first = random() < chance;
              const second = random() < together ? first : random() < chance;
              counts[first ? (second ? 'both' : 'onlyFirst') : second ? 'onlySecond' : 'neither'] += 1;
            }
          }
          return { region: { above: 0 }, evidence: [evidenceOfPair(counts)] };
        });
        context.diagnostic(JSON.stringify(told));
        assert.ok(Math.max(told.supported, told.contradicted) <= mostFor(spread), JSON.stringify(told));
      });
    }

    test(`that its position is another, correlation ${spread}`, (context) => {
      const told = sharesOf((random) => {
        const prompts = chancesOf(10, 0.35, spread, random);
        const side = (answers: number) => {
          const moments = { n: 0, sum: 0, squares: 0 };
          for (const chance of prompts)
            for (let i = 0; i < answers; i += 1) add(moments, positionOf(chance, random));
          return meanOfMoments(moments);
        };
        return { region: { above: 0 }, evidence: [evidenceOfMeans(side(7), side(28))] };
      });
      context.diagnostic(JSON.stringify(told));
      assert.ok(Math.max(told.supported, told.contradicted) <= mostFor(spread), JSON.stringify(told));
    });

    test(`that its share of mentions changed, correlation ${spread}`, (context) => {
      const told = sharesOf((random) => {
        const prompts = chancesOf(10, 0.5, spread, random);
        const strata = prompts.map((chance) => ({
          current: voiceOf(7, chance, random),
          baseline: voiceOf(28, chance, random),
        }));
        const compared = compareShares(strata, { current: 70, baseline: 280 });
        return { region: { above: 0 }, evidence: evidenceIn(compared) };
      });
      context.diagnostic(JSON.stringify(told));
      assert.ok(Math.max(told.supported, told.contradicted) <= mostFor(spread), JSON.stringify(told));
    });
  }
});

function add(moments: { -readonly [Key in keyof Moments]: number }, value: number): void {
  moments.n += 1;
  moments.sum += value;
  moments.squares += value * value;
}

/** The first of ten places that is drawn, with the same chance each. */
function positionOf(chance: number, random: Random): number {
  let position = 1;
  while (position < 10 && random() > chance) position += 1;
  return position;
}

/** Answers that mention the brand in some and four others in others, once or more often. */
function voiceOf(answers: number, chance: number, random: Random): VoiceMoments {
  const sums = { answers, x: 0, t: 0, xx: 0, xt: 0, tt: 0 };
  for (let answer = 0; answer < answers; answer += 1) {
    const mentions = () => 1 + Math.floor(3 * random());
    const x = random() < chance ? mentions() : 0;
    let t = x;
    for (let other = 0; other < 4; other += 1) if (random() < 0.4) t += mentions();
    sums.x += x;
    sums.t += t;
    sums.xx += x * x;
    sums.xt += x * t;
    sums.tt += t * t;
  }
  return sums;
}

describe('power, in 10 prompts of 7 and 28 answers that are much alike', () => {
  for (const [change, least] of [
    [0.15, 0.5],
    [0.25, 0.93],
  ] as const) {
    test(`a rise from 40% by ${100 * change} points is supported in at least ${100 * least}%`, (context) => {
      const random = seeded(7);
      let found = 0;
      for (let index = 0; index < CLAIMS; index += 1) {
        const panel = { prompts: 10, perPrompt: 7, before: 28, mean: 0.4, spread: 0, change };
        if (changeGate(1, changeIn(panel, random), THRESHOLDS) === null) found += 1 / CLAIMS;
      }
      context.diagnostic(found.toFixed(3));
      assert.ok(found >= least, `${found}`);
    });
  }

  test('that nothing changed, by 10 points, takes about 600 answers on each side', (context) => {
    const shares = [60, 30].map(
      (perPrompt) =>
        sharesOf((random) => ({
          region: { within: 0.1 },
          evidence: evidenceIn(
            changeIn({ prompts: 10, perPrompt, before: perPrompt, mean: 0.5, spread: 0 }, random),
          ),
        })).supported,
    );
    context.diagnostic(shares.map((each) => each.toFixed(3)).join(', '));
    assert.ok((shares[0] ?? 0) > 0.8 && (shares[1] ?? 1) < 0.5, shares.join());
  });
});
