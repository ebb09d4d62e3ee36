/** A brand's share of an engine's answers; null for too few. */
interface Share {
  readonly brand: string;
  readonly rate: number | null;
}

/** Competitors whose order to the brand exceeds chance, by name. */
export interface Apart {
  readonly ahead: readonly string[];
  readonly behind: readonly string[];
}

/** A brand's place on one engine. */
export interface Standing {
  /** By share; 1 for the most named. */
  readonly rank: number;
  /** The most named competitor that is ahead beyond chance, or else the most named one. */
  readonly rival: string;
  /** How the brand stands to it. */
  readonly order: 'behind' | 'level' | 'ahead';
}

/** Null for too few answers, or without a competitor that has enough. */
export function standingOf(own: Share, rivals: readonly Share[], { ahead, behind }: Apart): Standing | null {
  const rated = rivals
    .filter(({ rate }) => rate !== null)
    .toSorted((one, other) => Number(other.rate) - Number(one.rate));
  const [most] = rated;
  if (own.rate === null || most === undefined) return null;
  const rank = 1 + rated.filter(({ rate }) => Number(rate) > Number(own.rate)).length;
  const first = rated.find(({ brand }) => ahead.includes(brand));
  if (first !== undefined) return { rank, rival: first.brand, order: 'behind' };
  return { rank, rival: most.brand, order: behind.includes(most.brand) ? 'ahead' : 'level' };
}

/** A competitor beside the brand in the same answers, from a row of /gaps. */
interface Beside {
  readonly gap: { readonly points: number; readonly lower: number } | null;
  readonly stands_out: boolean;
}

/** Whether a competitor is ahead of the brand in the same answers beyond chance, or behind it; null for neither. */
export function orderOf({ gap, stands_out: standsOut }: Beside): 'ahead' | 'behind' | null {
  if (gap === null || !standsOut) return null;
  return gap.points > 0 ? 'ahead' : 'behind';
}

/**
 * The competitors ahead of the brand on an engine, and those behind: beyond chance among all. Of one whose rise an alert
 * reported, its own interval decides: the alert alone says that it gained places, not that it has most.
 */
export function apartOf(
  rows: readonly (Beside & { readonly competitor: string })[],
  risen: ReadonlySet<string>,
): Apart {
  const named = (order: 'ahead' | 'behind') =>
    rows.flatMap((row) => {
      const isRisen = order === 'ahead' && risen.has(row.competitor) && (row.gap?.lower ?? 0) > 0;
      return orderOf(row) === order || isRisen ? row.competitor : [];
    });
  return { ahead: named('ahead'), behind: named('behind') };
}

export const ORDER_WORDS = { behind: 'behind', level: 'level with', ahead: 'ahead of' } as const;

/** `1st`, `22nd`, `13th` */
export function ordinal(rank: number): string {
  const ending = ORDINAL_ENDINGS[ORDINALS.select(rank) as keyof typeof ORDINAL_ENDINGS];
  return `${rank}${ending ?? 'th'}`;
}

const ORDINALS = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ORDINAL_ENDINGS = { one: 'st', two: 'nd', few: 'rd' } as const;
