import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wilson } from '../../domain/figures/proportion.ts';
import { shareInterval, type VoiceSums } from './share-of-voice.ts';

const NO_NOISE = { squares: 0, products: 0, allSquares: 0 };

/** Sums over answers, each with these differences from an earlier one. */
function sumsOf(
  answers: readonly (readonly [own: number, all: number])[],
  steps: readonly (readonly [own: number, all: number])[],
): VoiceSums {
  const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
  return {
    answers: answers.length,
    mentions: sum(answers.map(([own]) => own)),
    allMentions: sum(answers.map(([, all]) => all)),
    squares: sum(steps.map(([own]) => own * own)),
    products: sum(steps.map(([own, all]) => own * all)),
    allSquares: sum(steps.map(([, all]) => all * all)),
  };
}

test('is as wide as its noise: six answers, by hand', () => {
  // R = 6 / 12. The steps' residuals x - R t are 1, -1, 0, 0, 1, -1, so the variance of X - R T is 4 / 2 = 2,
  // R's is 2 / 144, and a quarter divided by that is 18 mentions; there are 12.
  const sums = sumsOf(
    Array.from({ length: 6 }, () => [1, 2] as const),
    [[1, 0], [-1, 0], [0, 0], [1, 2], [1, 0], [-1, 0]], // biome-ignore format: one line
  );
  assert.deepEqual(shareInterval(sums), wilson({ events: 6, trials: 12 }));
  // Three times the steps give nine times the variance: 2 mentions' worth.
  const noisy = {
    ...sums,
    squares: 9 * sums.squares,
    products: 9 * sums.products,
    allSquares: 9 * sums.allSquares,
  };
  assert.deepEqual(shareInterval(noisy), wilson({ events: 1, trials: 2 }));
});

test('a share of 0 or 1 has an interval as wide as with that many answers', () => {
  const none = { answers: 8, mentions: 0, allMentions: 40, squares: 0, products: 0, allSquares: 90 };
  assert.deepEqual(shareInterval(none), wilson({ events: 0, trials: 8 }));
  const all = { answers: 8, mentions: 40, allMentions: 40, squares: 90, products: 90, allSquares: 90 };
  assert.deepEqual(shareInterval(all), wilson({ events: 8, trials: 8 }));
});

test('answers without any difference are as many mentions as there are answers, and at most the mentions there are', () => {
  const alike = { answers: 7, mentions: 7, allMentions: 21, ...NO_NOISE };
  assert.deepEqual(shareInterval(alike), wilson({ events: (7 / 21) * 7, trials: 7 }));
  const seldom = { answers: 50, mentions: 1, allMentions: 3, ...NO_NOISE };
  assert.deepEqual(shareInterval(seldom), wilson({ events: 1, trials: 3 }));
});

test('noise that is only rounding counts as none', () => {
  // Seven first answers with 1 of 3 mentions each: 2 * (1 - 2 / 3 * 3 + 1 / 9 * 9) is not 0 in binary for every such share.
  for (const all of [3, 7, 11, 13]) {
    const answers = Array.from({ length: 7 }, () => [1, all] as const);
    assert.deepEqual(
      shareInterval(sumsOf(answers, answers)),
      wilson({ events: 7 * (7 / (7 * all)), trials: 7 }),
    );
  }
});

test('noise larger than any share has counts as one mention', () => {
  const wild = { answers: 5, mentions: 5, allMentions: 10, squares: 10_000, products: 0, allSquares: 0 };
  assert.deepEqual(shareInterval(wild), wilson({ events: 0.5, trials: 1 }));
});
