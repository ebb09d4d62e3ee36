import { hash } from 'node:crypto';
import type { MarketCodes } from '../../../domain/brand/market.ts';
import { weekStart } from '../../../domain/questions/weekly.ts';
import type { NewJob } from '../../../storage/collect/jobs.ts';

type Asked = Pick<NewJob, 'promptId' | 'engine' | 'sample' | 'day'>;

/** The same question on the same day is the same collection, whichever process plans it. */
export function identityOf(
  { day, promptId, engine, sample }: Asked,
  { locationCode, languageCode }: MarketCodes,
): string {
  return identityFrom([day, promptId, engine, locationCode, languageCode, sample]);
}

/** That of a weekly question is the same on every day of its week, so that it is asked once in it. @param digest of its text */
export function weeklyIdentityOf(
  { day, promptId, engine }: Omit<Asked, 'sample'>,
  { locationCode, languageCode }: MarketCodes,
  digest: string,
): string {
  return identityFrom(['week', weekStart(digest, day), promptId, engine, locationCode, languageCode]);
}

function identityFrom(parts: readonly (string | number | null)[]): string {
  return hash('sha256', `collect ${JSON.stringify(parts)}`, 'hex');
}
