import { type Content, html } from '../html.ts';
import type { ChosenWindow } from '../window.ts';

/** A window as fields that a form keeps without showing them. */
export function windowFields(window: ChosenWindow): Content {
  return Object.entries(window).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
}
