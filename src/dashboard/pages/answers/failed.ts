import { engineOf, isEngineSlug } from '../../../domain/answers/engine.ts';
import { type FailedCollection, listFailed } from '../../../pipeline/collect/list-collections.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { page } from '../../markup/outcome.ts';

import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';

/** Rows per page. */
const PAGE = 50;

/** Failed collections. Client links omit them: they concern operation, not the brand. */
export const failedRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/failed',
    who: 'viewer',
    get: async (visit) => {
      const asked = visit.query.get('engine') ?? '';
      const engine = isEngineSlug(asked) ? asked : undefined;
      const before = Number.parseInt(visit.query.get('before') ?? '', 10);
      const rows = await listFailed(visit.db, visit.brand.id, {
        ...(engine === undefined ? {} : { engine }),
        ...(Number.isSafeInteger(before) && before > 0 && before < 2 ** 31 ? { before } : {}),
        limit: PAGE + 1,
      });
      return page({
        title: `Failed collections · ${visit.brand.name}`,
        main: html`<header class="page-head">
<h1>Failed collections${engine !== undefined && html`: ${engineOf(engine).name}`}</h1>
<p class="lead">The engine returned no answer. No rate on any page counts these.</p>
</header>
${failedTable(visit, rows.slice(0, PAGE))}
<nav class="answer-pager" aria-label="Pages">
<a href="${visit.to('answers')}">Answers</a>
${engine !== undefined && html`<a href="${visit.to('failed')}">All engines</a>`}
${rows.length > PAGE && html`<a rel="next" href="${olderLink(visit, engine, rows[PAGE - 1])}">Older</a>`}
</nav>`,
      });
    },
  },
];

function olderLink(visit: Visit, engine: string | undefined, last: FailedCollection | undefined) {
  return visit.to('failed', { engine: engine ?? null, before: String(last?.id ?? '') });
}

function failedTable({ times }: Visit, rows: readonly FailedCollection[]): Content {
  if (rows.length === 0) return html`<p class="empty">No collection of this brand failed.</p>`;
  return html`${whatToDo(rows)}
<table class="cards failed"><caption class="unseen">Failed collections, newest first</caption>
<thead><tr><th scope="col">Asked</th><th scope="col">Engine</th><th scope="col">Question</th><th scope="col">What happened</th></tr></thead>
<tbody>
${rows.map(
  ({ engine, prompt, outcome, detail, collected_at: at, meaning }) => html`<tr>
<th scope="row" data-label="Asked" class="instant">${times.of(at)}</th>
<td data-label="Engine" class="engine">${engineOf(engine).name}</td>
<td data-label="Question"><bdi>${prompt}</bdi></td>
<td data-label="What happened"><span>${meaning} <code>${detail ?? outcome}</code></span></td>
</tr>
`,
)}</tbody></table>`;
}

/** Remedies, once per failure code on the page. */
function whatToDo(rows: readonly FailedCollection[]): Html {
  const byAction = Map.groupBy(rows, ({ action }) => action);
  return html`<dl class="tests what-to-do">${[...byAction].map(([action, of]) => {
    const meanings = new Set(of.map(({ meaning }) => meaning));
    return html`<div><dt>${[...meanings].join(' ')} <span class="muted">${of.length} on this page</span></dt><dd>${action}</dd></div>`;
  })}</dl>`;
}
