/** Combines each first word with each second one, as a comma-separated list of phrases. */
export function combinations(first: string, others: string): string {
  const [ones, seconds] = [first, others].map((words) => words.split(',').map((word) => word.trim()));
  return (ones ?? []).flatMap((one) => (seconds ?? []).map((other) => `${one} ${other}`.trim())).join(', ');
}

/** Nouns for an engine's output. */
export const ANSWERS = 'answers, answer, responses, response, replies, reply, results';

/** Nouns for all engines together, and for one. */
export const ENGINES = combinations(
  ', ai, answer, ai answer, ai search, search',
  'engines, assistants, chatbots, bots, models, platforms, tools',
);
export const ENGINE = combinations(
  ', ai, answer, ai answer, ai search',
  'engine, assistant, chatbot, bot, model, platform, tool',
);

const OF = ', the, its, their, these, our';

/** Nouns for a cited page. */
export const AS_SOURCE = 'as a source, as source, as one of its sources';

/** An engine's action in the answers behind two brands' mean position. */
export const BOTH_LISTED = combinations('lists, ranks, listed, ranked', 'both');

/** Quantifiers: all, none, or more than half. */
export const ALL = `${combinations('all, all of, each of, every one of', OF)}, every, every single, each`;
export const NONE = `${combinations('none of, not one of, not a single one of', OF)}, no, no single, not one, not a single, zero, 0, not one single`;
export const MOST = combinations('most, most of, the majority of, a majority of, majority of', `${OF}, all`);
export const SOME = `${combinations('some, some of, several, several of, many, many of, a few of, few of, any of, half of, one of', OF)}, any, few, a few, at least one, at least one of the`;
