/**
 * What to keep in mind with a report whose answers are those in which every brand tracked now was looked for; empty if these are
 * all, or it is another report. Without it, a rate here and the one of /visibility would differ for no reason that is said.
 */
export function leftOutNote(meta: { readonly answers_left_out?: unknown }): string {
  const count = Number(meta.answers_left_out ?? 0);
  if (count === 0) return '';
  const [answers, are, them] = count === 1 ? ['answer', 'is', 'it'] : ['answers', 'are', 'them'];
  return `${count.toLocaleString('en-US')} ${answers} of the window ${are} not counted, because not every brand tracked now was looked for in ${them}.`;
}
