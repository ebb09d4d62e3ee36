import type { AlertKind } from '../../domain/alert-rules.ts';
import type { Comparison } from '../../reports/comparisons.ts';

/** Each kind of alert as a choice or a label: what the brand's owner would call it. */
export const KIND_LABELS: Readonly<Record<AlertKind, string>> = {
  visibility_drop: 'Named less often',
  visibility_rise: 'Named more often',
  engine_blackout: 'No longer named',
  competitor_overtook: 'A competitor is put ahead',
  cited_not_named: 'Cited, not named',
  negative_framing: 'Framed negatively',
  visibility_drift: 'Slow change',
  fact_contradicted: 'A fact is contradicted',
};

/** What is compared, as the head of a row. @param self the brand whose page it is */
export function measureLabel(
  { measure, brand }: Pick<Comparison, 'measure' | 'brand'>,
  self: string,
): string {
  switch (measure) {
    case 'visibility':
      return `Names ${self}`;
    case 'overtaken':
      return `Puts ${brand} ahead`;
    case 'cited_not_named':
      return `Cites ${self} without naming it`;
    case 'negative_framing':
      return `Frames ${self} negatively`;
  }
}
