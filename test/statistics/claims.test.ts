import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Random, seeded } from '../../bench/data/random.ts';
import { type Proportion, wilson, Z95 } from '../../src/domain/figures/proportion.ts';
import { type Compared, compare } from '../../src/stats/alerts/gates.ts';
import { countsOf } from '../../src/stats/alerts/single-evaluation-power.ts';
import {
  evidenceOfDifference,
  evidenceOfPair,
  evidenceOfRate,
  evidenceOfWeightedDifference,
} from '../../src/stats/claims/claim-evidence.ts';
import {
  compareShares,
  evidenceOfShareChange,
  type VoiceMoments,
} from '../../src/stats/claims/claim-shares.ts';
import {
  ALPHA_PER_SIDE,
  type Evidence,
  marginOfRates,
  type Question,
  type Region,
  weigh,
} from '../../src/stats/claims/claims.ts';
import { binomialSurvival } from '../../src/stats/distributions/normal.ts';
import { effort } from '../support/effort.ts';
import { betaVariate, voiceMomentsOf } from '../support/simulation.ts';

/** Simulated claims of each kind: tell an error of 2.5% within 3 points in `npm test`, and 0.7 nightly. */
const CLAIMS = effort(100, 5000);

/** True claims of each kind. */
const POWER = effort(60, 1500);

/** Simulated changes in means and shares, whose intervals need a search. */
const CHANGES = effort(60, 2000);

/** How often such a claim may be supported: 2.5%, plus three standard errors for this many draws. */
const mostOf = (draws: number) =>
  ALPHA_PER_SIDE + 3 * Math.sqrt((ALPHA_PER_SIDE * (1 - ALPHA_PER_SIDE)) / draws);

/** Whether a claim is supported, as /claim decides; weighs no case that intervals leave open, to be quick. */
function isSupported({ region, evidence }: Question): boolean {
  const isWithin = evidence.every((each) => {
    const { lower, upper } = each.interval(Z95);
    if ('within' in region) return lower > -region.within && upper < region.within;
    return 'above' in region ? lower > region.above : upper < region.below;
  });
  if (!isWithin || evidence.every(({ exact }) => exact === undefined)) return isWithin;
  const { leaning, p } = weigh({ region, evidence });
  return leaning === 'supported' && p <= ALPHA_PER_SIDE;
}

type Side = 'above' | 'below';

const sided = (side: Side, value: number): Region => (side === 'above' ? { above: value } : { below: value });

/** How often claims that are true at the very end of their region are supported, on either side. */
function wrongOf(
  draw: (random: Random) => { readonly value: number; readonly evidence: readonly Evidence[] },
  draws = CLAIMS,
) {
  const random = seeded(20_261_122);
  const wrong = { above: 0, below: 0 };
  for (let index = 0; index < draws; index += 1) {
    const { value, evidence } = draw(random);
    for (const side of ['above', 'below'] as const)
      if (evidence.length > 0 && isSupported({ region: sided(side, value), evidence }))
        wrong[side] += 1 / draws;
  }
  return wrong;
}

function assertRare(context: TestContext, wrong: Readonly<Record<string, number>>, draws = CLAIMS): void {
  context.diagnostic(JSON.stringify(wrong));
  assert.ok(Math.max(...Object.values(wrong)) <= mostOf(draws), JSON.stringify(wrong));
}

/**
 * How often "no change" is supported, by 10 points or half of the smaller rate; each side is its answers and
 * rate.
 */
function sameOf(now: readonly [number, number], before: readonly [number, number]): number {
  const random = seeded(20_261_122);
  const draw = ([trials, rate]: readonly [number, number]): Proportion => ({
    events: eventsIn(trials, rate, random),
    trials,
  });
  let supported = 0;
  for (let index = 0; index < CLAIMS; index += 1) {
    const sides = { current: draw(now), baseline: draw(before) };
    const least = [sides.current, sides.baseline].map((side) => wilson(side).lower);
    const within = marginOfRates(10, least) / 100;
    const evidence = evidenceOfDifference(sides);
    // The interval decides most cases, and is quicker.
    const { lower, upper } = evidence.interval(Z95);
    if (lower > 0 || upper < 0 || lower <= -within || upper >= within) continue;
    const { leaning, p } = weigh({ region: { within, small: 0.1 }, evidence: [evidence] });
    if (leaning === 'supported' && p <= ALPHA_PER_SIDE) supported += 1 / CLAIMS;
  }
  return supported;
}

/** Every rate from 3% to 97%. */
const RATES = Array.from({ length: 95 }, (_, index) => (index + 3) / 100);

/** The chance of this many events or more, by the number of events before. */
function chanceOf(least: readonly number[], now: [number, number], before: [number, number]): number {
  const counts = countsOf(before[0], before[1], 0);
  let sum = 0;
  for (const [index, chance] of counts.chances.entries()) {
    const bound = least[counts.first + index];
    if (bound === undefined || bound > now[0]) continue;
    sum += chance * (bound <= 0 ? 1 : binomialSurvival(bound, now[0], now[1]));
  }
  return sum;
}

/** The fewest events now that support a rate higher by `more`, by the events before. */
function leastEvents(trials: { now: number; before: number }, more: number): number[] {
  let least = 0;
  return Array.from({ length: trials.before + 1 }, (_, events) => {
    const isIn = (count: number) => {
      const sides = {
        current: { events: count, trials: trials.now },
        baseline: { events, trials: trials.before },
      };
      return isSupported({ region: { above: more }, evidence: [evidenceOfDifference(sides)] });
    };
    while (least <= trials.now && !isIn(least)) least += 1;
    return least;
  });
}

const WINDOWS: readonly (readonly [number, number])[] = effort(
  [
    [30, 30],
    [30, 120],
  ],
  [5, 10, 20, 30, 50, 70, 100, 200].flatMap((now) =>
    [5, 10, 20, 30, 50, 70, 100, 120, 200].map((before) => [now, before] as const),
  ),
);

describe('every table for two windows with independent answers', () => {
  for (const [now, before] of WINDOWS) {
    for (const more of [0, 0.1, -0.1]) {
      const name = more === 0 ? 'changed' : `is higher by ${100 * more} points, where it is exactly that`;
      test(`that a rate ${name}: ${now} answers against ${before}`, (context) => {
        const least = leastEvents({ now, before }, more);
        const wrong = RATES.filter((rate) => rate + more > 0 && rate + more < 1).map((rate) =>
          chanceOf(least, [now, rate + more], [before, rate]),
        );
        context.diagnostic(Math.max(...wrong).toFixed(4));
        assert.ok(Math.max(...wrong) <= ALPHA_PER_SIDE, `${Math.max(...wrong)}`);
      });
    }
  }

  test('the power that the exact test costs, 30 against 120 and 70 against 280', (context) => {
    for (const [now, before, floor] of [
      [30, 120, 0.48],
      [70, 280, 0.84],
    ] as const) {
      const least = leastEvents({ now, before }, 0);
      const power = chanceOf(least, [now, 0.5], [before, 0.3]);
      context.diagnostic(`${power.toFixed(3)} of rises from 30% to 50%`);
      assert.ok(power >= floor, `${power}`);
    }
  });

  test('that a rate is above or below a size, of 5 to 200 answers', () => {
    for (const trials of effort([5, 30, 70], [5, 10, 20, 30, 50, 70, 100, 150, 200])) {
      for (const rate of RATES) {
        for (const side of ['above', 'below'] as const) {
          const { first, chances } = countsOf(trials, rate, 0);
          const wrong = chances.reduce((sum, chance, index) => {
            const events = first + index;
            if (chance === 0 || events < 0 || events > trials) return sum;
            const evidence = [evidenceOfRate({ events, trials })];
            return isSupported({ region: sided(side, rate), evidence }) ? sum + chance : sum;
          }, 0);
          assert.ok(wrong <= ALPHA_PER_SIDE, `${wrong} of ${trials} at ${rate}, ${side}`);
        }
      }
    }
  });
});

/**
 * Each prompt's chance: equal for a correlation of 0, and for 0.7 as different as a category's real
 * questions.
 */
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
  /** The increase in every prompt's rate. */
  readonly change?: number;
}

/** One panel's two windows. */
function changeIn({ prompts, perPrompt, before, mean, spread, change = 0 }: Panel, random: Random): Compared {
  // Leaves room for the change.
  const strata = chancesOf(prompts, mean / (1 - change), spread, random)
    .map((own) => (1 - change) * own)
    .map((chance) => ({
      current: { events: eventsIn(perPrompt, chance + change, random), trials: perPrompt },
      baseline: { events: eventsIn(before, chance, random), trials: before },
    }));
  return compare({ strata, totals: { current: prompts * perPrompt, baseline: prompts * before } });
}

function evidenceIn({ difference, sameMix }: Compared): Evidence[] {
  if (difference === null || sameMix === null) return [];
  return [evidenceOfDifference(difference), evidenceOfWeightedDifference(sameMix)];
}

const PANELS: readonly Panel[] = [0, 0.4, 0.7].flatMap((spread) =>
  [0.1, 0.5].flatMap((mean) => [
    { prompts: 10, perPrompt: 7, before: 28, mean, spread },
    { prompts: 30, perPrompt: 1, before: 4, mean, spread },
  ]),
);

const nameOf = ({ prompts, perPrompt, before, mean, spread }: Panel) =>
  `${prompts} prompts, ${perPrompt} and ${before} answers each, ${100 * mean}%, correlation ${spread}`;

/** The chance that an answer names a brand, and that it then mentions it ten times as often as the others. */
interface Said {
  readonly chance: number;
  readonly heavy: number;
}

const TEN_TIMES = 10;

const fourOthers = (heavy: number): Said[] => Array.from({ length: 4 }, () => ({ chance: 0.4, heavy }));

const sayText = (own: Said, others: readonly Said[]) => {
  const heavyText = ({ heavy }: Said) => (heavy === 0 ? '' : `, ten times as often in ${heavy} of them`);
  const [other = own] = others;
  return `named in ${own.chance}${heavyText(own)}, ${others.length} others in ${other.chance}${heavyText(other)}`;
};

/** A brand now and before, and the others in both; the spread of mentions stays the same. */
const CHANGED_SHARES: readonly (readonly [Said, Said, readonly Said[]])[] = effort(
  [
    [0.1, 0.3, 0.1, 0],
    [0.9, 0.9, 0.3, 0.3],
  ] as const,
  [
    [0.03, 0.03],
    [0.1, 0.1],
    [0.3, 0.3],
    [0.5, 0.5],
    [0.9, 0.9],
    [0.3, 0.1],
    [0.1, 0.3],
    [0.9, 0.3],
    [0.3, 0.9],
  ].flatMap(([now = 0, before = 0]) =>
    [
      [0, 0],
      ...[0.05, 0.1, 0.3].flatMap((heavy) => [
        [heavy, 0],
        [heavy, heavy],
      ]),
    ].map(([heavy = 0, theirs = 0]) => [now, before, heavy, theirs] as const),
  ),
).map(([now, before, heavy, theirs]) => [
  { chance: now, heavy },
  { chance: before, heavy },
  fourOthers(theirs),
]);

describe(`${CLAIMS} claims that are false, of each kind`, () => {
  for (const panel of PANELS) {
    test(`that it changed: ${nameOf(panel)}`, (context) => {
      const wrong = { up: 0, down: 0 };
      const random = seeded(20_261_122);
      for (let index = 0; index < CLAIMS; index += 1) {
        const compared = changeIn(panel, random);
        for (const [name, side] of [
          ['up', 'above'],
          ['down', 'below'],
        ] as const) {
          if (isSupported({ region: sided(side, 0), evidence: evidenceIn(compared) }))
            wrong[name] += 1 / CLAIMS;
        }
      }
      assertRare(context, wrong);
    });
  }

  for (const [rate, now, before] of effort(
    [
      [0.1, 600, 600],
      [0.15, 280, 1120],
    ] as const,
    [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5].flatMap((p) =>
      [
        [70, 280],
        [280, 1120],
        [300, 300],
        [600, 600],
        [1500, 1500],
        [300, 3000],
        [3000, 300],
      ].map(([n = 0, m = 0]) => [p, n, m] as const),
    ),
  )) {
    test(`that nothing changed, where half of ${rate} has, or 10 points: ${now} answers and ${before} before`, (context) => {
      const change = Math.min(0.1, rate / 2);
      assertRare(context, {
        up: sameOf([now, rate + change], [before, rate]),
        down: sameOf([now, rate], [before, rate + change]),
      });
    });
  }

  for (const spread of [0, 0.4, 0.7]) {
    const panel = { prompts: 10, perPrompt: 60, before: 60, mean: 0.5, spread, change: 0.1 };

    test(`that nothing changed, by 10 points, where exactly that has, correlation ${spread}`, (context) => {
      const random = seeded(20_261_122);
      let supported = 0;
      for (let index = 0; index < CLAIMS; index += 1) {
        const evidence = evidenceIn(changeIn(panel, random));
        if (isSupported({ region: { within: 0.1, small: 0.1 }, evidence })) supported += 1 / CLAIMS;
      }
      assertRare(context, { supported });
    });

    for (const level of [0.5, 0.05, 0.95]) {
      test(`that a rate of ${level} is another, correlation ${spread}`, (context) => {
        const wrong = wrongOf((random) => {
          const chances = chancesOf(10, level, spread, random);
          const mean = chances.reduce((sum, each) => sum + each / 10, 0);
          const events = chances.reduce((sum, chance) => sum + eventsIn(7, chance, random), 0);
          // The claim about these ten prompts is false by construction, for any draw.
          const value = Math.min(0.9999, Math.max(0.0001, mean));
          return { value, evidence: [evidenceOfRate({ events, trials: 70 })] };
        });
        assertRare(context, wrong);
      });
    }

    for (const together of [0, 0.6]) {
      test(`that one of two equal brands is ahead, named together ${together}, correlation ${spread}`, (context) => {
        const wrong = wrongOf((random) => {
          const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
          for (const chance of chancesOf(10, 0.3, spread, random)) {
            for (let answer = 0; answer < 7; answer += 1) {
              const first = random() < chance;
              const second = random() < together ? first : random() < chance;
              counts[first ? (second ? 'both' : 'onlyFirst') : second ? 'onlySecond' : 'neither'] += 1;
            }
          }
          return { value: 0, evidence: [evidenceOfPair(counts)] };
        });
        assertRare(context, wrong);
      });
    }

    test(`that its share of mentions changed, correlation ${spread}`, (context) => {
      const wrong = wrongOf((random) => {
        const own = chancesOf(10, 0.5, spread, random).map((chance) => ({ chance, heavy: 0 }));
        const answers = (n: number) => own.map((said) => voiceOf(n, said, fourOthers(0), random));
        return { value: 0, evidence: changeOfShare(answers(7), answers(28)) };
      }, CHANGES);
      assertRare(context, wrong, CHANGES);
    });
  }

  for (const [rate, more, answers] of effort(
    [
      [0.3, 0.1, 70],
      [0.5, 0.05, 200],
    ] as const,
    [30, 70, 200].flatMap((n) =>
      [0.03, 0.1, 0.3, 0.5, 0.7].flatMap((p) => [0.05, 0.1, 0.2].map((d) => [p, d, n] as const)),
    ),
  )) {
    for (const together of [0, 1]) {
      test(`that a brand is ahead by ${more}, where exactly that is true, with ${answers} answers from ${rate}, together ${together}`, (context) => {
        const both = rate * (rate + more) * (1 - together) + rate * together;
        const wrong = wrongOf((random) => {
          const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
          for (let answer = 0; answer < answers; answer += 1) {
            const at = random();
            const cell =
              at < both
                ? 'both'
                : at < rate + more
                  ? 'onlyFirst'
                  : at < 2 * rate + more - both
                    ? 'onlySecond'
                    : 'neither';
            counts[cell] += 1;
          }
          return { value: more, evidence: [evidenceOfPair(counts)] };
        });
        assertRare(context, wrong);
      });
    }
  }

  for (const [now, before, others] of CHANGED_SHARES) {
    const what = `${sayText(now, others)}, before ${before.chance}`;
    for (const [answers, answersBefore, prompts] of effort([[70, 280, 10] as const], [
      [30, 30, 10],
      [70, 70, 1],
      [70, 280, 10],
      [280, 70, 1],
    ] as const)) {
      test(`that a share of mentions changed by other than it did: ${what}, ${answers} and ${answersBefore} answers`, (context) => {
        const value = shareOf(now, others) - shareOf(before, others);
        const wrong = wrongOf((random) => {
          const current = voicesOf(prompts, answers / prompts, now, others, random);
          const baseline = voicesOf(prompts, answersBefore / prompts, before, others, random);
          return { value, evidence: changeOfShare(current, baseline) };
        }, CHANGES);
        assertRare(context, wrong, CHANGES);
      });
    }
  }
});

function changeOfShare(current: readonly VoiceMoments[], baseline: readonly VoiceMoments[]): Evidence[] {
  const strata = current.map((each, index) => ({ current: each, baseline: baseline[index] as VoiceMoments }));
  const { difference, sameMix } = compareShares(strata, { current: 1, baseline: 1 });
  return difference === null || sameMix === null ? [] : [difference, sameMix].map(evidenceOfShareChange);
}

/** Answers to this many equal prompts; some name a brand 1 to 3 times, a few of those ten times as often. */
function voicesOf(
  prompts: number,
  answers: number,
  own: Said,
  others: readonly Said[],
  random: Random,
): VoiceMoments[] {
  return Array.from({ length: prompts }, () => voiceOf(answers, own, others, random));
}

function voiceOf(answers: number, own: Said, others: readonly Said[], random: Random): VoiceMoments {
  const said = Array.from({ length: answers }, (): [number, number] => {
    const x = mentionsOf(own, random);
    let t = x;
    for (const other of others) t += mentionsOf(other, random);
    return [x, t];
  });
  return voiceMomentsOf(said);
}

function mentionsOf({ chance, heavy }: Said, random: Random): number {
  if (random() >= chance) return 0;
  const mentions = 1 + Math.floor(3 * random());
  return heavy > 0 && random() < heavy ? TEN_TIMES * mentions : mentions;
}

/** The long-run share of mentions in such answers. */
function shareOf(own: Said, others: readonly Said[]): number {
  const mentions = ({ chance, heavy }: Said) => chance * (1 + (TEN_TIMES - 1) * heavy);
  return mentions(own) / others.reduce((sum, each) => sum + mentions(each), mentions(own));
}

describe('power, in 10 prompts of 7 and 28 answers that are much alike', () => {
  for (const [change, least] of [
    [0.15, 0.5],
    [0.25, 0.93],
  ] as const) {
    test(`supports a rise from 40% by ${100 * change} points in at least ${100 * least}%`, (context) => {
      const random = seeded(7);
      let found = 0;
      for (let index = 0; index < POWER; index += 1) {
        const panel = { prompts: 10, perPrompt: 7, before: 28, mean: 0.4, spread: 0, change };
        const compared = changeIn(panel, random);
        if (isSupported({ region: { above: 0 }, evidence: evidenceIn(compared) })) found += 1 / POWER;
      }
      context.diagnostic(found.toFixed(3));
      assert.ok(found >= least, `${found}`);
    });
  }

  test('that nothing changed, by 10 points, takes about 600 answers on each side', (context) => {
    const shares = [60, 30].map((perPrompt) => {
      const random = seeded(7);
      let found = 0;
      for (let index = 0; index < POWER; index += 1) {
        const panel = { prompts: 10, perPrompt, before: perPrompt, mean: 0.5, spread: 0 };
        const evidence = evidenceIn(changeIn(panel, random));
        if (isSupported({ region: { within: 0.1, small: 0.1 }, evidence })) found += 1 / POWER;
      }
      return found;
    });
    context.diagnostic(shares.map((each) => each.toFixed(3)).join(', '));
    assert.ok((shares[0] ?? 0) > 0.8 && (shares[1] ?? 1) < 0.5, shares.join());
  });
});
