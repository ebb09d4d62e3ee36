import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GATES } from '../../../domain/alerts/alert-rules.ts';
import type { Comparison } from '../../../reports/alerts/comparisons.ts';
import { gateWords, neededWords } from './gate-words.ts';

const side = (present: number, responses: number) => ({
  present,
  responses,
  rate: present / Math.max(1, responses),
  min_sample: 5,
  interval: null,
  after: '2026-11-13T06:00:00.000Z',
  until: '2026-11-20T06:00:00.000Z',
  responses_to_all_prompts: responses,
});

const DROP = { points: -24, lower: -35, upper: -12 };

function compared(fields: object): Comparison {
  return {
    kind: 'visibility_drop',
    measure: 'visibility',
    gate: null,
    alert: null,
    current: side(20, 70),
    baseline: side(160, 280),
    change: DROP,
    change_with_same_mix: DROP,
    answers_needed_each_side: 30,
    min_delta_points: 10,
    min_sample_each_side: 30,
    ...fields,
  } as unknown as Comparison;
}

test('every gate has words, and none says that nothing changed', () => {
  for (const gate of [null, ...GATES]) {
    const { label, why } = gateWords(compared({ gate }));
    assert.ok(label.length > 0, String(gate));
    assert.doesNotMatch(`${label} ${why}`, /unchanged|not changed|no change|nothing changed|stable|same as/i);
  }
});

const LESS = { points: -4, lower: -12, upper: 3 };
const WIDE = { points: -15, lower: -32, upper: 2 };
const SOME = { points: -6, lower: -9, upper: -3 };

for (const [what, fields, label, why] of [
  [
    'small, and noise',
    { gate: 'below_min_delta', change: LESS, change_with_same_mix: LESS },
    'Within noise',
    /includes zero/,
  ],
  [
    'small, and more than noise',
    { gate: 'below_min_delta', change: SOME, change_with_same_mix: SOME },
    'Below 10 points',
    /exceeds noise/,
  ],
  [
    'the other way',
    { gate: 'below_min_delta', kind: 'visibility_rise' },
    'No alert for this direction',
    /no alert covers this direction/,
  ],
  [
    'as much as the share moves by itself',
    { gate: 'below_noise_floor', noise_floor_points: 23.4 },
    'Within usual movement',
    /this share moves by up to 23\.4 points without any cause/,
  ],
  [
    'small with the same mix',
    { gate: 'below_min_delta', change_with_same_mix: LESS },
    'Below 10 points',
    /With the same mix/,
  ],
  [
    'large the other way, and noise',
    { gate: 'below_min_delta', kind: 'cited_not_named', change: WIDE, change_with_same_mix: WIDE },
    'Within noise',
    /^Its 95% interval includes zero\.$/,
  ],
  [
    'small, and noise with the same mix alone',
    { gate: 'below_min_delta', change: SOME, change_with_same_mix: LESS },
    'Within noise',
    /^With the same mix of questions in both windows, its 95% interval includes zero, and/,
  ],
  [
    'large, and more than noise, and small with the same mix',
    { gate: 'below_min_delta', change_with_same_mix: SOME },
    'Below 10 points',
    /^It exceeds noise, but with the same mix/,
  ],
  [
    'noise',
    { gate: 'within_noise', change: { points: -12, lower: -25, upper: 2 } },
    'Within noise',
    /^Its 95% interval includes zero/,
  ],
  [
    'noise with the same mix',
    { gate: 'within_noise', change_with_same_mix: LESS },
    'Within noise',
    /^With the same mix/,
  ],
  [
    'few now',
    { gate: 'too_few_answers', current: side(3, 29) },
    'Too few answers',
    /29 of the 30 answers needed in the last 7 days\.$/,
  ],
  [
    'few before',
    { gate: 'too_few_answers', baseline: side(3, 12) },
    'Too few answers',
    /12 of the 30 answers needed in the 28 days before\.$/,
  ],
  [
    'a rival ahead of half',
    { gate: 'condition_not_met', kind: 'competitor_overtook' },
    'No overtaking',
    /half/,
  ],
] as const) {
  test(`the reason: ${what}`, () => {
    const words = gateWords(compared(fields));
    assert.equal(words.label, label);
    assert.match(words.why, why);
  });
}

test("states the answers needed where answers would decide, with their time at the window's pace", () => {
  assert.deepEqual(neededWords(compared({ gate: 'within_noise', answers_needed_each_side: 1180 })), {
    answers: '1,180 on each side',
    pace: 'about 118 days of answers at today’s pace; a window has 7',
  });
  const few = compared({ gate: 'too_few_answers', current: side(0, 0), answers_needed_each_side: null });
  assert.deepEqual(neededWords(few), { answers: '30 on each side', pace: null });
  for (const gate of [null, 'below_min_delta', 'episode_open', 'outage']) {
    assert.equal(neededWords(compared({ gate })), null);
  }
});
