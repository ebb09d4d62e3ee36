import { html } from './html.ts';
import { type Page, page } from './outcome.ts';
import { addressOf } from './visit.ts';

/** A refusal as a person reads it in a browser. */
export interface PublicProblem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const TITLES: Readonly<Record<string, string>> = {
  unauthorized: 'Sign in to see this page',
  not_found: 'There is nothing here',
  no_such_brand: 'There is no such brand',
  no_brand: 'There is no brand yet',
  brand_not_configured: 'This brand is not set up yet',
  no_subscription: 'This organization has no plan',
  insufficient_scope: 'Your role does not allow this',
  forbidden_origin: 'This form came from another site',
  body_too_large: 'This is too large',
  rate_limited: 'Too many requests',
  unavailable: 'The data store cannot be reached',
  internal_error: 'Something went wrong',
};

/** Where the sentence of the API speaks of keys and ids, which nobody at a browser has. */
const WORDS: Readonly<Record<string, string>> = {
  no_such_brand: 'It may have been deleted, or it is not yours to see.',
  internal_error:
    'It is not your fault. Try again; if it stays, whoever runs this server finds the reason in its log.',
};

/** The page that shows a refusal. @param path what was asked for, to return to after signing in */
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

/** What a server that others can reach says while nobody can sign in. */
export function closedPage(): Page {
  return page({
    title: 'Nobody can sign in yet',
    status: 503,
    retryAfterSeconds: 60,
    main: html`<section class="notice-page">
<h1>Nobody can sign in yet</h1>
<p>This server can be reached from other machines, so its pages stay closed until there is a user. The API works as usual.</p>
<p>Whoever runs it finds a link in its output that creates the first user; it works for 30 minutes after each start.
<code>sightline user create &lt;email&gt; --role admin</code> prints one that works for 7 days.</p>
</section>`,
  });
}

function wayOut(code: string, path: string) {
  // Whoever has a link is not a user.
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
