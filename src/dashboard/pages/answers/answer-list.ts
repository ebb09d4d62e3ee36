import { engineOf } from '../../../domain/answers/engine.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';
import type { Answer } from './answer-view.ts';
import { REGION } from './filter-form.ts';
import { listQuery, type Trail } from './trail.ts';

interface ListPage {
  readonly rows: readonly Answer[];
  readonly trail: Trail;
  /** Cursor. */
  readonly next: string | null;
  readonly selected: string | null;
}

/** One page of answers. Each link opens its answer beside the list, or instead of it on a phone. */
export function answerList(visit: Visit, { rows, trail, next, selected }: ListPage): Html {
  const query = listQuery(visit, trail, { list: '1' });
  return html`<ol class="answer-list" aria-label="Answers, newest first">
${rows.map((row) => item(visit, row, visit.to(`answers/${row.id}`, query), row.id === selected))}</ol>
${pager(visit, trail, next)}`;
}

function item(
  { times }: Visit,
  { id, prompt, engine, collected_at: at, mentions, outcome }: Answer,
  href: string | null,
  isCurrent: boolean,
): Html {
  const named = mentions.filter(({ mentioned }) => mentioned);
  return html`<li${isCurrent && html` class="current"`}><a id="go-${id}" href="${href}" data-swap="#${REGION}"${isCurrent && html` aria-current="true"`}><bdi>${prompt}</bdi></a>
<p class="help">${engineOf(engine).name} · ${times.short(at)}</p>
<p class="named">${named.map(
    ({ brand, role, rank }) =>
      html`<span class="chip ${role}"><bdi>${brand}</bdi>${rank !== null && html` <b>#${rank}</b>`}</span> `,
  )}${outcome === 'empty' && html`<span class="help">names no tracked brand</span>`}</p></li>
`;
}

function pager(visit: Visit, trail: Trail, next: string | null): Content {
  if (trail.length === 0 && next === null) return null;
  const link = (to: Trail, label: string, rel: string) =>
    html`<a href="${visit.to('answers', listQuery(visit, to))}" rel="${rel}" data-swap="#${REGION}">${label}</a>`;
  return html`<nav class="answer-pager" aria-label="Pages of the list">
${trail.length > 1 && link([], 'Newest', 'first')}
${trail.length > 0 && link(trail.slice(0, -1), trail.length > 1 ? 'Newer' : 'Newest', 'prev')}
${next !== null && link([...trail, next], 'Older', 'next')}
</nav>`;
}
