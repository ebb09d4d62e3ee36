import { limited } from '../../../pipeline/accounts/attempts.ts';
import { hasUsers } from '../../../pipeline/accounts/links.ts';
import { signOut } from '../../../pipeline/accounts/sessions.ts';
import { type Choices, signIn } from '../../../pipeline/accounts/sign-in.ts';
import { signOutPage } from '../../../pipeline/accounts/sign-on.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, type Page, page, redirect } from '../../markup/outcome.ts';
import { ownPath } from '../../markup/own-path.ts';
import { textField } from '../../parts/form/field.ts';
import { type Refusal, refusalNote, refusalOf } from '../../parts/form/refusal.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { accountDeps, browserOf } from './account-deps.ts';
import { goOn, nextStep } from './second-factor.ts';
import { leavingPage, signOnButton } from './sign-on.ts';

export const signInRoutes: readonly PageRoute[] = [
  {
    path: '/sign-in',
    who: 'anyone',
    get: async (visit) => {
      const next = visit.query.get('next');
      if (visit.viewer.kind === 'user') return redirect(ownPath(next));
      return await signInPage(visit, { email: '', next, refusal: null });
    },
    post: signInWith,
  },
  { path: '/sign-out', who: 'anyone', post: signOutOf },
];

async function signInWith(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const [email, password] = [form.get('email') ?? '', form.get('password') ?? ''];
  const next = form.get('next');
  const browser = browserOf(visit);
  const claim = { login: email, address: browser.address };
  try {
    if (form.has('proof')) return await nextStep(visit, form);
    const opened = await limited(visit.deps, claim, visit.now, (admission) =>
      signIn(accountDeps(visit), { email, password, ...browser }, admission),
    );
    return 'choices' in opened ? choicePage(opened, next) : await goOn(visit, opened, next);
  } catch (error) {
    return await signInPage(visit, { email, next, refusal: refusalOf(error) });
  }
}

/** The choice for a person with several users that share one email and password. */
function choicePage({ choices }: Choices, next: string | null): Page {
  return page({
    title: 'Choose an organization',
    main: html`<section class="door">
<h1>Choose an organization</h1>
<p class="lead">Your email and password fit each of these.</p>
${choices.map(
  ({ organization, proof }) => html`<form method="post" action="/sign-in" class="stack">
<input type="hidden" name="next" value="${ownPath(next)}">
<input type="hidden" name="proof" value="${proof}">
<button class="primary">${organization ?? 'All organizations'}</button>
</form>`,
)}
</section>`,
  });
}

/** Ends the session here, and leads to the provider to end it there too. */
async function signOutOf({ viewer, deps, now }: Visit): Promise<Outcome> {
  if (viewer.kind !== 'user') return redirect('/sign-in', { session: 'ended' });
  const there = await signOutPage(deps.signOn, viewer);
  await signOut(deps.db, viewer.user, viewer.sessionId, now);
  return there === null ? redirect('/sign-in', { session: 'ended' }) : leavingPage(there);
}

async function signInPage(
  visit: Visit,
  typed: { email: string; next: string | null; refusal: Refusal | null },
): Promise<Page> {
  const { refusal } = typed;
  const { signOn } = visit.deps;
  const form = (await noPasswordHelp(visit)) ?? passwordForm(typed, signOn?.isOnly === true);
  return page({
    title: 'Sign in',
    status: refusal?.status ?? 200,
    retryAfterSeconds: refusal?.retryAfterSeconds,
    main: html`<section class="door">
<h1>Sign in</h1>
${refusalNote(refusal)}
${signOn && signOnButton(signOn, typed.next)}
${signOn?.isOnly ? html`<details${refusal && html` open`}><summary>Emergency access with a password</summary>${form}</details>` : form}
</section>`,
  });
}

function passwordForm({ email, next }: { email: string; next: string | null }, isOnly: boolean): Html {
  return html`<form method="post" action="/sign-in" class="stack">
<input type="hidden" name="next" value="${ownPath(next)}">
<div>
${textField({ name: 'email', label: 'Email', value: email, autocomplete: 'username', isFocused: email === '', isRequired: true })}
${textField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', isFocused: email !== '', isRequired: true })}
</div>
<button class="primary">Sign in</button>
</form>
${!isOnly && html`<p class="help">Forgot your password? Ask an admin of your team for a link to set a new one.</p>`}`;
}

/** Help for a server where no user has a password; null otherwise. */
async function noPasswordHelp({ deps, db }: Visit): Promise<Html | null> {
  if (deps.isDemo) {
    return html`<div class="note"><p>This is a demo. Open the link that it printed at startup to sign in.</p></div>`;
  }
  if (deps.signOn !== null || (await hasUsers(db))) return null;
  return html`<div class="note"><p>There is no user yet. Open the link that the server printed at startup to create the
first one. It works for 30 minutes.</p>
<p>For another link, restart the server or run <code>sightline user create &lt;email&gt; --role admin</code>.</p></div>`;
}
