import { type Content, type Html, html } from '../markup/html.ts';
import type { Visit } from '../visit/visit.ts';

/** A next step for an empty page. */
export interface NextStep {
  readonly text: string;
  /** Path below the brand. */
  readonly page: string;
}

/** Explains an empty page, and offers the next step to users who may take it. The page header offers nearby choices (no-answers.ts). */
export function emptyState(visit: Visit, why: Content, step: NextStep | null = null): Html {
  return html`<div class="empty"><p>${why}</p>
${step !== null && visit.viewer.kind === 'user' && html`<p><a href="${visit.to(step.page)}">${step.text}</a></p>`}</div>`;
}
