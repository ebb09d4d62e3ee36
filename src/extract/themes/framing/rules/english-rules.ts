import type { MarkedSentence } from '../grammar/marked-sentence.ts';
import {
  betterFindings,
  comparedWithFindings,
  preferredFindings,
  switchedFindings,
} from './english-comparisons.ts';
import { incidentFindings } from './english-incidents.ts';
import {
  doubleNegationFindings,
  pickedFindings,
  pronounFindings,
  rejectedFindings,
} from './english-objects.ts';
import { madeFindings, predicateFindings } from './english-predicates.ts';
import { aloneFindings, namedFindings, objectFindings, unmetFindings } from './english-verdicts.ts';
import { type Finding, overlaps } from './findings.ts';

/** In priority order: at one place, the earlier rule's finding counts. */
const RULES: readonly ((sentence: MarkedSentence) => Finding[])[] = [
  betterFindings,
  preferredFindings,
  switchedFindings,
  comparedWithFindings,
  madeFindings,
  pronounFindings,
  pickedFindings,
  rejectedFindings,
  predicateFindings,
  incidentFindings,
  namedFindings,
  objectFindings,
  unmetFindings,
  aloneFindings,
];

/** A sentence's English cues, with their names. */
export function englishFindings(sentence: MarkedSentence): Finding[] {
  const doubled = doubleNegationFindings(sentence);
  const found = RULES.flatMap((read) => read(sentence));
  return [...doubled, ...found.filter((each) => !doubled.some((other) => overlaps(each, other)))];
}
