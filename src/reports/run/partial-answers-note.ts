/**
 * The note of a report that counts only answers in which Sightline looked for every brand tracked now; '' if these are all. It explains why
 * a rate here can differ from the one of /visibility.
 */
export function partialAnswersNote(meta: { readonly answers_left_out?: unknown }): string {
  const count = Number(meta.answers_left_out ?? 0);
  if (count === 0) return '';
  const [answers, are, them] = count === 1 ? ['answer', 'is', 'it'] : ['answers', 'are', 'them'];
  return `${count.toLocaleString('en-US')} ${answers} of the window ${are} not counted, because not every brand tracked now was looked for in ${them}.`;
}
