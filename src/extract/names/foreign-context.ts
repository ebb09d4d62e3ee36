import { FRENCH_PERFECT } from './name-context.ts';

/** Verbs right after a name, in languages where the name is an ordinary word, without idioms. */
const VERBS =
  'es|era|fue|ofrece|tiene|permite|incluye|cuesta|cobra|vende|brinda|destaca|anunció|lanzó|lidera|opera|sigue|cubre|dispone|é|foi|oferece|tem|inclui|custa|possui|anunciou|lançou|continua|est|était|offre|propose|permet|coûte|reste|dispose|annonce|è|offre|ha|permette|consente|include|propone|ist|war|bietet|hat|kostet|gehört|bleibt|verkauft|is|was|biedt|heeft|kost|blijft|är|var|erbjuder|har|kostar|tilbyder|tilbyr|koster|oli|tarjoaa|jest|był|oferuje|kosztuje|nabízí|má|stojí|este|oferă|costă|sunar|adalah|menawarkan|είναι|προσφέρει|это|предлагает|стоит|имеет|пропонує|має|предлага';

const JOINT = '(?:y|e|et|und|oder|ou|o|en|of|och|og|i|ja|ve|si|și|a|и|или|і|та|και)';

const TREATED = new RegExp(
  `^(?:(?:\\s+\\p{Lu}[\\p{L}\\d]*){0,2}\\s+(?:${VERBS})\\s+(?!que\\b)\\p{Ll}|\\s+${JOINT}\\s+\\p{Lu}|(?:,\\s+\\p{Lu}[\\p{L}\\d]*){1,9}\\s+${JOINT}\\s+\\p{Lu}|\\s*\\([^)]{2,60}\\))`,
  'u',
);

/** Whether a verb or coordinated names follow a name. */
export function treatsAsForeignName(after: string): boolean {
  return TREATED.test(after) || FRENCH_PERFECT.test(after);
}

/** Whether a capitalized word starts a longer phrase, like `Día de la Madre`. */
export function isPartOfPhrase(after: string): boolean {
  return /^\s+(?:de|del|da|do|dos|das|di|della|du|des|van|of|que)\s/u.test(after);
}

/** Verbs after a newspaper, shop, or service, but not after a thing. */
const REPORTS =
  /^\s(?:berichtet|berichtete|schreibt|schrieb|meldet|meldete|titelt|zitiert|verkauft|verlangt)\b/u;
const CALLED =
  /(?:^|\s)(?:laut|zufolge|gemäß|Marke|Firma|Hersteller|Anbieter|Händler|Magazin|Nachrichtenmagazin|Zeitung|Boulevardzeitung|Zeitschrift|App|Tool|Dienst|Software|Portal)\s[„"»*]?$/iu;
/** Verbs for picking, without the article that a thing would have. */
const PICKED =
  /(?:empfehle[nt]?|empfiehlt|wähle[nt]?|nimm|nehmen|kaufen?)(?:\s(?:ich|wir|Sie|Ihnen|dir)){0,2}\s$/u;
const COMPANY =
  /^(?:[\s-](?:Online|Plus|GmbH|AG|SE|KG|Group|Gruppe|App|Abo)\b|-(?:Zeitung|Redaktion|Bericht|Magazin|Verlag|Leser))/u;

/**
 * The proof in a common noun, in a language where all nouns have a capital. @returns null if its context proves nothing
 */
export function nounProof(shown: string, before: string, after: string): 'proof' | 'support' | null {
  const isInCapitals = /^\p{Lu}{3,}$/u.test(shown) && /\p{Ll}{3}/u.test(before + after);
  if (isInCapitals || CALLED.test(before) || PICKED.test(before) || COMPANY.test(after)) return 'proof';
  if (REPORTS.test(after)) return 'support';
  const isQuoted = /[„"»“]$/u.test(before) && /^["“”«]/u.test(after);
  return isQuoted ? 'support' : null;
}

/** Whether no article, pronoun, number, or adjective precedes a noun. */
export function isBare(before: string): boolean {
  const word = /(?:^|[\s(„"*])([\p{L}\d]+)\s$/u.exec(before)?.[1];
  if (word === undefined) return /[.:!?,;„"–(*]\s*$|^$/u.test(before);
  return !NOT_BARE.test(word.toLowerCase());
}

/** Articles, pronouns, numbers, and adjective endings. */
const NOT_BARE =
  /^\d|^(?:im|am|vom|zum|zur|ins|ans|beim|aufs|kein\p{L}*|\p{Ll}{2,}(?:e|er|es|em|en)|die|der|das|den|dem|des|ein|mein|dein|sein|ihr|unser|euer|viel|mehr|wenig|genug|etwas)$/u;
