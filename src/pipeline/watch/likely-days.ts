import type { EventKind } from '../../domain/brand/event.ts';
import { formatDay } from '../../domain/time/instant.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import { countComparedDays } from '../../panel/counts/compared.ts';
import type { Slice } from '../../panel/panel.ts';
import { likelyStart } from '../../stats/alerts/change-levels.ts';
import { KIND_RULES } from '../../stats/alerts/gates.ts';
import type { LikelyDays } from '../../stats/alerts/likely-days.ts';
import { noiseDayOf } from '../../stats/alerts/noise-days.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type BrandEvent, type BrandOfEvents, listBrandEvents } from '../../storage/watch/brand-events.ts';
import type { Finding } from './evaluate.ts';

/** The likely start of a finding's change, with events of those days. */
export interface AlertDays extends LikelyDays {
  readonly events: readonly BrandEvent[];
}

/** Reads the daily counts of the questions in a finding's comparison; null if they show no start. */
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
  const likely = likelyStart(days, { ...windows, direction, designEffect });
  if (likely === null) return null;
  const during = { from: likely.first * DAY_MS, to: (likely.last + 1) * DAY_MS };
  return { ...likely, events: await listBrandEvents(db, brand, during) };
}

export function dayFacts(days: AlertDays | null): object {
  return {
    likely_days: days && { from: formatDay(days.first), until: formatDay(days.last), events: days.events },
  };
}

/**
 * The days as sentences: coincidences, never causes. Omits the text of notes, because an alert's readers may lack
 * access to them.
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
  questions: 'changed questions',
  names: 'changed names or competitors',
  plan: 'changed collection',
  other: 'another event',
};
