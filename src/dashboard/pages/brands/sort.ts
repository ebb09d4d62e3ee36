import { ENGINES } from '../../../domain/engine.ts';
import type { EngineLine, ListedBrand } from './data.ts';

/** What brands are sorted by: `name`, `unread`, `last`, or the slug of an engine. */
export type Sort = string;

/** What an address asks for; what it does not know is by name. */
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
  // Instants of one format are in the order of their texts; no answer comes last.
  last: (a, b) => (b.brand.last_collected_at ?? '').localeCompare(a.brand.last_collected_at ?? ''),
};

/** A copy, equals by name. */
export function sorted(brands: readonly ListedBrand[], sort: Sort): ListedBrand[] {
  const order = BY[sort] ?? byRateOn(sort);
  return brands.toSorted((a, b) => order(a, b) || byName(a, b));
}

/** The highest rate first; a brand without a rate comes after 0%, because nothing is known of it. */
function byRateOn(engine: string): Order {
  const rateOf = ({ engines }: ListedBrand) =>
    engines.find((line) => line.engine === engine)?.figure.rate ?? -1;
  return (a, b) => rateOf(b) - rateOf(a);
}

/** The engines of these brands, in the order of reports. */
export function enginesIn(brands: readonly ListedBrand[]): Pick<EngineLine, 'engine' | 'name'>[] {
  const listed = new Set(brands.flatMap(({ engines }) => engines.map(({ engine }) => engine)));
  return ENGINES.filter(({ slug }) => listed.has(slug)).map(({ slug, name }) => ({ engine: slug, name }));
}
