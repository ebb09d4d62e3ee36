import { isNearlySpent } from '../../../domain/month-budget.ts';
import { dollars, usdOf } from '../../../domain/usd.ts';
import type { BrandHealth, Spend } from '../../../pipeline/collect/health.ts';
import { type Content, type Html, html } from '../../html.ts';
import { onlyLink } from '../../parts/only-link.ts';
import { dateText } from '../../parts/window-text.ts';
import type { Visit } from '../../visit.ts';
import type { OverviewData } from './data.ts';

/** What is wrong with the data, and what asking costs. Not for share links. */
export function dataHealthSection(visit: Visit, { inside }: OverviewData): Html | null {
  if (inside === null) return null;
  const problems = problemsIn(visit, inside.health);
  return html`<section aria-labelledby="health" class="data-health">
<h2 id="health">Data health</h2>
<ul class="lines">
${problems.length === 0 ? noProblem(inside.health) : problems}
${spendLines(inside.spend)}
</ul>
${onlyLink(visit.to('collecting'), 'Collecting')}
</section>`;
}

function noProblem({ collections }: BrandHealth): Html {
  return line(
    'Collections of the last 24 hours',
    collections === 0 ? 'none' : `none of ${collections} failed`,
  );
}

function problemsIn(visit: Visit, { failures, stopped, missingKeys, rescanDue }: BrandHealth): Html[] {
  return [
    ...stopped.map(({ engine, detail, since }) =>
      line(
        engine,
        html`<b class="warn">stopped</b>`,
        `It has not been asked since ${dateText(new Date(since))} (${detail}).`,
      ),
    ),
    ...missingKeys.map(({ engine, variable }) =>
      line(engine, 'no key', html`It is not asked until <code>${variable}</code> is set.`),
    ),
    ...failures.map(({ engine, failed, collections, codes }) =>
      line(
        engine,
        `${failed} of ${collections} failed`,
        `In the last 24 hours: ${codes.map(({ code, count }) => `${code} ${count}`).join(', ')}. They are in no figure.`,
      ),
    ),
    ...(rescanDue === 0
      ? []
      : [
          line(
            html`<a href="${visit.to('setup')}">Answers to read again</a>`,
            String(rescanDue),
            'They were read with other names, so figures may still change.',
          ),
        ]),
  ];
}

function spendLines(spend: Spend): Html[] {
  const { monthMicros, monthBudget, todayMicros, todayCalls, microsPerDay, callsPerDay } = spend;
  const isNear = isNearlySpent(monthMicros, monthBudget);
  const perDay = [
    microsPerDay === null ? null : `${usd(todayMicros)} of ${usd(microsPerDay)} today`,
    callsPerDay === null ? null : `${todayCalls} of ${callsPerDay} calls today`,
  ].filter((each) => each !== null);
  return [
    line(
      'Spent this month',
      isNear && monthBudget !== null
        ? html`<b class="warn">${usd(monthMicros)} of ${usd(monthBudget)}</b>`
        : usd(monthMicros),
      ['All brands of the organization, in months of UTC', ...perDay].join(' · '),
    ),
  ];
}

function usd(micros: number): string {
  return dollars(usdOf(micros));
}

function line(name: Content, value: Content, detail: Content = null): Html {
  return html`<li><div class="line"><span>${name}</span><span class="muted">${value}</span></div>${detail && html`<small class="muted">${detail}</small>`}</li>`;
}
