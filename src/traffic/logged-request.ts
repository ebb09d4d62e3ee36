/** A request to the site, as its log tells it. */
export interface LoggedRequest {
  /** UTC milliseconds. */
  readonly at: number;
  /** The host asked, lowercase without port; null if the log does not say. */
  readonly host: string | null;
  /** Uppercase; null if the log does not say. */
  readonly method: string | null;
  /** Path and query as requested: `/pricing?plan=team`. */
  readonly target: string;
  /** The HTTP status; null if the log does not say. */
  readonly status: number | null;
  /** The client's address; null if the log does not say. */
  readonly address: string | null;
  /** The user agent; null for none. */
  readonly agent: string | null;
  /** The address of the page that led here; null for none. */
  readonly referrer: string | null;
  /** What the log calls the request, if several of its records may tell of it. */
  readonly id?: string;
}

/** What one line of a log says: a request, nothing to count (a header, a comment, an empty line), or no form we know. */
export type LineRead = LoggedRequest | 'nothing' | 'unread';

/** Reads a log's lines in order: a header line may change how the next ones are read. */
export type LineReader = (line: string) => LineRead;
