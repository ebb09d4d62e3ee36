import { NAME } from './english-words.ts';

/** Praise, faults, and one-sided comparisons in another language than English, besides its pack's cues. */
interface PraiseWords {
  readonly praise?: RegExp;
  readonly faults?: RegExp;
  /** The subject is above the name at the phrase's start or end, in a good respect. */
  readonly moreThan?: RegExp;
}

/** Matches phrases in a language with spaces between words. */
function phrases(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${alternatives.join('|')})(?![\\p{L}])`, 'gu');
}

/** Matches phrases in a language without spaces. */
function signs(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?:${alternatives.join('|')})`, 'gu');
}

/** Up to three words between a comparative and its standard. */
const FEW = "(?: [\\p{L}'-]+){0,3}?";

const ARTICLE =
  '(?: (?:le|la|les|el|los|las|il|lo|o|a|os|as|die|den|das|der|de|het|το|την|τον))?(?: (?:de|del|di|da|do))?';

/** The announcement of a conclusion. */
const CONCLUSION =
  'fazit|kurzfazit|kurz|kurz gesagt|mein rat|empfehlung|en résumé|en bref|conclusion|(?:mon|notre) conseil|verdict|conclusión|en resumen|(?:mi|nuestro) consejo|recomendación|resumo|em resumo|conclusão|meu conselho|minha sugestão|recomendação|in breve|in sintesi|conclusione|il mio consiglio|kortom|kort|conclusie|(?:mijn|ons) advies';

/**
 * Advice to take a name, after a wish, a condition, or an announced conclusion: alone, it may be a step on a screen.
 */
function advice(wishes: string, verbs: string): string {
  return `(?<=(?:(?<!\\p{L})(?:${wishes})(?!\\p{L})[^.;:]{2,90}|^["*]{0,20}(?:${CONCLUSION})["*]{0,20}) ?[,:]["*]{0,20} ?(?:\\p{L}{2,6} )?)(?:${verbs})${ARTICLE} ${NAME}(?=["*)]*\\s*(?:$|[.!;:,–—]))`;
}

/** The answer's own choice: `je prendrais T`, `würde ich T nehmen`. */
function ownChoice(verbs: string): string {
  return `(?:${verbs})${ARTICLE} ${NAME}`;
}

export const PRAISE_OF: Readonly<Record<string, PraiseWords>> = {
  de: {
    praise: phrases(
      '(?:ist|sind|bleibt|bleiben) (?:wirklich |einfach |absolut |rundum |schlicht |insgesamt )?(?:hervorragend|ausgezeichnet|exzellent|großartig|fantastisch|überzeugend|spitze|klasse|unschlagbar|unübertroffen|erstklassig|top)(?= ?(?:$|[.,;:!)–—]| und | im | in | bei | für ))',
      '(?:überzeugt|punktet|glänzt) (?:mit|durch|im test|auf ganzer linie|bei|in)',
      '(?:eignet|eignen) sich (?:\\p{L}+ )?(?:hervorragend|perfekt|ideal|bestens|optimal|sehr gut) für|(?:ist|sind) (?:\\p{L}+ )?(?:ideal|perfekt|wie geschaffen|(?:bestens|hervorragend|optimal|ideal|sehr gut) geeignet) für',
      '(?:ist|sind) (?:jeden (?:cent|euro)|(?:sein|ihr) geld) wert|setzt maßstäbe|(?:der|ist) goldstandard|macht (?:fast )?alles richtig|lässt (?:kaum|keine) wünsche offen|bietet das beste(?: gesamt(?:paket|angebot)| preis-leistungs-verhältnis)|(?:liegt|ist) (?:klar |deutlich )?vorn(?=[.,;!]|$| bei )',
      advice(
        'wenn|falls|wer|für',
        'greif zu|greifen sie zu|nimm|nehmen sie|wähle|wählen sie|entscheiden sie sich für|entscheide dich für|setz auf|setzen sie auf',
      ),
      `(?:würde|würden|werde) (?:ich|wir) (?:\\p{L}+ ){0,3}?${NAME} (?:\\p{L}+ ){0,2}?(?:nehmen|kaufen|wählen|buchen|beauftragen|vorziehen|bevorzugen)|(?:ich|wir) (?:würde|würden) (?:\\p{L}+ ){0,3}?${NAME} (?:\\p{L}+ ){0,2}?(?:nehmen|kaufen|wählen|buchen|beauftragen|vorziehen|bevorzugen)`,
      ownChoice(
        '(?:rate|raten) (?:ich|wir) (?:ihnen |dir |euch )?zu|(?:ich|wir) (?:würde|würden) zu|(?:würde|würden) (?:ich|wir) (?:\\p{L}+ ){0,2}zu',
      ),
    ),
  },
  fr: {
    praise: phrases(
      '(?:est|sont|reste|restent) (?:vraiment |tout simplement |absolument |globalement )?(?:excellente?s?|remarquables?|exceptionnel(?:le)?s?|fantastiques?|formidables?|imbattables?|irréprochables?|incomparables?|superbes?)(?= ?(?:$|[.,;:!)–—]| et | en | pour | dans | à ))',
      '(?:est|sont) (?:\\p{L}+ )?(?:idéale?s?|parfaite?s?|parfaitement adaptée?s?|bien adaptée?s?) (?:pour|à|aux)|convient (?:parfaitement|très bien|idéalement) (?:à|aux|pour)',
      "vaut (?:largement |vraiment |bien )?(?:son prix|chaque centime|le coup|l'investissement)|(?:est|reste) (?:une|la) (?:valeur sûre|référence)|(?:offre|propose) (?:le|la|les) meilleure?s?|tient toutes ses promesses|fait (?:l'unanimité|un sans-faute)|sort du lot|tire son épingle du jeu|un très bon rapport qualité[-/ ]prix",
      advice(
        'si|pour',
        'choisissez|optez pour|prenez|misez sur|préférez|partez sur|commencez par|tournez-vous vers|achetez|réservez|gardez',
      ),
      ownChoice(
        '(?:je|nous) (?:prendrais|choisirais|achèterais|opterais pour|irais (?:vers|chez|sur)|commencerais par|retiendrais|garderais|réserverais)|mieux vaut (?:donc )?(?:choisir|prendre|opter pour|se tourner vers|acheter)',
      ),
    ),
  },
  es: {
    praise: phrases(
      '(?:es|son|sigue siendo) (?:realmente |sencillamente |simplemente |sin duda )?(?:excelente|magnífic[oa]|fantástic[oa]|estupend[oa]|excepcional|insuperable|imbatible|sobresaliente|impecable|inmejorable)s?(?= ?(?:$|[.,;:!)–—]| y | en | para ))',
      '(?:es|son|resulta) (?:\\p{L}+ )?(?:ideal|perfect[oa]|idóne[oa]|muy adecuad[oa])(?:es|s)? para|(?:funciona|va) (?:muy bien|de maravilla|genial|perfectamente)(?: para)?',
      'vale (?:cada (?:céntimo|centavo|euro|peso)|(?:mucho |muy |bien )?la pena|lo que cuesta)(?! (?:solo|sólo|si|únicamente)(?!\\p{L}))|(?:ofrece|tiene|da) (?:la|el|los|las) mejor(?:es)?|marca la diferencia|no (?:decepciona|defrauda|falla)|(?:es )?una apuesta segura|la referencia del sector',
      advice(
        'si|para',
        'elige|elija|elijan|opta por|opte por|quédate con|quédese con|apuesta por|escoge|escoja|contrata|contrate|compra|compre|reserva|reserve|empieza (?:con|por)',
      ),
      ownChoice(
        '(?:elegiría|compraría|escogería|abriría|contrataría|pondría|reservaría|(?:me )?(?:quedaría con|decantaría por|inclinaría por)|iría a por|optaría por|apostaría por)',
      ),
    ),
  },
  it: {
    praise: phrases(
      '(?:è|sono|resta|rimane) (?:davvero |semplicemente |assolutamente )?(?:eccellente|ottim[oa]|fantastic[oa]|eccezionale|imbattibile|straordinari[oa]|insuperabile|impeccabile)(?= ?(?:$|[.,;:!)–—]| e | in | per ))',
      "(?:è|sono) (?:\\p{L}+ )?(?:ideale|perfett[oa]|adattissim[oa]|l'ideale) per",
      'vale (?:ogni centesimo|tutti i soldi|la spesa|(?:davvero |assolutamente )?la pena)(?! (?:solo|se|si)(?!\\p{L}))|offre (?:il|la|i|le) miglior\\p{L}*|non delude|è una garanzia|è il punto di riferimento|ottimo rapporto qualità[-/ ]prezzo',
      advice(
        'se|per',
        'scegli|scegliete|scelga|punta su|puntate su|prendi|prendete|opta per|optate per|vai su|andate su|compra|comprate|prenota|prenotate|iniziate (?:con|da)|inizia (?:con|da)',
      ),
      ownChoice(
        '(?:sceglierei|prenderei|comprerei|prenoterei|andrei (?:su|da)|punterei su|opterei per|mi affiderei a)',
      ),
    ),
  },
  pt: {
    praise: phrases(
      '(?:é|são|continua) (?:realmente |simplesmente |mesmo )?(?:excelente|ótim[oa]|fantástic[oa]|excecional|excepcional|imbatível|impecável|insuperável)s?(?= ?(?:$|[.,;:!)–—]| e | em | para ))',
      '(?:é|são) (?:\\p{L}+ )?(?:ideal|perfeit[oa]|muito indicad[oa])(?:is|s)? para|funciona (?:muito bem|perfeitamente)',
      'vale (?:cada (?:cêntimo|centavo|euro|real)|(?:muito |bem )?a pena|o (?:preço|investimento))|(?:oferece|tem) (?:o|a|os|as) melhor(?:es)?|não (?:decepciona|desilude)|é uma aposta segura|é a referência',
      advice(
        'se|para',
        'escolha|escolhe|opte por|opta por|opte pelo|opte pela|fique com|fica com|aposte no|aposte na|prefira|v(?:á|ai) (?:de|com|no|na|pelo|pela)|compre|reserve|contrate|comece (?:com|pel[oa])',
      ),
      ownChoice(
        '(?:(?:eu )?(?:iria (?:de|com)|escolheria|compraria|levaria|ficaria com|contrataria|reservaria|optaria por|apostaria n[oa])|eu (?:levava|escolhia|comprava|ia de))',
      ),
    ),
  },
  nl: {
    praise: phrases(
      '(?:is|zijn|blijft|blijven) (?:echt |gewoon |absoluut |werkelijk )?(?:uitstekend|uitmuntend|fantastisch|geweldig|onovertroffen|onverslaanbaar|top|voortreffelijk)(?= ?(?:$|[.,;:!)–—]| en | in | voor ))',
      '(?:is|zijn) (?:\\p{L}+ )?(?:ideaal|perfect|uiterst geschikt|zeer geschikt|uitermate geschikt|bij uitstek geschikt) (?:voor|als|wanneer)',
      '(?:is|zijn) (?:elke cent|elke euro|zijn geld|het geld) (?:meer dan |echt |dubbel en dwars )?waard|biedt de beste|stelt niet teleur|steekt (?:er )?(?:met kop en schouders )?(?:boven|uit)|de gouden standaard',
      advice('als|wie|voor', 'kies|kies dan|ga voor|ga dan voor|neem|neem dan|koop|begin met|boek'),
      `(?:zou|zouden) (?:ik|wij|we) (?:\\p{L}+ ){0,3}?${NAME} (?:\\p{L}+ ){0,2}?(?:nemen|kiezen|kopen|boeken)`,
    ),
    moreThan: phrases(
      `(?:sneller|betrouwbaarder|veiliger|eenvoudiger|makkelijker|gemakkelijker|stiller|goedkoper|voordeliger|stabieler|nauwkeuriger|comfortabeler|intuïtiever|veelzijdiger|gebruiksvriendelijker|duurzamer|krachtiger|handiger)${FEW} dan (?:de |het |die van )?${NAME}`,
    ),
  },
  sv: {
    praise: phrases(
      '(?:är|förblir) (?:verkligen |helt enkelt |riktigt )?(?:utmärkt|fantastisk|suverän|enastående|oslagbar|förstklassig)[at]?(?= ?(?:$|[.,;:!)–—]| och | i | för ))',
      '(?:är|passar) (?:\\p{L}+ )?(?:idealisk[at]?|perfekt[a]?|utmärkt[a]?) för|värd[at]? (?:varje (?:krona|öre)|pengarna|priset)|bäst i test|(?:erbjuder|har) (?:den|det|de) bästa|gör (?:dig|oss|ingen) (?:aldrig )?besviken',
      advice('om|för', 'välj|satsa på|köp|ta|gå på'),
    ),
  },
  pl: {
    praise: phrases(
      '(?:jest|są|pozostaje) (?:naprawdę |po prostu |wręcz )?(?:doskonał|znakomit|świetn|fantastyczn|bezkonkurencyjn|niezawodn|rewelacyjn|wyśmienit)(?:y|a|e|i)(?= ?(?:$|[.,;:!)–—]| i | w | dla ))',
      '(?:idealn|doskonal|perfekcyjn)(?:y|a|e|ie) (?:dla|do)|świetnie (?:sprawdza|sprawdzi|nadaje) się|wart[ay]? (?:każdej złotówki|każdego grosza|swojej ceny)|oferuje najleps\\p{L}+|nie zawodzi|bije konkurencję',
      advice('jeśli|jeżeli|dla|gdy', 'wybierz|wybierzcie|postaw na|postawcie na|sięgnij po|weź'),
    ),
  },
  tr: {
    praise: phrases(
      '(?:gerçekten |tek kelimeyle )?(?:mükemmel|harika|muhteşem|kusursuz|rakipsiz|olağanüstü)(?:dir|dır|dür|tir)?(?=$|[.!,;])|(?:için|adına) (?:ideal|mükemmel|biçilmiş kaftan)(?:dir|dır)?|parasının (?:karşılığını (?:veriyor|fazlasıyla)|hakkını veriyor)|her kuruşuna değer|hayal kırıklığına uğratmaz|öne çıkıyor',
    ),
    faults: phrases(
      '(?:güvenilmez|güvensiz|çok yavaş|fazla pahalı|aşırı pahalı|yetersiz kalıyor|vasat|güvenilir değil|güvenli değil|parasına değmez|sık sık çöküyor)(?:dir|dır)?',
    ),
    moreThan: phrases(
      `${NAME}['’]?(?:den|dan|ten|tan|nden|ndan|ye göre|ya göre|e göre|a göre) (?:çok |biraz |bile )?daha (?:hızlı|güvenilir|güvenli|ucuz|uygun fiyatlı|kolay|basit|sessiz|kullanışlı|dayanıklı|istikrarlı|pratik|konforlu|doğru)(?:dır|dir|dur|dür)?`,
    ),
  },
  vi: {
    moreThan: phrases(
      `(?:nhanh|rẻ|an toàn|đáng tin cậy|dễ (?:dùng|sử dụng)|ổn định|êm|bền|tiện|chính xác|đơn giản) hơn (?:nhiều )?(?:so với )?${NAME}`,
    ),
  },
  ru: {
    praise: phrases(
      '(?:просто |действительно |по-настоящему )?(?:превосход|великолеп|отлич|безупреч|непревзойд[её]н|фантастич|идеал)\\p{L}+(?= (?:для|подходит|справляется|приложени|сервис|инструмент|решени|продукт))|(?:отлично|идеально|прекрасно|лучше всего) (?:подходит|подойд[её]т|подходят|справляется)|стоит (?:своих денег|каждого рубля|каждой копейки|каждого цента)|вне конкуренции|не подвед[её]т|не разочарует|золотой стандарт|задаёт планку|предлагает лучш\\p{L}+|(?:явно |заметно )?выделяется на фоне',
      advice('если|для', 'выбирайте|выберите|берите|возьмите|остановитесь на|выбирай|бери'),
    ),
  },
  uk: {
    praise: phrases(
      '(?:чудово|ідеально|відмінно|найкраще) (?:підходить|підійде|підходять|справляється)|вартий своїх грошей|варта своїх грошей|варте своїх грошей|поза конкуренцією|не підведе|не розчарує|золотий стандарт|пропонує найкращ\\p{L}+',
      advice('якщо|для', 'обирайте|оберіть|беріть|візьміть|вибирайте'),
    ),
    moreThan: phrases(
      `(?:швидш|надійніш|безпечніш|простіш|зручніш|тихіш|дешевш|стабільніш|точніш|практичніш|вигідніш)\\p{L}*,? (?:ніж|за|від) ${NAME}`,
    ),
  },
  el: {
    praise: phrases(
      '(?:είναι|παραμένει) (?:πραγματικά |απλά )?(?:εξαιρετικ|κορυφαί|άψογ|ασυναγώνιστ|φανταστικ|υπέροχ)\\p{L}+(?= ?(?:$|[.,;:!)–—]| και | για ))|(?:ιδανικ|τέλει)\\p{L}+ για|αξίζει (?:κάθε λεπτό|κάθε ευρώ|τα λεφτά του|τα χρήματά του)|προσφέρει (?:το|την|τα|τις) καλύτερ\\p{L}+|δεν απογοητεύει|ξεχωρίζει',
      advice('αν|εάν|για', 'επιλέξτε|διαλέξτε|προτιμήστε|πάρτε'),
    ),
    faults: phrases(
      '(?:είναι) (?:\\p{L}+ )?(?:πολύ αργ|ασταθ|μέτρι|ανασφαλ|πανάκριβ|κακοσχεδιασμέν)\\p{L}+|δεν είναι (?:\\p{L}+ )?(?:ασφαλ|αξιόπιστ)\\p{L}+|δεν αξίζει (?:τα λεφτά|τον κόπο|τα χρήματα)|αφήνει (?:πολλά )?να επιθυμείς',
    ),
  },
  ar: {
    praise: phrases(
      '(?:ممتاز|رائع|مذهل|استثنائي)(?:ة)?(?= ?(?:$|[.،؛!]| (?:من|في|لل|ل)))|(?:مثالي|مناسب جد[اً]+|ممتاز|رائع)(?:ة)? ل\\p{L}+|يستحق (?:كل (?:قرش|ريال|درهم|سنت)|ثمنه|السعر|المال)|(?:يقدم|توفر|يوفر|تقدم) أفضل|لا يخيب',
    ),
    faults: phrases(
      '(?:بطيء|بطيئة) (?:جد[اً]+|للغاية)|غير (?:آمن|آمنة|موثوق|موثوقة|مستقر|مستقرة)|باهظ(?:ة)? الثمن|لا (?:يستحق|تستحق) (?:المال|السعر|ثمنه|الشراء)|يتعطل (?:كثير[اً]+|باستمرار)|مكلف(?:ة)? (?:جد[اً]+|للغاية)',
    ),
  },
  he: {
    praise: phrases(
      '(?:פשוט |באמת )?(?:מצוין|מצוינת|מעולה|נהדר|נהדרת|פנטסטי|יוצא מן הכלל)(?= ?(?:$|[.,;:!)–—]))|(?:אידיאלי|מושלם|מושלמת|מצוין|מעולה)(?:ת)? (?:עבור|ל)(?=\\p{L})|שווה (?:כל (?:שקל|אגורה)|את (?:המחיר|הכסף))',
    ),
  },
  hi: {
    praise: signs(
      '(?:बेहतरीन|शानदार|उत्कृष्ट|लाजवाब|बहुत अच्छ[ाी]) (?:है|हैं)',
      'के लिए (?:आदर्श|एकदम सही|बेहतरीन|सबसे अच्छ[ाी])',
      'पैसा वसूल|हर पैसे के लायक|निराश नहीं करता|निराश नहीं करती',
    ),
    faults: signs(
      '(?:बहुत धीम[ाी]|बहुत महंग[ाी]|ज़रूरत से ज़्यादा महंग[ाी]|असुरक्षित|अविश्वसनीय रूप से खराब|भरोसेमंद नहीं|सुरक्षित नहीं|पैसे के लायक नहीं|घटिया|बेकार)(?= (?:है|हैं)|$|[।.,])',
    ),
    moreThan: signs(
      `${NAME} से (?:ज़्यादा |ज्यादा |अधिक |कहीं |काफ़ी |काफी )*(?:तेज़|तेज|सस्त[ाीे]|भरोसेमंद|विश्वसनीय|सुरक्षित|आसान|सरल|किफ़ायती|किफायती|टिकाऊ|बेहतर)`,
    ),
  },
  th: {
    praise: signs(
      '(?<!ไม่)ยอดเยี่ยม(?!ที่สุดในด้าน)|(?<!ไม่)ดีเยี่ยม|(?<!ไม่)เหมาะ(?:มาก|ที่สุด|อย่างยิ่ง)?(?:สำหรับ|กับ)|คุ้มค่า(?:เงิน|ทุกบาท|ราคา|มาก)|ไม่ทำให้ผิดหวัง|โดดเด่นที่สุด',
    ),
    moreThan: signs(`(?<!ไม่ได้)(?<!ไม่)(?:เร็ว|ถูก|ปลอดภัย|น่าเชื่อถือ|ง่าย|เสถียร|เงียบ|ทนทาน|สะดวก|แม่นยำ)กว่า ?${NAME}`),
  },
  zh: {
    praise: signs(
      '(?<!不|没有)(?:非常|十分|相当|确实|的确|真的)?(?:出色|优秀|卓越|一流|超值|物超所值|很棒|很好用|非常好用|无可挑剔|无可匹敌|表现亮眼|脱颖而出)(?!的?(?:例子|反例|作家|学生))',
      '(?:非常|很|最|特别|十分)(?:适合|適合)|性价比(?:很|非常|最|极|超)高|物有所值|(?<=(?:如果|若|想要?|预算|追求)[^。；]{2,40}，(?:就|可以|建议|直接|请|那就)?)(?:选择?|买|入手)(?=[\uE001\uE002]\uE003*(?:$|[。，！；]))',
    ),
    moreThan: signs(
      `比${NAME}(?:更|要|还要?)?(?:加)?(?:快|便宜|安全|可靠|稳定|简单|易用|安静|方便|省心|准确|好用|实惠|耐用|划算|舒适|省电|流畅)`,
    ),
  },
  ja: {
    praise: signs(
      '(?:非常に|とても|極めて|抜群に|圧倒的に)(?:優れ|優秀|便利|使いやす|良|快適|信頼)|(?:優れ|秀で)ています|優秀です|素晴らしい(?:です|サービス|製品|アプリ|ツール)|最高です|間違いありません|間違いなしです|コスパ(?:が|も)(?:良い|高い|いい|抜群|最高|優秀)|に(?:最適|ぴったり)(?=です|だ|で|。|、|$)|に向いてい(?=ます|る[。、]|る$)|を選ぶのが(?:無難|正解|ベスト)|買って損はない',
    ),
    moreThan: signs(
      `${NAME}より(?:も)?(?:はるかに|ずっと|かなり|さらに)?(?:速|早|安(?:い|く|価|全|定)|信頼|使いやす|簡単|シンプル|静か|快適|正確|手軽|丈夫|便利|お得|軽快)`,
    ),
  },
  ko: {
    praise: signs(
      '(?:매우|정말|아주|상당히|단연) (?:뛰어나|뛰어납|훌륭하|훌륭합|우수하|우수합|좋습니다|편리하|편리합|만족스)|(?:훌륭|탁월|완벽)합니다|(?:에|에게|용으로) (?:이상적|최적|안성맞춤|제격|딱)|가성비가 (?:좋|뛰어|훌륭|최고)|(?:돈|가격|값)(?:이|을)? ?(?:아깝지 않|값어치|값을 합)|실망시키지 않',
    ),
    moreThan: signs(
      `${NAME}보다 (?:더 |훨씬 |조금 )?(?:빠르|빠릅|저렴|싸|쌉|안전|안정|편리|편하|쉽|쉬|간단|조용|정확|튼튼|믿을|신뢰|사용하기 (?:쉽|편))`,
    ),
  },
};
