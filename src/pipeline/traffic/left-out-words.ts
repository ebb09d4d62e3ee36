import type { CountedLog } from './log-files.ts';

/** What a log says that does not count, and why: a sentence each. */
export function leftOutWords({ format, lines, elsewhere, closed, unread }: CountedLog): string[] {
  const many = (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`);
  return [
    ...(format === null && lines > 0 ? ['No known format fits this file, so nothing was counted.'] : []),
    ...(elsewhere > 0 ? [`Left out ${many(elsewhere)} of other hosts than the brand's.`] : []),
    ...(closed > 0
      ? [
          `Left out ${many(closed)} of days whose log came more than 90 days ago: nobody can tell any more whether they counted.`,
        ]
      : []),
    ...(unread > 0 && format !== null ? [`${many(unread)} could not be read.`] : []),
  ];
}
