import type { ClientReport } from '../../../pipeline/declare/client-reports.ts';
import { type Html, html } from '../../html.ts';
import { dateText } from '../../parts/window-text.ts';
import { utcText } from '../../times.ts';
import { blockOn, type Paper } from './paper.ts';

/**
 * A report for a client as it is read: a cover, and its blocks. On paper the cover is a page of its own.
 *
 * @param beside what stands beside the cover for whoever edits the report
 */
export function sheets(report: ClientReport, paper: Paper, beside: Html | null = null): Html {
  const shown = report.blocks.filter((block) => block.shown);
  let number = 0;
  const blocks = shown.map((block) => {
    const next = number + 1;
    const made = blockOn(paper, block, next);
    if (made !== null && block.kind !== 'text') number = next;
    return made;
  });
  const front = cover(report, paper);
  return html`<article class="sheets">
${beside === null ? front : html`<div class="beside-cover"><div class="not-printed">${beside}</div>${front}</div>`}
<div class="sheet">${blocks}
${measured(report, paper)}</div>
</article>`;
}

function cover({ title, logo, preparedBy }: ClientReport, { figures }: Paper): Html {
  const { window, compared, brand } = figures;
  return html`<header class="sheet cover">
<p class="cover-brand">${logo !== null && html`<img class="client-logo" src="${logo}" alt="">`}<b><bdi>${brand.name}</bdi></b></p>
<div class="cover-title"><h1>${title}</h1>
<p>${daysOf(window)}${compared !== null && html`,<br>compared with ${daysOf(compared)}`}</p></div>
<p class="cover-end"><span>${answersText(figures)}</span>${preparedBy !== '' && html`<span>Prepared by <bdi>${preparedBy}</bdi></span>`}</p>
</header>`;
}

/** `October 26, 2026 to November 22, 2026` */
export function daysOf({ from, until }: { readonly from: string; readonly until: string }): string {
  return `${dateText(new Date(from))} to ${dateText(new Date(until))}`;
}

/** Of the brand itself, by engine: engines are not added up in a rate, and their answers may be. */
function answersText({ named }: Paper['figures']): string {
  const own = named.filter(({ role, responses }) => role === 'self' && responses > 0);
  const answers = own.reduce((sum, { responses }) => sum + responses, 0);
  return `${answers} answers of ${own.length} ${own.length === 1 ? 'engine' : 'engines'}`;
}

/** How the figures were made, and how to tell that nobody changed them. */
function measured({ hash }: ClientReport, { figures }: Paper): Html {
  return html`<section class="block measured"><h2>How this was measured</h2>
<p>The same questions were asked again and again, each answer read for the names in it. A rate carries a 95% interval (Wilson), widened where an
engine repeats itself. A change is stated only if it is told from noise. Engines are never averaged. Below 5 answers no rate is given: too few
is not zero. Failed requests are in no figure. Answers that are asked by API can differ from those in the apps.</p>
<p>Figures as of ${utcText(figures.as_of)}. SHA-256 of the figures: <code class="hash">${hash}</code></p></section>`;
}
