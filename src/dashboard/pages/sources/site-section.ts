import { actions } from '../../../actions/index.ts';
import type { TodoState } from '../../../domain/alerts/todo.ts';
import { MIN_SAMPLE } from '../../../domain/figures/rate.ts';
import type { SourceKind } from '../../../domain/web/site-kinds.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { limitsOf } from '../../parts/form/limits.ts';
import { TODO_BUTTONS, TODO_STATE_NAMES } from '../../parts/form/mark-todo.ts';
import { figureLink } from '../../parts/table/report-table.ts';
import { breakable, shortAddress } from '../../parts/table/web-page.ts';
import type { SourceRow } from '../../parts/words/rows.ts';
import { shortDay } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';

/** The most pages of a site that its block has; the rest is in the CSV. */
const MOST_PAGES = 10;

const LIST = new Intl.ListFormat('en-US');

type Pages = EnvelopeOf<typeof reports.pages>;
type PageRow = RowOf<typeof reports.pages>;

/** The pages of a site that its block has, the most cited first. @throws SightlineError for an invalid site */
export async function citedPagesOf(visit: Visit, site: string): Promise<Pages> {
  const found = await visit.figures(reports.pages, { site, compare: undefined });
  return { ...found, data: found.data.slice(0, MOST_PAGES) };
}

/** A site's cited pages, what to ask there, and the work on it. @param engine the name of the one whose naming is compared */
export async function siteSection(
  visit: Visit,
  sources: EnvelopeOf<typeof reports.sources>,
  { site, engine }: { readonly site: string; readonly engine: string },
): Promise<Html> {
  const rows = sources.data.filter((row) => row.site === site);
  const pages = await citedPagesOf(visit, site);
  const [row] = rows;
  const head = html`<div class="section-head"><h2 id="site">${breakable(site)}</h2><p class="help">${row ? aboutText(row, pages) : ''}</p></div>`;
  if (row === undefined)
    return html`<section aria-labelledby="site">${head}<p class="empty">No answer cites it in this window.</p></section>`;
  const isOthers = row.kind !== 'own_page' && row.kind !== 'competitor';
  const csv = visit.to('csv/pages', { site });
  return html`<section aria-labelledby="site" class="site">${head}
<div class="beside">${pagesTable(visit, pages)}
<div>${isOthers ? first(visit, row, pages) : html`<p>${WHOSE[row.kind as keyof typeof WHOSE]}</p>`}
${rows.map((each) => namingText(each, engine, rows.length > 1))}
${isOthers && visit.mayEdit && workForm(visit, row)}
<p class="help">${csv && html`<a href="${csv}">Every cited page of it (CSV)</a>`}</p></div></div></section>`;
}

const KIND_WORDS: Readonly<Record<SourceKind, string>> = {
  own_page: 'your own site',
  competitor: 'a competitor’s site',
  listing: 'a listing',
  community: 'a community',
  marketplace: 'a marketplace',
};

const WHOSE = {
  own_page: 'Yours: its pages are under Your pages.',
  competitor: 'Theirs: there is nobody to ask.',
} as const;

function aboutText({ kind, status, status_since: day }: SourceRow, { data }: Pages): string {
  const cited = `${data.length === MOST_PAGES ? `its ${MOST_PAGES} most cited pages` : data.length === 1 ? '1 of its pages is cited' : `${data.length} of its pages are cited`}`;
  const isOthers = kind !== 'own_page' && kind !== 'competitor';
  return [KIND_WORDS[kind], cited, ...(isOthers ? [workWords(status, day)] : [])].join('; ');
}

/** How far somebody is with a site: `taken on, Nov 3`. @param day since when */
export function workWords(status: TodoState, day: string | null): string {
  const words = status === 'open' ? 'nobody has taken it on' : TODO_STATE_NAMES[status].toLowerCase();
  return day === null || status === 'open' ? words : `${words}, ${shortDay(day)}`;
}

function pagesTable(visit: Visit, pages: Pages): Html {
  const urls = pages.data.length > 0;
  const figure = (id: 'answers_citing_it' | 'answers_without_you', row: PageRow) =>
    figureLink(visit, reports.pages, pages, id, row);
  const fetched = pages.data.flatMap(({ page_facts: facts }) => facts?.fetched_at ?? []).sort();
  return html`<div><table class="cards"><caption class="unseen">Its cited pages</caption>
<thead><tr><th scope="col">Its cited pages</th><th scope="col" class="figure">Answers</th><th scope="col" class="figure">without you</th><th scope="col">It names</th></tr></thead>
<tbody>${pages.data.map(
    (row) => html`<tr><th scope="row">${pageLink(row)}</th>
<td class="figure" data-label="Answers">${figure('answers_citing_it', row)}</td>
<td class="figure" data-label="without you">${figure('answers_without_you', row)}</td>
<td data-label="It names">${factWords(row)}</td></tr>
`,
  )}</tbody></table>
${urls && visit.mayEdit && html`<form method="post" action="${visit.address('sources', { on: visit.query.get('on') })}" class="row"><input type="hidden" name="site" value="${pages.data[0]?.site ?? ''}"><button name="do" value="fetch">${fetched.length === 0 ? 'Read these pages' : 'Read them again'}</button>${fetched[0] && html` <span class="help">As read on ${visit.times.of(fetched[0])}</span>`}</form>`}</div>`;
}

function pageLink({ url, title }: PageRow): Html {
  const path = shortAddress(url).replace(/^[^/]+(?=\/)/, '');
  const text = breakable(path);
  return /^https?:\/\//i.test(url)
    ? html`<a class="plain away" href="${url}" rel="noopener nofollow" title="${title ?? url}">${text}</a>`
    : text;
}

/** Whom a page names when Sightline last read it, or why that is not known. */
function factWords({ page_facts: facts }: PageRow): Content {
  if (facts === null) return html`<small class="muted">not read</small>`;
  if (facts.problem !== null) return html`<small class="caution">${facts.problem}</small>`;
  if (facts.names_you === null) return html`<small class="muted">your names changed since</small>`;
  const names = [...(facts.names_you ? ['you'] : []), ...(facts.names_competitors ?? [])];
  const kind = facts.type === 'other' || facts.type === null ? '' : ` (${facts.type})`;
  return html`<small><bdi>${names.length === 0 ? 'no tracked brand' : LIST.format(names)}</bdi>${kind}</small>`;
}

/** How to ask, by kind of site. */
const ASK: Partial<Record<SourceKind, (page: Html) => Html>> = {
  listing: (page) => html`Ask for ${page} first:`,
  community: (page) => html`Members write it: answer on ${page} first, and say who you are:`,
  marketplace: (page) => html`Offer your product there, or complete its entry, first ${page}:`,
};

/** The page to begin with: in most answers without the brand, and not known to name it. */
function first(visit: Visit, { kind, answers_without_you: all }: SourceRow, pages: Pages): Html {
  const [best] = pages.data
    .filter(({ page_facts: facts }) => facts?.names_you !== true)
    .toSorted((one, other) => other.answers_without_you - one.answers_without_you);
  if (best === undefined || best.answers_without_you === 0)
    return html`<p>${all === 0 ? 'No answer that cites it names a competitor and not you.' : 'Each of its pages names you already, when last read.'}</p>`;
  const count = figureLink(visit, reports.pages, pages, 'answers_without_you', best);
  return html`<p><b>${ASK[kind]?.(pageLink(best))}</b> it stands in ${count} of the answers that cite the site, name a competitor, and not you.</p>`;
}

/** How often an engine names the brand where it cites the site, against its other answers to the same questions. */
function namingText({ naming, domain }: SourceRow, engine: string, isOneOfSeveral: boolean): Html | null {
  if (naming === null || naming.cited.of === 0) return null;
  const { cited, elsewhere, points, lower, upper, verdict } = naming;
  const of = isOneOfSeveral ? html` (${breakable(domain)})` : '';
  const share = ({ count, of: all }: typeof cited) =>
    all < MIN_SAMPLE
      ? `${count} of ${all} answers`
      : `${Math.round((100 * count) / all)}% of answers (${count} of ${all})`;
  const whole = (each: number | null) => Math.round(each ?? 0);
  const difference =
    points === null
      ? 'too few to compare'
      : `${verdict === 'as_often' ? 'as often within chance, ' : ''}${Math.abs(whole(points))} points ${points < 0 ? 'less' : 'more'} (${whole(lower)} to ${whole(upper)})`;
  return html`<p class="muted">Where it is cited${of}, ${engine} names you in ${share(cited)}, elsewhere on the same questions in ${share(elsewhere)}: ${difference}.</p>`;
}

function workForm(visit: Visit, { site, status, note }: SourceRow): Html {
  const states = (['taken', 'done', 'ignored', 'open'] as const).filter(
    (each) => each !== status && !(status === 'open' && each === 'done'),
  );
  return html`<form method="post" action="${visit.address('sources', { on: visit.query.get('on') })}"><input type="hidden" name="do" value="mark"><input type="hidden" name="site" value="${site}">
<label>Note <input name="note" value="${note ?? ''}" autocomplete="off"${limitsOf(actions.set_todo.input.note)}></label>
<p class="row">${states.map((each, index) => html`<button name="state" value="${each}"${index === 0 && html` class="primary"`}>${TODO_BUTTONS[each]}</button> `)}</p>
${status === 'open' && html`<p class="help">Sightline will mark the first answer that cites it and names you.</p>`}</form>`;
}
