/** Words that negate a clause, in the languages of the labeled sets. Short on purpose. */

/** Lists of words as alternatives of a pattern; `_` stands for a blank. */
export function words(...lists: readonly string[]): string {
  return lists.join(' ').split(' ').join('|').replaceAll('_', ' ');
}

const NOT = words(
  "not never no(?!-\\p{L}) no_one nobody none neither nor cannot without \\p{L}+n['’]t nicht nie niemals niemand\\p{L}* weder ohne kein\\p{L}*",
  'pas jamais personne_ne ne_saurait aucune? sans ni nunca jamás ning[uú]n\\p{L}* nadie tampoco sin ningu[eé]m não nenhuma? nem sem non(?!-\\p{L}) mai nessun\\p{L}* né senza noch(?:_\\p{L}+){1,3},?_noch',
  'niet geen nooit zonder nigdy żad\\p{L}+ ani bez inte ej aldrig ing(?:en|et|a) varken utan не ни нет никогда никто без нельзя hiç asla ne(?:_\\p{L}+){1,3}_ne',
  'ليس(?:ت|وا)? لست لسنا [وف]?لا لم لن غير عدم ب?دون नहीं न मत बिना',
);

/** Few, hardly, or doubted. */
const HARDLY = words(
  'hardly scarcely barely rarely seldom (?<!(?:an?|the|these|those)_)few little_reason hard_to yet_to less_than doubt\\p{L}* unlikely anything_but fail(?:s|ed)?_to',
  'far_from loin_d(?:e|u|.être) lejos_de longe_de lontan[oa]_da(?:l.essere)? weit_(?:davon_)?entfernt ver_van allesbehalve daleko_do långt_ifrån далеко',
  'kaum selten (?<!(?:ein|einige|die)_)wenige? bezweif\\p{L}* zweif(?:le|eln|elhaft) fraglich alles_andere_als',
  'guère rarement (?<!un_)peu_de dout\\p{L}+ (?<!(?:un|hace|unos|unas)_)poc[oa]s? apenas rara_vez dud(?:o|amos|oso|osa) difícilmente',
  'pouc[oa]s duvid\\p{L}* dificilmente raramente poch[ie] dubit\\p{L}* difficilmente (?<!een_)weinig\\p{L}* zelden nauwelijks betwijfel\\p{L}* twijfel\\p{L}*',
  'niewiel\\p{L}* mało rzadko wątpi\\p{L}* trudno knappast sällan tvivl\\p{L}* мало редко немногие едва вряд_ли сомнева\\p{L}* сомнительно',
  'şüphel\\p{L}* kuşkul\\p{L}* nadiren [نأ]شك قليل(?:ون)? نادرا शायद_ही शक संदेह',
);

/** Advised against, or lacking. */
const AGAINST = words(
  '(?:advis\\p{L}*|recommend\\p{L}*|warn\\p{L}*|decid\\p{L}*)_against (?:stay|steer)_(?:away|clear) lack(?:s|ing)? missing (?<!to_)avoid(?:ing)? instead_of rather_than',
  '(?:an)?statt au_lieu_de évite[rz] en_(?:lugar|vez)_de em_vez_de invece_di in_plaats_van zamiast i_stället_för вместо',
  'abrate\\p{L}* ab(?=$|,) fehl(?:t|en) mangel\\p{L}* déconseill\\p{L}* manque\\p{L}* désaconse\\p{L}* desaconse\\p{L}* carece\\p{L}* falta\\p{L}* sconsigl\\p{L}* manca(?:no)?',
  'afraden af(?=$|,) ontbre\\p{L}+ odradza\\p{L}* brak\\p{L}* avråd\\p{L}* sakna\\p{L}* отсутств\\p{L}* отговар\\p{L}* yok(?:sun)? [يت]فتقر',
);

/** Phrases with a negation that negate nothing: `not only`, `no doubt`. */
const IDIOMS = new RegExp(
  [
    `(?<!\\p{L})(?:${[
      "(?:not|n['’]t|nicht|pas|no|não|non|niet|nie|inte|не|न) (?:only|just|nur|seulement|s[oó]lo|só|apenas|solo|soltanto|alleen|tylko|bara|только|केवल|सिर्फ)",
      '(?:no|nul|without(?: an?y?)?|beyond(?: an?y?)?|ohne|(?:ist )?kein|außer|sans(?: aucun)?|aucun|sin|sem|senza|nessun|zonder|geen|bez|utan|без|нет|بلا|لا|بدون|دون) (?:doubts?|questions?|frage|conteste|zweifel|doute|hésite[rz]|duda|dúvida|dubbio|twijfel|wątpienia|tvivel|tvekan|сомнени[яй]|شك|embargo)',
      "(?:not|never|n['’]t) hesitate",
      "n['’]t go wrong",
      'not to mention',
      'pas ch(?:er|ère)s?',
      'olmazsa olmaz',
    ].join('|')})(?!\\p{L})`,
    '不(?:仅|僅|只|但|过|過|错|錯|愧|可或缺)|[无無](?:疑|论|論|料)|(?<!\\p{L})बेशक',
    '(?:間違い|違い|申し分|文句)[がのは]?(?:ない|なし|なく|ありません)|しか(?:ない|ありません)|かもしれ(?:ない|ません)|過言では(?:ない|ありません)',
    '(?:나위|여지[가도]?|손색[이도]?|틀림)\\s?없',
  ].join('|'),
  'giu',
);

const NEGATION = new RegExp(
  `(?<![\\p{L}\\p{M}'’])(?:${NOT}|${HARDLY}|${AGAINST})(?![\\p{L}\\p{M}'’])|(?<!\\p{L})n['’](?=\\p{L})|[不没沒]|[无無]|勿|非(?!常)|未(?![来來])|[别別](?=[选選买買用考再推去])|[难難](?=[以说說])|(?:很少|鲜|鮮)有|怀疑|懷疑|(?<=^|\\s)(?:안|못)\\s`,
  'iu',
);

/** Portuguese, where `no` is `in the`. */
const PORTUGUESE = /(?<![\p{L}.])(?:com|uma|são|não|dos|pelo|pela|só|é|tem|em)(?!\p{L})|[ãõ]/iu;

const LATE = words(
  'nicht nie niemals niemand\\p{L}* kein\\p{L}* niet nooit niemand geen inte ej aldrig pas jamais guère à_personne',
  'değil\\p{L}* yok\\p{L}* नहीं मत',
);

/** A negation behind what it negates. */
const LATER = new RegExp(
  [
    `(?<!\\p{L})(?:${LATE})(?!\\p{L}|\\p{M})`,
    "^\\s(?:(?:to|that|you|we|people|do|does|should) ){0,3}(?:not|never|avoid\\p{L}*|against|don['’]t)(?!\\p{L})",
    '(?<!\\p{L})(?:by|to|under) (?:no|nobody|none|few)(?!\\p{L})',
    '^\\s(?:(?:que|de|di|te|att) )?(?:no|não|non|nie|не)\\s',
    '(?<!\\p{L})(?:ab|af)\\s*$|بعدم|بتجنب',
    'ない|ません|なかった|難い|がたい|かね(?:る|ます)|않|없|아니|아닙|못|말[라고아]|마세요|어렵|힘들|m[iıuü]yor|m[ae](?:z(?:\\p{L}{1,3})?|m|y[iı][nz]|d[iı][mk]?)(?!\\p{L})',
  ].join('|'),
  'iu',
);

/** A negation right before a comma, which negates what comes after an insertion: `is not, in our view, the best`. */
const OPEN = new RegExp(
  `(?:\\S\\s(?:${words('not nicht pas jamais niet inte ej')})|n['’]t|(?<!\\p{L})(?:lacks|lacking|never|no means|no way)|(?<!\\p{L})(?:no|non|não|nie|не)\\s(?:es|sería|è|sarebbe|é|seria|jest|byłby|является)|не|不是?|ليست?|لا)\\s*$`,
  'iu',
);

const NO = words(
  'no nope nein non não nee nie nej нет hayır لا नहीं none never keine? aucune? ninguno nessuno geen',
);

/** A `no` that stands alone, such as the answer to a question. */
const ALONE = new RegExp(
  `^[^\\p{L}\\p{N}.!✗✘❌×]*(?:(?:${NO}|いいえ|いや|否|不是?|아니[요오]?)(?=\\s*(?:$|[^\\p{L}\\p{M}\\p{N}\\s'’]))|[✗✘❌×](?=\\s*(?:$|[^\\s\\p{L}\\p{N}])))`,
  'iu',
);

/** A `yes` that stands alone. */
const YES = new RegExp(
  `^\\s*(?:(?:${words('yes y true ja oui sí si sì sim tak да evet نعم हाँ')}|はい|是|예|네)(?!\\p{L}|\\p{M})|[✓✔✅☑●○◎👍★⭐])`,
  'iu',
);

/** A part that negates what comes before it: `, nobody ever said`. */
const AFTERTHOUGHT =
  /^[\s,，、]*(?:said )?(?:not|nobody|no one|nicht|niet|inte|değil(?:dir)?|नहीं)(?: ever| है)?\P{L}*$/iu;

/** Whether a clause is negated in words before or behind some words of it that have no negation themselves. */
export function isNegatedAround(before: string, words: string, after: string): boolean {
  if (NEGATION.test(withoutIdioms(before))) return true;
  const isLost = /(?<!\p{L})ne\s/iu.test(before) && /^\s(?:\S+\s){0,2}plus(?!\p{L})/iu.test(after);
  return isLost || (!NEGATION.test(words) && LATER.test(withoutIdioms(after)));
}

export function hasNegation(clause: string): boolean {
  const plain = withoutIdioms(clause);
  return NEGATION.test(plain) || LATER.test(plain);
}

/** Whether a part of a sentence ends with a negation of what follows an insertion. */
export function isOpenNegation(part: string): boolean {
  return OPEN.test(part);
}

/** Whether a part of a sentence is only a negation of what comes before it. */
export function isAfterthought(part: string): boolean {
  return AFTERTHOUGHT.test(part);
}

/** Whether a text begins with a `no` that stands alone. */
export function isNo(text: string): boolean {
  return ALONE.test(text);
}

/** Whether a text begins with a `yes`. */
export function isYes(text: string): boolean {
  return YES.test(text);
}

function withoutIdioms(text: string): string {
  const plain = text.replace(IDIOMS, ' ');
  return PORTUGUESE.test(text) ? plain.replace(/(?<!\p{L})no(?!\p{L})/giu, ' ') : plain;
}
