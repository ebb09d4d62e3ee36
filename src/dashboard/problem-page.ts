import { html } from './markup/html.ts';
import { type Page, page } from './markup/outcome.ts';
import { addressOf } from './visit/visit.ts';

/** A refusal, worded for a browser. */
export interface PublicProblem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const TITLES: Readonly<Record<string, string>> = {
  unauthorized: 'Sign in to see this page',
  not_found: 'Page not found',
  no_such_brand: 'Brand not found',
  no_brand: 'No brands yet',
  brand_not_configured: 'This brand is not set up yet',
  no_subscription: 'This organization has no plan',
  insufficient_scope: 'Your role does not allow this',
  forbidden_origin: 'This form came from another site',
  body_too_large: 'This is too large',
  rate_limited: 'Too many requests',
  unavailable: 'The database is unreachable',
  internal_error: 'Something went wrong',
};

/** Replaces API messages that mention keys and ids. */
const WORDS: Readonly<Record<string, string>> = {
  no_such_brand: 'It may have been deleted, or you may not have access to it.',
  internal_error: 'Try again. If it keeps failing, your operator can find the reason in the server log.',
};

/** The error page. @param path the requested path, to return to after sign-in */
export function problemPage({ status, code, message }: PublicProblem, path: string): Page {
  const title = TITLES[code] ?? 'This did not work';
  return page({
    title,
    status,
    main: html`<section class="notice-page">
<h1>${title}</h1>
<p>${WORDS[code] ?? message}</p>
${wayOut(code, path)}
</section>`,
  });
}

/** Shown while a reachable server has no user. */
export function closedPage(): Page {
  return page({
    title: 'Nobody can sign in yet',
    status: 503,
    retryAfterSeconds: 60,
    main: html`<section class="notice-page">
<h1>Nobody can sign in yet</h1>
<p>Other machines can reach this server, so its pages stay closed until it has a user. The API works as usual.</p>
<p>The server prints a link that creates the first user; it works for 30 minutes after each start.
<code>sightline user create &lt;email&gt; --role admin</code> prints one that works for 7 days.</p>
</section>`,
  });
}

function wayOut(code: string, path: string) {
  // Share-link readers have no account.
  if (path.startsWith('/share/')) return null;
  if (code === 'unauthorized') {
    return html`<p><a class="button" href="${addressOf('/sign-in', { next: path })}">Sign in</a></p>`;
  }
  const [, brand] = /^\/brands\/([^/?]+)/.exec(path) ?? [];
  if (code === 'brand_not_configured' && brand !== undefined) {
    return html`<p><a class="button" href="/brands/${brand}/setup">Finish its setup</a></p>`;
  }
  return html`<p><a href="/brands">All brands</a></p>`;
}
