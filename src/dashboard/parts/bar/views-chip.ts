import type { SavedView } from '../../../pipeline/accounts/saved-views.ts';
import { type Html, html } from '../../markup/html.ts';
import { addressOf, parametersIn, type Visit } from '../../visit/visit.ts';
import { barChip, NO_PLACE } from './bar-chip.ts';
import { COPY } from './copy-menu.ts';

/** One-time parameters that a saved view omits. */
const NOT_KEPT: readonly string[] = [...Object.keys(NO_PLACE), ...Object.values(COPY), 'done'];

/** The current page as a view: its path below the brand, and its query. */
function viewHere({ path, base, query }: Visit): Omit<SavedView, 'name'> {
  const kept = [...query].filter(([name, value]) => value !== '' && !NOT_KEPT.includes(name));
  return { page: path.slice(base.length + 1), query: new URLSearchParams(kept).toString() };
}

export function addressOfView({ base }: Visit, { page, query }: Omit<SavedView, 'name'>): string {
  return addressOf(page === '' ? base : `${base}/${page}`, parametersIn(new URLSearchParams(query)));
}

/** The user's saved views, and a form to save the current page; null for viewers without an account. */
export function viewsChip(visit: Visit, views: readonly SavedView[]): Html | null {
  if (!visit.hasBrand || visit.viewer.kind !== 'user' || !visit.brand.configured) return null;
  if (!visit.path.startsWith(visit.base)) return null;
  const here = viewHere(visit);
  const current = views.find((view) => view.page === here.page && view.query === here.query);
  const links = views.map(
    (view) =>
      html`<li><a href="${addressOfView(visit, view)}"${view === current && html` aria-current="true"`}><bdi>${view.name}</bdi></a></li>`,
  );
  return barChip({
    name: 'views',
    title: 'Saved views',
    value: current === undefined ? 'Views' : html`<bdi>${current.name}</bdi>`,
    undo: null,
    panel: html`${views.length > 0 && html`<ul class="bar-ways">${links}</ul>`}
${current === undefined && here.page !== 'views' && saveForm(visit, here)}
${views.length > 0 && html`<p class="help"><a href="${visit.address('views')}">Rename or remove</a></p>`}`,
  });
}

function saveForm(visit: Visit, { page, query }: Omit<SavedView, 'name'>): Html {
  return html`<form method="post" action="${visit.address('views')}"><input type="hidden" name="page" value="${page}"><input type="hidden" name="query" value="${query}">
<label class="field">Save this page and choice as <input name="name" required maxlength="60" autocomplete="off"></label>
<p class="help">Only you see it. A window such as the last 28 days stays relative to today.</p><button class="primary" name="do" value="save">Save</button></form>`;
}
