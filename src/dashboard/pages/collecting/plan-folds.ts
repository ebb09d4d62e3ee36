import { dollars } from '../../../domain/figures/usd.ts';
import { reports } from '../../../reports/index.ts';
import type { ListOf } from '../../../reports/shape/report.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { unpricedWords } from '../../parts/form/review.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import { countText, type PlanEnvelope } from './plan-words.ts';

/** Renders a list of the plan as a table. */
type TableOfPlan = (list: ListOf<typeof reports.planner>, caption: string) => Html;

/** The plan's other sections. */
export function folds(visit: Visit, found: PlanEnvelope): Html {
  const table: TableOfPlan = (list, caption) => reportTable(visit, reports.planner, found, { list, caption });
  const { data, meta } = found;
  return html`<div class="drawers">
${drawer({
  id: 'plan-changes',
  title: 'Every kind of change, and other sets of questions',
  aside: countText(data.changes.length + data.what_ifs.length, 'row'),
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
  return `Asking all questions costs about ${dollars(usd)} in 30 days, ${source === null ? '' : from[source]}.`;
}
