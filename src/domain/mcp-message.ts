/** The most that one message of an assistant may have: a call of a tool has a few arguments, and nothing comes near this. */
export const MOST_MESSAGE_BYTES = 64 * 1024;
