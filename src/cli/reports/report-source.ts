import { SightlineError } from '../../domain/errors.ts';
import type { ReportRunner } from '../../reports/report-runner.ts';
import type { Prices } from '../../reports/shape/report.ts';
import type { CliDeps, Invocation, SettingFlags } from '../shared/deps.ts';
import { chosenServer, remoteReports } from '../shared/remote.ts';
import type { Choice } from './store-reports.ts';

export interface SourceOptions extends Choice {
  /** Whether to wait until a server that refuses or fails has recovered. */
  readonly retries?: boolean;
}

/** Opens the given server, or else the store, and passes its report runner to `work`. Closes the store afterwards. */
export async function withReports<Result>(
  deps: CliDeps,
  invocation: Invocation,
  options: SourceOptions,
  work: (run: ReportRunner) => Promise<Result>,
): Promise<Result> {
  const server = chosenServer(deps, invocation);
  if (server === null) {
    return await deps.withStore(invocation.flags, async (db) => {
      const { storeReports } = await import('./store-reports.ts');
      return await work(storeReports(db, deps.now, pricesIn(deps, invocation.flags), options));
    });
  }
  if (options.organization !== undefined) {
    throw new SightlineError(
      'invalid_argument',
      `--organization is for reports from a store; on ${server}, the key determines the organization.`,
    );
  }
  return await work(await remoteReports(deps, server, options)).catch((error: unknown) => {
    throw error instanceof TypeError ? otherVersion(server, error) : error;
  });
}

/** The cost per answer from the settings, which are read only if a report asks. */
export function pricesIn(deps: CliDeps, flags: SettingFlags): Prices {
  return async (db) => {
    const { pricesOf } = await import('../../pipeline/collect/cost.ts');
    return pricesOf(await deps.engines(flags, db));
  };
}

/** The error for a reply that lacks a field of this version's table. */
function otherVersion(server: string, cause: TypeError): SightlineError {
  const sentence = `${server} runs another version, so its reply has no text form here. Try --json.`;
  return new SightlineError('bad_server', sentence, { cause });
}
