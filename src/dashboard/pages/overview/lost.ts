import { reports } from '../../../reports/index.ts';
import { gapLine } from '../../charts/gap-line.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Html, html } from '../../html.ts';
import { answersBehind } from '../../parts/report-table.ts';
import type { Visit } from '../../visit.ts';
import type { OverviewData } from './data.ts';

/** More of them are on the page of questions. */
const MOST = 5;

/** The questions with the largest gaps that stand out of all of them. */
export function lostSection(visit: Visit, { gaps }: OverviewData): Html | null {
  if (gaps === null || gaps.meta.judged === 0) return null;
  const { judged, questions, questions_lost: lost } = gaps.meta;
  const shown = gaps.data.filter(
    ({ gap, stands_out: standsOut }) => standsOut && gap !== null && gap.points > 0,
  );
  return html`<section aria-labelledby="lost">
<div class="section-head"><h2 id="lost">Questions you lose most</h2><a class="not-printed" href="${visit.to('questions')}">All ${questions} questions</a></div>
${
  shown.length === 0
    ? html`<p>No question stands out of ${judged} comparisons with competitors.</p>`
    : html`<table class="cards lost">
<thead><tr><th scope="col">Question</th><th scope="col">Engine</th><th scope="col">Lost to</th><th scope="col" class="figure">It is named in</th><th scope="col" class="figure">You</th><th scope="col" class="figure">Gap, points</th><th scope="col"><span class="unseen">Gap, 0 to 100 points</span></th></tr></thead>
<tbody>${shown.slice(0, MOST).map((row) => lostRow(visit, gaps, row))}</tbody></table>`
}
<p class="help">Answers that name the competitor and not you, less the reverse. The ${judged} of them are judged together: ${lost} ${lost === 1 ? 'question stands' : 'questions stand'} out, and of what stands out at most one in ten is expected to be chance.</p>
</section>`;
}

type Gaps = NonNullable<OverviewData['gaps']>;

function lostRow(visit: Visit, gaps: Gaps, row: Gaps['data'][number]): Html {
  const { id, question, engine_name: name, competitor, gap, answers } = row;
  if (gap === null) throw new Error('What stands out has a gap.');
  const { points, range } = pointsParts(gap);
  const link = (column: 'naming_it' | 'naming_you') =>
    html`<a class="figure-link" href="${answersBehind(visit, reports.gaps, gaps, column, row)}">${row[column]} of ${answers}</a>`;
  return html`<tr><th scope="row"><a class="plain" href="${visit.to(`questions/${id}`)}"><bdi>${question}</bdi></a></th>
<td data-label="Engine">${name}</td><td data-label="Lost to"><bdi>${competitor}</bdi></td>
<td data-label="It is named in" class="figure">${link('naming_it')}</td><td data-label="You" class="figure">${link('naming_you')}</td>
<td data-label="Gap" class="figure"><span><b>${points}</b> <small>(${range})</small></span></td><td class="wide-cell" data-label="">${gapLine(gap)}</td></tr>
`;
}
