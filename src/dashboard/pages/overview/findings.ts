import { whatChanged } from '../../../pipeline/watch/alert-words.ts';
import { excludesZero } from '../../../stats/intervals.ts';
import { type Change, pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../html.ts';
import { type AlertFacts, engineNameIn, factsOf } from '../../parts/alert-facts.ts';
import { changePhrase, sharedText } from '../../parts/change.ts';
import type { AlertRow, PresenceRow } from '../../parts/rows.ts';
import { shortDay } from '../../parts/window-text.ts';
import type { Visit } from '../../visit.ts';
import type { OverviewData } from './data.ts';

/** The findings, one line each, with the figures of the window of the page. */
export function findingsSection(visit: Visit, data: OverviewData): Html | null {
  const { findings, isNow } = data;
  if (findings.length === 0) return null;
  const all = visit.to('alerts');
  return html`<section aria-labelledby="changes">
<div class="section-head"><h2 id="changes">${isNow ? 'What changed' : 'What was found in these days'}</h2>${all !== null && html`<a class="not-printed" href="${all}">All alerts</a>`}</div>
<ul class="findings">${findings.map((alert) => finding(visit, data, alert))}</ul>
</section>`;
}

function finding(visit: Visit, data: OverviewData, alert: AlertRow): Html {
  const facts = factsOf(alert);
  const href = visit.to(`alerts/${alert.id}`);
  const title = facts === null ? alert.title : titleOf(facts).replace(/ in answers that name either$/, '');
  const now = facts === null ? NOTHING : nowOf(visit, data, facts);
  return html`<li class="${now.isTold && 'told'}">
<span><b>${href === null ? html`<bdi>${title}</bdi>` : html`<a class="plain" href="${href}"><bdi>${title}</bdi></a>`}</b>${now.counts && html` <small>${now.counts}</small>`}${alert.handled && html` <span class="chip">Handled</span>`}</span>
<span class="now">${now.figure}</span>
<small class="when">found ${shortDay(alert.created_at)}${facts && html`: ${pointsParts(facts.change).points} points then`}</small>
</li>
`;
}

/** What changed, without the figures of the day on which it was found. What a share is of stands beside it. */
export function titleOf(facts: AlertFacts): string {
  return whatChanged(facts.kind, engineNameIn(facts), facts.brand, facts.competitor ?? '');
}

/** What the window of the page says of what an alert is about. */
interface Now {
  readonly counts: Content;
  readonly figure: Content;
  /** Whether it is larger than noise there too. */
  readonly isTold: boolean;
}

const NOTHING: Now = { counts: null, figure: null, isTold: true };

function nowOf(visit: Visit, data: OverviewData, facts: AlertFacts): Now {
  switch (facts.kind) {
    case 'competitor_overtook':
      return namedBeside(visit, data, facts);
    case 'visibility_drop':
    case 'visibility_rise':
    case 'engine_blackout':
      return namedNow(visit, data, facts);
    default:
      return NOTHING;
  }
}

function namedNow(visit: Visit, { presence }: OverviewData, { engine }: AlertFacts): Now {
  const row = presence.data.find((each) => each.engine === engine && each.role === 'self');
  if (row === undefined) return NOTHING;
  const { compared } = row;
  const counts = html`named in ${namedIn(visit, row, presence.meta)}${compared && html`, before in ${compared.present} of ${compared.responses}`}`;
  const change = compared?.change;
  if (!change) return { counts, figure: null, isTold: false };
  const isTold = compared.exceeds_noise;
  const shared = sharedText(row);
  return {
    counts: shared === null ? counts : html`${counts}; the change ${shared}`,
    figure: figureOf(change, { isTold, told: '', untold: changePhrase(compared) }),
    isTold,
  };
}

function namedIn(
  visit: Visit,
  { engine, present, responses }: PresenceRow,
  meta: OverviewData['presence']['meta'],
): Html {
  return html`<a class="figure-link" href="${visit.answers({ engine, names: 'self' }, meta)}">${present} of ${responses}</a>`;
}

/** How often each of the two is named in the same answers, which is another question than who is put ahead. */
function namedBeside(visit: Visit, { engineGaps: gaps }: OverviewData, facts: AlertFacts): Now {
  const row = gaps === null ? undefined : engineGap(gaps, facts);
  const { engine, competitor } = facts;
  if (gaps === null || !row?.gap || competitor === null) return { ...NOTHING, isTold: false };
  const only = { engine, looked_for: 'self', beside: competitor };
  const alone = visit.answers({ ...only, names: competitor, names_not: 'self' }, gaps.meta);
  const counts = html`in answers that name either; named without you in <a class="figure-link" href="${alone}">${row.only_it}</a> of ${row.answers}, you without it in ${row.only_you}`;
  const isTold = excludesZero(row.gap);
  const words = { isTold, told: 'more often named', untold: 'who is named more cannot be told' };
  return { counts, figure: figureOf(row.gap, words), isTold };
}

/** How much more often the competitor of a finding is named on its engine; undefined where that was not counted. */
export function engineGap(
  { data }: NonNullable<OverviewData['engineGaps']>,
  { engine, competitor }: Pick<AlertFacts, 'engine' | 'competitor'>,
) {
  return data.find((each) => each.engine === engine && each.competitor === competitor);
}

/** A difference with its interval; where it is not told, that it is not comes first. */
function figureOf(
  change: Change,
  { isTold, told, untold }: { readonly isTold: boolean; readonly told: string; readonly untold: string },
): Html {
  const { points, range } = pointsParts(change);
  return isTold
    ? html`<b>${points} points</b> <small>(${range}) ${told}</small>`
    : html`<small>${untold}: ${points} points (${range})</small>`;
}
