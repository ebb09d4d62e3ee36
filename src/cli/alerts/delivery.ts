import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant, formatInstantOrNull } from '../../domain/time/instant.ts';
import type { Attempt } from '../../pipeline/deliver/deliver.ts';
import type { EndpointDeps, EndpointState } from '../../pipeline/deliver/endpoints.ts';
import { type CliDeps, type Invocation, invocationOf, type SettingFlags } from '../shared/deps.ts';
import { table } from '../shared/table.ts';
import { jsonLine } from '../shared/terminal.ts';

export function addDeliveryCommands(program: Command, deps: CliDeps): void {
  const delivery = program.command('delivery').description('manage alert delivery');
  addList(delivery, deps);
  addTest(delivery, deps);
  addRetry(delivery, deps);
}

function addList(delivery: Command, deps: CliDeps): void {
  delivery
    .command('list')
    .description('list alert endpoints and their delivery state')
    .option('--organization <name or id>', 'only this organization')
    .action(async (options: { organization?: string }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { allEndpoints } = await import('../../pipeline/deliver/endpoints.ts');
      const endpoints = await deps.withStore(flags, (db) => allEndpoints(db, options.organization));
      const { terminal } = deps;
      terminal.out(
        json ? jsonLine(endpoints.map(recordOf)) : table(HEADER, endpoints.map(cellsOf), terminal.columns),
      );
    });
}

function recordOf(endpoint: EndpointState) {
  return {
    id: endpoint.id,
    kind: endpoint.kind,
    address: endpoint.address,
    pace: endpoint.pace,
    organization: endpoint.organization,
    brand: endpoint.brand?.id ?? null,
    waiting: endpoint.waiting,
    failures: endpoint.failures,
    last_sent_at: formatInstantOrNull(endpoint.lastSentAt),
    last_failure_at: formatInstantOrNull(endpoint.lastFailureAt),
    last_failure: endpoint.lastFailure,
    next_try_at: endpoint.pausedAt === null ? formatInstantOrNull(endpoint.dueAt) : null,
    paused_at: formatInstantOrNull(endpoint.pausedAt),
    paused_for: endpoint.pausedFor,
    created_at: formatInstant(endpoint.createdAt),
  };
}

const HEADER = ['Id', 'Address', 'Organization', 'Brand', 'State', 'Waiting', 'Last sent', 'Last failure'];

function cellsOf(endpoint: EndpointState): string[] {
  const { id, address, organization, brand, waiting, lastSentAt, lastFailure } = endpoint;
  const sent = formatInstantOrNull(lastSentAt) ?? 'never';
  const failure = lastFailure ?? '-';
  return [id, address, organization, brand?.id ?? 'all', stateOf(endpoint), String(waiting), sent, failure];
}

function stateOf({ pausedAt, pausedFor, failures, lastSentAt }: EndpointState): string {
  if (pausedAt !== null) return pausedFor === 'gone' ? 'paused: gone' : 'paused: failing';
  if (failures > 0) return 'failing';
  return lastSentAt === null ? 'ready' : 'works';
}

function addTest(delivery: Command, deps: CliDeps): void {
  delivery
    .command('test <id>')
    .description('send a test message now, and print the result')
    .action(async (id: string, _options, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { endpointNamed, sendTest } = await import('../../pipeline/deliver/endpoints.ts');
      const { act, actions } = await import('../shared/act.ts');
      const outcome = await withEndpoints(deps, flags, async (acting) => {
        const sent = await sendTest(acting, await endpointNamed(acting.db, id), deps.stopSignal());
        const input = { endpoint: id, arrived: sent.kind !== 'failed' };
        await act(deps, { json, flags }, acting.db, { action: actions.note_endpoint_test, input });
        return sent;
      });
      if (outcome.kind === 'failed') throw new SightlineError('delivery_failed', outcome.detail);
      deps.terminal.out(json ? jsonLine({ id, sent: true }) : `Sent a test to ${id}.\n`);
    });
}

function addRetry(delivery: Command, deps: CliDeps): void {
  delivery
    .command('retry [id]')
    .description("retry pending deliveries now: all that are due, or one endpoint's even if it is paused")
    .action(async (id: string | undefined, _options, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const attempts: Attempt[] = [];
      await withEndpoints(deps, flags, (acting) =>
        retry(deps, { json, flags }, acting, id, (each) => attempts.push(each)),
      );
      const { terminal } = deps;
      terminal.out(json ? jsonLine(attempts.map(attemptRecord)) : attempts.map(attemptText).join(''));
      if (attempts.length === 0 && !json) terminal.out('Nothing due.\n');
      const failure = attempts.find(({ outcome }) => outcome.kind === 'failed');
      if (failure) throw new SightlineError('delivery_failed', 'Some messages failed.');
    });
}

async function retry(
  deps: CliDeps,
  invocation: Invocation,
  acting: EndpointDeps,
  id: string | undefined,
  onAttempt: (attempt: Attempt) => void,
): Promise<void> {
  const { deliverNext } = await import('../../pipeline/deliver/deliver.ts');
  const { endpointNamed } = await import('../../pipeline/deliver/endpoints.ts');
  const endpoint = id === undefined ? undefined : await endpointNamed(acting.db, id);
  if (endpoint !== undefined) {
    const { act, actions } = await import('../shared/act.ts');
    await act(deps, invocation, acting.db, { action: actions.resume_endpoint, input: { endpoint: id } });
  }
  const sending = { ...acting, stop: deps.stopSignal(), onAttempt };
  while (!sending.stop.aborted && (await deliverNext(sending, endpoint?.internalId)));
}

function attemptRecord({ endpoint, alerts, outcome, retryAt = null }: Attempt) {
  const detail = outcome.kind === 'failed' ? outcome.detail : null;
  const sent = outcome.kind === 'sent';
  return { endpoint: endpoint.id, alerts, sent, detail, retry_at: formatInstantOrNull(retryAt) };
}

function attemptText({ endpoint: { id }, alerts, outcome, retryAt = null }: Attempt): string {
  const what = alerts.join(', ');
  if (outcome.kind !== 'failed') return `Sent ${what} to ${id}.\n`;
  const next = retryAt === null ? 'The endpoint is now paused.' : `Next try at ${formatInstant(retryAt)}.`;
  return `Could not send ${what} to ${id}. ${outcome.detail} ${next}\n`;
}

async function withEndpoints<Result>(
  deps: CliDeps,
  flags: SettingFlags,
  work: (acting: EndpointDeps) => Promise<Result>,
): Promise<Result> {
  const senders = await deps.senders(flags);
  const { now, random } = deps;
  return await deps.withStore(flags, (db) => work({ db, now, random, senders, actor: OPERATOR }));
}
