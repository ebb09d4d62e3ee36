import type { Report } from '../../reports/shape/report.ts';
import type { Html } from './html.ts';

/** A page without its frame. */
export interface Page {
  readonly kind: 'page';
  /** Title for the browser tab and history. */
  readonly title: string;
  readonly main: Html;
  readonly status?: number;
  /** When the client may retry a refused request. */
  readonly retryAfterSeconds?: number | undefined;
  /** Reports on the page. The bar offers the filters that all of them accept. */
  readonly figures?: readonly Report[];
  /** Whether the figures have their own window, as comparisons do. */
  readonly ownWindow?: boolean;
  /** The engines and markets in the page's rows, if the page filters its rows itself. */
  readonly rowsOf?: { readonly engines: readonly string[]; readonly market: boolean };
  /** Downloads. `href` is null if the reader may not have the file. */
  readonly csv?: readonly { readonly label: string; readonly href: string | null }[];
  /** Where the browser goes at once, also on another server. */
  readonly goesTo?: string;
  /** An address on another server where its form may lead. */
  readonly leadsTo?: string;
  /** Reload interval without a script. */
  readonly refreshSeconds?: number;
  /** Starts this browser's session, for a page with what only now can be shown; or ends it. */
  readonly session?: StartedSession | 'ended';
}

export interface Redirect {
  readonly kind: 'redirect';
  /** As `redirect` says. */
  readonly to: string;
  /** Starts or ends this browser's session. */
  readonly session?: StartedSession | 'ended' | undefined;
  /** The theme to remember; null for the system's. */
  readonly theme?: Theme | null;
  /** What this browser keeps of a begun sign-on; blank to forget it. */
  readonly begunSignOn?: string;
}

export interface StartedSession {
  readonly token: string;
  /** UTC milliseconds. */
  readonly expiresAt: number;
}

export type Theme = 'light' | 'dark';

export interface Download {
  readonly kind: 'download';
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Text, or chunks to stream. */
  readonly body: string | AsyncIterable<string>;
}

export type Outcome = Page | Redirect | Download;

export function page(fields: Omit<Page, 'kind'>): Page {
  return { kind: 'page', ...fields };
}

/** Redirects with GET. @param to a path here, or the checked address of an OAuth client or the sign-on provider */
export function redirect(to: string, extra: Omit<Redirect, 'kind' | 'to'> = {}): Redirect {
  return { kind: 'redirect', to, ...extra };
}

export function download(fields: Omit<Download, 'kind'>): Download {
  return { kind: 'download', ...fields };
}
