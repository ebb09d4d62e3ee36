import { DAYS_PER_MONTH } from '../../../domain/month-budget.ts';
import { wilson } from '../../../domain/proportion.ts';
import { dollars, usdOf } from '../../../domain/usd.ts';
import type { ConfiguredEngines } from '../../../pipeline/collect/ready-engine.ts';
import type { Proposal } from '../../../propose/proposal.ts';
import { type Html, html } from '../../html.ts';
import { organizationIn, type Subject } from './subject.ts';
import { takenValue } from './taken.ts';

const PARTS: readonly { readonly title: string; readonly kinds: readonly Proposal['kind'][] }[] = [
  { title: 'Your brand', kinds: ['name', 'alias', 'domain'] },
  { title: 'Markets', kinds: ['market'] },
  { title: 'Competitors', kinds: ['competitor'] },
  { title: 'Questions', kinds: ['question'] },
];

const KINDS: Readonly<Record<Proposal['kind'], string>> = {
  name: 'Name',
  alias: 'Other name',
  domain: 'Website',
  market: 'Market',
  competitor: 'Competitor',
  question: 'Question',
};

/** The proposals as one form. @param host of the site, for a brand that is new */
export function proposalList(
  subject: Subject,
  host: string,
  proposals: readonly Proposal[],
  engines: ConfiguredEngines,
): Html {
  if (proposals.length === 0) {
    return html`<p class="empty">Nothing to propose that is not declared already.</p>`;
  }
  const ticked = tickedIn(proposals);
  const cost = costOfQuestion(engines);
  const questions = tickedIn(proposals.filter(({ kind }) => kind === 'question'));
  return html`<form method="post" class="stack">
${subject.brand === null && organizationIn(subject)}
<input type="hidden" name="site" value="${host}">
<section aria-labelledby="proposals-head"><h2 id="proposals-head">Proposals: ${ticked} of ${proposals.length} ticked</h2>
<table class="proposals">
<caption class="unseen">What might be measured, with where it was read</caption>
<thead class="unseen"><tr><th scope="col">Take</th><th scope="col">What</th><th scope="col">Proposal</th><th scope="col">Where it was read</th><th scope="col">Cost a month</th></tr></thead>
${PARTS.map(({ title, kinds }) => {
  const part = proposals.filter(({ kind }) => kinds.includes(kind));
  return part.length > 0 && tablePart(title, part, cost);
})}
</table></section>
<p class="row accept"><button class="primary" name="do" value="accept">Review what is ticked</button>
<span>${cost !== null && questions > 0 && html`<b>${costWords(questions, engines)}</b><br>`}<span class="help">Next you see all of what would be stored, and what it costs.</span></span></p>
</form>`;
}

function tickedIn(proposals: readonly Proposal[]): number {
  return proposals.filter(({ isAdvised }) => isAdvised).length;
}

function tablePart(title: string, proposals: readonly Proposal[], cost: string | null): Html {
  return html`<tbody>
<tr class="part"><th colspan="5" scope="rowgroup">${title} <small>${tickedIn(proposals)} of ${proposals.length}</small></th></tr>
${proposals.map((each) => row(each, cost))}
</tbody>`;
}

function row(each: Proposal, cost: string | null): Html {
  const { kind, text, host, evidence, caution, isAdvised } = each;
  return html`<tr>
<td><input type="checkbox" name="take" value="${takenValue(each)}"${isAdvised && html` checked`} aria-label="${`${KINDS[kind]} ${text}`}"></td>
<td class="kind">${KINDS[kind]}</td>
<th scope="row"><bdi>${text}</bdi>${host !== null && html` <small>${host}</small>`}</th>
<td class="evidence">${evidence.length > 0 && html`<span>${evidence.join(', ')}</span>`}${caution !== null && html`<span class="caution">${caution}</span>`}</td>
<td class="figure">${kind === 'question' && cost}</td>
</tr>`;
}

/** What asking one question once a day costs in a month, on the engines that have a key; null if none has. */
function costOfQuestion({ ready }: ConfiguredEngines): string | null {
  const micros = ready.reduce((sum, each) => sum + each.micros, 0);
  return micros === 0 ? null : dollars(usdOf(micros * DAYS_PER_MONTH));
}

function costWords(questions: number, { ready }: ConfiguredEngines): string {
  const micros = questions * ready.reduce((sum, each) => sum + each.micros, 0);
  const answers = questions * ready.length;
  return (
    `As ticked first, in one market: ${answers} ${answers === 1 ? 'answer' : 'answers'} a day on ${ready.length} ` +
    `${ready.length === 1 ? 'engine' : 'engines'}, about ${dollars(usdOf(micros * DAYS_PER_MONTH))} a month.`
  );
}

const WEEKS = 4;

/** What asking the ticked questions would tell, and when. */
export function whatToExpect(proposals: readonly Proposal[], { ready }: ConfiguredEngines): Html | null {
  const questions = tickedIn(proposals.filter(({ kind }) => kind === 'question'));
  if (questions === 0) return null;
  const days = 7 * WEEKS;
  return html`<aside class="expect" aria-labelledby="expect-head"><h2 id="expect-head">What you will know, and when</h2>
<p>${ready.length === 0 ? 'Once an engine has its key, each day brings' : 'Each day brings'} ${questions} ${questions === 1 ? 'answer' : 'answers'} on each engine, with every question asked once.</p>
<p>After ${WEEKS} weeks, the rate of one question on one engine is known to about ${halfWidth(days)} points either way, and that of all ${questions} together to about ${halfWidth(days * questions)}, if answers differ as much as single draws do. Engines repeat themselves; Plan then says what yours do.</p>
<p>A question that names you says how you are described, and nothing of whether you are found.</p></aside>`;
}

/** Half the width of the interval of a rate of a half, the widest there is. Percentage points. */
function halfWidth(answers: number): number {
  const { lower, upper } = wilson({ events: answers / 2, trials: answers });
  return Math.round(50 * (upper - lower));
}
