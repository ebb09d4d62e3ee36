import { VERDICTS, type Verdict } from '../../domain/brand/model-reading.ts';
import { DIRECTIONS } from './schema.ts';

/** Words that a model says stand in a line. */
export interface Quote {
  readonly line: number;
  readonly words: string;
}

export interface Reply {
  readonly names: readonly {
    readonly name: number;
    readonly verdict: Verdict;
    readonly evidence: readonly Quote[];
  }[];
  readonly statements: readonly (Quote & {
    readonly name: number;
    /** In small letters. */
    readonly theme: string;
    readonly direction: (typeof DIRECTIONS)[number];
  })[];
  readonly facts: readonly (Quote & { readonly fact: number; readonly value: string })[];
  /** Distinct verdicts, quotes, statements, and values of another form, which are left out. */
  readonly unreadable: number;
}

/**
 * A reply's content; a text for what is wrong: `no_json`, also if it was cut, or `wrong_schema` without a list of names.
 * Models without structured output leave out empty lists, and write integers as texts and choices in capitals.
 */
export function replyFrom(text: string): Reply | 'no_json' | 'wrong_schema' {
  const said = text.slice(text.lastIndexOf('</think>') + 1);
  const [from, to] = [said.indexOf('{'), said.lastIndexOf('}')];
  try {
    const reply: unknown = JSON.parse(said.slice(from, to + 1));
    return isObject(reply) && Array.isArray(reply.names) ? new Lists().replyOf(reply) : 'wrong_schema';
  } catch {
    return 'no_json';
  }
}

type Fields = Readonly<Record<string, unknown>>;

class Lists {
  #unreadable = 0;

  replyOf({ names, statements, facts }: Fields): Reply {
    const lists = {
      names: this.#listOf(names, (entry) => this.#verdictFrom(entry)),
      statements: this.#listOf(statements, statementFrom),
      facts: this.#listOf(facts, factFrom),
    };
    return { ...lists, unreadable: this.#unreadable };
  }

  #verdictFrom(entry: Fields): Reply['names'][number] | null {
    const [name, verdict] = [integerFrom(entry.name), oneOf(VERDICTS, entry.verdict)];
    if (name === null || verdict === null) return null;
    return { name, verdict, evidence: this.#listOf(entry.evidence, quoteFrom) };
  }

  /** A list's readable items, each once; anything else is an item by itself. */
  #listOf<Item>(list: unknown, itemFrom: (entry: Fields) => Item | null): Item[] {
    const entries = onceEach<unknown>(Array.isArray(list) ? list : list == null ? [] : [list]);
    const items = entries.flatMap((entry) => (isObject(entry) ? (itemFrom(entry) ?? []) : []));
    this.#unreadable += entries.length - items.length;
    return onceEach(items);
  }
}

function onceEach<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function statementFrom(entry: Fields): Reply['statements'][number] | null {
  const [name, direction] = [integerFrom(entry.name), oneOf(DIRECTIONS, entry.direction)];
  const { theme } = entry;
  const quote = quoteFrom(entry);
  if (name === null || direction === null || typeof theme !== 'string' || quote === null) return null;
  return { name, theme: theme.trim().toLowerCase(), direction, ...quote };
}

function factFrom(entry: Fields): Reply['facts'][number] | null {
  const [fact, quote] = [integerFrom(entry.fact), quoteFrom(entry)];
  const value = typeof entry.value === 'number' ? String(entry.value) : entry.value;
  return fact === null || typeof value !== 'string' || quote === null ? null : { fact, value, ...quote };
}

function quoteFrom({ line: number, words }: Fields): Quote | null {
  const line = integerFrom(number);
  return line === null || typeof words !== 'string' ? null : { line, words };
}

function integerFrom(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*\d{1,9}(?:\.0+)?\s*$/.test(value) ? Number(value) : value;
  return Number.isInteger(number) ? (number as number) : null;
}

function oneOf<Choice extends string>(allowed: readonly Choice[], value: unknown): Choice | null {
  const written = typeof value === 'string' ? value.trim().toLowerCase() : null;
  return allowed.find((each) => each === written) ?? null;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
