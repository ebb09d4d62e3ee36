import { column } from '../shape/columns.ts';
import { text } from '../shape/schemas.ts';
import type { Dimension } from './dimension.ts';

/** A declared fact, by its name. */
export const FACT = {
  properties: { fact: text("The fact's name.") },
  columns: [column('text', 'fact', 'Fact')],
  filter: ({ fact }: { readonly fact: string }) => ({ fact }),
} as const satisfies Dimension;
