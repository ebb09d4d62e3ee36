import { actions } from '../../../actions/index.ts';
import { RESTORABLE_DAYS } from '../../../domain/access/deletion.ts';
import { may } from '../../../domain/access/permissions.ts';
import { deletableBrand, type RestorableBrand, restorableBrands } from '../../../pipeline/declare/brands.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { textField } from '../../parts/form/field.ts';
import { formOutcome, type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';

/** Deletes and restores brands. */
export const deleteRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/setup/delete',
    who: 'editor',
    get: async (visit) => await confirmPage(visit, null),
    post: async (visit, form) => {
      const typed = (form.get('name') ?? '').trim();
      if (typed !== visit.brand.name) {
        return await confirmPage(visit, 'Type the name exactly as shown. Nothing was deleted.');
      }
      await visit.act(actions.delete_brand, {});
      return redirect(may(visit.user, 'newBrands') ? '/deleted-brands' : '/brands');
    },
  },
  {
    path: '/deleted-brands',
    who: 'editor',
    ofAllBrands: 'route',
    get: async (visit) => await deletedPage(visit, null),
    post: async (visit, form) => {
      const brand = form.get('brand') ?? '';
      const organizationId = (await restorable(visit)).find(
        ({ publicId }) => publicId === brand,
      )?.organizationId;
      return await formOutcome(
        visit.act(actions.restore_brand, { brand }, { organizationId }),
        () => redirect(`/brands/${encodeURIComponent(brand)}`),
        (refusal) => deletedPage(visit, refusal),
      );
    },
  },
];

/** Only admins of all organizations have no own organization. */
async function restorable({ db, user, now }: Visit): Promise<RestorableBrand[]> {
  return await restorableBrands(db, user.organization?.internalId ?? null, now);
}

async function confirmPage(visit: Visit, error: string | null): Promise<Outcome> {
  const { name, answers } = await deletableBrand(visit.db, visit.brand.id);
  const has = `${answers.toLocaleString('en-US')} stored ${answers === 1 ? 'answer' : 'answers'}`;
  return page({
    title: `Delete ${name}`,
    ...(error === null ? {} : { status: 422 }),
    main: html`<header class="page-head"><h1>Delete <bdi>${name}</bdi>?</h1>
<p class="lead">It has ${has}. After you delete it, nobody can read it, and Sightline collects nothing for it. You can restore all of it for ${RESTORABLE_DAYS} days, but the days in between stay without answers. After that, the server may remove it for good.</p></header>
<form method="post" class="stack">
${textField({ name: 'name', label: 'Type its name to delete it', value: '', error: error ?? undefined })}
<p class="row"><button class="danger">Delete this brand</button> <a href="${visit.to('setup')}">Keep it</a></p>
</form>`,
  });
}

async function deletedPage(visit: Visit, refusal: Refusal | null): Promise<Outcome> {
  const brands = await restorable(visit);
  return page({
    title: 'Deleted brands',
    ...(refusal && { status: refusal.status }),
    main: html`<header class="page-head"><h1>Deleted brands</h1>
<p class="lead">You can restore a deleted brand for ${RESTORABLE_DAYS} days. After that, the server may remove it for good.</p></header>
${refusalNote(refusal)}
${brands.length === 0 ? html`<p class="empty">No brand was deleted in the last ${RESTORABLE_DAYS} days. <a href="/brands">All brands</a></p>` : deletedTable(brands)}`,
  });
}

function deletedTable(brands: readonly RestorableBrand[]): Html {
  return html`<table class="cards">
<caption class="unseen">Deleted brands that you can restore</caption>
<thead><tr><th scope="col">Brand</th><th scope="col">Restore until</th><th scope="col">Restore</th></tr></thead>
<tbody>${brands.map(
    ({
      publicId,
      name,
      restorableUntil,
    }) => html`<tr><th scope="row" data-label="Brand"><bdi>${name}</bdi></th>
<td data-label="Can be restored until">${dateText(new Date(restorableUntil))}</td>
<td data-label="Restore"><form method="post"><input type="hidden" name="brand" value="${publicId}"><button>Restore<span class="unseen"> ${name}</span></button></form></td></tr>`,
  )}</tbody></table>`;
}
