import { changedMeasure } from '../../../pipeline/watch/alert-words.ts';
import { excludesZero } from '../../../stats/rates/intervals.ts';
import { type Change, pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { changePhrase, sharedText } from '../../parts/table/change.ts';
import { type AlertFacts, engineNameIn, factsOf } from '../../parts/words/alert-facts.ts';
import type { AlertRow, PresenceRow } from '../../parts/words/rows.ts';
import { shortDay } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import type { OverviewData } from './data.ts';

/** Alerts, one line each, with the page window's figures. */
export function findingsSection(visit: Visit, data: OverviewData): Html | null {
  const { findings, isNow } = data;
  if (findings.length === 0) return null;
  const all = visit.to('alerts');
  return html`<section aria-labelledby="changes">
<div class="section-head"><h2 id="changes">${isNow ? 'What changed' : 'Alerts found in these days'}</h2>${all !== null && html`<a class="not-printed" href="${all}">All alerts</a>`}</div>
<ul class="findings">${findings.map((alert) => finding(visit, data, alert))}</ul>
</section>`;
}

function finding(visit: Visit, data: OverviewData, alert: AlertRow): Html {
  const facts = factsOf(alert);
  const href = visit.to(`alerts/${alert.id}`);
  const title = facts === null ? alert.title : titleOf(facts).replace(/ in answers that name either$/, '');
  const now = facts === null ? NOTHING : nowOf(visit, data, facts);
  return html`<li class="${now.isClear && 'clear'}">
<span><b>${href === null ? html`<bdi>${title}</bdi>` : html`<a class="plain" href="${href}"><bdi>${title}</bdi></a>`}</b>${now.counts && html` <small>${now.counts}</small>`}</span>
<span class="now">${now.figure}</span>
<small class="when">found ${shortDay(alert.created_at)}${facts && html`: ${pointsParts(facts.change).points} points then`}</small>
</li>
`;
}

/** The change without the figures of its day. Text beside it names the denominator. */
export function titleOf(facts: AlertFacts): string {
  return changedMeasure(facts.kind, engineNameIn(facts), facts.brand, facts.competitor ?? '');
}

/** The page window's figures about an alert. */
interface Now {
  readonly counts: Content;
  readonly figure: Content;
  /** Whether it exceeds noise in this window too. */
  readonly isClear: boolean;
}

const NOTHING: Now = { counts: null, figure: null, isClear: true };

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
  if (!change) return { counts, figure: null, isClear: false };
  const isClear = compared.exceeds_noise;
  const shared = sharedText(row);
  return {
    counts: shared === null ? counts : html`${counts}; the change ${shared}`,
    figure: figureOf(change, { isClear, clear: '', unclear: changePhrase(compared) }),
    isClear,
  };
}

function namedIn(
  visit: Visit,
  { engine, present, responses }: PresenceRow,
  meta: OverviewData['presence']['meta'],
): Html {
  return html`<a class="figure-link" href="${visit.answers({ engine, names: 'self' }, meta)}">${present} of ${responses}</a>`;
}

/** Naming rates of the two brands in the same answers. The alert itself compares their order. */
function namedBeside(visit: Visit, { engineGaps: gaps }: OverviewData, facts: AlertFacts): Now {
  const row = gaps === null ? undefined : engineGap(gaps, facts);
  const { engine, competitor } = facts;
  if (gaps === null || !row?.gap || competitor === null) return { ...NOTHING, isClear: false };
  const only = { engine, looked_for: 'self', beside: competitor };
  const alone = visit.answers({ ...only, names: competitor, names_not: 'self' }, gaps.meta);
  const counts = html`among answers that name either; only it in <a class="figure-link" href="${alone}">${row.only_it}</a> of ${row.answers} answers, only you in ${row.only_you}`;
  const isClear = excludesZero(row.gap);
  const words = { isClear, clear: 'more often named', unclear: 'too close to call' };
  return { counts, figure: figureOf(row.gap, words), isClear };
}

/** The competitor's lead on the alert's engine; undefined without counts. */
export function engineGap(
  { data }: NonNullable<OverviewData['engineGaps']>,
  { engine, competitor }: Pick<AlertFacts, 'engine' | 'competitor'>,
) {
  return data.find((each) => each.engine === engine && each.competitor === competitor);
}

/** A difference with its interval. Within noise, the verdict comes first. */
function figureOf(
  change: Change,
  {
    isClear,
    clear,
    unclear,
  }: { readonly isClear: boolean; readonly clear: string; readonly unclear: string },
): Html {
  const { points, range } = pointsParts(change);
  return isClear
    ? html`<b>${points} points</b> <small>(${range}) ${clear}</small>`
    : html`<small>${unclear}: ${points} points (${range})</small>`;
}
