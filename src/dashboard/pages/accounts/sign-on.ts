import { SightlineError } from '../../../domain/errors.ts';
import { beginSignOn, endSignOn, type SignOn } from '../../../pipeline/accounts/sign-on.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, type Page, page, redirect } from '../../markup/outcome.ts';
import { ownPath } from '../../markup/own-path.ts';
import { refusalNote, refusalOf } from '../../parts/form/refusal.ts';
import type { PageRoute } from '../../route.ts';
import { addressOf, type Visit } from '../../visit/visit.ts';
import { accountDeps, browserOf } from './account-deps.ts';
import { goOn } from './second-factor.ts';

/** In bytes of JSON. Browsers drop a cookie of 4 KB. */
const LONGEST_NEXT = 2000;

/** To the sign-on provider, and back from it. */
export const signOnRoutes: readonly PageRoute[] = [
  {
    path: '/sign-on',
    who: 'anyone',
    isOutsideSnapshot: true,
    get: async (visit) => {
      const wanted = ownPath(visit.query.get('next'));
      const next = Buffer.byteLength(JSON.stringify(wanted)) <= LONGEST_NEXT ? wanted : '/';
      if (visit.viewer.kind === 'user') return redirect(next);
      return await orRefused(visit, async (signOn) => {
        const { page: to, begun } = await beginSignOn(accountDeps(visit), signOn, next);
        return redirect(to, { begunSignOn: begun });
      });
    },
  },
  {
    path: '/sign-on/callback',
    who: 'anyone',
    isOutsideSnapshot: true,
    get: async (visit) =>
      await orRefused(visit, async (signOn) => {
        const deps = { ...visit.deps, ...accountDeps(visit) };
        const answer = { query: visit.query, begun: visit.client.begunSignOn };
        const entry = await endSignOn(deps, signOn, answer, browserOf(visit));
        return { ...(await goOn(visit, entry, entry.next)), begunSignOn: '' };
      }),
  },
];

/** The button on the page to sign in. It leads to the address that the provider knows, where the cookie must be. */
export function signOnButton({ rules, publicUrl }: SignOn, next: string | null): Html {
  const to = publicUrl + addressOf('/sign-on', { next: ownPath(next) });
  return html`<p><a class="button primary" href="${to}">Sign in with ${rules.name}</a></p>`;
}

/**
 * Shown on the way to the provider's page that signs out there too. Browsers follow no form's redirect to another server
 * (`form-action`).
 */
export function leavingPage(to: string): Page {
  return page({
    title: 'Signed out',
    session: 'ended',
    goesTo: to,
    main: html`<section class="notice-page">
<h1>Signed out</h1>
<p><a href="${to}">Sign out at ${new URL(to).host} too</a></p>
</section>`,
  });
}

async function orRefused({ deps }: Visit, work: (signOn: SignOn) => Promise<Outcome>): Promise<Outcome> {
  if (deps.signOn === null) throw new SightlineError('not_found', 'This server has no single sign-on.');
  try {
    return await work(deps.signOn);
  } catch (error) {
    const refusal = refusalOf(error, { unavailable: 503 });
    return page({
      title: 'Not signed in',
      status: refusal.status,
      retryAfterSeconds: refusal.retryAfterSeconds,
      main: html`<section class="door">
<h1>Not signed in</h1>
${refusalNote(refusal)}
<p><a class="button" href="/sign-in">Back to sign in</a></p>
</section>`,
    });
  }
}
