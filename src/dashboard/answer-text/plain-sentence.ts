/** An answer's sentence on one line, without Markdown; links become their text. */
export function plainSentence(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
    .replace(/^[\s>#*-]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
