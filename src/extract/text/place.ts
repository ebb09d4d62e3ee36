/** An item of an ordered list. */
interface OrderedItem {
  /** The list's number among the answer's ordered lists. A continued list keeps its number. */
  readonly list: number;
  /** The displayed position. */
  readonly position: number;
}

export interface CellPlace {
  readonly table: number;
  /** 0 for the header. */
  readonly row: number;
  readonly column: number;
}

/** A block's place in the answer. */
export interface Place {
  /** Ordered items around the block, outermost first. */
  readonly ordered: readonly OrderedItem[];
  /** Whether the innermost list is ordered. */
  readonly isNumbered: boolean;
  /** Whether the block is inside a list item. */
  readonly inList: boolean;
  /** The number of nested lists around the block. */
  readonly depth: number;
  /** The innermost list's number, equal for blocks in the same list. */
  readonly list: number | null;
  /** Whether the block is the first in its innermost item. */
  readonly isHead: boolean;
  readonly heading: number | null;
  readonly cell: CellPlace | null;
}
