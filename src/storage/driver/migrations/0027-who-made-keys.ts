import type { Types } from '../capabilities.ts';

/** Who made a key, as the audit log says it: the id of a user, or a word. Null where the log no longer knows. */
export const whoMadeKeys = (t: Types): string[] => [
  `alter table api_keys add column created_by ${t.text}`,
  `update api_keys set created_by = (
    select max(actor) from audit_log
    where (action = 'key.create' and subject = api_keys.public_id)
      or (action = 'key.rotate' and detail = 'with ' || api_keys.public_id)
  )`,
];
