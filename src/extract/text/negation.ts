/** Words that negate a clause, in the languages of the labeled sets. Short on purpose. */

/** Lists of words as alternatives of a pattern; `_` stands for a blank. */
export function words(...lists: readonly string[]): string {
  return lists.join(' ').split(' ').join('|').replaceAll('_', ' ');
}

const NEGATIONS = words(
  "not never far_from no no_one nobody none neither nor hardly cannot without \\p{L}+n['’]t nicht nie niemals weder kaum ohne kein\\p{L}*",
  'pas jamais aucune? sans nunca jamás ning[uú]n\\p{L}* tampoco sin não nenhuma? nem sem non mai nessun\\p{L}* senza',
  'niet geen nooit zonder nigdy żad\\p{L}+ bez inte ej aldrig ing(?:en|et|a) utan не ни нет никогда без hiç asla',
  'ليس ليست لا لم لن بدون नहीं मत बिना',
);

/** Phrases with a negation that negate nothing: `not only`, `no doubt`. */
const IDIOMS =
  /(?<!\p{L})(?:(?:not|n['’]t|nicht|pas|no|não|non|niet|nie|inte|не) (?:only|just|nur|seulement|s[oó]lo|só|apenas|solo|soltanto|alleen|tylko|bara|только)|(?:no|without(?: an?y?)?|ohne|sans|sin|sem|senza|zonder|bez|без) (?:doubts?|zweifel|doute|hésite[rz]|duda|dúvida|dubbio|twijfel|wątpienia|сомнения|embargo)|(?:not|never|n['’]t) hesitate|n['’]t go wrong|not to mention)(?!\p{L})|不(?:仅|僅|只|但|过|過)/giu;

const NEGATION = new RegExp(
  `(?<![\\p{L}'’])(?:${NEGATIONS})(?![\\p{L}\\p{M}'’])|(?<!\\p{L})n['’](?=\\p{L})|[不没沒别別無无]|(?<=^|\\s)(?:안|못)\\s`,
  'iu',
);

/** Portuguese, where `no` is `in the`. */
const PORTUGUESE = /(?<![\p{L}.])(?:com|uma|são|não|dos|pelo|pela|só|é|tem|em)(?!\p{L})|[ãõ]/iu;

/** A negation behind what it negates. */
const LATER =
  /(?<!\p{L})(?:nicht|niet|inte|ej|değil|नहीं|मत)(?!\p{L}|\p{M})|(?<!し)ない|ません|なかった|않|없|아니|아닙|못|m[iıuü]yor|m[ae]z(?!\p{L})/iu;

/** The longest text between words and a negation behind them, in UTF-16 units. */
const NEAR = 24;

/** Whether a clause is negated in words before or behind it: the text before and after some words, in their clause. */
export function isNegatedAround(before: string, after: string): boolean {
  return NEGATION.test(withoutIdioms(before)) || LATER.test(withoutIdioms(after).slice(0, NEAR));
}

/** Whether a clause has a negation. */
export function hasNegation(clause: string): boolean {
  const plain = withoutIdioms(clause);
  return NEGATION.test(plain) || LATER.test(plain);
}

function withoutIdioms(text: string): string {
  const plain = text.replace(IDIOMS, ' ');
  return PORTUGUESE.test(text) ? plain.replace(/(?<!\p{L})no(?!\p{L})/giu, ' ') : plain;
}
