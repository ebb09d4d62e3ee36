import type { Question } from './engine.ts';

/** How much longer an answer may be that is asked for again because it was cut short. Every default model takes it. */
export const LONGER = 2;

/** The cap on the length of an answer, in tokens. */
export function lengthCap({ isLonger }: Question, usual: number): number {
  return isLonger ? LONGER * usual : usual;
}
