import { reports } from '../../../reports/index.ts';
import { dotWithInterval, percentAxis } from '../../charts/dot.ts';
import { partsOf, type RateFigure } from '../../charts/rates.ts';
import { differenceMark } from '../../charts/said.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { changeIn } from '../../parts/table/change.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import type { PresenceRow } from '../../parts/words/rows.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { gapStyle } from './by-engine.ts';
import type { Competing, OnEngine } from './data.ts';

export function onEngine(visit: Visit, data: Competing, on: OnEngine): Html {
  const { presence, brands } = data;
  const rows = brands.flatMap((brand) =>
    presence.data.filter((row) => row.brand === brand && row.engine === on.engine.slug),
  );
  const own = rows.find(({ role }) => role === 'self') ?? null;
  const isCompared = presence.meta.compared !== undefined;
  return html`<section aria-labelledby="on-engine">
<div class="section-head"><h2 id="on-engine">You and each competitor on ${on.engine.name}</h2>${engineChips(visit, data, on)}</div>
<table class="cards said-table beside-table">
<caption class="unseen">How often ${on.engine.name} names each brand, and how much more often than ${visit.brand.name}</caption>
<thead><tr><th scope="col">Brand</th><th scope="col">Named in</th><th scope="col"><span class="unseen">Share of answers, 0 to 100%</span>${percentAxis()}</th><th scope="col" colspan="2">More often than you, points</th><th scope="col" class="figure">Only it / only you</th>${isCompared && html`<th scope="col" class="figure">Change</th>`}<th scope="col" class="figure">Mean position</th><th scope="col" class="figure">Of all mentions</th></tr></thead>
<tbody>${rows.map((row) => brandRow(visit, data, on, row, own))}</tbody></table>
<p class="help">Dashed: ${visit.brand.name}. More often: answers that name only it, minus answers that name only you. Of all mentions: mentions of tracked brands, <a href="${visit.to('definitions')}">by each vendor’s definition</a>.</p>
</section>`;
}

/** Each engine has its own table, because nothing averages engines. */
function engineChips(visit: Visit, { engines }: Competing, on: OnEngine): Content {
  const answered = engines.filter(({ answers }) => answers > 0);
  if (answered.length < 2) return null;
  return html`<p class="choices">${answered.map(
    ({ slug, name }) =>
      html`<a class="choice" href="${here(visit, { on: slug, page: null })}#on-engine"${slug === on.engine.slug && html` aria-current="true"`}>${name}</a>`,
  )}</p>`;
}

function brandRow(
  visit: Visit,
  { presence, gaps }: Competing,
  { engine, voice }: OnEngine,
  row: PresenceRow,
  own: PresenceRow | null,
): Html {
  const { brand, role } = row;
  const isYou = role === 'self';
  const gap = gaps.data.find((each) => each.competitor === brand && each.engine === engine.slug);
  const share = voice.data.find((each) => each.brand === brand);
  const href = linkToAnswers(visit, reports.presence, presence, 'rate', row);
  const points = gap?.gap && pointsParts(gap.gap);
  const only = (column: 'only_it' | 'only_you') =>
    gap &&
    html`<a class="figure-link" href="${linkToAnswers(visit, reports.gaps, gaps, column, gap)}">${gap[column]}</a>`;
  return html`<tr><th scope="row"><bdi>${brand}</bdi>${isYou && html` <span class="chip">you</span>`}</th>
<td class="rate-cell" data-label="Named in">${namedCell(row, href)}</td>
<td class="wide dot-cell" data-label="">${dotWithInterval({ name: brand, figure: row, href, before: isYou || own === null ? null : { figure: own, href: null } })}</td>
${
  isYou
    ? html`<td class="wide"></td><td></td><td></td>`
    : html`<td class="wide mark-cell" data-label="">${gap?.gap && differenceMark(gap.gap, brand)}</td>
<td class="figure" data-label="More often than you">${
        gap === undefined || points === null || points === undefined
          ? html`<span class="few">too few</span>`
          : html`<b class="${gapStyle(gap)}">${points.points}</b> <small class="counts">${points.range}</small>`
      }</td>
<td class="figure" data-label="Only it / only you">${gap && html`<span>${only('only_it')} / ${only('only_you')}</span>`}</td>`
}
${presence.meta.compared && html`<td class="figure" data-label="Change">${changeIn(row.compared)}</td>`}
<td class="figure" data-label="Mean position">${positionCell(visit, presence, row)}</td>
<td class="figure" data-label="Of all mentions">${share && shareCell(visit, voice, share)}</td></tr>
`;
}

function namedCell(figure: RateFigure, href: string | null): Content {
  const { counts, percent, aside } = partsOf(figure);
  if (figure.responses === 0) return html`<span class="few">not tracked yet</span>`;
  const text =
    percent === null
      ? html`<span class="few">${counts}</span> <small class="counts">${aside}</small>`
      : html`<b>${percent}</b> <small>${aside}</small> <small class="counts">${counts}</small>`;
  return html`<a class="figure-link" href="${href}">${text}</a>`;
}

function positionCell(visit: Visit, presence: Competing['presence'], row: PresenceRow): Content {
  const { avg_rank_when_named: mean, ranked_answers: ranked } = row;
  if (mean === null) return html`<span class="muted">in no list</span>`;
  const href = linkToAnswers(visit, reports.presence, presence, 'avg_rank_when_named', row);
  return html`<a class="figure-link" href="${href}">${mean.toFixed(1)} <small class="counts">${ranked} listed</small></a>`;
}

function shareCell(visit: Visit, voice: OnEngine['voice'], row: OnEngine['voice']['data'][number]): Content {
  if (row.answers === 0) return html`<span class="muted">not tracked yet</span>`;
  if (row.share === null) return html`<span class="muted">no mentions</span>`;
  const { counts, percent, aside } = partsOf({
    present: row.mentions,
    responses: row.all_mentions,
    rate: row.share,
    interval: row.interval,
    min_sample: 0,
  });
  const href = linkToAnswers(visit, reports.shareOfVoice, voice, 'share', row);
  return html`<a class="figure-link" href="${href}">${percent} <small>${aside}</small> <small class="counts">${counts}</small></a>`;
}
