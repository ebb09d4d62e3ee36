import { CURRENT_DAYS } from '../../../domain/alerts/alert-rules.ts';
import { dollars } from '../../../domain/figures/usd.ts';
import { counted } from '../../../domain/text.ts';
import { reports } from '../../../reports/index.ts';
import type { Plan } from '../../../reports/planner/planner-schema.ts';
import type { ListOf } from '../../../reports/shape/report.ts';
import { across } from '../../charts/plot.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import { askingWords, unpricedWords } from '../../parts/form/review.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import { stateFor } from './collecting-page.ts';
import { type EnginePlan, enginePlans, type PlanEnvelope, pointsText, type Seen } from './plan-words.ts';

/** The smallest detectable change, its delay and cost, and the needs of smaller changes. */
export async function planPage(visit: Visit): Promise<Outcome> {
  const found = await visit.figures(reports.planner);
  const plans = enginePlans(found.data);
  const { cost } = await stateFor(visit);
  return page({
    title: `Plan · ${visit.brand.name}`,
    figures: [reports.planner],
    csv: [{ label: 'Plan', href: visit.to('csv/planner') }],
    main: html`<header class="page-head">
<h1>${headline(plans)}</h1>
<p class="lead">Your questions need ${askingWords(cost)} Smallest change: the size that alerts catch in 4 of 5 cases.</p>
</header>
<div class="plan-parts">${
      plans.length === 0
        ? html`<p class="empty">No engine is set up, and none has answered in this window.</p>`
        : html`${choices(visit, found, plans)}
${plansTable(plans)}`
    }
${folds(visit, found)}</div>`,
  });
}

/** The best engine's smallest detectable change. */
function headline(plans: readonly EnginePlan[]): string {
  const [best] = plans.toSorted((one, other) => sightOf(one) - sightOf(other));
  if (best === undefined) return 'No engine is set up yet';
  const { within7, within28, row } = best;
  const seen = within7 ?? within28;
  if (seen === null) return 'Your questions cannot show a change yet';
  return `Your questions can show a change of ${pointsText(seen.points)} on ${row.engine_name} within ${within7 === null ? 28 : 7} days`;
}

/** Sort key: smallest detectable change first, engines without one last. */
function sightOf({ within7, within28 }: EnginePlan): number {
  return within7?.points ?? 100 + (within28?.points ?? 100);
}

/** Renders a list of the plan as a table. */
type TableOfPlan = (list: ListOf<typeof reports.planner>, caption: string) => Html;

/** The plan's other sections. */
function folds(visit: Visit, found: PlanEnvelope): Html {
  const table: TableOfPlan = (list, caption) => reportTable(visit, reports.planner, found, { list, caption });
  const { data, meta } = found;
  return html`<div class="drawers">
${drawer({
  id: 'plan-changes',
  title: 'Every kind of change, and other sets of questions',
  aside: counted(data.changes.length + data.what_ifs.length, 'row'),
  content: html`<p class="help">After 28 days, a change is in both windows, so alerts miss it.</p>${table('changes', 'Changes')}
<h3>Other sets of questions</h3>
${table('what_ifs', 'Other sets of questions')}`,
})}
${drawer({
  id: 'plan-engines',
  title: 'Inputs of this forecast',
  aside: windowText(meta),
  content: html`<p class="help">${introduction(found)}</p>${table('engines', 'Engines')}`,
})}
</div>`;
}

interface Drawer {
  readonly id: string;
  readonly title: string;
  readonly aside: string;
  readonly content: Content;
}

function drawer({ id, title, aside, content }: Drawer): Html {
  return html`<details class="drawer" id="${id}"><summary><h2>${title}</h2> <small>${aside}</small></summary>
${content}</details>`;
}

function introduction(found: PlanEnvelope): string {
  const { min_delta_points: points, min_sample_each_side: answers } = found.meta;
  return (
    `A forecast from the answers of this window, by the rules of the alerts: at least ${points} points, ${answers} answers in each window, more than noise, ` +
    `and on three days in a row. A change counts if alerts catch it in 80% of cases. ${costWords(found)}`
  );
}

function costWords({ data, meta: { usd_per_month: usd, cost_source: source } }: PlanEnvelope): string {
  const engines = data.engines.flatMap((each) =>
    each.questions_per_day > 0 && each.usd_per_answer === null ? [each.engine] : [],
  );
  if (usd === null) return engines.length === 0 ? '' : unpricedWords(engines);
  const from = {
    collections: 'by the cost of recent answers',
    settings: 'by the configured estimates, because no recent answer reported its cost',
    both: 'by the cost of recent answers, or by the configured estimates where none reported it',
  };
  return source === null ? '' : `The cost is estimated ${from[source]}.`;
}

type WhatIf = Plan['what_ifs'][number];

interface Choice {
  readonly title: string;
  readonly now: number | null;
  readonly after: number | null;
  readonly within: string;
  readonly cost: string;
  readonly says: string;
  readonly action: Content;
}

/** Three ways to detect smaller changes, for the engine with the most answers. */
function choices(visit: Visit, { data }: PlanEnvelope, plans: readonly EnginePlan[]): Html | null {
  const asked = plans.filter(({ row }) => row.questions_per_day > 0);
  const [lead] = asked.toSorted((one, other) => other.row.answers_per_day - one.row.answers_per_day);
  if (lead === undefined) return null;
  const { engine, engine_name: name } = lead.row;
  const rowOf = (change: WhatIf['change']) =>
    data.what_ifs.find((row) => row.change === change && row.engine === engine);
  const [more, ten] = [rowOf('one_more_sample'), rowOf('ten_more_prompts')];
  const shown: (Choice | null)[] = [
    more === undefined
      ? null
      : {
          title: 'Ask every question once more a day',
          now: more.smallest_drop_now,
          after: more.smallest_drop_then,
          within: `${name}, within 7 days`,
          cost: costText(more),
          says: 'Repeated answers add less.',
          action:
            visit.mayEdit &&
            html`<form method="post" action="${visit.address('questions')}"><input type="hidden" name="op" value="once_more"><button name="do" value="review">Review the change</button></form>`,
        },
    {
      title: 'Wait 28 days instead of 7',
      now: lead.drop.smallest_in_7_days,
      after: lead.drop.smallest_in_28_days,
      within: `${name}, within 28 days`,
      cost: 'No extra cost',
      says: 'You see a lasting change later.',
      action: html`<a class="button" href="${visit.to('comparisons', { engine })}">Changes close to an alert</a>`,
    },
    ten === undefined
      ? null
      : {
          title: 'Ask ten more questions',
          now: ten.smallest_drop_now,
          after: ten.smallest_drop_then,
          within: `${name}, within 7 days`,
          cost: costText(ten),
          says: 'If they are like yours.',
          action:
            visit.mayEdit &&
            html`<a class="button" href="${visit.to('questions', { add: '1' })}#lines">Add questions</a>`,
        },
  ];
  return html`<ul class="what-ifs">${shown.filter((each) => each !== null).map(card)}</ul>`;
}

function card({ title, now, after, within, cost, says, action }: Choice): Html {
  return html`<li><h2>${title}</h2>
<p class="then">${now === null ? 'too few' : now} <span aria-hidden="true">→</span><span class="unseen">then</span> ${after === null ? 'still too few' : pointsText(after)}</p>
<p class="small muted">${within}. ${says}</p>
<div class="row"><p>${cost}</p>${action}</div></li>`;
}

function costText({ usd_per_month_now: now, usd_per_month_then: then }: WhatIf): string {
  if (now === null || then === null) return 'Cost unknown';
  return `+${dollars(then - now)} a month`;
}

type Need = EnginePlan['needs'][number];

/** Points at which a bar fills its track. */
const MOST_POINTS = 60;

function plansTable(plans: readonly EnginePlan[]): Html {
  return html`<table class="cards plan">
<caption class="unseen">Smallest change that each engine can show, and the answers that smaller changes need</caption>
<thead><tr><th scope="col">Engine</th><th scope="col" class="figure">Asked a day</th><th scope="col" class="figure">Cost a month</th><th scope="col">Smallest change seen in ${CURRENT_DAYS} days</th><th scope="col" class="figure">In 28 days</th>${needsOf(plans).map(needHead)}</tr></thead>
<tbody>${plans.map(rowOf)}</tbody>
</table>`;
}

/** All engines have the same sizes. */
const needsOf = ([first]: readonly EnginePlan[]) => first?.needs ?? [];

/** Alerts with a higher threshold never report a change of this size. */
function needHead({ points, min_delta_points: least }: Need, place: number, all: readonly Need[]): Html {
  const asksLess = least < (all[0]?.min_delta_points ?? least);
  return html`<th scope="col" class="figure">${place === 0 && html`Asked instead, with its cost a month, to see<br>`}${points} points${asksLess && `, with alerts from ${least} points on`}</th>`;
}

function rowOf(plan: EnginePlan): Html {
  const { row, within7, within28, needs } = plan;
  return html`<tr><th scope="row">${row.engine_name}</th>
<td class="figure" data-label="Asked a day">${row.questions_per_day}</td>
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
  if (drop.rate === null) return html`<span class="few">too few: ${counted(row.responses, 'answer')}</span>`;
  if (drop.not_called_because === 'too_few_answers')
    return html`<span class="few">too few answers a week</span>`;
  return html`<span class="few">none: its rate cannot change enough</span>`;
}

/** What to ask instead, its cost, and the delay with the present answers. */
function needCell({ points, kind, prompts, times_a_day: times, ...need }: Need): Html {
  const how = times > 1 ? `each ${times} times a day` : `${prompts} questions`;
  const rise = kind === 'visibility_rise' && ', for a rise';
  return html`<td class="figure" data-label="To see ${points} points"><span>${need.rate_assumed && 'about '}<b>${how}</b>${rise}<small class="counts">${need.usd_per_month !== null && dollars(need.usd_per_month)}${need.days_now !== null && `, or wait ${need.days_now} days`}</small></span></td>`;
}
