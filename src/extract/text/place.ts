/** An item of an ordered list. */
export interface OrderedItem {
  /** The number of the list among the ordered lists of the answer. A list that continues another has the same number. */
  readonly list: number;
  /** As displayed. */
  readonly position: number;
}

/** A cell of a table. */
export interface Row {
  readonly table: number;
  /** 0 is the header. */
  readonly row: number;
  readonly column: number;
}

/** Where a block stands. */
export interface Place {
  /** Ordered items that contain the block, the outermost first. */
  readonly ordered: readonly OrderedItem[];
  /** Whether the innermost list around the block is an ordered one. */
  readonly isNumbered: boolean;
  /** Whether the block is inside an item of any list. */
  readonly inList: boolean;
  /** How many lists the block is in, one inside the other. */
  readonly depth: number;
  /** The number of the list that the block is in, to tell which blocks are in the same list. */
  readonly list: number | null;
  /** Whether the block is the first of its innermost item. */
  readonly isHead: boolean;
  readonly heading: number | null;
  readonly cell: Row | null;
}
