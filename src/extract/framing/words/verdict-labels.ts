/**
 * The words by which a short text beside or above a name is known for a verdict on it: a label, a heading, the head of a column or
 * row. Each list has a line or two for a language. They match a text in lower case without signs around it.
 */

/** The nouns and verbs of a choice. A label that has one picks: `Our top pick`, `Unser Testsieger`, `Notre coup de cœur`. */
export const PICKS = [
  `(?:(?!(?:popular|common|other|another|more|further|many|several|available|possible|similar|your|users?|users'|user's|readers?'?|customers?'?|people's|fan|which|what|how|any|no|worst|bad|poor|wrong|of) )[\\p{L}\\d'#&,-]+ ){0,4}(?:picks?|choices?|recommendations?|favou?rites?|winners?|champions?|runners?-?up|front-?runners?|suggestions?|bet|all-?rounders?|go-to|must-haves?|no-brainer|standouts?|top (?:spot|tier|performer)|first place)(?: (?:overall|here|at a glance|(?:for|if|in|on|under|of|by|over|when|with) .{2,60}))?`,
  `(?:the |our |my )?(?:very |also |highly |strongly |most |still |(?:other|more|another|a) (?=great|excellent))?(?:recommend(?:ed)?|suggested|great|excellent)(?: (?:options?|choices?|tools?|apps?|brands?|products?|models?|services?|providers?|solutions?|overall|alternatives?|(?:for|if) .{2,60}))?`,
  `(?:what |which (?:one|of \\S+) |(?:this is |it's |that's )?the (?:one|[\\w-]+) (?:that )?)?(?:i|we)(?:'d| would|'ll)? (?:personally |actually |most |still )?(?:recommend|pick|choose|buy|get|book|use|go with|go for|take|suggest|start with|hire|order|install|try|call|ring)(?: (?:first|today|myself|instead|for .{2,40}|if .{2,40}))?|(?:this is |it's |that's )?the (?:one|[\\w-]+) (?:that )?(?:i|we)(?:'d| would) (?!(?:\\w+ )?(?:not|never|avoid|skip|drop|leave|pass|cross|keep (?:off|away|out)|return|ditch|worry|rule))[^,.;]{2,50}`,
  `(?:just |simply |so |then |yes,? )?(?:go (?:with|for)|choose|pick|buy|get|take|opt for|start with|stick with|switch to)(?: (?:this(?: one)?|instead|first|it))?|(?:just |simply |then )?(?:order|book|use|try|hire|install|renew|call) (?:it|this(?: one)?|them)(?: (?:if|first|when) .{2,50})?|(?:buy|get|choose|pick|take) (?:it|this(?: one)?)(?: first)?|start here|go for it|an easy (?:yes|recommendation)|worth (?:it|buying|the money|every (?:cent|penny)|paying for|your (?:time|money))|(?:the )?one to (?:get|buy|beat|choose|pick)|best (?:buy|bet|value|overall|in class|in test)(?: .{2,40})?|overall best|gold standard|number one|#1(?: \\w+)?|also great|honou?rable winner|winning .{2,20}|a safe bet`,
  `(?:[\\p{L}-]+ ){0,3}(?:[\\p{L}-]*(?:empfehlung(?:en)?|favorit(?:en)?|sieger|gewinner)|[\\p{L}-]+-?tipp|(?:unser|mein|klarer|der|top) tipp|(?:unsere?|meine|erste|beste|klare|gute|sichere|top) (?:erste |beste )?wahl|empfohlen|empfehlenswert|top-?wahl|nummer eins|spitzenreiter|überzeugt|lohnt sich)(?: (?:für|im|in|bei|unter|ohne|mit|wenn|des|der) .{2,60})?|(?:nehmen|nimm|kaufen|kauf|wählen|wähle|greifen)(?: sie)?(?: zu)?|(?:das|den|die|hier) würde ich (?:nehmen|kaufen|wählen|buchen|zugreifen)|(?:nehmen|kaufen|buchen|wählen|beauftragen) sie (?:diese[nsr]?|ihn|sie|es|das)(?: \\p{L}+)?|da kann man bedenkenlos zugreifen|(?:die )?richtige (?:wahl|entscheidung)(?: für .{2,40})?|für die meisten \\p{L}+ die richtige (?:wahl|entscheidung)`,
  `(?:[\\p{L}'-]+ ){0,3}(?:choix|favorie?s?|préférée?s?|préférence|recommandation|recommandations|recommandée?s?|gagnante?|vainqueure?|coups? de c(?:œ|oe)ur|incontournable|valeur sûre|conseillée?s?)(?: (?:pour|à|aux|si|en|du|de|sous|sans) .{2,60})?|à (?:acheter|choisir|privilégier|retenir)|(?:prenez|choisissez|optez pour|foncez)|(?:je (?:la |le |les |l')?(?:prendrais|choisirais|recommande|conseille|achèterais)|c'est (?:celle|celui|ce) que (?:je|nous) (?:prendrais|choisirais|recommand\\p{L}+|conseill\\p{L}+|retiendrais|prendrions))(?: .{2,40})?|(?:un |le )?(?:excellent|très bon|meilleur|bon) achat(?: (?:si|pour) .{2,50})?|la référence|(?:mon|notre) (?:conseil|verdict)`,
  `(?:[\\p{L}-]+ ){0,3}(?:elección|favorit[oa]s?|recomendaci(?:ón|ones)|recomendad[oa]s?|ganador(?:a|es)?|preferid[oa]s?|acierto seguro|apuesta segura|vale la pena|merece la pena)(?: (?:para|si|en|de|del|por|con|sin) .{2,60})?|(?:elige|elija|compra|escoge|quédate con|apuesta por)|(?:mi|nuestro) (?:consejo|veredicto)|(?:lo|el|la) que (?:yo )?(?:elegiría|compraría|pondría|recomendaría|escogería)(?: yo)?(?: .{2,40})?|es (?:la|el) que (?:yo )?(?:elegiría|compraría|recomendaría|recomiendo|pondría)(?: .{2,40})?|yo elegiría|(?:la|lo) compraría otra vez|buena compra(?: .{2,30})?`,
  `(?:[\\p{L}-]+ ){0,3}(?:escolha|favorit[oa]s?|recomendaç(?:ão|ões)|recomendad[oa]s?|indicaç(?:ão|ões)|vencedor(?:a|es)?|preferid[oa]s?|campeã(?:o)?|aposta segura|vale a pena)(?: (?:para|se|em|de|do|da|por|com|sem) .{2,60})?|(?:escolha|compre|fique com|vá de|opte por)|(?:meu|nosso) (?:conselho|veredito)|eu (?:escolheria|compraria)|é (?:a|o) que (?:eu )?(?:indico|indicaria|recomendo|escolheria|compraria)(?: .{2,40})?|(?:pode )?comprar? sem medo|(?:para .{2,40}, )?(?:é )?a escolha certa`,
  `(?:[\\p{L}'-]+ ){0,3}(?:scelt[ae](?: miglior[ei]| sicur[ae]| vincente)?|preferit[oaie]|favorit[oaie]|consigliat[oaie]|raccomandat[oaie]|raccomandazion[ei]|vincitore|vincitrice|vincente|promoss[oaie])(?: (?:per|a|se|in|di|del|della|sotto|con|senza) .{2,60})?|(?:scegli|scegliete|compra|comprate|prendi|punta su)|(?:il )?(?:mio|nostro) (?:consiglio|verdetto)|(?:io |lo |la )?(?:sceglierei|prenderei|comprerei)(?: questo| questa)?|è (?:quello|quella) (?:da comprare|che (?:comprerei|consiglio|prenderei|sceglierei))|da (?:comprare|preferire)`,
  `(?:[\\p{L}'-]+ ){0,3}(?:keuze|keus|favoriet(?:en)?|aanraders?|aanbeveling(?:en)?|aanbevolen|winnaar|kooptip|prijswinnaar|topper|testwinnaar)(?: (?:voor|als|in|onder|van|met|zonder) .{2,60})?|(?:kies|koop|neem|ga voor)|(?:ons|mijn) (?:advies|oordeel)|een veilige keuze|(?:kies|neem|koop) (?:deze|hem|die)|nemen`,
  `(?:[\\p{L}-]+ ){0,2}(?:vårt val|mitt val|bästa val|favorit(?:er)?|rekommendation(?:er)?|rekommenderas|vinnare|anbefaling|anbefales|anbefalet|vores valg|vårt valg|vinder|vinner|bäst i test|bästa köp|bästa valet)(?: (?:för|om|til|for|i) .{2,60})?|(?:välj|köp|ta|vælg|velg)`,
  `(?:[\\p{L}-]+ ){0,2}(?:wybór|faworyt|rekomendacj[ae]|polecam|polecamy|polecan[eya]|zwycięzca|zwycięzcy|nasz typ|mój typ|nejlepší volba|doporučujeme|vítěz)(?: (?:dla|do|na|w|jeśli|pro) .{2,60})?|(?:wybierz|kup|weź)`,
  `(?:[\\p{L}-]+ ){0,2}(?:наш выбор|мой выбор|выбор редакции|лучший выбор|рекомендация|рекомендации|рекомендуем|рекомендую|рекомендуется|фаворит|фавориты|победитель|рекомендація|рекомендуємо|переможець|наш вибір|мій вибір|найкращий вибір)(?: (?:для|если|в|на|якщо) .{2,60})?|(?:берите|выбирайте|выбирай|возьмите)`,
  `(?:[\\p{L}-]+ ){0,2}(?:seçimimiz|seçimim|tercihimiz|tercihim|önerimiz|önerim|önerilerimiz|favorimiz|favorilerimiz|tavsiyemiz|tavsiyem|kazanan|birinci|en iyi seçim|fiyat[-/]performans(?: şampiyonu)?)|(?:η |το )?(?:επιλογή|πρόταση|σύσταση|νικητής)(?: (?:μας|μου))?|(?:lựa chọn|khuyến nghị|đáng mua nhất|khuyên dùng)(?: .{2,40})?|pilihan (?:terbaik|utama|kami)(?: .{2,40})?|rekomendasi(?: .{2,30})?`,
  `.{0,24}(?:おすすめ|オススメ|お勧め|イチオシ|イチ押し|一押し|一推し|イチ推し|推奨|本命|第一候補|ベスト|ベストバイ|コスパ最強|総合1位|買い|勝者|決定版|ならここ(?:です)?|こちらをおすすめします|一番手です|を選んでください|おすすめできます|おすすめです|最適です)(?:の?(?:ブランド|サービス|製品|アプリ|ツール|商品|選択|選択肢))?(?:[（(].{1,20}[）)])?`,
  `.{0,20}(?:推荐|推薦|首选|首選|优选|優選|最佳选择|最佳選擇|之选|之選|胜者|赢家|胜出|勝出|值得买|值得買|值得入手|必买|必買|性价比最高|性价比之王|综合最佳|總體最佳|编辑推荐)(?:品牌|产品|產品|工具|选择|方案)?|(?:选|選|买|買|就选|直接选|建议选)|.{0,8}(?:选|買|买|報|报)它(?:不会错|就行|就对了|即可)?|首推.{0,10}|闭眼入|放心买`,
  `.{0,24}(?:추천(?:해요|합니다|드려요|드립니다)?|최고의 선택|1순위|우승|승자|가성비 최고|베스트)(?: (?:브랜드|제품|도구|앱|서비스))?`,
  `(?:اختيارنا|اختياري|خيارنا|توصيتنا|توصيتي|توصياتنا|الفائز|ننصح به|موصى به|الخيار الأفضل|أفضل خيار|أفضل قيمة)(?: .{2,40})?|(?:הבחירה|ההמלצה|ההמלצות)(?: (?:שלנו|שלי|הטובה ביותר))?|מומלץ(?: מאוד)?|הזוכה|(?:हमारी|मेरी) (?:पसंद|सिफ़?ारिश(?:ें)?)|विजेता|सबसे अच्छा विकल्प|अनुशंसित|ตัวเลือกที่ดีที่สุด|คุ้มค่าที่สุด|แนะนำ`,
];

/** A superlative and what it is of: `Best for gaming`, `Bestes Gerät für Familien`. It recommends, for that purpose. */
export const BEST = [
  `(?:the |our |my )?(?:overall |second[- ])?(?:best|cheapest|easiest|fastest|safest|simplest|strongest|smartest|nicest|finest|most (?:reliable|secure|private|affordable|versatile|comfortable|accurate|durable|powerful|polished|flexible|user-friendly|beginner-friendly))`,
  `(?:the |our |my )?(?:best[ -])?(?:budget|premium|upgrade|value|splurge|affordable|luxury|eco-friendly|mid-range|all-round|entry-level|pro|free) (?:pick|choice|option|favou?rite|alternative)s?`,
  `(?:great|ideal|perfect|excellent|good|well suited) (?:for|if|choice for|option for)`,
  `(?:der |die |das |unser |mein )?(?:am besten|beste[rsnm]?|günstigste[rs]?|einfachste[rs]?|sicherste[rs]?|schnellste[rs]?)|(?:ideal|perfekt|gut|bestens geeignet|optimal|am besten) (?:für|wenn)`,
  `(?:le |la |les |l'|notre |mon )?(?:meilleure?s?|moins chère?|plus (?:simple|fiable|sûre?|économique|rapide|complète?))|(?:idéale?|parfaite?|excellente?) (?:pour|si)`,
  `(?:el |la |los |las |lo |nuestra? |mi )?(?:mejor(?:es)?|más (?:barat[oa]|fácil|fiable|segur[oa]|complet[oa]|económic[oa]))|(?:ideal|perfect[oa]|excelente) (?:para|si|se)`,
  `(?:o |a |os |as |nossa? |minha |meu )?(?:melhor(?:es)?|mais (?:barat[oa]|fácil|confiável|segur[oa]|complet[oa]))`,
  `(?:il |la |i |le |l')?(?:miglior[ei]?|più (?:economic[oa]|semplice|affidabile|sicur[oa]|complet[oa]))|(?:ideale|perfett[oa]|ottim[oa]) (?:per|se)`,
  `(?:de |het |onze )?(?:beste|goedkoopste|makkelijkste|veiligste)|(?:ideaal|perfect|geschikt) (?:voor|als)`,
  `(?:den |det |vår )?(?:bästa?|bedste?|beste|bäst|bedst|best)`,
  `(?:наш )?(?:самый |самая |самое )?лучш\\p{L}+|найкращ\\p{L}+|najleps\\p{L}+|nejlepší|en (?:iyi|uygun|güvenilir|kullanışlı)|(?:ο |η |το )?καλύτερ\\p{L}+|идеальн\\p{L}+ для`,
  `(?:ال)?أفضل|الأنسب|הטוב\\p{L}* ביותר|ה\\p{L}+ הטוב\\p{L}* ביותר|सबसे अच्छ\\p{L}\\p{M}*|सर्वश्रेष्ठ|(?:lựa chọn )?tốt nhất|(?:pilihan )?terbaik|[^:：\\s]{2,30}ที่ดีที่สุด`,
  `[^:：、。]{1,24}(?:に最適|に(?:最も|一番)?おすすめ|向けのおすすめ|に一番|に(?:は|も)?ぴったり|に向いている)|(?:最適な|一番の|最高の|最も)`,
  `最(?:适合|適合|佳|好|优|優|推荐|推薦|值得买|值得買|便宜|划算|省心)`,
  `(?:최고의|가장 좋은|베스트)|[^:：,.]{1,24}(?:에게 추천|용 추천|에 (?:가장 )?(?:적합|좋은)|최고의 선택)`,
];

/** Behind a superlative: the best about something, from which nothing is chosen. */
export const NOT_CHOSEN =
  /^[\s]*(?:(?:for|if|when|with|to|as|on|in|für|pour|para|per|voor|för|для|dla)$|(?:used|suited|known|selling|rated|sellers?|reviewed|features?|practices?|parts?|times?|ways?|uses?|use cases?|prices?|deals?|results?|aspects?|things?|tips?|moments?|places? to|and worst|of both|zeit|weg|methoden?|praktiken|funktionen?|eigenschaften|façons?|manières?|pratiques?|fonctionnalités?|moyens?|formas?|maneras?|modos?|prácticas?|características|funciones|momento|práticas?|recursos|maneira|modo|pratiche|funzion\p{L}+|manier|tijd|praktijken|functies)(?!\p{L}))/u;

/** A label of a verdict that consists of a name alone: `Short answer: T.` */
export const VERDICTS = [
  `(?:the |my |our |a |final |overall |quick |short |simple |honest |one-word |one-line |direct |top |personal |in |so,? )*(?:answer|version|verdict|take|pick|recommendation|suggestion|advice|vote|choice|word|bottom line|conclusion|summary|upshot|nutshell|short|call|result|takeaway)|tl;?dr|(?:in|for) (?:most|almost all|nearly all) [\\w ]{3,24}`,
  `kurz(?: gesagt| und knapp| und gut)?|kurze antwort|kurzantwort|(?:mein |unser |kurzes )?(?:fazit|urteil|rat)|(?:das )?(?:ergebnis|resümee)|unterm strich|zusammengefasst`,
  `(?:réponse|version) (?:courte|rapide)|en (?:bref|résumé|deux mots|conclusion)|(?:mon |notre |le )?(?:verdict|bilan|avis)|conclusion|pour (?:faire court|résumer)`,
  `respuesta (?:corta|rápida|breve)|en (?:resumen|conclusión|pocas palabras)|(?:mi |nuestro |el )?veredicto|conclusión|resposta (?:curta|rápida)|em (?:resumo|suma|poucas palavras)|(?:meu |nosso |o )?veredito|conclusão|resumo|resumindo`,
  `risposta breve|in (?:breve|sintesi|conclusione)|(?:il mio |il nostro |il )?verdetto|conclusione|kort(?:e)? antwoord|kortom|(?:mijn |ons |het )?(?:oordeel|conclusie|advies)|conclusie|kort gezegd|kort svar|slutsats|sammanfattning|krótka odpowiedź|podsumowanie|werdykt|wniosek|kısa cevap|sonuç|câu trả lời ngắn(?: gọn)?|tóm lại`,
  `краткий ответ|коротко|вердикт|итог|вывод|коротка відповідь|висновок|σύντομη απάντηση|συμπέρασμα|الإجابة المختصرة|الخلاصة|תשובה קצרה|שורה תחתונה|संक्षिप्त उत्तर|निष्कर्ष`,
  `简短回答|一句话(?:总结)?|结论|总结|建议|我的选择|簡短回答|結論|總結|建議|ずばり|まとめ|総評|答え|짧은 답변|결론|한마디로|คำตอบสั้น ๆ|สรุป`,
];

/** A label that advises against: `Not recommended`, `Brands to avoid`, `Finger weg`, `避けるべき`. */
export const WARNINGS = [
  `(?:the )?(?:ones?|\\p{L}+) (?:i|we)(?:'d| would) (?:skip|drop|avoid|leave .{2,20}|pass (?:on|over)|rule out|cross off|keep (?:off|away|out) .{0,30}|not .{2,30}|never .{2,30}|ditch|return)|keep clear|(?:just |please )?(?:don't|do not|never)(?: (?:use|buy|install|order|book|try|waste) (?:it|this(?: one)?|them|your (?:money|time|\\p{L}+)))?|spar\\p{L}* (?:sie sich|dir) (?:das(?: geld)?|den kauf)|fehlkauf|hände weg|geldverschwendung|lassen sie es|einen bogen .{0,20}machen`,
  `(?:.{0,20} )?(?:should |better |please )?(?:look elsewhere|keep (?:your distance|looking|away)|stay clear|stay away|give (?:it|this one) a (?:miss|pass|wide berth)|leave (?:it|this one) (?:be|alone|out)|save your money|walk away|move on|not (?:my|our) first (?:choice|call))(?: (?:for now|from .{2,30}))?`,
  `(?:[\\p{L}'-]+ ){0,4}(?:avoid(?:ed)?|skip(?:ped)?|steer clear(?: of)?|stay (?:well |far )?away(?: from)?|pass on|leave (?:it |them )?(?:alone|out|be|behind)|cross off|rule out|say no to)(?: (?:it|this(?: one)?|these|those|them|for now|if (?:possible|you can)|at all costs|the following|here|altogether|entirely|completely))?(?: (?:unless|if) .{2,50})?`,
  `(?:definitely |strongly )?not (?:recommended|worth (?:it|the money|buying|your (?:time|money))|for (?:us|me|anyone|everyone|you))(?: .{2,30})?|(?:do not|don't|wouldn't|would not|won't|can't|cannot|never)(?: \\p{L}+){0,2} (?:buy|bother|choose|pick|recommend|use|book|get|install|trust|go with|touch)(?: .{2,40})?`,
  `(?:the |our )?(?:worst|weakest|biggest (?:loser|disappointment|letdown|miss))(?: .{2,40})?|(?:the )?(?:loser|disappointment|letdown|dealbreaker|last place|hard pass|hard no|no-go|thumbs down)s?(?: .{2,30})?|(?:for|best for) (?:nobody|no one)|overpriced`,
  `(?:[\\p{L}-]+,? ){0,4}(?:meiden|vermeiden|finger weg|abzuraten|nicht (?:zu )?empfohlen|nicht empfehlenswert|nicht zu empfehlen|nicht kaufen|nicht nehmen|(?:rate|raten|würde|würden) (?:ich|wir) (?:dringend |eher |klar )?ab(?:raten)?|abgeraten|lieber nicht|besser nicht|verlierer|flop|enttäuschung|schlusslicht|durchgefallen|abzulehnen|keine empfehlung|klares nein)(?: .{2,40})?|für niemanden`,
  `(?:[\\p{L}'-]+ ){0,4}(?:éviter|fuir|non recommandée?s?|pas recommandée?s?|peu recommandée?s?|déconseillée?s?|déconseill(?:e|ons)|passez votre chemin|passer son chemin|proscrire|écarter|perdante?|pire choix|déception|oublier)(?: .{2,40})?|pour personne|jamais|je m'abstiendrais|non,? vraiment pas|mauvais achat|mieux vaut (?:l'|la |le |les )(?:écarter|éviter)`,
  `(?:[\\p{L}-]+ ){0,4}(?:evitar(?:l[oa]s?)?|evítal[oa]s?|evite|no recomendad[oa]s?|no recomendable|no recomiendo|no recomendamos|desaconsejad[oa]s?|descartar|descartad[oa]s?|ni se te ocurra|huye|perdedor(?:a)?|peor (?:opción|elección)|decepción|no comprar|no lo compres|mejor no|ni regalad[oa]|mejor dejarl[oa]|cuidado)(?: .{2,40})?|para nadie|ahórratel[oa]|dinero tirado|mala compra|ni (?:la|lo) prueb\\p{L}+`,
  `(?:[\\p{L}-]+ ){0,4}(?:evitar|evite|não recomendad[oa]s?|não recomend(?:o|amos)|desaconselhad[oa]s?|fuja|passe longe|descart(?:ar|e|ado)|pior (?:opção|escolha)|decepção|não compre|nem de graça|melhor deixar|cuidado|perdedor(?:a)?|melhor não)(?: .{2,40})?|para ninguém|nem pense|dinheiro jogado fora`,
  `(?:[\\p{L}'-]+ ){0,4}(?:evitare|evitate|evita|sconsigliat[oaie]|sconsigli(?:o|amo)|lasciate perdere|lascia perdere|da scartare|bocciat[oaie]|non consigliat[oaie]|perdente|peggior[ei]?(?: scelta)?|delusione|non comprare|non compratel[oa]|nemmeno regalat[oa]|attenzione|meglio di no)(?: .{2,40})?|per nessuno|lascia(?:te)? stare|soldi buttati`,
  `(?:[\\p{L}-]+ ){0,4}(?:vermijden|afraders?|afgeraden|niet aanbevolen|niet aan te raden|raden? (?:wij|we|ik) af|overslaan|links laten liggen|laat (?:deze )?(?:liggen|staan)|verliezer|tegenvaller|niet kopen|niet doen|liever niet|beter niet)(?: .{2,40})?|voor niemand|begin er niet aan|wegblijven|niet bestellen|niet nemen|weggegooid geld`,
  `(?:[\\p{L}-]+ ){0,3}(?:undvik(?:as)?|undvika|rekommenderas (?:inte|ej)|avråds|köp inte|förlorare|undgå|unngå|anbefales ikke|niezalecan[eya]|unikać|unikaj|odradzam|odradzamy|nie polecam|nie polecamy|omijać|omijaj|nie kupuj|przegrany|nedoporučujeme|vyhnout se)(?: .{2,40})?`,
  `(?:[\\p{L},-]+ ){0,4}(?:не рекоменду(?:ется|ем|ю)|избегать|избегайте|не брать|не покупать|не стоит (?:брать|покупать)|лучше не|аутсайдер|проигравший|не рекомендується|не рекомендуємо|уникати|уникайте)(?: .{2,40})?`,
  `(?:tavsiye|öner)\\p{L}*(?:mez|miyoruz|miyorum|meyen)|.{0,30}(?:uzak durun|kaçının|kaçınılmalı|kaçınılması gereken.{0,20}|uzak durulması gereken.{0,20})|δεν συνιστάται|αποφύγετε|(?:nên tránh|không (?:nên (?:dùng|mua)|khuyên dùng|khuyến nghị))(?: .{2,30})?|hindari|tidak (?:disarankan|direkomendasikan)`,
  `.{0,20}(?:避けるべき|避けたい|避けた(?:ほう|方)がよい|避けてください|おすすめ(?:しない|できない|しません|できません)|お勧め(?:しない|できない)|やめた(?:ほう|方)がいい|やめておくべき|非推奨|買わない(?:ほう|方)がいい|買ってはいけない|注意が必要|要注意|見送り|使わないのが|しないでください|控えるべき|やめましょう)[^:：]{0,12}`,
  `.{0,16}(?:不推荐|不推薦|不建议|不建議|避开|避開|避免|避雷|避坑|不要买|不要買|别买|別買|别选|劝退|踩雷|慎选|慎買|慎买|不值得|千万别|别办|别碰|别踩|别选|不建议考虑)[^:：]{0,10}`,
  `.{0,20}(?:피해야 할|추천하지 않|비추천|비추|피하세요|사지 마세요)[^:：]{0,10}`,
  `.{0,20}(?:غير موصى به|لا ننصح|تجنب|تجنبوا|לא מומלץ|להימנע|अनुशंसित नहीं|बचें|ไม่แนะนำ|ควรหลีกเลี่ยง).{0,16}`,
];

/** Before a name, a wish or purpose that it is chosen for: `For families: T`, `Need it offline? → T`. */
export const PURPOSES = [
  `(?:(?:and |but )?(?:for|if|when|on a|need|want|looking for|prefer|you (?:want|need|are|have|like|prefer)) (?!example|instance|details|more|reference|further|comparison|now|sale|free|context|support|help|questions|info).{2,80})`,
  `(?:für|wenn|falls|bei|du (?:willst|brauchst|suchst)|sie (?:wollen|brauchen|suchen)) (?!beispiel|details|mehr|weitere).{2,80}`,
  `(?:pour|si|besoin d'|besoin de|vous (?:cherchez|voulez)|tu (?:cherches|veux)) ?(?!exemple|plus|en savoir).{2,80}`,
  `(?:para|si|se|quer|precisa|busca|necesitas|quieres|buscas|você (?:quer|precisa)) (?!ejemplo|exemplo|más|mais|ello|isso).{2,80}`,
  `(?:per|se|vuoi|cerchi|ti serve|chi) (?!esempio|dettagli|ulteriori|saperne).{2,80}`,
  `(?:voor|als|wil je|zoek je) (?!voorbeeld|meer).{2,80}|(?:för|om du) .{2,80}|(?:dla|jeśli|do) .{2,80}|(?:для|если|якщо) .{2,80}`,
  `.{1,40}(?:向け|なら|選ぶなら|には|場合|の人|の方)|.{1,30}(?:的人|用户|用戶|的话|的話|需要|预算|情况|人群|家庭)|(?:如果|若|想要?|追求|适合|適合).{1,30}|.{1,40}(?:라면|경우|위해|용|이라면)|.{2,60} (?:için|के लिए)|(?:إذا|अगर|यदि) .{2,60}`,
];

/** What makes a label no verdict of the answer: others choose or say so, it is not yet so, it was so, or it is a task. */
export const NO_VERDICT =
  /\b(?:popular|users?'?|readers?'?|customers?'?|audience|so-called|self-proclaimed|claimed?s?|supposedly|said to be|formerly|used to|was|were|no longer|never the|not (?:yet )?(?:tested|rated|reviewed|assessed|ranked)|untested|how to|where to|tips?|criteria|factors?|settings?|dose|dosage|serving|retail|price|reading|steps?|use cases?|age|retailers?|according to)\b|(?<!\p{L})(?:beliebt\p{L}*|angeblich\p{L}*|früher\p{L}*|ehemals|leser\p{L}*|kunden\p{L}*|nutzer\p{L}*|war|était|era|bisher|populaires?|popular(?:es)?|populär\p{L}*|popolar[ei]|selon|según|segundo|secondo|volgens|laut|is|are|ist|sind|est|sont|es|son|è|sono|é|são|är|jest|criter\p{L}+|tipps|conseils|consejos|dicas|consigli|была?|был)(?!\p{L})|人気|熱門|热门|據說|据说|号称|號稱|曾|だった|とされ|という|人氣|였|라는|ユーザー|用户评|用戶評/u;

/** A word that turns a pick into a warning, right before it or anywhere in a label of another order of words. */
export const DENIED =
  /\b(?:not|no|never|nobody's|neither|nor|n't|isn't|wouldn't|don't)\b|(?<!\p{L})(?:nicht|kein\p{L}*|pas|non|no|não|niet|geen|inte|ikke|ej|nie|не|ні|nunca|jamais|nem)(?!\p{L})|不|しない|できない|ではな|않|לא|لا |नहीं|không/u;
