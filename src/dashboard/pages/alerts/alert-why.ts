import { DAY_MS } from '../../../domain/time/period.ts';
import { siteOf } from '../../../domain/web/site.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { UNKNOWN_MODEL } from '../../../reports/shape/slice.ts';
import { type Change, pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { changePhrase } from '../../parts/table/change.ts';
import { type Step, stepsTable } from '../../parts/table/steps-table.ts';
import type { ChangeRow, SourceRow, WhyRow } from '../../parts/words/rows.ts';
import { TERM_NAMES } from '../../parts/words/term-names.ts';
import type { Visit } from '../../visit/visit.ts';

/** The change over its own days, by question, model, and site. Each breakdown sums to the change; none explains it. */
export async function whySection(visit: Visit, change: ChangeRow): Promise<Html | null> {
  const { difference, measure } = change;
  if (measure !== 'visibility' || difference === null || !visit.mayOpen('questions')) return null;
  const { market } = await visit.ofOneMarket();
  const compared = { ...daysOf(change), engine: change.engine, market };
  const asked = { ...compared, shared: '1' };
  const of = { visit, change, difference };
  const questions = await visit.report(reports.why, { ...asked, by: 'question' });
  const models = await visit.report(reports.why, { ...asked, by: 'model' });
  const sources = visit.mayOpen('sources') ? await visit.report(reports.sources, compared) : null;
  const site = sources && siteThatMoved(sources);
  const bySite = site === null ? null : await visit.report(reports.why, { ...asked, site });
  return html`<section aria-labelledby="why"><div class="section-head"><h2 id="why">Where it moved</h2>
<p class="help">How often <bdi>${visit.brand.name}</bdi> is named, on the same days. Each breakdown adds up to the change. It shows where the change is, not its cause.</p></div>
${cut(of, 'By question', questions.data)}
${models.data.some(({ model }) => model !== null && model !== UNKNOWN_MODEL) && cut(of, 'By model', models.data)}
${bySite && cut(of, `By whether ${site} is cited`, bySite.data)}
</section>
${sources && sitesSection(visit, sources)}
<p class="more"><a href="${visit.to('csv/why', { ...asked, by: 'question' })}">Download the parts</a>${sources && html` · <a href="${visit.to('csv/sources', compared)}">Download the sites</a>`}</p>`;
}

/** A change's days, as reports that compare two windows take them. */
function daysOf({ since, before }: ChangeRow) {
  const length = (Date.parse(before.window.until) - Date.parse(before.window.from)) / DAY_MS + 1;
  return { ...since.window, compare: before.window.from, compare_days: String(length) };
}

/** A change whose parts are shown. */
interface Divided {
  readonly visit: Visit;
  readonly change: ChangeRow;
  readonly difference: Change;
}

function changeOf({ points, lower, upper }: WhyRow) {
  return { points: points ?? 0, lower: lower ?? 0, upper: upper ?? 0 };
}

/** The parts, with the total below: the change itself, so that its interval is the change's. */
function cut(of: Divided, title: string, [whole, ...terms]: readonly WhyRow[]): Html | null {
  if (whole === undefined) return null;
  return stepsTable({
    title,
    beside: { label: 'Named, before → since', isFigure: true },
    steps: terms.map((row) => stepOf(row, nameOf(of, row))),
    whole: stepOf({ ...whole, ...of.difference }, 'The change'),
  });
}

function nameOf({ visit, change }: Divided, row: WhyRow): Content {
  const { term, question, model, folded } = row;
  if (question !== null) {
    const of = { change: change.id, side: 'since', figure: 'responses', prompt: question.id } as const;
    return html`<a class="figure-link" href="${visit.answers(of)}"><bdi>${question.text}</bdi></a>`;
  }
  if (folded !== null) return `${folded.rows} ${folded.rows === 1 ? 'part' : 'parts'}: within noise`;
  return model === null ? TERM_NAMES[term] : html`<bdi>${model}</bdi>`;
}

function stepOf(row: WhyRow, name: Content): Step {
  const { points, range } = pointsParts(changeOf(row));
  return {
    name,
    beside: countsOf(row),
    size: row.points ?? 0,
    points,
    range: row.lower === null ? 'exact' : range,
    isClear: row.told,
  };
}

function countsOf({ before, now }: WhyRow): string {
  if (before === null || now === null) return '';
  return `${before.present} of ${before.responses} → ${now.present} of ${now.responses}`;
}

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
function siteThatMoved(sources: Sources): string | null {
  const [first] = changedSites(sources);
  return first?.compared?.exceeds_noise ? siteOf(first.domain) : null;
}

function sitesSection(visit: Visit, sources: Sources): Html | null {
  const rows = changedSites(sources);
  if (rows.length === 0) return null;
  const clear = rows.filter(({ compared }) => compared?.exceeds_noise).length;
  return html`<section aria-labelledby="sites-moved"><h2 id="sites-moved">Sites gained and lost</h2>
<p class="help">${clear === 0 ? 'No single site changed by more than noise.' : 'Share of answers that cite each site, for questions asked in both windows.'}</p>
<table class="cards"><caption class="unseen">Sites by change in their share of answers</caption>
<thead><tr><th scope="col">Site</th><th scope="col" class="figure">Answers, before → since</th><th scope="col" class="figure">Points</th><th scope="col">Change</th></tr></thead>
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
<td class="figure" data-label="Answers, before → since">${earlier.count} of ${earlier.of} → ${current.count} of ${current.of}</td>
<td class="figure" data-label="Points"><b>${points}</b> <small>(${range})</small></td>
<td data-label="Change">${isClear ? (change.points > 0 ? '▲ more' : '▼ fewer') : html`<span class="few">${changePhrase(compared)}</span>`}</td></tr>
`;
}
