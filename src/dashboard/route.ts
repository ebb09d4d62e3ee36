import type { SharedPage } from '../domain/share-link.ts';
import type { Standing } from '../domain/user.ts';
import type { ExportNote } from './note-export.ts';
import type { Outcome } from './outcome.ts';
import type { Visit } from './visit.ts';

/** Who may use a page: anyone, or a user with at least this standing. */
export type Admission = 'anyone' | Standing;

/** One address of the dashboard. There is no other way to mount one, so tests can walk over all of them. */
export interface PageRoute {
  /** With parameters, such as `/brands/:brand/alerts/:alert`. A path with `:brand` is of a brand that the viewer may read. */
  readonly path: string;
  readonly who: Admission;
  /** Who may POST, where that takes more than to GET. */
  readonly whoPosts?: Admission;
  /** What is not for a user who is limited to some brands: the whole route, or only its forms. */
  readonly ofAllBrands?: 'route' | 'forms';
  /**
   * A share link that includes this page shows it, below `/share/:token` instead of `/brands/:brand`; or, where that depends on
   * the parameters, one of these.
   */
  readonly shared?: SharedPage | ((params: Readonly<Record<string, string>>) => readonly SharedPage[]);
  /**
   * What a user changes by opening the page, if a page of this server led there or the user typed the address. Runs before `get`, which
   * cannot write.
   */
  readonly opened?: (visit: Visit) => Promise<void>;
  /** What the audit log calls a download of this route, by a user. It is noted before the file is sent. Null: there is no such file. */
  readonly noted?: (visit: Visit) => ExportNote | null;
  /** GET does not run in a snapshot: it opens a session, reads what is not in the main store, waits for a thread, or counts that it was asked. */
  readonly isOutsideSnapshot?: true;
  /** Runs in one snapshot of the store, which cannot be written. */
  readonly get?: (visit: Visit) => Promise<Outcome>;
  /** What the field `do` of its forms may say, '' for a form without one. None of its forms has the field where this is absent. */
  readonly does?: readonly string[];
  /** `form` is empty if the body is a file. */
  readonly post?: (visit: Visit, form: URLSearchParams) => Promise<Outcome>;
  /**
   * Its address is the permission, and mail programs POST to it (RFC 8058): from anywhere, without a session, in whatever format of a
   * form, which is not read. It answers while nobody can sign in, too.
   */
  readonly isOneClick?: true;
  /** POST takes a text that may be long: an apply file, or pasted questions. */
  readonly takesLongText?: true;
  /** POST takes a file, as multipart/form-data, which `visit.upload()` reads. */
  readonly takesFiles?: true;
}
