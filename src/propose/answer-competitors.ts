import { registeredName } from '../extract/text/hosts.ts';
import { isPlainWords, lettersOf } from './names.ts';

/** The untracked names that one stored answer lists beside tracked ones. */
export interface AnswerNames {
  readonly engine: string;
  /** The question's id. */
  readonly question: number;
  /** From `siblingNames`. */
  readonly names: readonly string[];
  readonly citedHosts: readonly string[];
}

/** An untracked name that answers list beside the brand or its competitors. */
interface AnswerCompetitor {
  readonly name: string;
  /** A cited host registered under this name; null for none. */
  readonly host: string | null;
  /** How many answers have this name, by engine. */
  readonly answers: ReadonlyMap<string, number>;
  readonly questions: number;
}

/** Fewer may be mistakes, by the answer or the extractor. */
const FEWEST_ANSWERS = 3;

/**
 * `Lenovo Legion 5` and `Lenovo Yoga` are Lenovo products: a longer name stays whole if this share of the answers has
 * it.
 */
const WHOLE_NAME_SHARE = 0.75;

/** Names in several answers, most frequent first; a maker's products become the maker's name. */
export function competitorsInAnswers(answers: readonly AnswerNames[]): AnswerCompetitor[] {
  const named = new Map<string, Set<AnswerNames>>();
  const written = new Map<string, Map<string, number>>();
  for (const answer of answers) {
    for (const name of answer.names) {
      const words = name.split(' ');
      for (let length = 1; length <= words.length; length += 1) {
        const part = words.slice(0, length).join(' ');
        const key = keyOf(part);
        if (key === '') continue;
        named.set(key, (named.get(key) ?? new Set()).add(answer));
        const spellings = written.get(key) ?? new Map<string, number>();
        written.set(key, spellings.set(part, (spellings.get(part) ?? 0) + 1));
      }
    }
  }
  const count = (key: string) => named.get(key)?.size ?? 0;
  const keys = [...named.keys()].filter((key) => count(key) >= FEWEST_ANSWERS).sort();
  const chosen = keys.filter((key) => {
    const longer = keys.filter((each) => each.startsWith(`${key} `));
    const isPart = longer.some((each) => count(each) >= WHOLE_NAME_SHARE * count(key));
    const whole = keys.filter((each) => key.startsWith(`${each} `));
    const isProduct = whole.some(
      (each) => count(key) < WHOLE_NAME_SHARE * count(each) && !isPlainWords(each),
    );
    return !isPart && !isProduct;
  });
  return chosen
    .map((key) => competitorOf(spellingOf(written.get(key)), named.get(key) ?? new Set()))
    .filter(({ name, host }) => host !== null || !isPlainWords(name))
    .sort((one, other) => totalOf(other) - totalOf(one) || (one.name < other.name ? -1 : 1));
}

function competitorOf(name: string, answers: ReadonlySet<AnswerNames>): AnswerCompetitor {
  const letters = lettersOf(name);
  const hosts = [...answers].flatMap(({ citedHosts }) => citedHosts);
  return {
    name,
    host: hosts.find((host) => lettersOf(registeredName(host) ?? '') === letters) ?? null,
    answers: new Map(
      [...Map.groupBy(answers, ({ engine }) => engine)].map(([engine, of]) => [engine, of.length]),
    ),
    questions: new Set([...answers].map(({ question }) => question)).size,
  };
}

/** Answers on all engines. The sum only decides the order. */
function totalOf({ answers }: AnswerCompetitor): number {
  return [...answers.values()].reduce((sum, each) => sum + each, 0);
}

/** A name's words, however spelled. */
function keyOf(name: string): string {
  return name
    .split(' ')
    .map(lettersOf)
    .filter((word) => word !== '')
    .join(' ');
}

function spellingOf(spellings: ReadonlyMap<string, number> | undefined): string {
  return [...(spellings ?? [])].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}
