import { hash } from 'node:crypto';
import type { MarketCodes } from '../../../domain/brand/market.ts';
import { weekStart } from '../../../domain/questions/weekly.ts';
import type { NewJob } from '../../../storage/collect/jobs.ts';

type Asked = Pick<NewJob, 'promptId' | 'engine' | 'sample' | 'day'>;

/** The identity of a daily collection. Every process that plans a question for a day gets the same one, so it is collected once. */
export function identityOf(
  { day, promptId, engine, sample }: Asked,
  { locationCode, languageCode }: MarketCodes,
): string {
  return identityFrom([day, promptId, engine, locationCode, languageCode, sample]);
}

/**
 * The identity of a weekly collection: equal on every day of a week, so that the question is asked once in it.
 * @param digest SHA-256 of the question's text
 */
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
