import type { Rules } from '../../../domain/definition-figures.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';

/**
 * The filters of /answers that list what rules count on an engine; null where none do: there is no filter for repeats, and none
 * for prompts that contain the brand's name.
 */
export function answersBehind({ repeats, branded, counts }: Rules, engine: string): AnswersFilters | null {
  if (repeats === 'out' || branded === 'out') return null;
  const counted = counts === 'citing_answers' ? { cites_brand: 'self' } : { names: 'self' };
  return { engine, looked_for: 'all', ...counted };
}
