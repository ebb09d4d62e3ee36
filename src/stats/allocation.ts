/** Something to spend answers on: one prompt on one engine, or one prompt. */
export interface Cell {
  /** How much one answer varies: its standard deviation. */
  readonly deviation: number;
  /** What one answer costs, in any unit. */
  readonly price: number;
}

export interface Ceiling {
  readonly answers: number;
  /** In the unit of the prices; null for none. */
  readonly money: number | null;
  /** The most for each cell; null for none. */
  readonly each: number | null;
}

/**
 * How many answers each cell is to get, so that the rates of all cells, each weighing the same, are as exact as they can be
 * together: in proportion to the deviation of each, and where money is limited to that over the root of the price (Neyman). In whole answers, at least one each.
 * Null if the ceiling does not allow one each.
 *
 * One more answer after n takes deviation^2 / (n (n + 1)) off the variance, so handing out one after the other to where it
 * takes off most is the best there is in whole numbers, not a rounding of Neyman's fractions. With prices, it is what it
 * takes off for its price.
 *
 * Source: Neyman (1934), J. R. Stat. Soc. 97:558-625; in whole numbers Wright (2017), Stat. Probab. Lett. 129:50-57.
 */
export function allocate(cells: readonly Cell[], { answers, money, each }: Ceiling): number[] | null {
  const counts = cells.map(() => 1);
  let spent = cells.reduce((sum, { price }) => sum + price, 0);
  if (cells.length > answers || (money !== null && spent > money + SLACK)) return null;
  const gainOf = ({ deviation, price }: Cell, count: number) =>
    deviation ** 2 / (count * (count + 1) * (money === null ? 1 : Math.max(price, SLACK)));
  const gains = cells.map((cell) => gainOf(cell, 1));
  for (let given = cells.length; given < answers; given += 1) {
    const next = mostOf(gains, (index) => fits(index, counts, cells, { spent, money, each }));
    const cell = next === null ? undefined : cells[next];
    if (next === null || cell === undefined) break;
    counts[next] = (counts[next] ?? 0) + 1;
    gains[next] = gainOf(cell, counts[next]);
    spent += cell.price;
  }
  return counts;
}

/** Prices are sums of fractions. */
const SLACK = 1e-9;

function fits(
  index: number,
  counts: readonly number[],
  cells: readonly Cell[],
  { spent, money, each }: { spent: number; money: number | null; each: number | null },
): boolean {
  if (each !== null && (counts[index] ?? 0) >= each) return false;
  return money === null || spent + (cells[index]?.price ?? 0) <= money + SLACK;
}

/** The first of the largest that may be taken; null if none may. */
function mostOf(gains: readonly number[], mayTake: (index: number) => boolean): number | null {
  let best: number | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < gains.length; index += 1) {
    const gain = gains[index] ?? 0;
    if (gain > most && mayTake(index)) [best, most] = [index, gain];
  }
  return best;
}

/**
 * How much an answer varies, seen from those so far. One that has always or never been an event may still be otherwise, so
 * one of each is added (Laplace).
 */
export function deviationOf({
  events,
  trials,
}: {
  readonly events: number;
  readonly trials: number;
}): number {
  const share = (events + 1) / (trials + 2);
  return Math.sqrt(share * (1 - share));
}
