import { entityAt, type MarkedSentence } from '../grammar/marked-sentence.ts';
import { isNegatedBefore, isNegatedIn } from '../grammar/negation.ts';
import { lastNames, topicAlone } from '../grammar/references.ts';
import { cueOf, rangeOfMatch, statedMatches, wordsBefore } from '../grammar/statements.ts';
import {
  ABOUT_INCIDENTS as ABOUT,
  INCIDENT_OF,
  LOOSE_INCIDENT,
  MEASURED,
  OF_OTHERS,
  OWNED_INCIDENT,
  REMEMBERED,
} from '../words/english-words.ts';
import { doesCue, objectCues } from './english-patterns.ts';
import { type Finding, findingIn, INCIDENT } from './findings.ts';

const OWNED = [new RegExp(OWNED_INCIDENT, 'gu')];
const OF = objectCues([INCIDENT_OF]);
const LOOSE = [doesCue([LOOSE_INCIDENT])];

/** `T's data breach`, `the recall of T`, and breaches and the like of what the block is about. */
export function incidentFindings(sentence: MarkedSentence): Finding[] {
  return [
    ...affirmedMatches(sentence, OWNED).flatMap((match) => ownedIncident(sentence, match)),
    ...affirmedMatches(sentence, OF).flatMap((match) => {
      const subjects = lastNames(sentence, match);
      const end = subjects.at(-1)?.to ?? 0;
      if (UNREAL.test(sentence.text.slice(end, end + 40))) return [];
      const cue = wordsBefore(match, subjects[0]?.from ?? match.index);
      return [findingIn(sentence, INCIDENT, subjects, cue)];
    }),
    ...affirmedMatches(sentence, LOOSE)
      .filter((match) => !isElsewhere(sentence, match))
      .map((match) => findingIn(sentence, INCIDENT, topicAlone(sentence), cueOf(match))),
  ];
}

function affirmedMatches(sentence: MarkedSentence, patterns: readonly RegExp[]): RegExpExecArray[] {
  return statedMatches(sentence, patterns).filter(
    (match) => !isNegatedBefore(sentence, match.index, 5) && !isFigure(sentence, match),
  );
}

/** Whether an incident without an owner is one that is watched, or that others had. */
function isElsewhere({ text }: MarkedSentence, match: RegExpExecArray): boolean {
  const { from, to } = cueOf(match);
  return ABOUT.test(text.slice(Math.max(0, from - 30), from)) || OF_OTHERS.test(text.slice(to, to + 60));
}

/** Whether recall is a figure of a test. */
export function isFigure({ text }: MarkedSentence, [cue]: RegExpExecArray): boolean {
  return cue.includes('recall') && MEASURED.test(text);
}

/** `The T breach never happened` */
const UNREAL =
  /^ (?:never|did(?:n't| not)|(?:was|is|were) (?:\w+ )?(?:hoax|rumou?rs?|myth|false|fake|untrue|dismissed|dropped|unfounded|thrown out|withdrawn))\b/;

function ownedIncident(sentence: MarkedSentence, match: RegExpExecArray): Finding[] {
  const { text } = sentence;
  const { from, to } = rangeOfMatch(match);
  const owner = entityAt(sentence, from);
  if (!owner || isNegatedIn(sentence, from, to) || UNREAL.test(text.slice(to, to + 40))) return [];
  const possession = text.startsWith("'s", owner.to) ? 2 : 0;
  if (possession === 0 && text.startsWith('recalls', to - 7) && REMEMBERED.test(text.slice(to, to + 40)))
    return [];
  return [findingIn(sentence, INCIDENT, [owner], { from: owner.to + possession, to })];
}
