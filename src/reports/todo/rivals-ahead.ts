import { engineNameOf } from '../../domain/answers/engine.ts';
import { parseDay } from '../../domain/time/instant.ts';
import { DAY_MS, type Period } from '../../domain/time/period.ts';
import { countCompared } from '../../panel/counts/compared.ts';
import { type AlertRow, listAlerts } from '../../storage/watch/alerts.ts';
import { standingAlerts } from '../alerts/alerts.ts';
import { onlyIt, onlyYou } from '../measures/gap.ts';
import { oneMarket } from '../shape/markets.ts';
import type { ReportContext } from '../shape/report.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMetaOf, windowOf } from '../shape/window.ts';
import { dayText, type FindItems, type ItemQuery, type TodoItem } from './item.ts';

const MOST_ALERTS = 1000;

/** Competitors that took a place on an engine, as the watch found, and still have it. */
export const rivalsAhead: FindItems = async (context, query) => {
  const { db, brand } = context;
  const only = await standingAlerts(context);
  const { id: marketId } = oneMarket(brand, query);
  const alerts = await listAlerts(db, brand.id, { marketId, only, limit: MOST_ALERTS });
  const found = alerts
    .filter(({ kind }) => kind === 'competitor_overtook')
    .map(async (alert) => await itemOf(context, query, alert));
  return (await Promise.all(found)).filter((each) => each !== null);
};

interface Facts {
  readonly engine: string;
  readonly competitor: string;
  readonly likely_days: { readonly from: string; readonly until: string } | null;
}

async function itemOf(context: ReportContext, query: ItemQuery, alert: AlertRow): Promise<TodoItem | null> {
  const { engine, competitor, likely_days: days } = alert.facts as unknown as Facts;
  const rival = context.brand.tracked.find(({ name }) => name === competitor);
  if (rival === undefined || (query.engine !== undefined && query.engine !== engine)) return null;
  const period = since(windowOf(context.now, query).period, days?.until ?? null);
  const answers = await answersOfOne(context, { ...query, engine }, period);
  const counts = await countCompared(answers, context.panel.self, rival.id);
  const lost = counts.filter((each) => onlyIt(each) > onlyYou(each)).length;
  const name = engineNameOf(engine);
  return {
    kind: 'rival_ahead',
    subject: `${competitor} on ${engine} in ${query.market}`,
    facts: [alert.publicId],
    observedFrom: null,
    engine,
    competitor,
    title: `Win back ${lost === 0 ? 'your place' : questionsText(lost)} on ${name}`,
    reason: `${competitor} is ahead there${days === null ? '' : ` since about ${dayText(parseDay(days.from) ?? 0)}`}.`,
    advice: `See which sites these answers cite, and what they say of ${competitor}.`,
    answers: counts.reduce((sum, each) => sum + onlyIt(each), 0),
    filters: {
      ...windowMetaOf(period).window,
      engine,
      looked_for: 'self',
      beside: competitor,
      names: competitor,
      names_not: 'self',
    },
  };
}

/** The part of a window after the last day on which the change may have begun; the whole if nothing is left. */
function since({ from, to }: Period, last: string | null): Period {
  const after = last === null ? from : (parseDay(last) ?? 0) + DAY_MS;
  return { from: after < to ? Math.max(from, after) : from, to };
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

function questionsText(count: number): string {
  return `${NUMBERS[count - 1] ?? count} ${count === 1 ? 'question' : 'questions'}`;
}
