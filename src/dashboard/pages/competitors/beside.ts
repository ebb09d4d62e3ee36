import { MIN_SAMPLE } from '../../../domain/figures/rate.ts';
import { engineGaps } from '../../../reports/brands/gaps.ts';
import { reports } from '../../../reports/index.ts';
import { across } from '../../charts/plot.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import { breakable } from '../../parts/table/web-page.ts';
import type { Visit } from '../../visit/visit.ts';
import { type Beside, countedDays, type GapRow, orderIn, type Ranking, type Sources } from './data.ts';

/** The most rows in each table. */
const MOST_ROWS = 5;

/** A competitor beside the brand on one engine: on which questions, and from which sites. */
export function besideSection(visit: Visit, beside: Beside): Html {
  const { ranking, gap, byQuestion, sources } = beside;
  const { competitor } = gap;
  return html`<section aria-labelledby="beside">
<div class="section-head"><h2 id="beside"><bdi>${competitor}</bdi> on ${ranking.name}${ranking.change && `, ${countedDays(ranking)}`}</h2><p class="help">${summary(visit, ranking, gap)}</p></div>
<div class="beside">
${byQuestion && questions(visit, byQuestion, competitor)}
${sources && sites(visit, sources, gap)}
</div>
</section>`;
}

function summary(visit: Visit, ranking: Ranking, row: GapRow): Html {
  const figure = (id: 'naming_it' | 'naming_you' | 'only_it' | 'only_you') =>
    html`<a class="figure-link" href="${linkToAnswers(visit, engineGaps, ranking.gaps, id, row)}">${row[id].toLocaleString('en-US')}</a>`;
  return html`named in ${figure('naming_it')} of ${row.answers.toLocaleString('en-US')} answers, you in ${figure('naming_you')}; only it in ${figure('only_it')}, only you in ${figure('only_you')}: ${orderWords(ranking, row)}`;
}

/** The difference in whole points, with its interval. */
function orderWords(ranking: Ranking, { gap, competitor }: GapRow): string {
  if (gap === null) return 'too few answers to tell';
  const order = orderIn(ranking, competitor);
  if (order === null) return 'level, within noise';
  const [points, ...ends] = [gap.points, gap.lower, gap.upper].map((each) => Math.abs(Math.round(each)));
  const [low, high] = ends.sort((a, b) => a - b);
  return `${order} by ${points} points (${low} to ${high})`;
}

function questions(visit: Visit, gaps: NonNullable<Beside['byQuestion']>, competitor: string): Html {
  const rows = gaps.data
    .filter((row) => row.competitor === competitor && row.answers > 0)
    .toSorted((a, b) => b.only_it - a.only_it || a.only_you - b.only_you);
  const [shown, rest] = [rows.slice(0, MOST_ROWS), rows.slice(MOST_ROWS)];
  const sum = (id: 'answers' | 'only_it' | 'only_you') => rest.reduce((total, row) => total + row[id], 0);
  return html`<section aria-labelledby="on-questions"><h3 id="on-questions">On which questions</h3>
<table class="cards beside-questions">
<thead><tr><th scope="col">Question</th><th scope="col">Its answers</th><th scope="col" class="figure">Only it</th><th scope="col" class="figure">Only you</th></tr></thead>
<tbody>${shown.map(
    (
      row,
    ) => html`<tr><th scope="row"><a class="plain" href="${visit.to(`questions/${row.id}`)}"><bdi>${row.question}</bdi></a></th>
<td class="wide" data-label="">${splitBar(row)}</td>
<td class="figure" data-label="Only it"><a class="figure-link" href="${linkToAnswers(visit, reports.gaps, gaps, 'only_it', row)}"><b>${row.only_it}</b> <small>of ${row.answers}</small></a></td>
<td class="figure" data-label="Only you"><a class="figure-link" href="${linkToAnswers(visit, reports.gaps, gaps, 'only_you', row)}">${row.only_you}</a></td></tr>
`,
  )}${
    rest.length > 0 &&
    html`<tr><th scope="row">${rest.length} other ${rest.length === 1 ? 'question' : 'questions'}</th><td class="wide" data-label="">${splitBar({ answers: sum('answers'), only_it: sum('only_it'), only_you: sum('only_you'), naming_you: rest.reduce((total, row) => total + row.naming_you, 0) })}</td><td class="figure" data-label="Only it">${sum('only_it')} <small>of ${sum('answers')}</small></td><td class="figure" data-label="Only you">${sum('only_you')}</td></tr>`
  }</tbody></table>
<p class="help split-legend"><span class="only-it">only it</span> <span class="both">both</span> <span class="only-you">only you</span> <span class="neither">neither</span></p>
</section>`;
}

/** An entry's answers as one bar: only it, both, only you, neither. */
function splitBar({
  answers,
  only_it: it,
  only_you: you,
  naming_you: yours,
}: Pick<GapRow, 'answers' | 'only_it' | 'only_you' | 'naming_you'>): Html {
  const both = yours - you;
  const parts = [
    ['only-it', it],
    ['both', both],
    ['only-you', you],
    ['neither', answers - it - yours],
  ] as const;
  let from = 0;
  const marks = parts.map(([style, count]) => {
    const left = from;
    from += count / answers;
    return (
      count > 0 &&
      html`<rect class="${style}" x="${across(left)}" y="0" width="${across(count / answers)}" height="10"/>`
    );
  });
  return html`<svg class="split-bar" width="100%" height="10" role="img" aria-label="only it ${it}, both ${both}, only you ${you}, neither ${answers - it - yours}">${marks}</svg>`;
}

/** The sites cited where only the competitor is named, beside the other answers. */
function sites(
  visit: Visit,
  sources: Sources,
  { engine, competitor, only_it: alone, answers }: GapRow,
): Html | null {
  const rows = sources.data
    .map((row) => {
      const without = row.competitors.find(({ name }) => name === competitor)?.answers_without_you ?? 0;
      return { row, without, others: row.answers_citing_it - without };
    })
    .filter(({ without }) => without > 0)
    .toSorted((a, b) => b.without - a.without)
    .slice(0, MOST_ROWS);
  if (alone < MIN_SAMPLE || rows.length === 0)
    return html`<section aria-labelledby="from-sites"><h3 id="from-sites">From which sites</h3><p class="empty">${alone < MIN_SAMPLE ? 'Too few answers name only it to compare their sites.' : 'The answers that name only it cite no site.'}</p></section>`;
  const only = { engine, looked_for: 'self', beside: competitor, names: competitor, names_not: 'self' };
  return html`<section aria-labelledby="from-sites"><h3 id="from-sites">From which sites</h3>
<table class="cards">
<thead><tr><th scope="col">Site</th><th scope="col" class="figure">Cited where only it is named</th><th scope="col" class="figure">Cited in the other answers</th></tr></thead>
<tbody>${rows.map(
    ({
      row,
      without,
      others,
    }) => html`<tr><th scope="row"><a class="plain" href="${visit.to(`sources/${encodeURIComponent(row.site)}`)}">${breakable(row.domain)}</a>${ownerWords(row, competitor)}</th>
<td class="figure" data-label="Where only it is named"><a class="figure-link" href="${visit.answers({ ...only, cites: row.domain }, sources.meta)}"><b>${without}</b> <small>of ${alone}</small></a></td>
<td class="figure" data-label="In the other answers">${others} <small>of ${answers - alone}</small></td></tr>
`,
  )}</tbody></table>
<p class="help">What goes together need not be cause and effect. <a href="${visit.answers(only, sources.meta)}">The ${alone} answers</a></p>
</section>`;
}

function ownerWords({ owners }: Sources['data'][number], competitor: string): Content {
  return owners.includes(competitor) && html` <small>its own site</small>`;
}
