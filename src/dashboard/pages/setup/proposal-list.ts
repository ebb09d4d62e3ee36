import type { Branded } from '../../../domain/brand/branded.ts';
import { dollars, usdOf } from '../../../domain/figures/usd.ts';
import type { Proposal } from '../../../propose/proposal.ts';
import { type Html, html } from '../../markup/html.ts';
import {
  type Asking,
  addedCost,
  costOfQuestion,
  countTicked,
  detectableChanges,
  type EngineChoice,
  rowOf,
} from './panel-cost.ts';
import { proposalsValue } from './proposals-field.ts';
import { organizationIn, type Subject } from './subject.ts';

/** A part of the list with shared tick buttons. */
interface Part {
  readonly title: string;
  /** The suffix of its button names: `all-questions`. */
  readonly slug: string;
  readonly kinds: readonly Proposal['kind'][];
}

const PARTS: readonly Part[] = [
  { title: 'Your brand', slug: 'names', kinds: ['name', 'alias', 'domain'] },
  { title: 'Markets', slug: 'markets', kinds: ['market'] },
  { title: 'Competitors', slug: 'competitors', kinds: ['competitor'] },
  { title: 'Questions', slug: 'questions', kinds: ['question'] },
];

/** Actions that stay on the list. */
export const LIST_ACTIONS: readonly string[] = [
  'update',
  'ask-model',
  ...PARTS.flatMap(({ slug }) => [`all-${slug}`, `none-${slug}`]),
];

/** Applies a tick button to its part. */
export function applyTickButton(action: string, proposals: readonly Proposal[]): readonly Proposal[] {
  const [, how, slug] = /^(all|none)-(\w+)$/.exec(action) ?? [];
  const part = PARTS.find((each) => each.slug === slug);
  if (part === undefined) return proposals;
  return proposals.map((each) =>
    part.kinds.includes(each.kind) ? { ...each, isAdvised: how === 'all' } : each,
  );
}

const KINDS: Readonly<Record<Proposal['kind'], string>> = {
  name: 'Name',
  alias: 'Other name',
  domain: 'Website',
  market: 'Market',
  competitor: 'Competitor',
  question: 'Question',
};

/** The brand in a question decides the meaning of its answers. */
const TELLS: Readonly<Record<Branded, string>> = {
  none: 'how often engines find you',
  competitor: 'how often engines name you beside them',
  self: 'how engines describe you',
};

export interface ListOf {
  readonly subject: Subject;
  /** The site's host, for a new brand. */
  readonly host: string;
  /** The domain form's searches, so that its field keeps them. */
  readonly searches: string;
  readonly proposals: readonly Proposal[];
  readonly asking: Asking;
  /** For a new brand. */
  readonly engines: readonly EngineChoice[];
  /** The model button; null without a key. */
  readonly model: Html | null;
}

export function proposalList({ subject, host, searches, proposals, asking, engines, model }: ListOf): Html {
  if (proposals.length === 0) {
    return html`<p class="empty">No further proposals.</p>`;
  }
  const cost = costOfQuestion(asking, proposals);
  const ticked = proposals.filter(({ isAdvised }) => isAdvised).length;
  return html`<form method="post" class="stack" id="proposals" data-micros="${asking.micros}" data-engines="${asking.engines}" data-samples="${asking.samples}" data-markets="${asking.markets}" data-questions="${asking.questions}">
${subject.brand === null && organizationIn(subject)}
<input type="hidden" name="site" value="${host}">
<input type="hidden" name="queries" value="${searches}">
<input type="hidden" name="proposals" value="${proposalsValue(proposals)}">
<section aria-labelledby="proposals-head"><h2 id="proposals-head">Proposals: <span data-ticked>${ticked}</span> of ${proposals.length} ticked</h2>
<table class="proposals">
<caption class="unseen">Proposals, with their sources</caption>
<thead class="unseen"><tr><th scope="col">Take</th><th scope="col">Kind</th><th scope="col">Proposal</th><th scope="col">Source</th><th scope="col">Cost a month</th></tr></thead>
${PARTS.map((part) => {
  const rows = proposals
    .map((each, place) => ({ ...each, place }))
    .filter(({ kind }) => part.kinds.includes(kind));
  return rows.length > 0 && tablePart(part, rows, cost);
})}
</table></section>
${model}
${subject.brand === null && engineBoxes(engines)}
<p class="row accept"><button class="primary" name="do" value="accept">Review your choice</button>
<button name="do" value="update" data-update>Update the cost</button>
<span>${costLine(asking, proposals)}<span class="help">Next, you review everything and its cost.</span></span></p>
</form>`;
}

/** Engine choices for a new brand. */
function engineBoxes(engines: readonly EngineChoice[]): Html {
  return html`<fieldset class="engines"><legend>Ask on</legend>
<input type="hidden" name="engines" value="">
<div class="engine-list">${engines.map(
    ({ slug, name, micros, hasKey, isChosen }) =>
      html`<label class="check"><input type="checkbox" name="engines" value="${slug}" data-micros="${micros}"${isChosen && html` checked`}> <span>${name} <span class="help">About ${dollars(usdOf(micros))} an answer.${!hasKey && ' No key yet.'}</span></span></label>`,
  )}</div>
<p class="help">Sightline asks an engine without a key as soon as an admin enters one, under Engine keys.</p>
</fieldset>`;
}

/** A proposal with its place in the list. */
type Placed = Proposal & { readonly place: number };

function tablePart({ title, slug }: Part, rows: readonly Placed[], cost: string | null): Html {
  const ticked = rows.filter(({ isAdvised }) => isAdvised).length;
  return html`<tbody>
<tr class="part"><th colspan="5" scope="rowgroup"><span>${title} <small><span data-ticked>${ticked}</span> of ${rows.length}</small></span>
${rows.length > 1 && html`<span class="ticks"><button name="do" value="all-${slug}" data-tick="all" aria-label="Tick all: ${title}">All</button> <button name="do" value="none-${slug}" data-tick="none" aria-label="Tick none: ${title}">None</button></span>`}</th></tr>
${rows.map((each) => row(each, cost))}
</tbody>`;
}

function row(each: Placed, cost: string | null): Html {
  const { place, kind, text, host, whom, evidence, caution, isAdvised } = each;
  return html`<tr>
<td><input type="checkbox" name="take" value="${place}" data-kind="${kind}"${isAdvised && html` checked`} aria-label="${`${KINDS[kind]} ${text}`}"></td>
<td class="kind">${KINDS[kind]}</td>
<th scope="row"><bdi>${text}</bdi>${host !== null && html` <small>${host}</small>`}${whom !== null && html` <small>${TELLS[whom]}</small>`}</th>
<td class="evidence">${evidence.length > 0 && html`<span>${evidence.join(', ')}</span>`}${caution !== null && html`<span class="caution">${caution}</span>`}</td>
<td class="figure">${kind === 'question' && cost}</td>
</tr>`;
}

/** Totals of ticked questions. A script updates the same figures on each tick. */
function costLine(asking: Asking, proposals: readonly Proposal[]): Html {
  const questions = countTicked(proposals, 'question');
  const { answersADay, cost } = addedCost(asking, proposals);
  return html`<b>Questions: <span data-sum="questions">${questions}</span>. Answers a day: <span data-sum="answers">${answersADay}</span>. About <span data-sum="month">${cost}</span> a month.</b><br>`;
}

/** The change that ticked questions can show. */
export function whatToExpect(proposals: readonly Proposal[], asking: Asking): Html | null {
  if (!proposals.some(({ kind }) => kind === 'question')) return null;
  const shown = detectableChanges(asking.samples);
  const now = rowOf(shown, asking.questions + countTicked(proposals, 'question'));
  return html`<aside class="expect" aria-labelledby="expect-head"><h2 id="expect-head">What your questions can show</h2>
<p>More questions let an alert tell smaller changes from chance within a week:</p>
<table id="shown"><caption class="unseen">The smallest change that an alert reports within a week, by questions</caption>
<thead><tr><th scope="col" class="figure">Questions</th><th scope="col" class="figure">Smallest change</th></tr></thead>
<tbody>${shown.map(
    (each) => html`<tr data-questions="${each.questions}"${each === now && html` aria-current="true"`}>
<th scope="row" class="figure">${each.questions}</th><td class="figure">${each.points === null ? 'too few answers' : `${each.points} points`}</td></tr>`,
  )}</tbody></table>
<p class="help">${asking.questions > 0 && `Including your ${asking.questions} present questions. `}In 80% of cases, on one engine, if half of the answers name you and answers are independent. Engines repeat themselves: once you have answers, Plan shows your real figures.</p>
<p class="help">A question that names you shows how engines describe you, not whether they find you.</p></aside>`;
}
