import { dollars } from '../../../domain/figures/usd.ts';
import { reports } from '../../../reports/index.ts';
import { html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import type { Visit } from '../../visit/visit.ts';
import { choices } from './plan-choices.ts';
import { folds } from './plan-folds.ts';
import { plansTable } from './plan-table.ts';
import { countText, type EnginePlan, enginePlans, type PlanEnvelope, pointsText } from './plan-words.ts';

/** The smallest detectable change, its delay and cost, and the needs of smaller changes. */
export async function planPage(visit: Visit): Promise<Outcome> {
  const found = await visit.figures(reports.planner);
  const plans = enginePlans(found.data);
  return page({
    title: `Plan · ${visit.brand.name}`,
    tab: 'collecting/plan',
    figures: [reports.planner],
    csv: [{ label: 'Plan', href: visit.to('csv/planner') }],
    main: html`<header class="page-head">
<h1>${headline(plans)}</h1>
<p class="lead">${lead(found, plans)}</p>
</header>
<div class="plan-parts">${
      plans.length === 0
        ? html`<p class="empty">No engine is set up, and none has answered in this window.</p>`
        : html`${plansTable(plans)}
${choices(visit, found, plans)}`
    }
${folds(visit, found)}</div>`,
  });
}

/** The best engine's smallest detectable change, and the next smaller size with its needs. */
function headline(plans: readonly EnginePlan[]): string {
  const [best] = plans.toSorted((one, other) => sightOf(one) - sightOf(other));
  if (best === undefined) return 'No engine is set up yet';
  const { within7, within28, row } = best;
  const seen = within7 ?? within28;
  if (seen === null) return `Your questions cannot show a change yet. ${needWords(best, 20)}`;
  const says = `Your questions can show a change of ${pointsText(seen.points)} on ${row.engine_name} within ${within7 === null ? 28 : 7} days.`;
  const finer = [10, 5].find((points) => points < seen.points);
  return finer === undefined ? says : `${says} ${needWords(best, finer)}`;
}

/** Sort key: smallest detectable change first, engines without one last. */
function sightOf({ within7, within28 }: EnginePlan): number {
  return within7?.points ?? 100 + (within28?.points ?? 100);
}

function needWords({ row, needs }: EnginePlan, points: number): string {
  const need = needs.find((each) => each.points === points);
  if (need === undefined) return '';
  const month = (usd: number | null) => (usd === null ? '' : `, ${dollars(usd)} a month`);
  const now = row.usd_per_month === null ? '' : ` for ${dollars(row.usd_per_month)}`;
  return `For ${points} points you need ${need.answers_per_day} answers a day${month(need.usd_per_month)}; you have ${row.answers_per_day}${now}.`;
}

function lead({ meta }: PlanEnvelope, plans: readonly EnginePlan[]): string {
  const asked = plans.filter(({ row }) => row.questions_per_day > 0);
  const answers = Math.round(asked.reduce((sum, { row }) => sum + row.answers_per_day, 0));
  const cost = meta.usd_per_month === null ? '' : `, about ${dollars(meta.usd_per_month)} a month`;
  const panel = `${countText(asked.length, 'engine')}, ${countText(answers, 'answer')} a day${cost}.`;
  return `Smallest change: the size that alerts catch in 4 of 5 cases. ${panel}`;
}
