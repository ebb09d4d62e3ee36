import { words } from '../text/negation.ts';
import type { Range } from '../text/ranges.ts';

/** What keeps a stated value from being the one that holds now: bounds, ranges, and other times. Short on purpose. */

/** A currency's sign or code. */
const SIGN = '(?:[A-Z]{0,3}\\p{Sc}|[A-Z]{3})?';

const BOUND = words(
  'from starts?_(?:at|from) starting_at start_at begin(?:s|ning)?_at as_low_as up_to over above under below (?:more|less|fewer|other)_than at_(?:least|most) about around roughly approximately approx\\. nearly almost between max\\. min\\.',
  'ab bis(?:_zu)? über unter mehr_als weniger_als rund etwa ungefähr ca\\. circa knapp fast gut mindestens höchstens maximal zwischen',
  'à_partir_de dès jusqu.à plus_de moins_de environ près_de quelque entre au_(?:moins|plus) a_partir_(?:de|da) desde hasta más_de menos_de unos unas casi alrededor_de al_menos cerca_de',
  '(?<![€$\\d]_)mais_de até quase pelo_menos oltre più_di meno_di fino_a circa quasi almeno da tra fra',
  'vanaf tot meer_dan minder_dan ruim ongeveer bijna minstens tussen od do ponad około prawie co_najmniej między powyżej från upp_till över mer_än mindre_än omkring ungefär nästan minst mellan',
  'от до более больше менее меньше свыше около почти примерно между yaklaşık en_az en_fazla من حتى (?:أكثر|أقل)_من حوالي نحو लगभग करीब',
);

const BOUND_BEFORE = new RegExp(
  `(?:(?<!\\p{L})(?:${BOUND})(?:\\s(?:just|only|nur|seulement|s[oó]lo|apenas|tylko))?\\s|[~≈<>≤≥约約近]|超过|超過|不到|至少|最多|大约|大約|약\\s?|최[대소]\\s?)\\s?${SIGN}\\s?$`,
  'iu',
);

const BOUND_AFTER =
  /^\s?(?:\+|plus(?= )|(?:or|and) (?:more|so|up|less|counting)|oder mehr|und mehr|ou plus|et plus|[oy] más|o più|ou mais|of meer|lub więcej|или больше|余|多(?=[个個种種]))|^[^\d,;.，。、]{0,16}(?:(?<!\p{L})(?:or more|and up|upwards|aufwärts|onwards|başlayan|से अधिक|से कम|से शुरू)(?!\p{L})|から|より|以上|以下|未満|程度|ほど|起|左右|以内|부터|이상|이하|미만|까지|정도)/iu;

const TO = `\\s?(?:[-–—~〜～至到]|から|(?:to|or|bis|oder|à|ou|a|o|al|até|hasta|e|y|tot|of|do|lub|till|до|или|and|und|et|en|i|och|и)\\s)\\s?${SIGN}\\s?`;
const RANGE_AFTER = new RegExp(`^\\s?(?:\\p{Sc}|[A-Z]{3}|ドル|円|元)?${TO}\\d`, 'u');
const RANGE_BEFORE = new RegExp(`\\d\\s?(?:\\p{Sc}|[A-Z]{3}|ドル|円|元)?${TO}$`, 'u');

/** Of `raised from $5 to $7`, the second holds now. */
const CHANGED = new RegExp(
  `(?<!\\p{L})(?:${words(
    'raised? increased? rose went_up lowered cut dropped reduced erhöht\\p{L}* gestiegen stieg gesenkt passée? passe augment\\p{L}* baiss\\p{L}* subi\\p{L}* pas[óo] baj\\p{L}+ aument\\p{L}* salit\\p{L}* sces[oa] caiu pass(?:at|ou)\\p{L}* verhoogd verlaagd podnie\\p{L}+ wzr\\p{L}+ obniż\\p{L}+ höj\\p{L}+ sänk\\p{L}+ повы\\p{L}+ вырос\\p{L}*',
  )})(?!\\p{L})|値上げ|値下げ|上[涨調调]|[涨漲]到|인상|인하`,
  'iu',
);

const YEAR_BOUND = new RegExp(
  `(?<!\\p{L})(?:${words(
    'before after around about circa by vor nach um etwa ca\\. avant après vers antes_de después_de hacia prima_del dopo_il verso_il intorno_al depois_de voor na rond przed po około före efter omkring до после около',
  )})\\s$`,
  'iu',
);

const OTHER_TIME = words(
  'used_to formerly previously once originally will planned upcoming früher ehemals vormals ursprünglich wird anciennement autrefois auparavant sera antes anteriormente antiguamente será',
  'in_passato precedentemente sarà antigamente vroeger voorheen zal dawniej kiedyś wcześniej będzie tidigare förut kommer_att раньше прежде ранее будет eskiden önceden olacak كان سابقا سوف पहले',
);
const PAST_PRICE = words(
  'was were had kostete[nt]? war hatte coûtait était avait costaba era tenía costava aveva custava tinha kostte had kosztował\\p{L}* miał\\p{L}* kostade hade стоил\\p{L}* был\\p{L}*',
);
const NOT_NOW = new RegExp(
  `(?<!\\p{L})(?:${OTHER_TIME})(?!\\p{L})|以前|かつて|曾|原价|예전|이전|था|थी`,
  'iu',
);
const PAST = new RegExp(`(?<!\\p{L})(?:${PAST_PRICE})(?!\\p{L})`, 'iu');

/** Whether a clause tells a value of another time. A price or number may also be in the past tense. */
export function isOtherTime(clause: string, isNumber: boolean): boolean {
  return NOT_NOW.test(clause) || (isNumber && PAST.test(clause) && !CHANGED.test(clause));
}

/** Whether a number in a text is a bound, a part of a range, or only about right. */
export function isVague(text: string, { from, to }: Range, isYear: boolean): boolean {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  if (RANGE_AFTER.test(after)) return true;
  if (RANGE_BEFORE.test(before)) return !CHANGED.test(before);
  return isYear ? YEAR_BOUND.test(before) : BOUND_BEFORE.test(before) || BOUND_AFTER.test(after);
}
