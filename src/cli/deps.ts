import type { Command } from 'commander';
import type { RandomBytes } from '../domain/base62.ts';
import type { ConfiguredEngines } from '../pipeline/collect/collect.ts';
import type { Fetch } from '../pipeline/collect/transport.ts';
import type { Schedule } from '../pipeline/watch/schedule.ts';
import type { Database } from '../reports/operator.ts';
import type { Terminal } from './terminal.ts';

/** A setting as the command line offers it. */
export interface SettingFlag {
  readonly name: string;
  readonly flags: string;
  readonly help: string;
}

/** Texts given as flags, by setting name. */
export type SettingFlags = Readonly<Record<string, string>>;

/** What commands are handed: main/ makes the real ones, tests their own. */
export interface CliDeps {
  readonly terminal: Terminal;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly settings: readonly SettingFlag[];
  readonly version: string;
  /** Opens the configured store, hands it to the work, and closes it whatever happens. */
  withStore<Result>(flags: SettingFlags, work: (db: Database) => Promise<Result>): Promise<Result>;
  /** The same, and makes the store where there is none yet. */
  withStoreMade<Result>(flags: SettingFlags, work: (db: Database) => Promise<Result>): Promise<Result>;
  /** The bytes of a file; `-` is standard input. @throws SightlineError `invalid_argument` when there is none */
  openFile(path: string): Promise<AsyncIterable<Uint8Array>>;
  /** The engines that can be asked, and the variable that others lack. @throws SightlineError `invalid_setting` */
  engines(): Promise<ConfiguredEngines>;
  readonly fetch: Fetch;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Given when the operator interrupts the command. */
  stopSignal(): AbortSignal;
  /** When changes are looked for, and how long comparisons are kept. */
  watchSchedule(flags: SettingFlags): Schedule;
  serve(flags: SettingFlags, onListening: (baseUrl: string) => void): Promise<void>;
  demo(flags: SettingFlags, onListening: (demo: { baseUrl: string; key: string }) => void): Promise<void>;
}

/** What each command gets of the options that stand for all. */
export interface Invocation {
  readonly json: boolean;
  readonly flags: SettingFlags;
}

/** The options that stand for every command, as this command line gives them. */
export function invocationOf(command: Command, deps: CliDeps): Invocation {
  const all = command.optsWithGlobals() as Record<string, unknown>;
  const flags: Record<string, string> = {};
  for (const { name } of deps.settings) {
    const value = all[name];
    if (typeof value === 'string') flags[name] = value;
  }
  return { json: all.json === true, flags };
}
