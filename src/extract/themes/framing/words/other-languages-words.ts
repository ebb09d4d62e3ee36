import { NAME } from './english-words.ts';

/** A language's cues, other than English. A phrase concerns its clause's only name, or the name beside it. */
export interface LanguagePack {
  readonly language: string;
  /** The script of sentences in the language. */
  readonly script: RegExp;
  /** Words that distinguish it from other languages in its script. */
  readonly words: RegExp;
  readonly picks: RegExp;
  readonly rejections: RegExp;
  readonly negation: RegExp;
  /** The place of negation, if not only before the cue. */
  readonly negationSide?: 'after' | 'both';
  /** A denial after a comparison. */
  readonly denied?: RegExp;
  /** The first name is above the second. */
  readonly betterThan?: RegExp;
  /** The name in group 1 is below the subject. */
  readonly than?: RegExp;
}

export const LATIN = /\p{Script=Latin}/u;
const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A language's frequent words. */
function wordsOf(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'gu');
}

export const LANGUAGES: readonly LanguagePack[] = [
  {
    language: 'de',
    script: LATIN,
    words: wordsOf('der|die|das|und|ist|nicht|für|ein|eine|ich|wir|mit|auf|von|sie|zu'),
    picks:
      /(?<!\p{L})(?:(?:ich|wir) (?:kann|können|würde[n]? )?\s?empfehlen?|(?:kann|können|würde|würden) (?:ich |wir )?[\uE001\uE002]\uE003* (?:nur |sehr |wärmstens |uneingeschränkt )?empfehlen|empfehle(?:n)? (?:ich|wir)|klare empfehlung|unsere empfehlung|meine empfehlung|absolut empfehlenswert|sehr empfehlenswert|(?<!nicht )empfehlenswert|(?:die )?beste wahl|erste wahl|(?:eine )?(?:gute|sehr gute|ausgezeichnete|hervorragende|ideale|perfekte|solide) wahl|testsieger|(?:unser|mein|der klare) favorit|ist (?:die|der|das) beste|(?<=(?<!\p{L})(?:ist|sind|bleibt)(?: [^\s.,;]+){0,5} )zu empfehlen|keine bessere wahl als)(?!\p{L})/gu,
    rejections:
      /(?<!\p{L})(?:nicht (?:zu )?empfeh\p{L}+|nicht empfehlenswert|(?:rate[n]?|rät|raten) (?:\p{L}+ ){0,4}ab\b|abzuraten|finger weg von|sollte[n]? (?:man |sie )?(?:\p{L}+ )?(?:meiden|vermeiden)|(?:ist|sind) zu vermeiden|schwächelt|enttäuscht|(?<!hat |haben )veraltet|überteuert|unzuverlässig)(?!\p{L})/gu,
    negation:
      /(?<!\p{L})(?:nicht(?! nur)|kein\p{L}*|niemand|nie|niemals|kaum|ohne|weder|keineswegs|keinesfalls|alles andere als|schwer(?:lich)?|schwierig|selten|weniger|bedingt)(?!\p{L}| genug)/u,
    negationSide: 'both',
    than: new RegExp(
      `\\b(?:besser|überlegen(?:er)?)(?! bekannt)(?: [\\p{L}-]+){0,3} als (${NAME})|(${NAME}) überlegen`,
      'gu',
    ),
  },
  {
    language: 'fr',
    script: LATIN,
    words: wordsOf('le|la|les|des|et|est|pas|pour|une?|je|nous|avec|qui|ce|du|au|plus'),
    picks:
      /\b(?:(?:je|nous|on) (?:vous )?(?:recommande|recommandons|conseille|conseillons)(?! (?:pas|plus|jamais|de ne|d'éviter))|ne (?:peux|pouvons) que recommander|pas de meilleur(?:e)? (?:choix|option) que|(?:le|la|notre|un|mon) (?:meilleure?) (?:choix|option|outil|solution|rapport)|(?:est|reste|sont) (?:sans doute |clairement |probablement )?(?:le|la|les) meilleure?s?|excellent(?:e)? (?:choix|option)|bon choix|choix idéal|notre (?:choix|favori|coup de c[œo]e?ur)|incontournable|à recommander|fortement recommandée?)/gu,
    rejections:
      /(?<!\p{L})(?:ne (?:recommand|conseill)\p{L}* (?:pas|plus|guère)|(?:je|nous|on) (?:vous )?déconseill\p{L}+|(?:est|sont|reste) (?:\p{L}+ )?déconseillée?s?|difficile (?:à|de) (?:recommander|conseiller)|(?:(?:il )?(?:vaut mieux|mieux vaut|autant|préférez) )?pass(?:ez|er|e) (?:votre|ton|son) chemin|(?<!\p{L})à éviter(?! (?:les?|la|l'|des?|d'|un|une|tout))|(?:évitez|mieux vaut éviter) (?:d'acheter |d'utiliser |de choisir )?(?:le |la |les |l')?(?=[\uE001\uE002])(?!\S+ (?:sous|dans|pendant|en|près))|(?<=(?<!\p{L})(?:est|sont|reste|semble|paraît|devient|un peu|assez|très|et|mais) |[:,–—] ?)(?:décevante?|dépassée?|peu fiable)(?!\p{L})|trop ch(?:er|ère)s?)/gu,
    negation:
      /(?<!\p{L})(?:(?:ne|pas|jamais|aucun\p{L}*|loin d'être)(?!\p{L})|n'|sans(?! (?:doute|hésit|aucun doute|conteste)))/u,
    than: new RegExp(
      `\\b(?:meilleure?s?|mieux|supérieure?s?)(?: [\\p{L}-]+){0,3} (?:que|qu'|à) ?(${NAME})`,
      'gu',
    ),
  },
  {
    language: 'es',
    script: LATIN,
    words: wordsOf('el|los|las|es|y|ya|no|con|más|muy|pero|lo|del|al|para|una|por|son'),
    picks:
      /(?:\b(?:te |les |le |os )?(?:recomiendo|recomendamos|recomendaría|aconsejo)|no puedo dejar de recomendar|no hay (?:una )?mejor (?:opción|elección|alternativa|herramienta) que|(?:la |su |una |nuestra |mi )?mejor (?:opción|elección|alternativa|herramienta)|(?:es|son|sigue siendo) (?:sin duda |claramente )?(?:el|la|los|las) mejor(?:es)?|(?:una )?(?:excelente|gran|buena|muy buena|magnífica) (?:opción|elección)|opción ideal|nuestr[oa] (?:favorit[oa]|elección|recomendación)|muy recomendable|altamente recomendad[oa])/gu,
    rejections:
      /(?<!\p{L})(?:no (?:te |lo |la |se )?(?:recomiendo|recomendamos|recomendaría|recomienda|recomendable|aconsejo)|desaconsej(?:o|amos|able)|(?:difícil|imposible) (?:de )?recomendar|(?:(?:^|[.,:;] ?|mejor )(?:evit(?:a|e|en|ar|emos)|mejor evitar)) (?:comprar |usar |elegir )?(?:el |la |los |a )?(?=[\uE001\uE002])|(?<=(?<!\p{L})(?:es|son|siendo|está|resulta|parece|muy|algo|bastante|y|pero) |[:,–—] ?)(?:decepcionante|anticuad[oa]|poco fiable)(?!\p{L})|demasiado car[oa])/gu,
    negation:
      /(?<!\p{L})(?:no(?! (?:solo|sólo))|nunca|jamás|tampoco|sin(?! (?:duda|dudas|lugar))|ni|lejos de ser)(?!\p{L})/u,
    than: new RegExp(`\\b(?:mejor(?:es)?|superior(?:es)?)(?: [\\p{L}-]+){0,3} (?:que|a) (${NAME})`, 'gu'),
  },
  {
    language: 'it',
    script: LATIN,
    words: wordsOf('il|gli|è|di|non|più|per|con|che|della|sono|ma|una?|ed|i|lo'),
    picks:
      /\b(?:(?:vi |ti )?(?<!(?<!\p{L})(?:il|un|questo|mio|suo|buon) )(?:consiglio(?! (?:di|su))|consigliamo|raccomando|raccomandiamo)|non c'è scelta migliore di|(?:la |una |nostra )?(?:migliore?|ottima|eccellente) (?:scelta|opzione)|scelta migliore|scelta ideale|è (?:sicuramente |senza dubbio )?(?:il|la) miglior\p{L}*|(?:la )?nostra (?:scelta|preferita)|altamente consigliat[oa])/gu,
    rejections:
      /(?<!\p{L})(?:non (?:\p{L}+ )?(?:consigli\p{L}+|raccomand\p{L}+)|sconsigli(?:o|amo|at[oa])(?!\p{L})|difficile (?:da )?(?:consigliare|raccomandare)|(?:è|sono|resta) (?:\p{L}+ )?da evitare|(?:^|[.,:;] ?|meglio )(?:evitate|evita|evitare) (?:di (?:usare|comprare) )?(?:il |la |lo |l')?(?=[\uE001\uE002])|(?<=(?<!\p{L})(?:è|sono|dubbio|sembra|risulta|piuttosto|molto|e|ma|un po') )(?:deludente|obsolet[oa]|inaffidabile)|troppo costos[oa])/gu,
    negation: /(?<!\p{L})(?:non(?! solo)|mai|senza(?! (?:dubbio|ombra))|né|tutt'altro che)(?!\p{L})/u,
    than: new RegExp(
      `\\b(?:miglior\\p{L}{0,12}|meglio|superior\\p{L}{0,12})(?: [\\p{L}-]+){0,3} (?:di|a|rispetto a) (${NAME})`,
      'gu',
    ),
  },
  {
    language: 'pt',
    script: LATIN,
    words: wordsOf('o|os|as|é|um|uma|e|já|não|mais|muito|com|mas|do|da|dos|das|são|ao'),
    picks:
      /(?<!\p{L})(?:não há melhor (?:opção|escolha) (?:do )?que|(?:eu )?recomendo|recomendamos|(?:a |uma |nossa )?(?:melhor|ótima|excelente|boa) (?:opção|escolha)|escolha ideal|é (?:sem dúvida )?[oa] melhor|nossa escolha|altamente recomendad[oa])/gu,
    rejections:
      /(?<!\p{L})(?:não (?:\p{L}+ )?recomend(?:o|amos|ado|ada|ável|aria)(?!\p{L})|desaconselh(?:o|amos|ável)|(?:difícil|impossível) (?:de )?recomendar|(?:^|[.,:;] ?|melhor )(?:evite|evitar) (?:usar |comprar )?(?:o |a |os )?(?=[\uE001\uE002])|(?<=(?<!\p{L})(?:é|são|dúvida|está|parece|muito|um pouco|e|mas) |[:,–—] ?)(?:decepcionante|ultrapassad[oa]|pouco confiável)(?!\p{L})|car[oa] demais)/gu,
    negation: /(?<!\p{L})(?:não(?! (?:só|apenas))|nunca|jamais|sem(?! dúvida)|nem|longe de ser)(?!\p{L})/u,
    than: new RegExp(
      `\\b(?:melhor(?:es)?|superior(?:es)?)(?: [\\p{L}-]+){0,3} (?:do que|que|a|ao) (?:o |a )?(${NAME})`,
      'gu',
    ),
  },
  {
    language: 'nl',
    script: LATIN,
    words: wordsOf('het|een|en|is|niet|voor|van|ik|wij|de|dat|met|zijn|te|je|op'),
    picks: new RegExp(
      `\\b(?:ra(?:ad|den) (?:(?:u|je|jullie|de|het) )?${NAME} (?:\\p{L}+ )?aan|aanrader|(?:de )?beste keuze|(?:een )?(?:goede|uitstekende|ideale|prima) keuze|onze (?:keuze|favoriet)|is (?:duidelijk )?de beste)`,
      'gu',
    ),
    rejections: new RegExp(
      `\\b(?:ra(?:ad|den) (?:(?:u|je|jullie|de|het) )?${NAME} (?:niet (?:meer |langer )?aan|af)|niet aan te raden|geen aanrader|af te raden|vermijd (?:het |de )?(?=[\uE001\uE002])|te duur|moeilijk aan te raden|verouderd|onbetrouwbaar|teleurstellend)(?!\\p{L})`,
      'gu',
    ),
    negation: /(?<!\p{L})(?:niet(?! alleen)|geen|nooit|zonder(?! (?:twijfel|meer))|allesbehalve)(?!\p{L})/u,
    than: new RegExp(`\\bbeter(?: [\\p{L}-]+){0,3} dan (${NAME})`, 'gu'),
  },
  {
    language: 'ru',
    script: /\p{Script=Cyrillic}/u,
    words: wordsOf('и|это|что|для|на|с|но|как|если|мы|я|более|она|они|или|ы'),
    picks:
      /(?:рекоменду(?:ю|ем)(?!\p{L})|советую|советуем|нет лучшего выбора|лучш(?:ий|ая|ее|им|ей) (?:выбор\p{L}*|вариант\p{L}*|решени\p{L}*)|(?:отличн|хорош|прекрасн|идеальн)\p{L}{1,12} (?:выбор|вариант)\p{L}*|наш выбор|(?:наш |явный )?фаворит|однозначн\p{L}{1,12} лидер)/gu,
    rejections:
      /(?<!\p{L})(?:не (?:рекоменду(?:ю|ем|ется)(?!\p{L})|советую|советуем|могу рекомендовать|стоит (?:покупать|брать|использовать))|(?:трудно|сложно|тяжело) рекомендовать|(?:следует|лучше|стоит) избегать|избегайте (?=[\uE001\uE002])|разочаров(?:ывает|ал|ала)|устаре(?:л|ла|ло|вший|вшая)(?!\p{L})|ненад[её]ж(?:ен|на|ный|ная)(?!\p{L})|слишком дорог(?:о|ой|ая)?(?!\p{L}))/gu,
    negation: /(?:^|\s)(?:не(?! только)|ни|без(?! сомнени)|нет|никогда)\s/u,
    than: new RegExp(`лучше,? чем (?:у )?(${NAME})`, 'gu'),
  },
  {
    language: 'zh',
    script: HAN,
    words: /的|是|了|和|在|我/gu,
    picks:
      /(?:(?:强烈|特别|首先|优先|最|非常|十分)?推荐(?:使用|选择|购买|入手|大家|你|您|用|考虑|试试|一下|：|:| |“|给)*(?=[\uE001\uE002])|(?:强烈|特别|非常|十分)推荐(?!的|系统|算法)|没有比(?=[\uE001\uE002]\uE003*更好的)|首选(?!项|目标|地址|语言)|最佳(?:选择|之选)|最好的(?:选择)?|不二之选|(?:不错|理想|很好|绝佳)的选择|值得(?:推荐|购买|入手|选择)(?!的)|(?:強烈|特別)?推薦(?:使用|選擇|購買|大家|你|您)*(?=[\uE001\uE002])|強烈推薦|首選|最佳選擇|值得購買)/gu,
    rejections:
      /(?:(?:很难|难以|不敢|無法|无法|很難|難以)(?:推荐|推薦)|(?:很难|难以)(?:推荐|向)|不再(?:推荐|推薦|建议)|不(?:太|是很)?(?:建议|推荐|建議|推薦)(?:大家|你|您|新手)?(?:使用|购买|选择|入手|購買|選擇)?(?=[\uE001\uE002]\uE003*(?!\uE003|以外|之外|的)|[，。！,!]|$)|不值得(?:购买|入手|推荐|买|購買)?|避免(?:使用|选择|购买)(?=[\uE001\uE002])|谨慎选择|性价比(?:较|很|不)?低|不可靠|过时|太贵|令人失望)/gu,
    negation: /(?:不(?!二|错)|没有?|未|别|勿|並非|并非|不是|很难|难以|绝非)[^，。；,]{0,4}$/u,
    betterThan: new RegExp(
      `(${NAME})(?:比(${NAME})(?:更|要|还)?(?:加)?(?:好(?!吗)|强|出色|优秀|可靠|稳定|值得|適合|适合)|(?:优于|優於|胜过|勝過|强于)(${NAME}))`,
      'gu',
    ),
  },
  {
    language: 'ja',
    script: KANA,
    words: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    picks:
      /(?:(?:一番|特に|最も)?(?:お(?:すすめ|勧め|薦め)|オススメ)(?=です|だ(?!と)|で(?:す|ある|、)|し(?:ます|たい)|でき(?:ます|る(?!と|わけ))|の(?:は|一つ|ひとつ)|は|なの|とは|[。！!、\s」)]|$|[\uE001\uE002])|最適(?:です|な(?:選択|サービス|ツール))|最良の選択|ベストな選択|最有力|イチオシ|推奨し(?:ます|ています))/gu,
    rejections:
      /(?:(?:お(?:すすめ|勧め|薦め)|オススメ|推奨)(?:は|が)?(?:でき|し)(?:ない|ません|かねます|にくい|づらい|がたい|難い|ていません|なくなり)|(?<=[\uE001-\uE003](?:だけ)?(?:は|を|の(?:使用|利用|購入)[はを])(?:絶対に|なるべく)?)避け(?:た(?:方|ほう)が|るべき|ましょう)|がっかり(?!さ)|時代遅れ|信頼性に欠け|割高)/gu,
    negation:
      /^(?:は|が|も|と(?:は|も)|では|じゃ|だとは)?(?:言え|いえ|でき|し|あり|限ら|限り|思え)?(?:ない|ません|なかった|難い|にくい)/u,
    negationSide: 'after',
    denied: /ません|ない|なかった/u,
    betterThan: new RegExp(
      `(${NAME})(?:は|の(?:ほう|方)が|が)(${NAME})より(?:も)?(?:優れ|良い|よい|いい|おすすめ|高性能|安定)`,
      'gu',
    ),
  },
  {
    language: 'ko',
    script: /\p{Script=Hangul}/u,
    words: /$^/gu,
    picks:
      /(?:(?:강력히 |적극 )?(?<=[\uE001-\uE003](?:을|를)? (?:[^를을.,]{0,20} )?(?:강력히 |적극 )?)추천(?:합니다|해요|드립니다|하고 싶습니다)|추천할 만(?:합니다|해요|하다)|최고의 (?:선택|제품|서비스)|(?:가장 )?좋은 선택|최선의 선택|1순위)/gu,
    rejections:
      /(?:추천하지 않|추천하고 싶지 않|추천하기 (?:어렵|힘들|힘듭|곤란)|추천드리지 않|권하지 않|피하는 (?:것이|게)|피하세요|실망스럽|구식|불안정(?!한))/gu,
    negation:
      /^(?:하지|은|는|이|가)?\s*(?:않|못|아니|아닙|어렵|힘들)|^(?:한|인|적인)? ?\p{L}{1,6}(?:이|가|은|는) 아(?:니|닙)|^(?:하|스럽)?지 (?:않|못)/u,
    negationSide: 'after',
    denied: /않|못|아니|아닙|어렵/u,
    betterThan: new RegExp(
      `(${NAME})(?:은|는|이|가) (${NAME})보다 (?:더 |훨씬 )?(?:좋|뛰어|우수|낫|나은)`,
      'gu',
    ),
  },
  {
    language: 'sv',
    script: LATIN,
    words: wordsOf('och|är|inte|för|en|ett|jag|vi|att|på|med|som|det|av|till'),
    picks:
      /(?:(?:jag|vi|kan) (?:varmt |starkt )?rekommenderar?(?! (?:inte|ej))|(?:^|[.,:;] ?)rekommenderar (?:jag|vi)|inget bättre val än|bästa valet|(?:ett )?(?:bra|utmärkt) val|vår favorit|vårt val)/gu,
    rejections:
      /(?:rekommenderar (?:inte|ej)|inte rekommendera(?!r)|svår(?:t|a)? att rekommendera|avråder|\bundvik (?=[\uE001\uE002])|(?<=(?<!\p{L})(?:är|känns|verkar|och|men) )(?:opålitlig|föråldrad)(?!\p{L}))/gu,
    negation: /(?<!\p{L})(?:inte(?! bara)|ej|aldrig|ingen|långt ifrån)(?!\p{L})/u,
    negationSide: 'both',
    than: new RegExp(`\\bbättre än (${NAME})`, 'gu'),
  },
  {
    language: 'pl',
    script: LATIN,
    words: wordsOf('i|jest|nie|dla|to|na|się|że|z|w|do|ale|jak|są'),
    picks:
      /(?:\bpolecam(?:y)?\b|najlepsz\p{L}{1,12} (?:wybór|wyborem|opcj\p{L}+)|(?:świetny|dobry|doskonały) wybór|nasz (?:faworyt|wybór))/gu,
    rejections:
      /(?<!\p{L})(?:nie polecam(?:y)?|trudno polecić|odradzam(?:y)?|\bunikaj(?:cie)? (?=[\uE001\uE002])|przestarzał[ya](?!\p{L})|rozczarowuj(?:e|ący|ąca)(?!\p{L}))/gu,
    negation: /(?:^|\s)(?:nie|nigdy|bez)\s/u,
    than: new RegExp(`lepsz\\p{L}{1,12} (?:niż|od) (${NAME})`, 'gu'),
  },
  {
    language: 'tr',
    script: LATIN,
    words: wordsOf('ve|bir|bu|için|ile|değil|çok|en|daha|ama|da|de'),
    picks:
      /(?:tavsiye (?:ederim|ederiz|ediyorum|ediyoruz)(?!\p{L})|öner(?:iyoruz|iyorum|irim|iriz)(?!\p{L})|en iyi (?:seçim|seçenek|tercih)|iyi bir (?:seçim|seçenek|tercih))/gu,
    rejections:
      /(?:tavsiye et(?:mem|miyorum|miyoruz|meyiz)(?!\p{L})|tavsiye etmek (?:zor|güç)|öner(?:mem|miyorum|miyoruz|meyiz)(?!\p{L})|kaçının|uzak durun|hayal kırıklığı)/gu,
    negation: /^\s*(?:değil)/u,
    negationSide: 'after',
  },
  {
    language: 'vi',
    script: LATIN,
    words: wordsOf('là|và|của|không|một|cho|với|các|bạn|được|này'),
    picks:
      /(?:không có lựa chọn nào tốt hơn|khuyên dùng|nên chọn|(?:sự )?lựa chọn (?:tốt nhất|hàng đầu|tuyệt vời)|đề xuất dùng)/gu,
    rejections: /(?:không (?:nên|khuyên)(?: \p{L}+)?|khó (?:có thể )?khuyên dùng|nên tránh|gây thất vọng)/gu,
    negation: /(?:^|\s)(?:không|chưa|đừng)\s/u,
    than: new RegExp(`tốt hơn (${NAME})`, 'gu'),
  },
  {
    language: 'uk',
    script: /\p{Script=Cyrillic}/u,
    words: wordsOf('і|це|що|для|на|з|але|як|якщо|ми|є|більше|вона|вони|або|й|та|їх'),
    picks:
      /(?:рекоменду(?:ю|ємо)(?!\p{L})|раджу|радимо|найкращ\p{L}{1,12} (?:вибір|варіант)|(?:чудов|гарн|відмінн)\p{L}{1,12} (?:вибір|варіант)|наш вибір)/gu,
    rejections:
      /(?<!\p{L})(?:не (?:рекоменду(?:ю|ємо|ється)(?!\p{L})|раджу|радимо)|(?:важко|складно) рекомендувати|уникайте (?=[\uE001\uE002])|варто уникати|розчаровує|застарі(?:в|ла|лий)(?!\p{L})|ненадійн(?:ий|а)(?!\p{L}))/gu,
    negation: /(?:^|\s)(?:не|ні|без|ніколи)\s/u,
    than: new RegExp(`кращ\\p{L}{1,12},? (?:ніж|за) (${NAME})`, 'gu'),
  },
  {
    language: 'el',
    script: /\p{Script=Greek}/u,
    words: /$^/gu,
    picks:
      /(?:συνιστώ|συνιστούμε|προτείνω|προτείνουμε|(?:η )?καλύτερη επιλογή|εξαιρετική επιλογή|ιδανική επιλογή|πρώτη επιλογή)/gu,
    rejections:
      /(?<!\p{L})(?:δεν (?:συνιστ(?:ώ|ούμε|άται)|προτείν(?:ω|ουμε))|δύσκολο να (?:προτείνω|συστήσω|προτείνουμε|προταθεί)|αποφύγετε (?:το |τη |την |τον )?(?=[\uE001\uE002])|απογοητευτικ\p{L}+|αναξιόπιστ\p{L}+|ξεπερασμέν\p{L}+)/gu,
    negation: /(?:^|\s)(?:δεν|μην|ούτε|χωρίς|ποτέ)\s/u,
    than: new RegExp(`καλύτερ\\p{L}{1,12} (?:από|απ')(?: \\p{L}{1,4})? (${NAME})`, 'gu'),
  },
  {
    language: 'ar',
    script: /\p{Script=Arabic}/u,
    words: /$^/gu,
    picks:
      /(?:(?:أوصي|نوصي|أنصح|ننصح|يُنصح|ينصح)(?: بشدة)?|(?:أفضل|الأفضل)(?: \p{L}+)? ?(?:خيار|اختيار)|(?:الخيار|الاختيار) (?:الأفضل|الأمثل|الأول)|خيار(?:ًا|ا)? (?:ممتاز|رائع|مثالي))/gu,
    rejections:
      /(?:(?:لا|ولا) (?:أوصي|نوصي|أنصح|ننصح|يُنصح|ينصح)|تجنب(?:وا)? (?:استخدام |شراء )?(?=[\uE001\uE002])|(?:أنصح|ننصح|ينصح) بتجنب|(?:لم نعد|لم أعد) (?:نوصي|أوصي|ننصح|أنصح)|(?:من الصعب أن|يصعب أن) (?:أوصي|نوصي|أنصح|ننصح)|يصعب التوصية|مخيب للآمال)/gu,
    negation: /(?:^|\s)(?:لا|ليس|ليست|لم|لن|غير|الصعب)\s/u,
    than: new RegExp(`أفضل (?:بكثير )?من (${NAME})`, 'gu'),
  },
  {
    language: 'he',
    script: /\p{Script=Hebrew}/u,
    words: /$^/gu,
    picks:
      /(?:(?:אני|אנחנו|אנו|ואני) (?:מאוד |בחום |כן )?(?:ממליצ(?:ה|ים|ות)|ממליץ)|(?<!קשה ל)מומלצת?|(?:ה)?בחירה (?:ה)?(?:טובה|מצוינת|מושלמת)|הבחירה שלנו|האפשרות הטובה)/gu,
    rejections:
      /(?:(?:לא|אינני|איני) (?:ממליצ\p{L}+|ממליץ|מומלצת?)|קשה להמליץ|(?:כדאי|מומלץ|יש|עדיף) להימנע|הימנעו|מאכזב\p{L}*|מיוש[ןנ]\p{L}*)/gu,
    negation: /(?:^|\s)(?:לא|אינ\p{L}*|בלי|ללא)\s/u,
    than: new RegExp(`(?:טובה?|עדיפה?) (?:יותר )?(?:מ|על)-?(${NAME})`, 'gu'),
  },
  {
    language: 'hi',
    script: /\p{Script=Devanagari}/u,
    words: /$^/gu,
    picks:
      /(?:(?<=[\uE001-\uE003] की )(?:सिफारिश|सिफ़ारिश|अनुशंसा)(?: (?:करता|करते|करती) (?:हूँ|हूं|हैं)| करूँगा| करूंगा)?|(?:सबसे अच्छा|बेहतरीन|सर्वश्रेष्ठ|उत्तम) (?:विकल्प|चुनाव))/gu,
    rejections:
      /(?:(?:सिफारिश|सिफ़ारिश|अनुशंसा) नहीं|(?:सिफारिश|सिफ़ारिश|अनुशंसा) करना (?:मुश्किल|कठिन)|से बचें|बचना चाहिए|निराशाजनक)/gu,
    negation: /^[^।,]{0,12}(?:नहीं|मत)/u,
    negationSide: 'after',
  },
  {
    language: 'th',
    script: /\p{Script=Thai}/u,
    words: /$^/gu,
    picks:
      /(?:(?<!ไม่)(?<!คำ)แนะนำ(?:ให้)?(?:ใช้|เลือก|ซื้อ)?(?= ?[\uE001\uE002])|ตัวเลือกที่ดีที่สุด|ตัวเลือกอันดับหนึ่ง|เหมาะที่สุด)/gu,
    rejections: /(?:ไม่แนะนำ|ยากที่จะแนะนำ|ควรหลีกเลี่ยง|ไม่คุ้ม|น่าผิดหวัง)/gu,
    negation: /ไม่(?:ใช่|ได้)?(?:เป็น|คือ)?$|ไม่(?:ใช่|ได้เป็น)[^ ]{0,8}$/u,
    betterThan: new RegExp(`(${NAME}) ?ดีกว่า ?(${NAME})`, 'gu'),
  },
];
