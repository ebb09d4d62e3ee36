import { dollars } from '../../../domain/figures/usd.ts';
import { reports } from '../../../reports/index.ts';
import { similarNote } from '../../../reports/planner/planner-prompts.ts';
import type { ListOf } from '../../../reports/shape/report.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { choiceFields } from '../../parts/bar/choice-fields.ts';
import { textField } from '../../parts/form/field.ts';
import { unpricedWords } from '../../parts/form/review.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import { countText, type PlanEnvelope } from './plan-words.ts';

type PlanMeta = PlanEnvelope['meta'];

/** Renders a list of the plan as a table. */
type TableOfPlan = (list: ListOf<typeof reports.planner>, caption: string) => Html;

/** The plan's other sections. */
export function folds(visit: Visit, found: PlanEnvelope): Html {
  const table: TableOfPlan = (list, caption) => reportTable(visit, reports.planner, found, { list, caption });
  const { data, meta } = found;
  return html`<div class="drawers">
${drawer({
  id: 'plan-answers',
  title: 'Where more answers help most',
  aside: spendingWords(found),
  isOpen: visit.query.has('answers') || visit.query.has('cents'),
  content: spending(visit, found, table),
})}
${drawer({
  id: 'plan-changes',
  title: 'Every kind of change, and other sets of questions',
  aside: countText(data.changes.length + data.what_ifs.length, 'row'),
  content: html`<p class="help">After 28 days, a change is in both windows, so alerts miss it.</p>${table('changes', 'Changes')}
<h3>Other sets of questions</h3>
${table('what_ifs', 'Other sets of questions')}`,
})}
${drawer({
  id: 'plan-alike',
  title: 'Questions that add little',
  aside: alikeWords(found),
  isOpen: visit.query.has('similar'),
  content: alike(visit, found, table),
})}
${drawer({
  id: 'plan-engines',
  title: 'Inputs of this forecast',
  aside: windowText(meta),
  content: html`<p class="help">${introduction(found)}</p>${table('engines', 'Engines')}
<h3>Changes by chance alone</h3>
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

function alikeWords({ data, meta }: PlanEnvelope): string {
  const always = `${data.prompts_without_information.length} always alike`;
  const { similar_pairs: pairs } = meta;
  return pairs === null ? always : `${always}, ${countText(pairs, 'pair')} nearly the same`;
}

function alike(visit: Visit, { meta }: PlanEnvelope, table: TableOfPlan): Html {
  const pairs = meta.similar_pairs;
  return html`<h3>Always the same answer</h3>
${table('prompts_without_information', 'Questions with always the same answer')}
<h3>Nearly the same question</h3>
${
  pairs === null
    ? html`<p><a href="${visit.to('collecting/plan', { similar: '1' })}#plan-alike">Look for questions that are nearly the same</a></p>`
    : pairs === 0
      ? html`<p class="empty">No two questions are nearly the same. ${similarNote(meta)}</p>`
      : html`${table('similar_prompts', 'Questions that are nearly the same')}
<p class="help">${similarNote(meta)}</p>`
}`;
}

const cost = (usd: number | null) => (usd === null ? '' : `, for about ${dollars(usd)}`);

function spendingWords({ data, meta: { allocation } }: PlanEnvelope): string {
  if (allocation.null_because !== null) return 'not possible';
  const usd = allocation.usd === null ? '' : ` · ${dollars(allocation.usd)}`;
  return `${data.allocation.length} of ${allocation.least_answers} places${usd}`;
}

function spending(visit: Visit, found: PlanEnvelope, table: TableOfPlan): Html {
  const { allocation, samples } = found.meta;
  return html`${answersForm(visit)}
${
  allocation.null_because !== null
    ? html`<p class="empty">${refusal(allocation)}</p>`
    : html`<p>${allocation.answers} answers${cost(allocation.usd)}: every question gets one on every engine, and those below get more.</p>
${table('allocation', 'Where the next answers are best spent')}
<h3>As times a day</h3>
<p>With ${samples.questions_per_day} questions a day${cost(samples.usd_per_month)}${samples.usd_per_month === null ? '' : ' in 30 days'}. <code>sightline planner --apply</code> writes this as an apply file. Rates count every answer, so more frequent questions weigh more.</p>
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
      return 'An engine has no known price, so Sightline cannot keep to a ceiling.';
    default:
      return 'There is no engine or no active question.';
  }
}

function answersForm(visit: Visit): Html {
  return html`<form class="filter-form" method="get">
${choiceFields(visit)}
${textField({ name: 'answers', label: 'Answers', value: visit.query.get('answers') ?? '100' })}
${textField({ name: 'cents', label: 'Budget in cents', value: visit.query.get('cents') ?? '' })}
<button>Show</button>
</form>`;
}
