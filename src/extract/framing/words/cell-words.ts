/** Verdicts that fill a cell or a line of their own, in several languages: `Buy`, `Finger weg`, `不推荐`. */
export const BUY = [
  'buy(?: it| now| this(?: one)?)?|strong buy|must[- ]buy|get it|go for it|take it|keep(?: it)?|yes(?:,? (?:absolutely|definitely|please|buy it|for sure))?|(?:a |an )?(?:clear |easy |definite |solid |big )?(?:yes|buy|recommend|recommendation|keeper)|thumbs up|a? ?must[- ]have|very good|excellent|outstanding|superb|great|best|best (?:buy|choice|pick|overall|in class)|recommended|highly recommended|👍+|✅ ?(?:buy|recommended|yes)',
  'kaufen|zugreifen|(?:klarer? )?kauftipp|(?:klare|volle|unsere) empfehlung|empfehlung|empfohlen|(?:sehr )?empfehlenswert|hervorragend|ausgezeichnet|sehr gut|spitze|lohnt sich|ja(?:,? unbedingt)?|jeden (?:cent|euro) wert',
  'à acheter|foncez|recommandé|(?:très |fortement |vivement )recommandé|excellent|très bon|un très bon choix|oui|vaut (?:son prix|le coup)|achat conseillé|cómpralo|comprar|muy recomendable|recomendado|recomendable|excelente|muy bueno|sí|merece la pena|vale la pena|da comprare|consigliato|consigliatissimo|ottimo|eccellente|sì|vale la spesa|comprar já|recomendado|ótimo|muito bom|sim|vale a pena',
  'kopen|aanrader|aanbevolen|uitstekend|zeer goed|köp|rekommenderas|utmärkt|mycket bra|køb|anbefales|kjøp|fremragende|kupuj|kupować|polecam|polecany|polecane|świetny|świetne|bardzo dobry|warto|doporučujeme|koupit|výborný|tavsiye edilir|öneririz|alın|alınır|harika|mükemmel|nên mua|rất đáng mua|đáng mua|rất tốt|tuyệt vời|sangat direkomendasikan|direkomendasikan|beli|layak beli',
  'брать|берите|берём|покупать|рекомендуем|рекомендую|рекомендуется|отлично|отличный выбор|стоит (?:брать|покупать|своих денег)|да|брати|беріть|купувати|рекомендуємо|рекомендую|відмінно|варто|αγοράστε το|συνιστάται|προτείνεται|εξαιρετικό|πολύ καλό|αξίζει',
  'اشتره|موصى به|نوصي به|ممتاز|يستحق الشراء|يستحق|לקנות|מומלץ|מומלץ מאוד|מצוין|שווה|खरीदें|अनुशंसित|बेहतरीन|उत्कृष्ट|ซื้อ|แนะนำ|ยอดเยี่ยม|คุ้มค่า|ดีมาก',
  '买|值得(?:买|入手|购买|推荐)|(?:强烈|非常)?推荐|首选|优秀|很好|闭眼入|買|值得買|推薦|強烈推薦|買い|おすすめ|一番のおすすめ|優秀|最高|購入推奨|사세요|추천|강력 추천|매우 좋음|훌륭함|살 만함|추천합니다|추천해요|추천드립니다',
];
export const DROP = [
  "skip(?: it| this(?: one)?)?|avoid(?: it| this(?: one)?)?|pass on it|(?:a )?hard pass|no(?:,? (?:thanks|skip it|avoid|not recommended))?|(?:a )?(?:clear |definite |hard )?no|stay away|steer clear|look elsewhere|(?:do not|don't) (?:buy|bother|get it)|not recommended|not worth it|thumbs down|return it|terrible|awful|poor|bad|very (?:poor|bad)|weak|disappointing|worst|overpriced|waste of money|a waste of money|👎+|❌ ?(?:skip|avoid|no|not recommended)",
  'nicht kaufen|finger weg|lieber nicht|(?:besser )?meiden|abzuraten|nicht (?:zu )?empfohlen|nicht empfehlenswert|nicht zu empfehlen|keine empfehlung|schlecht|mangelhaft|enttäuschend|lohnt (?:sich )?nicht|nein(?:,? danke)?|zurückgeben|überteuert',
  'à éviter|à fuir|passez votre chemin|déconseillé|non recommandé|pas recommandé|décevant|mauvais|médiocre|non|ne vaut pas (?:son prix|le coup)|no comprar|evitar|evítalo|no recomendado|no recomendable|decepcionante|malo|muy malo|no merece la pena|no vale la pena|da evitare|evitare|lasciar perdere|lascia perdere|sconsigliato|deludente|pessimo|scarso|non vale la spesa|não comprar|não recomendado|dececionante|ruim|fraco|péssimo|não vale a pena|não',
  'niet kopen|afrader|afgeraden|niet aanbevolen|vermijden|slecht|teleurstellend|nee|undvik|köp inte|avråds|rekommenderas (?:inte|ej)|dålig|dåligt|besviken|undgå|anbefales ikke|unngå|odradzam|odradzamy|unikać|nie kupuj|nie kupować|nie polecam|słaby|słabe|nie warto|nedoporučujeme|vyhnout se|tavsiye edilmez|önerilmez|önermeyiz|almayın|kaçının|kötü|değmez|không nên mua|nên tránh|tránh|kém|thất vọng|không đáng(?: tiền| mua)?|hindari|jangan beli|tidak direkomendasikan',
  'не брать|не берите|не покупать|не рекомендуем|не рекомендую|не рекомендуется|избегать|мимо|плохо|слабо|разочаровал|разочаровывает|не стоит (?:брать|покупать|своих денег)|нет|не брати|не купувати|не рекомендуємо|уникати|погано|не варто|αποφύγετε το|αποφύγετε|δεν συνιστάται|δεν προτείνεται|κακό|απογοητευτικό|δεν αξίζει',
  'تجنبه|تجنب|لا تشتره|غير موصى به|لا ننصح به|سيئ|مخيب للآمال|لا يستحق|לא לקנות|לא מומלץ|להימנע|גרוע|מאכזב|לא שווה|न खरीदें|बचें|अनुशंसित नहीं|खराब|निराशाजनक|ไม่แนะนำ|หลีกเลี่ยง|อย่าซื้อ|แย่|ไม่คุ้ม|ไม่คุ้มค่า|น่าผิดหวัง',
  '别买|不(?:要|建议)买|不买|不推荐|不建议|不值|不值得(?:买|购买)?|避坑|避雷|劝退|很差|差|失望|令人失望|別買|不推薦|不建議|不值得買|避けるべき|買わない|見送り|おすすめしない|おすすめできない|非推奨|がっかり|期待外れ|비추천|비추|사지 마세요|별로|실망|추천하지 않음|피하세요',
];

/** What a buyer says in a cell, without a subject. */
export const CONTENT = [
  `(?:would|will|i'd|i'll|we'd|we'll) (?:gladly |happily |definitely |always )?(?:buy|choose|pick|get|order|recommend)(?: it| one| this)?(?: again)?(?=$|[.,;!])|money well spent|no regrets|(?:very |really |still )?happy with it|(?:i |we )?(?:love|loved|adore) it|does everything (?:well|right)|exactly what (?:i|we|you) (?:need|needed|want|wanted)`,
];
export const REGRET = [
  `(?:would not|wouldn't|will not|won't|never) (?:buy|choose|pick|get|order|recommend)(?: it| one| this)?(?: again)?(?=$|[.,;!])|(?:i |we )?regret(?:ted|s)? (?:it|buying (?:it|this))|(?:i |we )?(?:gave up|gave it up|returned it|sent it back|took it back|threw it (?:out|away))|money (?:wasted|down the drain)|(?:a )?waste of (?:money|time)|(?:i |we )?(?:hate|hated) it`,
];
