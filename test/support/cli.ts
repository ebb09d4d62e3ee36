import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { runCommand } from '../../src/cli/program.ts';
import type { CliDeps } from '../../src/cli/shared/deps.ts';
import { EVALUATION_TIME } from '../../src/domain/alerts/alert-rules.ts';
import { SightlineError } from '../../src/domain/errors.ts';
import { NO_ENGINE_KEYS } from '../../src/main/process/engine-keys.ts';
import { NO_SENDERS } from '../../src/main/process/senders.ts';
import type { ConfiguredEngines } from '../../src/pipeline/collect/collect.ts';
import type { EngineKeySettings } from '../../src/pipeline/collect/keys/engine-keys.ts';
import type { Senders } from '../../src/pipeline/deliver/senders.ts';
import type { Retention } from '../../src/pipeline/prune/retention.ts';
import type { SiteReader } from '../../src/pipeline/site/site-reader.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { Clock, random, setUp } from './world.ts';

/** A command's result. */
export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export const NO_SITES: SiteReader = {
  read: () => assert.fail('no site is read'),
  readEach: () => assert.fail('no site is read'),
  readSitemap: () => assert.fail('no site is read'),
};

export interface CliOptions {
  /** Whether standard output and standard error are terminals. */
  readonly isTerminal?: boolean;
  /** File contents by path; `-` is standard input. */
  readonly files?: Readonly<Record<string, string>>;
  /** Answers to prompts; without it, the command is not interactive. */
  readonly answer?: boolean;
  /** The engines with keys, or a function that reads them; none by default. */
  readonly engines?: ConfiguredEngines | CliDeps['engines'];
  /** Enters and tries engine keys; unavailable by default. */
  readonly engineKeys?: EngineKeySettings;
  /** Alert senders; none by default. */
  readonly senders?: Senders;
  readonly clock?: Clock;
  /** Replaces waiting; instant by default. */
  readonly sleep?: CliDeps['sleep'];
  /** Interrupts the command. */
  readonly stop?: AbortSignal;
  /** Retention periods; the settings' by default. */
  readonly retention?: Partial<Retention>;
  readonly maxKeyDays?: number;
  /** The answer to a secret prompt; without it, the command is not interactive. */
  readonly secret?: string;
  readonly fetch?: CliDeps['fetch'];
  /** Reads a site's pages; none by default. */
  readonly sites?: ReturnType<CliDeps['sites']>;
  /** Output of `serve` while no user exists. */
  readonly setUpLink?: string;
  readonly serveMcp?: CliDeps['serveMcp'];
  readonly drained?: CliDeps['terminal']['drained'];
}

/** Runs a command line in process, on a store that stays open, with a standing clock. */
export async function runCli(
  store: Store,
  args: readonly string[],
  options: CliOptions = {},
): Promise<CliResult> {
  const { isTerminal = false, files = {}, engines = { ready: [], disabled: [] }, answer, secret } = options;
  const { clock = new Clock() } = options;
  let out = '';
  let err = '';
  const deps: CliDeps = {
    now: clock.now,
    random,
    version: '1.2.3',
    settings: [
      { name: 'port', flags: '--port <n>', help: 'The port to listen on.' },
      { name: 'databaseUrl', flags: '--database-url <url>', help: 'Where the data is.' },
    ],
    terminal: {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      outIsTerminal: isTerminal,
      columns: null,
      errIsTerminal: isTerminal,
      ask:
        answer === undefined
          ? null
          : async (question) => {
              err += question;
              return answer;
            },
      askSecret:
        secret === undefined
          ? null
          : async (question) => {
              err += question;
              return secret;
            },
      drained: options.drained ?? (async () => {}),
    },
    saveMemory: () => {},
    streamInLittleMemory: () => {},
    withStore: (_flags, work) => work(store.main),
    withStoreMade: (_flags, work) => work(store.main),
    openFile: async (path) => fileOf(files, path),
    engines: typeof engines === 'function' ? engines : async () => engines,
    engineKeys: async () => options.engineKeys ?? NO_ENGINE_KEYS,
    sites: () => options.sites ?? NO_SITES,
    secrets: async () => [],
    senders: async () => options.senders ?? NO_SENDERS,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    sleep: options.sleep ?? (async () => {}),
    stopSignal: () => options.stop ?? new AbortController().signal,
    maxKeyDays: () => options.maxKeyDays ?? null,
    retention: () => ({
      replyDays: 365,
      jobDays: 365,
      comparisonDays: 90,
      auditDays: 730,
      answerDays: null,
      deletedDays: 30,
      ...options.retention,
    }),
    watchSchedule: () => ({ timeOfDay: EVALUATION_TIME }),
    backup: async (_flags, path) => ({ kind: 'file', path, bytes: 4096 }),
    serveMcp: options.serveMcp ?? (async () => {}),
    serve: async (flags, onListening) =>
      onListening({
        baseUrl: `http://127.0.0.1:${flags.port ?? 8080}/api/v1`,
        dashboard: `http://127.0.0.1:${flags.port ?? 8080}/`,
        setUpLink: options.setUpLink ?? null,
      }),
    demo: async (_flags, onListening) =>
      onListening({
        baseUrl: 'http://127.0.0.1:8080/api/v1',
        key: 'sl_live_demo',
        dashboard: 'http://127.0.0.1:8080/demo/sl_link_demo',
      }),
  };
  const code = await runCommand(args, deps);
  return { code, out, err };
}

function fileOf(files: Readonly<Record<string, string>>, path: string): AsyncIterable<Uint8Array> {
  const text = files[path];
  if (text === undefined) throw new SightlineError('invalid_argument', `There is no file ${path}.`);
  return Readable.from([Buffer.from(text)]);
}

/** The error that a failed command printed. */
export const errorOf = (err: string) =>
  (JSON.parse(err) as { error: { code: string; message: string } }).error;

/** A fresh store with Acme. */
export async function acmeStore(fresh: () => Promise<Store>): Promise<Store> {
  const { store } = await setUp(fresh);
  return store;
}
