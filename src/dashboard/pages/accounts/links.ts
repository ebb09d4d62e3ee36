import { SHORTEST_PASSWORD } from '../../../domain/access/password.ts';
import { holderOf } from '../../../pipeline/accounts/links.ts';
import {
  choosePassword,
  createFirstUser,
  lacksOrganization,
  openDemo,
} from '../../../pipeline/accounts/passwords.ts';
import type { Entry, Pending } from '../../../pipeline/accounts/second-factor.ts';
import type { UserRow } from '../../../pipeline/accounts/users.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, type Page, page, redirect } from '../../markup/outcome.ts';
import { textField } from '../../parts/form/field.ts';
import { type Refusal, refusalNote, refusalOf } from '../../parts/form/refusal.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { accountDeps, browserOf, enter } from './account-deps.ts';
import { goOn } from './second-factor.ts';

/** Pages behind one-time links. Opening a page keeps its link valid; submitting the form consumes it. */
export const linkRoutes: readonly PageRoute[] = [
  {
    path: '/setup/:token',
    who: 'anyone',
    get: (visit) => shown(visit, 'first', () => setUpPage(visit, new URLSearchParams(), null)),
    post: (visit, form) =>
      submitted(
        visit,
        'first',
        () => createFirstUser(accountDeps(visit), tokenOf(visit), firstUserIn(form), browserOf(visit)),
        (_holder, refusal) => setUpPage(visit, form, refusal),
      ),
  },
  passwordRoute('invite'),
  passwordRoute('reset'),
  { path: '/demo/:token', who: 'anyone', isOutsideSnapshot: true, get: openDemoOf },
];

function passwordRoute(kind: 'invite' | 'reset'): PageRoute {
  const pageFor = kind === 'invite' ? invitedPage : resetPage;
  return {
    path: `/${kind}/:token`,
    who: 'anyone',
    get: (visit) => shown(visit, kind, (holder) => pageFor(visit, holder, new URLSearchParams(), null)),
    post: (visit, form) =>
      submitted(
        visit,
        kind,
        () =>
          choosePassword(
            accountDeps(visit),
            { kind, token: tokenOf(visit) },
            chosenIn(form, kind),
            browserOf(visit),
          ),
        (holder, refusal) => pageFor(visit, holder, form, refusal),
      ),
  };
}

type Kind = 'first' | 'invite' | 'reset';
type Holder = UserRow | null;

async function shown(visit: Visit, kind: Kind, show: (holder: Holder) => Promise<Page>): Promise<Outcome> {
  try {
    return await show(await holderOf({ ...accountDeps(visit), db: visit.db }, kind, tokenOf(visit)));
  } catch (error) {
    return spentPage(refusalOf(error));
  }
}

/** Uses the link, or shows its page again with the error. */
async function submitted(
  visit: Visit,
  kind: Kind,
  use: () => Promise<Entry | Pending>,
  again: (holder: Holder, refusal: Refusal) => Promise<Page>,
): Promise<Outcome> {
  try {
    return await goOn(visit, await use(), null);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.status === 404) return spentPage(refusal);
    return await shown(visit, kind, (holder) => again(holder, refusal));
  }
}

async function openDemoOf(visit: Visit): Promise<Outcome> {
  const brand = visit.query.get('brand');
  const opens = brand === null ? '/' : `/brands/${encodeURIComponent(brand)}`;
  if (visit.viewer.kind === 'user') return redirect(opens);
  try {
    const session = await openDemo(accountDeps(visit), tokenOf(visit), browserOf(visit));
    return await enter(visit, session, opens);
  } catch (error) {
    return spentPage(refusalOf(error));
  }
}

function tokenOf({ params }: Visit): string {
  return params.token ?? '';
}

function firstUserIn(form: URLSearchParams) {
  const text = (name: string) => form.get(name) ?? '';
  return {
    name: text('name'),
    email: text('email'),
    password: text('password'),
    organization: text('organization'),
  };
}

function chosenIn(form: URLSearchParams, kind: 'invite' | 'reset') {
  const { password, name, organization } = firstUserIn(form);
  return kind === 'reset' ? { password } : { password, name, organization };
}

async function setUpPage({ db }: Visit, form: URLSearchParams, refusal: Refusal | null): Promise<Page> {
  return linkPage('Welcome to Sightline', refusal, {
    lead: 'You are the first user and administer everything on this server.',
    fields: [
      textField({
        name: 'name',
        label: 'Your name',
        value: form.get('name') ?? '',
        autocomplete: 'name',
        isFocused: true,
        isRequired: true,
      }),
      emailField(form.get('email') ?? ''),
      passwordField('Password'),
      await organizationField(db, form),
    ],
    action: 'Create the first user',
  });
}

async function invitedPage(
  { db }: Visit,
  user: Holder,
  form: URLSearchParams,
  refusal: Refusal | null,
): Promise<Page> {
  const name = form.get('name') ?? (user?.name === user?.email ? '' : user?.name);
  return linkPage('Welcome to Sightline', refusal, {
    lead: `You join ${user?.organization?.name ?? 'all organizations'} as ${user?.role} and sign in as ${user?.email}.`,
    fields: [
      hiddenEmail(user),
      textField({
        name: 'name',
        label: 'Your name',
        value: name ?? '',
        autocomplete: 'name',
        isFocused: true,
        isRequired: true,
      }),
      passwordField('Password'),
      user?.organization === null && (await organizationField(db, form)),
    ],
    action: 'Accept the invitation',
  });
}

async function resetPage(
  _visit: Visit,
  user: Holder,
  _form: URLSearchParams,
  refusal: Refusal | null,
): Promise<Page> {
  return linkPage('Choose a new password', refusal, {
    lead: `For ${user?.email}. This ends all your sessions, in every browser, and your assistants' connections.`,
    fields: [hiddenEmail(user), passwordField('New password')],
    action: 'Save the password',
  });
}

interface LinkPage {
  readonly lead: string;
  readonly fields: readonly Content[];
  readonly action: string;
}

function linkPage(title: string, refusal: Refusal | null, { lead, fields, action }: LinkPage): Page {
  return page({
    title,
    status: refusal?.status ?? 200,
    retryAfterSeconds: refusal?.retryAfterSeconds,
    main: html`<section class="door">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${refusalNote(refusal)}
<form method="post" class="stack">
<div>
${fields}
</div>
<button class="primary">${action}</button>
</form>
</section>`,
  });
}

function emailField(value: string): Html {
  return textField({
    name: 'email',
    label: 'Email',
    value,
    autocomplete: 'username',
    help: 'You sign in with it; Sightline sends no mail. A login name will do.',
    isRequired: true,
  });
}

/** Tells a password manager whose password this is. */
function hiddenEmail(user: Holder): Html {
  return html`<input class="unseen" type="text" name="email" value="${user?.email}" autocomplete="username" aria-hidden="true" tabindex="-1" readonly>`;
}

export function passwordField(label: string, name = 'password'): Html {
  return textField({
    name,
    label,
    type: 'password',
    autocomplete: 'new-password',
    help: `At least ${SHORTEST_PASSWORD} characters. A few words are easier to remember than symbols.`,
    isRequired: true,
  });
}

async function organizationField(db: Visit['db'], form: URLSearchParams): Promise<Html | null> {
  if (!(await lacksOrganization(db))) return null;
  return textField({
    name: 'organization',
    label: 'Organization',
    value: form.get('organization') ?? '',
    autocomplete: 'organization',
    help: 'Yours or a client’s. You can add more later; each sees only its own brands.',
    isRequired: true,
  });
}

function spentPage({ status, message }: Refusal): Page {
  return page({
    title: 'This link does not work',
    status,
    main: html`<section class="notice-page">
<h1>This link does not work</h1>
<p>${message}</p>
<p><a href="/sign-in">Sign in</a></p>
</section>`,
  });
}
