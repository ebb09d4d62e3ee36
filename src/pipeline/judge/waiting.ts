import { countWaiting, NO_READINGS, type WaitingReadings } from '../../storage/collect/reading-jobs.ts';
import { listCollectedBrands } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';

export type { WaitingReadings } from '../../storage/collect/reading-jobs.ts';

/** What waits to be read of some brands, together. */
export async function waitingOf(
  db: Database,
  now: number,
  brands: readonly { readonly id: number }[],
): Promise<WaitingReadings> {
  const sum = { ...NO_READINGS };
  for (const { id } of brands)
    for (const [kind, answers] of Object.entries(await countWaiting(db, id, now)))
      sum[kind as keyof WaitingReadings] += answers;
  return sum;
}

/** What waits to be read of all brands. */
export async function waitingNow(db: Database, now: number): Promise<WaitingReadings> {
  return await waitingOf(db, now, await listCollectedBrands(db));
}

const WORDS: Readonly<Record<keyof WaitingReadings, readonly [what: string, why: string]>> = {
  due: ['Asked next', 'older ones too'],
  again: ['Asked again later', 'after a failure'],
  held: ['Held back', 'until the ceiling of dollars a day allows them, or their reader works again'],
  awaiting: ['Waiting for a batch at half the price', 'sent as far as the ceiling of dollars a day allows'],
  unsure: [
    'In a batch that was being sent',
    'its process may have ended, so the provider is asked whether it has it',
  ],
  full: ['In a batch that the provider has no room for', 'sent again in a few minutes'],
  sent: ['At the provider at half the price', 'within a day'],
};

/** What waits to be read, and why, by sentences: `Asked next: 2, older ones too.` */
export function waitingWords(waiting: WaitingReadings): string[] {
  return Object.entries(WORDS).flatMap(([kind, [what, why]]) => {
    const answers = waiting[kind as keyof WaitingReadings];
    return answers === 0 ? [] : [`${what}: ${answers.toLocaleString('en-US')}, ${why}.`];
  });
}
