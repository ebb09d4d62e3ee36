import { dollars } from '../../../domain/figures/usd.ts';
import type { Plan } from '../../../reports/planner/planner-schema.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import { type EnginePlan, type PlanEnvelope, pointsText } from './plan-words.ts';

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
export function choices(
  visit: Visit,
  { data, meta }: PlanEnvelope,
  plans: readonly EnginePlan[],
): Html | null {
  const asked = plans.filter(({ row }) => row.questions_per_day > 0);
  const [lead] = asked.toSorted((one, other) => other.row.answers_per_day - one.row.answers_per_day);
  if (lead === undefined) return null;
  const { engine, engine_name: name } = lead.row;
  const rowOf = (change: WhatIf['change']) =>
    data.what_ifs.find((row) => row.change === change && row.engine === engine);
  const [more, ten] = [rowOf('one_more_sample'), rowOf('ten_more_prompts')];
  const month = meta.usd_per_month;
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
      cost: month === null ? 'No extra cost' : `${dollars(month)} a month, as now`,
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
            visit.mayEdit && html`<a class="button" href="${visit.to('questions')}#lines">Add questions</a>`,
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
  return `${dollars(then)} a month, +${dollars(then - now)}`;
}
