import { rateLine } from '../charts/rate-line.ts';
import { partsOf, type RateFigure } from '../charts/rates.ts';
import { type Content, type Html, html } from '../html.ts';

/** A figure of a matrix whose columns are engines or brands. */
export interface MatrixCell {
  /** What its column is: `ChatGPT`. */
  readonly label: string;
  /** Undefined where there is nothing to count. */
  readonly figure: RateFigure | undefined;
  readonly href: string | null;
  /** Whether its change is larger than noise, and which way it went. */
  readonly edge?: 'fell' | 'rose' | null;
  /** What else is said of it, above its interval. */
  readonly more?: Content;
  /** What stands where nothing is counted. */
  readonly none?: string;
  /** Whether nothing is divided. */
  readonly isCount?: boolean;
  /** Whether what it leads to is shown. */
  readonly isCurrent?: boolean;
}

/** How many steps of shading there are above 0. */
const STEPS = 10;

/** A share with its interval, the darker the higher it is. Below the floor there is no rate, and no color. */
export function matrixCell(cell: MatrixCell): Html {
  const { label, figure, href, edge, more, none = 'no answers', isCount = false, isCurrent = false } = cell;
  if (figure === undefined || (figure.responses === 0 && !isCount))
    return html`<td class="cell none" data-label="${label}"><span>${none}</span></td>`;
  const { rate } = figure;
  const style = isCount ? 'h0' : rate === null ? 'few' : `h${Math.round(STEPS * rate)}`;
  const body = isCount ? html`<b>${figure.present.toLocaleString('en-US')}</b>` : shareOf(figure);
  const content = html`${body}${more}${!isCount && rateLine(figure)}`;
  return html`<td class="cell ${style}${edge ? ` ${edge}` : ''}" data-label="${label}">${href === null ? html`<span>${content}</span>` : html`<a href="${href}"${isCurrent && html` aria-current="true"`}>${content}</a>`}</td>`;
}

function shareOf(figure: RateFigure): Html {
  const { present, responses, interval } = figure;
  const { percent, aside } = partsOf(figure);
  if (percent === null) return html`${present} of ${responses}`;
  return html`<b>${percent}</b> <small>${present}/${responses}</small>${interval !== null && html`<span class="unseen">, ${aside}</span>`}`;
}
