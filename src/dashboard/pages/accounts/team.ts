import { SightlineError } from '../../../domain/errors.ts';
import { administers, isRole, ROLES, type Role } from '../../../domain/user.ts';
import type { MadeLink } from '../../../pipeline/accounts/links.ts';
import {
  changeRole,
  disableUser,
  enableUser,
  inviteUser,
  managedUser,
  resetUser,
  type UserRow,
  usersSeenBy,
} from '../../../pipeline/accounts/users.ts';
import { callersOfUser } from '../../../reports/run/user-caller.ts';
import type { Caller } from '../../../reports/shape/report.ts';
import { type Html, html } from '../../html.ts';
import { type Outcome, type Page, page, redirect } from '../../outcome.ts';
import { type Option, optionList, selectField, textField } from '../../parts/field.ts';
import { doneNote, type Refusal, refusalNote, refusalOf } from '../../parts/refusal.ts';
import { shownOnce } from '../../parts/shown-once.ts';
import { dateText, dateTimeText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { actingDeps } from './account-deps.ts';
import { ROLE_WORDS } from './words.ts';

/** Who may sign in. Everyone sees their colleagues; only an admin changes them. */
export const teamRoutes: readonly PageRoute[] = [
  {
    path: '/team',
    who: 'viewer',
    whoPosts: 'admin',
    get: (visit) => teamPage(visit, {}),
    does: ['invite', 'link', 'role', 'disable', 'enable'],
    post: async (visit, form) => {
      try {
        return await change(visit, form);
      } catch (error) {
        return await teamPage(visit, { refusal: refusalOf(error), form });
      }
    },
  },
];

const DONE: ReadonlyMap<string, string> = new Map([
  ['role', 'The role is changed.'],
  ['disable', 'The user is disabled, and all their sessions have ended.'],
  ['enable', 'The user may sign in again.'],
]);

async function change(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const acting = actingDeps(visit);
  const what = form.get('do');
  if (what === 'invite') return await invite(visit, form);
  const user = await managedUser(visit.deps.db, visit.user, form.get('user') ?? '');
  if (what === 'link') return await teamPage(visit, { made: { user, link: await resetUser(acting, user) } });
  if (user.id === visit.user.id) {
    throw new SightlineError('conflict', 'Another admin has to change your own role, or disable you.');
  }
  if (what === 'role') await changeRole(acting, user, roleIn(form));
  else if (what === 'disable') await disableUser(acting, user);
  else if (what === 'enable') await enableUser(acting, user);
  return redirect(`/team?done=${what}`);
}

async function invite(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const callers = await callersOfUser(visit.deps.db, visit.user, visit.now);
  const wanted = form.get('organization') ?? '';
  const organizationId =
    wanted === ALL && visit.user.organization === null
      ? null
      : callers.find((caller) => String(caller.organizationId) === wanted)?.organizationId;
  if (organizationId === undefined) {
    throw new SightlineError('invalid_argument', 'Choose an organization from the list.');
  }
  const made = await inviteUser(actingDeps(visit), {
    email: form.get('email') ?? '',
    name: form.get('name') || undefined,
    role: roleIn(form),
    organizationId,
  });
  return await teamPage(visit, { made });
}

function roleIn(form: URLSearchParams): Role {
  const role = form.get('role') ?? '';
  if (isRole(role)) return role;
  throw new SightlineError('invalid_argument', 'Choose a role from the list.');
}

const ALL = 'all';

interface Shown {
  /** A link that was made, which is shown this once. */
  readonly made?: { readonly user: UserRow; readonly link: MadeLink };
  readonly refusal?: Refusal;
  readonly form?: URLSearchParams;
}

async function teamPage(visit: Visit, { made, refusal, form }: Shown): Promise<Page> {
  const { user, db, query } = visit;
  const users = await usersSeenBy(db, user);
  const isAdmin = user.role === 'admin';
  const callers = isAdmin ? await callersOfUser(db, user, visit.now) : [];
  const isQuiet = made === undefined && refusal === undefined;
  return page({
    title: 'Team',
    status: refusal?.status ?? 200,
    main: html`<header class="page-head">
<h1>Team</h1>
<p class="lead">${isAdmin ? 'Invite colleagues and clients by a link that you send them yourself.' : 'Who else may sign in. An admin can invite others.'}</p>
</header>
${refusalNote(refusal ?? null)}
${isQuiet && doneNote(DONE.get(query.get('done') ?? ''))}
${made && madeNote(visit, made)}
${isAdmin && inviteForm(visit, callers, refusal ? form : undefined)}
${userTable(visit, users)}`,
  });
}

function madeNote({ client }: Visit, { user, link }: NonNullable<Shown['made']>): Html {
  const what = user.hasPassword ? 'Link to a new password' : 'Invitation';
  return shownOnce(
    `${what} for ${user.email}`,
    [{ label: 'Send this link', text: `${client.origin}${link.path}` }],
    `It works once, until ${dateTimeText(new Date(link.expiresAt))}, and is not shown again. Whoever has it can use it, so send it where only they read it.`,
  );
}

function inviteForm({ user }: Visit, callers: readonly Caller[], form: URLSearchParams | undefined): Html {
  const organizations: Option[] = [
    ...callers.map(
      ({ organizationId, organizationName }): Option => [String(organizationId), organizationName],
    ),
    ...(user.organization === null ? [[ALL, 'All organizations (admins only)'] as const] : []),
  ];
  const text = (name: string) => form?.get(name) ?? '';
  const [[only] = [''], ...others] = organizations;
  return html`<details class="adding"${form && html` open`}><summary class="button">Invite somebody</summary>
<form method="post" action="/team" class="boxed">
<input type="hidden" name="do" value="invite">
${textField({ name: 'email', label: 'Email', value: text('email'), help: 'They sign in with it. A login name will do; Sightline sends no mail.', isRequired: true })}
${textField({ name: 'name', label: 'Name', value: text('name'), help: 'They can change it.' })}
${selectField({ name: 'role', label: 'Role', choices: roleOptions(), value: text('role') || 'viewer' })}
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
<p class="actions"><button class="primary">Make the invitation</button></p>
</form>
</details>`;
}

function roleOptions(): Option[] {
  return ROLES.map((role) => [role, ROLE_WORDS[role]]);
}

function userTable(visit: Visit, users: readonly UserRow[]): Html {
  const isAdmin = visit.user.role === 'admin';
  const hasSeveral = visit.user.organization === null;
  return html`<section>
<h2>${users.length === 1 ? '1 user' : `${users.length} users`}</h2>
<table class="cards ledger">
<caption class="unseen">Users, oldest first</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Email</th><th scope="col">Role</th>${hasSeveral && html`<th scope="col">Organization</th>`}<th scope="col">State</th>${isAdmin && html`<th scope="col"><span class="unseen">Change</span></th>`}</tr></thead>
<tbody>
${users.map((user) => userRow(visit, user, { isAdmin, hasSeveral }))}
</tbody>
</table>
</section>`;
}

function userRow(
  visit: Visit,
  user: UserRow,
  { isAdmin, hasSeveral }: { isAdmin: boolean; hasSeveral: boolean },
): Html {
  const isOwn = user.id === visit.user.id;
  return html`<tr><th scope="row" data-label="Name"><bdi>${user.name}</bdi>${isOwn && html` <span class="chip">You</span>`}</th><td data-label="Email"><bdi>${user.email}</bdi></td><td data-label="Role">${user.role}</td>${
    hasSeveral && html`<td data-label="Organization">${user.organization?.name ?? 'All'}</td>`
  }<td data-label="State">${stateText(user, isOwn)}</td>${
    isAdmin &&
    html`<td class="wide">${!isOwn && administers(visit.user, user.organization?.internalId ?? null) && rowActions(user)}</td>`
  }</tr>
`;
}

/** Whoever looks at the page has signed in, if only by a link, as in the demo. */
function stateText({ disabledAt, hasPassword, createdAt }: UserRow, isOwn: boolean): string {
  if (disabledAt !== null) return `Disabled on ${dateText(new Date(disabledAt))}`;
  return `${hasPassword || isOwn ? 'Since' : 'Invited on'} ${dateText(new Date(createdAt))}`;
}

function rowActions(user: UserRow): Html {
  const { email, organization, role, disabledAt, hasPassword } = user;
  const of = html`<span class="unseen"> of ${email}</span>`;
  if (disabledAt !== null) {
    return html`<div class="row-actions">${actionForm(user, 'enable', html`<button class="as-link">Enable<span class="unseen"> ${email}</span></button>`)}</div>`;
  }
  const roleForm = html`${roleSelect(user)}<button>Change the role${of}</button>`;
  return html`<div class="row-actions">
${organization !== null && html`<details class="row-menu" name="row"><summary>Role${of}</summary>${actionForm(user, 'role', roleForm)}</details>`}
<details class="row-menu" name="row"><summary>${hasPassword ? 'New password' : 'New invitation'}<span class="unseen"> for ${email}</span></summary>${actionForm(
    user,
    'link',
    html`<p>${hasPassword ? 'Makes a link that works once, for 30 minutes. Until it is used, the old password works.' : 'Makes another link that works once, for 7 days.'}</p><button>Make the link</button>`,
  )}</details>
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
    ROLES.map((each) => [each, each]),
    role,
  )}</select>`;
}

function actionForm({ id }: UserRow, what: string, content: Html): Html {
  return html`<form method="post" action="/team"><input type="hidden" name="do" value="${what}"><input type="hidden" name="user" value="${id}">${content}</form>`;
}
