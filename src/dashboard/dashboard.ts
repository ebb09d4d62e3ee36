import { Readable } from 'node:stream';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SightlineError } from '../domain/errors.ts';
import { clientOf } from '../domain/web/client-address.ts';
import { hasUsers } from '../pipeline/accounts/links.ts';
import { sessionOf } from '../pipeline/accounts/sessions.ts';
import { PATIENCE_MS } from '../pipeline/accounts/sign-on.ts';
import { linkOf, type ReportLink } from '../pipeline/declare/shared-reports.ts';
import { openTaskOf } from '../pipeline/tasks/tasks-of-brand.ts';
import { countUnreadAlerts } from '../pipeline/watch/read-alerts.ts';
import { brandOfCaller, brandsOfCaller, type CallerBrand, showsCards } from '../reports/run/caller-brands.ts';
import { inSnapshot } from '../reports/run/run-report.ts';
import { callerOfUser } from '../reports/run/user-caller.ts';
import { isNewcomer } from '../reports/run/usual-window.ts';
import type { Caller } from '../reports/shape/report.ts';
import { refuseRole } from './admission.ts';
import { loadAssets } from './assets.ts';
import {
  formIn,
  MOST_FORM_BYTES,
  MOST_SHARED_FORM_BYTES,
  mostBytesOf,
  refuseUnknownAction,
} from './form-body.ts';
import { type Frame, wholePage } from './layout.ts';
import { type Outcome, type Page, type Redirect, redirect, type Theme } from './markup/outcome.ts';
import { noteExport } from './note-export.ts';
import { barOf } from './parts/bar/chosen-bar.ts';
import { noAnswers } from './parts/bar/no-answers.ts';
import { closedPage, problemPage } from './problem-page.ts';
import {
  isBelowShare,
  pathOf,
  queryOf,
  sessionCookieName,
  sessionCookieOptions,
  signOnCookieName,
  tokenOf,
} from './request.ts';
import type { PageRoute } from './route.ts';
import { isOpenedByUser, refuseOtherOrigins } from './same-origin.ts';
import {
  callerOfLink,
  closedLink,
  firstPage,
  includes,
  notIncluded,
  openedBy,
  sharedRoutes,
} from './share-routes.ts';
import { uploadIn, uploadsIn } from './upload.ts';
import { offeredBy } from './visit/choice.ts';
import { SITES, standpointOf } from './visit/navigation.ts';
import { type CanOpenPage, refuseHiddenFilters } from './visit/redaction.ts';
import {
  addressOf,
  type Client,
  type DashboardDeps,
  parametersIn,
  type Viewer,
  Visit,
  type VisitedBrand,
} from './visit/visit.ts';

/** HTTP server functions that the dashboard needs. */
export interface ServerTools {
  readonly addressOf: (request: FastifyRequest) => string;
  /** Whether the connection is encrypted, here or at a trusted proxy. */
  readonly isHttps: (request: FastifyRequest) => boolean;
  readonly problemOf: (error: unknown) => {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** Counts one request against a user's or client link's rate. @throws SightlineError `rate_limited` */
  readonly countPage: (subject: string, now: number) => Promise<void>;
  /** Counts an answer pasted through a client link. @throws SightlineError `rate_limited` */
  readonly countPaste: (
    by: { readonly link: string; readonly address: string },
    now: number,
  ) => Promise<void>;
  /** Runs an expensive operation in the caller's turn. */
  readonly inTurn: <Result>(
    asker: {
      readonly organization: number | null;
      readonly subject: string;
      readonly isGone: () => boolean;
    },
    work: () => Promise<Result>,
  ) => Promise<Result>;
}

/** Most files of a form; each page takes as many as it needs. */
const MOST_FILES = 20;

const THEME_COOKIE = 'sightline-theme';
/** The brand that this browser visited last, for the header of organization pages. */
const BRAND_COOKIE = 'sightline-brand';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** With a form that leads to another server, and wherever that redirects to: browsers check each redirect of a form. */
function policyFor(origin: string): string {
  return POLICY.replace("form-action 'self'", `form-action 'self' https: ${origin}`);
}

const SHARE = '/share/:token';

/** Keeps client links out of search engines, and of referrers to other sites. Without any, browsers would not say where a form comes from. */
const SHARED_HEADERS = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'same-origin' };

/** Paths that work before the first user exists. */
const BEFORE_USERS = /^\/(?:setup|invite|unsubscribe|assets)\//;

/** The dashboard's Fastify plugin. */
export class Dashboard {
  readonly #deps: DashboardDeps;
  readonly #tools: ServerTools;
  readonly #pages: readonly PageRoute[];
  readonly #assets = loadAssets();
  /** Caches that a user exists. */
  #isOpen = false;

  constructor(deps: DashboardDeps, tools: ServerTools, pages: readonly PageRoute[]) {
    this.#deps = deps;
    this.#tools = tools;
    this.#pages = pages;
  }

  /** Adds every page in its own scope, so that the API keeps its own hooks, body parsers, and errors. */
  mount(routes: FastifyInstance): void {
    routes.register(async (scope) => {
      await scope.register(fastifyCookie);
      scope.addHook('onRequest', async (request, reply) => {
        if (await this.#isClosed(request)) return await this.#sendClosed(request, reply);
      });
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        async (_request: FastifyRequest, body: string) => formIn(body),
      );
      scope.setErrorHandler((error, request, reply) => this.sendProblem(request, reply, error));
      for (const { path, type, body } of Object.values(this.#assets)) {
        scope.get(path, async (_request, reply) =>
          reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(body),
        );
      }
      for (const route of this.#pages) if (!route.takesFiles && !route.isOneClick) this.#add(scope, route);
      scope.register(async (links) => {
        links.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, async () => null);
        for (const route of this.#pages) if (route.isOneClick) this.#add(links, route);
      });
      scope.register(async (uploads) => {
        // Each file's consumer limits its size.
        const limits = {
          files: MOST_FILES,
          fields: 10,
          fieldSize: MOST_FORM_BYTES,
          fileSize: Number.POSITIVE_INFINITY,
        };
        await uploads.register(fastifyMultipart, { limits });
        for (const route of this.#pages) if (route.takesFiles) this.#add(uploads, route);
      });
      this.#addShared(scope, sharedRoutes(this.#pages));
    });
  }

  /** The share-link routes. Every refusal below `/share/` is the same. */
  #addShared(scope: FastifyInstance, routes: readonly PageRoute[]): void {
    scope.addHook('onSend', async (request, reply) => {
      if (isBelowShare(request)) reply.headers(SHARED_HEADERS);
    });
    for (const route of routes) {
      this.#addSharedForm(scope, route, routes);
      if (route.path === SHARE) continue;
      scope.get(route.path, async (request, reply) => {
        const link = await this.#linkOf(request);
        return await this.#sendShared(request, reply, { link, route, routes });
      });
    }
    const overview = routes.find(({ path }) => path === SHARE);
    scope.get(SHARE, async (request, reply) => {
      const link = await this.#linkOf(request);
      const first = firstPage(tokenOf(request), link);
      if (first !== pathOf(request)) return this.#sendRedirect(request, reply, redirect(first));
      return await this.#sendShared(request, reply, { link, route: overview, routes });
    });
    scope.get(`${SHARE}/*`, async (request) => {
      await this.#linkOf(request);
      throw notIncluded();
    });
  }

  /** The link of a request. A wrong link counts as a failed authentication. */
  async #linkOf(request: FastifyRequest): Promise<ReportLink> {
    const [{ db, failures }, { now }] = [this.#deps, request];
    const client = clientOf(this.#tools.addressOf(request));
    await failures.refuseAddress(client, now);
    const link = await linkOf(db, tokenOf(request), now);
    if (link?.subscription) return link;
    if (link === null) await failures.countFailure(client, now);
    throw closedLink();
  }

  async #sendShared(
    request: FastifyRequest,
    reply: FastifyReply,
    { link, route, routes }: { link: ReportLink; route: PageRoute | undefined; routes: readonly PageRoute[] },
  ): Promise<FastifyReply> {
    const params = request.params as Record<string, string>;
    const get = route && includes(link, route, params) ? route.get : undefined;
    if (!get) throw notIncluded();
    const canOpen = openedBy(routes, link);
    refuseHiddenFilters(queryOf(request), canOpen);
    const show = async (db: DashboardDeps['db']) => {
      const visit = await this.#sharedVisit(request, link, canOpen, db);
      return await this.#send(request, reply, visit, await get(visit));
    };
    const asker = askerOfLink(request, link);
    await this.#tools.countPage(asker.subject, request.now);
    return await this.#tools.inTurn(asker, () =>
      route?.isOutsideSnapshot ? show(this.#deps.db) : inSnapshot(this.#deps.db, show),
    );
  }

  async #sharedVisit(
    request: FastifyRequest,
    link: ReportLink,
    canOpen: CanOpenPage,
    db: DashboardDeps['db'],
  ): Promise<Visit> {
    const viewer = { kind: 'link', window: link.window, report: link.report } as const;
    const caller = callerOfLink(link, request.now);
    const found = await brandOfCaller(db, caller, link.brandId);
    const brand = { ...(await visitedBrand(db, found, request.now)), name: link.brandName };
    return this.#visitOf(request, { viewer, caller, brand, canOpen }, db);
  }

  /** The form of a link's page. Everything is refused before its body is read. */
  #addSharedForm(scope: FastifyInstance, route: PageRoute, routes: readonly PageRoute[]): void {
    const { post } = route;
    if (!post || !route.takesSharedForm) return;
    const opened = async (request: FastifyRequest) => {
      const link = await this.#linkOf(request);
      if (!includes(link, route, request.params as Record<string, string>)) throw notIncluded();
      return link;
    };
    const onRequest = async (request: FastifyRequest) => {
      refuseOtherOrigins(request.headers);
      const link = await opened(request);
      const { subject } = askerOfLink(request, link);
      await this.#tools.countPage(subject, request.now);
      const address = clientOf(this.#tools.addressOf(request));
      await this.#tools.countPaste({ link: subject, address }, request.now);
    };
    scope.post(route.path, { onRequest, bodyLimit: MOST_SHARED_FORM_BYTES }, async (request, reply) => {
      const link = await opened(request);
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      refuseUnknownAction(form, route.does);
      return await this.#tools.inTurn(askerOfLink(request, link), async () => {
        const canOpen = openedBy(routes, link);
        refuseHiddenFilters(queryOf(request), canOpen);
        const visit = await this.#sharedVisit(request, link, canOpen, this.#deps.db);
        return await this.#send(request, reply, visit, await post(visit, form));
      });
    });
  }

  async sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> {
    const { status, headers, body } = this.#tools.problemOf(error);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    const { code, message } = (JSON.parse(body) as { error: { code: string; message: string } }).error;
    const visit = this.#visitOf(request, { viewer: { kind: 'nobody' }, caller: null, brand: null });
    const page = problemPage({ status, code, message }, addressOf(visit.path, parametersIn(visit.query)));
    const { 'content-type': _json, 'www-authenticate': _keys, ...rest } = headers;
    return await reply
      .code(status)
      .headers({ ...rest, ...PAGE_HEADERS, ...(isBelowShare(request) ? SHARED_HEADERS : {}) })
      .send(wholePage(visit, page, this.#frame(request)).toString());
  }

  #add(scope: FastifyInstance, route: PageRoute): void {
    const { get, post, opened, noted } = route;
    if (get) {
      scope.get(route.path, async (request, reply) => {
        const viewer = await this.#viewerOf(request);
        if (viewer.kind === 'nobody' && route.who !== 'anyone') {
          const next = addressOf(pathOf(request), parametersIn(queryOf(request)));
          return await this.#send(request, reply, null, redirect(addressOf('/sign-in', { next })));
        }
        refuseRole(viewer, route.who, route.ofAllBrands === 'route');
        await this.#count(viewer, request.now);
        if (noted && request.method === 'GET' && viewer.kind === 'user') {
          await noteExport(await this.#visit(request, viewer, route, this.#deps.db), noted);
        }
        if (opened && viewer.kind === 'user' && request.method === 'GET' && isOpenedByUser(request.headers)) {
          await opened(await this.#visit(request, viewer, route, this.#deps.db));
        }
        const show = async (db: DashboardDeps['db']) => {
          const visit = await this.#visit(request, viewer, route, db);
          return await this.#send(request, reply, visit, await get(visit));
        };
        const read = () => (route.isOutsideSnapshot ? show(this.#deps.db) : inSnapshot(this.#deps.db, show));
        return viewer.kind === 'user' && !route.waitsForOthers
          ? await this.#tools.inTurn(askerOf(request, viewer), read)
          : await read();
      });
    }
    if (post) {
      const onRequest = async (request: FastifyRequest) => {
        // Before reading any body.
        if (!route.isOneClick) refuseOtherOrigins(request.headers);
        const viewer = await this.#viewerOf(request);
        refuseRole(viewer, route.whoPosts ?? route.who, route.ofAllBrands !== undefined);
        await this.#count(viewer, request.now);
      };
      const config = { takesFiles: route.takesFiles === true };
      const bodyLimit = mostBytesOf(route);
      scope.post(route.path, { onRequest, config, bodyLimit }, async (request, reply) => {
        const viewer = await this.#viewerOf(request);
        const visit = await this.#visit(request, viewer, route, this.#deps.db);
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        refuseUnknownAction(form, route.does);
        return await this.#send(request, reply, visit, await post(visit, form));
      });
    }
  }

  /**
   * Whether to refuse everyone: no user exists yet and others can reach the server, so the first visitor would become the
   * operator. Only links from the server's own output work.
   */
  async #isClosed(request: FastifyRequest): Promise<boolean> {
    const { isPublic, signOn } = this.#deps;
    if (!isPublic || signOn !== null || this.#isOpen || BEFORE_USERS.test(pathOf(request))) return false;
    this.#isOpen = await hasUsers(this.#deps.db);
    return !this.#isOpen;
  }

  async #sendClosed(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visit = this.#visitOf(request, { viewer: { kind: 'nobody' }, caller: null, brand: null });
    return await this.#sendPage(request, reply, visit, closedPage());
  }

  async #count(viewer: Viewer, now: number): Promise<void> {
    if (viewer.kind === 'user') await this.#tools.countPage(subjectOf(viewer), now);
  }

  async #viewerOf(request: FastifyRequest): Promise<Viewer> {
    const token = request.cookies[sessionCookieName(this.#tools.isHttps(request))];
    const { db, signOn } = this.#deps;
    const session = token ? await sessionOf(db, token, request.now, signOn) : null;
    return session === null ? { kind: 'nobody' } : { kind: 'user', ...session };
  }

  async #visit(
    request: FastifyRequest,
    viewer: Viewer,
    { path }: PageRoute,
    db: DashboardDeps['db'],
  ): Promise<Visit> {
    const { brand: id } = request.params as { brand?: string };
    const wanted = path.includes('/:brand') ? (id ?? '') : null;
    const { now } = request;
    const caller = viewer.kind === 'user' ? await callerOfUser(db, viewer.user, wanted, now) : null;
    const found = wanted === null || caller === null ? null : await brandOfCaller(db, caller, wanted);
    const brand = found && (await visitedBrand(db, found, now));
    return this.#visitOf(request, { viewer, caller, brand }, db);
  }

  #visitOf(
    request: FastifyRequest,
    who: { viewer: Viewer; caller: Caller | null; brand: Visit['brand'] | null; canOpen?: CanOpenPage },
    db = this.#deps.db,
  ): Visit {
    return new Visit({
      // Users may open every page of a brand that they can access; pages check roles themselves.
      canOpen: () => true,
      ...who,
      now: request.now,
      deps: this.#deps,
      db,
      params: request.params as Record<string, string>,
      query: queryFor(who.viewer, request),
      path: pathOf(request),
      client: this.#clientOf(request),
      upload: () => uploadIn(request),
      uploads: () => uploadsIn(request),
    });
  }

  #clientOf(request: FastifyRequest): Client {
    const isHttps = this.#tools.isHttps(request);
    return {
      address: this.#tools.addressOf(request),
      userAgent: request.headers['user-agent'] ?? '',
      isHttps,
      begunSignOn: request.cookies?.[signOnCookieName(isHttps)] ?? '',
      origin: `${isHttps ? 'https' : 'http'}://${request.headers.host ?? 'localhost'}`,
    };
  }

  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: Visit | null,
    outcome: Outcome,
  ): Promise<FastifyReply> {
    if (outcome.kind === 'redirect') return this.#sendRedirect(request, reply, outcome);
    if (outcome.kind === 'download') {
      const { name, type, body } = outcome;
      reply.headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` });
      return reply.type(type).send(typeof body === 'string' ? body : Readable.from(body));
    }
    if (visit === null) throw new Error('A page needs a visit.');
    return await this.#sendPage(request, reply, visit, outcome);
  }

  #sendRedirect(
    request: FastifyRequest,
    reply: FastifyReply,
    { to, session, theme, begunSignOn }: Redirect,
  ): FastifyReply {
    const isHttps = this.#tools.isHttps(request);
    const options = sessionCookieOptions(isHttps);
    this.#setSession(request, reply, session);
    if (theme === null) reply.clearCookie(THEME_COOKIE, options);
    else if (theme) reply.setCookie(THEME_COOKIE, theme, { ...options, maxAge: YEAR_SECONDS });
    if (begunSignOn !== undefined) {
      const maxAge = begunSignOn === '' ? 0 : PATIENCE_MS / 1000;
      reply.setCookie(signOnCookieName(isHttps), begunSignOn, { ...options, maxAge });
    }
    return reply.header('cache-control', 'no-store').redirect(inHeader(to), 303);
  }

  #setSession(request: FastifyRequest, reply: FastifyReply, session: Redirect['session']): void {
    const isHttps = this.#tools.isHttps(request);
    const name = sessionCookieName(isHttps);
    const options = sessionCookieOptions(isHttps);
    if (session === 'ended') reply.clearCookie(name, options).clearCookie(BRAND_COOKIE, options);
    else if (session)
      reply.setCookie(name, session.token, { ...options, expires: new Date(session.expiresAt) });
  }

  async #sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: Visit,
    page: Page,
  ): Promise<FastifyReply> {
    const around = await this.#besideLastBrand(request, visit);
    const isBrandOfUser = around.hasBrand && around.viewer.kind === 'user';
    if (visit.hasBrand && isBrandOfUser) this.#rememberBrand(request, reply, visit.brand.id);
    const brands = isBrandOfUser ? await brandsOfCaller(visit.db, around.caller) : [];
    const bar = await barOf(visit, page);
    const frame = {
      ...this.#frame(request),
      brands: brands.map(({ publicId, name }) => ({ id: publicId, name })),
      unreadAlerts: isBrandOfUser ? await countUnreadAlerts(visit.db, around.brand.id, visit.user.id) : 0,
      openTask: isBrandOfUser ? await openTaskOf(visit.db, around.brand.id) : null,
      bar,
      noAnswers: await noAnswers(visit, bar),
      hasCards:
        visit.hasBrand &&
        standpointOf(visit)?.entry === SITES &&
        (await showsCards(visit.db, visit.caller, visit.brand.id)),
    };
    this.#setSession(request, reply, page.session);
    reply.code(page.status ?? 200).headers(PAGE_HEADERS);
    if (page.leadsTo !== undefined) reply.header('content-security-policy', policyFor(page.leadsTo));
    // Web clients open consent in a window, and take one that cuts itself off, even on the way there, for closed.
    if (page.leadsTo === undefined && visit.viewer.kind !== 'nobody')
      reply.header('cross-origin-opener-policy', 'same-origin');
    if (page.retryAfterSeconds !== undefined) reply.header('retry-after', String(page.retryAfterSeconds));
    return reply.send(wholePage(around, page, frame).toString());
  }

  #rememberBrand(request: FastifyRequest, reply: FastifyReply, id: string): void {
    if (request.cookies[BRAND_COOKIE] === id) return;
    const options = sessionCookieOptions(this.#tools.isHttps(request));
    reply.setCookie(BRAND_COOKIE, id, { ...options, maxAge: YEAR_SECONDS });
  }

  /** An organization page, shown with the brand that this browser visited last if the user can still access it. */
  async #besideLastBrand(request: FastifyRequest, visit: Visit): Promise<Visit> {
    const id = request.cookies?.[BRAND_COOKIE];
    const { viewer, db } = visit;
    if (viewer.kind !== 'user' || visit.hasBrand || !id || standpointOf(visit) === null) return visit;
    try {
      const caller = await callerOfUser(db, viewer.user, id, request.now);
      const found = await brandOfCaller(db, caller, id);
      const brand = await visitedBrand(db, found, request.now);
      return this.#visitOf(request, { viewer, caller, brand }, db);
    } catch (error) {
      if (error instanceof SightlineError) return visit;
      throw error;
    }
  }

  #frame(request: FastifyRequest): Frame {
    const theme = request.cookies?.[THEME_COOKIE];
    return {
      ...this.#assets,
      theme: isTheme(theme) ? theme : null,
      brands: [],
      unreadAlerts: 0,
      openTask: null,
      hasCards: false,
      bar: { offered: offeredBy({}), slice: {}, choices: null, counts: null, engines: [] },
      noAnswers: null,
    };
  }
}

async function visitedBrand(db: DashboardDeps['db'], found: CallerBrand, now: number): Promise<VisitedBrand> {
  const { id, publicId, name, configured } = found;
  return { id: publicId, name, configured, isNewcomer: await isNewcomer(db, id, now) };
}

/** A link with a fixed window overrides the address, except that a figure's answers keep the figure's days. */
function queryFor(viewer: Viewer, request: FastifyRequest): URLSearchParams {
  const query = queryOf(request);
  if (viewer.kind === 'link' && viewer.window !== null) query.set('window', viewer.window);
  return query;
}

/** Whose quota and turn a link's pages count against: all its readers together. */
function askerOfLink(request: FastifyRequest, { report, organizationId }: ReportLink) {
  return { organization: organizationId, subject: `link ${report}`, isGone: goneOf(request) };
}

function askerOf(request: FastifyRequest, { user }: Extract<Viewer, { kind: 'user' }>) {
  const organization = user.organization?.internalId ?? null;
  return { organization, subject: subjectOf({ user }), isGone: goneOf(request) };
}

/** Whose quota a user's pages count against. */
function subjectOf({ user }: Pick<Extract<Viewer, { kind: 'user' }>, 'user'>): string {
  return `user ${user.id}`;
}

function goneOf({ raw }: FastifyRequest): () => boolean {
  return () => raw.socket.destroyed;
}

/** A header-safe address: visible ASCII, everything else percent-encoded as browsers do. */
function inHeader(address: string): string {
  return address.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}

function isTheme(text: string | undefined): text is Theme {
  return text === 'light' || text === 'dark';
}
