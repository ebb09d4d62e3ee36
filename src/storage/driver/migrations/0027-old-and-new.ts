import type { Types } from '../capabilities.ts';

/** What an entry of the audit log changed, as JSON: a list of [what, old value, new value]. Null where nothing has values. */
export const oldAndNew = (t: Types): string[] => [`alter table audit_log add column changes ${t.text}`];
