import type { Command } from 'commander';
import type { RandomBytes } from '../../domain/access/base62.ts';
import type { ConfiguredEngines } from '../../pipeline/collect/collect.ts';
import type { Fetch } from '../../pipeline/collect/job/transport.ts';
import type { EngineKeySettings } from '../../pipeline/collect/keys/engine-keys.ts';
import type { Senders } from '../../pipeline/deliver/senders.ts';
import type { Retention } from '../../pipeline/prune/retention.ts';
import type { SiteReader } from '../../pipeline/site/site-reader.ts';
import type { Schedule } from '../../pipeline/watch/schedule.ts';
import type { ReportRunner } from '../../reports/report-runner.ts';
import type { Database } from '../../reports/run/operator.ts';
import type { Terminal } from './terminal.ts';

export interface SettingFlag {
  readonly name: string;
  readonly flags: string;
  readonly help: string;
}

export type SettingFlags = Readonly<Record<string, string>>;

/** The commands' dependencies: main/ makes the real ones, tests their own. */
export interface CliDeps {
  readonly terminal: Terminal;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly settings: readonly SettingFlag[];
  readonly version: string;
  /** Opens the configured store, passes it to the work, and always closes it. */
  withStore<Result>(flags: SettingFlags, work: (db: Database) => Promise<Result>): Promise<Result>;
  withStoreMade<Result>(flags: SettingFlags, work: (db: Database) => Promise<Result>): Promise<Result>;
  /** The bytes of a file; `-` is standard input. @throws SightlineError `invalid_argument` when there is none */
  openFile(path: string): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Engines with a key, from the environment or the store (if there is one), and the variables that others lack.
   *
   * @throws SightlineError `invalid_setting`
   */
  engines(flags: SettingFlags, db: Database | null): Promise<ConfiguredEngines>;
  /** Settings for entering and trying engine keys. @throws SightlineError `invalid_setting` */
  engineKeys(flags: SettingFlags, db: Database): Promise<EngineKeySettings>;
  /** Secrets to redact, in addition to the engines' keys. @throws SightlineError `invalid_setting` */
  secrets(flags: SettingFlags): Promise<readonly string[]>;
  /** The configured senders of alerts. @throws SightlineError `invalid_setting` */
  senders(flags: SettingFlags): Promise<Senders>;
  sites(): SiteReader;
  readonly fetch: Fetch;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Makes the process prefer little memory to speed, for output of any length. */
  saveMemory(): void;
  /** The same for input of any length, of which little is kept. */
  streamInLittleMemory(): void;
  /** Aborted when the operator interrupts the command. */
  stopSignal(): AbortSignal;
  watchSchedule(flags: SettingFlags): Schedule;
  retention(flags: SettingFlags): Retention;
  /** The longest life of a new key, in days; null for no limit. @throws SightlineError `invalid_setting` */
  maxKeyDays(flags: SettingFlags): number | null;
  /** Backs up the configured store. @throws SightlineError `invalid_argument` if the path already exists */
  backup(flags: SettingFlags, path: string, options: { withoutReplies: boolean }): Promise<Backup>;
  /** Serves reports to the program on standard input and output, until it closes them. */
  serveMcp(flags: SettingFlags, run: ReportRunner): Promise<void>;
  serve(flags: SettingFlags, onListening: (listening: Listening) => void): Promise<void>;
  demo(
    flags: SettingFlags,
    onListening: (demo: ListeningDemo) => void,
    onProgress: (done: string) => void,
  ): Promise<void>;
}

export interface Listening {
  /** Ends in the version prefix of the API. */
  readonly baseUrl: string;
  /** Where people sign in. */
  readonly dashboard: string;
  /** A link to create the first user, while nobody can sign in. */
  readonly setUpLink: string | null;
}

export interface ListeningDemo extends Pick<Listening, 'baseUrl'> {
  readonly key: string;
  /** A signed-in link to the dashboard. */
  readonly dashboard: string;
}

export async function secretsKnown(deps: CliDeps, flags: SettingFlags, db: Database): Promise<string[]> {
  const { ready } = await deps.engines(flags, db);
  return [...ready.map(({ access }) => access.key), ...(await deps.secrets(flags))];
}

/** A backup file, or for a database server the command that writes one. */
export type Backup =
  | { readonly kind: 'file'; readonly path: string; readonly bytes: number }
  | { readonly kind: 'command'; readonly command: string };

export interface Invocation {
  readonly json: boolean;
  readonly flags: SettingFlags;
}

export function invocationOf(command: Command, deps: CliDeps): Invocation {
  const all = command.optsWithGlobals() as Record<string, unknown>;
  const flags: Record<string, string> = {};
  for (const { name } of deps.settings) {
    const value = all[name];
    if (typeof value === 'string') flags[name] = value;
  }
  return { json: all.json === true, flags };
}
