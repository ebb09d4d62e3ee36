import { unlessAborted } from '../reach/unless-aborted.ts';
import { failed, type Mailer, type Outcome, type StopLink } from './senders.ts';

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with a login if the server wants one. */
  readonly url: string;
  /** The address that mail comes from. */
  readonly from: string;
}

/** For all of a mail, and for each silence of the server. */
const DEADLINE_MS = 45_000;
const SILENCE_MS = 15_000;

/** Hands mail to the operator's own mail server, over a connection for each. */
export function smtpMailer(settings: SmtpSettings, deadlineMs = DEADLINE_MS): Mailer {
  return async ({ to, subject, text, html, messageId, stopLink, at }, stop) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    const message = {
      ...{ from: settings.from, to: { name: '', address: to }, subject, text, html, messageId },
      ...{ date: new Date(at), headers: { 'Auto-Submitted': 'auto-generated', ...stopHeaders(stopLink) } },
    };
    try {
      await unlessAborted(sendBy(settings, message), AbortSignal.any([deadline, stop]));
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
 * What mail programs show as a button (RFC 2369), and whether they may send a POST there themselves (RFC 8058). On one line each,
 * because not every program reads a header that begins on its second.
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

/** What only some installations need is loaded when they do. */
async function sendBy({ url }: SmtpSettings, message: object): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const { protocol, username } = new URL(url);
  const transport = createTransport({
    url,
    ...{ connectionTimeout: SILENCE_MS, greetingTimeout: SILENCE_MS },
    ...{ socketTimeout: SILENCE_MS, dnsTimeout: SILENCE_MS, socketCloseTimeout: 0 },
    // A password never crosses the network unencrypted, whatever the server offers.
    requireTLS: protocol === 'smtp:' && username !== '',
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  await transport.sendMail(message);
}

/** By codes alone: what a mail server says may repeat the login. */
function failureOf(error: unknown): Outcome {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (code === 'EAUTH') return failed('The mail server refused the login of this server.');
  if (typeof responseCode === 'number') return failed(`The mail server answered ${responseCode}.`);
  const known = typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : '';
  return failed(`The mail server could not be used${known}.`);
}
