import { dayText } from '../../domain/alerts/change-words.ts';
import { engineNameOf } from '../../domain/answers/engine.ts';
import { failureWords, isKeyFailure, UNKNOWN_FAILURE } from '../../domain/answers/failure-words.ts';
import { formatDay } from '../../domain/time/instant.ts';
import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import { listAskedEngines } from '../../storage/directory/brands.ts';
import { windowOf } from '../shape/window.ts';
import { type EngineDay, type EngineDays, engineDays } from '../traffic/engine-days.ts';
import type { FindItems, TodoItem } from './item.ts';

/** After so many finished days with questions and no answer, an engine is silent. */
const SILENT_DAYS = 2;

/** Engines that are asked and have not answered for some days. */
export const silentEngines: FindItems = async (context, query) => {
  const { period } = windowOf(context.now, query);
  const asked = await listAskedEngines(context.db, context.brand.id);
  const engines = await engineDays({ ...context, now: period.to }, query, period);
  const days = { first: dayOf(period.from), today: dayOf(period.to) };
  return engines
    .filter(({ engine }) => asked.includes(engine))
    .flatMap((each) => itemOf(each, days, query.market) ?? []);
};

function itemOf(
  { engine, days, isGap }: EngineDays,
  { first, today }: { readonly first: number; readonly today: number },
  market: string,
): TodoItem | null {
  const answered = [...days].filter(([, { answered: each }]) => each > 0).map(([day]) => day);
  const last = Math.max(first - 1, ...answered);
  const silent = Array.from({ length: today - last }, (_, index) => last + 1 + index).filter(
    (day) => days.has(day) || isGap(day),
  );
  if (silent.filter((day) => day < today).length < SILENT_DAYS) return null;
  const failing = silent.flatMap((day) => days.get(day) ?? []);
  const name = engineNameOf(engine);
  return {
    kind: 'engine_silent',
    subject: `${engine} in ${market}`,
    facts: [answered.length === 0 ? 'no answer' : formatDay(last)],
    observedFrom: Math.max(...silent) * DAY_MS,
    engine,
    ...wordsOf(failing, name),
    reason:
      answered.length === 0
        ? 'It has not answered yet.'
        : `No answer since ${dayText(formatDay(last), (today + 1) * DAY_MS)}.`,
    answers: null,
    filters: null,
    missing: failing.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** By the newest day's most frequent failure. */
function wordsOf(failing: readonly EngineDay[], name: string): Pick<TodoItem, 'title' | 'advice'> {
  const newest = failing.at(-1)?.failures[0];
  if (newest === undefined) {
    return {
      title: `Check why nothing is asked of ${name}`,
      advice: 'See whether the server runs and has its key.',
    };
  }
  const { meaning, action } = failureWords(newest);
  if (isKeyFailure(newest.detail ?? '')) return { title: `Renew the key of ${name}`, advice: action };
  const why = meaning === UNKNOWN_FAILURE ? '' : `${meaning} `;
  const then = action.startsWith('Nothing') ? "Check the vendor's status page." : action;
  return { title: `Get ${name} to answer again`, advice: `${why}${then}` };
}
