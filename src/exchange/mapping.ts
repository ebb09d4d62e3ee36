import { OWN_PREFIX } from '../domain/answers/engine.ts';
import { SightlineError } from '../domain/errors.ts';
import { timeZoneNamed, UTC } from '../domain/time/time-zone.ts';
import { IMPORT_FIELDS, type ImportField } from './rows.ts';
import type { DayOrder } from './times.ts';

/** What a person decided about a file. All else is guessed from the file. */
export interface ImportMapping {
  /** The file's column for a field, by its name; empty for none, though one was guessed. */
  readonly columns: ReadonlyMap<ImportField, string>;
  /** By the file's own name of an engine, empty where it says none: see `engineChoice`. */
  readonly engines: ReadonlyMap<string, string>;
  /** By the file's own name of a market, empty where it says none: the name of the brand's. */
  readonly markets: ReadonlyMap<string, string>;
  /** In IANA's spelling, for times without a zone. */
  readonly zone: string;
  /** What comes first in `11/12/2026`; null to take it from the file. */
  readonly first: DayOrder | null;
}

/** One of Sightline's engines by its slug, an engine of the brand's own under a name, or none: its rows are left out. */
export type EngineChoice = { readonly slug: string } | { readonly own: string } | null;

/** Reads a value of `engines`: `chatgpt_app`, `own:DeepSeek`, or empty to leave the engine's rows out. */
export function engineChoice(text: string): EngineChoice {
  if (text === '') return null;
  return text.startsWith(OWN_PREFIX) ? { own: text.slice(OWN_PREFIX.length) } : { slug: text };
}

/** The same as text. */
export function engineChoiceText(choice: EngineChoice): string {
  if (choice === null) return '';
  return 'slug' in choice ? choice.slug : `${OWN_PREFIX}${choice.own}`;
}

/**
 * Reads a mapping as people write it, an entry each: `question=prompt` (a field and the file's column, or nothing for
 * none), `engine:chatgpt-web=chatgpt_app`, `market:US=us-en`, `zone=Europe/Berlin`, `first=day`.
 *
 * @throws SightlineError `invalid_argument` for an entry that means nothing
 */
export function importMappingOf(entries: readonly string[]): ImportMapping {
  const columns = new Map<ImportField, string>();
  const engines = new Map<string, string>();
  const markets = new Map<string, string>();
  let zone = UTC;
  let first: DayOrder | null = null;
  for (const entry of entries) {
    const [, list, name = '', value = ''] = /^\s*(engine|market):(.*)=([^=]*)$/s.exec(entry) ?? [];
    const [, key, column = ''] = /^\s*([a-z]+)\s*=(.*)$/s.exec(entry) ?? [];
    const field = IMPORT_FIELDS.find((each) => each === key);
    if (list !== undefined) (list === 'engine' ? engines : markets).set(name.trim(), value.trim());
    else if (field !== undefined) columns.set(field, column.trim());
    else if (key === 'zone') zone = timeZoneNamed(column);
    else if (key === 'first' && isOrder(column.trim())) first = column.trim() as DayOrder;
    else throw new SightlineError('invalid_argument', refusal(entry));
  }
  return { columns, engines, markets, zone, first };
}

function isOrder(text: string): text is DayOrder {
  return text === 'day' || text === 'month';
}

function refusal(entry: string): string {
  return `${JSON.stringify(entry.slice(0, 100))} maps nothing. Write a field, =, and its column, such as answer=Response, or engine:NAME=chatgpt_app, market:NAME=us-en, zone=Europe/Berlin, or first=day; the fields are ${IMPORT_FIELDS.join(', ')}.`;
}

/** The same as entries, for the store. */
export function mappingEntries({ columns, engines, markets, zone, first }: ImportMapping): string[] {
  return [
    ...[...columns].map(([field, column]) => `${field}=${column}`),
    ...[...engines].map(([name, choice]) => `engine:${name}=${choice}`),
    ...[...markets].map(([name, market]) => `market:${name}=${market}`),
    ...(zone === UTC ? [] : [`zone=${zone}`]),
    ...(first === null ? [] : [`first=${first}`]),
  ];
}
