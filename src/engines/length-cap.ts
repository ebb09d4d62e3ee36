import type { Question } from './engine.ts';

/** The cap's growth after a truncated answer. Every default model accepts it. */
export const RETRY_LENGTH_FACTOR = 2;

/** The length cap for an answer, in tokens. */
export function lengthCap({ isLonger }: Question, usual: number): number {
  return isLonger ? RETRY_LENGTH_FACTOR * usual : usual;
}
