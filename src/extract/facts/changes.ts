/**
 * A change, read as its result: `moved from Graz to Linz` gives Linz. In English, German, French, Spanish, Italian,
 * Portuguese, Dutch, Polish, and Japanese.
 */

const CHANGED = [
  '(?:has |have |had )?(?:recently |since |now )?(?:moved|relocated|shifted|transferred|raised|increased|lowered|cut|dropped|reduced|bumped|hiked|changed|grown|grew|expanded|risen|rose|fallen|fell|climbed|jumped|(?:went|gone) (?:up|down))',
  'verlegte|verlegt|zog|umgezogen|erhöhte|erhöht|senkte|gesenkt|stieg|gestiegen|wuchs|gewachsen',
  '(?:a |est |a été |sont )?(?:déménagé|déménagée?|transférée?|passée?s?|passe|augmentée?|baissée?|relevé)',
  '(?:ha |han )?(?:trasladado|trasladó|mudado|mudó|pasado|pasó|pasa|subido|subió|bajado|bajó|aumentado|aumentó|crecido|creció)',
  '(?:ha |è |sono )?(?:trasferit[oaie]|spostat[oa]|passat[oaie]|passa|salit[oa]|aumentat[oa]|cresciut[oa])',
  '(?:transferiu|mudou|passou|passa|subiu|aumentou|baixou|cresceu)',
  'verhuisde|verhuisd|verplaatste|verplaatst|verhoogde|verhoogd|verlaagde|steeg|groeide|gegroeid',
  'przeniosła|przeniósł|przeniesiono|wzrosła|wzrosło|wzrósł|podniosła|podniósł|obniżyła',
].join('|');

const TO = 'to|auf|nach|à|a|al|alla|para(?: o| a)?|por|naar|tot|do|na';

const CHANGE = new RegExp(`(?<!\\p{L})(?:${CHANGED})(?!\\p{L})`, 'giu');

/** A change from one value to another. */
const FROM_TO = new RegExp(
  `(?<!\\p{L})(?:[Ff]rom|[Vv]on|[Dd]e|da|dal|dalla|du|do|van|desde|z|ze|od)\\s(?=[^,;]{0,30}?(?:\\d|\\p{Lu}))(?:(?!(?:${TO})\\s)[^\\s;]*[^\\s;,]\\s){1,6}?(?:${TO})(?=\\s(?:US)?[\\p{Lu}\\d$€£¥])`,
  'u',
);
/** To another value, after the verb. */
const ONLY_TO = new RegExp(
  `(?<=(?<!\\p{L})(?:${CHANGED})(?!\\p{L})[^,;]{0,50}?\\s)(?:${TO})(?=\\s(?:US)?[\\p{Lu}\\d$€£¥])`,
  'iu',
);

const CJK = '[\\p{Script=Katakana}ー・\\p{Script=Han}]{2,12}';
const MOVED_CJK = new RegExp(`${CJK}から(?=${CJK}[にへ].*移転し(?:た|まし))|移転し(?:ました|た)`, 'gu');

/** `not in Graz but in Linz`, `not $30 but $24`. */
const DENIED =
  /(?<!\p{L})(?:not|nicht|pas|no|non|não|niet|nie)\s(?:(?:is|ist|liegt|est|está|se encuentra|è|si trova|fica|é)\s)?(?=(?:in |en |à |a |em |te |w )?(?:US)?[$€£¥]?[\p{Lu}\d])(?:[^\s,;.]+[\s,]+){1,5}?(?:but|sondern|sino|mais|ma|bensì|mas|maar|lecz|ale)\s(?:rather\s|bien\s)?/gu;

/** A text without denied values that precede the right one. */
export function withoutDenied(text: string): string {
  return text.replace(DENIED, blank);
}

/** A text of the same length with only the new value after a change: `raised it from $5 to $7` as `it in $7`. */
export function withNewValues(text: string): string {
  const plain = text.replace(MOVED_CJK, blank);
  CHANGE.lastIndex = 0;
  if (!CHANGE.test(plain)) return plain;
  const [pattern] = [FROM_TO, ONLY_TO].filter((each) => each.test(plain));
  if (pattern === undefined) return plain;
  const isNew = plain.replace(pattern, (found) => (found.length < 2 ? found : 'in'.padStart(found.length)));
  return isNew.replace(CHANGE, blank);
}

function blank(found: string): string {
  return ' '.repeat(found.length);
}
