import type { Static } from 'typebox';
import type { Action, GivenTo } from '../../actions/action.ts';
import { type ActionResult, runAction } from '../../actions/run-action.ts';
import type { RandomBytes } from '../../domain/access/base62.ts';
import type { ActorReach } from '../../domain/access/brand-reach.ts';
import { may as mayUser, type PermissionName } from '../../domain/access/permissions.ts';
import { linkActor } from '../../domain/brand/spot-check.ts';
import { SightlineError } from '../../domain/errors.ts';
import { UTC } from '../../domain/time/time-zone.ts';
import type { AttemptObserver } from '../../pipeline/accounts/attempts.ts';
import type { FailureCounter } from '../../pipeline/accounts/failure-counter.ts';
import type { OAuthClients } from '../../pipeline/accounts/oauth-clients.ts';
import type { SignOn } from '../../pipeline/accounts/session-check.ts';
import type { User } from '../../pipeline/accounts/sessions.ts';
import type { ConfiguredEngines } from '../../pipeline/collect/collect.ts';
import { pricesOf } from '../../pipeline/collect/cost.ts';
import type { EngineKeySettings } from '../../pipeline/collect/keys/engine-keys.ts';
import type { Senders } from '../../pipeline/deliver/senders.ts';
import type { Pacing } from '../../pipeline/prune/throttled-batches.ts';
import type { SiteReader } from '../../pipeline/site/site-reader.ts';
import { brandOfCaller } from '../../reports/run/caller-brands.ts';
import { type ChosenWindow, parametersOfWindow, resolvedWindow } from '../../reports/run/named-window.ts';
import type { Database } from '../../reports/run/operator.ts';
import type { NoOther, QueryText } from '../../reports/run/query.ts';
import { type Envelope, type EnvelopeOf, runReport } from '../../reports/run/run-report.ts';
import {
  type ChosenCounts,
  chosenCounts,
  type SliceChoices,
  sliceChoices,
} from '../../reports/run/slice-choices.ts';
import type { AnswersFilters } from '../../reports/shape/answers-filters.ts';
import type { Caller, Report } from '../../reports/shape/report.ts';
import { BAR, type Choice, carriedChoice, choiceIn, parametersOfChoice } from './choice.ts';
import { filterByEngines } from './filter-by-engines.ts';
import type { OutsideTexts } from './outside-texts.ts';
import { allowedFilters, type CanOpenPage, redactReport } from './redaction.ts';
import type { ChosenSlice } from './slice.ts';
import { Times } from './times.ts';

/** A user waits for robots.txt and a page. */
const PATIENCE_MS = 22_000;

export interface DashboardDeps {
  readonly db: Database;
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly texts: OutsideTexts;
  /** Invented data; every page says so. */
  readonly isDemo: boolean;
  /** Engines that this server can ask, and engines that lack a key. Contains no keys. @param db the visit's database */
  readonly engines: (db: Database) => Promise<ConfiguredEngines>;
  readonly engineKeys: EngineKeySettings;
  /** Alert senders that the operator has set up. */
  readonly senders: Senders;
  /** Reads pages of a domain that a user typed. */
  readonly sites: SiteReader;
  readonly sleep: Pacing['sleep'];
  /** Whether other machines can reach the server. */
  readonly isPublic: boolean;
  /** Maximum lifetime of a new API key in days; null for no limit. */
  readonly maxKeyDays: number | null;
  /** Null unless the operator has set it up. */
  readonly signOn: SignOn | null;
  /** Connects assistants by OAuth; null without a public address. */
  readonly oauth: {
    readonly issuer: string;
    /** The only address where their tokens work. */
    readonly audience: string;
    readonly clients: OAuthClients;
  } | null;
  readonly failures: FailureCounter;
  /** Receives sign-in attempts, for monitoring. */
  readonly signIns: AttemptObserver;
  /** Last use of these keys, to the minute. Unused keys are absent. */
  readonly lastUses: (keyIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

export type Viewer =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'user'; readonly user: User; readonly sessionId: string; readonly tokens: string | null }
  | {
      readonly kind: 'link';
      /** The link's fixed window; null if the reader chooses. */
      readonly window: string | null;
      /** Public id of its report. */
      readonly report: string;
    };

export interface VisitedBrand {
  readonly id: string;
  readonly name: string;
  /** Whether setup is complete. Before that, the brand has no data. */
  readonly configured: boolean;
  /** Whether it has no answers before today. */
  readonly isNewcomer: boolean;
}

interface VisitParts {
  readonly now: number;
  readonly deps: DashboardDeps;
  readonly db: Database;
  readonly viewer: Viewer;
  readonly caller: Caller | null;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly path: string;
  readonly brand: VisitedBrand | null;
  readonly client: Client;
  readonly canOpen: CanOpenPage;
  readonly upload: () => Promise<Upload | null>;
  readonly uploads: () => AsyncGenerator<Upload>;
}

/** An uploaded file. */
export interface Upload {
  /** File name on the user's computer; '' if the user chose no file. */
  readonly name: string;
  /** The form fields before it. */
  readonly fields: URLSearchParams;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface Client {
  readonly address: string;
  readonly userAgent: string;
  readonly isHttps: boolean;
  /** What this browser keeps of a begun sign-on. */
  readonly begunSignOn: string;
  /** The server's address as the client sees it, `https://host`. */
  readonly origin: string;
}

/** How a page runs an action. */
export interface ActOptions {
  /** Only previews it. */
  readonly isDryRun?: boolean;
  /** The version that the form showed; blank for none. */
  readonly ifMatch?: string | null;
  /** Another brand than the visited one, by public id. */
  readonly brand?: string;
  /** Another organization of this user than the visited one. */
  readonly organizationId?: number | undefined;
}

/** One page request, with its viewer, instant, and brand. */
export class Visit {
  /** The request's only clock reading, UTC milliseconds. */
  readonly now: number;
  readonly deps: DashboardDeps;
  /** On a GET, one snapshot, so that the page's figures agree. */
  readonly db: Database;
  readonly viewer: Viewer;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Without the query. */
  readonly path: string;
  readonly client: Client;
  /** The uploaded file, or null. Only for routes with `takesFiles`. */
  readonly upload: () => Promise<Upload | null>;
  /** Every uploaded file in turn: read each before the next. */
  readonly uploads: () => AsyncGenerator<Upload>;
  /** The filters and comparison for the page's figures. */
  readonly choice: Choice;
  /** How many elements of the page have each name (`idFor`). */
  readonly #named = new Map<string, number>();
  readonly #brand: VisitedBrand | null;
  readonly #caller: Caller | null;
  readonly #canOpen: CanOpenPage;
  #choices: Promise<SliceChoices> | undefined;
  #kept: string | undefined;
  #times: Times | undefined;
  #window: ChosenWindow | undefined;
  #counts: Promise<ChosenCounts | null> | undefined;

  constructor(parts: VisitParts) {
    this.now = parts.now;
    this.deps = parts.deps;
    this.db = parts.db;
    this.viewer = parts.viewer;
    this.params = parts.params;
    this.query = parts.query;
    this.path = parts.path;
    this.client = parts.client;
    this.upload = parts.upload;
    this.uploads = parts.uploads;
    this.choice = choiceIn(parts.query);
    this.#brand = parts.brand;
    this.#caller = parts.caller;
    this.#canOpen = parts.canOpen;
  }

  /** The choice to carry in links to answers, so that the reader can return to it. */
  get kept(): string {
    this.#kept ??= queryOf(parametersOfChoice(carriedChoice(this.query)));
    return this.#kept;
  }

  /** The brand in the path. */
  get brand(): VisitedBrand {
    if (this.#brand === null) throw new Error('This page has no brand.');
    return this.#brand;
  }

  get hasBrand(): boolean {
    return this.#brand !== null;
  }

  /** Whether the sign-on provider opened the session. */
  get isSignedOn(): boolean {
    return this.viewer.kind === 'user' && this.viewer.tokens !== null;
  }

  /** The signed-in user. Only for pages that require one. */
  get user(): User {
    if (this.viewer.kind !== 'user') throw new Error('This page is for users.');
    return this.viewer.user;
  }

  /**
   * The chosen window as report parameters. Lazy, so that the page that reports an invalid window still renders.
   *
   * @throws SightlineError `invalid_parameter`
   */
  get window(): ChosenWindow {
    this.#window ??= this.windowOf(this.choice.window);
    return this.#window;
  }

  /** A `window` value as report parameters. @throws SightlineError `invalid_parameter` */
  windowOf(window: string): ChosenWindow {
    return parametersOfWindow(window, this.now, { withToday: this.#brand?.isNewcomer ?? false });
  }

  /** Formats times in the reader's time zone; UTC without an account. */
  get times(): Times {
    this.#times ??= new Times(this.viewer.kind === 'user' ? this.viewer.user.timeZone : UTC);
    return this.#times;
  }

  /** The viewer as a report caller in the brand's organization. */
  get caller(): Caller {
    if (this.#caller === null) throw new SightlineError('unauthorized', 'Sign in to see this.');
    return this.#caller;
  }

  /** Whether the client link fixes the window. */
  get isWindowFixed(): boolean {
    return this.viewer.kind === 'link' && this.viewer.window !== null;
  }

  get mayEdit(): boolean {
    return this.viewer.kind === 'user' && this.viewer.user.role !== 'viewer';
  }

  /** The organization and brands of this user. */
  get reach(): ActorReach {
    const { organization, brandIds } = this.user;
    return { organizationId: organization?.internalId ?? null, brandIds };
  }

  /** Whoever acts. A link's reader may only paste answers. @throws SightlineError `unauthorized` for nobody */
  get #actor() {
    const { viewer } = this;
    if (viewer.kind === 'user') {
      const { id, name } = viewer.user;
      const may = (permission: PermissionName) => mayUser(viewer.user, permission);
      return { id, name, may, reach: this.reach };
    }
    if (viewer.kind === 'nobody') throw new SightlineError('unauthorized', 'Sign in first.');
    const { organizationId, brandIds } = this.caller;
    const may = (permission: PermissionName) => permission === 'spotChecks';
    return { id: linkActor(viewer.report), name: 'A client link', may, reach: { organizationId, brandIds } };
  }

  /** Runs an action as this user or link, on the visited brand if it concerns one. @throws SightlineError as `runAction` does */
  async act<A extends Action>(
    action: A,
    input: GivenTo<NoInfer<A>>,
    { isDryRun = false, ifMatch = null, brand: brandId, organizationId: named }: ActOptions = {},
  ): Promise<ActionResult<Static<A['data']>>> {
    const { id, name, may, reach } = this.#actor;
    const { brandIds } = reach;
    const organizationId =
      action.of === 'server' ? reach.organizationId : (named ?? this.caller.organizationId);
    const caller = { id, name, scope: { actor: id, organizationId, brandIds }, may };
    const { db } = this.deps;
    const brand =
      action.of === 'brand' && organizationId !== null
        ? await brandOfCaller(db, { ...this.caller, organizationId }, brandId ?? this.brand.id)
        : null;
    const call = { action, input, caller, brand, isDryRun, ifMatch: ifMatch || null };
    const outside = async () => ({ ...this.deps, stop: AbortSignal.timeout(PATIENCE_MS) });
    const { explain } = this.deps.texts;
    return await runAction({ ...this.deps, now: () => this.now, outside, explain }, call);
  }

  /**
   * Runs a report as this viewer for the visited brand, if any, and redacts texts that the client link does not include.
   *
   * @throws SightlineError with an API code
   */
  async report<R extends Report, Given extends QueryText<R['query']>>(
    report: R,
    query?: Given & NoOther<R['query'], Given>,
  ): Promise<EnvelopeOf<R>> {
    const brand = this.#brand === null || !report.takesBrand ? {} : { brand: this.#brand.id };
    const asked = { ...query, ...brand };
    const prices = async (db: Database) => pricesOf(await this.deps.engines(db));
    const envelope = await runReport(this.db, this.now, this.caller, report, asked, prices);
    return { ...envelope, data: redactReport(report.name, envelope.data, this.#canOpen) };
  }

  /**
   * Runs a report with every bar parameter that it accepts.
   *
   * @param query more parameters, or overrides of the bar's; undefined removes one
   * @throws as report does
   */
  async figures<R extends Report, Given extends QueryText<R['query']>>(
    report: R,
    query?: Given & NoOther<R['query'], Given>,
  ): Promise<EnvelopeOf<R>> {
    const envelope = await this.report<R, QueryText<R['query']>>(report, {
      ...(await this.choiceFor(report)),
      ...query,
    } as QueryText<R['query']> & NoOther<R['query'], QueryText<R['query']>>);
    return query?.engine === undefined ? filterByEngines(report, envelope, this.choice.engines) : envelope;
  }

  /** The bar parameters that a report accepts. */
  async choiceFor({ query: taken }: Report): Promise<Readonly<Record<string, string | readonly string[]>>> {
    const { engine, compare, reader } = this.choice;
    const whole = {
      ...('days' in taken ? this.window : this.#endsOfWindow()),
      ...(compare === 'off' ? {} : { compare }),
      ...(engine === null ? {} : { engine }),
      ...(reader === null ? {} : { reader }),
      ...(this.hasBrand ? await this.ofOneMarket() : {}),
    };
    return Object.fromEntries(Object.entries(whole).filter(([name]) => name in taken));
  }

  /** For reports that accept only a window's end. Comparisons have their own window. */
  #endsOfWindow(): ChosenWindow {
    const isCompared = ['change', 'alert', 'comparison'].some((name) => this.query.has(name));
    return isCompared ? {} : resolvedWindow(this.window, this.now).meta.window;
  }

  /** Filter values for this viewer and brand. */
  async sliceChoices(): Promise<SliceChoices> {
    this.#choices ??= sliceChoices(this.db, this.now, this.caller, this.brand.id);
    return allowedFilters(await this.#choices, this.#canOpen);
  }

  /** Answer counts per engine for the current choice; null before setup. */
  async chosenCounts(): Promise<ChosenCounts | null> {
    this.#counts ??= this.countsOf(this.choice);
    return await this.#counts;
  }

  /** Answer counts for another choice. */
  async countsOf({ window, slice }: Choice): Promise<ChosenCounts | null> {
    const asked = { ...this.windowOf(window), ...slice };
    return await chosenCounts(this.db, this.now, this.caller, this.brand.id, asked);
  }

  /** The slice for the page's figures. Defaults to the first market if the brand has several. */
  async ofOneMarket(): Promise<ChosenSlice> {
    const [first, ...others] = (await this.sliceChoices()).markets;
    const { slice } = this.choice;
    return others.length === 0 || first === undefined ? slice : { market: first.name, ...slice };
  }

  /** An element id, unique on this page and stable between requests. */
  idFor(name: string): string {
    const count = (this.#named.get(name) ?? 0) + 1;
    this.#named.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  }

  /** Whether this reader may open one of the brand's pages. */
  readonly mayOpen: CanOpenPage = (page) => this.#canOpen(page);

  /** Base path for the brand's pages. */
  get base(): string {
    const { token } = this.params;
    return this.viewer.kind === 'link' ? `/share/${token}` : `/brands/${encodeURIComponent(this.brand.id)}`;
  }

  /**
   * A link to a brand page, such as `answers`, `alerts/alr_x`, or '' for the overview; null if the reader may not open it. Every link
   * within a brand comes from here, so shared pages never link outside their client link.
   *
   * @param query null removes a parameter
   */
  to(page: string, query: AddressQuery = {}): string | null {
    return this.#canOpen(page) ? this.address(page, query) : null;
  }

  /** The address of a brand page, for forms and redirects. Keeps the bar's choice. */
  address(page: string, query: AddressQuery = {}): string {
    return addressOf(page === '' ? this.base : `${this.base}/${page}`, {
      ...parametersOfChoice(carriedChoice(this.query)),
      ...query,
    });
  }

  /**
   * A link to the answers that match the filters; null if the reader may not open them. Uses the report's window and the page's engine and
   * slice, and carries the bar's choice for the way back. Comparisons pass their own window.
   */
  answers(filters: AnswersFilters, meta: Envelope['meta'] | null = null): string | null {
    if (!this.#canOpen('answers')) return null;
    const isCompared = (filters.change ?? filters.alert ?? filters.comparison) !== undefined;
    const { engine, slice, reader } = this.choice;
    const by = reader === null ? {} : { reader };
    const ofPage = isCompared ? {} : { ...(engine === null ? {} : { engine }), ...slice, ...meta?.window };
    return addressOf(`${this.base}/answers`, { ...by, ...ofPage, ...filters, [BAR]: this.kept });
  }
}

/** The current page with other parameters. Null removes one. */
export function here(visit: Pick<Visit, 'path' | 'query'>, query: AddressQuery): string {
  return addressOf(visit.path, { ...parametersIn(visit.query), ...query });
}

/** Query parameters; arrays repeat a parameter, null and undefined remove it. */
export type AddressQuery = Readonly<Record<string, string | readonly string[] | null | undefined>>;

export function parametersIn(query: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [first = '', ...others] = query.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

export function addressOf(path: string, query: AddressQuery = {}): string {
  const given = queryOf(query);
  return given === '' ? path : `${path}?${given}`;
}

function queryOf(query: AddressQuery): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((each): [string, string][] => (typeof each === 'string' ? [[name, each]] : [])),
  );
  return new URLSearchParams(given).toString();
}
