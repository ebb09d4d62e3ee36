import { siteOf } from '../../../domain/web/site.ts';
import type { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Html, html } from '../../markup/html.ts';
import { changePhrase } from '../../parts/table/change.ts';
import type { SourceRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';

type Sources = EnvelopeOf<typeof reports.sources>;

const MOST_SITES = 6;

/** Sites cited in both windows, largest change first. */
function changedSites({ data }: Sources): SourceRow[] {
  const changeOf = ({ compared }: SourceRow) => Math.abs(compared?.change?.points ?? 0);
  return data
    .filter(({ compared }) => compared?.change)
    .toSorted(
      (a, b) =>
        Number(b.compared?.exceeds_noise) - Number(a.compared?.exceeds_noise) || changeOf(b) - changeOf(a),
    );
}

/** The site with the largest change beyond noise; alert-why divides the change by it. */
export function siteThatMoved(sources: Sources): string | null {
  const [first] = changedSites(sources);
  return first?.compared?.exceeds_noise ? siteOf(first.domain) : null;
}

export function sitesSection(visit: Visit, sources: Sources): Html | null {
  const rows = changedSites(sources);
  if (rows.length === 0) return null;
  const clear = rows.filter(({ compared }) => compared?.exceeds_noise).length;
  return html`<section aria-labelledby="sites-moved"><h2 id="sites-moved">Sites gained and lost</h2>
<p class="help">${clear === 0 ? 'No single site changed by more than noise.' : 'Share of answers that cite each site, for questions asked in both windows.'}</p>
<table class="cards"><caption class="unseen">Sites by change in their share of answers</caption>
<thead><tr><th scope="col">Site</th><th scope="col" class="figure">Answers, before → now</th><th scope="col" class="figure">Points</th><th scope="col">Change</th></tr></thead>
<tbody>${rows.slice(0, MOST_SITES).map((row) => siteRow(visit, row))}</tbody></table>
${rows.length > MOST_SITES && html`<p class="help">And ${rows.length - MOST_SITES} more, in the download.</p>`}</section>`;
}

function siteRow(visit: Visit, { compared, domain }: SourceRow): Html | null {
  const change = compared?.change;
  if (!compared || !change) return null;
  const { points, range } = pointsParts(change);
  const { earlier, current } = change;
  const isClear = compared.exceeds_noise;
  return html`<tr${isClear && html` class="clear"`}><th scope="row"><a class="plain" href="${visit.to(`sources/${encodeURIComponent(siteOf(domain))}`)}"><bdi>${domain}</bdi></a></th>
<td class="figure" data-label="Answers, before → now">${earlier.count} of ${earlier.of} → ${current.count} of ${current.of}</td>
<td class="figure" data-label="Points"><b>${points}</b> <small>(${range})</small></td>
<td data-label="Change">${isClear ? (change.points > 0 ? '▲ more' : '▼ fewer') : html`<span class="few">${changePhrase(compared)}</span>`}</td></tr>
`;
}
