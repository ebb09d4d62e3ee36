/** The most bytes in one message from an assistant: a tool call has a few arguments and never comes near this. */
export const MOST_MESSAGE_BYTES = 64 * 1024;
