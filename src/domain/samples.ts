/** The most that an engine is asked one question a day. */
export const MOST_SAMPLES = 5;
