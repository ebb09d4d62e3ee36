/** Each of some words before each of others, as in a list of phrases that is separated by commas. */
export function before(first: string, others: string): string {
  const [ones, seconds] = [first, others].map((words) => words.split(',').map((word) => word.trim()));
  return (ones ?? []).flatMap((one) => (seconds ?? []).map((other) => `${one} ${other}`.trim())).join(', ');
}

/** What engines give. */
export const ANSWERS = 'answers, answer, responses, response, replies, reply, results';

/** What engines are called together, and one of them. */
export const ENGINES = before(
  ', ai, answer, ai answer, ai search, search',
  'engines, assistants, chatbots, bots, models, platforms, tools',
);
export const ENGINE = before(
  ', ai, answer, ai answer, ai search',
  'engine, assistant, chatbot, bot, model, platform, tool',
);

const OF = ', the, its, their, these, our';

/** What a page is cited as. */
export const AS_SOURCE = 'as a source, as source, as one of its sources';

/** What an engine does in the answers that a mean position of two brands is of. */
export const BOTH_LISTED = before('lists, ranks, listed, ranked', 'both');

/** What says how many of them: all, none, or more than half. */
export const ALL = `${before('all, all of, each of, every one of', OF)}, every, every single, each`;
export const NONE = `${before('none of, not one of, not a single one of', OF)}, no, no single, not one, not a single, zero, 0, not one single`;
export const MOST = before('most, most of, the majority of, a majority of, majority of', `${OF}, all`);
export const SOME = `${before('some, some of, several, several of, many, many of, a few of, few of, any of, half of, one of', OF)}, any, few, a few, at least one, at least one of the`;
