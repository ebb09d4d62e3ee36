import { type Rules, ruleChanged } from './definition-figures.ts';

/** Rules in words, as every page and document has them. */

const COUNTED: Readonly<Record<Rules['counts'], string>> = {
  occurrences: 'occurrences of the name',
  answers: 'answers that name the brand',
  citing_answers: 'answers that cite its site',
  prompts: 'prompts whose answers name the brand',
};

/** What something is divided by, after `Divided by`. */
const WHOLES: Readonly<Record<Exclude<Rules['of'], 'nothing'>, (counts: Rules['counts']) => string>> = {
  all: (counts) => (counts === 'prompts' ? 'all prompts with an answer' : 'all answers'),
  any: (counts) => `the ${KINDS[counts]} any tracked brand`,
  brands: (counts) => `the sum of ${SUMMED[counts]} over all tracked brands`,
};

const KINDS: Readonly<Record<Rules['counts'], string>> = {
  occurrences: 'answers that name',
  answers: 'answers that name',
  citing_answers: 'answers that cite',
  prompts: 'prompts whose answers name',
};

const SUMMED: Readonly<Record<Rules['counts'], string>> = {
  occurrences: 'occurrences',
  answers: 'answers that name each',
  citing_answers: 'answers that cite each',
  prompts: 'prompts whose answers name each',
};

/** `answers that name the brand` */
export function countedText({ counts }: Rules): string {
  return COUNTED[counts];
}

/** What is divided by, or that nothing is. */
export function wholeText({ counts, of }: Rules): string {
  return of === 'nothing' ? 'nothing: it is a count' : WHOLES[of](counts);
}

/** What a step of a walk changes: a sentence without its full stop. */
export function stepText(before: Rules, after: Rules): string {
  switch (ruleChanged(before, after)) {
    case null:
      return 'Nothing changes';
    case 'repeats':
      return after.repeats === 'out'
        ? "Drop repeats: of a day's answers to one prompt, only the first counts"
        : "Add repeats: every one of a day's answers to a prompt counts";
    case 'branded':
      return after.branded === 'out'
        ? 'Drop the prompts that contain the name of the brand'
        : 'Add the prompts that contain the name of the brand';
    case 'counts':
      return `Count ${COUNTED[after.counts]}, not ${COUNTED[before.counts]}`;
    case 'of':
      return after.of === 'nothing'
        ? 'Divide by nothing: a count, no longer a share'
        : `Divide by ${wholeText(after)}${before.of === 'nothing' ? ': a share, no longer a count' : ''}`;
  }
}
