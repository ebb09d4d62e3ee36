import { LONGEST_VIEW_NAME } from '../../domain/sharing/saved-view.ts';
import {
  removeView,
  renameView,
  type SavedView,
  savedViews,
  saveView,
} from '../../pipeline/accounts/saved-views.ts';
import { type Html, html } from '../markup/html.ts';
import { type Outcome, page, redirect } from '../markup/outcome.ts';
import { addressOfView } from '../parts/bar/views-chip.ts';
import { textField } from '../parts/form/field.ts';
import { type Refusal, refusalNote, refusalOf } from '../parts/form/refusal.ts';
import type { PageRoute } from '../route.ts';
import type { Visit } from '../visit/visit.ts';

/** The user's saved views, to rename or remove. */
export const viewRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/views',
    who: 'viewer',
    get: async (visit) => await viewsPage(visit, null),
    does: ['save', 'rename', 'remove'],
    post: async (visit, form) => {
      try {
        return redirect(await change(visit, form));
      } catch (error) {
        return await viewsPage(visit, refusalOf(error), form);
      }
    },
  },
];

/** @returns the next address */
async function change(visit: Visit, form: URLSearchParams): Promise<string> {
  const { user, brand, deps } = visit;
  const text = (name: string) => form.get(name) ?? '';
  switch (form.get('do')) {
    case 'save': {
      const given = { name: text('name'), page: text('page'), query: text('query') };
      return addressOfView(visit, await saveView(deps, user, brand.id, given));
    }
    case 'rename':
      await renameView(deps.db, user, brand.id, { name: text('name'), to: text('to') });
      return visit.address('views');
    default: // remove
      await removeView(deps.db, user, brand.id, text('name'));
      return visit.address('views');
  }
}

async function viewsPage(
  visit: Visit,
  refusal: Refusal | null,
  form = new URLSearchParams(),
): Promise<Outcome> {
  const views = await savedViews(visit.db, visit.user, visit.brand.id);
  return page({
    title: `Saved views · ${visit.brand.name}`,
    status: refusal?.status ?? 200,
    main: html`<header class="page-head">
<h1>Saved views</h1>
<p class="lead">Pages of ${visit.brand.name} with your choices. Only you see them. Save one from any page’s bar.</p>
</header>
${refusalNote(refusal)}
${form.get('do') === 'save' && againForm(visit, form)}
${views.length === 0 ? html`<p class="empty">You have no saved view of this brand yet.</p>` : table(visit, views)}`,
  });
}

/** Retries a refused view under another name. */
function againForm(visit: Visit, form: URLSearchParams): Html {
  const kept = ['page', 'query'].map(
    (name) => html`<input type="hidden" name="${name}" value="${form.get(name) ?? ''}">`,
  );
  return html`<form method="post" action="${visit.address('views')}">${kept}${textField({ name: 'name', label: 'Name of the view', value: form.get('name') ?? '', isRequired: true })}<p class="actions"><button class="primary" name="do" value="save">Save</button></p></form>`;
}

function table(visit: Visit, views: readonly SavedView[]): Html {
  return html`<table class="cards ledger">
<caption class="unseen">Your views, by name</caption>
<thead><tr><th scope="col">View</th><th scope="col">Address</th><th scope="col"><span class="unseen">Change</span></th></tr></thead>
<tbody>${views.map((view) => row(visit, view))}</tbody>
</table>`;
}

function row(visit: Visit, view: SavedView): Html {
  const { name } = view;
  const address = addressOfView(visit, view);
  const own = html`<input type="hidden" name="name" value="${name}">`;
  return html`<tr><th scope="row" data-label="View"><a href="${address}"><bdi>${name}</bdi></a></th><td data-label="Address"><code>${address.slice(visit.base.length) || '/'}</code></td><td class="wide"><div class="row-actions">
<details class="row-menu" name="row"><summary>Rename<span class="unseen"> ${name}</span></summary><form method="post" action="${visit.address('views')}">${own}<label>New name <input name="to" value="${name}" required maxlength="${LONGEST_VIEW_NAME}" autocomplete="off"></label><button name="do" value="rename">Rename</button></form></details>
<form method="post" action="${visit.address('views')}">${own}<button class="as-link danger" name="do" value="remove">Remove<span class="unseen"> ${name}</span></button></form></div></td></tr>
`;
}
