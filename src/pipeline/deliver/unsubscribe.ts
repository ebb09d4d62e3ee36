import { RECIPIENT } from '../../domain/audit.ts';
import { findEndpoint } from '../../storage/delivery/endpoints.ts';
import { type EndpointDeps, remove } from './endpoints.ts';
import { endpointOfToken } from './stop-link.ts';

/** Whether a link in a mail is one of this server, as far as can be told without asking the store: it says nothing of who gets mail. */
export async function isStopLink(
  { senders }: Pick<EndpointDeps, 'senders'>,
  token: string,
): Promise<boolean> {
  return (await endpointOfToken(token, senders)) !== null;
}

/**
 * Ends the mail to whom a link was sent, without asking who opened it. Where that was done before, nothing happens, and nobody is told
 * which it was.
 *
 * @returns whether the link is one of this server
 */
export async function unsubscribe(deps: Omit<EndpointDeps, 'actor'>, token: string): Promise<boolean> {
  const id = await endpointOfToken(token, deps.senders);
  if (id === null) return false;
  const endpoint = await findEndpoint(deps.db, id);
  if (endpoint !== null) await remove({ ...deps, actor: RECIPIENT }, endpoint, 'endpoint.unsubscribe');
  return true;
}
