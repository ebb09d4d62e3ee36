/** The text in lower case with equal length and uniform apostrophes, quotation marks, hyphens, and spaces. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : text.replace(/\p{Lu}/gu, sameLength);
  return same
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\n\u00A0\t]/g, ' ');
}

function sameLength(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
