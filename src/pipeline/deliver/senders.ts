import type { SendingKind } from '../../storage/delivery/endpoints.ts';

export type Outcome =
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'failed';
      /** A sentence for the endpoint's owner. Never contains the message, the address, or the response. */
      readonly detail: string;
      /** Whether the endpoint says that it no longer exists. */
      readonly isGone: boolean;
      /** Requested wait; 0 if none. */
      readonly askedMs: number;
    }
  /** The process stopped during sending. The message may have arrived. */
  | { readonly kind: 'stopped' };

export function failed(
  detail: string,
  { isGone = false, askedMs = 0 }: { readonly isGone?: boolean; readonly askedMs?: number } = {},
): Outcome {
  return { kind: 'failed', detail, isGone, askedMs };
}

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Poster {
  readonly post: (request: PostRequest, stop: AbortSignal) => Promise<Outcome>;
  /** Why the poster refuses a URL, before any host look-up; null if it may post. */
  readonly refusalOf: (url: URL) => string | null;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** HTML version, if it has more than the text. */
  readonly html?: string;
  /** Stable for the same alerts, so mail programs recognize a repeated mail. */
  readonly messageId: string;
  /** Null without a dashboard address. */
  readonly stopLink: StopLink | null;
  readonly at: number;
}

export interface StopLink {
  readonly url: string;
  /** Whether it leads to a page for editors; otherwise the link alone suffices. */
  readonly needsEditor: boolean;
}

export type Mailer = (mail: Mail, stop: AbortSignal) => Promise<Outcome>;

/** Connections to the outside for sending alerts; main/ makes them. */
export interface Senders {
  readonly poster: Poster;
  /** Encrypts webhook secrets; null if this process has none. */
  readonly secretKey: (() => Promise<string>) | null;
  /** Null without a mail server. */
  readonly mailer: Mailer | null;
  /** Dashboard address without a trailing slash, for links in mail; null if unset. */
  readonly publicUrl: string | null;
}

/** Kinds of endpoints that these senders can reach; reports only for those who can compose them. */
export function kindsOf({ secretKey, mailer }: Senders, composesReports: boolean): SendingKind[] {
  const posted = composesReports ? (['webhook', 'report_post'] as const) : (['webhook'] as const);
  const byMail = composesReports ? (['mail', 'report'] as const) : (['mail'] as const);
  return [...(secretKey ? posted : []), ...(mailer ? byMail : [])];
}
