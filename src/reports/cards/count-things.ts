import { CARD_KINDS, type CardKind } from '../../domain/answers/card.ts';
import { findEngine, inEngineOrder } from '../../domain/answers/engine.ts';
import { type RateOfQuestions, rateOf } from '../../domain/figures/rate.ts';
import type { Period } from '../../domain/time/period.ts';
import {
  type CardCount,
  countCards,
  type EngineCards,
  type ShownThings,
  spreadOfCard,
} from '../../panel/counts/cards.ts';
import { listCards, listKnownCards, type StoredCard } from '../../storage/answers/cards.ts';
import { ENGINE } from '../dimensions/engine.ts';
import type { ReportContext } from '../shape/report.ts';
import { namingPrompts } from '../shape/sample-design.ts';
import type { SliceQuery } from '../shape/slice.ts';
import { answersOfEach } from '../shape/slices.ts';

export const MOST_SHOWN = 100;

type Context = Pick<ReportContext, 'db' | 'brand' | 'panel'>;
type Query = SliceQuery & { readonly engine?: string };

interface OfEngine {
  readonly market: string;
  readonly engine: string;
  readonly engine_name: string;
}

/** How often an engine showed any card of a kind. Null: its replies have none. */
interface CountedEngine extends OfEngine {
  readonly answers: number;
  readonly showing_ads: RateOfQuestions | null;
  readonly showing_products: RateOfQuestions | null;
}

/** A thing that an engine showed: its cards in the counted answers, newest first, one per answer. */
export interface CountedThing extends OfEngine, RateOfQuestions {
  readonly kind: CardKind;
  readonly cards: readonly StoredCard[];
  readonly newest: CardCount['newest'];
}

interface CountedThings {
  readonly engines: readonly CountedEngine[];
  readonly things: readonly CountedThing[];
  /** Answers with unknown cards, of engines that can show some. */
  readonly unknown: number;
}

/**
 * Counts the answers that showed any card of a kind, and each thing, by market.
 *
 * @throws SightlineError `invalid_parameter` as answersOfEach
 */
export async function countThings(context: Context, query: Query, period: Period): Promise<CountedThings> {
  const seen = await seenIn(context, period);
  const branded = await namingPrompts(context);
  const engines: CountedEngine[] = [];
  const things: CountedThing[] = [];
  let unknown = 0;
  for (const { market, answers } of await answersOfEach(context, query, period)) {
    const counted = await countCards(answers, seen);
    const rate = (own: EngineCards, each: CardCount) =>
      rateOf(each.answerIds.length, own.known, {
        questions: spreadOfCard(each, own, answers.panel, branded),
        designEffect: null,
      });
    const showing = (own: EngineCards, kind: CardKind) =>
      canShow(own, [kind]) ? rate(own, own.any[kind]) : null;
    const ofEngine = ({ engine }: EngineCards): OfEngine => ({
      market: market.name,
      ...ENGINE.fields(engine),
    });
    const byEngine = Map.groupBy(counted, ({ engine }) => engine);
    for (const own of inEngineOrder(byEngine.keys()).flatMap((slug) => byEngine.get(slug) ?? [])) {
      engines.push({
        ...ofEngine(own),
        answers: own.answers,
        showing_ads: showing(own, 'ad'),
        showing_products: showing(own, 'product'),
      });
      if (canShow(own, CARD_KINDS)) unknown += own.answers - own.known;
    }
    for (const { own, thing, each, kind } of CARD_KINDS.flatMap((kind) => mostShown(counted, seen, kind))) {
      const cards = seen.cardsOf(thing, each);
      things.push({ ...ofEngine(own), kind, cards, newest: each.newest, ...rate(own, each) });
    }
  }
  return { engines, things, unknown };
}

/** Imported lines can have cards for any engine. */
function canShow({ engine, known }: EngineCards, kinds: readonly CardKind[]): boolean {
  return known > 0 || findEngine(engine)?.cards?.some((kind) => kinds.includes(kind)) === true;
}

/** A market's things of one kind with the most answers. */
function mostShown(counted: readonly EngineCards[], { kinds, keys }: Seen, kind: CardKind) {
  const rows = counted.flatMap((own) =>
    [...own.things]
      .filter(([thing]) => kinds[thing] === kind)
      .map(([thing, each]) => ({ own, thing, each, kind, key: keys[thing] ?? '' })),
  );
  return rows
    .sort(
      (a, b) =>
        b.each.answerIds.length - a.each.answerIds.length ||
        (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) ||
        (a.own.engine < b.own.engine ? -1 : 1),
    )
    .slice(0, MOST_SHOWN);
}

/** Cards with the same kind and key are one thing. */
function keyOf({ kind, host, seller, title }: StoredCard): string {
  if (kind === 'product') return JSON.stringify([title?.toLowerCase(), seller?.toLowerCase()]);
  return host ?? (seller ?? title ?? '').toLowerCase();
}

interface Seen extends ShownThings {
  /** By thing. */
  readonly keys: readonly string[];
  /** A thing's cards in the counted answers, newest first. */
  readonly cardsOf: (thing: number, count: CardCount) => StoredCard[];
}

/** A window's cards, numbered by thing. */
async function seenIn({ db, brand }: Context, period: Period): Promise<Seen> {
  const known = new Set(await listKnownCards(db, brand.id, period));
  const [kinds, keys]: [CardKind[], string[]] = [[], []];
  const shown = new Map<number, Set<number>>();
  // Each answer counts a thing once, by its first card.
  const firsts = new Map<string, StoredCard>();
  for (const kind of CARD_KINDS) {
    const numberOf = new Map<string, number>();
    for (const card of await listCards(db, brand.id, kind, period)) {
      const key = keyOf(card);
      const thing = numberOf.get(key) ?? keys.push(key) - 1;
      numberOf.set(key, thing);
      kinds[thing] = kind;
      const own = shown.get(card.answerId) ?? new Set();
      shown.set(card.answerId, own);
      if (!own.has(thing)) firsts.set(`${card.answerId} ${thing}`, card);
      own.add(thing);
    }
  }
  const cardsOf = (thing: number, { answerIds, newest }: CardCount) =>
    [newest.id, ...answerIds.filter((id) => id !== newest.id)].flatMap((id) => {
      const card = firsts.get(`${id} ${thing}`);
      return card === undefined ? [] : [card];
    });
  return { known, shown, kinds, keys, cardsOf };
}
