import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ComposeOptions } from '../../src/main/compose.ts';
import { readConfig } from '../../src/main/settings/config.ts';
import { signOnOf } from '../../src/main/settings/sign-on.ts';
import { type Clock, random } from './world.ts';

export const PUBLIC_URL = 'https://sightline.test';
export const CLIENT = 'sightline';
export const SECRET = 'the secret of the client at the provider';

type Claims = Readonly<Record<string, unknown>>;

/** A real provider (`oidc-provider`) on this machine, whose people are claims. */
export interface TestProvider {
  readonly issuer: string;
  /** Claims by the provider's id of the person. Whoever is not here is unknown or disabled. */
  readonly people: Map<string, Claims>;
  /** Paths of its requests so far. */
  readonly requests: string[];
  /** What a browser does at the provider: a person signs on. @returns the address to which it is sent back */
  signOn(page: string, person: string): Promise<string>;
  /** An ID token as the provider signs it. */
  signed(claims: Claims): string;
  stop(): Promise<void>;
}

/** The part of `oidc-provider`, which has no types, that is used here. */
interface OidcProvider {
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
}
interface Context {
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
    readonly provider: { readonly Grant: new (of: object) => Grant };
  };
}
interface Grant {
  addOIDCScope(scope: string): void;
  save(): Promise<string>;
}

const PROFILE =
  'name preferred_username groups realm_access roles tid hd xms_edov _claim_names _claim_sources';

function configurationOf(people: ReadonlyMap<string, Claims>, key: object) {
  return {
    clients: [
      {
        client_id: CLIENT,
        client_secret: SECRET,
        redirect_uris: [`${PUBLIC_URL}/sign-on/callback`],
        post_logout_redirect_uris: [`${PUBLIC_URL}/sign-in`],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['not a secret'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: PROFILE.split(' ') },
    // As Keycloak, Entra, and Google do: the ID token has the claims.
    conformIdTokenClaims: false,
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 600,
    },
    findAccount: (_: unknown, sub: string) =>
      people.has(sub) ? { accountId: sub, claims: () => ({ sub, ...people.get(sub) }) } : undefined,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    loadExistingGrant: async ({ oidc: { client, session, provider } }: Context) => {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile offline_access');
      await grant.save();
      return grant;
    },
  };
}

export async function startProvider(): Promise<TestProvider> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const people = new Map<string, Claims>();
  const requests: string[] = [];
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'a', alg: 'ES256', use: 'sig' };
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { default: Provider } = (await import('oidc-provider' as string)) as {
    default: new (issuer: string, configuration: object) => OidcProvider;
  };
  // The default, by a name with which the provider does not warn of it.
  const memory = 'oidc-provider/lib/adapters/memory_adapter.js';
  const { createMemoryAdapter } = (await import(memory)) as {
    createMemoryAdapter: (tolerance: number) => object;
  };
  const adapter = createMemoryAdapter(0);
  const provider = new Provider(issuer, { ...configurationOf(people, key), adapter });
  const answer = provider.callback();
  let signingOn = '';
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    requests.push((request.url ?? '').replace(/\?.*/s, ''));
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: signingOn } });
  });
  return {
    issuer,
    people,
    requests,
    signed: (claims) => {
      const text = [{ alg: 'ES256', kid: 'a' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `${text}.${signature.toString('base64url')}`;
    },
    signOn: async (page, person) => {
      signingOn = person;
      return await followed(page, issuer);
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Follows redirects within a site, with its cookies. @returns the first address elsewhere */
async function followed(page: string, site: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = page;
  while (at.startsWith(site)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { headers: { cookie }, redirect: 'manual' });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(each) ?? [];
      cookies.set(name, value);
    }
    const to = response.headers.get('location');
    if (to === null) throw new Error(`${at}: ${response.status} ${await response.text()}`);
    at = new URL(to, at).href;
  }
  return at;
}

/** Single sign-on as the settings make it. @param env further variables */
export function signOnBy(
  issuer: string,
  { now }: Pick<Clock, 'now'>,
  { access, fetch: ask = fetch, problems = [], env = {} }: SignOnSettings,
): NonNullable<ComposeOptions['signOn']> {
  const variables = {
    SIGHTLINE_SECRET_KEY: 'a key of at least 32 characters, for tests',
    SIGHTLINE_PUBLIC_URL: PUBLIC_URL,
    SIGHTLINE_OIDC_ISSUER: issuer,
    SIGHTLINE_OIDC_CLIENT: CLIENT,
    SIGHTLINE_OIDC_SECRET: SECRET,
    SIGHTLINE_OIDC_ACCESS: JSON.stringify(access),
    ...env,
  };
  const deps = { fetch: ask, now, random, onProblem: (text: string) => problems.push(text) };
  return signOnOf(readConfig(variables, {}), deps) ?? assert.fail('no issuer');
}

export interface SignOnSettings {
  readonly access: object;
  readonly fetch?: typeof fetch;
  /** Receives what the operator's log gets. */
  readonly problems?: string[];
  readonly env?: Readonly<Record<string, string>>;
}
