import type { FrozenReport } from '../../../pipeline/declare/shared-reports.ts';
import { type Html, html } from '../../markup/html.ts';
import { utcText } from '../../visit/times.ts';
import { blockOn, type Paper } from './paper.ts';

/** A client report as read: a head, its blocks, and how to read them. @param beside the editor's controls */
export function sheets(report: FrozenReport, paper: Paper, beside: Html | null = null): Html {
  const shown = report.blocks.filter((block) => block.shown);
  let number = 0;
  const blocks = shown.map((block) => {
    const next = number + 1;
    const made = blockOn(paper, block, next);
    if (made !== null && block.kind !== 'text' && block.kind !== 'summary') number = next;
    return made;
  });
  return html`<article class="sheets">
<div class="sheet">${head(report, paper)}
${blocks}
${measured(paper)}</div>
${beside !== null && html`<div class="not-printed">${beside}</div>`}
</article>`;
}

function head({ title, logo, preparedBy }: FrozenReport, { figures }: Paper): Html {
  return html`<header class="sheet-head">${logo !== null && html`<img class="client-logo" src="${logo}" alt="">`}<h1>${title}</h1>
<p>${daysOf(figures.window)}${preparedBy !== '' && html`<br>Prepared by <bdi>${preparedBy}</bdi>`}</p></header>`;
}

/** `October 26 – November 22, 2026` */
function daysOf({ from, until }: { readonly from: string; readonly until: string }): string {
  return DAYS.formatRange(new Date(from), new Date(until));
}

const DAYS = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The brand's number of answers. Counts may be summed over engines; rates may not. */
function answersText({ named }: Paper['figures']): string {
  const own = named.filter(({ role, responses }) => role === 'self' && responses > 0);
  const answers = own.reduce((sum, { responses }) => sum + responses, 0);
  return `${answers.toLocaleString('en-US')} answers from ${own.length} ${own.length === 1 ? 'engine' : 'engines'}`;
}

function measured({ figures }: Paper): Html {
  return html`<section class="block measured"><h2>How to read these figures</h2>
<p>${answersText(figures)} to questions asked one or more times; Sightline looked for names in each. A share has a 95% interval (Wilson), wider
where an engine repeats itself; below 5 answers there is none, which is not zero. Engines are never averaged, and answers by API can differ from
those in the apps. A change is one that an alert confirmed: it has its own days, and covers all questions.${figures.compared !== null && ` “As before” compares with ${daysOf(figures.compared)}.`}</p>
<p>Figures as of ${utcText(figures.as_of)}; later answers do not change them.</p></section>`;
}
