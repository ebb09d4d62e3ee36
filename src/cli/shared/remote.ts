import { remoteRunner } from '../../client/remote-runner.ts';
import { retryingRunner } from '../../client/retrying-runner.ts';
import { serverAddress } from '../../client/server-address.ts';
import { isApiKey } from '../../domain/access/api-key.ts';
import { brandNotChosen, chosenBrandId, type NamedBrand } from '../../domain/brand/brand-choice.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { ReportRunner } from '../../reports/report-runner.ts';
import type { CliDeps, Invocation } from './deps.ts';
import { Progress } from './terminal.ts';

/**
 * The command line's server, or null for the store. A saved login is not a choice: without a server, a command always reads the store.
 *
 * @throws SightlineError `invalid_setting` for a wrong address, or `invalid_argument` for a server and a store
 */
export function chosenServer({ client }: CliDeps, { server, flags }: Invocation): string | null {
  const isStoreGiven = flags.databaseUrl !== undefined;
  if (server !== undefined && isStoreGiven) {
    throw new SightlineError('invalid_argument', 'Choose one: --server, or the store of --database-url.');
  }
  // A flag is meant for this command line, a variable for many.
  const given = server ?? (isStoreGiven ? '' : client.server);
  return server === undefined && given === '' ? null : serverAddress(given);
}

/** A key, and its source. */
export interface FoundKey {
  readonly key: string;
  readonly source: 'SIGHTLINE_KEY' | 'login';
}

/**
 * The key for a server. If both variables are set, they belong together: no other server ever gets that key.
 *
 * @throws SightlineError `unauthorized` when there is none, saying how to give one
 */
export async function keyFor({ client, logins }: CliDeps, server: string): Promise<FoundKey> {
  const isForAnother = client.server !== '' && serverAddress(client.server) !== server;
  if (client.key !== '' && !isForAnother) {
    // Also because `fetch` would quote an invalid header value.
    if (isApiKey(client.key)) return { key: client.key, source: 'SIGHTLINE_KEY' };
    throw new SightlineError('unauthorized', 'SIGHTLINE_KEY is incomplete or not a key.');
  }
  const key = await logins().keyFor(server);
  if (key !== null && isApiKey(key)) return { key, source: 'login' };
  const hint =
    client.key === '' ? logInTo(server) : `SIGHTLINE_KEY is for ${client.server}. ${logInTo(server)}`;
  throw new SightlineError('unauthorized', `There is no key for ${server}. ${hint}`);
}

function logInTo(server: string): string {
  return `Run \`sightline login ${server}\`, or set SIGHTLINE_KEY.`;
}

/** A client for a server. @param retries whether to wait for its recovery */
export function runnerFor(deps: CliDeps, server: string, key: string, retries = false): ReportRunner {
  const run = remoteRunner({ server, key, fetch: deps.fetch, version: deps.version });
  if (!retries) return run;
  const progress = new Progress(deps.terminal);
  const retrying = retryingRunner(run, {
    sleep: (milliseconds, signal) => deps.sleep(milliseconds, signal),
    onPause: (seconds, { message }) => progress.show(`Waiting ${seconds} s: ${message}`),
  });
  return async (report, query) => await retrying(report, query).finally(() => progress.clear());
}

/** Runs reports on a server, for a brand given by id or name. Its errors say what to do next. */
export async function remoteReports(
  deps: CliDeps,
  server: string,
  { brand: chosen, retries }: { readonly brand?: string | undefined; readonly retries?: boolean },
): Promise<ReportRunner> {
  const { key, source } = await keyFor(deps, server);
  const ask = runnerFor(deps, server, key, retries);
  let brand = chosen;
  return async (report, query) => {
    const run = () => ask(report, brand === undefined ? query : { ...query, brand });
    try {
      return await run().catch(async (error: unknown) => {
        // An id is the usual case, so names are looked up only if it is not one.
        if (chosen === undefined || !isRefusal(error, 'no_such_brand')) throw error;
        brand = chosenBrandId(await brandsOf(ask), chosen);
        return await run();
      });
    } catch (error) {
      throw await withNextStep(error, { server, source, ask, chosen });
    }
  };
}

async function brandsOf(ask: ReportRunner): Promise<NamedBrand[]> {
  const { askReport } = await import('../../reports/ask-report.ts');
  const { data } = await askReport(ask, 'brands');
  return data.map(({ id, name }) => ({ publicId: id, name }));
}

function isRefusal(error: unknown, code: SightlineError['code']): error is SightlineError {
  return error instanceof SightlineError && error.code === code;
}

interface Conversation {
  readonly server: string;
  readonly source: FoundKey['source'];
  readonly ask: ReportRunner;
  /** The brand on the command line. */
  readonly chosen: string | undefined;
}

/** The error with advice for the person at the command line. */
async function withNextStep(error: unknown, { server, source, ask, chosen }: Conversation): Promise<unknown> {
  if (isRefusal(error, 'brand_required') && chosen === undefined) {
    return await brandsOf(ask).then(brandNotChosen, () =>
      advised(error, 'Choose one with --brand. Run `sightline brands` for the ids.'),
    );
  }
  if (isRefusal(error, 'unauthorized')) {
    return advised(error, source === 'login' ? logInTo(server) : 'The key is from SIGHTLINE_KEY.');
  }
  if (isRefusal(error, 'brand_not_configured')) {
    return advised(error, 'Run `sightline brands` to list them.');
  }
  return error;
}

function advised({ code, message, retryAfterSeconds }: SightlineError, advice: string): SightlineError {
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new SightlineError(code, `${message} ${advice}`, retry);
}
