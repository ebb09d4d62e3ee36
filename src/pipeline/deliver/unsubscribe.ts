import { RECIPIENT } from '../../domain/access/audit.ts';
import { isPublicId } from '../../domain/access/public-id.ts';
import { findEndpoint } from '../../storage/delivery/endpoints.ts';
import { type EndpointDeps, remove } from './endpoints.ts';
import { endReportMail } from './report-mails.ts';
import { endpointOfToken } from './stop-link.ts';

/** Whether a link belongs to this server, without asking the store, so it does not reveal who gets mail. */
export async function isStopLink(
  { senders }: Pick<EndpointDeps, 'senders'>,
  token: string,
): Promise<boolean> {
  return (await endpointOfToken(token, senders)) !== null;
}

/**
 * Unsubscribes a link's recipient, no matter who opens it; idempotent.
 * @returns whether the link belongs to this server
 */
export async function unsubscribe(deps: Omit<EndpointDeps, 'actor'>, token: string): Promise<boolean> {
  const id = await endpointOfToken(token, deps.senders);
  if (id === null) return false;
  if (isPublicId('rml', id)) {
    await endReportMail({ ...deps, actor: RECIPIENT }, id, 'report.unsubscribe');
    return true;
  }
  const endpoint = await findEndpoint(deps.db, id);
  if (endpoint !== null) await remove({ ...deps, actor: RECIPIENT }, endpoint, 'endpoint.unsubscribe');
  return true;
}
