import { mixedDays } from '../../../domain/alerts/change-words.ts';
import { MIN_SAMPLE } from '../../../domain/figures/rate.ts';
import { reports } from '../../../reports/index.ts';
import { across } from '../../charts/plot.ts';
import { partsOf } from '../../charts/rates.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import type { PresenceRow } from '../../parts/words/rows.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { type Competing, countedDays, isAhead, orderIn, type Ranking } from './data.ts';

/** The most brands in a ranking; the own brand is always in it. */
const MOST_RANKED = 7;

/** A ranking for each engine with enough answers; the others in a sentence. */
export function rankingSection(visit: Visit, data: Competing): Html {
  const ranked = data.rankings.filter(({ rows }) => rows.some(({ rate }) => rate !== null));
  return html`<section aria-label="Ranking on each engine">
<div class="rankings">${ranked.map((ranking) => rankingOf(visit, data, ranking))}</div>
<p class="help">Bar: share of answers that name the brand; the pale part is its 95% interval.${ranked.some(({ change }) => change !== null) && ' Days on which a change may have begun are left out.'} ${unranked(data.rankings)}</p>
</section>`;
}

function unranked(rankings: readonly Ranking[]): Content {
  const few = rankings.filter(({ rows }) => rows.every(({ rate }) => rate === null));
  if (few.length === 0) return null;
  const names = few.map(
    ({ name, answers }) =>
      `${name} has ${answers === 0 ? 'no' : answers} ${answers === 1 ? 'answer' : 'answers'}`,
  );
  return `${LIST.format(names)}: no ranking below ${MIN_SAMPLE}.`;
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

function rankingOf(visit: Visit, data: Competing, ranking: Ranking): Html {
  const { name, answers, rows, slug, change, mixed } = ranking;
  const counted = change === null ? mixedDays(mixed, visit.now) : countedDays(ranking);
  const own = rows.findIndex(({ role }) => role === 'self');
  const most = own < MOST_RANKED ? MOST_RANKED : MOST_RANKED - 1;
  const shown = rows.filter((_, index) => index < most || index === own);
  const id = `ranking-${slug}`;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2><p>${answers.toLocaleString('en-US')} answers${counted !== null && `, ${counted}`}</p>
<ol>${shown.map((row) => rankedBrand(visit, data, ranking, row))}</ol>
${shown.length < rows.length && html`<p>${rows.length - shown.length} more are named less often.</p>`}</section>
`;
}

function rankedBrand(visit: Visit, { beside }: Competing, ranking: Ranking, row: PresenceRow): Html {
  const { brand, role } = row;
  const isYou = role === 'self';
  const gap = ranking.beside.find(({ competitor }) => competitor === brand);
  const order = orderIn(ranking, brand);
  const isOpen = beside?.gap === gap && gap !== undefined;
  const label = html`<bdi class="two-lines">${brand}</bdi>`;
  const opens = here(visit, { on: ranking.slug, beside: brand, page: null });
  const style = isYou ? 'you' : (order ?? 'level');
  return html`<li class="${style}${isOpen && ' open'}"><div>${isYou || !gap?.gap ? html`<b>${label}</b>` : html`<a class="plain" href="${opens}#beside"${isOpen && html` aria-current="true"`}>${label}</a>`}${chipOf(isYou ? isAhead(ranking) : order === 'ahead')}${shareOf(visit, ranking, row)}</div>${rankBar(row)}</li>
`;
}

function chipOf(isAhead: boolean): Content {
  return isAhead && html` <span class="chip">ahead</span>`;
}

function shareOf(visit: Visit, { presence }: Ranking, row: PresenceRow): Html {
  if (row.responses === 0) return html`<span class="few">not tracked yet</span>`;
  const { percent, aside, counts } = partsOf(row);
  const href = linkToAnswers(visit, reports.presence, presence, 'rate', row);
  return html`<a class="figure-link" href="${href}" title="${counts}, ${aside}">${percent ?? html`<span class="few">${counts}</span>`}</a>`;
}

/** A share as a bar from 0 to 100%, with its interval; an empty line below the floor. */
function rankBar({ rate, interval }: PresenceRow): Html {
  const bar =
    rate !== null &&
    html`<line x1="0" x2="${across(rate)}" y1="4" y2="4"/>${interval && html`<line class="range" x1="${across(interval.lower)}" x2="${across(interval.upper)}" y1="4" y2="4"/>`}`;
  return html`<svg class="rank-bar" width="100%" height="8" aria-hidden="true"><line class="grid" x1="0" x2="100%" y1="4" y2="4"/>${bar}</svg>`;
}
