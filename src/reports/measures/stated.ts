import Type from 'typebox';
import type { SaysOfFact } from '../../domain/brand/fact.ts';
import { rateOf, type SampleDesign } from '../../domain/figures/rate.ts';
import type { FactCount } from '../../panel/counts/facts.ts';
import { rateColumnsAt } from '../shape/columns.ts';
import { count, rangeProperties, rateProperties } from '../shape/schemas.ts';
import { countColumn, type Measure } from './measure.ts';

/** The answers that name the brand and state this about a row's fact. */
const saying = (verdict: SaysOfFact) => (brand: string) => ({ names: brand, verdict });

function sayingColumn<const Id extends Exclude<SaysOfFact, 'stated'>>(id: Id, label: string) {
  return { id, label, kind: 'count', field: id, of: 'naming_you', answerFilter: saying(id) } as const;
}

/** What answers that name the brand say about a fact, and how often they contradict it. */
export const STATED = {
  properties: {
    responses: count('Answers in which Sightline looked for you, read with this fact.'),
    naming_you: count('Answers among them that name you: the next four add up to this.'),
    agree: count('State the fact as declared.'),
    contradict: count('State another value.'),
    unclear: count('Mention it, but unclearly.'),
    silent: count('Do not mention it.'),
    contradicting: Type.Object(
      { ...rateProperties, ...rangeProperties },
      { description: 'The contradicting answers, divided by those that agree or contradict.' },
    ),
  },
  columns: [
    ...rateColumnsAt('contradicting', 'Contradicted in', {
      answerFilter: saying('contradict'),
      denominatorFilter: saying('stated'),
    }),
    sayingColumn('agree', 'Agree'),
    sayingColumn('contradict', 'Contradict'),
    sayingColumn('unclear', 'Unclear'),
    sayingColumn('silent', 'Silent'),
    countColumn('naming_you', 'Name you', (brand) => ({ names: brand }), { of: 'responses' }),
  ],
  figures: ({ responses, named, agrees, contradicts, unclear }: FactCount, design: SampleDesign) => ({
    responses,
    naming_you: named,
    agree: agrees,
    contradict: contradicts,
    unclear,
    silent: named - agrees - contradicts - unclear,
    contradicting: rateOf(contradicts, agrees + contradicts, design),
  }),
} as const satisfies Measure;
