import { type AlertSettings, CURRENT_DAYS, wantedKinds, windowsAt } from '../../domain/alert-rules.ts';
import { engineOf } from '../../domain/engine.ts';
import { type Fact, factWords, measureOfFact } from '../../domain/fact.ts';
import { formatInstant } from '../../domain/instant.ts';
import { activeMarkets, type BrandMarket } from '../../domain/market.ts';
import { rateOf } from '../../domain/rate.ts';
import { oneLine } from '../../domain/text.ts';
import { readingKey } from '../../extract/reading-key.ts';
import { countFacts, countOf, type FactCount, newestOf } from '../../panel/counts/facts.ts';
import type { Panel } from '../../panel/panel.ts';
import {
  afterEvaluation,
  type ContradictionState,
  isContradicted,
  rewoundContradiction,
} from '../../stats/contradictions.ts';
import { designEffectsOf } from '../../stats/design-effect.ts';
import { PERSISTENCE } from '../../stats/episodes.ts';
import { type FactSentence, factSentences, listSaidOfFacts } from '../../storage/answers/fact-readings.ts';
import type { SeenBrand } from '../../storage/directory/brands.ts';
import { listFacts } from '../../storage/directory/facts.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { NewAlert } from '../../storage/watch/alerts.ts';
import type { WatchState } from '../../storage/watch/evaluations.ts';
import { readRepeats } from '../../storage/watch/repeats.ts';
import { titleIn } from './alert-words.ts';

/** Facts that the answers of an engine contradict, evaluated with the changes of a day. They are no comparison of two windows. */

/** How many sentences an alert quotes. */
const MOST_QUOTED = 3;

/** The state of a fact when the evaluations from an instant on are forgotten. */
export function rewoundFact(state: WatchState, at: number): WatchState[] {
  const rewound = rewoundContradiction(JSON.parse(state.state) as ContradictionState, at);
  return rewound === null ? [] : [{ ...state, state: JSON.stringify(rewound) }];
}

interface FactsInput {
  readonly db: Database;
  readonly brand: Pick<SeenBrand, 'id' | 'name' | 'tracked' | 'markets'>;
  readonly panel: Panel;
  readonly settings: AlertSettings;
  readonly at: number;
  /** Those that were remembered of facts. */
  readonly states: readonly WatchState[];
  readonly newAlert: () => string;
}

interface FoundFacts {
  readonly alerts: readonly NewAlert[];
  readonly states: readonly WatchState[];
}

/** The facts that are contradicted as of an instant, in each active market by itself. Run it on answers that were read with the names of today. */
export async function contradictedFacts(input: FactsInput): Promise<FoundFacts> {
  const { db, brand, settings, at } = input;
  const facts = await listFacts(db, brand.id);
  if (facts.length === 0 || !wantedKinds(settings).includes('fact_contradicted'))
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
        const count = countOf(counted, fact.id);
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

/** How much engines repeated themselves before the window that is read: a change in it would look as if answers before it were repeats. */
async function effectsBefore({ db, brand, panel, at }: FactsInput, markets: ReadonlySet<number> | undefined) {
  const before = windowsAt(at).current.from;
  return designEffectsOf(await readRepeats(db, { brandId: brand.id, panel, before, markets }));
}

/** A fact on an engine, in a market. */
interface FactPlace {
  readonly market: BrandMarket;
  readonly engine: string;
  readonly fact: Fact;
  /** How many of the engine's answers tell as much as one; null where that is not known. */
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
  return afterEvaluation(before ? (JSON.parse(before.state) as ContradictionState) : null, {
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
    ...{ marketId: market.id, engine, measure: measureOfFact(fact.id), trackedId },
    state: JSON.stringify(state),
  };
}

async function quotesOf({ db, brand }: FactsInput, { id: factId }: Fact, { contradicting }: FactCount) {
  const wanted = newestOf(contradicting, MOST_QUOTED).map(({ answerId }) => ({ answerId, factId }));
  return await factSentences(db, brand.id, wanted);
}

interface RaisedFact extends Omit<FactPlace, 'market'> {
  readonly id: string;
  readonly marketId: number;
  /** Of a brand with several. */
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
      `In ${CURRENT_DAYS} days, ${share} of ${name} that state “${fact.name}” of ${brand.name} say something else than was declared ` +
        `(${factWords(fact.value)}). It held on ${PERSISTENCE} evaluations in a row.` +
        `${quote?.sentence ? ` For example: “${quote.sentence}”` : ''} Sentences are read by rules: check them in their answers.`,
    ),
    facts: {
      ...{ engine, brand: brand.name, fact: fact.name, declared: factWords(fact.value) },
      ...(market && { market: market.name }),
      current: {
        after: formatInstant(from - 1),
        until: formatInstant(to - 1),
        ...rateOf(contradicts, agrees + contradicts, { designEffect }),
      },
      held_on_evaluations: PERSISTENCE,
      contradictions: quotes.map(({ publicId, sentence, pages }) => ({
        ...{ answer_id: publicId, sentence, pages: pages.slice(0, MOST_QUOTED) },
      })),
    },
    createdAt: at,
  };
}
