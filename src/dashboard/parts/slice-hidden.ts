import { type Content, html } from '../html.ts';
import type { ChosenSlice } from '../slice.ts';

/** A slice as fields that a form keeps without showing them. */
export function hiddenSlice(slice: ChosenSlice): Content {
  return Object.entries(slice).flatMap(([name, values]) =>
    [values].flat().map((value) => html`<input type="hidden" name="${name}" value="${value}">`),
  );
}
