/** A number at a line's start that Markdown did not read as a list. */
export const LINE_NUMBER =
  /^[\s*]*(?:#?\(?\d{1,3}[.)、:]|[0-9]\uFE0F?\u20E3|[\u2460-\u249B\u2776-\u2793])\s*/u;
