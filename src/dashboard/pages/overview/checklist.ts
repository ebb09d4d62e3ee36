import { may } from '../../../domain/access/permissions.ts';
import { MIN_SAMPLE } from '../../../domain/figures/rate.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import { usersSeenBy } from '../../../pipeline/accounts/users.ts';
import { endpointsOf } from '../../../pipeline/deliver/endpoints.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import type { BrandRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';
import type { OverviewData } from './data.ts';

export interface Step {
  readonly text: string;
  readonly isDone: boolean;
  /** Progress, or the missing condition. */
  readonly detail: string;
  /** The page for this step; null for steps without one. */
  readonly href: string | null;
}

/** How long it stays while a step is open: answers may come within minutes, and colleagues later. */
const MOST_DAYS = 7;

/** First-day steps, until all are done or the first answer is a week old; only for users. */
export async function checklist(visit: Visit, brand: BrandRow, data: OverviewData): Promise<Html | null> {
  if (visit.viewer.kind !== 'user' || data.health === null) return null;
  const { firstAnswerAt } = data.health;
  if (firstAnswerAt !== null && visit.now - firstAnswerAt > MOST_DAYS * DAY_MS) return null;
  const own = data.presence.data.filter(({ role }) => role === 'self');
  const { db, user } = visit;
  const endpoints = await endpointsOf(db, visit.reach);
  const others = (await usersSeenBy(db, user)).length - 1;
  const answers = own.reduce((sum, { responses }) => sum + responses, 0);
  const keys = own.length - data.health.missingKeys;
  const steps: readonly Step[] = [
    { text: 'Name and competitors', isDone: true, detail: '', href: visit.to('setup') },
    {
      text: 'Questions',
      isDone: brand.active_prompts > 0,
      detail: brand.active_prompts > 0 ? `${brand.active_prompts} asked` : 'none yet',
      href: visit.to('questions'),
    },
    {
      text: 'A key for each engine',
      isDone: own.length > 0 && keys === own.length,
      detail: own.length === 0 ? 'no engine chosen' : `${keys} of ${own.length}`,
      href: keyPage(visit, own.length),
    },
    {
      text: 'First answers',
      isDone: answers > 0,
      detail: answers > 0 ? String(answers) : keys > 0 ? 'within a day, or ask now' : 'after the first key',
      href: visit.to(answers === 0 && keys > 0 && visit.mayEdit ? 'collecting/ask' : 'collecting'),
    },
    {
      text: 'First rates',
      isDone: hasRates(data),
      detail: hasRates(data) ? '' : `from ${MIN_SAMPLE} answers on`,
      href: null,
    },
    {
      text: 'Alert addresses',
      isDone: endpoints.length > 0,
      detail: endpoints.length > 0 ? '' : 'email or webhook',
      href: '/delivery',
    },
    {
      text: 'Colleagues',
      isDone: others > 0,
      detail: others > 0 ? String(others) : 'invite them',
      href: '/team',
    },
  ];
  return steps.every(({ isDone }) => isDone) ? null : checklistOf(steps);
}

/** Whether the brand has a rate on any engine, in the bar's window. */
export function hasRates({ presence }: OverviewData): boolean {
  return presence.data.some(({ role, rate }) => role === 'self' && rate !== null);
}

/** The page to choose engines or enter keys; null without permission. */
export function keyPage(visit: Visit, engines: number): string | null {
  if (engines === 0) return visit.to('setup');
  return may(visit.user, 'engineKeys') ? '/engine-keys' : null;
}

/** Highlights the first open step. */
function checklistOf(steps: readonly Step[]): Html {
  const next = steps.find(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  return html`<section aria-labelledby="checklist" class="checklist">
<h2 id="checklist">The first day <small>${done} of ${steps.length}</small></h2>
<ol>${steps.map((step, index) => line(step, { number: index + 1, isNext: step === next }))}</ol>
</section>`;
}

function line(
  { text, isDone, detail, href }: Step,
  { number, isNext }: { readonly number: number; readonly isNext: boolean },
): Html {
  const name: Content = href === null ? text : html`<a href="${href}">${text}</a>`;
  const mark = isDone
    ? html`<span class="step done"><span aria-hidden="true">✓</span><span class="unseen">Done:</span></span>`
    : html`<span class="step" aria-hidden="true">${number}</span>`;
  return html`<li${isNext && html` aria-current="step"`}>${mark} <span>${isNext ? html`<b>${name}</b>` : name}</span> <small>${detail}</small></li>
`;
}
