import type { Direction, ExperimentMeasure } from '../../../domain/alerts/experiment.ts';
import type { ExperimentState } from '../../../reports/experiments/experiment-words.ts';

export const MEASURE_WORDS: Readonly<Record<ExperimentMeasure, string>> = {
  named: 'How often it is named',
  cited: 'How often it is cited',
  recommended: 'How often it is recommended',
};

export const DIRECTION_WORDS: Readonly<Record<Direction, string>> = {
  up: 'More often',
  down: 'Less often',
};

export const STATE_WORDS: Readonly<Record<ExperimentState, string>> = {
  registered: 'not started',
  running: 'running',
  ended: 'ended',
  withdrawn: 'withdrawn',
};
