import { givenNameOf } from '../domain/text.ts';
import { hostOfDomain } from '../domain/web/host.ts';
import { isObject, type JsonObject, valueAt } from './json-records.ts';
import type { ImportFile } from './open-file.ts';
import type { ImportPlan } from './read-rows.ts';
import { isNothing, listIn, namedText, TITLE_NAMES, textIn } from './values.ts';

/** A question that another tool asks. */
export interface FoundQuestion {
  readonly text: string;
  /** Its topic first. */
  readonly tags: readonly string[];
}

/** A brand that another tool tracks, besides the own one. */
export interface FoundCompetitor {
  readonly name: string;
  readonly domain: string | null;
  readonly aliases: readonly string[];
}

/** What another tool was set up with, as far as its export says. */
export interface FoundSetup {
  readonly questions: readonly FoundQuestion[];
  readonly competitors: readonly FoundCompetitor[];
}

const MOST_QUESTIONS = 5000;
const MOST_COMPETITORS = 250;
const MOST_TAGS = 20;
const LONGEST_TAG = 50;

/** Columns with a question's topic, and with its other tags. */
const TOPICS = ['topic', 'topic_name', 'category', 'stage', 'Topic', 'Category'];
const TAGS = ['tags', 'tag', 'Tags'];
/** Columns and lists with brands. */
const BRANDS = [
  'competitors',
  'mentions',
  'brands_mentioned',
  'competitorOverlap',
  'competitors_mentioned',
  'competitor_mentions',
  'competitors_present',
];

/** Finds the questions and competitors in a file, in its rows and, in a JSON document, in the lists beside them. */
export async function setupIn(
  file: ImportFile,
  { columns }: Pick<ImportPlan, 'columns'>,
  names: readonly string[],
): Promise<FoundSetup> {
  const found = new Setup(names);
  const add = (record: JsonObject) => {
    if (isBrand(record)) found.addBrand(record);
    else found.addRow(record, columns.get('question') ?? questionColumn(record));
  };
  for await (const row of file.rows()) if ('record' in row) add(row.record);
  for (const record of [...file.others.values()].flat()) add(record);
  return found;
}

function isBrand(record: JsonObject): boolean {
  return Object.hasOwn(record, 'is_own') || Object.hasOwn(record, 'domains');
}

/** Of a list of questions without answers. */
function questionColumn(record: JsonObject): string | undefined {
  return ['text', 'prompt', 'value', 'query', 'question'].find((name) => textIn(record[name]) !== null);
}

class Setup implements FoundSetup {
  readonly #own: ReadonlySet<string>;
  readonly #questions = new Map<string, Set<string>>();
  readonly #competitors = new Map<string, FoundCompetitor>();

  constructor(names: readonly string[]) {
    this.#own = new Set(names.map((name) => name.toLowerCase()));
  }

  get questions(): FoundQuestion[] {
    return [...this.#questions].map(([text, tags]) => ({ text, tags: [...tags].slice(0, MOST_TAGS) }));
  }

  get competitors(): FoundCompetitor[] {
    return [...this.#competitors.values()];
  }

  addRow(record: JsonObject, column: string | undefined): void {
    const text = textIn(column === undefined ? firstMessage(record) : valueAt(record, column));
    if (text !== null && (this.#questions.has(text) || this.#questions.size < MOST_QUESTIONS)) {
      const tags = this.#questions.get(text) ?? new Set();
      for (const name of [...TOPICS, ...TAGS]) for (const tag of tagsIn(record[name])) tags.add(tag);
      this.#questions.set(text, tags);
    }
    for (const name of BRANDS) for (const brand of listIn(record[name]) ?? []) this.addBrand(brand);
  }

  /** @param brand its name, or an object with it */
  addBrand(brand: unknown): void {
    const fields = isObject(brand) ? brand : { name: brand };
    const name = givenNameOf(namedText(fields, TITLE_NAMES) ?? '');
    if (name === null || fields.is_own === true || this.#own.has(name.toLowerCase())) return;
    const known = this.#competitors.get(name.toLowerCase());
    if (known === undefined ? this.#competitors.size >= MOST_COMPETITORS : fields.domains === undefined)
      return;
    const [domain = null] = (listIn(fields.domains) ?? [fields.domain]).map((each) =>
      hostOfDomain(textIn(each) ?? ''),
    );
    const aliases = (listIn(fields.aliases) ?? [])
      .map((each) => textIn(each))
      .filter((alias) => alias !== null);
    this.#competitors.set(name.toLowerCase(), { name, domain, aliases });
  }
}

/** Peec's prompts have their question as the first message. */
function firstMessage({ messages }: JsonObject): unknown {
  const [first] = listIn(messages) ?? [];
  return isObject(first) ? first.content : first;
}

/** One tag, a list of them, or objects with names. */
function tagsIn(value: unknown): string[] {
  if (isNothing(value)) return [];
  const list = listIn(value) ?? textIn(value)?.split(/[,;|]/) ?? [];
  return list
    .map((each) => (isObject(each) ? namedText(each, TITLE_NAMES) : textIn(each)))
    .filter((tag) => tag !== null)
    .map((tag) => tag.slice(0, LONGEST_TAG));
}
