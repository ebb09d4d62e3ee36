import Type from 'typebox';
import type { SeenBrand } from '../../storage/directory/brands.ts';
import { listSomeQuestions } from '../../storage/directory/prompts.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Report } from '../shape/report.ts';
import { readonlyList } from '../shape/schemas.ts';

/** What `meta` of a report that counts mentions has in addition. */
const lowerBoundsMeta = {
  lower_bounds: readonlyList(
    Type.String(),
    'Tracked names that are ordinary words of a language that the brand is asked in. What is counted of them is a lower ' +
      'bound, because an answer that may only use the word is not counted.',
  ),
};

/** Every field of a report's `meta`, besides those that each report has. */
export function metaOf({ meta, countsMentions }: Report): Report['meta'] {
  return countsMentions ? { ...meta, ...lowerBoundsMeta } : meta;
}

/** The word lists are loaded only where a report is run. To import them again would look for their file each time. */
const load = () => import('../../extract/names/lower-bounds.ts');
let loading: ReturnType<typeof load> | undefined;

/** The tracked names of a brand whose counts are lower bounds. */
export async function lowerBoundsOf(db: Database, { id, tracked, markets }: SeenBrand): Promise<string[]> {
  loading ??= load();
  const { likelyLanguages, ordinaryLanguagesOf } = await loading;
  const languages = likelyLanguages(markets, await listSomeQuestions(db, id));
  const names = tracked.flatMap((brand) => brand.names);
  return [
    ...new Set(
      names.filter((name) => ordinaryLanguagesOf(name, languages).length > 0).map(({ text }) => text),
    ),
  ];
}

/** The names whose counts are lower bounds, as a report's `meta` has them; a server of an earlier version has none. */
export function lowerBoundsIn(meta: { readonly lower_bounds?: readonly string[] }): readonly string[] {
  return meta.lower_bounds ?? [];
}

/** What to keep in mind with names whose counts are lower bounds, and what to do about it; empty if there are none. */
export function lowerBoundsNote(names: readonly string[]): string {
  const words = lowerBoundsWords(names);
  return words === '' ? '' : `${words} ${TO_DO}`;
}

/** The same for a reader who cannot change the names. */
export function lowerBoundsWords(names: readonly string[]): string {
  if (names.length === 0) return '';
  const quoted = names.slice(0, MOST_SHOWN).map((name) => `“${name}”`);
  const more = names.length > MOST_SHOWN ? [`${names.length - MOST_SHOWN} more`] : [];
  const shown = LIST.format([...quoted, ...more]);
  const [are, them] = names.length === 1 ? ['is an ordinary word', 'it'] : ['are ordinary words', 'them'];
  return `${shown} ${are} too, so what is counted of ${them} is a lower bound: where only the word may be meant, nothing is counted.`;
}

/** What would have more of it counted. */
const TO_DO =
  'Add a longer name as an alias, such as its domain, where answers use one: that is always counted.';

const LIST = new Intl.ListFormat('en-US');

const MOST_SHOWN = 3;
