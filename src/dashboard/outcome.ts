import type { Report } from '../reports/shape/report.ts';
import type { Html } from './html.ts';

/** The parts of a brand that have a tab, in the order of the tabs, by the last part of their path. */
export const TABS = {
  overview: 'Overview',
  trend: 'Trend',
  questions: 'Questions',
  competitors: 'Competitors',
  sources: 'Sites',
  said: 'What they say',
  answers: 'Answers',
  alerts: 'Alerts',
} as const;

/** The pages of a brand for whoever runs its panel of questions, in the same way. */
export const PANEL = {
  'collecting/plan': 'Plan',
  collecting: 'Collecting',
  setup: 'Setup',
  import: 'Import',
  experiments: 'Experiments',
  events: 'Events',
} as const;

/** What is made for a client of a brand: whole reports, and for links to pages a summary. */
export const REPORT = { reports: 'Report', share: 'Summary' } as const;

/** The letter that goes to a page, after `g`. */
export const KEYS: Readonly<Partial<Record<Tab, string>>> = {
  overview: 'o',
  trend: 't',
  questions: 'q',
  competitors: 'c',
  sources: 's',
  said: 'w',
  answers: 'a',
  alerts: 'l',
  'collecting/plan': 'p',
  collecting: 'k',
  reports: 'r',
};

export type Tab = keyof typeof TABS | keyof typeof PANEL | keyof typeof REPORT;

/** A page, without what every page has around it. */
export interface Page {
  readonly kind: 'page';
  /** What the browser's tab and the history say. */
  readonly title: string;
  /** The tab of the brand that it belongs to, or the page of its panel. */
  readonly tab?: Tab | undefined;
  readonly main: Html;
  readonly status?: number;
  /** When what was refused may be tried again. */
  readonly retryAfterSeconds?: number | undefined;
  /** The reports whose figures are on it: the bar offers what all of them take. */
  readonly figures?: readonly Report[];
  /** Whether they are of a window that the bar does not choose, as those of a comparison are. */
  readonly ownWindow?: boolean;
  /** The engines that its rows are of, where it leaves out those of others itself, and the markets that it does so of. */
  readonly rowsOf?: { readonly engines: readonly string[]; readonly market: boolean };
  /** The downloads of what is on it. Where its address is null, this reader may not have it. */
  readonly csv?: readonly { readonly label: string; readonly href: string | null }[];
  /** Reload it after this many seconds where no script does. */
  readonly refreshSeconds?: number;
}

export interface Redirect {
  readonly kind: 'redirect';
  readonly to: string;
  /** Starts a session in this browser, or ends the one that it has. */
  readonly session?: StartedSession | 'ended' | undefined;
  /** The theme that the browser keeps; null for that of its system. */
  readonly theme?: Theme | null;
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
  /** The media type. */
  readonly type: string;
  /** Text, or pieces of it that are sent as they are made. */
  readonly body: string | AsyncIterable<string>;
}

/** What a request for a page leads to. */
export type Outcome = Page | Redirect | Download;

export function page(fields: Omit<Page, 'kind'>): Page {
  return { kind: 'page', ...fields };
}

/** Sends the browser to another page of the dashboard, which it then GETs. @param to a path that begins with `/` */
export function redirect(to: string, extra: Pick<Redirect, 'session' | 'theme'> = {}): Redirect {
  return { kind: 'redirect', to, ...extra };
}

export function download(fields: Omit<Download, 'kind'>): Download {
  return { kind: 'download', ...fields };
}
