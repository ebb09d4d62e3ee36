import type { WhyRow } from './rows.ts';

/** Row headings for the parts of a change. */
export const TERM_NAMES: Readonly<Record<WhyRow['term'], string>> = {
  change: 'Change',
  questions_added: 'Questions added',
  questions_removed: 'Questions removed',
  questions_replaced: 'Other questions',
  question_mix: 'How often each is asked',
  model_mix: 'Which models answer',
  rate: 'Rate',
  cited_share: 'How often it is cited',
  rate_where_cited: 'Rate where it is cited',
  rate_elsewhere: 'Rate elsewhere',
  reading: 'Reading',
  not_told: 'Not distinguishable from noise',
};
