import type { FrozenReport } from '../../../pipeline/declare/shared-reports.ts';
import { type Html, html } from '../../markup/html.ts';
import { dateText } from '../../parts/words/window-text.ts';
import { utcText } from '../../visit/times.ts';
import { blockOn, type Paper } from './paper.ts';

/** A client report as read: cover and blocks. In print, the cover fills a page. @param beside the editor's controls */
export function sheets(report: FrozenReport, paper: Paper, beside: Html | null = null): Html {
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
${measured(paper)}</div>
</article>`;
}

function cover({ title, logo, preparedBy }: FrozenReport, { figures }: Paper): Html {
  const { window, compared, brand } = figures;
  return html`<header class="sheet cover">
<p class="cover-brand">${logo !== null && html`<img class="client-logo" src="${logo}" alt="">`}<b><bdi>${brand.name}</bdi></b></p>
<div class="cover-title"><h1>${title}</h1>
<p>${daysOf(window)}${compared !== null && html`,<br>compared with ${daysOf(compared)}`}</p></div>
<p class="cover-end"><span>${answersText(figures)}</span>${preparedBy !== '' && html`<span>Prepared by <bdi>${preparedBy}</bdi></span>`}</p>
</header>`;
}

/** `October 26, 2026 to November 22, 2026` */
function daysOf({ from, until }: { readonly from: string; readonly until: string }): string {
  return `${dateText(new Date(from))} to ${dateText(new Date(until))}`;
}

/** The brand's number of answers. Counts may be summed over engines; rates may not. */
function answersText({ named }: Paper['figures']): string {
  const own = named.filter(({ role, responses }) => role === 'self' && responses > 0);
  const answers = own.reduce((sum, { responses }) => sum + responses, 0);
  return `${answers.toLocaleString('en-US')} answers from ${own.length} ${own.length === 1 ? 'engine' : 'engines'}`;
}

function measured({ figures }: Paper): Html {
  return html`<section class="block measured"><h2>How this was measured</h2>
<p>Sightline asked the same questions repeatedly and looked for names in each answer. Rates have a 95% interval (Wilson), wider where an
engine repeats itself. The report states a change only beyond noise, and never averages engines. Below 5 answers it gives no rate: too few
is not zero. No figure counts failed requests. Answers by API can differ from answers in the apps.</p>
<p>Figures as of ${utcText(figures.as_of)}.</p></section>`;
}
