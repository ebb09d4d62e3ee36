import type { NamedBrand } from '../../../domain/brand-choice.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { brandsOfUser } from '../../../pipeline/accounts/limited-users.ts';
import type { UserRow } from '../../../pipeline/accounts/users.ts';
import { brandsOfCaller } from '../../../reports/run/caller-brands.ts';
import type { Caller } from '../../../reports/shape/report.ts';
import { type Html, html } from '../../html.ts';
import { checkField, type Option, selectField } from '../../parts/field.ts';
import type { Visit } from '../../visit.ts';

/** What an admin may limit a user to: the brands of an organization that the admin reaches. */
export interface BrandChoices {
  readonly organizationId: number;
  readonly organization: string;
  readonly brands: readonly NamedBrand[];
}

export async function brandChoices(visit: Visit, callers: readonly Caller[]): Promise<BrandChoices[]> {
  const choices: BrandChoices[] = [];
  // One after the other: they share the connection of the snapshot.
  for (const caller of callers) {
    const brands = await brandsOfCaller(visit.db, caller);
    choices.push({ organizationId: caller.organizationId, organization: caller.organizationName, brands });
  }
  return choices;
}

const SOME = 'some';

/**
 * The brands that a form limits a user to; null for all brands. An admin who is limited can only give what they have.
 *
 * @throws SightlineError `invalid_argument`
 */
export function brandsIn(
  { user }: Visit,
  form: URLSearchParams,
  offered: BrandChoices | undefined,
): string[] | null {
  if (form.get('reach') !== SOME && user.brandIds === null) return null;
  const chosen = form.getAll('brand');
  const isOffered = (id: string) => offered?.brands.some(({ publicId }) => publicId === id);
  if (chosen.length > 0 && chosen.every(isOffered)) return chosen;
  throw new SightlineError(
    'invalid_argument',
    'Choose at least one brand of the organization from the list.',
  );
}

/** What such a form had, to show it again; of a new one, null. */
export function typedBrands({ user }: Visit, form: URLSearchParams | undefined): string[] | null {
  if (form?.get('reach') === SOME || user.brandIds !== null) return form?.getAll('brand') ?? [];
  return null;
}

const REACHES: readonly Option[] = [
  ['', 'All brands of the organization'],
  [SOME, 'Only the brands checked here'],
];

/** The fields of such a form. @param chosen public ids; null for all brands */
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

/** The form for the brands of one user. */
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
<p class="help">A brand that is not theirs looks like one that does not exist.</p>
<p class="actions"><button class="primary">Save the brands</button> <a href="/team">Cancel</a></p>
</form></section>`;
}

/** The brands of users in words, as far as whoever reads them reaches those brands; by the id of the user. */
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
