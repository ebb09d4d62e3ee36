import type { NamedBrand } from '../../../domain/brand/brand-choice.ts';
import { brandsOfUser } from '../../../pipeline/accounts/limited-users.ts';
import type { UserRow } from '../../../pipeline/accounts/users.ts';
import { brandsOfCaller } from '../../../reports/run/caller-brands.ts';
import type { Caller } from '../../../reports/shape/report.ts';
import { type Html, html } from '../../markup/html.ts';
import { checkField, type Option, selectField } from '../../parts/form/field.ts';
import type { Visit } from '../../visit/visit.ts';

/** The brands to which an admin can limit a user. */
export interface BrandChoices {
  readonly organizationId: number;
  readonly organization: string;
  readonly brands: readonly NamedBrand[];
}

export async function brandChoices(visit: Visit, callers: readonly Caller[]): Promise<BrandChoices[]> {
  const choices: BrandChoices[] = [];
  // Sequential: they share the snapshot's connection.
  for (const caller of callers) {
    const brands = await brandsOfCaller(visit.db, caller);
    choices.push({ organizationId: caller.organizationId, organization: caller.organizationName, brands });
  }
  return choices;
}

const SOME = 'some';

/** The brands that a form chooses for a user: all, or only these. A limited admin can grant only their own. */
export function brandsIn(
  { user }: Visit,
  form: URLSearchParams,
): { readonly all_brands?: true; readonly brands?: readonly string[] } {
  if (form.get('reach') !== SOME && user.brandIds === null) return { all_brands: true };
  return { brands: form.getAll('brand') };
}

/** The submitted brand ids, to show the form again; null for a new form. */
export function typedBrands({ user }: Visit, form: URLSearchParams | undefined): string[] | null {
  if (form?.get('reach') === SOME || user.brandIds !== null) return form?.getAll('brand') ?? [];
  return null;
}

const REACHES: readonly Option[] = [
  ['', 'All brands of the organization'],
  [SOME, 'Only the brands checked here'],
];

/** Form fields for a user's brands. @param chosen public ids; null for all brands */
export function brandFields(
  { user }: Visit,
  choices: readonly BrandChoices[],
  chosen: readonly string[] | null,
): Html | null {
  if (choices.every(({ brands }) => brands.length === 0)) return null;
  return html`${
    user.brandIds === null
      ? selectField({ name: 'reach', label: 'Brands', choices: REACHES, value: chosen === null ? '' : SOME })
      : html`<input type="hidden" name="reach" value="${SOME}">`
  }
<details${chosen !== null && html` open`}><summary>Choose brands</summary>
${choices.map(
  ({
    organization,
    brands,
  }) => html`<fieldset class="field"><legend>Brands of <bdi>${organization}</bdi></legend>
${brands.map(({ publicId, name }) => checkField('brand', publicId, html`<bdi>${name}</bdi>`, chosen?.includes(publicId) ?? false))}
</fieldset>`,
)}</details>`;
}

export async function brandsForm(
  visit: Visit,
  user: UserRow,
  choices: readonly BrandChoices[],
): Promise<Html> {
  const own = choices.filter(({ organizationId }) => organizationId === user.organization?.internalId);
  const chosen = (await brandsOfUser(visit.db, user))?.map(({ publicId }) => publicId) ?? null;
  return html`<section aria-labelledby="brands-of"><h2 id="brands-of">Brands of <bdi>${user.email}</bdi></h2>
<form method="post" action="/team" class="boxed">
<input type="hidden" name="do" value="brands"><input type="hidden" name="user" value="${user.id}">
${brandFields(visit, own, chosen)}
<p class="help">Other brands look to them as if they did not exist.</p>
<p class="actions"><button class="primary">Save the brands</button> <a href="/team">Cancel</a></p>
</form></section>`;
}

/** Each user's brands in words, by user id. Omits brands that the reader cannot see. */
export async function brandTexts(
  { db, user: reader }: Visit,
  users: readonly UserRow[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const user of users) {
    const brands = await brandsOfUser(db, user, reader.brandIds);
    texts.set(user.id, brands === null ? 'All' : brands.map(({ name }) => name).join(', ') || 'None');
  }
  return texts;
}
