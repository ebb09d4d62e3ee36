import type { Fact } from '../../domain/brand/fact.ts';
import type { OwnTheme } from '../../domain/brand/theme.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { NameFinder } from '../names/find-names.ts';
import { type AnswerSource, namedAnswerOf } from '../names/named-answer.ts';
import type { Range } from '../text/ranges.ts';
import { territoriesOf } from './belonging.ts';
import { linesOf } from './lines.ts';
import { seen } from './verbatim.ts';

/** A name that rules found in an answer. */
export interface AskedName {
  readonly trackedId: number;
  readonly name: string;
  /** Whether it is the brand whose facts are declared. */
  readonly isSelf: boolean;
  readonly places: readonly Range[];
  /** Where a statement may stand that is about the name: ordered, without overlap. */
  readonly territory: readonly Range[];
}

/** What a model is asked about one answer. All ranges are in UTF-16 units of `text`. */
export interface JudgedAnswer {
  /** Empty if unknown. */
  readonly question: string;
  /** The stored answer, verbatim. */
  readonly text: string;
  /** It as a reader sees it: blanks for comments and hidden elements. */
  readonly shown: string;
  /** The numbered lines: sentences, headings, and table rows. */
  readonly lines: readonly Range[];
  /** The brand itself first, then in the order of their first places; at least one. */
  readonly names: readonly AskedName[];
  /** The brand's own themes. */
  readonly themes: readonly OwnTheme[];
  /** Declared facts about the brand itself; none if the answer doesn't name it. */
  readonly facts: readonly Fact[];
}

/** Why an answer is not judged. */
export interface NotJudged {
  readonly problem: string;
}

/** A longer text, in UTF-16 units, is not read: it would cost more than it tells. */
export const LONGEST_JUDGED = 60_000;

/** A brand's declarations, with the finder of all its tracked brands' names. */
export interface JudgedBrand {
  readonly finder: NameFinder;
  readonly facts: readonly Fact[];
  readonly themes: readonly OwnTheme[];
}

/** An answer as a model reads it; null if it names nobody who is tracked. */
export function judgedAnswer(
  { finder, facts, themes }: JudgedBrand,
  { text, citedHosts, question }: AnswerSource & { readonly question: string },
): JudgedAnswer | NotJudged | null {
  if (text.length > LONGEST_JUDGED) return { problem: 'too_long' };
  const answer = namedAnswerOf(finder, { text, citedHosts });
  if (answer.named.length === 0) return null;
  const asked = namedAnswerOf(finder, { text: question, citedHosts: [] }).named.map(({ brand }) => brand);
  const territories = territoriesOf(answer, new Set(asked));
  const places = Map.groupBy(answer.named, ({ brand }) => brand);
  const names = [...places].map(
    ([brand, namings]): AskedName => ({
      ...whoIs(brand),
      places: namings.map(({ block, from, to }) => block.placeOf(from, to)),
      territory: territories.get(brand) ?? [],
    }),
  );
  const shown = seen(text);
  const ordered = names.toSorted((a, b) => Number(b.isSelf) - Number(a.isSelf));
  return {
    question,
    text,
    shown,
    lines: linesOf(text, shown, answer),
    names: ordered,
    themes,
    facts: ordered[0]?.isSelf ? facts : [],
  };
}

function whoIs({ id, name, role }: TrackedBrand) {
  return { trackedId: id, name, isSelf: role === 'self' };
}
