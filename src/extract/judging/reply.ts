import { VERDICTS, type Verdict } from '../../domain/brand/model-reading.ts';
import { DIRECTIONS } from './schema.ts';

/** Words that a model says stand in a line. */
export interface Quote {
  readonly line: number;
  readonly words: string;
}

/** A model's reply, not yet proven (schema.ts). Names and facts have the prompt's numbers. */
export interface Reply {
  readonly names: readonly {
    readonly name: number;
    readonly verdict: Verdict;
    readonly evidence: readonly Quote[];
  }[];
  readonly statements: readonly (Quote & {
    readonly name: number;
    readonly theme: string;
    readonly direction: (typeof DIRECTIONS)[number];
  })[];
  readonly facts: readonly (Quote & { readonly fact: number; readonly value: string })[];
}

/**
 * A reply's content; a text for what is wrong: `no_json`, also if it was cut, or `wrong_schema`. Models without structured
 * output leave out empty lists.
 */
export function replyFrom(text: string): Reply | 'no_json' | 'wrong_schema' {
  const said = text.slice(text.lastIndexOf('</think>') + 1);
  const [from, to] = [said.indexOf('{'), said.lastIndexOf('}')];
  try {
    const reply: unknown = JSON.parse(said.slice(from, to + 1));
    return isReply(reply) ? withLists(reply) : 'wrong_schema';
  } catch {
    return 'no_json';
  }
}

type Optional<Type, Key extends keyof Type> = Omit<Type, Key> & { [Each in Key]?: Type[Each] | null };
type Written = Optional<Omit<Reply, 'names'>, 'statements' | 'facts'> & {
  readonly names: readonly Optional<Reply['names'][number], 'evidence'>[];
};

function withLists({ names, statements, facts }: Written): Reply {
  return {
    names: names.map((name) => ({ ...name, evidence: name.evidence ?? [] })),
    statements: statements ?? [],
    facts: facts ?? [],
  };
}

function isReply(value: unknown): value is Written {
  return (
    isObject(value) &&
    isListOf(value.names, isVerdict) &&
    isListOf(value.statements ?? [], isStatement) &&
    isListOf(value.facts ?? [], isFact)
  );
}

type Fields = Readonly<Record<string, unknown>>;

function isVerdict({ name, verdict, evidence }: Fields): boolean {
  return Number.isInteger(name) && isOneOf(VERDICTS, verdict) && isListOf(evidence ?? [], isQuote);
}

function isStatement(entry: Fields): boolean {
  const { name, theme, direction } = entry;
  return (
    Number.isInteger(name) && typeof theme === 'string' && isOneOf(DIRECTIONS, direction) && isQuote(entry)
  );
}

function isFact(entry: Fields): boolean {
  return Number.isInteger(entry.fact) && typeof entry.value === 'string' && isQuote(entry);
}

function isQuote({ line, words }: Fields): boolean {
  return Number.isInteger(line) && typeof words === 'string';
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isListOf(value: unknown, isItem: (entry: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((each) => isObject(each) && isItem(each));
}

function isOneOf(allowed: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && allowed.includes(value);
}
