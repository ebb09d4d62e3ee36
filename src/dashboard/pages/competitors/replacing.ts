import { reports } from '../../../reports/index.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { matrixCell } from '../../parts/table/matrix-cell.ts';
import { tablePage } from '../../parts/table/pagination.ts';
import { linkToAnswers } from '../../parts/table/report-table.ts';
import { here, type Visit } from '../../visit/visit.ts';
import type { Competing, GapRow, Gaps, OnEngine } from './data.ts';

const ROWS_A_PAGE = 5;

/** Columns that fit. */
const MOST_COMPETITORS = 5;

/** One engine's answers without the brand, by question or tag and competitor. */
export function replacing(visit: Visit, data: Competing, on: OnEngine): Html {
  return html`<section aria-labelledby="replacing">
<div class="section-head"><h2 id="replacing">Where you are not, on ${on.engine.name}</h2>${on.replacing && byChips(visit, on)}</div>
${on.replacing === null ? html`<p class="help">This link shows neither questions nor tags.</p>` : mapOf(visit, data, on, on.replacing)}
</section>`;
}

function byChips(visit: Visit, { by }: OnEngine): Html {
  const chip = (value: 'question' | 'tag', text: string) =>
    html`<a class="choice" href="${here(visit, { by: value === 'tag' ? value : null, page: null })}#replacing"${value === by && html` aria-current="true"`}>${text}</a>`;
  return html`<p class="choices">${chip('question', 'By question')}${chip('tag', 'By tag')}</p>`;
}

/** One question or tag. */
interface Row {
  readonly id: string | null;
  readonly text: string;
  readonly rows: readonly GapRow[];
  /** Its answers without the brand. */
  readonly without: number;
  readonly answers: number;
}

function mapOf(visit: Visit, { brands }: Competing, { by, engine }: OnEngine, gaps: Gaps): Content {
  const rows = rowsOf(gaps.data).filter(({ without }) => without > 0);
  if (rows.length === 0)
    return html`<p class="empty">Every answer of ${engine.name} names ${visit.brand.name} here.</p>`;
  const { rows: shown, pager } = tablePage(visit, rows, ROWS_A_PAGE);
  const { names, pages } = columnsOf(visit, brands.slice(1), gaps.data);
  return html`<table class="cards matrix replacing-matrix">
<caption class="unseen">Answers without ${visit.brand.name} that name each competitor</caption>
<thead><tr><th scope="col">${by === 'tag' ? 'Tag' : 'Question'}</th><th scope="col" class="figure">Without you</th>${names.map((name) => html`<th scope="col" class="cell-head"><bdi class="two-lines" title="${name}">${name}</bdi></th>`)}</tr></thead>
<tbody>${shown.map((row) => rowOf(visit, gaps, row, names))}</tbody></table>
${pages}
<div class="map-foot"><p class="help">Share of answers without ${visit.brand.name} that name the competitor, with its 95% interval.</p>${pager}</div>`;
}

function rowsOf(gaps: readonly GapRow[]): Row[] {
  const all = [...Map.groupBy(gaps, ({ id, tag }) => id ?? tag ?? '').values()].flatMap((rows): Row[] => {
    // Newer competitors have fewer checked answers.
    const most = rows.toSorted((a, b) => b.answers - a.answers)[0];
    if (most === undefined) return [];
    const { id, question, tag, answers, instead } = most;
    return [{ id, text: question ?? tag ?? '', rows, without: instead.responses, answers }];
  });
  const replaced = ({ rows }: Row) => Math.max(...rows.map(({ only_it: it }) => it));
  return all.toSorted((a, b) => replaced(b) - replaced(a));
}

function rowOf(
  visit: Visit,
  gaps: Gaps,
  { id, text, rows, without, answers }: Row,
  names: readonly string[],
): Html {
  const [first] = rows;
  const href = id === null ? here(visit, { tag: text, page: null, by: null }) : visit.to(`questions/${id}`);
  const answersUrl =
    first &&
    visit.answers(
      {
        ...(id === null ? { tag: text } : { prompt: id }),
        engine: first.engine,
        names_not: 'self',
      },
      gaps.meta,
    );
  return html`<tr><th scope="row"><a class="plain" href="${href}"><bdi>${text}</bdi></a></th>
<td class="figure" data-label="Without you"><a class="figure-link" href="${answersUrl ?? null}">${without} <small>of ${answers}</small></a></td>
${names.map((name) => {
  const row = rows.find(({ competitor }) => competitor === name);
  return matrixCell({
    label: name,
    figure: row?.instead,
    href: row ? linkToAnswers(visit, reports.gaps, gaps, 'instead', row) : null,
  });
})}</tr>
`;
}

/** A page of competitors, most frequent first. */
function columnsOf(visit: Visit, brands: readonly string[], gaps: readonly GapRow[]) {
  const named = (brand: string) =>
    gaps.reduce((sum, { competitor, only_it: it }) => sum + (competitor === brand ? it : 0), 0);
  const all = brands.toSorted((a, b) => named(b) - named(a));
  const asked = Number(visit.query.get('others') ?? 0);
  const isPage = Number.isInteger(asked) && asked > 0 && asked < all.length;
  const from = isPage ? asked : 0;
  const to = Math.min(all.length, from + MOST_COMPETITORS);
  const link = (at: number, text: string) =>
    html`<a href="${here(visit, { others: at <= 0 ? null : String(at) })}#replacing">${text}</a>`;
  const pages =
    all.length > MOST_COMPETITORS &&
    html`<p class="help">Competitors ${from + 1} to ${to} of ${all.length}. ${from > 0 && link(from - MOST_COMPETITORS, 'More often named')} ${to < all.length && link(to, 'Less often named')}</p>`;
  return { names: all.slice(from, to), pages };
}
