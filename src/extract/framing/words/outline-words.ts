/** Labels and headings that decide about the names under them, in several languages. They match a text in lower case. */

const FEW = "(?: [\\p{L}\\p{M}\\d'&/+,.$€£()\\uE002\\uE003-]+)";

/** What can be the best of a brand, or the best about something, without anything being chosen. */
const NOT_CHOSEN =
  '(?! (?:for|if|when|with|to|as|on|in|used|suited|known|selling|rated|sellers?|reviewed|features?|practices?|parts?|times?|ways?|uses?|use cases?|prices?|deals?|results?|aspects?|things?|tips?|moments?|places? to|and worst|of both|für|pour|para|per|voor|för|для|dla|zeit|weg|methoden?|praktiken|funktionen|eigenschaften|façons?|manières?|pratiques|fonctionnalités?|moyens?|formas?|maneras?|modos?|prácticas|características|funciones|momento|práticas|recursos|maneira|modo|pratiche|funzion\\p{L}+|manier|tijd|praktijken|functies)\\s*(?:$|[":：*(–—→]))(?! (?:features?|practices?|part|time|way|use|thing|moment|zeit|weg|methode|façon|manière|moyen|forma|manera|maneira|modo|manier|tijd) )';

/** The best of a kind or for a purpose: `Best budget phone: T`, `Best for gaming: T`. It recommends, for that purpose. */
export const CATEGORY_LABELS = [
  `(?:the |our |my )?(?:overall )?best${NOT_CHOSEN}${FEW}{1,9}`,
  `(?:the |our |my )?(?:best[ -])?(?:budget|premium|upgrade|value|splurge|affordable|luxury|eco-friendly|mid-range|all-round|entry-level|pro) (?:pick|choice|option|favou?rite)s?`,
  `(?:der |die |das |unser |mein )?(?:am besten|beste[rsnm]?)${NOT_CHOSEN}${FEW}{1,9}|(?:preis|spar|budget|premium|geheim|kauf|profi)-?(?:tipp|sieger|wahl|option)`,
  `(?:le |la |les |l'|notre |mon )?meilleure?s?${NOT_CHOSEN}${FEW}{1,9}|(?:el |la |los |las |lo |nuestra? |mi )?mejor(?:es)?${NOT_CHOSEN}${FEW}{1,9}|(?:o |a |os |as |nossa? |minha |meu )?melhor(?:es)?${NOT_CHOSEN}${FEW}{1,9}|(?:il |la |i |le |l')?miglior[ei]?${NOT_CHOSEN}${FEW}{1,9}`,
  `(?:de |het |onze )?beste${NOT_CHOSEN}${FEW}{1,9}|(?:den |det |vår )?(?:bästa?|bedste?|beste)${NOT_CHOSEN}${FEW}{1,9}`,
  `(?:наш )?(?:самый |самая |самое )?лучш\\p{L}+${FEW}{1,8}|найкращ\\p{L}+${FEW}{1,8}|najleps\\p{L}+${FEW}{1,8}|nejlepší${FEW}{1,8}|en (?:iyi|uygun|güvenilir|kullanışlı)${FEW}{1,8}|(?:ο |η |το )?καλύτερ\\p{L}+${FEW}{1,8}`,
  `(?:ال)?أفضل${FEW}{1,8}|الأنسب${FEW}{1,8}|הטוב\\p{L}* ביותר${FEW}{0,8}|ה\\p{L}+ הטוב\\p{L}* ביותר${FEW}{0,6}|सबसे अच्छ\\p{L}\\p{M}*${FEW}{1,8}|सर्वश्रेष्ठ${FEW}{1,8}|tốt nhất${FEW}{1,8}|lựa chọn tốt nhất${FEW}{0,8}|(?:pilihan )?terbaik${FEW}{1,8}|[^:：\\s]{2,30}ที่ดีที่สุด[^:：]{0,30}`,
  `[^:：、。]{1,24}(?:に最適|に(?:最も|一番)?おすすめ|向けのおすすめ|に一番)(?:な[^:：、。]{1,12}|の[^:：、。]{1,12})?|(?:ベスト|最適な|一番の|最高の|おすすめの)[^:：、。]{1,24}|[^:：、。]{1,20}ベスト`,
  `最(?:适合|適合|佳|好|优|優|推荐|推薦|值得买|值得買)(?:的)?[^:：，。]{1,24}|[^:：，。]{1,20}(?:首选|首選|最佳选择|最佳選擇|之选|之選|最佳)`,
  `(?:최고의|가장 좋은|베스트) [^:：,.]{1,24}|[^:：,.]{1,24}(?:에게 추천|용 추천|에 (?:가장 )?(?:적합|좋은)[^:：,.]{0,10}|최고의 선택)`,
];

/** Above several names, each of them is picked: `Top picks`, `Our recommendations`. */
export const PICK_HEADS = [
  `(?:(?:my|our|the|final|top|quick|overall|summary of|editor's) ){0,3}(?:recommendations?|picks?|suggestions|favou?rites?|winners?)(?: (?:for|under|at a glance|in|of|explained|by|from|over)(?: [\\p{L}\\d'&/+,.$€£()-]+){0,6})?`,
  `(?:(?:unsere|meine|die|klare) )?(?:top-)?(?:empfehlung(?:en)?|favorit(?:en)?|testsieger|gewinner)|unser favorit|(?:nos |mes |notre )?(?:recommandations?|coups? de c(?:œ|oe)ur|favoris?)|notre choix|(?:nuestras? |mis? |las? )?(?:recomendaci(?:ón|ones)|favorit[oa]s?)|(?:nossas? |minhas? )?(?:recomendaç(?:ão|ões)|favorit[oa]s?)|(?:(?:i|le) (?:nostri|nostre|miei|mie) )?(?:consigliati|raccomandazioni|preferit[ie]|scelte)|(?:onze |mijn )?(?:aanbevelingen?|aanraders?|favoriet(?:en)?)|(?:våra |mina )?(?:rekommendationer|favoriter)|(?:nasze |moje )?(?:rekomendacje|polecane|typy)|(?:наши |мои )?(?:рекомендации|рекомендуем|фавориты)|önerilerimiz|favorilerimiz`,
  `おすすめ(?:の?(?:ブランド|サービス|製品|アプリ|ツール|商品))?|イチ(?:オシ|推し)|推荐(?:品牌|产品|工具|选择)?|推薦(?:品牌|產品|工具)?|首选|首選|추천(?: (?:브랜드|제품|도구|앱|서비스))?|توصياتنا|ההמלצות שלנו|हमारी सिफ़?ारिशें`,
];

/** Above several names, each of them is advised against: `Brands to avoid`. */
export const AVOID_HEADS = [
  `(?:(?:the )?(?:brands?|models?|products?|options?|apps?|tools?|services?|companies|providers?|picks?|ones|which|what|who)(?: \\w+){0,2} (?:to|i'd|we'd|i would|we would|you should) (?:avoid|skip|stay away from|steer clear of|pass on))`,
  `(?:i'd|we'd|i would|we would|best to|better to|please )?\\s?(?:avoid|skip|steer clear(?: of)?|stay away from)(?: (?:these|this|those|them|for now|if possible|at all costs|the following)(?: \\w+)?)?`,
  `(?:the )?(?:worst|weakest)(?: \\w+){0,3}|not recommended|do(?:n't| not) (?:buy|bother)(?: (?:with|these))?`,
  `(?:marken|modelle|anbieter|apps|tools|produkte|dienste|was),? (?:die )?(?:du|sie|man)? ?(?:besser |lieber )?(?:zu )?(?:meiden|vermeiden)(?: sollten?| solltest)?|(?:davon |hiervon )?(?:raten wir|rate ich) ab|nicht kaufen|lieber nicht|(?:marques|modèles|outils|options|services|applications|applis|produits) à (?:éviter|fuir)|à fuir|passez votre chemin|(?:marcas|modelos|herramientas|opciones|servicios|productos|aplicaciones) (?:a|que) (?:debes |deberías )?evitar|mejor evitar(?:los|las|lo)?|evítal[oa]s?|(?:marcas|modelos|ferramentas|opções|serviços|produtos|aplicativos) (?:a|para|que deve) evitar|melhor evitar|evite(?: estes| estas)?|(?:marche|marchi|modelli|strumenti|servizi|prodotti|app|opzioni) da evitare|meglio evitare|evitate|lasciate perdere`,
  `(?:merken|modellen|apps|diensten|producten) (?:om te vermijden|die je (?:beter )?(?:kunt|moet) vermijden)|beter (?:te )?vermijden|liever niet|afraders?|(?:märken|modeller|tjänster|appar) att undvika|(?:marki|modele|narzędzia|aplikacje)(?: |, )(?:których )?(?:lepiej )?(?:unikać|do unikania)|lepiej unikać|(?:чего|что|кого|каких брендов)(?: лучше| стоит)? избегать|не (?:стоит )?(?:брать|покупать)|(?:kaçınılması|uzak durulması) gereken${FEW}{0,3}|uzak durun`,
  `避けるべき[^:：]{0,12}|避けたい[^:：]{0,12}|おすすめ(?:しない|できない)[^:：]{0,12}|やめた(?:ほう|方)がいい[^:：]{0,12}|(?:需要|应该|应|要|建议)?(?:避开|避免|避雷|不推荐|不建议|不要买)[^:：]{0,10}|(?:應該|建議)?(?:避開|避雷|不推薦|不建議)[^:：]{0,10}|피해야 할 [^:：]{1,10}|추천하지 않는 [^:：]{1,10}|비추천 ?[^:：]{0,8}`,
];

/** Headers of columns that hold what the answer picks: `Winner`, `Unser Favorit`. */
export const PICK_COLUMNS = [
  `(?:our |my |the |overall |recommended |top |best |suggested )?(?:pick|choice|winner|favou?rite|recommendation)s?|recommended(?: (?:option|tool|app|brand|product|model|service|provider|choice|solution))?|best (?:option|tool|app|brand|product|model|service|provider|fit|bet|match|pick|choice|for you)|go with|choose(?: this)?|pick this|go for|advantage|who wins\\??|better choice|wins`,
  `(?:unser |mein |klarer )?(?:favorit|sieger|gewinner|testsieger|tipp)|(?:unsere |meine )?(?:empfehlung|wahl)|beste (?:wahl|option)|(?:notre |mon )?(?:choix|favori|préféré)|gagnant|vainqueur|recommandation|meilleur choix|(?:nuestra |nuestro |mi )?(?:elección|favorit[oa]|preferid[oa])|ganadora?|recomendación|recomendad[oa]|mejor opción|(?:nossa |nosso |minha )?(?:escolha|favorit[oa]|preferid[oa])|vencedora?|recomendação|melhor (?:opção|escolha)|(?:il nostro |la nostra )?(?:favorit[oa]|preferit[oa]|scelta|consiglio)|vincitore|consigliat[oa]|miglior(?:e)? (?:scelta|opzione)`,
  `winnaar|(?:onze |mijn )?(?:keuze|favoriet|aanrader)|beste keuze|vinnare|vårt val|vår favorit|zwycięzca|nasz (?:wybór|faworyt|typ)|polecamy|победитель|наш (?:выбор|фаворит)|лучший выбор|переможець|наш вибір|kazanan|(?:bizim )?(?:seçimimiz|favorimiz|önerimiz)|勝者|おすすめ|イチオシ|一押し|推し|推荐|首选|胜者|赢家|胜出|推薦|首選|勝出|추천|승자|우승|الفائز|اختيارنا|הזוכה|הבחירה שלנו|विजेता|हमारी पसंद`,
];

/** The two sides of an assessment. */
export const PROS = [
  `(?:key |main |biggest |top )?(?:pros?|advantages?|strengths?|benefits|upsides?|positives|highs|likes|strong points|the good|what's good|what (?:i|we|users|people|stands out|works)(?: \\w+)?(?: (?:like|liked|love|loved|well))?|why (?:people|users|you'll|you might|we|i) (?:love|like|choose) (?:it|this))`,
  `vorteile?|stärken|pluspunkte?|pro|das gefällt(?: uns)?|was (?:uns |mir )?gefällt|avantages?|(?:les )?points forts|les plus|atouts?|forces|ventajas?|pros|puntos (?:fuertes|a favor|positivos)|fortalezas|a favor|vantagens|prós|pontos (?:fortes|positivos)|vantaggi|punti di forza|pregi|voordelen|pluspunten|sterke punten|fördelar|styrkor|fordele|fordeler|zalety|plusy|mocne strony|výhody|klady|плюсы|преимущества|достоинства|сильные стороны|переваги|плюси|artıları?|avantajlar[ıi]?|güçlü yön\\p{L}+|πλεονεκτήματα|θετικά|ưu điểm|kelebihan`,
  `メリット|長所|(?:良|い)い(?:点|ところ)|強み|优点|优势|长处|優點|優勢|장점|강점|좋은 점|المزايا|المميزات|الإيجابيات|יתרונות|फ़?ायदे|ख़?ूबियाँ|ข้อดี|จุดเด่น`,
];
export const CONS = [
  `(?:key |main |biggest )?(?:cons?|disadvantages?|weaknesses|weakness|drawbacks?|downsides?|negatives|lows|dislikes|shortcomings|weak points|limitations?|complaints|the bad|what's bad|what (?:i|we|users|people) (?:don't|didn't|dislike|hate)(?: like)?|why (?:people|users|you might) (?:not|leave|avoid|skip)(?: \\w+)?|where it falls short)`,
  `nachteile?|schwächen|minuspunkte?|kontra|contra|das gefällt (?:uns )?nicht|was (?:uns |mir )?nicht gefällt|inconvénients?|(?:les )?points faibles|les moins|défauts?|faiblesses|limites|desventajas?|inconvenientes|contras|puntos (?:débiles|en contra|negativos)|debilidades|en contra|desvantagens|pontos (?:fracos|negativos)|svantaggi|contro|punti deboli|difetti|nadelen|minpunten|zwakke punten|nackdelar|svagheter|ulemper|wady|minusy|słabe strony|nevýhody|zápory|минусы|недостатки|слабые стороны|недоліки|мінуси|eksileri?|dezavantajlar[ıi]?|zayıf yön\\p{L}+|μειονεκτήματα|αρνητικά|nhược điểm|kekurangan`,
  `デメリット|短所|悪い点|弱み|欠点|気になる(?:点|ところ)|注意点|缺点|不足|劣势|短板|缺點|劣勢|단점|약점|아쉬운 점|العيوب|السلبيات|חסרונות|नुक़?सान|कमियाँ|कमियां|ข้อเสีย|จุดด้อย`,
];

/** Before an arrow, a wish or a purpose that the name behind it is chosen for: `Need it offline? → T`. */
export const WISHES =
  'if|for|best|want|need|looking|prefer|on a|you|wenn|falls|für|beste\\p{L}*|si|pour|meilleur\\p{L}*|para|mejor|melhor|se|per|miglior\\p{L}*|als|voor|om|för|dla|jeśli|если|для|якщо|için|если|إذا|अगर|यदि';
export const WISHES_AT_END =
  '向け|なら|には|場合|の人|的人|用户|的话|需要|预算|情况|用|라면|경우|위해|için|के लिए|[?？]';

/** What takes a label back: it was so, it is not so, others say so, or it is for those whose choice is no honor. */
export const NO_LABEL =
  /\b(?:was|were|not|no longer|never|formerly|used to|claims?|claimed|so-called|supposedly|said to be|n't|nicht|kein\w*|früher|ehemals|angeblich|war|pas|était|no es|era|não|non è|niet|inte|не|nie|nobody|no one|none)\b|(?<!\p{L})(?:не|была?|был)(?!\p{L})|是|曾|不|號稱|号称|据说|だった|ではな|とされ|という|었|아니/u;
