import { across } from '../../charts/plot.ts';
import { partsOf, type RateFigure } from '../../charts/rates.ts';
import { type Content, type Html, html } from '../../markup/html.ts';

/** A cell in a matrix with engines or brands as columns. */
export interface MatrixCell {
  /** Column name: `ChatGPT`. */
  readonly label: string;
  /** Undefined if there is nothing to count. */
  readonly figure: RateFigure | undefined;
  readonly href: string | null;
  /** Direction of a change larger than noise. */
  readonly edge?: 'fell' | 'rose' | null;
  /** Text above the interval. */
  readonly more?: Content;
  /** Text if there is nothing to count. */
  readonly none?: string;
  /** Whether the figure is a count without a denominator. */
  readonly isCount?: boolean;
}

/** Shading steps above 0. */
const STEPS = 10;

/** A share with its interval, shaded by size. Below the floor it has neither rate nor shade. */
export function matrixCell(cell: MatrixCell): Html {
  const { label, figure, href, edge, more, none = 'no answers', isCount = false } = cell;
  if (figure === undefined || (figure.responses === 0 && !isCount))
    return html`<td class="cell none" data-label="${label}"><span>${none}</span></td>`;
  const { rate } = figure;
  const style = isCount ? 'h0' : rate === null ? 'few' : `h${Math.round(STEPS * rate)}`;
  const body = isCount ? html`<b>${figure.present.toLocaleString('en-US')}</b>` : shareOf(figure);
  const content = html`${body}${more}${!isCount && rateLine(figure)}`;
  return html`<td class="cell ${style}${edge ? ` ${edge}` : ''}" data-label="${label}">${href === null ? html`<span>${content}</span>` : html`<a href="${href}">${content}</a>`}</td>`;
}

function shareOf(figure: RateFigure): Html {
  const { present, responses, interval } = figure;
  const { percent, aside } = partsOf(figure);
  if (percent === null) return html`${present} of ${responses}`;
  return html`<b>${percent}</b> <small>${present}/${responses}</small>${interval !== null && html`<span class="unseen">, ${aside}</span>`}`;
}

/** A rate and its interval on a line from 0 to 100%, below the same figures in text. Null below the floor. */
function rateLine({ rate, interval }: RateFigure): Html | null {
  if (rate === null) return null;
  const range =
    interval &&
    html`<line class="interval" x1="${across(interval.lower)}" x2="${across(interval.upper)}" y1="4" y2="4"/>`;
  return html`<svg class="rate-line" width="100%" height="8" aria-hidden="true"><line class="grid" x1="0" x2="100%" y1="4" y2="4"/>${range}<circle class="dot" cx="${across(rate)}" cy="4" r="3"/></svg>`;
}
