import type { Framing } from '../../domain/answers/answer-reading.ts';
import type { ReadRemark } from '../framing/learned/features.ts';
import type { ScoredRemark } from '../framing/learned/judge.ts';
import type { Model, Scores } from '../framing/learned/model.ts';
import { clauseOf, isParted } from './clauses.ts';
import { themeSentenceOf } from './themes-in.ts';
import { trainedThemes } from './trained-themes.ts';

/** In which direction a clause speaks; null where that is not clear. */
export function directionOf(scored: ScoredRemark, clause: number, model: Model): Framing | null {
  const part = isParted(scored.read) ? clauseOf(scored.read, clause) : scored.read;
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

/** What the reader of framing counts beside the classifier of themes: it has read more, but for verdicts on the whole brand. */
const SHARE = 0.3;

/** How strongly a sentence leans in each direction: the sum of what both readers find. */
function leaningOf(read: ReadRemark, scores: Scores, { thresholds }: Model): Scores {
  return leaning(trainedThemes().directionsOf(themeSentenceOf(read)), scores, thresholds);
}

export function leaning(own: Scores, framing: Scores, thresholds: Model['thresholds']): Scores {
  const of = (direction: keyof Scores) =>
    own[direction] + SHARE * (framing[direction] - thresholds[direction].alone / 2);
  return { recommended: of('recommended'), negative: of('negative') };
}
