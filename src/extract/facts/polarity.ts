import type { Range } from '../text/ranges.ts';
import { NAME } from './name-marks.ts';
import * as words from './polarity-words.ts';

/**
 * Whether a sentence says that the brand has a thing: reads from the words right before it, back to a verb or negator;
 * otherwise from the words right after it. Any other word between leaves it undecided.
 */

/** The most words between a verb and the thing in a list or after a preposition. */
const LONGEST_LIST = 8;
/** The most words that describe it. */
const MOST_DESCRIBING = 2;

/** Words and punctuation, in lower case; a name is one token, and contractions become full words. */
function tokensOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/\bcan(?:not|['’]t)\b/g, 'can not')
    .replace(/n['’]t\b/g, ' not')
    .replace(/\bthere(?:['’]s| is| are)\b/g, 'there has')
    .replace(/prend(?:re)? (pas |plus )?en charge/g, 'supporte $1')
    .replace(/(?<!\p{L})(?:il )?(?:n['’])?y a(?!\p{L})/gu, (found) =>
      found.includes('n') ? 'ne ont' : 'ont',
    )
    .replace(/c['’]è/g, 'cè')
    .replace(/(?<=não \p{L}+) mais(?!\p{L})/gu, '')
    .replace(
      /(?<!\p{L})(?:free of|frei von|vrij van|libre de|exempt de|liber[oa] da|livre de)(?!\p{L})/gu,
      'without',
    )
    .replace(/\ber (?:is|zijn)\b/g, 'er bestaat')
    .replace(/(?<!\p{L})(n|d|l|qu|dell|all|un|nell)['’]/gu, '$1 ');
  return plain.match(TOKEN) ?? [];
}

const TOKEN = new RegExp(`${NAME}+|[\\p{L}\\p{N}]+(?:-[\\p{L}\\p{N}]+)*|[,&+/:;()]`, 'gu');

function isName(token: string | undefined): boolean {
  return token?.startsWith(NAME) ?? false;
}

/** Whether the brand has the thing at a place: true or false; null if unclear. */
export function polarityOf(text: string, { from, to }: Range): boolean | null {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  if (NOT_ONLY.test(text) || OF_IT.test(after) || modifiesNoun(text, before, after)) return null;
  const found =
    polarityByMark(before, after) ??
    polarityBefore(tokensOf(before), after) ??
    polarityAfter(before, tokensOf(after));
  if (found === null || (found && LIMITED.test(text))) return null;
  if (found && (OF_SOME_ORDERS.test(after) || OF_NONE.test(before))) return null;
  const isDeniedBehind = found && (NOT_BEHIND.test(after) || words.ENDED.has(tokensOf(after)[0] ?? ''));
  if (isDeniedBehind || !found) return OF_SOME.test(after) ? null : false;
  return true;
}

/** The verdict by a check mark or field, and in Japanese, Chinese, and Korean, which have no spaces. */
function polarityByMark(before: string, after: string): boolean | null {
  if (NO_FIELD.test(after) || NO_CJK.test(after) || NO_BEFORE_CJK.test(before)) return false;
  if (YES_FIELD.test(after) || YES_CJK.test(after) || YES_BEFORE_CJK.test(before)) return true;
  if (IS_CJK.test(before))
    return NO_COPULA_CJK.test(after) ? false : YES_COPULA_CJK.test(after) ? true : null;
  const mark = /^[\s*]*(?:(✅|✔️?|✓|☑)|❌|✗|✘|🚫)\s*$/u.exec(before);
  return mark === null ? null : mark[1] !== undefined;
}

/** The verdict by the words before the thing, back to its verb or negator. */
function polarityBefore(tokens: readonly string[], after: string): boolean | null {
  const passed = {
    list: '',
    preposition: '',
    others: [] as string[],
    article: false,
    wholly: false,
    denied: false,
  };
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    const token = tokens[index] ?? '';
    const said = decisionAt(tokens, index, passed, after);
    if (said !== undefined) return said;
    if (words.BREAKS.has(token))
      return words.BUT.has(token) && passed.denied && passed.others.length === 0 ? false : null;
    if (words.ARTICLES.has(token)) {
      if (
        words.DEFINITE.has(token) &&
        passed.others.some((word) => !isName(word)) &&
        passed.list === '' &&
        passed.preposition === ''
      )
        return null;
      passed.article = true;
    } else if (words.JOINTS.has(token))
      passed.list = passed.list === 'or' || words.OR.has(token) ? 'or' : 'and';
    else if (words.WHOLLY.has(token)) passed.wholly = true;
    else if (words.NOT.has(token)) passed.denied = true;
    else if (words.PREPOSITIONS.has(token)) passed.preposition = token;
    else if (!words.FILL.has(token) && !/^\d+-\p{L}+$/u.test(token)) {
      const isLong = passed.list !== '' || passed.preposition !== '';
      if (!isLong && passed.article && !words.USE.has(token)) return null;
      passed.others.push(token);
      if (passed.others.length > (isLong ? LONGEST_LIST : MOST_DESCRIBING)) return null;
    }
  }
  // `but not on Linux`
  return passed.denied && passed.others.length === 0 ? false : null;
}

interface PassedWords {
  /** '' outside a list; otherwise the conjunction, which denies the whole list or only the item beside the negator. */
  readonly list: string;
  readonly preposition: string;
  /** Words that only a list, a preposition, or a description explain, last first. */
  readonly others: readonly string[];
  readonly article: boolean;
  readonly wholly: boolean;
  readonly denied: boolean;
}

/** The decision by the word at an index; undefined for none. */
function decisionAt(
  tokens: readonly string[],
  index: number,
  passed: PassedWords,
  after: string,
): boolean | null | undefined {
  const token = tokens[index] ?? '';
  const { list, preposition, others, wholly } = passed;
  const describing = list === '' && preposition === '' ? others : [];
  const isPlain = describing.every((word) => words.PLAIN_ADJECTIVE.has(word) || BE.has(word));
  const denial = isDenied(tokens, index, passed);
  const decided = () => (denial ? (wholly || !isPlain ? null : false) : true);
  if (words.NO.has(token) && !(token === 'no' && words.HAVE.has(tokens[index + 1] ?? ''))) {
    if (token === 'noch' || token === 'nor' || token === 'ni' || token === 'né' || token === 'nem')
      return isPlain ? false : null;
    if (denial || wholly || !isPlain || (preposition !== '' && !(token === 'verzichtet'))) return null;
    return list !== '' && !words.LACKS.has(token) && list !== 'or' ? null : false;
  }
  if (words.ENDED.has(token))
    return describing.length === 0 && !denial && (preposition === '' || preposition === 'su') ? false : null;
  if (preposition !== '' && words.KINDS.has(token)) return undefined;
  if (words.HAVE.has(token) || isFrenchHas(tokens, index)) {
    if (preposition !== '' && !isExplained(preposition, others)) return null;
    if (words.HELPING.has(token) && isParticiple(tokens[index + 1] ?? '', describing, passed.article))
      return null;
    return decided();
  }
  if (words.WORK.has(token)) {
    if (
      preposition === '' &&
      tokens[index + 1] !== 'en' &&
      !(words.WORKS.has(token) && list === '' && others.length === 0)
    )
      return undefined;
    return isSubject(tokens, words.IS.has(tokens[index - 1] ?? '') ? index - 1 : index) ? decided() : null;
  }
  if (words.CAN.has(token))
    return canBe(tokens, index, passed, after) && !(denial && wholly) ? !denial : null;
  if (words.IS.has(token)) {
    if (list !== '' || preposition !== '' || others.length > 0) return withThing(tokens, index, passed);
    if (INDEFINITE.has(tokens[index + 1] ?? '') && !/^\**[ -]\p{L}/u.test(after)) return null;
    return isSubject(tokens, index) ? decided() : null;
  }
  return undefined;
}

/** `offers support by`, `comes with`: the preposition's object exists only if the thing does. */
function isExplained(preposition: string, others: readonly string[]): boolean {
  return others.length === 0
    ? words.OF_HAVING.has(preposition)
    : others.some((word) => words.KINDS.has(word));
}

/** `has removed`: another verb. */
function isParticiple(next: string, describing: readonly string[], article: boolean): boolean {
  return (describing.length > 0 && !article) || /(?:ed|iert|ado|ido|ato|uto)$/u.test(next);
}

/** Whether the verb at an index has a negator: before it, or after it as in `ne propose pas`. */
function isDenied(tokens: readonly string[], index: number, { denied }: PassedWords): boolean {
  let at = index - 1;
  while (at >= 0 && AUXILIARY.has(tokens[at] ?? '')) at -= 1;
  const before = tokens[at] ?? '';
  const isFrench = (before === 'n' || before === 'ne') && tokens[index + 1] === 'plus';
  return isFrench || denied !== (words.NOT.has(before) || before === 'nor');
}

/** Words between a negator and its verb. */
const AUXILIARY: ReadonlySet<string> = new Set(
  'do does did be been yet currently longer still also always is are se si y er już więcej mehr'.split(' '),
);

function isFrenchHas(tokens: readonly string[], index: number): boolean {
  const before = tokens[index - 1];
  return tokens[index] === 'a' && (isName(before) || before === 'n' || before === 'il' || before === 'elle');
}

/** `can be self-hosted`, `you can self-host Acme`. */
function canBe(
  tokens: readonly string[],
  index: number,
  { list, preposition, others }: PassedWords,
  after: string,
): boolean {
  if (isName(others[0]) && others.length <= 2) return true;
  if (others.length === 1 && list === '' && words.USE.has(others[0] ?? '')) return true;
  if (preposition !== '')
    return list === '' && (others.some(isName) ? others.length <= 3 : PAY.test(others.join(' ')));
  if (list !== '' || others.some((word) => !BE.has(word))) return false;
  return isSubject(tokens, index) || new RegExp(`^\\**\\s+(?:\\p{L}+\\s){0,2}${NAME}`, 'u').test(after);
}

const PAY = /^(?:pay|bezahlen|zahlen|payer|pagar|pagare|betalen|zapłacić)$/u;

const INDEFINITE: ReadonlySet<string> = new Set('a an ein eine un une una um uma een'.split(' '));

const BE: ReadonlySet<string> = new Set(
  'be être ser essere worden być used genutzt verwendet utilisé utilisée usado usada usato usata utilizzato gebruikt'.split(
    ' ',
  ),
);

/** `Acme is an app with SSO`. */
function withThing(
  tokens: readonly string[],
  index: number,
  { list, preposition, others, denied }: PassedWords,
): boolean | null {
  const isSuch = list === '' && !denied && words.OF_HAVING.has(preposition) && others.length <= 4;
  return isSuch &&
    !COMPETES.test(others.join(' ')) &&
    words.ARTICLES.has(tokens[index + 1] ?? '') &&
    isSubject(tokens, index)
    ? true
    : null;
}

const COMPETES = /compet|rival|konkurr|compat|integrat|partner|similar|fit|match|help|work|problem|issue/u;

/** Whether a verb's subject is the brand, one of its products, or a pronoun. */
function isSubject(tokens: readonly string[], index: number): boolean {
  let at = index - 1;
  while (
    at >= 0 &&
    (AUXILIARY.has(tokens[at] ?? '') ||
      words.NOT.has(tokens[at] ?? '') ||
      tokens[at] === 'n' ||
      tokens[at] === 'ne')
  )
    at -= 1;
  const before = tokens[at];
  if (before === undefined) return true;
  return isName(before) || PRONOUNS.has(before) || (isName(tokens[at - 1]) && at < index);
}

const PRONOUNS: ReadonlySet<string> = new Set(
  'it they which and but es sie und il elle ils elles et él ella y esso essa ele ela e het hij en'.split(' '),
);

/** The verdict by the words after the thing, up to a verb for existing. */
function polarityAfter(before: string, all: readonly string[]): boolean | null {
  if (TITLE.test(before)) {
    const named = all.findIndex(isName);
    if (named >= 1 && named <= 2 && !all.slice(0, named).some((token) => isFunctionWord(token))) return true;
  }
  const end = all.findIndex((token) => token === ',' || token === ';' || words.BREAKS.has(token));
  const tokens = (end === -1 ? all : all.slice(0, end)).filter((token) => !THING.has(token));
  const [first = '', second = ''] = tokens;
  const isOwned = OWNED.test(before) || (TITLED.test(before) && OF_BRAND.test(all.join(' ')));
  const isDenied = tokens.slice(0, 7).some((token) => words.NOT.has(token));
  if (words.MISSING.has(first) || (words.IS.has(first) && words.MISSING.has(second)))
    return isDenied ? null : false;
  if (WAS.has(first) && tokens.slice(1, 4).some((token) => words.ENDED.has(token))) return false;
  if (tokens.slice(0, 4).some((token) => words.EXIST.has(token))) return !isDenied;
  const isVerb =
    words.IS.has(first) || PASSIVE.has(first) || ((first === 'n' || first === 'ne') && words.IS.has(second));
  if (isVerb) {
    const at = tokens.findIndex((token) => words.AVAILABLE.has(token));
    if (at !== -1 && at <= 5) return !isDenied;
    return isOwned && !isDenied ? true : null;
  }
  if (TITLE.test(before) && words.DOES.has(first)) return !isDenied;
  const isDeniedBefore = tokensOf(before).some(
    (token) => words.NO.has(token) || words.NOT.has(token) || words.ENDED.has(token),
  );
  if (
    isOwned &&
    !isDenied &&
    !isDeniedBefore &&
    !all.some((token) => words.ENDED.has(token) || words.MISSING.has(token))
  )
    return true;
  // `SSO bietet Acme nicht`, `gibt es bei Acme nicht`
  const isTurned =
    words.HAVE.has(first) &&
    /^\**(?:(?:ein|einen|eine|een|das|die|den)\s+)?(?:\p{L}+[en]\s+)?$/iu.test(before.trimStart());
  return isTurned && tokens.slice(1, 7).some((token) => isName(token)) ? !isDenied : null;
}

/** `the open-source tool Acme`. */
const TITLE = /^\**(?:the|der|die|das|le|la|el|il|o|a|de|het)\s+$/iu;

/** `The free plan of Acme`, `with the free plan of Acme`. */
const TITLED = /(?:^|\s)\**(?:(?:the|der|die|das|den|dem|le|la|el|il|o|a|de|het)\s+|l['’])$/iu;
const OF_BRAND = new RegExp(`^(?:of|von|de|d|di|da|do|van|bei|at|in)\\s(?:the\\s)?${NAME}`, 'u');

const WAS: ReadonlySet<string> = new Set(
  'was were has been is wurde wurden ist fue foi è stata a été werd'.split(' '),
);

const PASSIVE: ReadonlySet<string> = new Set(['wird', 'werden', 'wordt', 'worden']);
/** Nouns that extend a thing: `SSO support is available`. */
const THING: ReadonlySet<string> = new Set(
  'support option version edition client app plan tier access'.split(' '),
);

const OWNED = new RegExp(
  `${NAME}(?:['’]s)?\\s+\\**$|(?<!\\p{L})(?:its|seine?|ihre?|son|sa|su|il suo|la sua|seu|sua|zijn|haar)\\s+\\**$`,
  'iu',
);

const YES_FIELD =
  /^\**\s*[:：|–—-]\s*\**\s*(?:yes|ja|oui|sí|sì|sim|tak|はい|あり|有|✅|✔️?|✓|available|included|supported|verfügbar|vorhanden|disponible|disponibile|disponível)(?![\p{L}])/iu;
const NO_FIELD =
  /^\**\s*[:：|–—-]\s*\**\s*(?:no(?:ne)?|nein|non|não|nee|nie|いいえ|なし|无|❌|✗|✘|not (?:available|included|offered|supported)|unavailable|missing|nicht (?:verfügbar|enthalten|vorhanden)|non disponible|no disponible|non disponibile|não disponível|niet beschikbaar)(?![\p{L}])/iu;

const VERBS_CJK = '(?:対応し|サポートし|提供し|用意し|備え|搭載し|導入し)';
const YES_CJK = new RegExp(
  `^(?:が|も|は|を|に|にも)?(?:あり(?:ます)?(?!ません)|ある(?!わけ)|${VERBS_CJK}て(?:います|いる|おり)|用意されて(?:います|いる)|(?:利用|使用)でき(?:ます|る)|でも?(?:使え|利用でき|動作し)(?:ます|る)|対応(?:です|。|$|済み)|含まれ(?:ます|て(?:います|いる))|使え(?:ます|る))|^(?:을|를|도)?\\s?(?:지원|제공)(?:합니다|한다|하며)|^(?:이|가)\\s?있(?:습니다|다)`,
  'u',
);
const NO_CJK = new RegExp(
  `^(?:が|も|は|を|に|には)?(?:は)?(?:ありません|ない|なし|${VERBS_CJK}て(?:いません|いない|おらず)|用意されて(?:いません|いない)|(?:利用|使用)でき(?:ません|ない)|では(?:使え|利用でき|動作し)(?:ません|ない)|は.{1,30}に(?:は)?(?:ありません|ない)|含まれ(?:ません|て(?:いません|いない))|使え(?:ません|ない)|は廃止|非対応|未対応)|^(?:을|를|은|는)?\\s?(?:지원|제공)하지 않|^(?:이|가)\\s?없`,
  'u',
);
const NO_BEFORE_CJK = /(?:不支持|没有|不提供|无|未提供|不具备|不包含)$/u;
const YES_BEFORE_CJK = /(?<![不没未])(?:支持|提供|具有|拥有|包含|具备|配备)$/u;
const IS_CJK = /は(?:完全な|完全に)?$|是$/u;
const YES_COPULA_CJK = /^(?:です|であり|だ(?!けで)|である|の)/u;
const NO_COPULA_CJK = /^(?:ではありません|ではない|ではなく|じゃない)/u;

/** Words for a limit, or for another statement than having it. */
const LIMITED =
  /(?<![\p{L}])(?:only|limited to|except|instead of|just for|nur|ausschließlich|seulement|uniquement|solo|sólo|solamente|soltanto|apenas|somente|alleen|slechts|tylko|jedynie|partly|partially|teilweise|en partie)(?![\p{L}])|のみ|だけ/iu;
const NOT_ONLY =
  /(?<![\p{L}])(?:not (?:only|just)|n['’]t (?:only|just)|nicht nur|pas seulement|no s[oó]lo|no solamente|non solo|não (?:só|apenas)|niet alleen|nie tylko)(?![\p{L}])|(?<!\p{L})(?:non|não|no|nie)\s\p{L}+\s(?:solo|soltanto|apenas|somente|sólo|tylko)(?!\p{L})/iu;

/** `supports SSO nicht`: German and Dutch may end with the negator. */
const NOT_BEHIND =
  /^\**\s+(?:leider |derzeit |aktuell |bislang |helaas |momenteel )?(?:nicht|niet)(?!\p{L})/iu;

/** `free plan limits`: a part of it. */
const OF_IT =
  /^\s+(?:\p{L}+\s+){0,2}?(?:limits?|limitations?|restrictions?|users?|caps?|expir\p{L}+|beschränkung\p{L}*|limitations?|límites?|limiti|limites)(?!\p{L})(?<!with limits|with limitations|with restrictions)/iu;

/** `none of these, including Acme, has`: a denial for all. */
const OF_NONE =
  /(?<!\p{L})(?:none|neither|keine[rs]? (?:der|dieser|von)|aucune? des|ningun[ao] de|nessun[ao] (?:di|dei|degli|delle)|nenhuma? d\p{L}+|geen van|żad\p{L}+ z|impossible|unmöglich|imposible|impossibile|impossível|onmogelijk|niemożliwe)(?!\p{L})/iu;

/** `free shipping on orders over $50`: only for some. */
const OF_SOME_ORDERS =
  /^\**\s+(?:(?:on|for) (?:\p{L}+ )?(?:orders|purchases) |auf bestellungen )?(?:over|above|from|ab|über|dès|à partir|desde|a partir|oltre|da|vanaf|od)\s(?:(?:de|di|einem \p{L}+ von)\s)?(?:US)?[$€£¥]?\d|^.{0,6}以上/iu;

/** `no free plan for teams`: others may have one. */
const OF_SOME = new RegExp(
  `^\\**\\s+(?:for|on|in|with|für|auf|pour|sur|para|en|per|su|voor|op|dla|na)\\s+(?!(?:the\\s|der\\s|la\\s)?${NAME}|sich)`,
  'iu',
);

/** `supports SSO reporting`: in English, a noun after the words makes another thing. */
function modifiesNoun(text: string, before: string, after: string): boolean {
  const next = /^\**\s+(\p{Ll}+)/u.exec(after)?.[1];
  if (
    next === undefined ||
    !ENGLISH.test(text) ||
    /(?:\b(?:is|are)\s(?:(?:an?|fully|completely)\s)*|^\**(?:The\s)?)$/u.test(before)
  )
    return false;
  return !GOES_ON.has(next) && !isFunctionWord(next);
}

/** Whether a word is a function word: a conjunction, a negator, or an auxiliary. */
export function isFunctionWord(word: string): boolean {
  return [
    PASSIVE,
    words.PREPOSITIONS,
    words.JOINTS,
    words.BREAKS,
    words.IS,
    words.HAVE,
    words.NOT,
    words.NO,
    words.FILL,
    words.MISSING,
  ].some((each) => each.has(word));
}

const ENGLISH =
  /(?<!\p{L})(?:has|have|offers?|includes?|provides?|supports?|no|does|do|is|there|with|the)(?!\p{L})/iu;
const GOES_ON: ReadonlySet<string> = new Set(
  'as at of option options plan tier version edition client app access support available without called named limited only too now though since compliant compliance certified certification forever alongside then until this it wird aren isn allows lets covers certificate'.split(
    ' ',
  ),
);
