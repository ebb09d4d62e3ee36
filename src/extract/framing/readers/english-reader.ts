import type { MarkedSentence } from '../grammar/marked-sentence.ts';
import { besideFindings } from './english-comparatives.ts';
import { betterFindings, preferredFindings, switchedFindings } from './english-comparisons.ts';
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

/** In this order: of two findings in the same place, the one of the earlier reader counts. */
const READERS: readonly ((sentence: MarkedSentence) => Finding[])[] = [
  betterFindings,
  preferredFindings,
  switchedFindings,
  besideFindings,
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

/** The English cues of a sentence, and the names they act on. */
export function englishFindings(sentence: MarkedSentence): Finding[] {
  const doubled = doubleNegationFindings(sentence);
  const found = READERS.flatMap((read) => read(sentence));
  return [...doubled, ...found.filter((each) => !doubled.some((other) => overlaps(each, other)))];
}
