const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Nov 9` */
export function dayText(instant: string): string {
  return DAY.format(new Date(instant));
}

/** One or more days: `Nov 9`, `Nov 9 to 15`, `Nov 30 to Dec 6`. */
export function daysText(start: string, end: string): string {
  const [first, last] = [dayText(start), dayText(end)];
  if (first === last) return first;
  const [month, day = ''] = last.split(' ');
  return first.startsWith(`${month} `) ? `${first} to ${day}` : `${first} to ${last}`;
}
