import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AlertKind } from '../../domain/alerts/alert-rules.ts';
import { chanceFindingsADay, hasTooFewAnswers } from './chance-findings.ts';
import { INDEPENDENT } from './gates.ts';
import { bootstrapPaths, findingsADay } from './noise-floor.ts';

const thresholds = { minDeltaPoints: 10, minSampleEachSide: 30 };

/** A share that alternates between two daily counts, for two weeks each, and varies a little every day. */
const waves = (low: number, high: number, trials = 20) =>
  Array.from({ length: 91 }, (_, day) => ({
    events: (day % 28 < 14 ? low : high) + (((day * day) % 17) - 8) / 40,
    trials,
  }));

const heldTo = (...kinds: AlertKind[]) => ({
  kinds,
  thresholds,
  effects: INDEPENDENT,
});

describe('findings by chance', () => {
  const days = waves(4, 10);

  test('come from the paths that reach the points or the noise limit, whichever is larger', () => {
    const kinds = heldTo('visibility_drop', 'visibility_rise');
    const oftenOf = (least: number) => findingsADay(bootstrapPaths(days), { up: least, down: least });
    const many = days.map(({ events, trials }) => ({ events: 1000 * events, trials: 1000 * trials }));
    assert.ok(oftenOf(0.1) > 0.01);
    assert.equal(chanceFindingsADay(many, kinds), oftenOf(0.1));
    const few = days.map(({ events, trials }) => ({ events: events / 4, trials: trials / 4 }));
    const often = chanceFindingsADay(few, kinds);
    assert.ok(often > oftenOf(0.3) && often < oftenOf(0.15), 'with 35 answers, one by 15 points is noise');
  });

  test('are in the directions of the kinds alone', () => {
    const of = (...kinds: AlertKind[]) => chanceFindingsADay(days, heldTo(...kinds));
    const [rises, drops] = [of('cited_not_named'), of('visibility_drop')];
    assert.ok(rises > 0 && drops > 0);
    assert.ok(Math.abs(of('visibility_drop', 'visibility_rise') - rises - drops) < 1e-12);
  });

  test('that a competitor overtook cross half of the answers', () => {
    assert.equal(chanceFindingsADay(waves(1, 5), heldTo('competitor_overtook')), 0);
    const across = chanceFindingsADay(waves(6, 14), heldTo('competitor_overtook'));
    const rises = chanceFindingsADay(waves(6, 14), heldTo('cited_not_named'));
    assert.ok(across > 0 && across <= rises);
  });

  test('are fewer with a higher threshold, and with answers that repeat each other', () => {
    const noisy = waves(9, 11);
    const often = (minDeltaPoints: number, effect: number | null) =>
      chanceFindingsADay(noisy, {
        ...heldTo('visibility_drop', 'visibility_rise'),
        thresholds: { ...thresholds, minDeltaPoints },
        effects: { current: effect, baseline: effect },
      });
    assert.equal(often(40, null), 0);
    assert.equal(often(1, 20), 0);
  });

  test('need 30 answers a week', () => {
    assert.ok(hasTooFewAnswers(waves(1, 3, 4), thresholds) && hasTooFewAnswers([], thresholds));
    assert.ok(!hasTooFewAnswers(waves(1, 3, 5), thresholds));
  });
});
