import { BASELINE_DAYS } from '../../../domain/alert-rules.ts';
import { dollars } from '../../../domain/usd.ts';
import { reports } from '../../../reports/index.ts';
import { similarNote } from '../../../reports/planner-prompts.ts';
import type { Plan } from '../../../reports/planner-schema.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { ListOf } from '../../../reports/shape/report.ts';
import { planFigure } from '../../charts/plan.ts';
import { type Html, html } from '../../html.ts';
import { type Outcome, page } from '../../outcome.ts';
import { choiceFields } from '../../parts/choice-fields.ts';
import { textField } from '../../parts/field.ts';
import { foldedSection } from '../../parts/fold.ts';
import { KIND_LABELS } from '../../parts/kind-words.ts';
import { reportTable } from '../../parts/report-table.ts';
import { unpricedWords } from '../../parts/review.ts';
import { windowText } from '../../parts/window-text.ts';
import type { Visit } from '../../visit.ts';

type PlanEnvelope = EnvelopeOf<typeof reports.planner>;
type PlanMeta = PlanEnvelope['meta'];

/**
 * What the panel could see, when, at what cost, and where more answers would tell most. It is made from the days that alerts
 * compare with, whatever window other pages have: a week says too little of shares and of the pace.
 */
export async function planPage(visit: Visit): Promise<Outcome> {
  const found = await visit.figures(reports.planner, chosen(visit));
  const { data: plan } = found;
  return page({
    title: `Plan · ${visit.brand.name}`,
    tab: 'collecting/plan',
    figures: [reports.planner],
    csv: [{ label: 'Plan', href: visit.to('csv/planner', chosen(visit)) }],
    main: html`<header class="page-head">
<h1>What this panel could see</h1>
<p class="lead">${windowText(found.meta)}</p>
<p class="muted small">${introduction(found)}</p>
</header>
${plan.engines.length === 0 && html`<p class="empty">No engine is asked, and none has answered in this window.</p>`}
${plan.engines.map((engine) => curvesOf(plan, engine))}
${tablesOf(visit, found)}`,
  });
}

/** What a person may choose here; a wrong value is refused by the report. */
function chosen({ query }: Visit) {
  const given = (name: string) => query.get(name)?.trim() || undefined;
  return { answers: given('answers'), cents: given('cents'), similar: given('similar') };
}

function introduction(found: PlanEnvelope): string {
  const { min_delta_points: points, min_sample_each_side: answers } = found.meta;
  return (
    `A forecast from these ${BASELINE_DAYS} days of answers, by the rules of the alerts: at least ${points} points, ${answers} answers in each window, more than noise, ` +
    'and on three days in a row. A change counts as reported if it would be in 80 of 100 cases. One that is not reported within ' +
    `28 days never is: by then it is in both windows. ${costWords(found)}`
  );
}

function costWords({ data, meta: { usd_per_month: usd, cost_source: source } }: PlanEnvelope) {
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

function curvesOf({ changes }: Plan, { engine, engine_name }: Plan['engines'][number]): Html {
  const curves = changes
    .filter((each) => each.engine === engine && each.not_called_because === null)
    .map((each) => ({
      name: KIND_LABELS[each.kind],
      points: each.days_until,
      within7Days: each.smallest_in_7_days,
      within28Days: each.smallest_in_28_days,
    }));
  return html`<section aria-labelledby="plan-${engine}"><h2 id="plan-${engine}">${engine_name}</h2>
${
  curves.length > 0
    ? planFigure({ engine: engine_name, curves })
    : html`<p class="empty">No change would be reported: there are too few answers a week, or none that is possible is large enough.</p>`
}</section>`;
}

/** A list of the plan as a table. */
type TableOfPlan = (list: ListOf<typeof reports.planner>, caption: string) => Html;

function tablesOf(visit: Visit, found: PlanEnvelope): Html[] {
  const table: TableOfPlan = (list, caption) => reportTable(visit, reports.planner, found, { list, caption });
  const { meta } = found;
  const pairs = meta.similar_pairs;
  return [
    foldedSection('plan-changes', 'Which changes are reported, and when', table('changes', 'Changes')),
    foldedSection('plan-noise', 'What chance alone does', table('noise', 'Noise')),
    foldedSection('plan-engines', 'What the panel is like', table('engines', 'Engines')),
    foldedSection('plan-what-ifs', 'What another panel would see', table('what_ifs', 'Other panels')),
    foldedSection('plan-answers', 'Where the next answers tell most', spending(visit, found, table)),
    foldedSection(
      'plan-alike',
      'Questions that tell little',
      html`<h3>Always the same answer</h3>
${table('prompts_without_information', 'Questions without information')}
<h3>Nearly the same question</h3>
${
  pairs === null
    ? html`<p><a href="${visit.to('collecting/plan', { ...chosen(visit), similar: '1' })}">Look for questions that are nearly the same</a></p>`
    : pairs === 0
      ? html`<p class="empty">No two questions were found to be nearly the same. ${similarNote(meta)}</p>`
      : html`${table('similar_prompts', 'Questions that are nearly the same')}
<p class="help">${similarNote(meta)}</p>`
}`,
    ),
  ];
}

function spending(visit: Visit, found: PlanEnvelope, table: TableOfPlan): Html {
  const { allocation, samples } = found.meta;
  const cost = (usd: number | null) => (usd === null ? '' : `, for about ${dollars(usd)}`);
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
  const { query } = visit;
  return html`<form class="filter-form" method="get">
${choiceFields(visit)}
${textField({ name: 'answers', label: 'Answers', value: query.get('answers') ?? '100' })}
${textField({ name: 'cents', label: 'For at most, in cents', value: query.get('cents') ?? '' })}
<button>Show</button>
</form>`;
}
