/** Stands for a character of the brand's name, so that a name's digits and words never become values. */
export const NAME = '\uE001';
/** Stands for a character of another tracked brand's name. */
export const OTHER_NAME = '\uE002';
