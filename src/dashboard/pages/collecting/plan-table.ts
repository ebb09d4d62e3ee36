import { CURRENT_DAYS } from '../../../domain/alerts/alert-rules.ts';
import { dollars } from '../../../domain/figures/usd.ts';
import { across } from '../../charts/plot.ts';
import { type Html, html } from '../../markup/html.ts';
import { countText, type EnginePlan, pointsText, type Seen } from './plan-words.ts';

type Need = EnginePlan['needs'][number];

/** Points at which a bar fills its track. */
const MOST_POINTS = 60;

export function plansTable(plans: readonly EnginePlan[]): Html {
  return html`<table class="cards plan">
<caption class="unseen">Smallest change that each engine can show, and the answers that smaller changes need</caption>
<thead><tr><th scope="col">Engine</th><th scope="col" class="figure">Answers a day</th><th scope="col" class="figure">Cost a month</th><th scope="col">Smallest change seen in ${CURRENT_DAYS} days</th><th scope="col" class="figure">In 28 days</th>${needsOf(plans).map(needHead)}</tr></thead>
<tbody>${plans.map(rowOf)}</tbody>
</table>`;
}

/** All engines have the same sizes. */
const needsOf = ([first]: readonly EnginePlan[]) => first?.needs ?? [];

/** Alerts with a higher threshold never report a change of this size. */
function needHead({ points, min_delta_points: least }: Need, place: number, all: readonly Need[]): Html {
  const asksLess = least < (all[0]?.min_delta_points ?? least);
  return html`<th scope="col" class="figure">${place === 0 && html`Answers a day and cost a month to see<br>`}${points} points${asksLess && `, with alerts from ${least} points on`}</th>`;
}

function rowOf(plan: EnginePlan): Html {
  const { row, within7, within28, needs } = plan;
  return html`<tr><th scope="row">${row.engine_name}</th>
<td class="figure" data-label="Answers a day">${row.answers_per_day}</td>
<td class="figure" data-label="Cost a month">${row.usd_per_month === null ? html`<span class="few">not known</span>` : dollars(row.usd_per_month)}</td>
<td data-label="Smallest change seen in ${CURRENT_DAYS} days"><div class="sight">${bar(within7)}${within7 === null ? unseen(plan) : html`<b>${seenText(within7)}</b>`}</div></td>
<td class="figure" data-label="In 28 days">${within28 === null ? html`<span class="few">–</span>` : seenText(within28)}</td>
${needs.map(needCell)}</tr>
`;
}

function seenText({ points, isRise }: Seen): string {
  return isRise ? `rise of ${pointsText(points)}` : pointsText(points);
}

function bar(seen: Seen | null): Html {
  return html`<svg class="sight-bar" width="100%" height="12" aria-hidden="true"><line class="grid" x1="0" x2="100%" y1="6" y2="6"/>${
    seen && html`<rect x="0" y="3" width="${across(Math.min(1, seen.points / MOST_POINTS))}" height="6"/>`
  }<line class="zero" x1="0" x2="0" y1="0" y2="12"/></svg>`;
}

/** The reason for seeing nothing within a week. */
function unseen({ drop, row }: EnginePlan): Html {
  if (drop.rate === null)
    return html`<span class="few">too few: ${countText(row.responses, 'answer')}</span>`;
  if (drop.not_called_because === 'too_few_answers')
    return html`<span class="few">too few answers a week</span>`;
  return html`<span class="few">none: its rate cannot change enough</span>`;
}

function needCell(need: Need): Html {
  const { points, answers_per_day: answers, usd_per_month: usd, rate_assumed: isAssumed } = need;
  return html`<td class="figure need" data-label="To see ${points} points"><span>${isAssumed && 'about '}<b>${answers}</b>${usd !== null && html` <small>${dollars(usd)}</small>`}<small class="counts">${howText(need)}</small></span></td>`;
}

/** The required questions or repeats, and the delay with the present answers. */
function howText({ prompts, times_a_day: times, days_now: days, kind }: Need): string {
  const how = times > 1 ? `each question ${times} times a day` : `${prompts} questions`;
  const what = kind === 'visibility_rise' ? 'for a rise, ' : '';
  return `${what}${how}${days === null ? '' : `; or wait ${days} days`}`;
}
