import type { EndpointKind } from '../../domain/endpoint.ts';

/** What became of something that was sent. */
export type Outcome =
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'failed';
      /** A sentence for whoever runs the endpoint. It never holds what was sent, where to, or what came back. */
      readonly detail: string;
      /** Whether the endpoint says that it no longer exists. */
      readonly isGone: boolean;
      /** How long it asked to be left alone; 0 if it did not. */
      readonly askedMs: number;
    }
  /** Given up because this process stops. Whether it arrived is not known. */
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

/** Posts a message to a URL. */
export interface Poster {
  readonly post: (request: PostRequest, stop: AbortSignal) => Promise<Outcome>;
  /** Why nothing is ever posted to a URL, as far as it can be seen without looking its host up; null if it may be. */
  readonly refusalOf: (url: URL) => string | null;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as HTML, where there is more to it than text. */
  readonly html?: string;
  /** The same for the same alerts, so that a mail that comes twice is recognized. */
  readonly messageId: string;
  /** Where a person stops it; null if nobody knows. */
  readonly stopLink: StopLink | null;
  readonly at: number;
}

/** Where a mail is stopped. */
export interface StopLink {
  readonly url: string;
  /** Whether it leads to a page for editors. If not, whoever has the link may stop the mail. */
  readonly needsEditor: boolean;
}

/** Hands a mail to a mail server. */
export type Mailer = (mail: Mail, stop: AbortSignal) => Promise<Outcome>;

/** What sending alerts needs of the world; main/ makes it. */
export interface Senders {
  readonly poster: Poster;
  /** The key that secrets of webhooks are encrypted with; null if this process has none. */
  readonly secretKey: (() => Promise<string>) | null;
  /** Null if no mail server is set. */
  readonly mailer: Mailer | null;
  /** Where the dashboard is, without a slash at its end, for links in mail; null if that is not set. */
  readonly publicUrl: string | null;
}

/** The kinds of endpoints that a process with these can send to. */
export function kindsOf({ secretKey, mailer }: Senders): EndpointKind[] {
  return [...(secretKey ? (['webhook'] as const) : []), ...(mailer ? (['mail'] as const) : [])];
}
