/** What is stored of a log beside its numbers of lines, as JSON. Never a raw line, except unread ones with masked addresses. */
export interface LogDetail {
  /** In words; null while no line was recognized. */
  readonly format: string | null;
  /** Fields and where the log has them, as the user said: `status=code`. */
  readonly mapping: readonly string[];
  /** The first lines that the format does not fit. */
  readonly unreadFirst: readonly string[];
  /** What counted, and did not before. */
  readonly crawls: number;
  readonly visits: number;
  /** Lines that would count, but counted before. */
  readonly repeated: number;
  /** Lines that would count, on days that take no more. */
  readonly closed: number;
  /** Lines of other hosts than the brand's. */
  readonly elsewhere: number;
}

export const NO_LOG_DETAIL: LogDetail = {
  ...{ format: null, mapping: [], unreadFirst: [], crawls: 0, visits: 0 },
  ...{ repeated: 0, closed: 0, elsewhere: 0 },
};
