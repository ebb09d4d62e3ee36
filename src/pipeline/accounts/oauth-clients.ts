import type { RandomBytes } from '../../domain/access/base62.ts';
import { isClientAddress, type OAuthClient, redirectIn } from '../../domain/access/oauth.ts';
import { OAuthError } from '../../domain/oauth-error.ts';
import { givenNameOf } from '../../domain/text.ts';
import { MINUTE_MS } from '../../domain/time/period.ts';
import { type SecretKey, seal, sealingKey, unseal } from '../secret-box.ts';
import type { FetchOutcome } from '../site/fetch-page.ts';

export interface OAuthClientDeps {
  /** Fetches a client's document from a public address, whole or cut, and follows no redirect. */
  readonly fetchDocument: (url: string) => Promise<FetchOutcome>;
  /** Seals registrations; null where clients can't register. */
  readonly secretKey: SecretKey;
  readonly random: RandomBytes;
  readonly now: () => number;
}

const CACHE_MS = 10 * MINUTE_MS;
const MOST_CACHED = 100;
const LONGEST_REGISTRATION = 2000;
const REGISTERED = /^oac_(v1:[\w-]+)$/;
const CONTEXT = 'oauth client';

/** The clients that may ask for a connection: each is known by a document on its own host, or by its registration. */
export class OAuthClients {
  readonly #deps: OAuthClientDeps;
  /** By client id, the oldest first. */
  readonly #cached = new Map<string, { readonly client: OAuthClient; readonly at: number }>();

  constructor(deps: OAuthClientDeps) {
    this.#deps = deps;
  }

  get takesRegistrations(): boolean {
    return this.#deps.secretKey !== null;
  }

  /** @throws OAuthError `invalid_client` */
  async find(id: string): Promise<OAuthClient> {
    const client = isClientAddress(id) ? await this.#described(id) : await this.#registered(id);
    if (client !== null) return client;
    throw new OAuthError(
      'invalid_client',
      'This server does not know the client. Remove the connection there, and add it again.',
    );
  }

  /**
   * Registers a client. Its id is the sealed registration itself (RFC 7591, appendix A.5.2), so nothing is stored, and
   * no flood of registrations fills the store.
   *
   * @param metadata JSON
   * @returns the response of its section 3.2.1
   * @throws OAuthError `invalid_client_metadata` or `invalid_redirect_uri`
   */
  async register(metadata: string) {
    const { name, redirects } = descriptionIn({ client_name: 'Unnamed client', ...jsonIn(metadata) });
    const text = JSON.stringify([name, ...redirects]);
    if (text.length > LONGEST_REGISTRATION) {
      throw new OAuthError('invalid_client_metadata', 'The name and the redirect addresses are too long.');
    }
    const key = await sealingKey(this.#deps.secretKey, 'registrations');
    const sealed = seal(text, CONTEXT, key, this.#deps.random);
    return {
      client_id: `oac_${sealed.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`,
      client_name: name,
      redirect_uris: redirects,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  async #registered(id: string): Promise<OAuthClient | null> {
    const [, encoded] = REGISTERED.exec(id) ?? [];
    const { secretKey } = this.#deps;
    if (encoded === undefined || secretKey === null) return null;
    const text = unseal(encoded, CONTEXT, await secretKey());
    if (text === null) return null;
    const [name = '', ...redirects] = JSON.parse(text) as string[];
    return { id, name, host: null, redirects };
  }

  async #described(id: string): Promise<OAuthClient> {
    const at = this.#deps.now();
    const cached = this.#cached.get(id);
    if (cached && at - cached.at < CACHE_MS) return cached.client;
    const client = clientIn(await this.#deps.fetchDocument(id), id);
    this.#cached.delete(id);
    this.#cached.set(id, { client, at });
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > MOST_CACHED && oldest !== undefined) this.#cached.delete(oldest);
    return client;
  }
}

/** @throws OAuthError `invalid_client` */
function clientIn(fetched: FetchOutcome, id: string): OAuthClient {
  const { host } = new URL(id);
  const refused = (why: string) =>
    new OAuthError('invalid_client', `Sightline can't use the client's document at ${host}: ${why}`);
  if (fetched.kind === 'leads_elsewhere') throw refused('It redirects.');
  if (fetched.kind === 'failed') throw refused(fetched.detail);
  const { status, type, text, isCut } = fetched;
  if (status !== 200) throw refused(`It answered ${status}.`);
  if (!/^application\/(?:.+\+)?json$/.test(type)) throw refused('It is not JSON.');
  if (isCut) throw refused('It is too long.');
  const document = jsonIn(text);
  if (document.client_id !== id) throw refused('It describes another client.');
  if (!isPublicClient(document))
    throw refused('The client needs a key or a secret, which Sightline does not take.');
  return { id, host, ...descriptionIn(document) };
}

type Metadata = Readonly<Record<string, unknown>>;

/** A client's name, and the redirect addresses that people may be sent to. @throws OAuthError as `register` says */
function descriptionIn(metadata: Metadata): Pick<OAuthClient, 'name' | 'redirects'> {
  const { client_name: given, redirect_uris: uris } = metadata;
  const name = typeof given === 'string' ? givenNameOf(given) : null;
  if (name === null)
    throw new OAuthError('invalid_client_metadata', 'The client has no readable name, or a too long one.');
  const all: readonly unknown[] = Array.isArray(uris) ? uris : [];
  const redirects = all.filter((each) => typeof each === 'string' && redirectIn(each) !== null) as string[];
  if (redirects.length > 0) return { name, redirects };
  throw new OAuthError(
    'invalid_redirect_uri',
    'The client has no redirect address that is https, or http on localhost.',
  );
}

/** Whether a document's client can do without a secret, as PKCE lets it. */
function isPublicClient({
  token_endpoint_auth_method: method = 'none',
  token_endpoint_auth_methods_supported: methods,
}: Metadata): boolean {
  return method === 'none' || (Array.isArray(methods) && methods.includes('none'));
}

/** An object; empty if the text has none. */
function jsonIn(text: string): Metadata {
  try {
    return Object(JSON.parse(text)) as Metadata;
  } catch {
    return {};
  }
}
