import { dollars } from '../../../domain/usd.ts';
import { reports } from '../../../reports/index.ts';
import { html } from '../../html.ts';
import { type Outcome, page } from '../../outcome.ts';
import type { Visit } from '../../visit.ts';
import { choices } from './plan-choices.ts';
import { folds } from './plan-folds.ts';
import { plansTable } from './plan-table.ts';
import { countText, type EnginePlan, enginePlans, type PlanEnvelope, pointsText } from './plan-words.ts';

/** What the panel can see, when, at what cost, and what smaller changes need. */
export async function planPage(visit: Visit): Promise<Outcome> {
  const found = await visit.figures(reports.planner, chosen(visit));
  const plans = enginePlans(found.data);
  return page({
    title: `Plan · ${visit.brand.name}`,
    tab: 'collecting/plan',
    figures: [reports.planner],
    csv: [{ label: 'Plan', href: visit.to('csv/planner', chosen(visit)) }],
    main: html`<header class="page-head">
<h1>${headline(plans)}</h1>
<p class="lead">${lead(found, plans)}</p>
</header>
<div class="plan-parts">${
      plans.length === 0
        ? html`<p class="empty">No engine is asked, and none has answered in this window.</p>`
        : html`${plansTable(plans)}
${choices(visit, found, plans)}`
    }
${folds(visit, found)}</div>`,
  });
}

/** What a person may choose here; a wrong value is refused by the report. */
function chosen({ query }: Visit) {
  const given = (name: string) => query.get(name)?.trim() || undefined;
  return { answers: given('answers'), cents: given('cents'), similar: given('similar') };
}

/** What the engine that sees most can see, and what a finer eye would take. */
function headline(plans: readonly EnginePlan[]): string {
  const [best] = plans.toSorted((one, other) => sightOf(one) - sightOf(other));
  if (best === undefined) return 'No engine is asked yet';
  const { within7, within28, row } = best;
  const seen = within7 ?? within28;
  if (seen === null) return `This panel sees no change yet. ${needWords(best, 20)}`;
  const says = `This panel can see a change of ${pointsText(seen.points)} on ${row.engine_name} within ${within7 === null ? 28 : 7} days.`;
  const finer = [10, 5].find((points) => points < seen.points);
  return finer === undefined ? says : `${says} ${needWords(best, finer)}`;
}

/** Those that see less come later, and those that see nothing last. */
function sightOf({ within7, within28 }: EnginePlan): number {
  return within7?.points ?? 100 + (within28?.points ?? 100);
}

function needWords({ row, needs }: EnginePlan, points: number): string {
  const need = needs.find((each) => each.points === points);
  if (need === undefined) return '';
  const month = (usd: number | null) => (usd === null ? '' : `, ${dollars(usd)} a month`);
  const now = row.usd_per_month === null ? '' : `, ${dollars(row.usd_per_month)}`;
  return `To see ${points} points it needs ${need.answers_per_day} answers a day${month(need.usd_per_month)}; now ${row.answers_per_day}${now}.`;
}

function lead({ meta }: PlanEnvelope, plans: readonly EnginePlan[]): string {
  const asked = plans.filter(({ row }) => row.questions_per_day > 0);
  const answers = Math.round(asked.reduce((sum, { row }) => sum + row.answers_per_day, 0));
  const cost = meta.usd_per_month === null ? '' : `, about ${dollars(meta.usd_per_month)} a month`;
  const panel = `${countText(asked.length, 'engine')}, ${countText(answers, 'answer')} a day${cost}.`;
  return `The smallest change that an alert would report in 4 of 5 cases. ${panel}`;
}
