import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/support/pluck.ts';
import type { Verdict } from '../../domain/brand/model-reading.ts';
import type { StoredLabel } from '../../storage/answers/labels.ts';
import {
  agreement,
  calibrationFigures,
  checkedNames,
  correctedBy,
  foundBy,
  inventedBy,
  unclassified,
} from './calibration.ts';

const MODEL = { name: 'gpt-6', prompt: '0a1b2c3d' };

const labelOf = (
  label: Verdict | null,
  byModel: Verdict | null,
  more: Partial<StoredLabel> = {},
): StoredLabel => ({
  ...{ answerId: 1, trackedId: 1, sample: 'random', label, byRules: null, byModel },
  ...{ reader: MODEL.name, prompt: MODEL.prompt, language: 'en', ...more },
});

test("compares random labels with the present model's own readings, and with the rules' of any answer", () => {
  const labels = [
    labelOf('recommended', 'recommended', { byRules: 'recommended' }),
    labelOf('recommended', 'neutral'),
    labelOf('both', 'both'),
    labelOf('neutral', null),
    labelOf('negative', 'recommended', { byRules: 'negative' }),
    labelOf(null, 'neutral'),
    labelOf('neutral', 'recommended', { sample: 'disagreement' }),
    labelOf('neutral', 'recommended', { prompt: 'another0' }),
    labelOf('neutral', null, { reader: null, prompt: null, byRules: 'neutral' }),
  ];
  const [model, rules] = [checkedNames(labels, MODEL), checkedNames(labels, null)];
  const of = ({ events, trials }: { events: number; trials: number }) => `${events} of ${trials}`;
  assert.deepEqual([agreement(model), agreement(rules)].map(of), ['2 of 5', '3 of 7']);
  assert.deepEqual([foundBy(model, 'recommended'), inventedBy(model, 'recommended')].map(of), [
    '1 of 2',
    '1 of 1',
  ]);
  assert.deepEqual([foundBy(rules, 'negative'), inventedBy(rules, 'negative')].map(of), ['1 of 1', '0 of 2']);
  assert.deepEqual([unclassified(model), unclassified(rules)].map(of), ['2 of 5', '4 of 7']);
});

const ROW = { recommended: 30, classified: 100, recommended_share: 0.3, design_effect: null };

/** Half of the recommendations found, none invented. */
const HALF = Array.from({ length: 24 }, (_, at) =>
  labelOf(at % 2 === 0 ? 'recommended' : 'neutral', at % 4 === 0 ? 'recommended' : 'neutral'),
);

test('corrects a share by the labels in its language, of names that the reader classified', () => {
  const undecided = [labelOf('recommended', 'both'), labelOf('recommended', null)];
  const german = HALF.slice(0, 19).map((each) => ({ ...each, language: 'de' }));
  const names = checkedNames([...HALF, ...undecided, ...german], MODEL);
  const corrected = correctedBy(names);
  const english = corrected(ROW, 'en') ?? assert.fail();
  assert.deepEqual([[english.share, english.labels], corrected(ROW, 'de')], [[0.6, 24], null]);
  assert.equal(corrected({ ...ROW, recommended_share: null }, 'en'), null);
  const { labels, languages } = calibrationFigures(names) ?? assert.fail();
  assert.equal(labels, 43);
  assert.deepEqual(pluck(languages, 'language', 'labels'), [
    ['en', 24],
    ['de', 19],
  ]);
  assert.equal(calibrationFigures(names.slice(0, 19)), null);
});

test('answers that repeat each other widen the interval', () => {
  const corrected = correctedBy(checkedNames(HALF, MODEL));
  const width = (design_effect: number | null) => {
    const { lower, upper } = corrected({ ...ROW, design_effect }, 'en')?.interval ?? assert.fail();
    return upper - lower;
  };
  assert.ok(width(5) > width(1));
  assert.equal(width(null), width(1));
});

test('a reader that guesses corrects nothing', () => {
  const guessed = Array.from({ length: 20 }, (_, at) =>
    labelOf(at % 2 === 0 ? 'recommended' : 'neutral', at % 4 < 2 ? 'recommended' : 'neutral'),
  );
  assert.equal(correctedBy(checkedNames(guessed, MODEL))(ROW, 'en'), null);
});
