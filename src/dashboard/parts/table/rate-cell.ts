import { partsOf, type RateFigure, rangeText } from '../../charts/rates.ts';
import { type Content, html } from '../../markup/html.ts';

/** A headline rate in large type, with interval, counts, and question range; links to its answers. */
export function rateCell(figure: RateFigure, href: string | null): Content {
  const { counts, percent, aside } = partsOf(figure);
  const text =
    figure.responses === 0
      ? html`<span class="few">no answers</span>`
      : percent === null
        ? html`<span class="few">no rate yet</span> <small class="counts">${counts} answers, ${aside.split(',')[0]}</small>`
        : html`<b class="big">${percent}</b> <small>${aside}</small> <small class="counts">${counts} answers</small>${ofQuestions(figure)}`;
  return href === null ? text : html`<a class="figure-link" href="${href}">${text}</a>`;
}

function ofQuestions(figure: RateFigure): Content {
  const range = rangeText(figure);
  return range === null ? null : html` <small class="counts">questions like these: ${range}</small>`;
}
