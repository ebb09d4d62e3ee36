import { fold } from '../text/fold.ts';
import { isAward } from '../text/heads.ts';
import { isMaker } from './name-context.ts';
import { isOrdinary } from './words/ordinary-words.ts';
import type { WordClass } from './words/word-classes.ts';

/** Categories whose members have proper names. */
export const KINDS =
  'tools?|apps?|applications?|brands?|products?|compan(?:y|ies)|firms?|startups?|providers?|vendors?|software|services?|platforms?|solutions?|suites?|websites?|marketplaces?|banks?|carriers?|agenc(?:y|ies)|chains?|stores?|shops?|devices|wearables|trackers|alternatives?|competitors?|rivals?|options?|suppliers?|manufacturers?|makers?|retailers?|integrations?|partners|customers|clients|players|exchanges|airlines|hotels|restaurants|lenders|insurers|issuers|publishers|magazines|newspapers|names';
const OTHER_KINDS =
  'herramientas?|aplicaci(?:ón|ones)|marcas?|empresas?|proveedor(?:es)?|productos?|tiendas?|plataformas?|servicios?|alternativas?|opciones|outils?|applis?|marques?|entreprises?|fournisseurs?|produits?|enseignes?|magasins?|plateformes?|logiciels?|anbieter|marken?|hersteller|unternehmen|produkte?|dienste?|plattformen|händler|alternativen?|strument[oi]|applicazion[ei]|marchi[o]?|aziend[ae]|prodott[oi]|negozi|piattaform[ae]|servizi|alternative|ferramentas?|aplicativos?|fornecedor(?:es)?|produtos?|lojas?|serviços?|merk(?:en)?|bedrijven|aanbieders?|winkels|alternatieven';

/** Other words that announce names: verdicts, and places to buy. */
const VERDICTS =
  'winners?|runners?[- ]?up|champion|(?:top |best )?picks?|choices?|recommendations?|favou?rites?|(?:honou?rable |special )?mentions?|overall|where to buy|gewinner|testsieger|sieger|empfehlung(?:en)?|ganador(?:es|as?)?|recomendaci(?:ón|ones)|gagnante?s?|vincitor[ei]|vencedor(?:es|as?)?|winnaars?|others|autres|otr[oa]s|outr[oa]s|also (?:good|great)|auch gut|ebenfalls gut';

const COLON = '\\s?(?:[:：=→⇒–—]|-\\s|\\p{Extended_Pictographic})[\\s\\p{M}]*["“„]?$';

/** `Winner:`, `Popular brands:`, `Tools to look at:`. Other labels announce words too: `Shape: square`. */
const LABEL = new RegExp(
  `(?:^|[\\n\\u2028]|[.!?]\\s)([^\\n\\u2028:：.!?]{0,40}(?<!\\p{L})(?:(?:${KINDS})(?:\\s(?:to|for|worth|in|on|under|with|by|near|that|like|you|we|available|mentioned|compared|listed)(?:\\s[^\\n\\u2028:：.!?]{1,40})?)?|(?:${OTHER_KINDS})(?:\\s\\p{Ll}+){0,2}|${VERDICTS}))${COLON}`,
  'iu',
);

const ANY_LABEL = new RegExp(`(?:^|[\\n\\u2028])\\P{L}*([^\\n\\u2028:：]{3,60}?)${COLON}`, 'u');

/** Properties with values to choose from: `Color options: Orange, Blue`. */
const PROPERTIES =
  'shapes?|colou?rs?|sizes?|materials?|fabrics?|finish(?:es)?|flavou?rs?|scents?|patterns?|days?|months?|times?|seasons?|formas?|color(?:es|i)?|cores|tallas?|tamaños?|couleurs?|formes?|tailles?|farben?|größen?|kleur(?:en)?';
const TERMS = 'pric(?:es?|ing)|costs?|plans?|tiers?|prezz[oi]|preise?|precios?|prix';
const HAS_PROPERTY = new RegExp(`(?<!\\p{L})(?:${PROPERTIES})(?!\\p{L})`, 'iu');
const PROPERTY_LABEL = new RegExp(
  `(?:^|[\\n\\u2028]|[.!?]\\s)\\P{L}*(?:(?!(?:\\p{L}+est|top|most|good|great)\\s)\\p{L}+\\s)?(?:${PROPERTIES}|${TERMS})(?:\\s\\p{L}+)?\\s?[:：][^\\n\\u2028:：.!?]*$`,
  'iu',
);
const CHOICE = /^\s*(?:$|[.,;/)]|(?:and|or)\s)/u;

const AND = '(?:and|or|vs\\.?|versus|y|e|o|et|ou|und|oder|en|of|och|eller)';

/** A line's end, a remark, or a maker. */
const END = /^[^\p{L}\p{N}\n]*(?:[\n\u2028]|$)|^\s?[(–—]|^\s(?:by|from)\s\p{Lu}/u;
/** More names. */
const MORE = new RegExp(`^\\s*(?:[,/&;、，]|${AND}\\s)\\s*[\\p{Lu}\\p{Lo}\\d]`, 'u');
/** Other names up to the line's end, after the rest of a product's name: ` Pro, Kryolan`. */
const MORE_VALUES = new RegExp(
  `^((?:\\s[\\p{Lu}\\d][\\p{L}\\d+-]*){0,2}(?:(?:\\s*[,/;]|\\s*(?<![\\p{L}\\d.+&’'-])&|\\s${AND}\\s)+\\s*[\\p{Lu}\\d][\\p{L}\\d.+&’'-]*(?:\\s[\\p{Lu}\\d][\\p{L}\\d.+&’'-]*){0,5}){1,12})[^\\p{L}\\p{N}]*(?:[\\n\\u2028]|$)`,
  'u',
);
/** A short label that seems to be English. */
const SHORT_LABEL = /(?:^|[\n\u2028])\P{L}*(\p{L}[^\n\u2028:：.!?]{1,40})[:：]["”*\s]*$/u;
/** Proper names that are not brands. */
const OTHER_NAMES =
  /(?<!\p{L})(?:cit(?:y|ies)|towns?|countr(?:y|ies)|states?|regions?|places?|locations?|address|ingredients?|toppings?|fruits?|herbs?|names?|holidays?|languages?|genres?|authors?|artists?|actors?|cast|players?|teams?|steps?)(?!\p{L})/iu;
/** The rest of a product's name. */
const PRODUCT = /^(?:\s[\p{Lu}\d][\p{L}\d.+&’'-]*){1,6}\s*(?:[,;:：(–—]|\.?\s*$)/u;

/** Earlier names in the same list. */
const EARLIER = /(?<=[:：]["”*\s]*)(?:\p{Lu}[^\n\u2028,:：.!?]{0,60},\s){1,12}$/u;

/** Whether a name is in the list after a label for names. */
export function isLabeled(before: string, after: string): boolean {
  if (!END.test(after) && !MORE.test(after) && !PRODUCT.test(after)) return false;
  const start = before.replace(EARLIER, '');
  const label = LABEL.exec(start)?.[1] ?? awardIn(start);
  return label !== null && !HAS_PROPERTY.test(label);
}

function awardIn(before: string): string | null {
  const label = ANY_LABEL.exec(before)?.[1];
  return label !== undefined && isAward(label) ? label : null;
}

/** Whether a name is a property's value: `Colors: Orange, Mint`. */
export function isValue(before: string, after: string): boolean {
  return CHOICE.test(after) && PROPERTY_LABEL.test(before) && !isLabeled(before, after);
}

/** Whether a name is the first value after a label, and another value is no word: `CRM: T, HubSpot`. */
export function isAmongNames(before: string, after: string): boolean {
  const label = SHORT_LABEL.exec(before)?.[1];
  const others = label === undefined ? undefined : MORE_VALUES.exec(after)?.[1];
  if (label === undefined || others === undefined || PROPERTY_LABEL.test(before)) return false;
  const isEnglish = /^\p{Lu}+s?$/u.test(label) || isOrdinary(fold(label).text.trim());
  if (!isEnglish || OTHER_NAMES.test(label)) return false;
  return (others.match(/\p{Lu}[\p{L}\d’'-]+/gu) ?? []).some(
    (word) => !/^\p{Lu}+s?$/u.test(word) && !isOrdinary(fold(word).text),
  );
}

/** Verbs and phrases for partners, peers, and sellers. */
const NEEDS_NAME = new RegExp(
  `(?<!\\p{L})(?:${[
    '(?:integrat(?:es?|ed|ing|ions?)|works?|syncs?|pairs?|compatible|compatibility|connects?)(?: (?:well|easily|directly|natively|seamlessly|nicely))? with',
    '(?:connects?|exports?|syncs?|migrat(?:es?|ing|ion)|switch(?:es|ing)?|alternatives?|competitors?|rivals?|similar|comparable|compared) to',
    '(?:imports?|migrat(?:es?|ing)|switch(?:es|ing)?) from',
    '(?:available|sold|stocked) (?:at|on|via)',
    'such as',
    '(?:alternativ\\p{L}*|alternatives) (?:zu|à|a|ao|aan|voor)',
    `(?:${KINDS}) like`,
    `(?:apps?|tools?|${OTHER_KINDS}) (?:wie|comme|como|come|zoals)`,
    '(?:pros (?:and|&) cons|reviews?|ventajas y desventajas|avantages et inconvénients|vor- und nachteile|pro e contro|prós e contras|voor- en nadelen) (?:of|de|von|di|do|da|van)',
    'why (?:choose|use|pick)',
  ].join('|')})\\s$`,
  'iu',
);
const PHRASE_END = new RegExp(`^(?:['’]s)?\\s*(?:$|[.,;:!?)…–—(/&|]|-\\s|${AND}\\s+\\p{Lu})`, 'u');

/** Whether a name ends a phrase that needs a name: `Integrates with T`, `Apps like T`. */
export function completesPhrase(before: string, after: string): boolean {
  return PHRASE_END.test(after) && NEEDS_NAME.test(before);
}

/** Title phrases after a product, never after a thing: `Is T Worth It?`, `How T Compares to`. */
const IN_TITLE =
  /^\s(?:worth it|right for|legit|compares?|stacks up|falls short|makes money|stands out|excels|alternatives|competitors|pros (?:and|&) cons|at a glance|(?:\d{4} )?review)(?!\p{L})/iu;

/** Whether a title continues after a name as after a product. */
export function isTitled(after: string): boolean {
  return IN_TITLE.test(after);
}

/** Phrases for a clear win, which follow only names: `T, hands down.` */
const BY_FAR =
  /^,?\s(?:hands down|by far|com folga|de longe|disparado|de lejos|por mucho|con diferencia|di gran lunga|mit (?:großem |weitem )?abstand|met (?:ruime )?afstand|de loin|haut la main)(?!\p{L})/iu;

/** Whether a name wins by far. */
export function isClearWinner(after: string): boolean {
  return BY_FAR.test(after);
}

const PICKING =
  /(?:^|[.!?:\n\u2028])\W*(?:try|consider|use|choose|pick|get|buy|visit|install|download|compare|see|avoid|skip|prefer|check out|look (?:at|into)|opt for|go (?:with|for)|start with|stick (?:with|to)|switch to|prueb[ae]|usa|elige|considera|essayez|choisissez|utilisez|optez pour|prova|scegli|experimente|escolha|nimm|nutze|wähle|probeer|kies|gebruik)\s$/iu;
const PICKED = new RegExp(
  `^(?:\\s*[,/&]|\\s${AND})\\s*\\p{Lu}[\\p{L}\\d.-]*\\s*(?:$|[,;:!?)]|\\.\\s*$|${AND}\\s)`,
  'u',
);
/** A purpose that is a name or an abbreviation, in a sentence. */
const PURPOSE = /^\s(?:for|with)\s\p{Lu}[\p{L}\d]*(?:\s(?:and|or)\s\p{Lu}[\p{L}\d]*)?\./u;

/** What a picked name is preferred to, from both of its sides. */
const PREFERRED = /^\s(?:over|rather than|instead of)\s\p{Lu}/u;
const PREFERRED_TO =
  /(?:^|[.!?:\n\u2028])\W{0,5}(?:choose|pick|use|get|buy|prefer|go with)\s[\p{L}\d][^.!?\n]{0,60}\s(?:over|rather than|instead of)\s$/iu;

/**
 * Whether the text tells readers to pick one of several names, or one for a purpose: `Try T or U`, `Use T for CRM.`,
 * `Choose T over U.`
 */
export function isPick(before: string, after: string): boolean {
  if ((PICKED.test(after) || PURPOSE.test(after) || PREFERRED.test(after)) && PICKING.test(before))
    return true;
  return PREFERRED_TO.test(before) && /^\s*(?:[.,;!?]|$)/.test(after);
}

const TOOL =
  /^\s(?:apps?|APIs?|SDK|CLI|software|platform|website|plugin|subscription|integration)(?!\p{L})/iu;
const RELATED = /\s(?:with|to|from|via|at|by|in|on|into)\s$/i;
const INVENTED = /^\s\p{Lu}?\p{Ll}+\p{Lu}/u;
const PARTNER = /^\s(?:with|to|from|via|into|and|or)\s(\p{Lu}[\p{L}\d]*)/u;

/**
 * Whether a name in a sentence in Title Case is without an article, as only names are, before a word for software, or
 * beside another name: `Try T.`, `Post Updates to T.`, `Use the T API.`, `Sync T with Okta.`
 *
 * @param wordClass the name's
 */
export function isNameInSentence(wordClass: WordClass, before: string, after: string): boolean {
  if (wordClass !== 'other' && wordClass !== 'adjective') return false;
  const partner = PARTNER.exec(after)?.[1];
  return (
    (/^\sor\s\p{Lu}\p{L}*\sfor\s/u.test(after) && PICKING.test(before)) ||
    (/^\s*\.(?:\s|$)/.test(after) && (PICKING.test(before) || RELATED.test(before))) ||
    (wordClass === 'other' && (TOOL.test(after) || INVENTED.test(after) || /\svia\s$/.test(before))) ||
    (partner !== undefined && (isMaker(partner) || !isOrdinary(fold(partner).text.replace(/s$/, ''))))
  );
}

const DEFINED = new RegExp(
  `^\\s(?:is|was|est|ist|war|es|é|è|är|er|je|jest)\\s(?:[^.;:!?]{0,60}[\\s-])?\\p{L}*(?:${KINDS}|${OTHER_KINDS}|cadena|banco|banque|bank|groupe|grupo|konzern|house|maker)(?!\\p{L})`,
  'iu',
);

/** Whether a sentence says of what kind a name is: ` est une marque`. */
export function isDefined(after: string): boolean {
  return DEFINED.test(after);
}
