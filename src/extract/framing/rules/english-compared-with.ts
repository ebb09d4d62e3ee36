import { entityAt, type MarkedSentence } from '../grammar/marked-sentence.ts';
import { cueOf, statedMatches } from '../grammar/statements.ts';
import { IN_COMPARISON } from '../words/comparative-words.ts';
import { comparisonIn, type Finding } from './findings.ts';

const BESIDE = [new RegExp(IN_COMPARISON, 'gu')];

/** `Compared with T, U is faster` */
export function comparedWithFindings(sentence: MarkedSentence): Finding[] {
  return statedMatches(sentence, BESIDE).flatMap((match) => {
    const cue = cueOf(match);
    const entity = entityAt(sentence, cue.from - 2);
    return entity ? comparisonIn(sentence, [entity], [], cue) : [];
  });
}
