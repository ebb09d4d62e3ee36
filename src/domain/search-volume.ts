import { DAY_MS } from './period.ts';

/** What was found when the search volume of a question was looked up. */
export interface SearchVolume {
  /** Searches a month; null where the source has no figure. */
  readonly volume: number | null;
  readonly checkedAt: number;
}

/** A volume is looked up again after this many days. Until then, and until that is done, it is shown with its date. */
export const VOLUME_DAYS = 30;

/** Whether a volume is to be looked up: it never was, or too long ago. */
export function isVolumeDue(volume: SearchVolume | null, now: number): boolean {
  return volume === null || now >= volumeDueAt(volume.checkedAt);
}

/** From when on a volume that was looked up at an instant is to be looked up again. */
export function volumeDueAt(checkedAt: number): number {
  return checkedAt + VOLUME_DAYS * DAY_MS;
}
