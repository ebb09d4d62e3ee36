import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import type { PageRoute } from '../../src/dashboard/route.ts';
import { openSession } from '../../src/pipeline/accounts/sessions.ts';
import { inviteUser } from '../../src/pipeline/accounts/users.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { type Api, apiOn } from './api.ts';
import { onReusedStore, type Suite } from './stores.ts';
import { NOW, random } from './world.ts';

/** A response of the dashboard, as a browser without a script sees it. */
export interface PageResponse {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  readonly html: string;
  /** Visible text: no tags, single blanks. */
  readonly text: string;
}

/** A cookie that a response sets, by default the session's token; '' for none. */
export function cookieIn({ headers }: PageResponse, name = 'sightline'): string {
  const lines = [headers['set-cookie'] ?? []].flat();
  return /=([^;]*)/.exec(lines.find((each) => each.startsWith(`${name}=`)) ?? '')?.[1] ?? '';
}

/** A browser with a signed-in user, or nobody. */
export interface Visitor {
  /** The session's token; null for nobody. */
  readonly token: string | null;
  get(path: string, headers?: Record<string, string>): Promise<PageResponse>;
  /** Submits a form as a page on this server does; null omits a header that a browser sends. */
  post(path: string, form?: FormFields, headers?: Record<string, string | null>): Promise<PageResponse>;
  /** Submits a body with another type, as a page on this server does. */
  send(path: string, type: string, body: Uint8Array): Promise<PageResponse>;
}

export type FormFields = Readonly<Record<string, string | readonly string[]>>;

export interface TestDashboard {
  readonly api: Api;
  readonly nobody: Visitor;
  /** A new user in an organization, signed in. Null: in every organization. `brands` limits their access. */
  signedIn(
    role?: 'admin' | 'editor' | 'viewer',
    organization?: string | null,
    brands?: readonly string[],
  ): Promise<Visitor>;
}

/** The routes of each store's dashboards. */
const routesOf = new WeakMap<Store, readonly PageRoute[]>();
/** Mounted dashboards, by store and routes: mounting takes as long as several requests. */
const mounted = new WeakMap<Store, Map<readonly PageRoute[], Api>>();

/**
 * A suite about these pages: in `npm test` on SQLite alone, nightly on every database. `fresh` gives an empty store, whose
 * dashboards have these routes alone. Each of its tests gets the same store and dashboard, emptied.
 */
export function onPages(name: string, routes: readonly PageRoute[], suite: Suite): void {
  onReusedStore(name, (fresh, kind) =>
    suite(async () => {
      const store = await fresh();
      routesOf.set(store, routes);
      const api = mounted.get(store)?.get(routes);
      if (api) api.clock.at = NOW;
      api?.log.splice(0);
      return store;
    }, kind),
  );
}

let users = 0;

/**
 * The dashboard on a store, in process, with a standing clock. Without options, one store always gets the
 * same dashboard.
 */
export function dashboardOn(store: Store, options?: Parameters<typeof apiOn>[1]): TestDashboard {
  const routes = options?.routes ?? routesOf.get(store) ?? assert.fail('the suite needs onPages');
  const api = options ? apiOn(store, { ...options, hasPages: true, routes }) : mountedOn(store, routes);
  const deps = { db: store.main, now: api.clock.now, random, actor: 'test' };
  return {
    api,
    nobody: visitor(api, null),
    signedIn: async (role = 'editor', organization = 'Acme Inc', brands = undefined) => {
      users += 1;
      const organizationId =
        organization === null ? null : (await organizationNamed(store.main, organization)).id;
      const request = { email: `user-${users}@acme.example`, role, organizationId, brands };
      const { user } = await inviteUser(deps, request);
      const browser = { userAgent: 'test', address: '127.0.0.1' };
      const { token } = await openSession(deps, user, browser);
      return visitor(api, token);
    },
  };
}

function mountedOn(store: Store, routes: readonly PageRoute[]): Api {
  const known = mounted.get(store) ?? new Map<readonly PageRoute[], Api>();
  mounted.set(store, known);
  // A reused store has other reports with the same key.
  const api = known.get(routes) ?? apiOn(store, { hasPages: true, routes, reportCacheMb: 0 });
  known.set(routes, api);
  return api;
}

export function visitor(api: Api, token: string | null): Visitor {
  const cookies = token === null ? {} : { cookie: `sightline=${token}` };
  return {
    token,
    get: async (url, headers = {}) =>
      pageOf(await api.app.inject({ url, headers: { accept: 'text/html', ...cookies, ...headers } })),
    send: async (url, type, payload) =>
      pageOf(
        await api.app.inject({
          method: 'POST',
          url,
          payload: Buffer.from(payload),
          headers: { accept: 'text/html', 'content-type': type, 'sec-fetch-site': 'same-origin', ...cookies },
        }),
      ),
    post: async (url, form = {}, headers = {}) => {
      const pairs = Object.entries(form).flatMap(([name, value]) =>
        [value].flat().map((each): [string, string] => [name, each]),
      );
      return pageOf(
        await api.app.inject({
          method: 'POST',
          url,
          headers: given({
            accept: 'text/html',
            'content-type': 'application/x-www-form-urlencoded',
            'sec-fetch-site': 'same-origin',
            ...cookies,
            ...headers,
          }),
          payload: new URLSearchParams(pairs).toString(),
        }),
      );
    },
  };
}

function given(headers: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

function pageOf({ statusCode, headers, payload }: LightMyRequestResponse): PageResponse {
  return { status: statusCode, headers, html: payload, text: textOf(payload) };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The text in a page's body. */
export function textOf(page: string): string {
  return page
    .replace(/^[\s\S]*?<body>/, '')
    .replaceAll('<wbr>', '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}
