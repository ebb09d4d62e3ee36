import { SCOPES } from '../../../domain/access/api-key.ts';
import {
  hasRedirect,
  isChallenge,
  isLoopbackRedirect,
  isSameAddress,
  type OAuthClient,
} from '../../../domain/access/oauth.ts';
import { OAuthError } from '../../../domain/oauth-error.ts';
import { allowConnection } from '../../../pipeline/accounts/oauth.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, type Page, page, redirect } from '../../markup/outcome.ts';
import { selectField } from '../../parts/form/field.ts';
import { scopeOptions } from '../../parts/form/scope-options.ts';
import type { PageRoute } from '../../route.ts';
import { addressOf, parametersIn, type Visit } from '../../visit/visit.ts';
import { accountDeps } from './account-deps.ts';
import { expiriesIn, permissionsField, reachField } from './keys.ts';

const PATH = '/oauth/authorize';

/**
 * The authorization endpoint (RFC 6749, section 3.1): a user decides about each connection, and nothing is remembered.
 * Anybody can be a client, so only this form leads to its address: a refused request shows a page with a link.
 */
export const consentRoutes: readonly PageRoute[] = [
  {
    path: PATH,
    who: 'editor',
    // The client's document may have to be fetched.
    isOutsideSnapshot: true,
    waitsForOthers: true,
    get: (visit) => decided(visit, (request) => consentPage(visit, request)),
    does: ['allow', 'deny'],
    post: (visit, form) => decided(visit, (request) => decide(visit, request, form)),
  },
];

/** A checked request for a connection. */
interface AskedConnection {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly challenge: string;
}

async function decided(visit: Visit, show: (request: AskedConnection) => Promise<Outcome>): Promise<Outcome> {
  let back: string | null = null;
  try {
    const client = await clientIn(visit);
    const redirectUri = visit.query.get('redirect_uri') ?? '';
    back = redirectUri;
    return await show({ client, redirectUri, challenge: challengeIn(visit) });
  } catch (error) {
    if (error instanceof OAuthError) return refusedPage(visit, error, back);
    throw error;
  }
}

/** The client, which has the redirect address. @throws OAuthError */
async function clientIn({ deps: { oauth }, query }: Visit): Promise<OAuthClient> {
  if (oauth === null) {
    throw new OAuthError(
      'invalid_request',
      'This server has no public address (SIGHTLINE_PUBLIC_URL), so no assistant can connect.',
    );
  }
  const twice = [...query.keys()].find((name, index, all) => all.indexOf(name) !== index);
  if (twice !== undefined) throw new OAuthError('invalid_request', `The parameter ${twice} is repeated.`);
  const client = await oauth.clients.find(query.get('client_id') ?? '');
  if (hasRedirect(client, query.get('redirect_uri') ?? '')) return client;
  throw new OAuthError('invalid_request', 'The address to return to is not one of the client’s.');
}

/** The challenge of a request that is right otherwise. Its scope means nothing: a person chooses. @throws OAuthError */
function challengeIn({ deps: { oauth }, query }: Visit): string {
  if (query.get('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'The client must ask for a code.');
  const challenge = query.get('code_challenge') ?? '';
  if (query.get('code_challenge_method') !== 'S256' || !isChallenge(challenge))
    throw new OAuthError('invalid_request', 'The client must use PKCE with S256.');
  const resource = query.get('resource');
  if (resource && !isSameAddress(resource, oauth?.audience ?? ''))
    throw new OAuthError('invalid_target', 'The client asks for another server.');
  return challenge;
}

async function decide(visit: Visit, request: AskedConnection, form: URLSearchParams): Promise<Outcome> {
  const { client, redirectUri, challenge } = request;
  if (form.get('do') === 'deny')
    return redirect(answerAddress(visit, redirectUri, { error: 'access_denied' }));
  const reach = (await scopeOptions(visit)).find(({ value }) => value === form.get('reach'));
  const days = endsIn(visit).find(([value]) => value === form.get('expires'))?.[0];
  if (!reach || !days) return await consentPage(visit, request);
  const { organization, brand } = reach;
  const scopes = SCOPES.filter((scope) => scope === 'read' || form.getAll('scope').includes(scope));
  const audience = visit.deps.oauth?.audience ?? '';
  const asked = { client, redirectUri, challenge, audience, organization, brand, scopes, days: Number(days) };
  const code = await allowConnection(accountDeps(visit), visit.user, asked);
  return redirect(answerAddress(visit, redirectUri, { code }));
}

/** The client's address with an answer, which names this server (RFC 9207). */
function answerAddress({ deps, query }: Visit, redirectUri: string, answer: Record<string, string>): string {
  const url = new URL(redirectUri);
  const state = query.get('state');
  const all = { ...answer, ...(state !== null && { state }), iss: deps.oauth?.issuer ?? '' };
  for (const [name, value] of Object.entries(all)) url.searchParams.append(name, value);
  return url.href;
}

/** How long a connection may last: as long as a key, but never for good. */
function endsIn(visit: Visit) {
  return expiriesIn(visit).filter(([days]) => days !== '');
}

/** No brand is chosen at first, so that no single click, which another site may lure from somebody, connects anything. */
async function consentPage(visit: Visit, { client, redirectUri }: AskedConnection): Promise<Page> {
  const { name } = client;
  const target = new URL(redirectUri);
  const action = addressOf(PATH, parametersIn(visit.query));
  return page({
    title: 'Connect an assistant',
    leadsTo: target.origin,
    main: html`<section class="door">
<h1>Connect <bdi>${name}</bdi>?</h1>
<p class="lead">It reads Sightline for you until the connection ends, or you end it under <a href="/keys">API keys</a>. You are <bdi>${visit.user.email}</bdi>.</p>
${whoNote(client, target)}
<form method="post" action="${action}" class="stack">
${reachField([{ value: '', label: 'Choose' }, ...(await scopeOptions(visit))], '')}
${permissionsField([])}
${selectField({ name: 'expires', label: 'Ends', choices: endsIn(visit), value: '90' })}
<p class="actions"><button class="primary" name="do" value="allow">Connect</button> <button name="do" value="deny" formnovalidate>Cancel</button></p>
</form>
</section>`,
  });
}

/** Who asks, as far as this server knows, and where the answer goes. */
function whoNote({ host }: OAuthClient, target: URL): Html {
  const where = isLoopbackRedirect(target)
    ? html`a program on your computer (<code>${target.host}</code>). Connect only if you just started it`
    : html`<b>${target.host}</b>`;
  return html`<div class="note"><p>${
    host === null
      ? 'It registered itself, so Sightline has not checked its name.'
      : html`<b>${host}</b> says that this is its program.`
  } The answer goes to ${where}.</p></div>`;
}

/** A refused request. With an address of the client's, it links back there, as nothing else tells the client. */
function refusedPage(visit: Visit, { oauthCode: error, message }: OAuthError, back: string | null): Page {
  return page({
    title: 'Not connected',
    status: 400,
    main: html`<section class="door">
<h1>Not connected</h1>
<div class="note error" role="alert"><p>${message}</p></div>
${back !== null && html`<p><a href="${answerAddress(visit, back, { error })}">Back to ${new URL(back).host}</a></p>`}
</section>`,
  });
}
