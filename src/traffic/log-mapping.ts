import { SightlineError } from '../domain/errors.ts';
import { LOG_FIELDS, type LogMapping } from './formats/log-format.ts';

/** @throws as `mappingOf` */
export function logMappingOf(entries: readonly string[]): LogMapping {
  return mappingOf(entries, LOG_FIELDS);
}

/**
 * A mapping as people write it: `status=code`, an entry per field of ours and its place in the file.
 *
 * @throws SightlineError `invalid_argument` for another form or a field that there is not
 */
export function mappingOf<Field extends string>(
  entries: readonly string[],
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const mapping: Partial<Record<Field, string>> = {};
  for (const entry of entries) {
    const [, name = '', place = ''] = /^\s*(\w+)\s*=\s*(\S.*?)\s*$/s.exec(entry) ?? [];
    const field = fields.find((each) => each === name.toLowerCase());
    if (field === undefined) throw new SightlineError('invalid_argument', refusal(entry, fields));
    mapping[field] = place;
  }
  return mapping;
}

function refusal(entry: string, fields: readonly string[]): string {
  return `${JSON.stringify(entry.slice(0, 100))} maps nothing. Write a field, =, and its place in the file, such as ${fields[0]}=code; the fields are ${fields.join(', ')}.`;
}
