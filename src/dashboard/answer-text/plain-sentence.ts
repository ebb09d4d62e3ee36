/** A sentence of an answer on one line, without its Markdown: links are their texts. */
export function plainSentence(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
    .replace(/^[\s>#*-]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
