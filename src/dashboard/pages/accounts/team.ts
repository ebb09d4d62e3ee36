import { actions } from '../../../actions/index.ts';
import { may } from '../../../domain/access/permissions.ts';
import { administers } from '../../../domain/access/user.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { organizationsRequiringFactor } from '../../../pipeline/accounts/second-factor.ts';
import { type UserRow, userNamed, usersSeenBy } from '../../../pipeline/accounts/users.ts';
import { callersOfUser } from '../../../reports/run/user-caller.ts';
import type { Caller } from '../../../reports/shape/report.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, type Page, page, redirect } from '../../markup/outcome.ts';
import { type Option, optionList, selectField, textField } from '../../parts/form/field.ts';
import { optionsOf } from '../../parts/form/limits.ts';
import { oneTimeSecret } from '../../parts/form/one-time-secret.ts';
import { doneNote, type Refusal, refusalNote, refusalOf } from '../../parts/form/refusal.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { addressOf, type Visit } from '../../visit/visit.ts';
import {
  type BrandChoices,
  brandChoices,
  brandFields,
  brandsForm,
  brandsIn,
  brandTexts,
  typedBrands,
} from './team-brands.ts';
import { ROLE_WORDS } from './words.ts';

/** The team. Every user sees it; only admins change it. */
export const teamRoutes: readonly PageRoute[] = [
  {
    path: '/team',
    who: 'viewer',
    whoPosts: 'admin',
    get: (visit) => ownTeamPage(visit),
    does: ['invite', 'link', 'role', 'brands', 'disable', 'enable', 'factor', 'require', 'require-end'],
    post: async (visit, form) => {
      try {
        return await change(visit, form);
      } catch (error) {
        return await teamPage(visit, { refusal: refusalOf(error), form });
      }
    },
  },
];

/** The team page, with the form for one user's brands on request. */
async function ownTeamPage(visit: Visit): Promise<Page> {
  const id = visit.query.get('brands');
  if (id === null || visit.user.role !== 'admin') return await teamPage(visit, {});
  try {
    return await teamPage(visit, { limiting: await userNamed(visit.db, id, undefined, visit.reach) });
  } catch (error) {
    return await teamPage(visit, { refusal: refusalOf(error) });
  }
}

const DONE: ReadonlyMap<string, string> = new Map([
  ['role', 'Saved the role.'],
  ['brands', 'Saved the user’s brands.'],
  ['disable', 'Disabled the user and ended all their sessions.'],
  ['enable', 'The user can sign in again.'],
  ['factor', 'Removed the second factor and ended all their sessions.'],
  ['require', 'Everybody with a password now needs a second factor.'],
  ['require-end', 'A second factor is up to each user again.'],
]);

async function change(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const what = form.get('do') ?? '';
  if (visit.deps.signOn?.isOnly && (what === 'invite' || what === 'link'))
    throw new SightlineError('conflict', 'This server takes no passwords: people join by single sign-on.');
  const user = form.get('user') ?? '';
  switch (what) {
    case 'invite':
      return await invite(visit, form);
    case 'link':
      return await teamPage(visit, { made: (await visit.act(actions.link_user, { user })).data });
    case 'brands':
      await visit.act(actions.change_user, { user, ...brandsIn(visit, form) });
      break;
    case 'factor':
      await visit.act(actions.remove_factor, { user });
      break;
    case 'require':
    case 'require-end':
      await visit.act(actions.require_factor, {
        organization: form.get('of'),
        undo: what === 'require-end',
      });
      break;
    case 'role':
      await visit.act(actions.change_user, { user, role: form.get('role') });
      break;
    default:
      await visit.act(actions.disable_user, { user, undo: what === 'enable' });
  }
  return redirect(`/team?done=${what}`);
}

async function invite(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const name = form.get('name');
  const { brands } = brandsIn(visit, form);
  const { data: made } = await visit.act(actions.create_user, {
    email: form.get('email') ?? '',
    role: form.get('role'),
    ...(name && { name }),
    ...(await organizationIn(visit, form)),
    ...(brands && { brands }),
  });
  return await teamPage(visit, { made });
}

/** The organization of an invitation; none for an admin of all. @throws SightlineError `invalid_argument` */
async function organizationIn(
  { deps, user, now }: Visit,
  form: URLSearchParams,
): Promise<{ readonly organization?: string }> {
  const wanted = form.get('organization');
  if (user.organization === null && wanted === ALL) return {};
  const callers = await callersOfUser(deps.db, user, now);
  const chosen = callers.find(({ organizationId }) => String(organizationId) === wanted);
  if (chosen) return { organization: user.organization?.id ?? chosen.organizationName };
  throw new SightlineError('invalid_argument', 'Choose an organization from the list.');
}

const ALL = 'all';

interface MadeLink {
  readonly email: string;
  readonly path: string;
  readonly expires_at: string;
}

interface PageState {
  /** A new link, shown only once. */
  readonly made?: MadeLink;
  readonly refusal?: Refusal;
  readonly form?: URLSearchParams;
  /** The user whose brands the form edits. */
  readonly limiting?: UserRow;
}

async function teamPage(visit: Visit, { made, refusal, form, limiting }: PageState): Promise<Page> {
  const { user, db, query } = visit;
  const users = await usersSeenBy(db, user);
  const isAdmin = user.role === 'admin';
  const isOnly = visit.deps.signOn?.isOnly === true;
  const callers = isAdmin ? await callersOfUser(db, user, visit.now) : [];
  const choices = await brandChoices(visit, callers);
  const isQuiet = made === undefined && refusal === undefined;
  return page({
    title: 'Team',
    status: refusal?.status ?? 200,
    main: html`<header class="page-head">
<h1>Team</h1>
<p class="lead">${isAdmin && !isOnly ? 'Invite colleagues and clients by a link that you send them yourself.' : `Everyone who may sign in. ${isOnly ? 'Others join by single sign-on.' : 'An admin can invite others.'}`}</p>
</header>
${refusalNote(refusal ?? null)}
${isQuiet && doneNote(DONE.get(query.get('done') ?? ''))}
${made && madeNote(visit, made)}
${limiting && (await brandsForm(visit, limiting, choices))}
${isAdmin && !isOnly && inviteForm(visit, callers, choices, refusal ? form : undefined)}
${userTable(visit, users, await brandTexts(visit, users))}
${may(user, 'factors') && (await factorSection(visit, callers))}`,
  });
}

function madeNote({ client, times }: Visit, { email, path, expires_at: until }: MadeLink): Html {
  const what = path.startsWith('/invite/') ? 'Invitation' : 'Link to a new password';
  return oneTimeSecret(
    `${what} for ${email}`,
    [{ label: 'Send this link', text: `${client.origin}${path}` }],
    html`It works once, until ${times.of(Date.parse(until))}; Sightline does not show it again. Anyone with the link can use it, so send it privately.`,
  );
}

function inviteForm(
  visit: Visit,
  callers: readonly Caller[],
  brands: readonly BrandChoices[],
  form: URLSearchParams | undefined,
): Html {
  const { user } = visit;
  const organizations: Option[] = [
    ...callers.map(
      ({ organizationId, organizationName }): Option => [String(organizationId), organizationName],
    ),
    ...(user.organization === null ? [[ALL, 'All organizations (admins only)'] as const] : []),
  ];
  const text = (name: string) => form?.get(name) ?? '';
  const [[only] = [''], ...others] = organizations;
  const invited = actions.create_user.input;
  return html`<details class="adding"${form && html` open`}><summary class="button">Invite somebody</summary>
<form method="post" action="/team" class="boxed">
<input type="hidden" name="do" value="invite">
${textField({ name: 'email', label: 'Email', value: text('email'), help: 'They sign in with it. A login name will do; Sightline sends no mail.', of: invited.email })}
${textField({ name: 'name', label: 'Name', value: text('name'), help: 'They can change it.', of: invited.name })}
${selectField({ name: 'role', label: 'Role', choices: optionsOf(invited.role, ROLE_WORDS), value: text('role') || 'viewer' })}
${
  others.length === 0
    ? html`<input type="hidden" name="organization" value="${only}">`
    : selectField({
        name: 'organization',
        label: 'Organization',
        choices: organizations,
        value: text('organization'),
      })
}
${brandFields(visit, brands, typedBrands(visit, form))}
<p class="actions"><button class="primary">Make the invitation</button></p>
</form>
</details>`;
}

/** Whether an organization's users need a second factor. */
async function factorSection(visit: Visit, callers: readonly Caller[]): Promise<Html> {
  const required = await organizationsRequiringFactor(visit.db);
  const [only, ...others] = callers;
  const requiring = callers.filter(({ organizationId }) => required.has(organizationId));
  const names = requiring.map(({ organizationName }) => organizationName).join(', ');
  const [isAny, isAll] = [requiring.length > 0, requiring.length === callers.length];
  return html`<section>
<h2>Second factor</h2>
<p>${isAny ? html`Required of everybody with a password${others.length > 0 && html` in <bdi>${names}</bdi>`}.` : 'Each user decides, under Account.'} Requiring one ends the sessions of those without one; they set it up when they sign in again.</p>
<form method="post" action="/team" class="boxed">
${others.length === 0 ? html`<input type="hidden" name="of" value="${only?.organizationName}">` : selectField({ name: 'of', label: 'Organization', choices: callers.map(({ organizationName: name }): Option => [name, name]) })}
<p class="actions">${!isAll && html`<button name="do" value="require">Require a second factor</button>`} ${isAny && html`<button name="do" value="require-end">No longer require it</button>`}</p>
</form>
</section>`;
}

function mayChange({ user }: Visit, other: UserRow): boolean {
  return user.role === 'admin' && user.id !== other.id && administers(user, other);
}

function userTable(visit: Visit, users: readonly UserRow[], brands: ReadonlyMap<string, string>): Html {
  const hasActions = users.some((user) => mayChange(visit, user));
  const hasSeveral = visit.user.organization === null;
  const isLimited = users.some(({ brandIds }) => brandIds !== null);
  return html`<section>
<h2>${users.length === 1 ? '1 user' : `${users.length} users`}</h2>
<table class="cards ledger">
<caption class="unseen">Users, oldest first</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Email</th><th scope="col">Role</th>${hasSeveral && html`<th scope="col">Organization</th>`}${isLimited && html`<th scope="col">Brands</th>`}<th scope="col">State</th>${hasActions && html`<th scope="col"><span class="unseen">Change</span></th>`}</tr></thead>
<tbody>
${users.map((user) => userRow(visit, user, { hasActions, hasSeveral, brands: isLimited ? brands.get(user.id) : undefined }))}
</tbody>
</table>
</section>`;
}

function userRow(
  visit: Visit,
  user: UserRow,
  {
    hasActions,
    hasSeveral,
    brands,
  }: { hasActions: boolean; hasSeveral: boolean; brands: string | undefined },
): Html {
  const isOwn = user.id === visit.user.id;
  return html`<tr><th scope="row" data-label="Name"><bdi>${user.name}</bdi>${isOwn && html` <span class="chip">You</span>`}</th><td data-label="Email"><bdi>${user.email}</bdi></td><td data-label="Role">${user.role}</td>${
    hasSeveral && html`<td data-label="Organization">${user.organization?.name ?? 'All'}</td>`
  }${brands !== undefined && html`<td data-label="Brands"><bdi>${brands}</bdi></td>`}<td data-label="State">${stateText(user, isOwn)}${hasActions && user.hasFactor && html` <span class="chip">Second factor</span>`}</td>${
    hasActions && html`<td class="wide">${mayChange(visit, user) && rowActions(visit, user)}</td>`
  }</tr>
`;
}

/** The reader has signed in, even if only by a link, as in the demo. */
function stateText({ disabledAt, hasPassword, knownAt, createdAt }: UserRow, isOwn: boolean): string {
  if (disabledAt !== null) return `Disabled on ${dateText(new Date(disabledAt))}`;
  return `${hasPassword || knownAt !== null || isOwn ? 'Since' : 'Invited on'} ${dateText(new Date(createdAt))}`;
}

function rowActions({ deps }: Visit, user: UserRow): Html {
  const { email, organization, role, disabledAt, hasPassword, hasFactor } = user;
  const of = html`<span class="unseen"> of ${email}</span>`;
  if (disabledAt !== null) {
    return html`<div class="row-actions">${actionForm(user, 'enable', html`<button class="as-link">Enable<span class="unseen"> ${email}</span></button>`)}</div>`;
  }
  const roleForm = html`${roleSelect(user)}<button>Change the role${of}</button>`;
  return html`<div class="row-actions">
${
  organization !== null &&
  html`<details class="row-menu" name="row"><summary>Role${of}</summary>${actionForm(user, 'role', roleForm)}</details>
<a href="${addressOf('/team', { brands: user.id })}">Brands${of}</a>`
}
${
  !deps.signOn?.isOnly &&
  html`<details class="row-menu" name="row"><summary>${hasPassword ? 'New password' : 'New invitation'}<span class="unseen"> for ${email}</span></summary>${actionForm(
    user,
    'link',
    html`<p>${hasPassword ? 'Makes a link that works once, for 30 minutes. The old password works until then.' : 'Makes another link that works once, for 7 days.'}</p><button>Make the link</button>`,
  )}</details>`
}
${
  hasFactor &&
  html`<details class="row-menu" name="row"><summary>Second factor${of}</summary>${actionForm(
    user,
    'factor',
    html`<p>For somebody who lost their device. Ends all their sessions. They sign in with their password, and set up another one if it is required.</p><button class="danger">Remove the second factor</button>`,
  )}</details>`
}
<details class="row-menu" name="row"><summary>Disable<span class="unseen"> ${email}</span></summary>${actionForm(
    user,
    'disable',
    html`<p>Ends all sessions of this ${role} at once. You can enable them again.</p><button class="danger">Disable ${email}</button>`,
  )}</details>
</div>`;
}

function roleSelect({ id, email, role }: UserRow): Html {
  const name = `role-${id}`;
  return html`<label for="${name}" class="unseen">Role of ${email}</label><select id="${name}" name="role">${optionList(
    optionsOf(actions.change_user.input.role),
    role,
  )}</select>`;
}

function actionForm({ id }: UserRow, what: string, content: Html): Html {
  return html`<form method="post" action="/team"><input type="hidden" name="do" value="${what}"><input type="hidden" name="user" value="${id}">${content}</form>`;
}
