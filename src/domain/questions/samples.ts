/** The most answers per question, engine, and day. */
export const MOST_SAMPLES = 5;
