import { type gaps, lostQuestions } from '../brands/gaps.ts';
import type { RowOf } from '../shape/report.ts';
import { windowOf } from '../shape/window.ts';
import type { FindItems, TodoItem } from './item.ts';

/** Questions on an engine where a competitor is named and the brand is not, beyond chance among all of /gaps. */
export const questionsLost: FindItems = async (context, query) => {
  const lost = await lostQuestions(context, query);
  const byPlace = Map.groupBy(lost, ({ id, engine }) => `${id} on ${engine} in ${query.market}`);
  // The largest gap comes first.
  const { from } = windowOf(context.now, query).period;
  return [...byPlace].flatMap(([subject, [row]]) => (row ? [itemOf(row, subject, from)] : []));
};

function itemOf(row: RowOf<typeof gaps>, subject: string, observedFrom: number): TodoItem {
  const { id, question, engine, engine_name: name, competitor } = row;
  return {
    kind: 'question_lost',
    subject,
    facts: [competitor],
    observedFrom,
    engine,
    question: { id: id ?? '', text: question ?? '' },
    competitor,
    title: `Win back “${question}” on ${name}`,
    reason: `${row.only_it} of ${row.answers} answers name ${competitor} and not you, ${row.only_you} you and not it.`,
    advice: `See which sites these answers cite, and what they say of ${competitor}.`,
    answers: row.only_it,
    filters: {
      engine,
      prompt: id ?? '',
      looked_for: 'self',
      beside: competitor,
      names: competitor,
      names_not: 'self',
    },
  };
}
