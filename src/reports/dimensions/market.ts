import { column } from '../shape/columns.ts';
import { text } from '../shape/schemas.ts';
import type { Dimension } from './dimension.ts';

/** The market. Screens hide it where every row has the same one. */
export const MARKET = {
  properties: {
    market: text('The market, by its name in /brands. Nothing counts markets together.'),
  },
  columns: [column('text', 'market', 'Market', { whereVaried: true })],
  filter: ({ market }: { readonly market: string }) => ({ market }),
} as const satisfies Dimension;
