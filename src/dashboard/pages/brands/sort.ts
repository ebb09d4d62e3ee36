import { ENGINES } from '../../../domain/answers/engine.ts';
import type { EngineLine, ListedBrand } from './data.ts';

/** `name`, `unread`, `last`, or an engine's slug. */
export type Sort = string;

/** The address's order; by name if unknown. */
export function sortIn(query: URLSearchParams): Sort {
  const asked = query.get('sort') ?? '';
  const isKnown = Object.hasOwn(BY, asked) || ENGINES.some(({ slug }) => slug === asked);
  return isKnown ? asked : 'name';
}

type Order = (a: ListedBrand, b: ListedBrand) => number;

const byName: Order = (a, b) => a.brand.name.localeCompare(b.brand.name, 'en-US');

const BY: Readonly<Record<string, Order>> = {
  name: byName,
  unread: (a, b) => b.unread - a.unread,
  // ISO instants sort as text; brands without an answer come last.
  last: (a, b) => (b.brand.last_collected_at ?? '').localeCompare(a.brand.last_collected_at ?? ''),
};

/** Returns a copy; ties sort by name. */
export function sorted(brands: readonly ListedBrand[], sort: Sort): ListedBrand[] {
  const order = BY[sort] ?? byRateOn(sort);
  return brands.toSorted((a, b) => order(a, b) || byName(a, b));
}

/** Highest rate first. Brands without a rate come after 0%. */
function byRateOn(engine: string): Order {
  const rateOf = ({ engines }: ListedBrand) =>
    engines.find((line) => line.engine === engine)?.figure.rate ?? -1;
  return (a, b) => rateOf(b) - rateOf(a);
}

/** The brands' engines, in report order. */
export function enginesIn(brands: readonly ListedBrand[]): Pick<EngineLine, 'engine' | 'name'>[] {
  const listed = new Set(brands.flatMap(({ engines }) => engines.map(({ engine }) => engine)));
  return ENGINES.filter(({ slug }) => listed.has(slug)).map(({ slug, name }) => ({ engine: slug, name }));
}
