import {
  type AlertSettings,
  alertKindsOf,
  CURRENT_DAYS,
  windowsAt,
} from '../../domain/alerts/alert-rules.ts';
import { engineOf } from '../../domain/answers/engine.ts';
import { type Fact, factWords, measureOfFact } from '../../domain/brand/fact.ts';
import { activeMarkets, type BrandMarket } from '../../domain/brand/market.ts';
import { rateOf } from '../../domain/figures/rate.ts';
import { oneLine } from '../../domain/text.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { readingKey } from '../../extract/reading-key.ts';
import { countFacts, type FactCount, factCountOf, newestOf } from '../../panel/counts/facts.ts';
import type { Panel } from '../../panel/panel.ts';
import {
  advanceContradiction,
  type ContradictionState,
  isContradicted,
  rewindContradiction,
} from '../../stats/alerts/contradictions.ts';
import { PERSISTENCE } from '../../stats/alerts/episodes.ts';
import { designEffectsOf } from '../../stats/rates/design-effect.ts';
import { type FactSentence, factSentences, listSaidOfFacts } from '../../storage/answers/fact-readings.ts';
import { listFacts } from '../../storage/directory/brand/facts.ts';
import type { BrandSnapshot } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { NewAlert } from '../../storage/watch/alerts.ts';
import type { WatchState } from '../../storage/watch/evaluations.ts';
import { readRepeats } from '../../storage/watch/repeats.ts';
import { titleIn } from './alert-words.ts';

/** Facts that an engine's answers contradict, evaluated daily with the changes. They compare no windows. */

/** Most sentences quoted in an alert. */
const MOST_QUOTED = 3;

/** A fact's state after forgetting evaluations from an instant on. */
export function rewoundFact(state: WatchState, at: number): WatchState[] {
  const rewound = rewindContradiction(JSON.parse(state.state) as ContradictionState, at);
  return rewound === null ? [] : [{ ...state, state: JSON.stringify(rewound) }];
}

interface FactsInput {
  readonly db: Database;
  readonly brand: Pick<BrandSnapshot, 'id' | 'name' | 'tracked' | 'markets'>;
  readonly panel: Panel;
  readonly settings: AlertSettings;
  readonly at: number;
  /** States of facts. */
  readonly states: readonly WatchState[];
  readonly newAlert: () => string;
}

interface FoundFacts {
  readonly alerts: readonly NewAlert[];
  readonly states: readonly WatchState[];
}

/** The facts contradicted at an instant, per active market. Requires answers with current readings. */
export async function contradictedFacts(input: FactsInput): Promise<FoundFacts> {
  const { db, brand, settings, at } = input;
  const facts = await listFacts(db, brand.id);
  if (facts.length === 0 || !alertKindsOf(settings).includes('fact_contradicted'))
    return { alerts: [], states: [] };
  const said = await listSaidOfFacts(db, brand.id, windowsAt(at).current);
  const today = { names: readingKey(brand.tracked), factIds: facts.map(({ id }) => id) };
  const several = activeMarkets(brand.markets).length > 1;
  const found = { alerts: [] as NewAlert[], states: [] as WatchState[] };
  for (const market of activeMarkets(brand.markets)) {
    const markets = brand.markets.length === 1 ? undefined : new Set([market.id]);
    const answers = { panel: input.panel, period: windowsAt(at).current, only: { markets } };
    const effects = await effectsBefore(input, markets);
    for (const counted of await countFacts(answers, said, today)) {
      for (const fact of facts) {
        const count = factCountOf(counted, fact.id);
        const { engine } = counted;
        const place = { market, engine, fact, designEffect: effects(engine, input.panel.self, CURRENT_DAYS) };
        const { state, isRaised } = step(input, place, count);
        if (state === null) continue;
        found.states.push(stateRow(input, place, state));
        if (!isRaised || state.alert === null) continue;
        const raised = { id: state.alert, ...place, market: several ? market : null, marketId: market.id };
        found.alerts.push(alertOf(input, raised, count, await quotesOf(input, fact, count)));
      }
    }
  }
  return found;
}

/** Measure repetition before the window, because a change in it would look like repetition. */
async function effectsBefore({ db, brand, panel, at }: FactsInput, markets: ReadonlySet<number> | undefined) {
  const before = windowsAt(at).current.from;
  return designEffectsOf(await readRepeats(db, { brandId: brand.id, panel, before, markets }));
}

/** A fact on an engine, in a market. */
interface FactPlace {
  readonly market: BrandMarket;
  readonly engine: string;
  readonly fact: Fact;
  /** Answers equivalent to one independent answer; null if unknown. */
  readonly designEffect: number | null;
}

function step(
  { states, settings, at, newAlert }: FactsInput,
  { market, engine, fact, designEffect }: FactPlace,
  count: FactCount,
) {
  const before = states.find(
    (each) =>
      each.marketId === market.id && each.engine === engine && each.measure === measureOfFact(fact.id),
  );
  return advanceContradiction(before ? (JSON.parse(before.state) as ContradictionState) : null, {
    at,
    contradicted: isContradicted(count, settings.minDeltaPoints, designEffect),
    alert: newAlert,
  });
}

function stateRow(
  { brand }: FactsInput,
  { market, engine, fact }: FactPlace,
  state: ContradictionState,
): WatchState {
  const trackedId = brand.tracked.find(({ role }) => role === 'self')?.id ?? 0;
  return {
    marketId: market.id,
    engine,
    measure: measureOfFact(fact.id),
    trackedId,
    state: JSON.stringify(state),
  };
}

async function quotesOf({ db, brand }: FactsInput, { id: factId }: Fact, { contradicting }: FactCount) {
  const quotes = newestOf(contradicting, MOST_QUOTED).map(({ answerId }) => ({ answerId, factId }));
  return await factSentences(db, brand.id, quotes);
}

interface RaisedFact extends Omit<FactPlace, 'market'> {
  readonly id: string;
  readonly marketId: number;
  /** For a brand with several. */
  readonly market: BrandMarket | null;
}

function alertOf(
  { brand, at }: FactsInput,
  { id, marketId, market, engine, fact, designEffect }: RaisedFact,
  { agrees, contradicts }: FactCount,
  quotes: readonly FactSentence[],
): NewAlert {
  const name = engineOf(engine).name;
  const share = `${contradicts} of the ${agrees + contradicts} answers`;
  const { from, to } = windowsAt(at).current;
  const [quote] = quotes;
  return {
    publicId: id,
    marketId,
    kind: 'fact_contradicted',
    title: titleIn(market, `${name} contradicts “${fact.name}” of ${brand.name}: ${share} that state it`),
    detail: oneLine(
      `In ${CURRENT_DAYS} days, ${share} of ${name} that state “${fact.name}” of ${brand.name} contradict the declared value ` +
        `(${factWords(fact.value)}). It held on ${PERSISTENCE} evaluations in a row.` +
        `${quote?.sentence ? ` For example: “${quote.sentence}”` : ''} Rules read these sentences, so check them in their answers.`,
    ),
    facts: {
      engine,
      brand: brand.name,
      fact: fact.name,
      declared: factWords(fact.value),
      ...(market && { market: market.name }),
      current: {
        after: formatInstant(from - 1),
        until: formatInstant(to - 1),
        ...rateOf(contradicts, agrees + contradicts, { designEffect }),
      },
      held_on_evaluations: PERSISTENCE,
      contradictions: quotes.map(({ publicId, sentence, pages }) => ({
        answer_id: publicId,
        sentence,
        pages: pages.slice(0, MOST_QUOTED),
      })),
    },
    createdAt: at,
  };
}
