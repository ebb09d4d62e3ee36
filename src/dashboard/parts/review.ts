import { engineNameOf } from '../../domain/engine.ts';
import { dollars } from '../../domain/usd.ts';
import type { Amount, Amounts, CollectingCost } from '../../pipeline/collect/cost.ts';
import type { ApplyResult } from '../../pipeline/declare/apply.ts';
import type { Difference } from '../../pipeline/declare/document-diff.ts';
import { type Html, html } from '../html.ts';

const SIGNS = { created: '+', changed: '~', retired: '−' } as const;
const WORDS = { created: 'new', changed: 'changed', retired: 'ended' } as const;
const VERBS = { created: 'is new', changed: 'changes', retired: 'ends' } as const;

/** What people call the kinds of things that an apply changes. */
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

/** A list of changes is for a person to read; their number is always said. */
const MOST_SHOWN = 100;

/** What the tables of differences say in words, so that the list need not. */
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
 * Every change that an apply makes, but for those of the visited brand that a table of differences has.
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

/** Of a new brand, nothing was before. */
export function newTable(differences: readonly Difference[]): Html {
  return html`<table class="cards">
<caption class="unseen">What will be stored</caption>
<thead><tr><th scope="col">What</th><th scope="col">New</th></tr></thead>
<tbody>${differences.map(
    ({ what, after }) => html`<tr><th scope="row">${what}</th><td data-label="New">${said(after)}</td></tr>`,
  )}</tbody>
</table>`;
}

export function differenceTable(differences: readonly Difference[]): Html | null {
  if (differences.length === 0) return null;
  return html`<table class="cards">
<caption class="unseen">What is declared before and after</caption>
<thead><tr><th scope="col">What</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
<tbody>${differences.map(
    ({ what, before, after }) =>
      html`<tr><th scope="row">${what}</th><td data-label="Before">${said(before)}</td><td data-label="After">${said(after)}</td></tr>`,
  )}</tbody>
</table>`;
}

/** Each question that changes, as it is declared before and after. */
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

/** What collecting costs now and after the change, and what the plan does not cover. */
export function costTable(before: CollectingCost, after: CollectingCost): Html {
  if (before.brand.day.questions + after.brand.day.questions === 0) {
    return html`<p>Nothing, as long as it has no questions that are asked.</p>`;
  }
  const row = (
    label: string,
    amountIn: (amounts: Amounts) => Amount,
  ) => html`<tr><th scope="row">${label}</th>
<td data-label="Now">${amountText(before, amountIn)}</td><td data-label="After">${amountText(after, amountIn)}</td></tr>`;
  return html`<table class="cards">
<caption class="unseen">What collecting costs now and after the change</caption>
<thead><tr><th scope="col">Asking this brand’s questions</th><th scope="col">Now</th><th scope="col">After</th></tr></thead>
<tbody>${row('A day', ({ day }) => day)}
${row('30 days', ({ month }) => month)}</tbody>
</table>
${costNotes(after).map((note) => html`<p class="help">${note}</p>`)}`;
}

/** How many answers, and about what they cost. */
export function amountText(
  { brand, unpriced }: CollectingCost,
  amountIn: (amounts: Amounts) => Amount,
): string {
  const { questions, estimated_usd: usd } = amountIn(brand);
  if (questions === 0) return 'nothing';
  const answers = `${questions.toLocaleString('en-US')} ${questions === 1 ? 'answer' : 'answers'}`;
  return unpriced.length === 0 ? `${answers}, about ${dollars(usd)}` : answers;
}

/** What is said where every engine of a brand lacks its key. */
export const NOTHING_ASKED = 'No engine has a key yet, so nothing is asked, and nothing is spent.';

/** Why it is not said what a brand costs. @param engines the slugs of those without a price */
export function unpricedWords(engines: readonly string[]): string {
  return `What an answer of ${LIST.format(engines.map(engineNameOf))} costs is not known, so neither is what the questions of this brand cost.`;
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** What keeps the cost from being all that there is to say. */
export function costNotes(cost: CollectingCost): string[] {
  const { brand, brandWithKey, beyondPlan, notAsked, ceiling, activePrompts, promptsIncluded } = cost;
  const keyless = brand.day.questions - brandWithKey.day.questions;
  return [
    ...(cost.unpriced.length === 0 ? [] : [unpricedWords(cost.unpriced)]),
    ...(notAsked === null ? [] : [`Nothing is asked for this organization: ${notAsked}.`]),
    ...(cost.unpriced.length === 0 && keyless > 0
      ? [
          brandWithKey.day.questions === 0
            ? NOTHING_ASKED
            : `${keyless} of the answers a day are on engines without a key, which are not asked. The others cost about ` +
              `${dollars(brandWithKey.month.estimated_usd)} in 30 days.`,
        ]
      : []),
    ...(beyondPlan > 0
      ? [
          `The organization has ${activePrompts} active questions, and its plan includes ${promptsIncluded}. ` +
            `${beyondPlan} are not asked, beginning with the newest questions of the newest brand.`,
        ]
      : []),
    ...(ceiling === null
      ? []
      : [`A day of the whole organization exceeds its ceiling of ${ceiling}; what exceeds it is not asked.`]),
  ];
}

/** What to keep in mind before a change is stored, as warnings. */
export function warnings(texts: readonly string[]): Html | null {
  if (texts.length === 0) return null;
  return html`<div class="note warning"><p><b>Before you save</b></p><ul class="plain-list">${texts.map((text) => html`<li>${withCode(text)}</li>`)}</ul></div>`;
}

/** What is in backticks is what somebody would type into a file. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** A notice or lookalike of an apply as a sentence. */
export function asSentence(text: string): string {
  const capitalized = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
