import { DAY_MS } from '../../../domain/time/period.ts';

const UNITS = [
  { unit: 'day', milliseconds: DAY_MS },
  { unit: 'hour', milliseconds: DAY_MS / 24 },
  { unit: 'minute', milliseconds: DAY_MS / 24 / 60 },
] as const;

const RELATIVE = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

/** `4 hours ago`, `1 day ago`, `just now` */
export function agoText(at: number, now: number): string {
  const passed = now - at;
  const fitting = UNITS.find(({ milliseconds }) => passed >= milliseconds);
  if (fitting === undefined) return 'just now';
  return RELATIVE.format(-Math.floor(passed / fitting.milliseconds), fitting.unit);
}
