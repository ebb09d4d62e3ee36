import { dollars } from '../../../domain/usd.ts';
import { reports } from '../../../reports/index.ts';
import { similarNote } from '../../../reports/planner-prompts.ts';
import type { ListOf } from '../../../reports/shape/report.ts';
import { type Content, type Html, html } from '../../html.ts';
import { choiceFields } from '../../parts/choice-fields.ts';
import { textField } from '../../parts/field.ts';
import { reportTable } from '../../parts/report-table.ts';
import { unpricedWords } from '../../parts/review.ts';
import { windowText } from '../../parts/window-text.ts';
import type { Visit } from '../../visit.ts';
import { countText, type PlanEnvelope } from './plan-words.ts';

type PlanMeta = PlanEnvelope['meta'];

/** A list of the plan as a table. */
type TableOfPlan = (list: ListOf<typeof reports.planner>, caption: string) => Html;

/** Everything else that the plan says, each part below its heading. */
export function folds(visit: Visit, found: PlanEnvelope): Html {
  const table: TableOfPlan = (list, caption) => reportTable(visit, reports.planner, found, { list, caption });
  const { data, meta } = found;
  return html`<div class="drawers">
${drawer({
  id: 'plan-answers',
  title: 'Where the next answers tell most',
  aside: spendingWords(found),
  isOpen: visit.query.has('answers') || visit.query.has('cents'),
  content: spending(visit, found, table),
})}
${drawer({
  id: 'plan-changes',
  title: 'Every kind of change, and other panels',
  aside: countText(data.changes.length + data.what_ifs.length, 'row'),
  content: html`<p class="help">A change that is not reported within 28 days is in both windows from then on.</p>${table('changes', 'Changes')}
<h3>What another panel would see</h3>
${table('what_ifs', 'Other panels')}`,
})}
${drawer({
  id: 'plan-alike',
  title: 'Questions that tell little',
  aside: alikeWords(found),
  isOpen: visit.query.has('similar'),
  content: alike(visit, found, table),
})}
${drawer({
  id: 'plan-engines',
  title: 'What this is computed from',
  aside: windowText(meta),
  content: html`<p class="help">${introduction(found)}</p>${table('engines', 'Engines')}
<h3>What chance alone does</h3>
${table('noise', 'Noise')}`,
})}
</div>`;
}

interface Drawer {
  readonly id: string;
  readonly title: string;
  readonly aside: string;
  readonly isOpen?: boolean;
  readonly content: Content;
}

function drawer({ id, title, aside, isOpen = false, content }: Drawer): Html {
  return html`<details class="drawer" id="${id}"${isOpen && html` open`}><summary><h2>${title}</h2> <small>${aside}</small></summary>
${content}</details>`;
}

function introduction(found: PlanEnvelope): string {
  const { min_delta_points: points, min_sample_each_side: answers } = found.meta;
  return (
    `A forecast from the answers of this window, by the rules of the alerts: at least ${points} points, ${answers} answers in each window, more than noise, ` +
    `and on three days in a row. A change counts as reported if it would be in 80 of 100 cases. ${costWords(found)}`
  );
}

function costWords({ data, meta: { usd_per_month: usd, cost_source: source } }: PlanEnvelope): string {
  const engines = data.engines.flatMap((each) =>
    each.questions_per_day > 0 && each.usd_per_answer === null ? [each.engine] : [],
  );
  if (usd === null) return engines.length === 0 ? '' : unpricedWords(engines);
  const from = {
    collections: 'by what recent answers cost',
    settings: 'by the estimates in the settings, because no recent answer told its cost',
    both: 'by what recent answers cost, and by the estimates in the settings where none told',
  };
  return `Asking all questions costs about ${dollars(usd)} in 30 days, ${source === null ? '' : from[source]}.`;
}

function alikeWords({ data, meta }: PlanEnvelope): string {
  const always = `${data.prompts_without_information.length} always alike`;
  const { similar_pairs: pairs } = meta;
  return pairs === null ? always : `${always}, ${countText(pairs, 'pair')} nearly the same`;
}

function alike(visit: Visit, { meta }: PlanEnvelope, table: TableOfPlan): Html {
  const pairs = meta.similar_pairs;
  return html`<h3>Always the same answer</h3>
${table('prompts_without_information', 'Questions without information')}
<h3>Nearly the same question</h3>
${
  pairs === null
    ? html`<p><a href="${visit.to('collecting/plan', { similar: '1' })}#plan-alike">Look for questions that are nearly the same</a></p>`
    : pairs === 0
      ? html`<p class="empty">No two questions were found to be nearly the same. ${similarNote(meta)}</p>`
      : html`${table('similar_prompts', 'Questions that are nearly the same')}
<p class="help">${similarNote(meta)}</p>`
}`;
}

const cost = (usd: number | null) => (usd === null ? '' : `, for about ${dollars(usd)}`);

function spendingWords({ data, meta: { allocation } }: PlanEnvelope): string {
  if (allocation.null_because !== null) return 'not possible so';
  const usd = allocation.usd === null ? '' : ` · ${dollars(allocation.usd)}`;
  return `${data.allocation.length} of ${allocation.least_answers} places${usd}`;
}

function spending(visit: Visit, found: PlanEnvelope, table: TableOfPlan): Html {
  const { allocation, samples } = found.meta;
  return html`${answersForm(visit)}
${
  allocation.null_because !== null
    ? html`<p class="empty">${refusal(allocation)}</p>`
    : html`<p>${allocation.answers} answers${cost(allocation.usd)}: every question gets one on every engine, and these get more.</p>
${table('allocation', 'Where the next answers are best spent')}
<h3>As times a day</h3>
<p>With ${samples.questions_per_day} questions a day${cost(samples.usd_per_month)}${samples.usd_per_month === null ? '' : ' in 30 days'}. <code>sightline planner --apply</code> writes this as an apply file. Rates count every answer, so a question that is asked more often then weighs more in them.</p>
${table('samples', 'Times a day')}`
}`;
}

function refusal({ null_because: reason, least_answers: least }: PlanMeta['allocation']): string {
  switch (reason) {
    case 'fewer_answers_than_questions':
      return `One answer to each question on each engine is ${least} answers: choose at least as many.`;
    case 'ceiling_too_low':
      return `One answer to each question on each engine, ${least} in all, costs more than that.`;
    case 'price_unknown':
      return 'The price of an engine is not known, so no ceiling can be kept.';
    default:
      return 'No engine is asked, or no question is active.';
  }
}

function answersForm(visit: Visit): Html {
  return html`<form class="filter-form" method="get">
${choiceFields(visit)}
${textField({ name: 'answers', label: 'Answers', value: visit.query.get('answers') ?? '100' })}
${textField({ name: 'cents', label: 'For at most, in cents', value: visit.query.get('cents') ?? '' })}
<button>Show</button>
</form>`;
}
