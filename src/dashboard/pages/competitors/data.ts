import { ENGINE_SLUGS } from '../../../domain/answers/engine.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import type { PresenceRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';

export type Gaps = EnvelopeOf<typeof reports.gaps>;
export type GapRow = RowOf<typeof reports.gaps>;
export type Voice = EnvelopeOf<typeof reports.shareOfVoice>;
type Sentiment = EnvelopeOf<typeof reports.sentiment>;

export interface Competing {
  readonly presence: EnvelopeOf<typeof reports.presence>;
  /** Competitors against the brand, by engine. */
  readonly gaps: Gaps;
  readonly sentiment: Sentiment;
  /** Tracked brands: the own brand, then competitors by number of answers. */
  readonly brands: readonly string[];
  readonly engines: readonly Answering[];
  /** The selected engine's figures; null without answers. */
  readonly on: OnEngine | null;
}

/** An engine with its number of answers. */
export interface Answering {
  readonly slug: string;
  readonly name: string;
  readonly answers: number;
}

export interface OnEngine {
  readonly engine: Answering;
  readonly voice: Voice;
  /** Competitors in answers without the brand, by question or tag; null for readers without access to questions. */
  readonly replacing: Gaps | null;
  readonly by: 'question' | 'tag';
}

export async function competing(visit: Visit): Promise<Competing> {
  const [presence, gaps, sentiment] = await Promise.all([
    visit.figures(reports.presence),
    visit.figures(reports.gaps, { by: 'engine', every: '1' }),
    visit.figures(reports.sentiment, { compare: undefined }),
  ]);
  const engines = answering(presence.data);
  const engine = engineOf(visit, engines);
  return {
    presence,
    gaps,
    sentiment,
    brands: brandsByPresence(presence.data),
    engines,
    on: engine === null ? null : await onEngine(visit, engine),
  };
}

async function onEngine(visit: Visit, engine: Answering): Promise<OnEngine> {
  const by = visit.query.get('by') === 'tag' ? 'tag' : 'question';
  const of = { engine: engine.slug };
  const [voice, replacing] = await Promise.all([
    visit.figures(reports.shareOfVoice, { ...of, compare: undefined }),
    visit.mayOpen('questions')
      ? visit.figures(reports.gaps, { ...of, every: '1', ...(by === 'tag' ? { by } : {}) })
      : null,
  ]);
  return { engine, voice, replacing, by };
}

function answering(rows: readonly PresenceRow[]): Answering[] {
  return rows
    .filter(({ role }) => role === 'self')
    .map(({ engine, engine_name: name, responses }) => ({ slug: engine, name, answers: responses }));
}

/** The address's engine if it has answers; otherwise the engine with the most. */
function engineOf({ query }: Visit, engines: readonly Answering[]): Answering | null {
  const answered = engines.filter(({ answers }) => answers > 0);
  const asked = answered.find(({ slug }) => slug === query.get('on'));
  return asked ?? answered.toSorted((a, b) => b.answers - a.answers || placeOf(a) - placeOf(b))[0] ?? null;
}

function placeOf({ slug }: Answering): number {
  return (ENGINE_SLUGS as readonly string[]).indexOf(slug);
}

/** The own brand, then competitors by number of answers. */
function brandsByPresence(rows: readonly PresenceRow[]): string[] {
  const named = new Map<string, number>();
  for (const { brand, present } of rows) named.set(brand, (named.get(brand) ?? 0) + present);
  const self = rows.find(({ role }) => role === 'self')?.brand;
  const others = [...named].filter(([brand]) => brand !== self);
  const sorted = others
    .toSorted(([a, most], [b, other]) => other - most || (a < b ? -1 : 1))
    .map(([brand]) => brand);
  return self === undefined ? sorted : [self, ...sorted];
}
