/** Stands for a character of the brand's name, so that no digit or word of a name is taken for a value. */
export const NAME = '\uE001';
/** The same for the names of other tracked brands. */
export const OTHER_NAME = '\uE002';
