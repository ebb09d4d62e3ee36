import { actions } from '../../../actions/index.ts';
import { changePassword } from '../../../pipeline/accounts/passwords.ts';
import {
  endOtherSessions,
  endSession,
  type ListedSession,
  sessionsOf,
} from '../../../pipeline/accounts/sessions.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, type Page, page, redirect } from '../../markup/outcome.ts';
import { textField } from '../../parts/form/field.ts';
import { doneNote, type Refusal, refusalNote, refusalOf } from '../../parts/form/refusal.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { accountDeps, browserOf, limitedTo } from './account-deps.ts';
import { browserName } from './browser-name.ts';
import { passwordField } from './links.ts';
import { endFactor, factorSection, goOn, startFactor } from './second-factor.ts';
import { roleText } from './words.ts';

/** The user's own name, password, and sessions. */
export const accountRoutes: readonly PageRoute[] = [
  {
    path: '/account',
    who: 'viewer',
    get: (visit) => accountPage(visit, null),
    does: ['name', 'zone', 'password', 'factor', 'factor-end', 'end', 'end-others'],
    post: async (visit, form) => {
      try {
        return await change(visit, form);
      } catch (error) {
        return await accountPage(visit, refusalOf(error));
      }
    },
  },
];

const DONE: ReadonlyMap<string, string> = new Map([
  ['name', 'Your name is saved.'],
  ['zone', 'Times of day now use this zone.'],
  ['password', 'You changed your password. All other sessions, and connections of assistants, have ended.'],
  ['session', 'The session has ended.'],
  ['others', 'All other sessions have ended.'],
]);

async function change(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const { deps, user, now } = visit;
  const text = (name: string) => form.get(name) ?? '';
  switch (form.get('do')) {
    case 'name':
      await visit.act(actions.change_account, { name: text('name') });
      return done('name');
    case 'zone':
      await visit.act(actions.change_account, { time_zone: text('zone') });
      return done('zone');
    case 'password':
      return await changeOwnPassword(visit, { old: text('old'), password: text('password') });
    case 'factor':
      return await startFactor(visit, text('proving'));
    case 'factor-end':
      return await endFactor(visit, text('code'));
    case 'end':
      await endSession(deps.db, user, text('session'), now);
      return done('session');
    default: // end-others
      await endOtherSessions(deps.db, user, sessionIdOf(visit), now);
      return done('others');
  }
}

function done(what: string): Outcome {
  return redirect(`/account?done=${what}`);
}

async function changeOwnPassword(
  visit: Visit,
  passwords: { old: string; password: string },
): Promise<Outcome> {
  const change = () => changePassword(accountDeps(visit), visit.user, passwords, browserOf(visit));
  return await goOn(visit, await limitedTo(visit, visit.user, change), '/account?done=password');
}

function sessionIdOf({ viewer }: Visit): string {
  return viewer.kind === 'user' ? viewer.sessionId : '';
}

async function accountPage(visit: Visit, refusal: Refusal | null): Promise<Page> {
  const { user, db, now, query } = visit;
  const sessions = await sessionsOf(db, user, now);
  return page({
    title: 'Account',
    status: refusal?.status ?? 200,
    retryAfterSeconds: refusal?.retryAfterSeconds,
    main: html`<header class="page-head">
<h1>Account</h1>
<p class="lead">${user.email}, ${roleText(user)}</p>
</header>
${refusalNote(refusal)}
${refusal === null && doneNote(DONE.get(query.get('done') ?? ''))}
<div class="columns">
${nameForm(user.name)}
${zoneForm(user.timeZone)}
${!visit.isSignedOn && passwordForm(user.email)}
${!visit.isSignedOn && (await factorSection(visit))}
</div>
${sessionList(visit, sessions)}`,
  });
}

function nameForm(name: string): Html {
  return html`<section>
<h2>Name</h2>
<form method="post" action="/account">
<input type="hidden" name="do" value="name">
${textField({ name: 'name', label: 'Your name', value: name, autocomplete: 'name', of: actions.change_account.input.name, isRequired: true })}
<p class="actions"><button>Save the name</button></p>
</form>
</section>`;
}

function zoneForm(zone: string): Html {
  return html`<section>
<h2>Time zone</h2>
<form method="post" action="/account">
<input type="hidden" name="do" value="zone">
${textField({ name: 'zone', label: 'Time zone', value: zone, list: 'zones', of: actions.change_account.input.time_zone, help: 'Such as Europe/Berlin. Days, windows, shared pages, and emails stay in UTC.' })}
<datalist id="zones">${Intl.supportedValuesOf('timeZone').map((name) => html`<option value="${name}">`)}</datalist>
<p class="actions"><button>Save the time zone</button></p>
</form>
</section>`;
}

function passwordForm(email: string): Html {
  return html`<section>
<h2>Password</h2>
<form method="post" action="/account">
<input type="hidden" name="do" value="password">
<input class="unseen" type="text" value="${email}" autocomplete="username" aria-hidden="true" tabindex="-1" readonly>
${textField({ name: 'old', label: 'Current password', type: 'password', autocomplete: 'current-password', isRequired: true })}
${passwordField('New password')}
<p class="actions"><button>Change the password</button></p>
</form>
</section>`;
}

function sessionList(visit: Visit, sessions: readonly ListedSession[]): Html {
  const current = sessionIdOf(visit);
  const others = sessions.filter(({ id }) => id !== current);
  return html`<section>
<h2>Where you are signed in</h2>
<table class="cards ledger">
<caption class="unseen">Your open sessions, last used first</caption>
<thead><tr><th scope="col">Browser</th><th scope="col">Address</th><th scope="col">Signed in</th><th scope="col">Last seen</th><th scope="col"><span class="unseen">End</span></th></tr></thead>
<tbody>
${sessions.map((session) => sessionRow(visit, session, session.id === current))}
</tbody>
</table>
${
  others.length > 0 &&
  html`<form method="post" action="/account" class="actions"><input type="hidden" name="do" value="end-others"><button>End all other sessions</button></form>`
}
</section>`;
}

function sessionRow({ times }: Visit, session: ListedSession, isCurrent: boolean): Html {
  const { id, userAgent, address, createdAt, lastSeenAt } = session;
  const name = browserName(userAgent);
  return html`<tr><th scope="row" data-label="Browser">${name}</th><td data-label="Address">${address}</td><td data-label="Signed in">${times.of(createdAt)}</td><td data-label="Last seen">${times.of(lastSeenAt)}</td><td class="wide">${
    isCurrent
      ? html`<div class="row-actions"><span class="chip">This browser</span></div>`
      : html`<form method="post" action="/account" class="row-actions"><input type="hidden" name="do" value="end"><input type="hidden" name="session" value="${id}"><button class="as-link">End<span class="unseen"> the session of ${name}</span></button></form>`
  }</td></tr>
`;
}
