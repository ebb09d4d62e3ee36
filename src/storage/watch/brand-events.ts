import { engineNameOf } from '../../domain/engine.ts';
import type { EventKind, EventSource } from '../../domain/event.ts';
import { formatDay } from '../../domain/instant.ts';
import { dayOf, type Period } from '../../domain/period.ts';
import { listModelDays } from '../../panel/counts/days-answered.ts';
import { countModels } from '../../panel/counts/models.ts';
import { EVERY_ANSWER, type Panel } from '../../panel/panel.ts';
import { type DeclaredChange, listDeclaredChanges } from '../directory/audit.ts';
import { listEvents } from '../directory/events.ts';
import type { Database } from '../driver/database.ts';

/** An event as reports and alerts have it. */
export interface BrandEvent {
  /** Only of one that was noted. */
  readonly id: string | null;
  /** A UTC day, such as `2026-11-03`. */
  readonly day: string;
  readonly kind: EventKind;
  readonly text: string;
  readonly source: EventSource;
}

/** Whose events are asked for: its ids, inside and outside, and its answers. */
export interface BrandOfEvents {
  readonly brandId: number;
  readonly publicId: string;
  readonly organizationId: number;
  readonly panel: Panel;
}

/** What happened to a brand in a period: what was noted, what was changed of it, and models that first answered. Newest first. */
export async function listBrandEvents(
  db: Database,
  { brandId, publicId: brand, organizationId, panel }: BrandOfEvents,
  period: Period,
): Promise<BrandEvent[]> {
  const days = { first: dayOf(period.from), last: dayOf(period.to - 1) };
  const noted = (await listEvents(db, brandId, days)).map(({ publicId, day, kind, text }) => ({
    ...{ id: publicId, day: formatDay(day), kind, text, source: 'note' as const },
  }));
  const of = { organizationId, brand, ...period };
  const changed = (await listDeclaredChanges(db, of)).flatMap(eventsOfChange);
  const all = [...noted, ...changed, ...(await firstAnswers(panel, period))];
  return all.sort((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0));
}

/** The parts of an entry that change what figures are of, by how the audit log calls them (pipeline/declare/audit-changes.ts). */
const PARTS: readonly (readonly [part: RegExp, kind: EventKind])[] = [
  [/\bquestions?\b/, 'questions'],
  [/\bnames? or competitors?\b/, 'names'],
  [/^(plan|collecting)$/, 'plan'],
];

function eventsOfChange({ at, action, detail }: DeclaredChange): BrandEvent[] {
  const day = formatDay(dayOf(at));
  return detail.split(', ').flatMap((part) => {
    const kind = PARTS.find(([pattern]) => pattern.test(part))?.[1];
    if (kind === undefined) return [];
    const text = action === 'brand.create' ? setUpText(part) : `${IN_WORDS[part] ?? part} changed`;
    return [{ id: null, day, kind, text, source: 'audit_log' as const }];
  });
}

/** Its own name and its competitors are all new: each is a brand that is tracked from now on. */
function setUpText(part: string): string {
  return `set up with ${part.replace(/\bnames or competitors$/, 'tracked brands').replace(/\bname or competitor$/, 'tracked brand')}`;
}

/** Parts whose word in the log is too short to stand alone. */
const IN_WORDS: Readonly<Record<string, string>> = { collecting: 'settings of collecting' };

/** The models that first answered in a period, of engines that others had answered for before. */
async function firstAnswers(panel: Panel, period: Period): Promise<BrandEvent[]> {
  const only = EVERY_ANSWER;
  const before = await countModels({
    panel,
    only,
    period: { from: Number.MIN_SAFE_INTEGER, to: period.from },
  });
  const served = await listModelDays({ panel, only, period });
  return served.flatMap(({ engine, model, first }) => {
    const isFirst = model !== null && !before.has(model);
    const isLater = before.size > 0 || served.some((other) => other.engine === engine && other.first < first);
    if (!isFirst || !isLater) return [];
    const text = `first answer of ${engineNameOf(engine)} by the model ${model}`;
    return [{ id: null, day: formatDay(first), kind: 'model', text, source: 'answers' }];
  });
}
