import type { RandomBytes } from '../domain/base62.ts';
import { SightlineError } from '../domain/errors.ts';
import type { SharedPage } from '../domain/share-link.ts';
import { UTC } from '../domain/time-zone.ts';
import type { AttemptObserver } from '../pipeline/accounts/attempts.ts';
import type { FailureCounter } from '../pipeline/accounts/failure-counter.ts';
import type { User } from '../pipeline/accounts/sessions.ts';
import type { ConfiguredEngines } from '../pipeline/collect/collect.ts';
import { pricesOf } from '../pipeline/collect/cost.ts';
import type { EngineKeySettings } from '../pipeline/collect/engine-keys.ts';
import type { ApplyFiles } from '../pipeline/declare/apply-files.ts';
import type { Senders } from '../pipeline/deliver/senders.ts';
import type { SiteReader } from '../pipeline/site/site-reader.ts';
import type { Database } from '../reports/run/operator.ts';
import type { NoOther, QueryText } from '../reports/run/query.ts';
import { type Envelope, type EnvelopeOf, runReport } from '../reports/run/run-report.ts';
import {
  type ChosenCounts,
  chosenCounts,
  type SliceChoices,
  sliceChoices,
} from '../reports/run/slice-choices.ts';
import type { AnswersFilters } from '../reports/shape/answers-filters.ts';
import type { Caller, Report } from '../reports/shape/report.ts';
import { BAR, type Choice, choiceIn, keptChoice, parametersOfChoice } from './choice.ts';
import { Drawings } from './drawing.ts';
import { ofEngines } from './engines-chosen.ts';
import type { Opens } from './opens.ts';
import { withoutClosedChoices, withoutClosedTexts } from './shared-texts.ts';
import type { ChosenSlice } from './slice.ts';
import { Times } from './times.ts';
import { type ChosenWindow, parametersOfWindow, resolvedWindow } from './window.ts';

/** What the dashboard is handed. */
export interface DashboardDeps {
  readonly db: Database;
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly files: ApplyFiles;
  /** Whether the data is invented, which every page then says. */
  readonly isDemo: boolean;
  /** The engines that this server can ask now, and those that it lacks a key for. Their keys are left out. @param db what the visit holds */
  readonly engines: (db: Database) => Promise<ConfiguredEngines>;
  readonly engineKeys: EngineKeySettings;
  /** What sends alerts, as far as the operator has set it up. */
  readonly senders: Senders;
  /** What reads the pages of a domain that somebody typed. */
  readonly sites: SiteReader;
  /** Whether others than this machine can reach the server. */
  readonly isPublic: boolean;
  /** How many days a new key may work; null for any number. */
  readonly maxKeyDays: number | null;
  /** Where failed sign-ins are counted. */
  readonly failures: FailureCounter;
  /** What is told of sign-ins, for the operator's monitoring. */
  readonly signIns: AttemptObserver;
  /** When each of these keys was last used, to the minute; those that never were are absent. */
  readonly lastUses: (keyIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

/** Who looks at a page. */
export type Viewer =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'user'; readonly user: User; readonly sessionId: string }
  | {
      readonly kind: 'share';
      readonly id: string;
      readonly name: string;
      readonly pages: readonly SharedPage[];
      /** The days that its figures are of; null where the reader chooses. */
      readonly window: string | null;
    };

/** A brand that the viewer may read. */
export interface VisitedBrand {
  readonly id: string;
  readonly name: string;
  /** Whether its setup was finished. Before that, it has nothing to read. */
  readonly configured: boolean;
}

/** What a visit is made of. */
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
  readonly opens: Opens;
  readonly upload: () => Promise<Upload | null>;
}

/** A file that is being sent. */
export interface Upload {
  /** As the person's computer calls it; '' if no file was chosen. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Where a request came from. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
  /** Whether the browser's connection is encrypted. */
  readonly isHttps: boolean;
  /** The server's own address as this client knows it, `https://host`. */
  readonly origin: string;
}

/** One request for a page: who asks, at which instant, for which brand. */
export class Visit {
  /** The one time of the request, in UTC milliseconds. */
  readonly now: number;
  readonly deps: DashboardDeps;
  /** On a GET, one snapshot, so that the figures of a page agree. */
  readonly db: Database;
  readonly viewer: Viewer;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The path that was asked for, without its query. */
  readonly path: string;
  readonly client: Client;
  /** The file that was sent; null if there is none. Only for forms that take files. */
  readonly upload: () => Promise<Upload | null>;
  /** Which answers the figures of the page are of, and what they are compared with. */
  readonly choice: Choice;
  /** The charts and tables that were drawn for it. */
  readonly drawings = new Drawings();
  readonly #brand: VisitedBrand | null;
  readonly #caller: Caller | null;
  readonly #opens: Opens;
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
    this.choice = choiceIn(parts.query);
    this.#brand = parts.brand;
    this.#caller = parts.caller;
    this.#opens = parts.opens;
  }

  /** The choice that the links of the page keep, as a parameter of those to answers. */
  get kept(): string {
    this.#kept ??= queryOf(parametersOfChoice(keptChoice(this.query)));
    return this.#kept;
  }

  /** The brand of a path with `:brand`, which the viewer may read. */
  get brand(): VisitedBrand {
    if (this.#brand === null) throw new Error('This page has no brand.');
    return this.#brand;
  }

  get hasBrand(): boolean {
    return this.#brand !== null;
  }

  /** The user who is signed in. Only for pages that admit nobody else. */
  get user(): User {
    if (this.viewer.kind !== 'user') throw new Error('This page is for users.');
    return this.viewer.user;
  }

  /**
   * The window of the choice, as parameters of reports. Not read before it is asked for, so the page that refuses it can be shown.
   *
   * @throws SightlineError `invalid_parameter`
   */
  get window(): ChosenWindow {
    this.#window ??= parametersOfWindow(this.choice.window, this.now);
    return this.#window;
  }

  /** Times of day for this reader: without an account, in UTC. */
  get times(): Times {
    this.#times ??= new Times(this.viewer.kind === 'user' ? this.viewer.user.timeZone : UTC);
    return this.#times;
  }

  /** The viewer as the reports know a caller: of the brand's organization. */
  get caller(): Caller {
    if (this.#caller === null) throw new SightlineError('unauthorized', 'Sign in to see this.');
    return this.#caller;
  }

  /** Whether the link that is read fixes the days. */
  get isWindowFixed(): boolean {
    return this.viewer.kind === 'share' && this.viewer.window !== null;
  }

  /** Whether the viewer may change something. */
  get mayEdit(): boolean {
    return this.viewer.kind === 'user' && this.viewer.user.role !== 'viewer';
  }

  /**
   * Runs a report for this viewer, at the instant of the visit, of the visited brand if there is one; without the texts that a
   * share link does not include.
   *
   * @throws SightlineError with the code of the API
   */
  async report<R extends Report, Given extends QueryText<R['query']>>(
    report: R,
    query?: Given & NoOther<R['query'], Given>,
  ): Promise<EnvelopeOf<R>> {
    const brand = this.#brand === null || !report.takesBrand ? {} : { brand: this.#brand.id };
    const asked = { ...query, ...brand };
    const prices = async (db: Database) => pricesOf(await this.deps.engines(db));
    const envelope = await runReport(this.db, this.now, this.caller, report, asked, null, prices);
    return { ...envelope, data: withoutClosedTexts(report.name, envelope.data, this.#opens) };
  }

  /**
   * Runs a report of the answers that the bar chooses, compared with what it says: with every part of the choice that the report takes.
   *
   * @param query further parameters, and other values of those of the bar; undefined leaves one out
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
    return query?.engine === undefined ? ofEngines(report, envelope, this.choice.engines) : envelope;
  }

  /** What of the choice a report takes, as its parameters. */
  async choiceFor({ query: taken }: Report): Promise<Readonly<Record<string, string | readonly string[]>>> {
    const { engine, compare } = this.choice;
    const whole = {
      ...('days' in taken ? this.window : this.#endsOfWindow()),
      ...(compare === 'off' ? {} : { compare }),
      ...(engine === null ? {} : { engine }),
      ...(this.hasBrand ? await this.ofOneMarket() : {}),
    };
    return Object.fromEntries(Object.entries(whole).filter(([name]) => name in taken));
  }

  /** For reports that take the ends of a window alone. What a comparison counts has a window of its own. */
  #endsOfWindow(): ChosenWindow {
    const isCompared = this.query.has('alert') || this.query.has('comparison');
    return isCompared ? {} : resolvedWindow(this.window, this.now).meta.window;
  }

  /** What this viewer can choose of the brand's answers. */
  async sliceChoices(): Promise<SliceChoices> {
    this.#choices ??= sliceChoices(this.db, this.now, this.caller, this.brand.id);
    return withoutClosedChoices(await this.#choices, this.#opens);
  }

  /** The answers of the window and the slice of the choice, by engine; null of a brand that is not set up. */
  async chosenCounts(): Promise<ChosenCounts | null> {
    this.#counts ??= this.countsOf(this.choice);
    return await this.#counts;
  }

  /** The same of another choice. */
  async countsOf({ window, slice }: Choice): Promise<ChosenCounts | null> {
    const asked = { ...parametersOfWindow(window, this.now), ...slice };
    return await chosenCounts(this.db, this.now, this.caller, this.brand.id, asked);
  }

  /** The slice that the figures of a page are of: of the brand's first market, if it has several and the address names none. */
  async ofOneMarket(): Promise<ChosenSlice> {
    const [first, ...others] = (await this.sliceChoices()).markets;
    const { slice } = this.choice;
    return others.length === 0 || first === undefined ? slice : { market: first.name, ...slice };
  }

  /** Whether this reader may open a page of the brand. */
  mayOpen(page: string): boolean {
    return this.#opens(page);
  }

  /** Where the pages of this brand begin. */
  get base(): string {
    const { token } = this.params;
    return this.viewer.kind === 'share' ? `/share/${token}` : `/brands/${encodeURIComponent(this.brand.id)}`;
  }

  /**
   * A link to a page of this brand, such as `answers`, `alerts/alr_x`, or '' for the overview; null if this reader may not open
   * it. Every link within a brand is made here, so a shared page has none to what its share link does not include.
   *
   * @param query null leaves a parameter out
   */
  to(page: string, query: AddressQuery = {}): string | null {
    return this.#opens(page) ? this.address(page, query) : null;
  }

  /** The address of a page of this brand, for forms and redirects. It keeps the choice of the bar. */
  address(page: string, query: AddressQuery = {}): string {
    return addressOf(page === '' ? this.base : `${this.base}/${page}`, {
      ...parametersOfChoice(keptChoice(this.query)),
      ...query,
    });
  }

  /**
   * A link to the answers that filters select; null if this reader may not open them. Those behind a figure are in the window of its
   * report, and of the engine and the slice of the page; a comparison has its own. The choice of the bar comes along for the way back.
   */
  answers(filters: AnswersFilters, meta: Envelope['meta'] | null = null): string | null {
    if (!this.#opens('answers')) return null;
    const isCompared = (filters.alert ?? filters.comparison) !== undefined;
    const { engine, slice } = this.choice;
    const ofPage = isCompared ? {} : { ...(engine === null ? {} : { engine }), ...slice, ...meta?.window };
    return addressOf(`${this.base}/answers`, { ...ofPage, ...filters, [BAR]: this.kept });
  }
}

/** The page that is visited, with other parameters. Null leaves one out. */
export function here(visit: Pick<Visit, 'path' | 'query'>, query: AddressQuery): string {
  return addressOf(visit.path, { ...parametersIn(visit.query), ...query });
}

/** The parameters of an address. A repeated one has a list; null and undefined leave one out. */
export type AddressQuery = Readonly<Record<string, string | readonly string[] | null | undefined>>;

/** The parameters that an address has. */
export function parametersIn(query: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [first = '', ...others] = query.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

/** A path with a query. */
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
