/** Whether this reader may open a page of the visited brand, by its path below the brand's: `answers`, or '' for the overview. */
export type Opens = (page: string) => boolean;
