import { text } from '../shape/schemas.ts';
import type { Dimension } from './dimension.ts';

/** A declared fact, by its name. */
export const FACT = {
  properties: { fact: text("The fact's name.") },
  columns: [{ id: 'fact', label: 'Fact', kind: 'text', field: 'fact' }],
  filter: ({ fact }: { readonly fact: string }) => ({ fact }),
} as const satisfies Dimension;
