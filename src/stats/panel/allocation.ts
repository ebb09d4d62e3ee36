/** A prompt on one engine, or a prompt. */
export interface Cell {
  /** One answer's standard deviation. */
  readonly deviation: number;
  /** One answer's cost, in any unit. */
  readonly price: number;
}

export interface Ceiling {
  readonly answers: number;
  /** In the prices' unit; null for none. */
  readonly money: number | null;
  /** The most for each cell; null for none. */
  readonly each: number | null;
}

/**
 * How many answers each cell gets to minimize the variance of the mean of all cells' rates: proportional to each
 * deviation or, if money is limited, to the deviation divided by the root of the price (Neyman). Whole answers, at
 * least one each. Null if the ceiling is too low for one each.
 *
 * One more answer after n reduces the variance by deviation^2 / (n (n + 1)), so giving each answer to the largest
 * reduction (per price) is optimal in whole numbers, not a rounding of Neyman's fractions.
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

/** Prices are sums of fractions, so they round. */
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

/** The first of the largest allowed gains; null if none is allowed. */
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
 * The standard deviation of one answer, from those so far. Adds one event and one non-event (Laplace), because a cell
 * with only one outcome may still change.
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
