export const MOST_SAMPLES = 5;
