import { type Content, type Html, html } from '../html.ts';
import type { Visit } from '../visit.ts';

/** What there is to do about an empty page. */
export interface NextStep {
  readonly text: string;
  /** The page of the brand. */
  readonly page: string;
}

/** Why there is nothing, and for whoever may, what to do next. Which other choice has answers is said over the page (emptied.ts). */
export function nothing(visit: Visit, why: Content, step: NextStep | null = null): Html {
  return html`<div class="empty"><p>${why}</p>
${step !== null && visit.viewer.kind === 'user' && html`<p><a href="${visit.to(step.page)}">${step.text}</a></p>`}</div>`;
}
