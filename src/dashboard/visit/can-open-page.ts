/** Whether this reader may open a brand page, by its path below the brand: `answers`, or '' for the overview. */
export type CanOpenPage = (page: string) => boolean;
