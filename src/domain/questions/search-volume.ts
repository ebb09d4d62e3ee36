import { DAY_MS } from '../time/period.ts';

/** A question's search volume, as looked up. */
export interface SearchVolume {
  /** Searches a month; null if the source has no figure. */
  readonly volume: number | null;
  readonly checkedAt: number;
}

/** A volume expires after this many days; until its renewal, pages show it with its date. */
export const VOLUME_DAYS = 30;

export function isVolumeDue(volume: SearchVolume | null, now: number): boolean {
  return volume === null || now >= volume.checkedAt + VOLUME_DAYS * DAY_MS;
}
