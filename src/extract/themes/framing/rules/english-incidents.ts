import type { MarkedSentence } from '../grammar/marked-sentence.ts';
import { isNegatedBefore } from '../grammar/negation.ts';
import { lastNames } from '../grammar/references.ts';
import { statedMatches, wordsBefore } from '../grammar/statements.ts';
import { INCIDENT_OF } from '../words/english-words.ts';
import { objectCues } from './english-patterns.ts';
import { type Finding, findingIn, INCIDENT } from './findings.ts';

const OF = objectCues([INCIDENT_OF]);

/** `The breach at T never happened` */
const UNREAL =
  /^ (?:never|did(?:n't| not)|(?:was|is|were) (?:\w+ )?(?:hoax|rumou?rs?|myth|false|fake|untrue|dismissed|dropped|unfounded|thrown out|withdrawn))\b/;

/** `the recall of T`, `a breach at T` */
export function incidentFindings(sentence: MarkedSentence): Finding[] {
  return statedMatches(sentence, OF)
    .filter((match) => !isNegatedBefore(sentence, match.index, 5))
    .flatMap((match) => {
      const subjects = lastNames(sentence, match);
      const end = subjects.at(-1)?.to ?? 0;
      if (UNREAL.test(sentence.text.slice(end, end + 40))) return [];
      return [findingIn(sentence, INCIDENT, subjects, wordsBefore(match, subjects[0]?.from ?? match.index))];
    });
}
