import { isAward } from '../text/heads.ts';

/** Kinds of things that have names of their own. */
const KINDS =
  'tools?|apps?|applications?|brands?|products?|compan(?:y|ies)|firms?|startups?|providers?|vendors?|software|services?|platforms?|solutions?|suites?|websites?|marketplaces?|banks?|carriers?|agenc(?:y|ies)|chains?|stores?|shops?|devices|wearables|trackers|alternatives?|competitors?|rivals?|options?|suppliers?|manufacturers?|makers?|retailers?|integrations?|partners|customers|clients|players|exchanges|airlines|hotels|restaurants|lenders|insurers|issuers|publishers|magazines|newspapers|names';
const OTHER_KINDS =
  'herramientas?|aplicaci(?:ón|ones)|marcas?|empresas?|proveedor(?:es)?|productos?|tiendas?|plataformas?|servicios?|alternativas?|opciones|outils?|applis?|marques?|entreprises?|fournisseurs?|produits?|enseignes?|magasins?|plateformes?|logiciels?|anbieter|marken?|hersteller|unternehmen|produkte?|dienste?|plattformen|händler|alternativen?|strument[oi]|applicazion[ei]|marchi[o]?|aziend[ae]|prodott[oi]|negozi|piattaform[ae]|servizi|alternative|ferramentas?|aplicativos?|fornecedor(?:es)?|produtos?|lojas?|serviços?|merk(?:en)?|bedrijven|aanbieders?|winkels|alternatieven';

/** What else announces names: verdicts, and places to buy. */
const VERDICTS =
  'winners?|runners?[- ]?up|champion|(?:top |best )?picks?|choices?|recommendations?|favou?rites?|(?:honou?rable |special )?mentions?|overall|where to buy|gewinner|testsieger|sieger|empfehlung(?:en)?|ganador(?:es|as?)?|recomendaci(?:ón|ones)|gagnante?s?|vincitor[ei]|vencedor(?:es|as?)?|winnaars?';

const COLON = '\\s?(?:[:：=→⇒–—]|-\\s|\\p{Extended_Pictographic})[\\s\\p{M}]*["“„]?$';

/** `Winner:`, `Popular brands:`, `Tools to look at:`. Other labels announce words too: `Shape: square`. */
const LABEL = new RegExp(
  `(?:^|[\\n\\u2028]|[.!?]\\s)([^\\n\\u2028:：.!?]{0,40}(?<!\\p{L})(?:(?:${KINDS})(?:\\s(?:to|for|worth|in|on|under|with|by|near|that|like|you|we|available|mentioned|compared|listed)(?:\\s[^\\n\\u2028:：.!?]{1,40})?)?|(?:${OTHER_KINDS})(?:\\s\\p{Ll}+){0,2}|${VERDICTS}))${COLON}`,
  'iu',
);

const ANY_LABEL = new RegExp(`(?:^|[\\n\\u2028])\\P{L}*([^\\n\\u2028:：]{3,60}?)${COLON}`, 'u');

/** What a thing may be chosen by: `Color options: Orange, Blue`. */
const LOOKS =
  'shapes?|colou?rs?|sizes?|materials?|fabrics?|finish(?:es)?|flavou?rs?|scents?|patterns?|days?|months?|times?|seasons?|formas?|color(?:es|i)?|cores|tallas?|tamaños?|couleurs?|formes?|tailles?|farben?|größen?|kleur(?:en)?';
const TERMS = 'pric(?:es?|ing)|costs?|plans?|tiers?|prezz[oi]|preise?|precios?|prix';
const OF_LOOKS = new RegExp(`(?<!\\p{L})(?:${LOOKS})(?!\\p{L})`, 'iu');
const OF_PROPERTY = new RegExp(
  `(?:^|[\\n\\u2028]|[.!?]\\s)\\P{L}*(?:(?!(?:\\p{L}+est|top|most|good|great)\\s)\\p{L}+\\s)?(?:${LOOKS}|${TERMS})(?:\\s\\p{L}+)?\\s?[:：][^\\n\\u2028:：.!?]*$`,
  'iu',
);
const CHOICE = /^\s*(?:$|[.,;/)]|(?:and|or)\s)/u;

const AND = '(?:and|or|vs\\.?|versus|y|e|o|et|ou|und|oder|en|of|och|eller)';

/** The end of a line, a remark, or a maker. */
const END = /^[^\p{L}\p{N}\n]*(?:[\n\u2028]|$)|^\s?[(–—]|^\s(?:by|from)\s\p{Lu}/u;
/** More names. */
const MORE = new RegExp(`^\\s*(?:[,/&;、，]|${AND}\\s)\\s*[\\p{Lu}\\p{Lo}\\d]`, 'u');
/** The other words of a product's name, up to its end. */
const PRODUCT = /^(?:\s[\p{Lu}\d][\p{L}\d.+&’'-]*){1,6}\s*(?:[,;(–—]|\.?\s*$)/u;

/** Whether a name is the first thing after a label for names. */
export function isLabeled(before: string, after: string): boolean {
  if (!END.test(after) && !MORE.test(after) && !PRODUCT.test(after)) return false;
  const label = LABEL.exec(before)?.[1] ?? awardIn(before);
  return label !== null && !OF_LOOKS.test(label);
}

function awardIn(before: string): string | null {
  const label = ANY_LABEL.exec(before)?.[1];
  return label !== undefined && isAward(label) ? label : null;
}

/** Whether it is one of the values of a property: `Colors: Orange, Mint`. */
export function isValue(before: string, after: string): boolean {
  return CHOICE.test(after) && OF_PROPERTY.test(before) && !isLabeled(before, after);
}

/** What works with a name, stands beside it, or sells it. */
const TAKING = new RegExp(
  `(?<!\\p{L})(?:${[
    '(?:integrat(?:es?|ed|ing|ions?)|works?|syncs?|pairs?|compatible|compatibility|connects?)(?: (?:well|easily|directly|natively|seamlessly|nicely))? with',
    '(?:connects?|exports?|syncs?|migrat(?:es?|ing|ion)|switch(?:es|ing)?|alternatives?|competitors?|rivals?|similar|comparable|compared) to',
    '(?:imports?|migrat(?:es?|ing)|switch(?:es|ing)?) from',
    '(?:available|sold|stocked) (?:at|on|via)',
    'such as',
    `(?:${KINDS}) like`,
  ].join('|')})\\s$`,
  'iu',
);
const TAKEN = new RegExp(`^(?:['’]s)?\\s*(?:$|[.,;:!?)…–—(/&|]|-\\s|${AND}\\s+\\p{Lu})`, 'u');

/** Whether a name ends a phrase that takes a name: `Integrates with T`, `Apps like T`. */
export function isTaken(before: string, after: string): boolean {
  return TAKEN.test(after) && TAKING.test(before);
}

const PICKING =
  /(?:^|[.!?:\n\u2028])\W*(?:try|consider|use|choose|pick|get|buy|compare|see|avoid|skip|prefer|check out|look (?:at|into)|opt for|go (?:with|for)|start with|stick (?:with|to)|switch to|prueb[ae]|usa|elige|considera|essayez|choisissez|utilisez|optez pour|prova|scegli|experimente|escolha|nimm|nutze|wähle|probeer|kies|gebruik)\s$/iu;
const PICKED = new RegExp(
  `^(?:\\s*[,/&]|\\s${AND})\\s*\\p{Lu}[\\p{L}\\d.-]*\\s*(?:$|[,;:!?)]|\\.\\s*$|${AND}\\s)`,
  'u',
);

/** Whether somebody is told to pick one of several names: `Try T or U.` */
export function isPicked(before: string, after: string): boolean {
  return PICKED.test(after) && PICKING.test(before);
}
