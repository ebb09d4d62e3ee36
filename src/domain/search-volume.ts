import { DAY_MS } from './period.ts';

/** What was found when the search volume of a question was looked up. */
export interface SearchVolume {
  /** Searches a month; null where the source has no figure. */
  readonly volume: number | null;
  readonly checkedAt: number;
  /** Where it is of: null for the whole world. */
  readonly locationCode: number | null;
  /** Null for every language. */
  readonly languageCode: string | null;
}

/** A volume is looked up again after this many days. Until then, and until that is done, it is shown with its date. */
export const VOLUME_DAYS = 30;

/** A question's volume in a market. One that was looked up for another market says nothing of this one. */
export function volumeIn(
  { locationCode, languageCode }: Pick<SearchVolume, 'locationCode' | 'languageCode'>,
  stored: SearchVolume | null,
): SearchVolume | null {
  const isSame = stored?.locationCode === locationCode && stored.languageCode === languageCode;
  return isSame ? stored : null;
}

/** Whether a volume is to be looked up: it never was, or too long ago. */
export function isVolumeDue(volume: SearchVolume | null, now: number): boolean {
  return volume === null || now - volume.checkedAt >= VOLUME_DAYS * DAY_MS;
}
