import type { AuditChange } from '../../../domain/access/audit.ts';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import { dollars } from '../../../domain/figures/usd.ts';
import { counted } from '../../../domain/text.ts';
import {
  type Amount,
  type Amounts,
  beyondPlanWords,
  type CollectingCost,
} from '../../../pipeline/collect/cost.ts';
import { type Html, html } from '../../markup/html.ts';

/** A person reads no more. */
const MOST_SHOWN = 100;

/** What an action changes, before and after; without a column for earlier values if there are none. */
export function changeTable(changes: readonly AuditChange[]): Html {
  const isNew = changes.every(({ before }) => before === null);
  const hidden = changes.length - MOST_SHOWN;
  const rows = changes
    .slice(0, MOST_SHOWN)
    .map(
      ({ what, before, after }) =>
        html`<tr><th scope="row"><bdi>${what}</bdi></th>${!isNew && html`<td data-label="Before">${said(before)}</td>`}<td data-label="After">${said(after)}</td></tr>`,
    );
  return html`${hidden > 0 && html`<p class="help">${changes.length.toLocaleString('en-US')} changes; these are the first.</p>`}
<table class="cards">
<caption class="unseen">${isNew ? 'What is new' : 'Before and after'}</caption>
<thead><tr><th scope="col">What</th>${!isNew && html`<th scope="col">Before</th>`}<th scope="col">${isNew ? 'New' : 'After'}</th></tr></thead>
<tbody>${rows}</tbody>
</table>
${hidden > 0 && html`<p class="help">And ${hidden.toLocaleString('en-US')} more.</p>`}`;
}

function said(text: string | null): Html {
  return text === null ? html`<span class="muted">–</span>` : html`<bdi>${text}</bdi>`;
}

/** Cost now and after the change, and questions that the plan does not cover. */
export function costTable(before: CollectingCost, after: CollectingCost): Html {
  if (before.brand.day.questions + after.brand.day.questions === 0) {
    return html`<p>Nothing, until it has active questions.</p>`;
  }
  const row = (
    label: string,
    amountIn: (amounts: Amounts) => Amount,
  ) => html`<tr><th scope="row">${label}</th>
<td data-label="Now">${amountText(before, amountIn)}</td><td data-label="After">${amountText(after, amountIn)}</td><td data-label="Difference"><b>${differenceText(before, after, amountIn)}</b></td></tr>`;
  return html`<table class="cards">
<caption class="unseen">Cost now and after the change</caption>
<thead><tr><th scope="col">Asking this brand’s questions</th><th scope="col">Now</th><th scope="col">After</th><th scope="col">Difference</th></tr></thead>
<tbody>${row('A day', ({ day }) => day)}
${row('30 days', ({ month }) => month)}</tbody>
</table>
${costNotes(after).map((note) => html`<p class="help">${note}</p>`)}`;
}

/** The number of answers and their estimated cost. */
export function amountText(
  { brand, unpriced }: CollectingCost,
  amountIn: (amounts: Amounts) => Amount,
): string {
  const { questions, estimated_usd: usd } = amountIn(brand);
  if (questions === 0) return 'nothing';
  const answers = `${questions.toLocaleString('en-US')} ${questions === 1 ? 'answer' : 'answers'}`;
  return unpriced.length === 0 ? `${answers}, about ${dollars(usd)}` : answers;
}

/** What the change alone adds or saves. */
function differenceText(
  before: CollectingCost,
  after: CollectingCost,
  amountIn: (amounts: Amounts) => Amount,
): string {
  const [was, is] = [amountIn(before.brand), amountIn(after.brand)];
  const [answers, usd] = [is.questions - was.questions, is.estimated_usd - was.estimated_usd];
  if (answers === 0 && usd === 0) return 'none';
  const sign = (amount: number) => (amount < 0 ? '−' : '+');
  const said = `${sign(answers)}${Math.abs(Math.round(10 * answers) / 10).toLocaleString('en-US')} answers`;
  const isPriced = before.unpriced.length + after.unpriced.length === 0;
  return isPriced ? `${said}, about ${sign(usd)}${dollars(Math.abs(usd))}` : said;
}

/** What all questions of a brand need, the same everywhere: `96 answers a day, about $76.46 in 30 days.` */
export function askingWords(cost: CollectingCost): string {
  const { day, month } = cost.brand;
  if (day.questions === 0) return 'no answers.';
  const answers = `${counted(day.questions, 'answer')} a day`;
  return cost.unpriced.length === 0
    ? `${answers}, about ${dollars(month.estimated_usd)} in 30 days.`
    : `${answers}.`;
}

/** Shown if every engine lacks its key. */
export const NOTHING_ASKED = 'No engine has a key yet, so Sightline asks nothing and spends nothing.';

/** Explains a missing cost. @param engines slugs of engines without a price */
export function unpricedWords(engines: readonly string[]): string {
  return `The price of an answer from ${LIST.format(engines.map(engineNameOf))} is unknown, and so is the cost of this brand’s questions.`;
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Reasons why the actual cost may differ. */
export function costNotes(cost: CollectingCost): string[] {
  const { brand, brandWithKey, notAsked, ceiling } = cost;
  const keyless = brand.day.questions - brandWithKey.day.questions;
  return [
    ...(cost.unpriced.length === 0 ? [] : [unpricedWords(cost.unpriced)]),
    ...(notAsked === null ? [] : [`Sightline asks nothing for this organization: ${notAsked}.`]),
    ...(cost.unpriced.length === 0 && keyless > 0
      ? [
          brandWithKey.day.questions === 0
            ? NOTHING_ASKED
            : `${keyless} of the daily answers need an engine that has no key, so Sightline does not ask for them. The others cost about ` +
              `${dollars(brandWithKey.month.estimated_usd)} in 30 days.`,
        ]
      : []),
    ...beyondPlanWords(cost),
    ...(ceiling === null
      ? []
      : [`A full day for the organization exceeds its ceiling of ${ceiling}; Sightline stops there.`]),
  ];
}

/** Warnings before saving a change. */
export function warnings(advice: readonly string[]): Html | null {
  if (advice.length === 0) return null;
  return html`<div class="note warning"><p><b>Before you save</b></p><ul class="plain-list">${advice.map((text) => html`<li>${withCode(text)}</li>`)}</ul></div>`;
}

/** Backticks hold text to type into a file. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
