import { facts } from '../said/facts.ts';
import { windowOf } from '../shape/window.ts';
import { addressText, type FindItems } from './item.ts';

/** Declared facts that answers contradict, with the page that most of these answers cite. */
export const wrongFacts: FindItems = async (context, query) => {
  const { data } = await facts.run(context, query);
  const { from } = windowOf(context.now, query).period;
  const byFact = Map.groupBy(data.facts, ({ fact }) => fact);
  return [...byFact].flatMap(([fact, rows]) => {
    const answers = rows.reduce((sum, { contradict }) => sum + contradict, 0);
    if (answers === 0) return [];
    const value = rows[0]?.value ?? '';
    const contradicting = data.contradictions.filter((each) => each.fact === fact);
    const page = mostCited(contradicting.flatMap(({ pages }) => [...new Set(pages)]));
    return [
      {
        kind: 'wrong_fact' as const,
        subject: `${fact} in ${query.market}`,
        facts: [value],
        observedFrom: from,
        ...(page !== undefined && { page }),
        title: `Correct “${fact}” in answers`,
        reason: `You declare “${value}”; answers say otherwise.${page === undefined ? '' : ` They cite ${addressText(page)} most often.`}`,
        advice:
          page === undefined
            ? 'Read what they say, and where they have it from.'
            : 'If that page says so, ask for a correction; it need not.',
        answers,
        filters: { names: 'self', fact, verdict: 'contradict' },
      },
    ];
  });
};

function mostCited(pages: readonly string[]): string | undefined {
  const [first] = [...Map.groupBy(pages, (page) => page)].toSorted(
    ([one, { length: a }], [other, { length: b }]) => b - a || (one < other ? -1 : 1),
  );
  return first?.[0];
}
