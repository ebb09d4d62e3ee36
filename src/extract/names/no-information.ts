/**
 * Sentences that name a brand only to say that nothing is known about it, or that they won't say anything: they do not
 * count. `{}` stands for the name.
 */
const QUOTES = '["“”\'«»„*]*';
const NAME = `${QUOTES}\uE001\uE003*${QUOTES}`;

/** Words before the name: `the company called X`. */
const THE =
  '(?:(?:the|an?|any|this|that|your|company|brand|product|tool|app|service|business|firm|software|platform|called|named|or|specific|particular|about|on) ){0,5}';

/** Other names before the name in the same statement, and its possible continuation: `about T, U or X.` */
const OTHER =
  "(?!(?:and|or|nor|but)\\b)[\\p{L}\\p{N}.&'-]{1,30}(?: (?!(?:and|or|nor|but)\\b)[\\p{L}\\p{N}.&'-]{1,30}){0,3}";
const LISTED = `(?:${OTHER}(?:, (?:and |or |nor )?| and | or | nor | ?/ ?)){1,8}${NAME}(?=\\s*(?:$|[.!?,;:)]|(?:and|or|nor|in|at|from|specifically|yet)\\b))`;
const OF_NAME = `(?:${THE}${NAME}|${LISTED})`;

const THING =
  '(?:information|info|details|data|results?|records?|evidence|mentions?|references?|reviews?|sources?|compan(?:y|ies)|brands?|products?|tools?|software|services?|business(?:es)?|anything|listings?|entr(?:y|ies))';

/** Nothing found, nothing known, or nothing to say. */
const NOTHING = [
  `(?:could ?n[o']t|can ?n[o']t|can't|was ?n[o']t able to|were ?n[o']t able to|am unable to|unable to|did ?n[o']t|do ?n[o']t|does ?n[o']t|not able to|failed to) (?:find|locate|identify|verify|see|have|provide|confirm|get|retrieve|offer) (?:(?!better|best)[^.!?]){0,50}?${THING}[^.!?]{0,30}?(?:about|on|for|regarding|of|called|named|concerning|matching|mentioning) ${OF_NAME}`,
  `(?:could ?n[o']t|cannot|can't|unable to|did ?n[o']t) (?:find|locate|identify|verify) (?:${NAME}|${LISTED})`,
  `\\b(?:no|not any|little|limited|lack of) (?:[\\w-]+ ){0,4}${THING}[^.!?]{0,60}?(?:about|on|for|regarding|of|to|mention(?:ing)?|called|named) (?:${NAME}|${LISTED})[^.!?]{0,60}[.!?]?$`,
  `(?:\\bnot|n't) (?:[\\w-]+ ){0,2}(?:familiar with|aware of|know (?:of |about |what )?|recogni[sz]e|heard of) (?:an? |any |the )?(?:(?:[\\w-]+ ){0,4}${NAME}|${LISTED})`,
  `\\bno (?:knowledge|record|awareness) of (?:${NAME}|${LISTED})`,
  `${NAME} (?:does ?n[o']t|do ?n[o']t|did ?n[o']t) (?:appear|seem|come up|show up|exist)`,
  `${NAME} (?:is|was) ?n[o']t (?:[\\w-]+ ){0,3}(?:mentioned|listed|found\\b|in (?:my|the) (?:search )?(?:results|data|sources))`,
  `\\bi(?:'m| am)? (?:can ?n[o']t|can't|unable to|not able to|won't) (?:help(?! but)|assist|provide|discuss|comment|answer|share|offer|give|make)[^.!?]{0,80}${NAME}`,
  `keine? (?:[\\p{L}-]{1,30} ){0,3}(?:informationen|angaben|daten|hinweise|ergebnisse)[^.!?]{0,40}(?:über|zu|von|für) (?:\\p{L}{1,20} ){0,2}${NAME}`,
  `(?:aucune|pas (?:pu )?(?:trouv[ée]r? )?d['e])[^.!?]{0,40}(?:information|résultat|donnée)s?[^.!?]{0,40}(?:sur|concernant|à propos de|pour) ${NAME}`,
  `(?:\\bno (?:he |hemos |pude |puedo |se ha |se )?(?:podido |logrado |conseguido )?(?:encontr|hall|dispon|teng|hay)|ninguna información)[^.!?]{0,60}(?:sobre|acerca de|de) ${NAME}`,
  `(?:non ho trovato|nessuna informazione|non ci sono informazioni)[^.!?]{0,40}(?:su|di) ${NAME}`,
  `(?:não encontrei|nenhuma informação|não há informações)[^.!?]{0,40}(?:sobre|de) (?:[oa] )?${NAME}`,
  `(?:не (?:наш[её]л|нашла|удалось найти|найдено)|нет информации)[^.!?]{0,40}(?:о|об|про) (?:\\p{L}{1,20} )?${NAME}`,
  `(?:没有|未能|无法|找不到)[^。！？]{0,12}(?:关于|有关)?[^。！？]{0,4}${NAME}[^。！？]{0,8}(?:信息|资料|内容|结果)`,
  `${NAME}に(?:関する|ついての)[^。！？]{0,10}(?:情報|データ|結果)[^。！？]{0,10}(?:見つかり|見つけ|ありません|確認でき)`,
  `${NAME}에 (?:대한|관한)[^.!?]{0,10}(?:정보|자료)[^.!?]{0,10}(?:찾을 수 없|없습니다|찾지 못)`,
].map(patternOf);

/** Advice and guesses around it, which alone are ordinary mentions. */
const ASIDE = [
  `(?:could|can|would) you (?:please )?(?:provide|share|clarify|tell|give|confirm)[^.!?]{0,80}${NAME}`,
  `(?:check|visit|contact|consult|reach out to|look at|go to|see)(?:ing)? (?:out )?(?:the )?(?:official )?(?:website |site |team |support )?(?:of |at |for )?${NAME}`,
  `(?:if|it(?:'s| is)? possible that|perhaps|maybe) ${NAME} (?:is|was|may be|might be) (?:an? )?(?:very |relatively |fairly )?(?:new|small|niche|local|recent|private|lesser[- ]known|fictional)`,
  `${NAME} (?:may|might|could) be (?:an? )?(?:very |relatively |fairly )?(?:new|small|niche|local|recent|private|lesser[- ]known|fictional|misspell)`,
].map(patternOf);

/** Further statements about the name: `…, but it offers a free plan`. Guesses do not count. */
const MORE = patternOf(
  `${NAME} (?:having|being|ever)\\b|(?:[;:–—]|,? (?:but|however|although|though|yet|while|and)\\b,?) ?(?:it|they|its|their|${NAME})\\b(?!'?s? (?:also )?(?:may|might|could|does ?n[o']t|do ?n[o']t|did ?n[o']t|seems?|appears?|possible|unclear|likely|not|is not|is ?n't|is (?:possible|likely|unclear|unknown)|(?:is )?(?:an? )?(?:very |relatively |fairly )?(?:new|small|niche|local|recent|private|lesser[- ]known|fictional)))`,
);

/** Quotation marks before a pattern's first name decide nothing, and a search for them is slow. */
function patternOf(source: string): RegExp {
  return new RegExp(source.startsWith(QUOTES) ? source.slice(QUOTES.length) : source, 'iu');
}

/** A longer sentence says more than that. */
const LONGEST = 1000;

/**
 * Whether sentences say only that nothing is known about the name in them.
 *
 * @param sentences with U+E001 for the name's first character and U+E003 for each further one
 */
export function sayNothing(sentences: readonly string[]): boolean {
  const plain = sentences.map((sentence) => sentence.replaceAll('’', "'").replace(/\s+/g, ' '));
  const isNothing = (sentence: string) =>
    sentence.length <= LONGEST && NOTHING.some((pattern) => pattern.test(sentence)) && !MORE.test(sentence);
  const isAside = (sentence: string) =>
    sentence.length <= LONGEST && ASIDE.some((pattern) => pattern.test(sentence));
  return plain.some(isNothing) && plain.every((sentence) => isNothing(sentence) || isAside(sentence));
}
