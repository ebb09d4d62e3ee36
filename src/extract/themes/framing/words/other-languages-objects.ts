/** Verbs for advice, whose object may be a name or an action with it. */
export const ADVICE =
  /(?:(?<!zu )empfehlen?|recommand(?:e|ons)|conseill(?:e|ons)|recomiendo|recomendamos|recomendaría|recomendo|aconsejo|consigli(?:o|amo)|raccomand(?:o|iamo)|рекоменду(?:ю|ем|ємо)|советую|советуем|раджу|радимо|polecamy?|rekommenderar|συνιστ(?:ώ|ούμε)|προτείν(?:ω|ουμε)|أوصي|نوصي|أنصح|ننصح|ينصح|ממליצ\p{L}+|ממליץ|khuyên dùng|đề xuất dùng|tavsiye ed\p{L}+|öner\p{L}+)(?!\p{L})/u;

/** Verbs for avoiding. */
export const AVOIDANCE = /évite|evit|избега|уника|unikaj|undvik|vermijd|αποφ|تجنب|הימנע/u;

const WORD =
  "(?:die|das|den|der|dir|ihnen|euch|ich|wir|hier|daher|deshalb|dann|eher|vor allem|besonders|uneingeschränkt|wärmstens|sehr|gerne?|klar|nur|auch|trotzdem|stattdessen|immer noch|noch|weiterhin|le|la|les|el|los|las|il|lo|gli|i|o|os|as|vivement|fortement|chaudement|plutôt|surtout|aussi|donc|toujours|sin duda|especialmente|también|sobre todo|encarecidamente|totalmente|caldamente|vivamente|anche|più|soprattutto|também|muito|fortemente|sempre|plus|pas|mais|utiliser|d'utiliser|d'opter pour|opter pour|choisir|de choisir|d'acheter|usar|utilizar|elegir|comprar|optar por|usare|di usare|scegliere|di scegliere|acquistare|escolher|использовать|выбрать|купить|покупать|брать|пользоваться|взять|вам|всем|именно|прежде всего|в первую очередь|обратить внимание на|використовувати|обрати|вам|użyć|wybrać|przede wszystkim|szczególnie|använda|att använda|att välja|främst|varmt|starkt|inte|längre|το|τη|την|τον|τους|ανεπιφύλακτα|πια|να χρησιμοποιήσετε|بشدة|باستخدام|استخدام|بشراء|شراء|باختيار|بتجنب|על|מ|את|בחום|מאוד|dùng|chọn)";
const FOR_WHOM = '(?:für|pour|para|per|для|dla|för|για) (?:\\p{L}+ ){1,3}';

/** Between a verb for advice and its object. */
export const BEFORE_OBJECT = new RegExp(
  `^[\\s:“"„«]*(?:(?:(?:${WORD}|${FOR_WHOM}) ?){1,9}[\\s“"„«-]*|-[\\s“"„«-]*)?$`,
  'u',
);

/** Between a name and the advice after it. */
export const BEFORE_ADVICE =
  /^(?:'\p{L}{1,4})?[\s,]*(?:(?:kann|können|würde|würden|ich|wir|man|nur|sehr|klar|je|nous|le|la|lo|li|vivement|yo|te|no|non|não|ne|nicht|nie|eu|io|ho|я|мы|не|могу|kesinlikle|şiddetle|öncelikle|herkese|size|biz|ben)\s*){0,5}$/u;

/** After advice whose object precedes it. */
export const AFTER_ADVICE =
  /^\s*(?:$|[.!;:,)…])|^ (?:für|pour|para|per|voor|för|для|dla|nicht|sehr|pas|vor allem|besonders|uneingeschränkt)(?!\p{L})/u;

/** After a name to avoid: nothing about time, place, or manner. */
export const AVOIDED_END =
  /^\s*(?:$|[.,;:!?)…&/])|^ (?:und|oder|et|ou|y|o|e|и|или|och|eller|i|lub|si|wenn|pour|para|per|для|dla|för|voor|à tout prix|a toda costa|a ogni costo|a todo custo|если|як|if|за|και|أو|و)(?!\p{L})/u;

/** After a superlative: the best thing is nothing to choose. */
export const NO_THING =
  /^\s?(?:beweis|beispiel|freund|zeit|zeitpunkt|teil|grund|weg|art|preuve|exemple|ami|moment|moyen|façon|manière|partie|raison|ejemplo|prueba|amigo|momento|manera|forma|parte|razón|esempio|prova|amico|modo|exemplo|maneira|voorbeeld|bewijs|vriend|manier|deel|reden|bekannt)(?!\p{L})/u;

/** Audiences that discredit a choice: `the best choice for swindlers`. */
export const NO_HONOR =
  /betrüger|hackern?(?!\p{L})|kriminelle|diebe|escrocs?|voleurs?|pirates?(?!\p{L})|estafador|ladrones|delincuentes|hackers|truffator|ladri(?!\p{L})|golpista|ladrões|oplichter|criminelen|bedragare|oszust|мошенник|хакер|злоумышленник|шахра|perdre de l'argent|perder dinero|perdere soldi|geld verlieren|für niemanden|pour personne|para nadie|per nessuno|para ninguém|voor niemand|ни для кого|απατεών|محتال|骗|诈|黑客|駭客|詐欺|ハッカー|사기|해커/u;

/** A negation right before a name: another brand is meant. */
export const CONTRAST = /(?<!\p{L})(?:nicht|pas|no|non|não|niet|inte|не|nie) [\uE001\uE002]/u;
