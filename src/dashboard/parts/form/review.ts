import { engineNameOf } from '../../../domain/answers/engine.ts';
import { dollars } from '../../../domain/figures/usd.ts';
import type { Amount, Amounts, CollectingCost } from '../../../pipeline/collect/cost.ts';
import type { ApplyResult } from '../../../pipeline/declare/apply/apply.ts';
import type { Difference } from '../../../pipeline/declare/document/document-diff.ts';
import { type Html, html } from '../../markup/html.ts';

const SIGNS = { created: '+', changed: '~', retired: '−' } as const;
const WORDS = { created: 'new', changed: 'changed', retired: 'ended' } as const;
const VERBS = { created: 'is new', changed: 'changes', retired: 'ends' } as const;

const KINDS: Readonly<Record<string, string>> = {
  brand: 'Brand',
  'tracked brand': 'Name',
  engines: 'Engines',
  sites: 'Kinds of sites',
  organization: 'Organization',
  plan: 'Plan',
  alerts: 'Alert settings',
  collecting: 'Spending ceilings',
};

/** The review shows the total, so that it can cut off a long list. */
const MOST_SHOWN = 100;

/** Fields that the difference tables show. */
const IN_TABLE: readonly string[] = [
  'brand',
  'tracked brand',
  'engines',
  'sites',
  'facts',
  'themes',
  'prompt',
];

/**
 * The changes of an apply, without fields of the visited brand that a difference table shows.
 *
 * @param brand its public id
 */
export function changeList(all: ApplyResult['changes'], brand: string): Html | null {
  const isOwn = (name: string) => name === brand || name.startsWith(`${brand}: `);
  const changes = all.filter(({ kind, name }) => !(IN_TABLE.includes(kind) && isOwn(name)));
  if (changes.length === 0) return null;
  const counts = Object.entries(WORDS)
    .map(([action, word]) => [changes.filter((each) => each.action === action).length, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`);
  const isPlain = counts.length === 1 && changes[0]?.action === 'changed';
  const hidden = changes.length - MOST_SHOWN;
  return html`<p class="help">${changes.length} ${changes.length === 1 ? 'change' : 'changes'}${isPlain ? '' : `: ${counts.join(', ')}`}.</p>
<ul class="changes">${changes
    .slice(0, MOST_SHOWN)
    .map(
      ({ action, kind, name }) =>
        html`<li class="${action}"><span class="sign" aria-hidden="true">${SIGNS[action]}</span> ${KINDS[kind] ?? kind} <bdi>${isOwn(name) ? name.slice(brand.length + 2) : name}</bdi> <span class="unseen">${VERBS[action]}</span></li>`,
    )}</ul>
${hidden > 0 && html`<p class="help">And ${hidden} more.</p>`}`;
}

/** A new brand's values, without a column for earlier ones. */
export function newTable(differences: readonly Difference[]): Html {
  return html`<table class="cards">
<caption class="unseen">New settings</caption>
<thead><tr><th scope="col">What</th><th scope="col">New</th></tr></thead>
<tbody>${differences.map(
    ({ what, after }) => html`<tr><th scope="row">${what}</th><td data-label="New">${said(after)}</td></tr>`,
  )}</tbody>
</table>`;
}

export function differenceTable(differences: readonly Difference[]): Html | null {
  if (differences.length === 0) return null;
  return html`<table class="cards">
<caption class="unseen">Settings before and after</caption>
<thead><tr><th scope="col">What</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
<tbody>${differences.map(
    ({ what, before, after }) =>
      html`<tr><th scope="row">${what}</th><td data-label="Before">${said(before)}</td><td data-label="After">${said(after)}</td></tr>`,
  )}</tbody>
</table>`;
}

/** Questions that change, before and after. */
export function questionTable(differences: readonly Difference[]): Html | null {
  if (differences.length === 0) return null;
  const fresh = differences.filter(({ before }) => before === null).length;
  const counts = [
    [fresh, 'new'],
    [differences.length - fresh, 'changed'],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  const hidden = differences.length - MOST_SHOWN;
  return html`<p class="help">${differences.length} ${differences.length === 1 ? 'question' : 'questions'}: ${counts.join(', ')}.</p>
<table class="cards">
<caption class="unseen">Questions before and after</caption>
<thead><tr><th scope="col">Question</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
<tbody>${differences
    .slice(0, MOST_SHOWN)
    .map(
      ({ what, before, after }) =>
        html`<tr><th scope="row"><bdi>${what}</bdi></th><td data-label="Before">${said(before)}</td><td data-label="After">${said(after)}</td></tr>`,
    )}</tbody>
</table>
${hidden > 0 && html`<p class="help">And ${hidden} more.</p>`}`;
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
<td data-label="Now">${amountText(before, amountIn)}</td><td data-label="After">${amountText(after, amountIn)}</td></tr>`;
  return html`<table class="cards">
<caption class="unseen">Cost now and after the change</caption>
<thead><tr><th scope="col">Asking this brand’s questions</th><th scope="col">Now</th><th scope="col">After</th></tr></thead>
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

/** Shown if every engine lacks its key. */
export const NOTHING_ASKED = 'No engine has a key yet, so Sightline asks nothing and spends nothing.';

/** Explains a missing cost. @param engines slugs of engines without a price */
export function unpricedWords(engines: readonly string[]): string {
  return `The price of an answer from ${LIST.format(engines.map(engineNameOf))} is unknown, and so is the cost of this brand’s questions.`;
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Reasons why the actual cost may differ. */
export function costNotes(cost: CollectingCost): string[] {
  const { brand, brandWithKey, beyondPlan, notAsked, ceiling, activePrompts, promptsIncluded } = cost;
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
    ...(beyondPlan > 0
      ? [
          `The organization has ${activePrompts} active questions, and its plan includes ${promptsIncluded}. ` +
            `Sightline does not ask the other ${beyondPlan}: the newest questions, from the newest brand back.`,
        ]
      : []),
    ...(ceiling === null
      ? []
      : [`A full day for the organization exceeds its ceiling of ${ceiling}; Sightline stops there.`]),
  ];
}

/** Warnings before saving a change. */
export function warnings(texts: readonly string[]): Html | null {
  if (texts.length === 0) return null;
  return html`<div class="note warning"><p><b>Before you save</b></p><ul class="plain-list">${texts.map((text) => html`<li>${withCode(text)}</li>`)}</ul></div>`;
}

/** Backticks hold text to type into a file. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** Turns an apply's notice or lookalike into a sentence. */
export function asSentence(text: string): string {
  const capitalized = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
