import { proposedEngine } from './engine-names.ts';
import type { JsonObject } from './json-records.ts';
import { columnsOf, valueAt } from './json-records.ts';
import { IMPORT_FIELDS, type ImportField } from './rows.ts';
import { isTime } from './times.ts';
import { citationsIn, isNothing, namedIn, positionIn, textIn } from './values.ts';

/** Names of columns, best first, in English, German, French, and Spanish: in small letters, with blanks for all other signs. */
const NAMES: Readonly<Record<ImportField, readonly RegExp[]>> = {
  question: [
    /^(?:prompt|question|frage|pregunta)(?: text)?$/,
    /^(?:user )?(?:prompt|query|question)(?: text| name)?$/,
    /^(?:anfrage|suchanfrage|requete|consulta|invite|search query|keyword|suchbegriff|mot cle|palabra clave)$/,
    /^(?:prompt|question|query) (?:value|message|content)$|^(?:prompt|question|query) \w+ text$/,
  ],
  engine: [
    /^(?:(?:ai|answer|search|ki|ia) )?(?:engine|platform|plattform|plateforme|plataforma|moteur|motor|suchmaschine|chatbot|assistant)(?: name)?$/,
    /^(?:ai )?(?:provider|surface|data source|channel|llm|anbieter|fournisseur|proveedor|quelle der antwort)(?: name)?$/,
    /^(?:ai |ki )?(?:model|modell|modele|modelo)(?: name)?$/,
  ],
  time: [
    /^(?:created|collected|asked|fetched|captured|run|answered|response|recorded|observed|scraped|executed|checked)(?: at| on| date| time| timestamp)$/,
    /^(?:timestamp|date ?time|zeitstempel|horodatage|fecha y hora|datum uhrzeit|datum und uhrzeit|erstellt am|cree le|creado(?: el)?)(?: utc)?$/,
    /^(?:date|datum|fecha|zeit|zeitpunkt|time|tag|day|dia|jour|erstellt|last updated|updated at)(?: utc)?$/,
  ],
  market: [
    /^(?:market|markt|marche|mercado)$/,
    /^(?:country|land|pays|pais)(?: code| name)?$/,
    /^(?:region|location|locale|geo|standort|lieu|ubicacion)(?: code| name)?$/,
  ],
  answer: [
    /^(?:(?:ai|full|raw|model|llm) )?(?:answer|response|antwort|reponse|respuesta|reply)(?: text| content| body| markdown|text)?$/,
    /^(?:answer|response) \w+$|^(?:output|completion|antworttext|text|content|texte|texto|inhalt)$/,
  ],
  citations: [
    /^(?:citations?|cited (?:urls?|pages?|links?)|citation (?:urls?|links?)|sources?|source (?:urls?|links?)|quellen?|zitate|fuentes?|citas)(?: json| list)?$/,
    /^(?:urls?|links?|references?|liens?|enlaces?|referencias?|verweise|belege|zitierte (?:seiten|urls))(?: json| list)?$/,
  ],
  searches: [
    /^(?:search|web|fan ?out|query fan ?out|web search|sub)? ?(?:searches|queries|fan ?out|suchanfragen|recherches|busquedas)(?: json| list)?$/,
  ],
  model: [/^(?:ai |llm )?(?:model|modell|modele|modelo)(?: name| id| version)?$|^version$/],
  id: [/^(?:id|uuid|guid|external id|(?:answer|response|chat|result|snapshot|observation|row) (?:id|uuid))$/],
  named: [
    /^(?:(?:is )?(?:brand |our brand )?(?:mentioned|present|named|found|visible)|(?:brand )?mentions?|(?:brand )?mention(?:s)? count|answer mentioned|marke erwahnt|erwahnt|genannt|mentionnee?|mencionad[oa]|marque mentionnee|marca mencionada|brands mentioned)$/,
  ],
  position: [
    /^(?:(?:brand |our |mention )?(?:position|rank|ranking|placement)|platz|rang|posicion|puesto|positionierung)$/,
  ],
};

/** A column's name as `NAMES` has it; of a name with dots its last part, too. */
function plainName(name: string): string {
  return name
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();
}

type Cells = readonly unknown[];
const share = (cells: Cells, fits: (cell: unknown) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(fits).length / cells.length;
const words = (cell: unknown): number => (textIn(cell) ?? '').split(/\s+/).length;
const lengthOf = (cells: Cells): number =>
  cells.reduce<number>((sum, cell) => sum + (textIn(cell)?.length ?? 0), 0) / Math.max(1, cells.length);
const isNumber = (cell: unknown): boolean => /^[-+]?\d+(?:[.,]\d+)?%?$/.test(textIn(cell) ?? '');

/** What the cells of a column with a field's name must hold to be it. An empty column is what its name says. */
const HOLDS: Readonly<Record<ImportField, (cells: Cells) => boolean>> = {
  question: (cells) => share(cells, isNumber) < 0.5 && lengthOf(cells) < 2000,
  engine: (cells) => share(cells, isNumber) < 0.5 && lengthOf(cells) < 80,
  time: (cells) => share(cells, isTime) >= 0.5,
  market: (cells) => share(cells, isNumber) < 0.5 && lengthOf(cells) < 60,
  answer: (cells) => share(cells, isNumber) < 0.5 && share(cells, (cell) => textIn(cell) !== null) > 0.5,
  citations: (cells) =>
    share(cells, (cell) => (citationsIn(cell)?.length ?? 0) > 0 || isEmptyList(cell)) > 0.5,
  searches: (cells) => share(cells, isNumber) < 0.5,
  model: (cells) => lengthOf(cells) < 100,
  id: (cells) => new Set(cells.map((cell) => textIn(cell))).size === cells.length,
  named: (cells) => share(cells, (cell) => namedIn(cell, ['']) !== null) > 0.5,
  position: (cells) => share(cells, (cell) => positionIn(cell, []) !== null || textIn(cell) === '0') > 0.5,
};

const isEmptyList = (cell: unknown): boolean =>
  Array.isArray(cell) ? cell.length === 0 : textIn(cell) === '[]';

/** Fields that cells alone can show, where no column has their name. */
const BY_CELLS: Readonly<Partial<Record<ImportField, (cells: Cells) => number>>> = {
  time: (cells) => (share(cells, isTime) >= 0.9 ? 1 : 0),
  engine: (cells) =>
    share(cells, (cell) => proposedEngine(textIn(cell) ?? '', '') !== null && words(cell) < 6) >= 0.5 ? 1 : 0,
  citations: (cells) =>
    share(
      cells,
      (cell) =>
        (citationsIn(cell)?.length ?? 0) > 0 && words(cell) < 2 * (citationsIn(cell)?.length ?? 0) + 1,
    ) >= 0.8
      ? 1
      : 0,
  answer: (cells) => (lengthOf(cells) > 150 ? lengthOf(cells) : 0),
  question: (cells) =>
    share(cells, (cell) => words(cell) >= 3) >= 0.6 && lengthOf(cells) < 400 ? lengthOf(cells) : 0,
};

/** Guesses which column of a table is which field, by names first and then by what the first rows hold. */
export function guessedColumns(rows: readonly JsonObject[]): Map<ImportField, string> {
  const names = [...new Set(rows.flatMap((row) => columnsOf(row)))];
  const cells = new Map(
    names.map((name) => [name, rows.map((row) => valueAt(row, name)).filter((cell) => !isNothing(cell))]),
  );
  const found = new Map<ImportField, string>();
  const open = () => names.filter((name) => ![...found.values()].includes(name));
  const fits = (field: ImportField, name: string) => {
    const held = cells.get(name) ?? [];
    return held.length === 0 || HOLDS[field](held);
  };
  for (const field of IMPORT_FIELDS) {
    const named = NAMES[field].flatMap((pattern) =>
      open().filter((each) => pattern.test(plainName(each)) && fits(field, each)),
    );
    const name = named.find((each) => (cells.get(each) ?? []).length > 0) ?? named[0];
    if (name !== undefined) found.set(field, name);
  }
  for (const [field, score] of Object.entries(BY_CELLS) as [ImportField, (cells: Cells) => number][]) {
    if (found.has(field)) continue;
    const scores = open().map((name) => ({ name, score: score(cells.get(name) ?? []) }));
    const [best] = scores.filter((each) => each.score > 0).sort((one, other) => other.score - one.score);
    if (best !== undefined) found.set(field, best.name);
  }
  return found;
}

/** Why a column is not used, by words in its name. */
const UNUSED: readonly (readonly [RegExp, string])[] = [
  [/sentiment|stimmung|tonality|tonalite|sentimiento/, 'a score without the words it rests on'],
  [
    /visib|sichtbar|share of voice|\bsov\b|average|\bavg\b|\bmean\b|moyenne|promedio|durchschnitt|score/,
    'an average, not an answer',
  ],
  [/domains?\b|\bsites?\b/, 'sites without their pages'],
  [
    /competitor|wettbewerb|konkurren|concurrent|competidor|\brank|position|platz|mention|erwahn/,
    'read from the answer instead',
  ],
  [/\btags?\b|topic|persona|stage|category|thema|kategorie/, 'about the question, not the answer'],
  [/volume|\bcount\b|number of|anzahl|nombre de|numero de/, 'a count, not an answer'],
  [/\bid\b|uuid/, 'a number of the other tool'],
];

/** Why a column of no field is left out. */
export function unusedReason(name: string): string {
  const plain = plainName(name);
  return UNUSED.find(([words]) => words.test(plain))?.[1] ?? 'nothing in Sightline uses it';
}
