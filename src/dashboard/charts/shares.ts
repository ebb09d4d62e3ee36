import { type Content, type Html, html } from '../markup/html.ts';
import { dotWithInterval, type LinkedRate, percentAxis } from './dot.ts';

/** A share's name, dot, and figures as text. */
export interface Share extends LinkedRate {
  readonly name: string;
  readonly label: Content;
  readonly text: Content;
  /** Whether it has too few answers for an interval, so that its mark is hollow. */
  readonly isFew?: boolean;
}

/** A column of shares as dots with intervals on one axis. */
export function sharesFigure(kind: string, caption: Html | null, shares: readonly Share[]): Html {
  return html`<figure class="chart ${kind}">${caption && html`<figcaption>${caption}</figcaption>`}
<div class="share-row axis-row"><span class="name"></span>${percentAxis()}<span class="text"></span></div>
${shares.map(shareRow)}
</figure>`;
}

function shareRow({ name, label, figure, href, text, isFew = false }: Share): Html {
  return html`<div class="share-row${isFew && ' few-answers'}"><span class="name">${label}</span>${dotWithInterval({ name, figure, href })}<span class="text">${text}</span></div>
`;
}
