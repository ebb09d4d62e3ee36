import type { AlertKind } from '../../../domain/alerts/alert-rules.ts';
import type { Comparison } from '../../../reports/alerts/comparisons.ts';

export const KIND_LABELS: Readonly<Record<AlertKind, string>> = {
  visibility_drop: 'Named less often',
  visibility_rise: 'Named more often',
  engine_blackout: 'No longer named',
  competitor_overtook: 'A competitor ranks ahead',
  cited_not_named: 'Cited, not named',
  negative_framing: 'Framed negatively',
};

/** Row heading for a compared measure. @param self the page's brand */
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
