import { reports } from '../../../reports/index.ts';
import { gapLine, pointsParts } from '../../charts/windows.ts';
import { type Html, html } from '../../markup/html.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import type { Visit } from '../../visit/visit.ts';
import type { OverviewData } from './data.ts';

/** The questions page has the rest. */
const MOST = 5;

/** Questions with the largest significant gaps. */
export function lostQuestionsSection(visit: Visit, { gaps }: OverviewData): Html | null {
  if (gaps === null || gaps.meta.judged === 0) return null;
  const { judged, questions, questions_lost: lost } = gaps.meta;
  const shown = gaps.data.filter(
    ({ gap, stands_out: standsOut }) => standsOut && gap !== null && gap.points > 0,
  );
  return html`<section aria-labelledby="lost">
<div class="section-head"><h2 id="lost">Questions you lose most</h2><a class="not-printed" href="${visit.to('questions')}">All ${questions} questions</a></div>
${
  shown.length === 0
    ? html`<p>No question stands out among ${judged} comparisons with competitors.</p>`
    : html`<table class="cards lost">
<thead><tr><th scope="col">Question</th><th scope="col">Engine</th><th scope="col">Lost to</th><th scope="col" class="figure">It is named in</th><th scope="col" class="figure">You</th><th scope="col" class="figure">Gap, points</th><th scope="col"><span class="unseen">Gap, 0 to 100 points</span></th></tr></thead>
<tbody>${shown.slice(0, MOST).map((row) => lostRow(visit, gaps, row))}</tbody></table>`
}
<p class="help">Gap: answers that name only the competitor, minus answers that name only you. ${lost > 0 && `Of ${judged} gaps, ${lost} ${lost === 1 ? 'stands' : 'stand'} out; expect at most one in ten by chance.`}</p>
</section>`;
}

type Gaps = NonNullable<OverviewData['gaps']>;

function lostRow(visit: Visit, gaps: Gaps, row: Gaps['data'][number]): Html {
  const { id, question, engine_name: name, competitor, gap, answers } = row;
  if (gap === null) throw new Error('A lost question has a gap.');
  const { points, range } = pointsParts(gap);
  const link = (column: 'naming_it' | 'naming_you') =>
    html`<a class="figure-link" href="${linkToAnswers(visit, reports.gaps, gaps, column, row)}">${row[column]} of ${answers}</a>`;
  return html`<tr><th scope="row"><a class="plain" href="${visit.to(`questions/${id}`)}"><bdi>${question}</bdi></a></th>
<td data-label="Engine">${name}</td><td data-label="Lost to"><bdi>${competitor}</bdi></td>
<td data-label="It is named in" class="figure">${link('naming_it')}</td><td data-label="You" class="figure">${link('naming_you')}</td>
<td data-label="Gap" class="figure"><span><b>${points}</b> <small>(${range})</small></span></td><td class="wide-cell" data-label="">${gapLine(gap)}</td></tr>
`;
}
