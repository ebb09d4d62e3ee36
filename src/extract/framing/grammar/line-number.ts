/** The number that a line begins with, where Markdown did not read it as a list. */
export const LINE_NUMBER =
  /^[\s*]*(?:#?\(?\d{1,3}[.)、:]|[0-9]\uFE0F?\u20E3|[\u2460-\u249B\u2776-\u2793])\s*/u;
