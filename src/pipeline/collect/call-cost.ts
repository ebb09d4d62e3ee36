import { LONGER } from '../../engines/length-cap.ts';
import type { AskedQuestion } from './asked-question.ts';

/** What an answer costs, or may cost, if it usually is so much: a longer one is more. */
export function longerCost({ isLonger }: Pick<AskedQuestion, 'isLonger'>, micros: number): number {
  return isLonger ? LONGER * micros : micros;
}
