import { may } from '../../../domain/access/permissions.ts';
import { isNearlySpent, spentOfMonth } from '../../../domain/figures/month-budget.ts';
import { dollars, usdOf } from '../../../domain/figures/usd.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import type { CollectingState } from '../../../pipeline/collect/collecting-state.ts';
import { asTable, plainTable } from '../../charts/figure.ts';
import { rounded } from '../../charts/plot.ts';
import { type Html, html } from '../../markup/html.ts';
import { askingWords, NOTHING_ASKED, unpricedWords } from '../../parts/form/review.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';

/** The organization's spending and ceilings, which its brands share. */
export function spendingSection(visit: Visit, state: CollectingState): Html {
  const { spending, cost } = state;
  if (visit.user.brandIds !== null) {
    return html`<section aria-labelledby="spending"><h2 id="spending">Spending</h2>
<p>${dayCost(cost)}</p></section>`;
  }
  const { monthMicros, todayMicros, todayCalls, microsPerDay, callsPerDay } = spending;
  return html`<section aria-labelledby="spending"><h2 id="spending">Spending</h2>
<p>${money(monthMicros)} this month, by all brands of <bdi>${visit.caller.organizationName}</bdi>. ${dayCost(cost)}</p>
${nearlySpent(spending)}
<div class="columns">
<div class="stack">
${meter('Dollars today', todayMicros, microsPerDay, money)}
${meter('Calls today', todayCalls, callsPerDay, String)}
<p class="help">Dollars are estimates where a vendor reports no price. At a ceiling, Sightline asks nothing more that day.</p>
</div>
${days(state)}
</div>
${maySetCeilings(visit) && ceilingsForm(visit, spending)}</section>`;
}

/** The daily cost of all questions, and of those whose engines have a key. */
function dayCost(cost: CollectingState['cost']): string {
  const { unpriced, brand, brandWithKey, notAsked } = cost;
  if (notAsked !== null) return '';
  if (brand.day.questions === 0) return 'This brand has no active question.';
  if (unpriced.length > 0) return unpricedWords(unpriced);
  const all = `This brand’s questions need ${askingWords(cost)}`;
  if (brandWithKey.day.questions === 0) return `${all} ${NOTHING_ASKED}`;
  if (brandWithKey.day.questions === brand.day.questions) return all;
  return `${all} Engines with a key cost about ${dollars(brandWithKey.month.estimated_usd)} in 30 days.`;
}

function nearlySpent({ monthMicros, monthBudget }: CollectingState['spending']): Html | null {
  if (monthBudget === null || !isNearlySpent(monthMicros, monthBudget)) return null;
  return html`<p role="status"><strong class="warn">${spentOfMonth(monthMicros, monthBudget)}.</strong> At the daily ceiling, Sightline asks nothing more that day.</p>`;
}

function maySetCeilings({ viewer }: Visit): boolean {
  return viewer.kind === 'user' && may(viewer.user, 'plans');
}

function money(micros: number): string {
  return dollars(usdOf(micros));
}

function meter(label: string, amount: number, most: number | null, text: (amount: number) => string): Html {
  if (most === null)
    return html`<p>${label}: <b>${text(amount)}</b> <span class="muted">(no ceiling)</span></p>`;
  const share = most === 0 ? 1 : Math.min(1, amount / most);
  return html`<div><p>${label}: <b>${text(amount)}</b> of ${text(most)}${share >= 1 && html` <strong class="warn">Ceiling reached</strong>`}</p>
<svg class="meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="1"/><rect class="amount${share >= 1 && ' full'}" width="${rounded(100 * share)}" height="1"/></svg></div>`;
}

const HEIGHT = 40;

/** Spending in the last 30 days. */
function days({ spentDays, spending }: CollectingState): Html | null {
  const last = spentDays.at(-1)?.day;
  if (last === undefined || spentDays.length < 2) return null;
  const first = Math.min(last - 29, spentDays[0]?.day ?? last);
  const most = Math.max(...spentDays.map(({ micros }) => micros), 1);
  const bars = spentDays.map(({ day, micros, calls }) => {
    const height = rounded(Math.max(1, (HEIGHT * micros) / most));
    return html`<rect x="${8 * (day - first)}" y="${HEIGHT - height}" width="6" height="${height}"><title>${dayText(day)}: ${money(micros)}, ${calls} calls</title></rect>`;
  });
  const rows = spentDays.toReversed().map(({ day, micros, calls }) => [dayText(day), money(micros), calls]);
  return html`<figure class="chart spent"><figcaption>Dollars per day, the highest ${money(most)}${spending.microsPerDay !== null && `; the ceiling is ${money(spending.microsPerDay)}`}.</figcaption>
<svg viewBox="0 0 ${8 * 30} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Dollars per day in the last 30 days">${bars}</svg>
${asTable(plainTable(['Day', 'Dollars', 'Calls'], rows))}</figure>`;
}

function dayText(day: number): string {
  return dateText(new Date(day * DAY_MS));
}

function ceilingsForm(visit: Visit, { microsPerDay, callsPerDay }: CollectingState['spending']): Html {
  return html`<details class="ceilings"><summary>Change the ceilings</summary>
<form method="post" action="${visit.address('collecting/ceilings')}" class="stack">
<div class="field"><label for="usd-per-day">Dollars a day</label><input id="usd-per-day" name="usd_per_day" inputmode="decimal" autocomplete="off" value="${microsPerDay === null ? '' : usdOf(microsPerDay)}"></div>
<div class="field"><label for="calls-per-day">Calls a day</label><input id="calls-per-day" name="calls_per_day" inputmode="numeric" autocomplete="off" value="${callsPerDay ?? ''}"></div>
<p class="help">For <bdi>${visit.caller.organizationName}</bdi> and all its brands. An empty field means no ceiling.</p>
<p><button class="primary">Save</button></p></form></details>`;
}
