import { registeredName } from '../extract/text/hosts.ts';
import { isPlainWords, lettersOf } from './names.ts';

/** What one stored answer names beside the brands that are tracked. */
export interface AnswerNames {
  readonly engine: string;
  /** Of the question. */
  readonly question: number;
  /** As namesBeside gives them. */
  readonly names: readonly string[];
  readonly citedHosts: readonly string[];
}

/** A name that answers set beside the brand or its competitors, and that nobody tracks. */
export interface AnswerRival {
  readonly name: string;
  /** A cited host whose registered name it is; null if none was cited. */
  readonly host: string | null;
  /** The answers that name it there, by engine. */
  readonly answers: ReadonlyMap<string, number>;
  readonly questions: number;
}

/** Once may be a mistake of the answer, or of its reading. */
const FEWEST_ANSWERS = 3;

/** `Lenovo Legion 5` and `Lenovo Yoga` are products of Lenovo: a longer name holds where this part of the answers has it. */
const SAME = 0.75;

/** Names in several answers, the most frequent first; of a maker's products, the maker's name. */
export function rivalsOfAnswers(answers: readonly AnswerNames[]): AnswerRival[] {
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
    const isPart = longer.some((each) => count(each) >= SAME * count(key));
    const whole = keys.filter((each) => key.startsWith(`${each} `));
    const isProduct = whole.some((each) => count(key) < SAME * count(each) && !isPlainWords(each));
    return !isPart && !isProduct;
  });
  return chosen
    .map((key) => rivalOf(spellingOf(written.get(key)), named.get(key) ?? new Set()))
    .filter(({ name, host }) => host !== null || !isPlainWords(name))
    .sort((one, other) => totalOf(other) - totalOf(one) || (one.name < other.name ? -1 : 1));
}

function rivalOf(name: string, answers: ReadonlySet<AnswerNames>): AnswerRival {
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

/** In how many answers, on all engines. It only decides which names are listed first. */
function totalOf({ answers }: AnswerRival): number {
  return [...answers.values()].reduce((sum, each) => sum + each, 0);
}

/** The words of a name, however they are written. */
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
