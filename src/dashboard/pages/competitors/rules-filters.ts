import type { Rules } from '../../../domain/figures/definition-figures.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';

/** /answers filters for a definition's rules on an engine; null where no filter exists: repeats, and prompts with the brand's name. */
export function filtersForRules({ repeats, branded, counts }: Rules, engine: string): AnswersFilters | null {
  if (repeats === 'out' || branded === 'out') return null;
  const counted = counts === 'citing_answers' ? { cites_brand: 'self' } : { names: 'self' };
  return { engine, looked_for: 'all', ...counted };
}
