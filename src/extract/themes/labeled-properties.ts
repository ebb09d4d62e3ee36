import type { Said } from '../../domain/answers/answer-reading.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { Block } from '../text/blocks.ts';
import { Outline } from '../text/outline.ts';
import { inheritedBrands } from './framing/grammar/inherited-brand.ts';
import { phrasesIn } from './theme-reader.ts';

/** A line with a label and a value, but no sentence. */
const FIELD = /^[^\p{L}\n]*(?<label>\p{L}[\p{L}\s-]{1,30}?)\s?[:：]\s*(?<value>\S[^\n]{0,79}?)\s*\.?$/u;

/** Words around a price. Any other word may be a verdict. */
const PRICE_WORDS = new Set(
  'from starts starting at to per a each user users seat month monthly year yearly annually mo yr free billed ab pro im monat jahr nutzer kostenlos à partir de dès par mois an utilisateur gratuit desde al mes año usuario por gratis da mese anno utente mês ano vanaf maand jaar gebruiker od miesiąc rok usd eur gbp chf'.split(
    ' ',
  ),
);

/** `Slack, Zoom, and Gmail`. */
const NAMES =
  /^\p{Lu}[\p{L}\d.+-]*(?:\s\p{Lu}[\p{L}\d.+-]*){0,2}(?:(?:,\s|,?\s(?:and|und|et|y|e|en|i)\s)\p{Lu}[\p{L}\d.+-]*(?:\s\p{Lu}[\p{L}\d.+-]*){0,2})+$/u;

/**
 * Properties in labels and values under a brand's name: `Price: from $9`, `Integrations: Slack, Zoom`. Values that may
 * judge belong to the sentence rules.
 */
export function labeledProperties(
  blocks: readonly Block[],
  namings: Parameters<typeof inheritedBrands>[1],
): Map<TrackedBrand, Said[]> {
  const fields = blocks.flatMap((block) => {
    const theme = block.place.heading === null && block.place.cell === null ? themeOf(block.text) : null;
    return theme === null ? [] : [{ block, theme }];
  });
  const said = new Map<TrackedBrand, Said[]>();
  if (fields.length === 0) return said;
  const inherited = inheritedBrands(blocks, namings, new Outline(blocks));
  for (const { block, theme } of fields) {
    const brand = inherited.get(block)?.brand;
    if (brand === undefined) continue;
    const { from, to } = block.sourceOf(0, block.text.length);
    const own = said.get(brand) ?? [];
    said.set(brand, own);
    own.push({ theme, framing: 'neutral', from, to });
  }
  return said;
}

/** The only theme in a field's label, if its value is a price or a list of names. */
function themeOf(text: string): string | null {
  const { label = '', value = '' } = FIELD.exec(text)?.groups ?? {};
  if (label === '' || !(isPrice(value) || NAMES.test(value))) return null;
  const phrases = phrasesIn(label.toLowerCase(), 'en').filter(({ kind }) => kind === 'sure');
  const themes = new Set(phrases.map(({ theme }) => theme));
  const [theme] = themes;
  if (themes.size !== 1 || theme === undefined) return null;
  return (theme === 'price') === isPrice(value) ? theme : null;
}

function isPrice(value: string): boolean {
  const words = value.toLowerCase().match(/\p{L}+/gu) ?? [];
  return (
    /\p{Sc}\s?\d|\d\s?\p{Sc}|\d\s(?:usd|eur|gbp|chf)/iu.test(value) &&
    words.every((each) => PRICE_WORDS.has(each))
  );
}
