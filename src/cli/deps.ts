import type { Command } from 'commander';
import type { Logins } from '../client/logins.ts';
import type { RandomBytes } from '../domain/base62.ts';
import type { ConfiguredEngines } from '../pipeline/collect/collect.ts';
import type { EngineKeySettings } from '../pipeline/collect/engine-keys.ts';
import type { Fetch } from '../pipeline/collect/transport.ts';
import type { Senders } from '../pipeline/deliver/senders.ts';
import type { Retention } from '../pipeline/prune/retention.ts';
import type { SiteReader } from '../pipeline/site/site-reader.ts';
import type { VolumeSource } from '../pipeline/volumes/volume-source.ts';
import type { Schedule } from '../pipeline/watch/schedule.ts';
import type { ReportRunner } from '../reports/report-runner.ts';
import type { Database } from '../reports/run/operator.ts';
import type { Terminal } from './terminal.ts';

/** A setting as the command line offers it. */
export interface SettingFlag {
  readonly name: string;
  readonly flags: string;
  readonly help: string;
}

/** Texts given as flags, by setting name. */
export type SettingFlags = Readonly<Record<string, string>>;

/** What is set by variables for reports from a server; empty if it is not. A key is never a flag, which others could see. */
export interface ClientSettings {
  readonly server: string;
  readonly key: string;
  /** Id or name; also for reports from the store. */
  readonly brand: string;
}

/** What commands are handed: main/ makes the real ones, tests their own. */
export interface CliDeps {
  readonly terminal: Terminal;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly settings: readonly SettingFlag[];
  readonly version: string;
  /** Opens the configured store, passes it to the work, and closes it whatever happens. */
  withStore<Result>(flags: SettingFlags, work: (db: Database) => Promise<Result>): Promise<Result>;
  /** The same, but creates the store if there is none yet. */
  withStoreMade<Result>(flags: SettingFlags, work: (db: Database) => Promise<Result>): Promise<Result>;
  /** The bytes of a file; `-` is standard input. @throws SightlineError `invalid_argument` when there is none */
  openFile(path: string): Promise<AsyncIterable<Uint8Array>>;
  /** Writes a text to a new file. @throws SightlineError `invalid_argument` if it exists already, or cannot be written */
  writeNew(path: string, text: string): Promise<void>;
  /**
   * The engines that can be asked, and the variable that others lack: with the keys of the environment, and those that were entered in
   * the store, if there is one.
   *
   * @throws SightlineError `invalid_setting`
   */
  engines(flags: SettingFlags, db: Database | null): Promise<ConfiguredEngines>;
  /** Where search volumes are looked up, even without a key. @throws SightlineError `invalid_setting` */
  volumeSource(flags: SettingFlags, db: Database): Promise<VolumeSource>;
  /** How keys of engines are entered and tried. @throws SightlineError `invalid_setting` */
  engineKeys(flags: SettingFlags, db: Database): Promise<EngineKeySettings>;
  /** What nothing stored or shown may contain, in addition to the engines' keys. @throws SightlineError `invalid_setting` */
  secrets(flags: SettingFlags): Promise<readonly string[]>;
  /** What sends alerts, as far as it is set. @throws SightlineError `invalid_setting` */
  senders(flags: SettingFlags): Promise<Senders>;
  /** What reads the pages of a site. */
  sites(): SiteReader;
  readonly client: ClientSettings;
  /** From now on, has the process prefer little memory to speed: for output that may be of any length. */
  saveMemory(): void;
  /** The keys that this person has logged in with. */
  logins(): Logins;
  readonly fetch: Fetch;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Given when the operator interrupts the command. */
  stopSignal(): AbortSignal;
  /** When changes are looked for, and how long comparisons are kept. */
  watchSchedule(flags: SettingFlags): Schedule;
  /** How long what is not kept forever is kept. */
  retention(flags: SettingFlags): Retention;
  /** How many days a new key may work; null for any number. @throws SightlineError `invalid_setting` */
  maxKeyDays(flags: SettingFlags): number | null;
  /** Backs the configured store up. @throws SightlineError `invalid_argument` if the path already exists */
  backup(flags: SettingFlags, path: string, options: { withoutReplies: boolean }): Promise<Backup>;
  /** Serves reports to the program on standard input and output, until it closes them. */
  serveMcp(flags: SettingFlags, run: ReportRunner): Promise<void>;
  serve(flags: SettingFlags, onListening: (listening: Listening) => void): Promise<void>;
  demo(flags: SettingFlags, onListening: (demo: ListeningDemo) => void): Promise<void>;
}

/** A server that has begun to listen. */
export interface Listening {
  /** Ends in the version prefix of the API. */
  readonly baseUrl: string;
  /** Creates the first user, while nobody can sign in. */
  readonly setUpLink: string | null;
}

export interface ListeningDemo extends Pick<Listening, 'baseUrl'> {
  readonly key: string;
  /** A link to the dashboard that is signed in. */
  readonly dashboard: string;
}

/** Every secret that the process knows. */
export async function secretsKnown(deps: CliDeps, flags: SettingFlags, db: Database): Promise<string[]> {
  const { ready } = await deps.engines(flags, db);
  return [...ready.map(({ access }) => access.key), ...(await deps.secrets(flags))];
}

/** A store that was written to a file, or for a database server the command that writes it. */
export type Backup =
  | { readonly kind: 'file'; readonly path: string; readonly bytes: number }
  | { readonly kind: 'command'; readonly command: string };

/** What each command gets from the options that all commands have. */
export interface Invocation {
  readonly json: boolean;
  readonly flags: SettingFlags;
  /** The server to ask, where one was given as a flag. */
  readonly server?: string | undefined;
}

/** The options that every command has, as given on this command line. */
export function invocationOf(command: Command, deps: CliDeps): Invocation {
  const all = command.optsWithGlobals() as Record<string, unknown>;
  const flags: Record<string, string> = {};
  for (const { name } of deps.settings) {
    const value = all[name];
    if (typeof value === 'string') flags[name] = value;
  }
  return { json: all.json === true, flags, server: all.server as string | undefined };
}
