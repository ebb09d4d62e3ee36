import { ENGINES, engineNameOf } from '../../domain/answers/engine.ts';
import type { EventKind, EventSource } from '../../domain/brand/event.ts';
import { formatDay } from '../../domain/time/instant.ts';
import { dayOf, type Period } from '../../domain/time/period.ts';
import { countModels } from '../../panel/counts/models.ts';
import { listModelDays } from '../../panel/counts/spreads/days-answered.ts';
import { EVERY_ANSWER, type Panel } from '../../panel/panel.ts';
import { answerTimes } from '../answers/filter/engine-facts.ts';
import { type DeclaredChange, listDeclaredChanges } from '../directory/access/audit.ts';
import { listEvents } from '../directory/brand/events.ts';
import type { Database } from '../driver/database.ts';

export interface BrandEvent {
  /** Only for notes. */
  readonly id: string | null;
  /** A UTC day, such as `2026-11-03`. */
  readonly day: string;
  readonly kind: EventKind;
  readonly text: string;
  /** Only for notes about the questions with a tag. */
  readonly tag: string | null;
  readonly source: EventSource;
}

/** The brand's internal and public ids, and its answers. */
export interface BrandOfEvents {
  readonly brandId: number;
  readonly publicId: string;
  readonly organizationId: number;
  readonly panel: Panel;
}

/** A brand's events in a period, newest first: notes, changed settings, and new models. */
export async function listBrandEvents(
  db: Database,
  { brandId, publicId: brand, organizationId, panel }: BrandOfEvents,
  period: Period,
): Promise<BrandEvent[]> {
  const days = { first: dayOf(period.from), last: dayOf(period.to - 1) };
  const noted = (await listEvents(db, brandId, days)).map(({ publicId, day, kind, text, tag }) => ({
    id: publicId,
    day: formatDay(day),
    kind,
    text,
    tag,
    source: 'note' as const,
  }));
  const of = { organizationId, brand, ...period };
  const changed = (await listDeclaredChanges(db, of)).flatMap(eventsOfChange);
  const all = [
    ...noted,
    ...changed,
    ...(await firstOfModels(panel, period)),
    ...(await firstOfProviders(db, brandId, period)),
  ];
  return all.sort((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0));
}

/** Audit log names of settings that change figures (pipeline/declare/apply/audit-changes.ts). */
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
    return [{ id: null, day, kind, text, tag: null, source: 'audit_log' as const }];
  });
}

/** The brand's own name and competitors are all new: Sightline tracks each from now on. */
function setUpText(part: string): string {
  return `brand added with ${part.replace(/\bnames or competitors$/, 'tracked brands').replace(/\bname or competitor$/, 'tracked brand')}`;
}

/** Settings whose audit name is too short to stand alone. */
const IN_WORDS: Readonly<Record<string, string>> = { collecting: 'collection settings' };

async function firstOfModels(panel: Panel, period: Period): Promise<BrandEvent[]> {
  return (await firstModels(panel, period)).map(({ engine, model, first }) => {
    const text = `first answer from ${engineNameOf(engine)} by the model ${model}`;
    return { id: null, day: formatDay(first), kind: 'model', text, tag: null, source: 'answers' };
  });
}

/** Models that first answered in a period, on engines with earlier models. */
export async function firstModels(
  panel: Panel,
  period: Period,
): Promise<{ readonly engine: string; readonly model: string; readonly first: number }[]> {
  const only = EVERY_ANSWER;
  const before = await countModels({
    panel,
    only,
    period: { from: Number.MIN_SAFE_INTEGER, to: period.from },
  });
  const served = await listModelDays({ panel, only, period });
  return served.flatMap(({ engine, model, first }) => {
    if (model === null || before.has(model)) return [];
    const isLater = before.size > 0 || served.some((other) => other.engine === engine && other.first < first);
    return isLater ? [{ engine, model, first }] : [];
  });
}

/** Providers that first answered in a period, on surfaces with earlier providers. */
async function firstOfProviders(db: Database, brandId: number, period: Period): Promise<BrandEvent[]> {
  const others = ENGINES.flatMap(({ slug, surface }) =>
    surface === undefined ? [] : [[surface, slug] as const],
  );
  const firstAt = await answerTimes(db, brandId, [...new Set(others.flat())], 'first');
  return others.flatMap((surface) => {
    const [before, began] = surface
      .map((engine) => ({ engine, at: firstAt.get(engine) ?? Number.POSITIVE_INFINITY }))
      .toSorted((one, other) => one.at - other.at);
    if (before === undefined || began === undefined) return [];
    if (began.at < period.from || began.at >= period.to) return [];
    const text = `first answer from ${engineNameOf(began.engine)}, counted apart from ${engineNameOf(before.engine)}`;
    return [
      {
        id: null,
        day: formatDay(dayOf(began.at)),
        kind: 'plan' as const,
        text,
        tag: null,
        source: 'answers' as const,
      },
    ];
  });
}
