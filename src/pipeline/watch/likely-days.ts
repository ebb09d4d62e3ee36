import type { EventKind } from '../../domain/event.ts';
import { formatDay } from '../../domain/instant.ts';
import { DAY_MS } from '../../domain/period.ts';
import { countComparedDays } from '../../panel/counts/compared.ts';
import type { Slice } from '../../panel/panel.ts';
import { KIND_RULES } from '../../stats/gates.ts';
import { binomialGain, type LikelyDays, likelyDays } from '../../stats/likely-days.ts';
import { noiseDayOf } from '../../stats/noise-days.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type BrandEvent, type BrandOfEvents, listBrandEvents } from '../../storage/watch/brand-events.ts';
import type { Finding } from './evaluate.ts';

/** When the change of a finding most likely began, and what else happened then. */
export interface AlertDays extends LikelyDays {
  readonly events: readonly BrandEvent[];
}

/** Reads the days of the windows of a finding, of the questions that it compares; null where they do not say. */
export async function daysOf(
  db: Database,
  brand: BrandOfEvents,
  { comparison, subject, panel }: Finding,
  { markets }: Pick<Slice, 'markets'>,
): Promise<AlertDays | null> {
  const { kind, engine, windows, current, baseline } = comparison;
  const { measure, direction } = KIND_RULES[kind];
  const prompts = new Set(panel.questions(measure, subject.id).map(({ question }) => question));
  const period = { from: windows.baseline.from, to: windows.current.to };
  const answers = { panel: brand.panel, period, only: { engine, markets, prompts } };
  const counted = await countComparedDays(answers, subject.id, brand.panel.self);
  const days = counted.map(noiseDayOf(measure)).filter(({ trials }) => trials > 0);
  const designEffect = Math.max(current.designEffect ?? 1, baseline.designEffect ?? 1);
  const likely = likelyDays(days, binomialGain(direction, designEffect));
  if (likely === null) return null;
  const during = { from: likely.first * DAY_MS, to: (likely.last + 1) * DAY_MS };
  return { ...likely, events: await listBrandEvents(db, brand, during) };
}

/** The days as facts of an alert. */
export function dayFacts(days: AlertDays | null): object {
  return {
    likely_days: days && { from: formatDay(days.first), until: formatDay(days.last), events: days.events },
  };
}

/**
 * The same as sentences: what happened at the same time, never what caused the change. Notes are not quoted: whoever may read of a change need
 * not be shown them.
 */
export function daysText(days: AlertDays | null): string | null {
  if (days === null) return null;
  const [first, last] = [formatDay(days.first), formatDay(days.last)];
  const began =
    first === last
      ? `It most likely began on ${first}.`
      : `It most likely began between ${first} and ${last}.`;
  if (days.events.length === 0) return began;
  const events = days.events.toReversed().map(({ kind, day }) => `${EVENT_WORDS[kind]} on ${day}`);
  return `${began} In these days: ${[...new Set(events)].join(', ')}.`;
}

const EVENT_WORDS: Readonly<Record<EventKind, string>> = {
  page: 'a page',
  campaign: 'a campaign',
  model: 'a new model',
  questions: 'a change of questions',
  names: 'a change of names or competitors',
  plan: 'a change of what is collected',
  other: 'another event',
};
