import { SightlineError } from '../domain/errors.ts';
import { LOG_FIELDS, type LogField, type LogMapping } from './formats/log-format.ts';

/**
 * A mapping as people write it: `status=code`, an entry per field of ours and its place in the log.
 *
 * @throws SightlineError `invalid_argument` for another form or a field that there is not
 */
export function logMappingOf(entries: readonly string[]): LogMapping {
  const mapping: Partial<Record<LogField, string>> = {};
  for (const entry of entries) {
    const [, name = '', place = ''] = /^\s*(\w+)\s*=\s*(\S.*?)\s*$/s.exec(entry) ?? [];
    const field = LOG_FIELDS.find((each) => each === name.toLowerCase());
    if (field === undefined) throw new SightlineError('invalid_argument', refusal(entry));
    mapping[field] = place;
  }
  return mapping;
}

function refusal(entry: string): string {
  const fields = LOG_FIELDS.join(', ');
  return `${JSON.stringify(entry.slice(0, 100))} maps nothing. Write a field, =, and its place in the log, such as status=code; the fields are ${fields}.`;
}
