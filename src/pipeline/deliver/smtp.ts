import { raceAbort } from '../reach/race-abort.ts';
import { failed, type Mailer, type Outcome, type StopLink } from './senders.ts';

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with credentials if the server needs them. */
  readonly url: string;
  /** Sender address. */
  readonly from: string;
}

/** Time limit for a whole mail, and for each silence of the server. */
const DEADLINE_MS = 45_000;
const SILENCE_MS = 15_000;

/** Sends mail through the operator's server, one connection per mail. */
export function smtpMailer(settings: SmtpSettings, deadlineMs = DEADLINE_MS): Mailer {
  return async ({ to, subject, text, html, messageId, stopLink, at }, stop) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    const message = {
      from: settings.from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId,
      date: new Date(at),
      headers: { 'Auto-Submitted': 'auto-generated', ...stopHeaders(stopLink) },
    };
    try {
      await raceAbort(sendBy(settings, message), AbortSignal.any([deadline, stop]));
      return { kind: 'sent' };
    } catch (error) {
      if (stop.aborted) return { kind: 'stopped' };
      if (deadline.aborted)
        return failed(`The mail server did not finish within ${deadlineMs / 1000} seconds.`);
      return failureOf(error);
    }
  };
}

/**
 * Mail programs' unsubscribe button (RFC 2369), with a POST to the link if RFC 8058 applies. One line each, because
 * some programs ignore a header that begins on its second line.
 */
function stopHeaders(stopLink: StopLink | null): Record<string, string | object> {
  if (stopLink === null) return {};
  const { href, protocol } = new URL(stopLink.url);
  const isOneClick = !stopLink.needsEditor && protocol === 'https:';
  return {
    'List-Unsubscribe': { prepared: true, value: `<${href}>` },
    ...(isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

/** Loads the mail library only in installations that use it. */
async function sendBy({ url }: SmtpSettings, message: object): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const { protocol, username } = new URL(url);
  const transport = createTransport({
    url,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: SILENCE_MS,
    socketCloseTimeout: 0,
    // Never send a password unencrypted, regardless of the server's offer.
    requireTLS: protocol === 'smtp:' && username !== '',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  await transport.sendMail(message);
}

/** Codes only: server messages may repeat the login. */
function failureOf(error: unknown): Outcome {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (code === 'EAUTH') return failed("The mail server refused this server's login.");
  if (typeof responseCode === 'number') return failed(`The mail server answered ${responseCode}.`);
  const known = typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : '';
  return failed(`Sightline cannot use the mail server${known}.`);
}
