import { changeStart } from '../../domain/alerts/change-words.ts';
import { parseDay } from '../../domain/time/instant.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import { countCompared } from '../../panel/counts/compared.ts';
import { type Change, changes } from '../alerts/changes.ts';
import { onlyIt, onlyYou } from '../measures/gap.ts';
import type { ReportContext } from '../shape/report.ts';
import { answersOfOne } from '../shape/slices.ts';
import type { FindItems, ItemQuery, TodoItem } from './item.ts';

const MOST_CHANGES = 200;

/** Competitors that took a place on an engine, as an alert found, and still have it. */
export const rivalsAhead: FindItems = async (context, query) => {
  const { engine, market } = query;
  const { data } = await changes.run(context, {
    measure: 'overtaken',
    state: 'holds',
    market,
    limit: MOST_CHANGES,
    ...(engine !== undefined && { engine }),
  });
  const found = await Promise.all(data.map(async (change) => await itemOf(context, query, change)));
  return found.filter((each) => each !== null);
};

/** Counts the answers since the last day on which the change may have begun, whatever the window. */
async function itemOf(context: ReportContext, query: ItemQuery, change: Change): Promise<TodoItem | null> {
  const { engine, engine_name: name, since } = change;
  const rival = context.brand.tracked.find((each) => each.name === change.competitor);
  if (rival === undefined) return null;
  const { from } = since.window;
  // Without a whole day since, the day that runs.
  const until = since.window.until < from ? from : since.window.until;
  const period = { from: parseDay(from) ?? 0, to: (parseDay(until) ?? 0) + DAY_MS };
  const answers = await answersOfOne(context, { ...query, engine }, period);
  const counts = await countCompared(answers, context.panel.self, rival.id);
  const lost = counts.filter((each) => onlyIt(each) > onlyYou(each)).length;
  return {
    kind: 'rival_ahead',
    subject: `${rival.name} on ${engine} in ${query.market}`,
    facts: [change.id],
    observedFrom: null,
    engine,
    competitor: rival.name,
    title: `Win back ${lost === 0 ? 'your place' : questionsText(lost)} on ${name}`,
    reason: `${rival.name} is ahead there ${changeStart(change, context.now)}.`,
    advice: `See which sites these answers cite, and what they say of ${rival.name}.`,
    answers: counts.reduce((sum, each) => sum + onlyIt(each), 0),
    filters: {
      from,
      until,
      engine,
      looked_for: 'self',
      beside: rival.name,
      names: rival.name,
      names_not: 'self',
    },
  };
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

function questionsText(count: number): string {
  return `${NUMBERS[count - 1] ?? count} ${count === 1 ? 'question' : 'questions'}`;
}
