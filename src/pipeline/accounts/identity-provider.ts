import type * as Oidc from 'openid-client';
import { type Claims, type SignOnRules, valueAt } from '../../domain/access/sign-on-rules.ts';
import { SightlineError } from '../../domain/errors.ts';
import { HOUR_MS } from '../../domain/time/period.ts';
import type { UserIdentity } from '../../storage/directory/access/users.ts';

/** What begins in one request and ends in another; no other browser may know it. */
export interface Secrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What a session keeps of the provider's answer. */
export interface Tokens {
  readonly subject: string;
  readonly refresh: string | null;
  /** Names the session in a request to sign out; null if too long to keep. */
  readonly id: string | null;
}

export interface ProviderDeps {
  readonly issuer: string;
  readonly client: string;
  /** Blank for a client without one. */
  readonly secret: string;
  readonly rules: SignOnRules;
  /** Where the provider sends people back. */
  readonly redirectUri: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
  /** Receives reasons for the operator's log, without tokens. */
  readonly onProblem: (reason: string) => void;
}

const PATIENCE_SECONDS = 10;
/** With many groups, an ID token exceeds what servers take as an address. */
const LONGEST_ID_TOKEN = 4000;

/** Errors (RFC 6749, 5.2; OpenID Connect Core, 3.1.2.6) about the person, not the provider or our settings. */
const ABOUT_PERSON = [
  'invalid_grant',
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
];

/** The library's codes for an answer that is not what the provider should say. */
const UNFIT_ANSWER = /^OAUTH_(?:INVALID_RESPONSE|JWT_\w+|KEY_SELECTION_FAILED|AUTHORIZATION_RESPONSE_ERROR)$/;

/** An OpenID Connect provider (OpenID Connect Core 1.0), by authorization code with PKCE, found by discovery. */
export class IdentityProvider {
  /** Whatever is encrypted for one provider and client opens with no other. */
  readonly id: string;
  readonly #deps: ProviderDeps;
  #found: { readonly config: Promise<Oidc.Configuration>; readonly until: number } | null = null;

  constructor(deps: ProviderDeps) {
    this.#deps = deps;
    this.id = `${deps.client} at ${deps.issuer}`;
  }

  /** The provider's page that asks a person to sign on. @throws SightlineError `unavailable` */
  async beginning({ state, nonce, verifier }: Secrets): Promise<string> {
    return await this.#asked(async (oidc, config) => {
      const { rules, redirectUri } = this.#deps;
      const offline = config.serverMetadata().scopes_supported?.includes('offline_access');
      return oidc.buildAuthorizationUrl(config, {
        scope: `openid profile email${offline ? ' offline_access' : ''}`,
        ...rules.parameters,
        redirect_uri: redirectUri,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    });
  }

  /**
   * The person for whom the provider sent a browser back.
   *
   * @param query of the address to which it sent it
   * @throws SightlineError `unauthorized` if anything does not fit, or `unavailable`
   */
  async ending(
    query: URLSearchParams,
    { state, nonce, verifier }: Secrets,
  ): Promise<UserIdentity & { readonly claims: Claims; readonly tokens: Tokens }> {
    return await this.#asked(async (oidc, config) => {
      const given = await oidc.authorizationCodeGrant(config, new URL(`${this.#deps.redirectUri}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const own: Claims = given.claims() ?? {};
      const subject = String(own.sub);
      const isWhole = own.email !== undefined && valueAt(own, this.#deps.rules.claim) !== undefined;
      const more =
        isWhole || config.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await oidc.fetchUserInfo(config, given.access_token, subject);
      const { issuer } = config.serverMetadata();
      return { issuer, subject, claims: { ...more, ...own }, tokens: tokensOf(given, subject, null) };
    });
  }

  /**
   * Asks by refresh token whether the provider still knows a person.
   *
   * @returns the tokens to keep instead, which may differ; `gone` if it does not; `unreachable` if it did not say
   */
  async checked(tokens: Tokens & { readonly refresh: string }): Promise<Tokens | 'gone' | 'unreachable'> {
    const asked = this.#asked(async (oidc, config) => {
      const given = await oidc.refreshTokenGrant(config, tokens.refresh);
      const subject = given.claims()?.sub ?? tokens.subject;
      return subject === tokens.subject ? tokensOf(given, subject, tokens) : 'gone';
    }, isAboutPerson);
    return await asked.catch(({ code }: SightlineError) =>
      code === 'unauthorized' ? 'gone' : 'unreachable',
    );
  }

  /** The provider's page that signs a person out there; null if it has none or cannot be asked. */
  async signOutPage({ id }: Tokens, backTo: string): Promise<string | null> {
    const asked = this.#asked(async (oidc, config) => {
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      const hint = id === null ? {} : { id_token_hint: id };
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: backTo, ...hint }).href;
    });
    return await asked.catch(() => null);
  }

  /** @throws SightlineError `unauthorized` or `unavailable` instead of the library's errors, whose reasons are logged */
  async #asked<Result>(
    ask: (oidc: typeof Oidc, config: Oidc.Configuration) => Promise<Result>,
    isRefused = (error: unknown) => isAboutPerson(error) || isUnfit(error),
  ): Promise<Result> {
    const {
      onProblem,
      rules: { name },
    } = this.#deps;
    try {
      return await ask(await import('openid-client'), await this.#configuration());
    } catch (error) {
      onProblem(reasonOf(error));
      if (isRefused(error))
        throw new SightlineError('unauthorized', `${name} did not confirm that it is you. Sign in again.`);
      throw new SightlineError('unavailable', `Sightline cannot ask ${name} right now. Try again later.`);
    }
  }

  /** Read again every hour, and after a failure with the next request. */
  async #configuration(): Promise<Oidc.Configuration> {
    const now = this.#deps.now();
    if (this.#found === null || this.#found.until <= now) {
      const found = { config: this.#discovered(), until: now + HOUR_MS };
      found.config.catch(() => {
        if (this.#found === found) this.#found = null;
      });
      this.#found = found;
    }
    return await this.#found.config;
  }

  async #discovered(): Promise<Oidc.Configuration> {
    const oidc = await import('openid-client');
    const { issuer, client, secret, fetch } = this.#deps;
    const isPlain = issuer.startsWith('http:');
    const config = await oidc.discovery(new URL(issuer), client, secret || undefined, undefined, {
      [oidc.customFetch]: (url, init) => fetch(url, init as RequestInit),
      timeout: PATIENCE_SECONDS,
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    });
    // For Microsoft's, the library itself accepts every tenant.
    const own = config.serverMetadata().issuer;
    if (own.replace(/\/$/, '') === issuer.replace(/\/$/, '')) return config;
    throw new Error(`The provider's issuer is ${own}, and SIGHTLINE_OIDC_ISSUER is ${issuer}.`);
  }
}

function tokensOf(given: Oidc.TokenEndpointResponse, subject: string, before: Tokens | null): Tokens {
  const { refresh_token: refresh = before?.refresh ?? null, id_token: id } = given;
  const isShort = id !== undefined && id.length <= LONGEST_ID_TOKEN;
  return { subject, refresh, id: isShort ? id : (before?.id ?? null) };
}

function isAboutPerson(error: unknown): boolean {
  return ABOUT_PERSON.includes((error as { error?: string }).error ?? '');
}

function isUnfit(error: unknown): boolean {
  return UNFIT_ANSWER.test((error as { code?: string }).code ?? '');
}

const LONGEST_REASON = 500;

/** The library's errors say what was wrong, without tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { error: oauthCode, error_description: words } = error as {
    error?: string;
    error_description?: string;
  };
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  const parts = [error.message, oauthCode, words, cause].filter((part) => part !== undefined);
  return parts.join(': ').slice(0, LONGEST_REASON);
}
