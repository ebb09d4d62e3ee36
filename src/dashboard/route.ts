import type { Standing } from '../domain/access/user.ts';
import type { SharedPage } from '../domain/sharing/shared-report.ts';
import type { Outcome } from './markup/outcome.ts';
import type { ExportNote } from './note-export.ts';
import type { Visit } from './visit/visit.ts';

/** Minimum role for a page. */
export type Admission = 'anyone' | Standing;

/** One dashboard address. Tests walk over every route. */
export interface PageRoute {
  /** With parameters, such as `/brands/:brand/alerts/:alert`. For `:brand`, the viewer must have access to that brand. */
  readonly path: string;
  readonly who: Admission;
  /** Minimum role for POST, if higher than for GET. */
  readonly whoPosts?: Admission;
  /** Refused to users limited to some brands: the whole route, or only its forms. */
  readonly ofAllBrands?: 'route' | 'forms';
  /** The page whose links include this route below `/share/:token`, or a frozen report itself; or, if the parameters decide, any of several pages. */
  readonly shared?:
    | SharedPage
    | 'report'
    | ((params: Readonly<Record<string, string>>) => readonly SharedPage[]);
  /** A change made by opening the page, if a link on this server or a typed address led there. Runs before `get`, which cannot write. */
  readonly opened?: (visit: Visit) => Promise<void>;
  /** The audit log entry for a user's download, written before the file is sent. Null: no such file. */
  readonly noted?: (visit: Visit) => ExportNote | null;
  /** GET needs no snapshot: it opens a session, reads another store, or waits for a thread. */
  readonly isOutsideSnapshot?: true;
  /** Whether GET may wait for another server. It takes no turn then, so nobody else waits with it. */
  readonly waitsForOthers?: true;
  /** Runs in one read-only snapshot. */
  readonly get?: (visit: Visit) => Promise<Outcome>;
  /** Allowed values of the form field `do`, '' for a form without it. Absent: no form on the page has the field. */
  readonly does?: readonly string[];
  /** `form` is empty for file uploads. */
  readonly post?: (visit: Visit, form: URLSearchParams) => Promise<Outcome>;
  /**
   * The address itself is the permission. Mail programs POST to it (RFC 8058) from anywhere, without a session, with a form body that the
   * route ignores. It works even before the first user exists.
   */
  readonly isOneClick?: true;
  /** Readers of client links may POST the form too, within limits per link and address. */
  readonly takesSharedForm?: true;
  /** POST accepts long text: pasted questions. */
  readonly takesLongText?: true;
  /** POST accepts a file (multipart/form-data), read with `visit.upload()`. */
  readonly takesFiles?: true;
}
