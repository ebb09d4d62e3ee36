import { type Rules, ruleChanged } from './definition-figures.ts';

/** Rules in words, for pages and documents. */

const COUNTED: Readonly<Record<Rules['counts'], string>> = {
  occurrences: 'occurrences of the name',
  answers: 'answers that name the brand',
  citing_answers: 'answers that cite its site',
  prompts: 'questions with an answer that names the brand',
};

const WHOLES: Readonly<Record<Rules['of'], (counts: Rules['counts']) => string>> = {
  nothing: () => 'nothing: it is a count',
  all: (counts) => (counts === 'prompts' ? 'all questions with an answer' : 'all answers'),
  any: () => 'the answers that name any tracked brand',
  brands: (counts) =>
    counts === 'occurrences'
      ? 'the occurrences of all tracked brands'
      : 'the sum of the answers that name each tracked brand',
};

/** `answers that name the brand` */
export function countedText({ counts }: Rules): string {
  return COUNTED[counts];
}

/** The denominator, or that there is none. */
export function wholeText({ counts, of }: Rules): string {
  return WHOLES[of](counts);
}

/** A step's change: a sentence without its full stop. */
export function stepText(before: Rules, after: Rules): string {
  switch (ruleChanged(before, after)) {
    case null:
      return 'Nothing changes';
    case 'repeats':
      return after.repeats === 'out'
        ? "Drop repeats: only a question's first answer on each day counts"
        : "Add repeats: all of a question's answers on a day count";
    case 'branded':
      return after.branded === 'out'
        ? "Drop the questions that contain the brand's name"
        : "Add the questions that contain the brand's name";
    case 'counts':
      return `Count ${COUNTED[after.counts]}, not ${COUNTED[before.counts]}`;
    case 'of':
      return after.of === 'nothing'
        ? 'Divide by nothing: a count, no longer a share'
        : `Divide by ${wholeText(after)}${before.of === 'nothing' ? ': a share, no longer a count' : ''}`;
  }
}
