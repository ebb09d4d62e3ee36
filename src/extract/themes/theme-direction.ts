import type { Framing } from '../../domain/answers/answer-reading.ts';
import { clauseOf, hasSeveralClauses } from './clauses.ts';
import type { ScoredSentence } from './framing/learned/combine-cues.ts';
import type { ParsedSentence } from './framing/learned/features.ts';
import type { Model, Scores } from './framing/learned/model.ts';
import { themeSentenceOf } from './theme-reader.ts';
import { trainedThemes } from './trained-themes.ts';

/** A clause's direction; null if unclear. */
export function directionOf(scored: ScoredSentence, clause: number, model: Model): Framing | null {
  const part = hasSeveralClauses(scored.read) ? clauseOf(scored.read, clause) : scored.read;
  const { recommended, negative } = leaningOf(
    part,
    part === scored.read ? scored.scores : model.score(part),
    model,
  );
  const { directions } = trainedThemes();
  if (recommended - Math.max(0, negative) >= directions.recommended) return 'recommended';
  if (negative - Math.max(0, recommended) >= directions.negative) return 'negative';
  return Math.max(recommended, negative) <= -directions.neutral ? 'neutral' : null;
}

/**
 * The weight of the framing model beside the theme classifier: it learned from more text, but for verdicts about the
 * whole brand.
 */
const SHARE = 0.3;

/** A sentence's score in each direction: the sum of both models. */
function leaningOf(read: ParsedSentence, scores: Scores, { thresholds }: Model): Scores {
  return leaning(trainedThemes().directionsOf(themeSentenceOf(read)), scores, thresholds);
}

export function leaning(own: Scores, framing: Scores, thresholds: Model['thresholds']): Scores {
  const of = (direction: keyof Scores) =>
    own[direction] + SHARE * (framing[direction] - thresholds[direction].alone / 2);
  return { recommended: of('recommended'), negative: of('negative') };
}
