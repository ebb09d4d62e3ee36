import { limited } from '../../../pipeline/accounts/attempts.ts';
import { hasUsers } from '../../../pipeline/accounts/links.ts';
import { endSession, signIn } from '../../../pipeline/accounts/sessions.ts';
import { type Content, html } from '../../html.ts';
import { type Outcome, type Page, page, redirect } from '../../outcome.ts';
import { ownPath } from '../../own-path.ts';
import { textField } from '../../parts/field.ts';
import { type Refusal, refusalNote, refusalOf } from '../../parts/refusal.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { accountDeps, browserOf, enter } from './account-deps.ts';

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
    const session = await limited(visit.deps.failures, claim, visit.now, () =>
      signIn(accountDeps(visit), { email, password, ...browser }),
    );
    return await enter(visit, session, ownPath(next));
  } catch (error) {
    return await signInPage(visit, { email, next, refusal: refusalOf(error) });
  }
}

async function signOutOf({ viewer, deps, now }: Visit): Promise<Outcome> {
  if (viewer.kind === 'user') await endSession(deps.db, viewer.user, viewer.sessionId, now).catch(() => {});
  return redirect('/sign-in', { session: 'ended' });
}

async function signInPage(
  visit: Visit,
  { email, next, refusal }: { email: string; next: string | null; refusal: Refusal | null },
): Promise<Page> {
  return page({
    title: 'Sign in',
    status: refusal?.status ?? 200,
    main: html`<section class="door">
<h1>Sign in</h1>
${refusalNote(refusal)}
${await nobodysNote(visit)}
<form method="post" action="/sign-in" class="stack">
<input type="hidden" name="next" value="${ownPath(next)}">
<div>
${textField({ name: 'email', label: 'Email', value: email, autocomplete: 'username', isFocused: email === '', isRequired: true })}
${textField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', isFocused: email !== '', isRequired: true })}
</div>
<button class="primary">Sign in</button>
</form>
<p class="help">No password any more? An admin of your team makes a link to a new one.</p>
</section>`,
  });
}

/** What to do where a password is of no use. */
async function nobodysNote({ deps, db }: Visit): Promise<Content> {
  if (deps.isDemo) {
    return html`<div class="note"><p>This is a demo. Open the dashboard by the link that it printed when it started.</p></div>`;
  }
  if (await hasUsers(db)) return null;
  return html`<div class="note"><p>There is no user yet. The server printed a link when it started, which creates the first one and
works for 30 minutes. To get another, start the server again, or run
<code>sightline user create &lt;email&gt; --role admin</code>.</p></div>`;
}
