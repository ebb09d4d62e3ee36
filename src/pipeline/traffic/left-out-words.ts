import type { CountedLog } from './log-files.ts';

/** What a log says that does not count, and why: a sentence each. */
export function leftOutWords({ format, lines, elsewhere, closed, unread }: CountedLog): string[] {
  return [
    ...(format === null && lines > 0 ? ['No known format fits this file, so nothing was counted.'] : []),
    ...(elsewhere > 0 ? [`Left out ${many(elsewhere, 'line')} of other hosts than the brand's.`] : []),
    ...(closed > 0
      ? [
          `Left out ${many(closed, 'line')} of days whose log came more than 90 days ago: nobody can tell any more whether they counted.`,
        ]
      : []),
    ...(unread > 0 && format !== null ? [`${many(unread, 'line')} could not be read.`] : []),
  ];
}

/** `1,200 rows` */
export function many(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
