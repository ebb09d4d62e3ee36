import Type from 'typebox';
import { listSomeQuestions } from '../../storage/directory/brand/prompts.ts';
import type { BrandSnapshot } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { importedMeta, tellsImported } from '../shape/imported.ts';
import type { Report } from '../shape/report.ts';
import { readonlyList } from '../shape/schemas.ts';

/** `meta` fields in reports that count mentions. */
const lowerBoundsMeta = {
  lower_bounds: readonlyList(
    Type.String(),
    'Tracked names that are ordinary words in a language you ask in. Their counts are lower bounds, because ' +
      'answers that may only use the word do not count.',
  ),
};

export function metaOf(report: Report): Report['meta'] {
  return {
    ...report.meta,
    ...(tellsImported(report) && importedMeta),
    ...(report.countsMentions && lowerBoundsMeta),
  };
}

/** Loads the word lists only when a report runs. A second import would look for their file again. */
const load = () => import('../../extract/names/words/ordinary-languages.ts');
let loading: ReturnType<typeof load> | undefined;

/** A brand's tracked names whose counts are lower bounds. */
export async function lowerBoundsOf(
  db: Database,
  { id, tracked, markets }: BrandSnapshot,
): Promise<string[]> {
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

/** The names in `meta` whose counts are lower bounds. Servers with earlier versions send none. */
export function lowerBoundsIn(meta: { readonly lower_bounds?: readonly string[] }): readonly string[] {
  return meta.lower_bounds ?? [];
}

/** The note on lower bounds and their remedy; empty without any. */
export function lowerBoundsNote(names: readonly string[]): string {
  const words = lowerBoundsWords(names);
  return words === '' ? '' : `${words} ${TO_DO}`;
}

/** The lower bounds in words, for readers who cannot change the names. */
export function lowerBoundsWords(names: readonly string[]): string {
  if (names.length === 0) return '';
  const quoted = names.slice(0, MOST_SHOWN).map((name) => `“${name}”`);
  const more = names.length > MOST_SHOWN ? [`${names.length - MOST_SHOWN} more`] : [];
  const shown = LIST.format([...quoted, ...more]);
  const [are, them] = names.length === 1 ? ['is an ordinary word', 'it'] : ['are ordinary words', 'them'];
  return `${shown} ${are} too, so counts of ${them} are lower bounds: answers that may mean only the word do not count.`;
}

/** The remedy. */
const TO_DO = 'If answers use a longer name, such as its domain, add it as an alias: that always counts.';

const LIST = new Intl.ListFormat('en-US');

const MOST_SHOWN = 3;
