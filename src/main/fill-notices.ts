import type { FillProgress } from '../storage/answers/fills.ts';

/** Opening a store that takes longer says so, and how far it is, every so often. */
const NOTICE_MS = 3000;

/** What to call after each batch of fills: it says how far they are, unless they are done before anyone wonders. */
export function fillNotices(now: () => number, say: (sentence: string) => void) {
  let next = now() + NOTICE_MS;
  return ({ step, steps, share }: FillProgress): void => {
    if (now() < next) return;
    next = now() + NOTICE_MS;
    say(
      `Counting stored answers for the new version: step ${step} of ${steps}, ${Math.floor(share * 100)}% done. ` +
        'If this is interrupted, the next start continues.',
    );
  };
}
