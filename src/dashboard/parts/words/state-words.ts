import type { ChangeState } from '../../../domain/alerts/change.ts';

/** A change's state as a label. */
export const STATE_WORDS: Readonly<Record<ChangeState, string>> = {
  holds: 'Holds',
  over: 'Over',
  unknown: 'Not known',
};
