/** An item of an ordered list. */
export interface OrderedItem {
  /** Numbers the ordered lists of an answer in their order; one that goes on where another ended has its number. */
  readonly list: number;
  /** As printed. */
  readonly position: number;
}

/** A row of a table. */
export interface Row {
  readonly table: number;
  /** 0 is the header. */
  readonly row: number;
  readonly column: number;
}

/** Where a block stands. */
export interface Place {
  /** Ordered items that hold the block, the outermost first. */
  readonly ordered: readonly OrderedItem[];
  /** Whether the innermost list around the block is an ordered one. */
  readonly isNumbered: boolean;
  /** Whether the block is inside an item of any list. */
  readonly inList: boolean;
  /** Numbers the lists that items belong to, so that neighbours in one list can be told. */
  readonly list: number | null;
  /** Whether the block is the first of its innermost item. */
  readonly isHead: boolean;
  readonly heading: number | null;
  readonly cell: Row | null;
}
