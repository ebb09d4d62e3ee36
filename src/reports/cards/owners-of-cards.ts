import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { ownersAmong } from '../../domain/web/site-parts.ts';
import type { StoredCard } from '../../storage/answers/cards.ts';
import { nameIn } from '../shape/branded.ts';

interface Owned {
  readonly owners: readonly string[];
  readonly yours: boolean;
}

/** A card's owners: by its host, or by a name in an advertisement's seller or a product's title. */
export async function ownersOfCards(
  tracked: readonly TrackedBrand[],
): Promise<(card: StoredCard | undefined) => Owned> {
  const byHost = ownersAmong(tracked);
  const byName = await Promise.all(tracked.map(async (brand) => ({ brand, isIn: await nameIn([brand]) })));
  return (card) => {
    const words = card?.kind === 'ad' ? card.seller : (card?.title ?? null);
    const named = words === null ? [] : byName.filter(({ isIn }) => isIn(words)).map(({ brand }) => brand);
    const owners = new Set([...(card?.host ? byHost(card.host) : []), ...named]);
    const own = tracked.filter((brand) => owners.has(brand));
    return { owners: own.map(({ name }) => name), yours: own.some(({ role }) => role === 'self') };
  };
}
