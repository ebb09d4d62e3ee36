import Type from 'typebox';
import type { CardKind } from '../../domain/answers/card.ts';
import { ENGINE_SLUGS, engineNameOf, findEngine } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { type RateOfQuestions, rateOf } from '../../domain/figures/rate.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Period } from '../../domain/time/period.ts';
import { ownersAmong } from '../../domain/web/site-parts.ts';
import { type CardCount, countCards, type EngineCards, spreadOfCard } from '../../panel/counts/cards.ts';
import { listCards, listKnownCards, type StoredCard } from '../../storage/answers/cards.ts';
import { listPublicIds } from '../../storage/answers/lookups.ts';
import { nameIn } from '../shape/branded.ts';
import { RANGE_NOTE, rangeAt, rateAt, repeatsAt } from '../shape/columns.ts';
import { engineParameter, type QueryOf, type ReportContext } from '../shape/report.ts';
import { namingPrompts } from '../shape/sample-design.ts';
import {
  count,
  flag,
  instant,
  named,
  nullable,
  ownersField,
  rangeProperties,
  rateProperties,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfEach, MARKET_COLUMN, sliceProperties } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

/** Shared by /ads and /products: answers that showed a card, out of answers with known cards. */

/** Maximum rows per market. */
export const MOST_SHOWN = 100;

const cardRate = {
  ...rateProperties,
  present: count('Answers that showed it.'),
  responses: count("The engine's answers whose cards (advertisements, products) are known: the denominator."),
  ...rangeProperties,
};

export const cardsQuery = { ...windowQuery(30), engine: engineParameter, ...sliceQuery };

export const cardsMeta = {
  ...windowMeta,
  limit: count('The most rows per market.'),
  answers_unknown: count(
    'Answers with unknown cards, from engines that can show some: imported, or collected before Sightline stored cards ' +
      '(`sightline rescan --reparse`).',
  ),
};

/** The engines that showed anything. */
export const ShownEngineSchema = named(
  'ShowingEngine',
  {
    ...sliceProperties,
    engine: text('Engine slug. Engines are never pooled.'),
    engine_name: text('Display name.'),
    answers: count('Answers in the window.'),
    showing: nullable(
      Type.Object(cardRate),
      "Answers that showed any. Null: not applicable, because this engine's replies have none. That is not zero.",
    ),
  },
  'Whether one engine showed any.',
);

/** Every row's fields besides the shown thing. */
export const cardProperties = {
  owners: ownersField,
  yours: flag('The brand is among the owners.'),
  ...cardRate,
  newest_answer: text('The newest such answer: its id in /answers.'),
  newest_at: instant("That answer's time."),
};

/** Columns for answers that showed something, with a rate. */
export const engineColumns = [
  MARKET_COLUMN,
  { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
  { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
  {
    id: 'answers',
    label: 'Answers',
    kind: 'count',
    field: 'answers',
    answerFilter: ({ market, engine }: { readonly market: string; readonly engine: string }) => ({
      market,
      engine,
    }),
  },
  { id: 'showing', label: 'Showing any', ...rateAt('showing'), none: 'not applicable' },
  rangeAt('showing', 'Showing any: '),
  repeatsAt('showing', 'Showing any: '),
] as const;

export const SHOWN_NOTE = `Shares count only answers whose advertisements and products are known. ${RANGE_NOTE}`;

type Query = QueryOf<typeof cardsQuery>;
type Context = Pick<ReportContext, 'db' | 'brand' | 'panel' | 'now'>;

/** A thing that an engine showed in a market: its cards in the counted answers, newest first, one per answer. */
export interface CountedCard {
  readonly market: string;
  readonly engine: string;
  readonly cards: readonly StoredCard[];
  readonly rate: RateOfQuestions;
  readonly newest: CardCount['newest'];
}

/** A query's result, before its rows get names. */
export interface CardsReport {
  readonly note: string;
  readonly meta: ReturnType<typeof windowOf>['meta'] & {
    readonly limit: number;
    readonly answers_unknown: number;
  };
  readonly engines: readonly Type.Static<typeof ShownEngineSchema>[];
  readonly things: readonly (CountedCard & { readonly newestId: string })[];
}

/** Counts the answers that showed each thing. @param keyOf cards with the same key are one thing */
export async function cardsReport(
  context: Context,
  query: Query,
  kind: CardKind,
  keyOf: (card: StoredCard) => string,
): Promise<CardsReport> {
  const { db, brand, now } = context;
  const { period, meta } = windowOf(now, query);
  const seen = await seenIn(context, period, kind, keyOf);
  const branded = await namingPrompts(context);
  const engines: Type.Static<typeof ShownEngineSchema>[] = [];
  const things: CountedCard[] = [];
  let unknown = 0;
  for (const { market, answers } of await answersOfEach(context, query, period)) {
    const counted = await countCards(answers, seen.known, seen.numbers);
    const rate = (own: EngineCards, each: CardCount) =>
      rateOf(each.answerIds.length, own.known, {
        questions: spreadOfCard(each, own, answers.panel, branded),
        designEffect: null,
      });
    for (const slug of ENGINE_SLUGS) {
      const own = counted.find(({ engine }) => engine === slug);
      if (own === undefined) continue;
      const applies = canShow(own, kind);
      if (applies) unknown += own.answers - own.known;
      engines.push({
        market: market.name,
        engine: slug,
        engine_name: engineNameOf(slug),
        answers: own.answers,
        showing: applies ? rate(own, own.any) : null,
      });
    }
    const rows = counted.flatMap((own) =>
      [...own.things].map(([thing, each]) => ({ own, thing, each, key: seen.keys[thing] ?? '' })),
    );
    for (const { own, thing, each } of rows.sort(byAnswers).slice(0, MOST_SHOWN)) {
      things.push({
        market: market.name,
        engine: own.engine,
        newest: each.newest,
        cards: seen.cardsOf(thing, each),
        rate: rate(own, each),
      });
    }
  }
  const ids = await listPublicIds(
    db,
    brand.id,
    things.map(({ newest }) => newest.id),
  );
  return {
    note: noteOf(unknown),
    meta: { ...meta, limit: MOST_SHOWN, answers_unknown: unknown },
    engines,
    things: things.map((thing) => ({ ...thing, newestId: ids.get(thing.newest.id) ?? '' })),
  };
}

interface Counted {
  readonly own: EngineCards;
  readonly each: CardCount;
  readonly key: string;
}

function byAnswers(a: Counted, b: Counted): number {
  return (
    b.each.answerIds.length - a.each.answerIds.length ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) ||
    (a.own.engine < b.own.engine ? -1 : 1)
  );
}

/** Imported lines can have cards for any engine. */
function canShow({ engine, known }: EngineCards, kind: CardKind): boolean {
  return known > 0 || findEngine(engine)?.cards?.includes(kind) === true;
}

function noteOf(unknown: number): string {
  const answers = unknown === 1 ? '1 answer' : `${unknown} answers`;
  const left = unknown === 0 ? '' : ` The cards in ${answers} are unknown; these do not count.`;
  return `Counts are answers that showed it, not citations. An engine that never shows any has no figure, which is not zero.${left}`;
}

/** A window's cards, numbered by thing. */
async function seenIn(
  { db, brand }: Context,
  period: Period,
  kind: CardKind,
  keyOf: (card: StoredCard) => string,
) {
  const known = new Set(await listKnownCards(db, brand.id, period));
  const cards = await listCards(db, brand.id, kind, period);
  const numberOf = new Map<string, number>();
  const numbers = new Map<number, Set<number>>();
  // Each answer counts a thing once, by its first card.
  const firsts = new Map<string, StoredCard>();
  for (const card of cards) {
    const key = keyOf(card);
    const number = numberOf.get(key) ?? numberOf.size;
    numberOf.set(key, number);
    const own = numbers.get(card.answerId) ?? new Set();
    numbers.set(card.answerId, own);
    if (!own.has(number)) firsts.set(`${card.answerId} ${number}`, card);
    own.add(number);
  }
  const cardsOf = (thing: number, { answerIds, newest }: CardCount) =>
    [newest.id, ...answerIds.filter((id) => id !== newest.id)].flatMap((id) => {
      const card = firsts.get(`${id} ${thing}`);
      return card === undefined ? [] : [card];
    });
  return { known, numbers, keys: [...numberOf.keys()], cardsOf };
}

/** Row fields in both reports. */
export function cardFields({
  market,
  engine,
  rate,
  newest,
  newestId,
}: CountedCard & { readonly newestId: string }) {
  return {
    market,
    engine,
    engine_name: engineNameOf(engine),
    ...rate,
    newest_answer: newestId,
    newest_at: formatInstant(newest.at),
  };
}

/** A thing's owner: by its host, or by a name in its text. */
export async function ownersOfCards(
  tracked: readonly TrackedBrand[],
): Promise<(host: string | null, words: string | null) => { owners: string[]; yours: boolean }> {
  const byHost = ownersAmong(tracked);
  const byName = await Promise.all(tracked.map(async (brand) => ({ brand, isIn: await nameIn([brand]) })));
  return (host, words) => {
    const named = words === null ? [] : byName.filter(({ isIn }) => isIn(words)).map(({ brand }) => brand);
    const owners = new Set([...(host === null ? [] : byHost(host)), ...named]);
    const own = tracked.filter((brand) => owners.has(brand));
    return { owners: own.map(({ name }) => name), yours: own.some(({ role }) => role === 'self') };
  };
}
