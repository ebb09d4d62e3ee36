import { RETRY_LENGTH_FACTOR } from '../../../engines/length-cap.ts';
import type { AskedQuestion } from './asked-question.ts';
import type { ReadyEngine } from './ready-engine.ts';

/** What reading an answer costs in a batch. */
export function batchMicros({ micros }: Pick<ReadyEngine, 'micros'>): number {
  return Math.ceil(micros / 2);
}

/** An answer's cost from the usual one: a longer answer costs more. */
export function longerCost({ isLonger }: Pick<AskedQuestion, 'isLonger'>, micros: number): number {
  return isLonger ? RETRY_LENGTH_FACTOR * micros : micros;
}
