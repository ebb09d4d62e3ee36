import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { unreadCitationsIn } from '../../domain/answers/collection-detail.ts';
import { SightlineError } from '../../domain/errors.ts';
import { type Exposition, metricsServer } from '../../http/metrics-server.ts';
import type { RequestObserver } from '../../http/wire/observed-requests.ts';
import type { CacheOptions } from '../../http/wire/report-cache.ts';
import { FewCodes } from '../../metrics/few-codes.ts';
import { type Instruments, instrumentsIn } from '../../metrics/instruments.ts';
import type { AttemptObserver } from '../../pipeline/accounts/attempts.ts';
import { type CollectedQuestion, isFailure } from '../../pipeline/collect/collect.ts';
import type { PoolCounts, StoreObserver } from '../../storage/driver/store-observer.ts';
import type { PanelCacheCounts } from '../../storage/panel/cache.ts';
import type { Counted, CountedPruning } from './background.ts';
import { cannotListen } from './cannot-listen.ts';

/** One server's counters, for an operator's monitoring. Servers share none. */
export interface Measuring {
  readonly store: StoreObserver;
  readonly requests: RequestObserver;
  readonly onReport: CacheOptions['onReport'];
  /** Called once; `counts` tells how full the cache of packed answers is. */
  readonly onPanel: (counts: () => PanelCacheCounts) => void;
  readonly onSignIn: AttemptObserver['onAttempt'];
  /** Counts background work. */
  readonly count: (counted: Counted) => void;
  /** The reply to a monitoring system. */
  exposition(logger: Logger): Exposition;
}

export function measuring(build: { version: string; node: string; database: string }): Measuring {
  const registry = new Registry();
  const instruments = instrumentsIn(registry);
  instruments.buildInfo.set(build, 1);
  let pool: (() => PoolCounts) | undefined;
  let panel: (() => PanelCacheCounts) | undefined;
  return {
    store: { onStatement: statementsIn(instruments), onPool: (counts) => (pool = counts) },
    requests: requestsIn(instruments),
    onReport: (result) => instruments.reportCacheRequests.inc({ result }),
    onPanel: (counts) => (panel = counts),
    onSignIn: (result) => instruments.signIns.inc({ result }),
    count: countingIn(instruments),
    exposition: (logger) => {
      const text = async () => {
        if (pool) setPool(instruments, pool());
        if (panel) setPanel(instruments, panel());
        return await registry.metrics().catch((error: unknown) => {
          logger.error({ err: error }, 'could not write the metrics');
          throw error;
        });
      };
      return { contentType: registry.contentType, text };
    },
  };
}

function statementsIn({ statementSeconds, statementErrors }: Instruments): StoreObserver['onStatement'] {
  return ({ seconds, failure }) => {
    statementSeconds.observe(seconds);
    if (failure !== null) statementErrors.inc({ reason: failure });
  };
}

function requestsIn({ requestSeconds, requestsInProgress }: Instruments): RequestObserver {
  requestsInProgress.set(0);
  return {
    onRequest: () => requestsInProgress.inc(),
    onEnd: ({ seconds, ...labels }) => {
      requestsInProgress.dec();
      requestSeconds.observe(labels, seconds);
    },
  };
}

function countingIn(instruments: Instruments): (counted: Counted) => void {
  const codes = new FewCodes();
  const codeOf = ({ result, detail }: CollectedQuestion) =>
    isFailure(result) || result === 'retried' ? codes.of(detail ?? result) : '';
  return (counted) => {
    if ('failed' in counted) instruments.backgroundFailures.inc({ work: counted.failed });
    else if ('attempted' in counted) instruments.deliveryAttempts.inc(counted.attempted);
    else if ('read' in counted) countRead(instruments, counted.read, codeOf);
    else if ('pruned' in counted) countPruned(instruments, counted.pruned);
    else {
      const { engine, result } = counted.collected;
      instruments.engineQuestions.inc({ engine, result, code: codeOf(counted.collected) });
      const unread = unreadCitationsIn(counted.collected.detail);
      if (unread > 0) instruments.engineUnreadCitations.inc({ engine }, unread);
    }
  };
}

function countRead(
  { readings, readingsDropped }: Instruments,
  read: CollectedQuestion,
  codeOf: (read: CollectedQuestion) => string,
): void {
  const { engine: reader, result, unproven = 0 } = read;
  readings.inc({ reader, result, code: codeOf(read) });
  if (unproven > 0) readingsDropped.inc({ reader }, unproven);
}

function countPruned({ prunedRows, prunedBytes }: Instruments, { rows, bytes }: CountedPruning): void {
  for (const [what, removed] of Object.entries(rows)) if (removed > 0) prunedRows.inc({ what }, removed);
  prunedBytes.inc(bytes);
}

function setPanel(
  { panelReads, panelSegments, panelBytes }: Instruments,
  { bytes, segments, hits, misses }: PanelCacheCounts,
): void {
  panelReads.reset();
  panelReads.inc({ result: 'hit' }, hits);
  panelReads.inc({ result: 'miss' }, misses);
  panelSegments.set(segments);
  panelBytes.set(bytes);
}

function setPool(
  { connections, connectionsWaiting }: Instruments,
  { open, idle, waiting }: PoolCounts,
): void {
  connections.set({ state: 'busy' }, open - idle);
  connections.set({ state: 'idle' }, idle);
  connectionsWaiting.set(waiting);
}

export interface ServedMetrics {
  readonly url: string;
  close(): void;
}

/** @throws SightlineError `invalid_setting` where the port cannot be had */
export async function serveMetrics(
  exposition: Exposition,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ServedMetrics> {
  const server = metricsServer(exposition);
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new SightlineError(
      'invalid_setting',
      `Cannot serve metrics on ${host}, port ${port}: ${cannotListen(error, '--metrics-port')}.`,
    );
  });
  // A process that cannot serve anything else ends.
  server.unref();
  const { port: bound } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${bound}/metrics`;
  return {
    url,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
