import type { Report } from '../shape/report.ts';

/**
 * A report's note if it counts only answers in which Sightline looked for every brand tracked now; '' if it counts all. It explains why a
 * rate here can differ from /visibility.
 */
export function partialAnswersNote(meta: { readonly answers_left_out?: unknown }): string {
  const count = Number(meta.answers_left_out ?? 0);
  if (count === 0) return '';
  const [answers, doNot, them] = count === 1 ? ['answer', 'does not', 'it'] : ['answers', 'do not', 'them'];
  return (
    `${count.toLocaleString('en-US')} ${answers} in the window ${doNot} count, because Sightline did not look for every ` +
    `brand tracked now in ${them}.`
  );
}

/** The note on the answers that a report leaves out; '' for none. */
export function leftOutNoteOf(report: Pick<Report, 'leftOutNote'>, meta: object): string {
  return (report.leftOutNote ?? partialAnswersNote)(meta);
}
