import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { OAuthClientProvider, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { consentRoutes } from '../../src/dashboard/pages/accounts/consent.ts';
import { keyRoutes } from '../../src/dashboard/pages/accounts/keys.ts';
import { signInRoutes } from '../../src/dashboard/pages/accounts/sign-in.ts';
import { NO_ENGINE_KEYS } from '../../src/main/process/engine-keys.ts';
import type { FetchOutcome } from '../../src/pipeline/site/fetch-page.ts';
import { type Api, type ApiResponse, responseOf } from './api.ts';
import { dashboardOn, type FormFields, type Visitor } from './dashboard.ts';
import type { TestStore } from './stores.ts';
import { ACME_BRAND, acmeFile, line, pipelineOn } from './world.ts';

export const ISSUER = 'https://sightline.acme.example';
export const RESOURCE = `${ISSUER}/mcp`;
/** A client with a document, as Claude has them. */
export const CLIENT = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
export const CALLBACK = 'https://claude.ai/api/mcp/auth_callback';

export const DOCUMENT = {
  client_id: CLIENT,
  client_name: 'Claude',
  redirect_uris: [CALLBACK, 'https://claude.com/api/mcp/auth_callback'],
  token_endpoint_auth_method: 'none',
};

/** A fetched document. */
export function fetched(document: object, more: object = {}): FetchOutcome {
  const answer = { status: 200, type: 'application/json', robotsTags: [], isCut: false };
  return { kind: 'answered', url: CLIENT, text: JSON.stringify(document), ...answer, ...more };
}

export interface OAuthWorld {
  readonly api: Api;
  readonly store: TestStore;
  /** An editor of Acme, which has the brands acme and other. */
  readonly person: Visitor;
  readonly signedIn: ReturnType<typeof dashboardOn>['signedIn'];
}

/** A server that assistants can connect to, where each client's document is Claude's with its own id. */
export async function oauthWorld(store: TestStore): Promise<OAuthWorld> {
  const pipeline = pipelineOn(store);
  await pipeline.apply(acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'other', name: 'Other' }]));
  await pipeline.importLines([line({ answer: 'Acme is fine.' })]);
  const { api, signedIn } = dashboardOn(store, {
    routes: [...consentRoutes, ...keyRoutes, ...signInRoutes],
    publicUrl: ISSUER,
    engineKeys: { ...NO_ENGINE_KEYS, secretKey: async () => 'k'.repeat(32) },
    fetchClient: async (url) => fetched({ ...DOCUMENT, client_id: url }),
  });
  return { api, store, signedIn, person: await signedIn() };
}

export const VERIFIER = 'v'.repeat(43);

/** The path of an authorization request, with other parameters, or without those that are null. */
export function requestPath(more: Readonly<Record<string, string | null>> = {}): string {
  const asked = {
    response_type: 'code',
    client_id: CLIENT,
    redirect_uri: CALLBACK,
    code_challenge: hash('sha256', VERIFIER, 'base64url'),
    code_challenge_method: 'S256',
    resource: RESOURCE,
    state: 'xyz',
    ...more,
  };
  const given = Object.entries(asked).filter((each): each is [string, string] => each[1] !== null);
  return `/oauth/authorize?${new URLSearchParams(given)}`;
}

/** Allows a request as a person does. @returns where the browser goes then */
export async function allow(person: Visitor, path = requestPath(), form: FormFields = {}): Promise<URL> {
  const { status, headers, text } = await person.post(path, {
    do: 'allow',
    reach: 'brand acme',
    expires: '90',
    ...form,
  });
  assert.equal(status, 303, text);
  return new URL(String(headers.location));
}

/** Posts a form to an endpoint of clients. */
export async function postForm(
  api: Api,
  url: string,
  fields: Readonly<Record<string, string | null>>,
  remoteAddress = '192.0.2.1',
): Promise<ApiResponse> {
  const given = Object.entries(fields).filter((each): each is [string, string] => each[1] !== null);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams(given).toString();
  return responseOf(await api.app.inject({ method: 'POST', url, headers, payload, remoteAddress }));
}

/** Exchanges a code, with other fields, or without those that are null. */
export async function redeem(api: Api, code: string, more: Readonly<Record<string, string | null>> = {}) {
  return await postForm(api, '/oauth/token', {
    grant_type: 'authorization_code',
    code,
    client_id: CLIENT,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    resource: RESOURCE,
    ...more,
  });
}

export async function refresh(
  api: Api,
  token: string,
  more: Readonly<Record<string, string | null>> = {},
  address?: string,
) {
  const fields = { grant_type: 'refresh_token', refresh_token: token, client_id: CLIENT, resource: RESOURCE };
  return await postForm(api, '/oauth/token', { ...fields, ...more }, address);
}

/** Connects, as a person allows. */
export async function connect({ api, person }: Pick<OAuthWorld, 'api' | 'person'>, form: FormFields = {}) {
  const code = (await allow(person, requestPath(), form)).searchParams.get('code') ?? '';
  const { status, body, text } = await redeem(api, code);
  assert.equal(status, 200, text);
  return { code, access: body.access_token as string, refresh: body.refresh_token as string };
}

/** `fetch` for clients in this process. */
export function fetchFrom({ app }: Api): typeof fetch {
  return async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const { method = 'GET', headers, body } = init ?? {};
    const sent = await app.inject({
      method: method as 'POST',
      url: `${pathname}${search}`,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body && { payload: String(body) }),
    });
    const { statusCode: status, payload } = sent;
    const given = Object.entries(sent.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(payload === '' ? null : payload, { status, headers: given });
  };
}

/** What a client of the SDK keeps. */
export class ClientMemory implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = { client_name: 'Claude', redirect_uris: [CALLBACK] };
  readonly clientMetadataUrl?: string;
  /** Where it sent its user last. */
  sentTo: URL | undefined;
  kept: StoredOAuthTokens | undefined;
  #client: ReturnType<OAuthClientProvider['clientInformation']>;
  #verifier = '';
  #discovery: Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>;

  constructor(clientMetadataUrl?: string) {
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }

  state = () => 'state';
  clientInformation = () => this.#client;
  saveClientInformation = (
    client: NonNullable<Awaited<ReturnType<OAuthClientProvider['clientInformation']>>>,
  ) => {
    this.#client = client;
  };
  tokens = () => this.kept;
  saveTokens = (tokens: StoredOAuthTokens) => {
    this.kept = tokens;
  };
  invalidateCredentials = () => {
    this.kept = undefined;
  };
  redirectToAuthorization = (url: URL) => {
    this.sentTo = url;
  };
  codeVerifier = () => this.#verifier;
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  discoveryState = () => this.#discovery;
  saveDiscoveryState: NonNullable<OAuthClientProvider['saveDiscoveryState']> = (state) => {
    this.#discovery = state;
  };
}
