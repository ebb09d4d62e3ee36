import { RECIPIENT } from '../../domain/audit.ts';
import { isPublicId } from '../../domain/public-id.ts';
import { findEndpoint } from '../../storage/delivery/endpoints.ts';
import { type EndpointDeps, remove } from './endpoints.ts';
import { endReportMail } from './report-mails.ts';
import { endpointOfToken } from './stop-link.ts';

/** Whether a link in a mail is one of this server, as far as can be told without asking the store: it says nothing of who gets mail. */
export async function isStopLink(
  { senders }: Pick<EndpointDeps, 'senders'>,
  token: string,
): Promise<boolean> {
  return (await endpointOfToken(token, senders)) !== null;
}

/**
 * Ends the mail to whoever a link was sent to, without asking who opened it. If it had ended already, nothing happens, and the answer
 * is the same.
 *
 * @returns whether the link is one of this server
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
