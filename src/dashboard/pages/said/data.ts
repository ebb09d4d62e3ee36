import { ENGINE_SLUGS } from '../../../domain/engine.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { SPOKEN_WAYS, type SpokenWay } from '../../charts/said.ts';
import type { Visit } from '../../visit.ts';

export type Said = EnvelopeOf<typeof reports.said>;
export type SaidRow = RowOf<typeof reports.said>;
export type Facts = EnvelopeOf<typeof reports.facts>;

/** What is said of a brand by a theme: its answers in any way, and in each. */
export type Ways = Readonly<Record<'any' | SpokenWay, SaidRow>>;

/** What the page shows, and of what. */
export interface SaidPage {
  readonly engine: string;
  /** The engines with answers, and how many each has. */
  readonly engines: ReadonlyMap<string, number>;
  /** The brand beside; null for none. */
  readonly beside: string | null;
  /** Competitors of which this engine says something, those of which it says most first. */
  readonly competitors: readonly string[];
  /** Of the brand itself: with `beside`, its rows have those of the other. */
  readonly own: Said;
  readonly themes: readonly Ways[];
  /** Themes by which only the other brand is spoken of. */
  readonly onlyBeside: readonly SaidRow[];
  /** The theme whose sentences are shown, with the sentences of all brands; null where nothing is said. */
  readonly quoted: Said | null;
  readonly facts: Facts;
}

/** No brand beside, in the address. */
export const NOBODY = 'nobody';

/** One engine at a time: that of the bar, or else the one with the most answers. Null where there are none. */
export async function saidData(visit: Visit): Promise<SaidPage | null> {
  const engines = (await visit.chosenCounts())?.answers ?? new Map<string, number>();
  const engine = visit.choice.engine ?? engineWithMost(engines);
  if (engine === null) return null;
  const [all, facts] = await Promise.all([
    visit.figures(reports.said, { engine }),
    visit.figures(reports.facts, { engine }),
  ]);
  const competitors = mostSaid(all);
  const asked = visit.query.get('beside') || competitors[0];
  const beside = asked === NOBODY || asked === undefined ? null : asked;
  const own = await visit.figures(reports.said, {
    engine,
    about: 'self',
    ...(beside === null ? {} : { beside }),
  });
  const both = themesIn(own.data);
  const themes = both.filter(({ any }) => any.present > 0);
  const onlyBeside = both.flatMap(({ any }) => (any.present === 0 ? [any] : []));
  const theme = visit.query.get('theme') || themes[0]?.any.theme;
  const quoted = theme === undefined ? null : await visit.figures(reports.said, { engine, theme });
  return {
    engine,
    engines,
    beside: own.meta.beside ?? null,
    competitors,
    own,
    themes,
    onlyBeside,
    quoted,
    facts,
  };
}

function engineWithMost(engines: ReadonlyMap<string, number>): string | null {
  const inOrder = ENGINE_SLUGS.filter((slug) => (engines.get(slug) ?? 0) > 0);
  return inOrder.toSorted((a, b) => (engines.get(b) ?? 0) - (engines.get(a) ?? 0))[0] ?? null;
}

function mostSaid({ data }: Said): string[] {
  const sums = new Map<string, number>();
  for (const { is_you: isYou, brand, framing, present } of data)
    if (!isYou && framing === 'any') sums.set(brand, (sums.get(brand) ?? 0) + present);
  return [...sums].toSorted(([, a], [, b]) => b - a).map(([brand]) => brand);
}

/** The four rows of each theme, in the order of the report, but for what is of no theme, which is last. */
function themesIn(rows: readonly SaidRow[]): Ways[] {
  const themes = [...Map.groupBy(rows, ({ theme }) => theme).values()].flatMap((own) => {
    const of = (framing: string) => own.find((row) => row.framing === framing);
    const found = ['any', ...SPOKEN_WAYS].map((way) => [way, of(way)] as const);
    return found.every(([, row]) => row !== undefined) ? [Object.fromEntries(found) as unknown as Ways] : [];
  });
  const isOther = ({ any }: Ways) => Number(any.theme === 'other');
  return themes.toSorted((a, b) => isOther(a) - isOther(b));
}
