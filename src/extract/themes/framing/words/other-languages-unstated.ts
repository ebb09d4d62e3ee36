import { NAME } from './english-words.ts';

/** Words in another language that make a verdict not the answer's own. */
interface UnstatedWords {
  /** Anywhere in the sentence: a report, or a hypothesis. */
  readonly reported: RegExp;
  /** Between the commas around a cue: past, possible, asked, or about somebody else. */
  readonly nearby: RegExp;
  /** Between a comma and the cue after it: a condition. */
  readonly condition: RegExp;
  /** Right after a cue, if the language puts conditions there. */
  readonly behind?: RegExp;
  /** A partial denial: `not always`, `not for everyone`, `neither`. */
  readonly partly: RegExp;
}

/** Matches words in a language with spaces between them. */
function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${alternatives.join('|')})(?![\\p{L}])`, 'u');
}

export const UNSTATED: Readonly<Record<string, UnstatedWords>> = {
  de: {
    reported: words(
      '(?:manche|einige|viele|andere|kritiker|fans|anhänger|befürworter|gegner|nutzer|kunden|experten|leute|tester|hersteller|werbung|jemand|rezensenten)(?: [\\p{L}\\uE001-\\uE003]+){0,3} (?:sagen|sagt|meinen|meint|finden|glauben|behaupten|behauptet|halten|empfehlen|raten|schreiben|schwören|bezeichnen|nennen|kritisieren|loben)',
      `${NAME} (?:\\p{L}+ )?(?:behauptet|sagt|verspricht|wirbt|bezeichnet|nennt|warnt|rät)`,
      'laut|angeblich|vermeintlich|soll|sollen|sei|seien|gerüchten|heißt es|man sagt|theoretisch|auf dem papier',
      '(?:wird|werden) (?:\\p{L}+ ){0,6}(?:vermarktet|beworben|angepriesen|bezeichnet)|beworben als|vermarktet als',
      'wenn (?:\\p{L}+ ){1,6}(?:wäre|wären|hätte|hätten|würde|könnte|gäbe|kostete)',
    ),
    nearby: words(
      'will|wollen|möchte|versucht|wer|weder|war|waren|galt|galten|gewesen|früher|einst|einstmals|ehemals|damals|jahrelang|empfohlen|empfahl|empfahlen',
      'könnte|könnten|kann .{0,300} sein|vielleicht|möglicherweise|eventuell|vermutlich|womöglich|wäre|wären|gilt (?:\\p{L}+ )?(?:manchen|einigen|vielen)',
      'ob|warum|wieso|weshalb|wann|sollte ich|sollten sie',
      `(?:konkurrent|rivale|wettbewerber|mitbewerber|konkurrenz|nachfolger|vorgänger|alternative)\\p{L}* (?:von |zu |des |der )?${NAME}`,
      'um .{0,300} zu|hilft|helfen|lässt sich|lassen sich|finden|verhindert',
    ),
    condition: words('wenn|falls|sofern|ob|sollte'),
    partly: words(
      'keine (?:klare|eindeutige|uneingeschränkte) empfehlung|immer|unbedingt|zwangsläufig|automatisch|für (?:jeden|alle|jede|jedermann)|nur|weder|noch|überall|jedem|einzige[rsn]?|sage nicht',
    ),
  },
  fr: {
    reported: words(
      '(?:certains|certaines|beaucoup|plusieurs|critiques|utilisateurs|clients|experts|fans|partisans|détracteurs|internautes|gens|fabricant|éditeur|publicité)(?: [\\p{L}\\uE001-\\uE003]+){0,3} (?:disent|dit|pensent|pense|estiment|affirment|affirme|croient|prétendent|jugent|trouvent|recommandent|conseillent|déconseillent|considèrent)',
      `${NAME} (?:\\p{L}+ )?(?:prétend|avertit|déconseille|affirme|dit|promet|assure|se dit|se présente|se vante|se veut)`,
      "selon|d'après|soi-disant|prétendument|paraît-il|il paraît|on dit|dit-on|censée?|sur le papier|en théorie|présentée?s? comme|vendue?s? comme",
    ),
    nearby: words(
      "était|étaient|c'était|fut|furent|avait|avaient|aurait|auraient|autrefois|jadis|naguère|a (?:\\p{L}+ )?été|ont (?:\\p{L}+ )?été|recommandé|avant",
      'veut|veulent|essaie|cherche|à tort|ni|serait|seraient|pourrait|pourraient|peut-être|peut|peuvent|probablement pas|semble|semblerait',
      'si|est-ce que|est-il|est-elle|pourquoi|quand',
      `(?:concurrente?|rivale?|compétiteur|successeur|prédécesseur|alternative)s? (?:de |d'|à |du )?${NAME}`,
      "(?:permet|permettent|aide|aident|pour|sert|afin) (?:\\p{L}+ )?(?:d'|de |à )?éviter",
    ),
    condition: words('si|quand|lorsque'),
    partly: words(
      'toujours|forcément|nécessairement|pour tout le monde|pour tous|que|ni|seule?|dis pas|seulement|uniquement',
    ),
  },
  es: {
    reported: words(
      '(?:algunos|algunas|muchos|muchas|varios|otros|críticos|usuarios|clientes|expertos|fans|detractores|gente|fabricante|empresa|alguien)(?: [\\p{L}\\uE001-\\uE003]+){0,3} (?:dicen|dice|creen|cree|piensan|afirman|afirma|sostienen|opinan|aseguran|consideran|recomiendan|aconsejan|desaconsejan|evitan)',
      `${NAME} (?:\\p{L}+ )?(?:dice|afirma|asegura|promete|presume|se anuncia|se presenta|se vende|se define)`,
      'según|supuestamente|presuntamente|dicen|se dice|dizque|en teoría|sobre el papel|se supone|anunciad[oa] como',
      'si (?:\\p{L}+ ){0,3}(?:\\p{L}+(?:ara|iera|iese|ase)|fuera|fuese|hubiera)',
    ),
    nearby: words(
      'era|eran|fue|fueron|había|solía|solían|antes|antiguamente|antaño|recomendaba|recomendábamos',
      'quiere|quieren|intenta|busca|ni|podría|podrían|puede|pueden|quizás?|tal vez|acaso|sería|serían|parece',
      'si|por qué|cuándo',
      `(?:rival(?:es)?|competidor(?:es)?|competencia|sucesor|predecesor|alternativas?) (?:de |del |a |al )?${NAME}`,
      '(?:para|permite|permiten|ayuda a|ayudan a|sirve para) evitar',
    ),
    condition: words('si|cuando'),
    partly: words(
      'siempre|necesariamente|para (?:todos|todas|todo el mundo|cualquiera)|solo|sólo|únicamente|ni|únic[oa]|digo|creo',
    ),
  },
  it: {
    reported: words(
      '(?:alcuni|alcune|molti|altri|critici|utenti|clienti|esperti|fan|detrattori|persone|produttore|azienda|qualcuno)(?: [\\p{L}\\uE001-\\uE003]+){0,3} (?:dicono|dice|pensano|pensa|sostengono|sostiene|credono|affermano|ritengono|consigliano|raccomandano|sconsigliano|trovano|considerano)',
      `${NAME} (?:\\p{L}+ )?(?:dice|sostiene|afferma|promette|si presenta|si definisce|si vanta)`,
      'secondo|a quanto pare|pare che|si dice|dicono|presunt[oa]|presumibilmente|in teoria|sulla carta|pubblicizzat[oaie]|spacciat[oaie]',
    ),
    nearby: words(
      'era|erano|fu|furono|stat[oaie]|un tempo|una volta|in passato|prima|aveva|consigliavo|consigliavamo',
      'vuole|vogliono|cerca|né|potrebbe|potrebbero|può|possono|forse|magari|sarebbe|sarebbero|sembra|sia',
      'se|perché|quando',
      `(?:rival[ei]|concorrent[ei]|concorrenza|successore|predecessore|alternativ[ae]) (?:di |del |della |a |ad )?${NAME}`,
      '(?:per|permette di|aiuta a|consente di) evitare',
      'il consiglio|i consigli',
    ),
    condition: words('se|quando'),
    partly: words('sempre|necessariamente|per (?:tutti|tutte|chiunque)|solo|soltanto|né|unic[oa]|dico|credo'),
  },
  pt: {
    reported: words(
      '(?:alguns|algumas|muitos|vários|outros|críticos|usuários|utilizadores|clientes|especialistas|fãs|pessoas|fabricante|empresa|alguém)(?: [\\p{L}\\uE001-\\uE003]+){0,3} (?:dizem|diz|acham|acha|pensam|afirmam|afirma|acreditam|consideram|recomendam|aconselham|desaconselham|evitam)',
      `${NAME} (?:\\p{L}+ )?(?:diz|afirma|alega|promete|garante|se apresenta|se vende|se diz)`,
      'segundo|de acordo com|supostamente|alegadamente|dizem|diz-se|em teoria|no papel|anunciad[oa] como|vendid[oa] como',
      'se (?:\\p{L}+ ){0,3}(?:\\p{L}+(?:asse|esse|isse)|fosse|tivesse)',
    ),
    nearby: words(
      'era|eram|foi|foram|tinha|costumava|costumavam|antes|antigamente|outrora|recomendava|recomendávamos',
      '(?<!(?:quem|se você|você) )(?:quer|querem)|tenta|nem|poderia|poderiam|pode|podem|talvez|quiçá|seria|seriam|parece',
      'se|por que|porque|quando',
      `(?:rival|rivais|concorrentes?|concorrência|sucessor|antecessor|alternativas?) (?:do |da |de |ao |à )?${NAME}`,
      '(?:para|permite|ajuda a|ajudam a|serve para) evitar',
    ),
    condition: words('se|quando'),
    partly: words(
      'sempre|necessariamente|para (?:todos|todas|todo mundo|toda a gente)|só|apenas|somente|nem|únic[oa]|digo|acho',
    ),
  },
  nl: {
    reported: words(
      '(?:sommigen?|velen?|anderen?|critici|gebruikers|klanten|experts|fans|mensen|tegenstanders|voorstanders|maker|fabrikant|iemand|testers)(?: [\\p{L}\\uE001-\\uE003]+){0,3} (?:zeggen|zegt|vinden|vindt|denken|beweren|beweert|menen|raden|noemen|geloven)',
      `${NAME} (?:\\p{L}+ )?(?:beweert|zegt|belooft|noemt)`,
      'volgens|naar verluidt|zogenaamd|naar eigen zeggen|op papier|in theorie|zogezegd|(?:zou|zouden)(?! (?:ik|wij|we) )|aangeprezen|gepresenteerd als|als (?:\\p{L}+ ){1,4}was',
    ),
    nearby: words(
      'was|waren|vroeger|ooit|destijds|jarenlang|voorheen|raadde|aanbevolen',
      'wil|willen|probeert|noch|kan|kunnen|misschien|mogelijk|wellicht|lijkt',
      'of|waarom|wanneer',
      `(?:concurrent(?:en)?|rivaal|rivalen|opvolger|voorganger|alternatie(?:f|ven)) (?:van |voor )?${NAME}`,
      'om .{0,300} te',
    ),
    condition: words('als|indien|of|wanneer'),
    partly: words('altijd|per se|noodzakelijk|voor (?:iedereen|elk|elke)|alleen|noch|enige'),
  },
  sv: {
    reported: words(
      '(?:vissa|många|andra|några|kritiker|användare|kunder|experter|fans|folk|tillverkaren|någon)(?: [\\p{L}\\uE001-\\uE003]+){0,3} (?:säger|tycker|anser|hävdar|menar|tror|påstår|rekommenderar|avråder)',
      `${NAME} (?:\\p{L}+ )?(?:säger|påstår|hävdar|lovar|kallar)`,
      'enligt|påstås|sägs|påstådd|i teorin|på papperet|marknadsförs|lär',
    ),
    nearby: words(
      'var|brukade|tidigare|förr|en gång|rekommenderade',
      'vill|försöker|varken|kan|kanske|möjligen|skulle|eventuellt',
      'varför|huruvida|när',
      `(?:konkurrent|rival|efterträdare|föregångare|alternativ)\\p{L}* (?:till )?${NAME}`,
    ),
    condition: words('om|ifall|när'),
    partly: words('alltid|nödvändigtvis|för alla|bara|endast|varken|eller'),
  },
  pl: {
    reported: words(
      '(?:niektórzy|wielu|inni|krytycy|użytkownicy|klienci|eksperci|fani|ludzie|producent|ktoś)(?: [\\p{L}\\uE001-\\uE003]+){0,3} (?:mówią|mówi|twierdzą|twierdzi|uważają|sądzą|polecają|odradzają|piszą)',
      `${NAME} (?:\\p{L}+ )?(?:twierdzi|obiecuje|reklamuje|nazywa)`,
      'według|zdaniem|podobno|rzekomo|ponoć|teoretycznie|na papierze|gdyby',
    ),
    nearby: words(
      'był|była|było|byli|były|kiedyś|dawniej|niegdyś|wcześniej|polecałem|polecałam|polecaliśmy',
      'chce|ani|może|mogą|być może|chyba|możliwe|byłby|byłaby',
      'czy|dlaczego|kiedy',
      `(?:konkurent|rywal|następc|poprzednik|alternatyw)\\p{L}* (?:dla )?${NAME}`,
    ),
    condition: words('jeśli|jeżeli|gdy|czy'),
    partly: words('zawsze|koniecznie|dla (?:każdego|wszystkich)|tylko|ani'),
  },
  tr: {
    reported: words(
      "(?:bazı|bazıları|birçok|çoğu|kimileri|eleştirmenler|kullanıcılar|uzmanlar)(?: [\\p{L}'\\uE001-\\uE003]+){0,8}? (?:söylüyor|diyor|düşünüyor|savunuyor|tavsiye|öneriyor|göre)",
      'söyleniyor|iddia \\p{L}+|sözde|güya|göre|olduğunu (?:söylüyor|iddia|savunuyor|düşünüyor)|kağıt üzerinde',
      'olsa|olsaydı',
    ),
    nearby: words(
      'eskiden|bir zamanlar|idi|\\p{L}+y[dt][iıuü]|\\p{L}+(?:ti|tı|di|dı)(?=[.,]|$)|önceden|ederdi\\p{L}*|önerirdi\\p{L}*',
      'ne (?:\\S+ ){1,3}ne(?: de)?|olabilir|belki|muhtemelen|sanırım',
      'm[iıuü](?:dir|siniz|sin|yiz|yim)?|neden|ise',
      `(?:[\\uE001\\uE002]\\uE003*'?\\p{L}* (?:en büyük )?(?:rakib|rakip|alternatif|selef|halef)\\p{L}*)`,
    ),
    condition: words('eğer|şayet'),
    partly: words('her zaman|herkes için|sadece|yalnızca|ne|tek'),
  },
  vi: {
    reported: words(
      '(?:một số|nhiều|có|vài) (?:người|chuyên gia|khách|nguồn|ý kiến)(?: \\p{L}+){0,2}',
      `${NAME} (?:tự nhận|tự xưng|tuyên bố|khẳng định|cho rằng|hứa)`,
      'theo|nghe nói|được cho|người ta nói|được quảng cáo|trên lý thuyết|giới phê bình',
    ),
    nearby: words(
      'từng|trước đây|trước kia|hồi trước',
      '(?<!khó )có thể|có lẽ|chắc|hình như|dường như',
      'tại sao|liệu|có phải|có nên|hay không',
      `đối thủ (?:\\p{L}+ )?của ${NAME}`,
    ),
    condition: words('nếu|khi'),
    partly: words('lúc nào cũng|luôn|cho mọi người|với mọi người|chỉ|đều|nhất thiết|duy nhất'),
  },
  ru: {
    reported: words(
      '(?:некоторые|многие|другие|критики|пользователи|клиенты|эксперты|специалисты|фанаты|люди|производитель|кто-то)(?: [\\p{L}\\uE001-\\uE003]+){0,3} (?:говорят|говорит|считают|считает|утверждают|утверждает|думают|полагают|рекомендуют|советуют|пишут|избегают)',
      `${NAME} (?:\\p{L}+ )?(?:утверждает|обещает|заявляет|называет)`,
      'возможно|может быть|вероятно|по словам|по мнению|согласно|якобы|говорят|будто|мол|считается|в теории|на бумаге|если бы|был[аои]? бы',
    ),
    nearby: words(
      'был|была|было|были|раньше|когда-то|некогда|прежде|ранее|рекомендовал\\p{L}*|советовал\\p{L}*',
      'хочет|пытается|стремится|ни|может|могут|мог бы|возможно|вероятно|наверное|пожалуй',
      'ли|почему|или нет|стоит ли',
      `(?:конкурент|соперник|преемник|предшественник|альтернатив)\\p{L}* (?:для |у )?${NAME}`,
      'чтобы избежать|позволяет избежать',
    ),
    condition: words('если|когда|ли'),
    partly: words('всегда|обязательно|для (?:всех|каждого)|только|ни|единственный'),
  },
  uk: {
    reported: words(
      '(?:деякі|багато хто|інші|критики|користувачі|клієнти|експерти|фахівці|люди|виробник|хтось)(?: [\\p{L}\\uE001-\\uE003]+){0,3} (?:кажуть|каже|вважають|стверджують|стверджує|думають|рекомендують|радять|пишуть)',
      `${NAME} (?:\\p{L}+ )?(?:стверджує|обіцяє|називає)`,
      'можливо|ймовірно|за словами|на думку|згідно|нібито|кажуть|мовляв|вважається|на папері|якби|був би',
    ),
    nearby: words(
      'був|була|було|були|раніше|колись|рекомендував\\p{L}*|радив\\p{L}*',
      'хоче|намагається|ні|може|можуть|можливо|мабуть|ймовірно',
      'чи|чому|чи ні',
      `(?:конкурент|суперник|наступник|попередник|альтернатив)\\p{L}* (?:для )?${NAME}`,
    ),
    condition: words('якщо|коли|чи'),
    partly: words("завжди|обов'язково|для (?:всіх|кожного)|тільки|лише|ні|єдиний"),
  },
  el: {
    reported: words(
      '(?:κάποιοι|μερικοί|πολλοί|άλλοι|επικριτές|χρήστες|πελάτες|ειδικοί|κατασκευαστής)(?: [\\p{L}\\uE001-\\uE003]+){0,3} (?:λένε|λέει|υποστηρίζουν|υποστηρίζει|πιστεύουν|θεωρούν|ισχυρίζονται|συνιστούν|προτείνουν|αποφεύγουν)',
      `${NAME} (?:\\p{L}+ )?(?:ισχυρίζεται|λέει|υπόσχεται)`,
      'σύμφωνα με|υποτίθεται|δήθεν|λένε|λέγεται|θεωρητικά|στα χαρτιά',
    ),
    nearby: words(
      'ήταν|παλιά|παλαιότερα|κάποτε|άλλοτε|υπήρξε|συνιστούσα|πρότεινα',
      'ούτε|μπορεί|ίσως|πιθανώς|πιθανόν|θα μπορούσε|θα ήταν',
      'αν|γιατί|πότε',
      `(?:ανταγωνιστής|αντίπαλος|διάδοχος) (?:του |της )?${NAME}`,
    ),
    condition: words('αν|εάν|όταν'),
    partly: words('πάντα|απαραίτητα|για (?:όλους|όλες|τον καθένα)|μόνο|ούτε'),
  },
  ar: {
    reported: words(
      '(?:يقول|يزعم|يعتقد|يرى|يدعي|يوصي|ينصح|قال) (?:البعض|بعض|كثيرون|النقاد|المنتقدون|الخبراء|المستخدمون|العملاء)',
      `(?:يزعم|يدعي|تدعي|تزعم|يقول|تقول) ${NAME}`,
      'وفق[ًا]*|بحسب|حسب|يقال|زعم|يُزعم|يُقال|نظريًا|البعض|لو',
    ),
    nearby: words(
      'كان|كانت|كنت|كنا|كانوا|سابق[ًا]*|قديم[ًا]*',
      'ولا|قد|ربما|لعل|يمكن أن',
      'هل|لماذا|متى',
      `(?:منافس|منافسو|منافسة|بديل|غريم) ${NAME}`,
    ),
    condition: words('إذا|إن|لو|هل'),
    partly: words('دائم[ًا]*|بالضرورة|للجميع|فقط|ولا|لكل'),
  },
  he: {
    reported: words(
      '(?:יש|חלק|רבים|מבקרים|משתמשים|מומחים|לקוחות|אנשים)(?: [\\p{L}\\uE001-\\uE003-]+){0,2} (?:אומרים|טוענים|חושבים|סבורים|שממליצים|ממליצים|שאומרים)',
      `${NAME} (?:טוען|טוענת|אומר|מבטיח)`,
      'לפי|לטענת|לדברי|כביכול|לכאורה|על הנייר|אילו|לו',
    ),
    nearby: words(
      'היה|הייתה|היו|הייתי|בעבר|פעם|לשעבר|המלצתי|המלצנו',
      'ולא|אולי|עשוי|עשויה|עלול|עלולה|ייתכן|יכול להיות',
      'האם|מדוע|למה|מתי',
      `(?:המתחרה|מתחרה|היריב|המתחרים) של -?${NAME}`,
    ),
    condition: words('אם|כאשר|האם'),
    partly: words('תמיד|בהכרח|לכולם|לכל אחד|רק|ולא'),
  },
  hi: {
    reported:
      /(?:कुछ|कई|आलोचक|उपयोगकर्ता|विशेषज्ञ|लोग)[^।]{0,30}(?:कहते|कहना|मानते|सोचते|सिफारिश|सिफ़ारिश|बताते)|के अनुसार|के मुताबिक|कथित|कहा जाता|दावा|सैद्धांतिक|होता तो|होती तो/u,
    nearby: /(?:^|\s)(?:था|थी|थे|पहले|कभी|शायद|संभवतः|सकता|सकती|सकते|क्या|क्यों|प्रतिद्वंद्वी|प्रतियोगी|न)(?=[\s।,?]|$)/u,
    condition: /(?:^|\s)(?:अगर|यदि|जब|क्या)\s/u,
    partly: /हमेशा|ज़रूरी|जरूरी|सबके लिए|सभी के लिए|केवल|सिर्फ|(?:^|\s)न\s/u,
  },
  th: {
    reported:
      /(?:บางคน|หลายคน|บางส่วน|นักวิจารณ์|ผู้ใช้|ผู้เชี่ยวชาญ|ลูกค้า)[^ ]{0,12}(?:บอก|กล่าว|คิด|เชื่อ|แนะนำ|ว่า)|ตามที่|ว่ากันว่า|อ้าง|โฆษณา|ตามทฤษฎี/u,
    nearby: /เคย|เมื่อก่อน|ก่อนหน้านี้|สมัยก่อน|แต่ก่อน|อาจ|บางที|น่าจะ|หรือไม่|หรือเปล่า|ไหม|มั้ย|ทำไม|คู่แข่ง/u,
    condition: /ถ้า|หาก|เมื่อ/u,
    partly: /เสมอไป|สำหรับทุกคน|เท่านั้น|ทั้งคู่|จำเป็น/u,
  },
  zh: {
    reported: new RegExp(
      `(?:有(?:些|的|人|部分)|一些|某些|部分|不少|许多|很多|少数|系统|算法|平台|猜你|店员|批评|评论|用户|網友|网友|粉丝|专家|專家|朋友|官方|厂商|厂家|公司)[^，。；]{0,6}?(?:人|者|家|们|友|丝|户|商|方)?[^，。；]{0,3}?(?:说|說|认为|認為|觉得|覺得|称|稱|声称|推荐|推薦|不推荐|建议|主张)|据(?:说|称|官方|介绍|报道|悉)|據(?:說|稱)|自称|自稱|自诩|号称|號稱|声称|聲稱|宣称|宣稱|标榜|宣传(?:为|成)|传闻|传说|所谓|不(?:认为|覺得|觉得|認為)|很难说|很難說|难说|谈不上|離[^，。]{0,10}(?:差得遠|甚遠)|离[^，。]{0,10}(?:差得?远|甚远|有(?:一定)?(?:差距|距离))|(?:如果|假如|要是|倘若)(?![^，。]{0,300}(?:你|您|想|需|追求|希望|看重|预算))[^，。]{0,16}(?:更|便宜一|便宜点)[^，。]{0,6}，|理论上|名义上|${NAME}(?:说|称|认为|表示)|的话|(?:^|[，。])(?:过去|以前|曾经|从前|当年)，`,
      'u',
    ),
    nearby:
      /曾|以前|从前|從前|过去|過去|原本|一度|当年|當年|可能|也许|也許|或许|或許|大概|恐怕|说不定|似乎|好像|吗|嗎|是不是|是否|为什么|為什麼|何时|(?:竞争)?对手|競爭對手|竞品|竞争者/u,
    condition: /如果|假如|若|要是|假设|倘若|除非|便宜一点/u,
    partly: /一定|必|总是|總是|所有人|每个人|人人|适合所有|唯一|不是说|只|都|完全|仅|非要/u,
  },
  ja: {
    reported:
      /(?:と|だと|って)(?:言う|いう|言われ|いわれ|話す|述べ|主張|思う人|考える人|評する)(?!え)|人も(?:い|多)|一部の|批評家|評論家|によると|によれば|だそう|そう(?:です|だ|な)|らしい|とのこと|とされ|と称し|を自称|と謳|とうた|として(?:宣伝|売り|紹介|知られ)|噂|理論上|名ばかり|(?:もっと|もう少し|もうちょっと)[^。、]{0,8}(?:ければ|たら)、/u,
    nearby:
      /でした|だった|だっ|ていました|ていた|かつて|以前|昔|かもしれ|かも|可能性|おそらく|たぶん|でしょう|だろう|ですか|ますか|かどうか|なのか|なぜ|どうして|競合|ライバル|後継|なければ/u,
    condition: /もし|なら|場合|たら|安ければ|ければ/u,
    behind: /^.{0,8}?(?:なら|場合|であれば|点|部分|面|わけ)/u,
    partly:
      /必ずしも|すべての|全ての|誰にでも|万人|限らない|限りません|いつも|だけ|も[\uE001\uE002]\uE003*も|とは限/u,
  },
  ko: {
    reported:
      /(?:일부|몇몇|많은|비평가|평론가|사용자|이용자|전문가|사람)[^.]{0,24}?(?:말|주장|생각|평가|추천|라고|한다고)|라고(?: |하|합|말|주장)|다고(?: |하|합|말|주장)|에 따르면|자처|홍보|이른바|소문|이론상|사람도/u,
    nearby:
      /었(?:습|다|던|으)|였(?:습|다|던|으)|았(?:습|다|던|으)|했(?:습|다|던|으|었)|한때|예전|과거|이전에는|수 있|지도 모|아마|것 같|것입니다|입니까|습니까|ㅂ니까|합니까|인가요|할까요|나요|까요|인지|왜|경쟁사|경쟁자|라이벌|후속/u,
    condition: /만약|만일|라면|다면|하면|이면|으면|경우/u,
    behind: /^.{0,6}?(?:라면|다면|으면|이면| 점)/u,
    partly: /항상|반드시|모두|누구에게나|모든|만 |뿐|도 [\uE001\uE002]\uE003*도/u,
  },
};
