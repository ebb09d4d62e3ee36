import { NAME } from './english-words.ts';

/** Cues of a language other than English. A phrase acts on the only name of its clause, or on the name next to it. */
export interface LanguagePack {
  readonly language: string;
  /** Only a sentence with this script can be in the language. */
  readonly script: RegExp;
  readonly picks: RegExp;
  readonly rejections: RegExp;
  readonly negation: RegExp;
  /** Whether negation comes before the cue or after it. */
  readonly negationSide: 'before' | 'after' | 'both';
  /** The first name is put above the second. */
  readonly betterThan: RegExp | null;
  /** The name in group 1 is put below the subject. */
  readonly than: RegExp | null;
}

const LATIN = /\p{Script=Latin}/u;
const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

export const LANGUAGES: readonly LanguagePack[] = [
  {
    language: 'de',
    script: LATIN,
    picks:
      /\b(?:(?:ich|wir) (?:kann|können|würde[n]? )?\s?empfehlen?|empfehle(?:n)? (?:ich|wir)|klare empfehlung|unsere empfehlung|meine empfehlung|absolut empfehlenswert|sehr empfehlenswert|(?<!nicht )empfehlenswert|(?:die )?beste wahl|erste wahl|(?:eine )?(?:gute|sehr gute|ausgezeichnete|hervorragende|ideale|perfekte|solide) wahl|testsieger|(?:unser|mein|der klare) favorit|ist (?:die|der|das) beste|zu empfehlen)/gu,
    rejections:
      /\b(?:nicht (?:zu )?empfeh\p{L}+|nicht empfehlenswert|(?:rate[n]?|rät|raten) (?:\p{L}+ ){0,4}ab\b|abzuraten|finger weg von|sollte[n]? (?:man |sie )?(?:\p{L}+ )?(?:meiden|vermeiden)|zu vermeiden|schwächelt|enttäuscht|veraltet|überteuert|unzuverlässig)/gu,
    negation: /\b(?:nicht|kein\p{L}*|nie|niemals|kaum|ohne|weder)\b/u,
    negationSide: 'both',
    betterThan: null,
    than: new RegExp(`\\b(?:besser|überlegen(?:er)?)(?: [\\p{L}-]+){0,3} als (${NAME})`, 'gu'),
  },
  {
    language: 'fr',
    script: LATIN,
    picks:
      /\b(?:(?:je|nous|on) (?:vous )?(?:recommande|recommandons|conseille|conseillons)(?! (?:pas|de ne))|(?:le|la|notre|un|mon) (?:meilleure?) (?:choix|option|outil|solution|rapport)|(?:est|reste|sont) (?:sans doute |clairement |probablement )?(?:le|la|les) meilleure?s?|excellent(?:e)? (?:choix|option)|bon choix|choix idéal|notre (?:choix|favori|coup de c[œo]e?ur)|incontournable|à recommander|fortement recommandée?)/gu,
    rejections:
      /(?:ne (?:recommande|conseille)\p{L}* pas|déconseill\p{L}+|\bà éviter|évitez|mieux vaut éviter|décevante?s?|dépassée?s?|peu fiable|trop ch(?:er|ère))/gu,
    negation: /\b(?:ne|pas|jamais|aucun\p{L}*|sans)\b|\bn'/u,
    negationSide: 'before',
    betterThan: null,
    than: new RegExp(
      `\\b(?:meilleure?s?|mieux|supérieure?s?)(?: [\\p{L}-]+){0,3} (?:que|qu'|à) ?(${NAME})`,
      'gu',
    ),
  },
  {
    language: 'es',
    script: LATIN,
    picks:
      /(?:\b(?:te |les |le |os )?(?:recomiendo|recomendamos|recomendaría|aconsejo)|(?:la |su |una |nuestra |mi )?mejor (?:opción|elección|alternativa|herramienta)|(?:es|son|sigue siendo) (?:sin duda |claramente )?(?:el|la|los|las) mejor(?:es)?|(?:una )?(?:excelente|gran|buena|muy buena|magnífica) (?:opción|elección)|opción ideal|nuestr[oa] (?:favorit[oa]|elección|recomendación)|muy recomendable|altamente recomendad[oa])/gu,
    rejections:
      /(?:no (?:te |lo |la |se )?(?:recomiendo|recomendamos|recomendaría|recomienda|recomendable|aconsejo)|desaconsej\p{L}+|\bevit(?:a|e|en|ar)\b|mejor evitar|decepcionante|anticuad[oa]|poco fiable|demasiado car[oa])/gu,
    negation: /\b(?:no|nunca|jamás|tampoco|sin|ni)\b/u,
    negationSide: 'before',
    betterThan: null,
    than: new RegExp(`\\b(?:mejor(?:es)?|superior(?:es)?)(?: [\\p{L}-]+){0,3} (?:que|a) (${NAME})`, 'gu'),
  },
  {
    language: 'it',
    script: LATIN,
    picks:
      /\b(?:(?:vi |ti )?(?:consiglio|consigliamo|raccomando|raccomandiamo)|(?:la |una |nostra )?(?:migliore?|ottima|eccellente) (?:scelta|opzione)|scelta migliore|scelta ideale|è (?:sicuramente |senza dubbio )?(?:il|la) miglior\p{L}*|(?:la )?nostra (?:scelta|preferita)|altamente consigliat[oa])/gu,
    rejections:
      /(?:non (?:\p{L}+ )?(?:consigli\p{L}+|raccomand\p{L}+)|sconsigli\p{L}+|\bda evitare|\bevitate\b|deludente|obsolet[oa]|inaffidabile|troppo costos[oa])/gu,
    negation: /\b(?:non|mai|senza|né)\b/u,
    negationSide: 'before',
    betterThan: null,
    than: new RegExp(
      `\\b(?:miglior\\p{L}*|meglio|superior\\p{L}*)(?: [\\p{L}-]+){0,3} (?:di|a|rispetto a) (${NAME})`,
      'gu',
    ),
  },
  {
    language: 'pt',
    script: LATIN,
    picks:
      /\b(?:(?:eu )?recomendo|recomendamos|(?:a |uma |nossa )?(?:melhor|ótima|excelente|boa) (?:opção|escolha)|escolha ideal|é (?:sem dúvida )?[oa] melhor|nossa escolha|altamente recomendad[oa])/gu,
    rejections:
      /(?:não (?:\p{L}+ )?recomend\p{L}+|desaconselh\p{L}+|\bevite\b|melhor evitar|decepcionante|ultrapassad[oa]|pouco confiável|car[oa] demais)/gu,
    negation: /\b(?:não|nunca|jamais|sem|nem)\b/u,
    negationSide: 'before',
    betterThan: null,
    than: new RegExp(
      `\\b(?:melhor(?:es)?|superior(?:es)?)(?: [\\p{L}-]+){0,3} (?:do que|que|a|ao) (${NAME})`,
      'gu',
    ),
  },
  {
    language: 'nl',
    script: LATIN,
    picks: new RegExp(
      `\\b(?:raad(?:en)? (?:(?:u|je|jullie|de|het) )?${NAME} (?:\\p{L}+ )?aan|aanrader|(?:de )?beste keuze|(?:een )?(?:goede|uitstekende|ideale|prima) keuze|onze (?:keuze|favoriet)|is (?:duidelijk )?de beste)`,
      'gu',
    ),
    rejections: new RegExp(
      `\\b(?:raad(?:en)? (?:(?:u|je|jullie|de|het) )?${NAME} (?:niet aan|af)|niet aan te raden|geen aanrader|af te raden|vermijd|te duur|verouderd|onbetrouwbaar|teleurstellend)`,
      'gu',
    ),
    negation: /\b(?:niet|geen|nooit|zonder)\b/u,
    negationSide: 'before',
    betterThan: null,
    than: new RegExp(`\\bbeter(?: [\\p{L}-]+){0,3} dan (${NAME})`, 'gu'),
  },
  {
    language: 'ru',
    script: /\p{Script=Cyrillic}/u,
    picks:
      /(?:рекоменду(?:ю|ем)|советую|советуем|лучш(?:ий|ая|ее|им|ей) (?:выбор\p{L}*|вариант\p{L}*|решени\p{L}*)|(?:отличн|хорош|прекрасн|идеальн)\p{L}+ (?:выбор|вариант)\p{L}*|наш выбор|(?:наш |явный )?фаворит|однозначн\p{L}+ лидер)/gu,
    rejections:
      /(?:не (?:рекоменду\p{L}+|советую|советуем|стоит (?:покупать|брать|использовать))|(?:следует|лучше|стоит) избегать|избегайте|разочаров\p{L}+|устаре\p{L}+|ненад[её]жн\p{L}+|слишком дорог\p{L}+)/gu,
    negation: /(?:^|\s)(?:не|ни|без|нет|никогда)\s/u,
    negationSide: 'before',
    betterThan: null,
    than: new RegExp(`лучше,? чем (?:у )?(${NAME})`, 'gu'),
  },
  {
    language: 'zh',
    script: HAN,
    picks:
      /(?:强烈推荐|推荐(?:使用|选择|购买|入手|大家)?(?!的|系统|算法|人)|首选|最佳(?:选择|之选)|最好的(?:选择)?|不二之选|(?:不错|理想|很好|绝佳)的选择|值得(?:推荐|购买|入手|选择)|強烈推薦|推薦|首選|最佳選擇|值得購買)/gu,
    rejections:
      /(?:不(?:太|是很|建议|推荐|值得|建議|推薦)(?:使用|购买|推荐|选择|入手)?|避免(?:使用|选择|购买)|谨慎选择|性价比(?:较|很|不)?低|不可靠|过时|太贵|令人失望)/gu,
    negation: /(?:不(?!二|错)|没有?|未|别|勿|並非|并非|不是)[^，。；,]{0,4}$/u,
    negationSide: 'before',
    betterThan: new RegExp(
      `(${NAME})(?:比|优于|優於|胜过|勝過|强于)(${NAME})(?:更|要|还)?(?:加)?(?:好|强|出色|优秀|可靠|稳定|值得|適合|适合|)`,
      'gu',
    ),
    than: null,
  },
  {
    language: 'ja',
    script: KANA,
    picks:
      /(?:(?:一番|特に|最も)?(?:お(?:すすめ|勧め|薦め)|オススメ)(?!度|順|ランキング|の(?:使い|選び|方法))|最適(?:です|な(?:選択|サービス|ツール))|最良の選択|ベストな選択|最有力|イチオシ|推奨し(?:ます|ています))/gu,
    rejections:
      /(?:(?:お(?:すすめ|勧め|薦め)|オススメ|推奨)(?:は|が)?(?:でき|し)(?:ない|ません|かねます)|避け(?:た方が|るべき|ましょう)|がっかり|時代遅れ|信頼性に欠け|割高)/gu,
    negation: /^(?:は|が|も|と(?:は|も))?(?:言え|いえ|でき|し|では|じゃ)?(?:ない|ません|なかった)/u,
    negationSide: 'after',
    betterThan: new RegExp(
      `(${NAME})(?:は|の(?:ほう|方)が|が)(${NAME})より(?:も)?(?:優れ|良い|よい|いい|おすすめ|高性能|安定)`,
      'gu',
    ),
    than: null,
  },
  {
    language: 'ko',
    script: /\p{Script=Hangul}/u,
    picks:
      /(?:(?:강력히 |적극 )?추천(?:합니다|해요|드립니다|할 만|하고 싶|하는)|최고의 (?:선택|제품|서비스)|(?:가장 )?좋은 선택|최선의 선택|1순위)/gu,
    rejections:
      /(?:추천하지 않|추천하기 어렵|추천드리지 않|권하지 않|피하는 (?:것이|게)|피하세요|실망스럽|구식|불안정)/gu,
    negation: /^(?:하지|은|는|이|가)?\s*(?:않|못|아니|어렵)/u,
    negationSide: 'after',
    betterThan: new RegExp(
      `(${NAME})(?:은|는|이|가) (${NAME})보다 (?:더 |훨씬 )?(?:좋|뛰어|우수|낫|나은)`,
      'gu',
    ),
    than: null,
  },
  {
    language: 'sv',
    script: LATIN,
    picks: /(?:\brekommenderar|bästa valet|(?:ett )?(?:bra|utmärkt) val|vår favorit|vårt val)/gu,
    rejections: /(?:rekommenderar (?:inte|ej)|avråder|\bundvik\b|opålitlig|föråldrad)/gu,
    negation: /\b(?:inte|ej|aldrig|ingen)\b/u,
    negationSide: 'both',
    betterThan: null,
    than: new RegExp(`\\bbättre än (${NAME})`, 'gu'),
  },
  {
    language: 'pl',
    script: LATIN,
    picks:
      /(?:\bpolecam(?:y)?\b|najlepsz\p{L}+ (?:wybór|wyborem|opcj\p{L}+)|(?:świetny|dobry|doskonały) wybór|nasz (?:faworyt|wybór))/gu,
    rejections:
      /(?:nie polecam(?:y)?|odradzam(?:y)?|\bunikaj(?:cie)?\b|przestarzał\p{L}+|rozczarowuj\p{L}+)/gu,
    negation: /(?:^|\s)(?:nie|nigdy|bez)\s/u,
    negationSide: 'before',
    betterThan: null,
    than: new RegExp(`lepsz\\p{L}+ (?:niż|od) (${NAME})`, 'gu'),
  },
  {
    language: 'tr',
    script: LATIN,
    picks:
      /(?:tavsiye eder\p{L}*|tavsiye ediyor\p{L}*|öner(?:iyoruz|iyorum|irim|iriz)|en iyi (?:seçim|seçenek|tercih)|iyi bir (?:seçim|seçenek|tercih))/gu,
    rejections: /(?:tavsiye etm\p{L}+|önerm\p{L}+|kaçının|uzak durun|hayal kırıklığı)/gu,
    negation: /^\s*(?:değil)/u,
    negationSide: 'after',
    betterThan: null,
    than: null,
  },
  {
    language: 'vi',
    script: LATIN,
    picks: /(?:khuyên dùng|nên chọn|(?:sự )?lựa chọn (?:tốt nhất|hàng đầu|tuyệt vời)|đề xuất dùng)/gu,
    rejections: /(?:không (?:nên|khuyên)(?: \p{L}+)?|nên tránh|gây thất vọng)/gu,
    negation: /(?:^|\s)(?:không|chưa|đừng)\s/u,
    negationSide: 'before',
    betterThan: null,
    than: new RegExp(`tốt hơn (${NAME})`, 'gu'),
  },
  {
    language: 'uk',
    script: /\p{Script=Cyrillic}/u,
    picks:
      /(?:рекоменду(?:ю|ємо)|раджу|радимо|найкращ\p{L}+ (?:вибір|варіант)|(?:чудов|гарн|відмінн)\p{L}+ (?:вибір|варіант)|наш вибір)/gu,
    rejections:
      /(?:не (?:рекоменду\p{L}+|раджу|радимо)|уникайте|варто уникати|розчарову\p{L}+|застаріл\p{L}+|ненадійн\p{L}+)/gu,
    negation: /(?:^|\s)(?:не|ні|без|ніколи)\s/u,
    negationSide: 'before',
    betterThan: null,
    than: new RegExp(`кращ\\p{L}+,? (?:ніж|за) (${NAME})`, 'gu'),
  },
  {
    language: 'el',
    script: /\p{Script=Greek}/u,
    picks:
      /(?:συνιστώ|συνιστούμε|προτείνω|προτείνουμε|(?:η )?καλύτερη επιλογή|εξαιρετική επιλογή|ιδανική επιλογή|πρώτη επιλογή)/gu,
    rejections:
      /(?:δεν (?:συνιστ\p{L}+|προτείν\p{L}+)|αποφύγετε|να αποφ\p{L}+|απογοητευτικ\p{L}+|αναξιόπιστ\p{L}+|ξεπερασμέν\p{L}+)/gu,
    negation: /(?:^|\s)(?:δεν|μην|ούτε|χωρίς|ποτέ)\s/u,
    negationSide: 'before',
    betterThan: null,
    than: new RegExp(`καλύτερ\\p{L}+ (?:από|απ')(?: \\p{L}{1,4})? (${NAME})`, 'gu'),
  },
  {
    language: 'ar',
    script: /\p{Script=Arabic}/u,
    picks:
      /(?:(?:أوصي|نوصي|أنصح|ننصح|يُنصح|ينصح)(?: بشدة)?|(?:أفضل|الأفضل)(?: \p{L}+)? ?(?:خيار|اختيار)|(?:الخيار|الاختيار) (?:الأفضل|الأمثل|الأول)|خيار(?:ًا|ا)? (?:ممتاز|رائع|مثالي))/gu,
    rejections:
      /(?:(?:لا|ولا) (?:أوصي|نوصي|أنصح|ننصح|يُنصح|ينصح)|تجنب(?:وا)?|(?:أنصح|ننصح|ينصح) بتجنب|مخيب للآمال)/gu,
    negation: /(?:^|\s)(?:لا|ليس|ليست|لم|لن|غير)\s/u,
    negationSide: 'before',
    betterThan: null,
    than: new RegExp(`أفضل (?:بكثير )?من (${NAME})`, 'gu'),
  },
  {
    language: 'he',
    script: /\p{Script=Hebrew}/u,
    picks:
      /(?:ממליצ(?:ה|ים|ות)|ממליץ|מומלצת?|(?:ה)?בחירה (?:ה)?(?:טובה|מצוינת|מושלמת)|הבחירה שלנו|האפשרות הטובה)/gu,
    rejections: /(?:(?:לא|אינני|איני) (?:ממליצ\p{L}+|ממליץ|מומלצת?)|להימנע|הימנעו|מאכזב\p{L}*|מיושנ\p{L}*)/gu,
    negation: /(?:^|\s)(?:לא|אינ\p{L}*|בלי|ללא)\s/u,
    negationSide: 'before',
    betterThan: null,
    than: new RegExp(`(?:טובה?|עדיפה?) (?:יותר )?(?:מ|על)-?(${NAME})`, 'gu'),
  },
  {
    language: 'hi',
    script: /\p{Script=Devanagari}/u,
    picks:
      /(?:(?:सिफारिश|सिफ़ारिश|अनुशंसा)(?: (?:करता|करते|करती|करूँगा|करूंगा))?|(?:सबसे अच्छा|बेहतरीन|सर्वश्रेष्ठ|उत्तम) (?:विकल्प|चुनाव))/gu,
    rejections: /(?:(?:सिफारिश|सिफ़ारिश|अनुशंसा) नहीं|से बचें|बचना चाहिए|निराशाजनक)/gu,
    negation: /^[^।,]{0,12}(?:नहीं|मत)/u,
    negationSide: 'after',
    betterThan: null,
    than: null,
  },
  {
    language: 'th',
    script: /\p{Script=Thai}/u,
    picks: /(?:(?<!ไม่)(?<!คำ)แนะนำ|ตัวเลือกที่ดีที่สุด|ตัวเลือกอันดับหนึ่ง|เหมาะที่สุด)/gu,
    rejections: /(?:ไม่แนะนำ|ควรหลีกเลี่ยง|ไม่คุ้ม|น่าผิดหวัง)/gu,
    negation: /ไม่(?:ใช่|ได้)?$/u,
    negationSide: 'before',
    betterThan: new RegExp(`(${NAME}) ?ดีกว่า ?(${NAME})`, 'gu'),
    than: null,
  },
];
