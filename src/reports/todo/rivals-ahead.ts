import { changeStart } from '../../domain/alerts/change-words.ts';
import { parseDay } from '../../domain/time/instant.ts';
import { DAY_MS, daysIn } from '../../domain/time/period.ts';
import { type ComparedCount, countCompared } from '../../panel/counts/compared.ts';
import { judgePair } from '../../stats/claims/paired-gaps.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { type Change, changes } from '../alerts/changes.ts';
import { onlyIt, onlyYou } from '../measures/gap.ts';
import { designEffects } from '../shape/design-effects.ts';
import type { ReportContext } from '../shape/report.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowOf } from '../shape/window.ts';
import type { FindItems, ItemQuery, TodoItem } from './item.ts';

const MOST_CHANGES = 200;

/** Competitors that took a place on an engine, as an alert found, and that the answers since name more often, beyond chance. */
export const rivalsAhead: FindItems = async (context, query) => {
  const { engine, market } = query;
  const { data } = await changes.run(context, {
    measure: 'overtaken',
    state: 'holds',
    market,
    limit: MOST_CHANGES,
    ...(engine !== undefined && { engine }),
  });
  if (data.length === 0) return [];
  // Of the same answers as in /gaps, so that the store's pairs are counted once.
  const { only } = await answersOfOne(context, query, windowOf(context.now, query).period);
  const asked = { query, effects: await designEffects(context)(only) };
  const found = await Promise.all(data.map(async (change) => await itemOf(context, asked, change)));
  return found.filter((each) => each !== null);
};

/** Counts the answers since the last day on which the change may have begun, whatever the window. */
async function itemOf(
  context: ReportContext,
  { query, effects }: { readonly query: ItemQuery; readonly effects: DesignEffects },
  change: Change,
): Promise<TodoItem | null> {
  const { engine, engine_name: name, since } = change;
  const rival = context.brand.tracked.find((each) => each.name === change.competitor);
  if (rival === undefined) return null;
  const { from } = since.window;
  // Without a whole day since, the day that runs.
  const until = since.window.until < from ? from : since.window.until;
  const period = { from: parseDay(from) ?? 0, to: (parseDay(until) ?? 0) + DAY_MS };
  const answers = await answersOfOne(context, { ...query, engine }, period);
  const counts = await countCompared(answers, context.panel.self, rival.id);
  const repeats = [context.panel.self, rival.id].map((id) => effects(engine, id, daysIn(period)) ?? 1);
  if (!isAhead(counts, Math.max(...repeats))) return null;
  return {
    kind: 'rival_ahead',
    subject: `${rival.name} on ${engine} in ${query.market}`,
    facts: [change.id],
    observedFrom: null,
    engine,
    competitor: rival.name,
    title: `Catch up with ${rival.name} on ${name}`,
    reason: `It is ahead there ${changeStart(change, context.now)}.`,
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

/** Whether these answers together name the competitor more often: the paired interval excludes zero. */
function isAhead(counts: readonly ComparedCount[], designEffect: number): boolean {
  const sum = (of: (count: ComparedCount) => number) => counts.reduce((total, each) => total + of(each), 0);
  const pair = {
    both: sum(({ bothNamed }) => bothNamed),
    onlyFirst: sum(onlyIt),
    onlySecond: sum(onlyYou),
    neither: sum(({ answers, eitherNamed }) => answers - eitherNamed),
  };
  return (judgePair({ pair, designEffect })?.interval().lower ?? 0) > 0;
}
