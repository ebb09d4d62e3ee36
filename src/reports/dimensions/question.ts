import { column } from '../shape/columns.ts';
import { nullableText } from '../shape/schemas.ts';
import type { Dimension } from './dimension.ts';

/** A question, in a report that `by` can divide otherwise. */
export const QUESTION = {
  properties: {
    id: nullableText("The question's id, as in /questions; null with `by`."),
    question: nullableText('The question; null with `by`.'),
  },
  columns: [
    column('text', 'question', 'Question', { whereVaried: true }),
    column('text', 'id', 'Id', { csvOnly: true }),
  ],
  filter: ({ id }: { readonly id: string | null }) => (id === null ? {} : { prompt: id }),
} as const satisfies Dimension;
