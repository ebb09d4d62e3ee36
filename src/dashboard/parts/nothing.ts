import { type Content, type Html, html } from '../html.ts';
import { here, type Visit } from '../visit.ts';
import { NO_WINDOW } from '../window.ts';
import { windowLabel } from './window-text.ts';

/** What there is to do about an empty page. */
export interface NextStep {
  readonly text: string;
  /** The page of the brand. */
  readonly page: string;
}

/** Why there is nothing, and what to do next: choose a longer window, or, for whoever may, what a step says. */
export function nothing(visit: Visit, why: Content, step: NextStep | null = null): Html {
  const longer = LONGER[visit.choice.window];
  return html`<div class="empty"><p>${why}</p>
<p class="row">${longer !== undefined && html`<a href="${here(visit, { ...NO_WINDOW, window: longer, page: null })}">${windowLabel(longer)}</a>`}
${step !== null && visit.viewer.kind === 'user' && html`<a href="${visit.to(step.page)}">${step.text}</a>`}</p></div>`;
}

const LONGER: Readonly<Record<string, string>> = { '7d': '28d', '28d': '90d', '90d': '365d' };
