/** Labels and short verdicts in several languages. They match a text in lower case in which each name is replaced by a sign. */

const MODIFIER =
  '(?:overall|budget|value|premium|mid-?range|splurge|upgrade|free|paid|cheap|affordable|luxury|low-cost|high-end|everyday|all-round|all-around|open-source|starter|single|first|second|long-term|general|safe|default)';

/** Nearly everybody: "best for" them does not limit the praise to a category. */
const MOST_PEOPLE =
  '(?:most|almost all|nearly all) (?:people|users|teams|buyers|shoppers|homes|households|families|readers|businesses|companies|travelers|travellers|folks|cases|situations|needs|budgets|of us|of you)';

/**
 * Best with a noun: `Best value: T`, `T (best for most people)`. A category with nothing but a purpose, `Best for teams`, is
 * not one.
 */
export const BEST_LABELS = [
  `(?:the )?best (?:overall )?value(?: for (?:the |your )?money)?(?: [\\w-]+){0,4}`,
  `(?:the )?best (?:${MODIFIER}[ -]){1,2}(?:pick|choice|option|buy|bet|recommendation|value|all-rounder)`,
  `(?:the )?best (?:buy|bet|all[- ]?(?:around|round(?:er)?)(?: [\\w-]+){0,4})`,
  `(?:the )?best (?:(?:overall |${MODIFIER} )?(?:pick|choice|option|bet) )?(?:for|in) ${MOST_PEOPLE}`,
  `(?:the |my |our )?(?:clear|safest|strongest|smartest|overall|obvious) (?:winner|bet|choice|pick)|the one to (?:get|buy|beat)`,
  `bestes? preis-leistungs-(?:verhältnis|sieger|tipp)|preis-leistungs-(?:sieger|tipp)|kauftipp|unser tipp|mein tipp|beste gesamtwahl`,
  `(?:le )?meilleur rapport qualité[-/ ]prix|(?:mon|notre) coup de c(?:œ|oe)ur|(?:mejor|la mejor) relación calidad[-/ ]precio|miglior rapporto qualità[-/ ]prezzo|melhor custo[-/ ]benefício|beste prijs-kwaliteit(?:verhouding)?|beste koop|bäst i test|bästa köp|bästa valet|najlepszy wybór|najlepszy stosunek jakości do ceny|en iyi (?:seçim|fiyat[-/]performans)|fiyat[-/]performans şampiyonu`,
  `лучшее соотношение цены и качества|найкращий вибір|性价比(?:之选|最高|之王)|最佳性价比|综合最佳|最优选择|最推荐|總體最佳|最推薦|コスパ最強|総合1位|ベストバイ|가성비 최고|최고의 가성비|καλύτερη επιλογή|أفضل قيمة|الخيار الأفضل|أفضل خيار|הבחירה הטובה ביותר|सबसे अच्छा विकल्प|ตัวเลือกที่ดีที่สุด|คุ้มค่าที่สุด|lựa chọn tốt nhất|đáng mua nhất`,
];

/** Labels of a verdict that consists of a name alone: `Short answer: T.` Before a name that more is said about, they say nothing. */
export const VERDICT_LABELS = [
  `(?:the )?(?:short|quick|simple|honest|one-word|one-line|direct) (?:answer|version|verdict|take|pick|recommendation)|tl;?dr|in (?:short|a nutshell|one word)|bottom line|(?:my |our |the |final |overall |quick |top ){0,2}(?:verdict|recommendation|suggestion|advice)|(?:my |our |the )?final (?:pick|choice|answer|word)|(?:my |our )(?:top |first |personal )?(?:suggestion|vote|choice|pick)`,
  `(?:in|for) ${MOST_PEOPLE}`,
  `kurz gesagt|kurze antwort|kurzantwort|(?:mein |unser )?fazit|(?:meine |unsere |klare )?empfehlung|mein (?:favorit|rat)|(?:meine|unsere) wahl`,
  `réponse (?:courte|rapide)|en bref|(?:ma |notre )?recommandation|mon (?:choix|conseil)|respuesta (?:corta|rápida)|en resumen|(?:mi |nuestra )?recomendación|mi (?:elección|favorit[oa])|risposta breve|in breve|la mia (?:scelta|raccomandazione)|il mio consiglio|resposta (?:curta|rápida)|em resumo|(?:minha |nossa )?recomendação|minha escolha`,
  `kort(?:e)? antwoord|kortom|(?:mijn |onze )?aanbeveling|mijn (?:keuze|advies)|kort svar|(?:min |vår )?rekommendation|mitt val|krótka odpowiedź|(?:moja |nasza )?rekomendacja|mój wybór|kısa cevap|(?:benim )?(?:önerim|tavsiyem|tercihim)|câu trả lời ngắn(?: gọn)?|khuyến nghị|lựa chọn của tôi`,
  `краткий ответ|коротко|(?:моя |наша )?рекомендация|мой выбор|вердикт|коротка відповідь|(?:моя |наша )?рекомендація|мій вибір|σύντομη απάντηση|η (?:πρόταση|επιλογή) μου|الإجابة المختصرة|الخلاصة|توصيتي|اختياري|תשובה קצרה|ההמלצה שלי|הבחירה שלי|संक्षिप्त उत्तर|मेरी (?:सिफारिश|पसंद)`,
  `简短回答|一句话|结论|(?:我的)?(?:推荐|建议|选择)|簡短回答|結論|我的推薦|推薦|ずばり|(?:私の)?(?:おすすめ|推奨|イチ推し)|짧은 답변|결론|(?:나의 |제 )?추천|คำตอบสั้น ๆ|สรุป|คำแนะนำ`,
];

/** Labels that advise against the name next to them: `Not recommended: T`. */
export const WARNING_LABELS = [
  `(?:definitely |strongly )?not recommended|(?:best )?avoid(?:ed)?|skip(?: (?:it|this one))?|steer clear(?: of)?|stay away(?: from)?|(?:the )?worst (?:overall|choice|pick|option|value|buy)|(?:the )?(?:biggest )?(?:loser|disappointment)|one to (?:avoid|skip)|(?:ones|brands|products|apps|what|which ones?) to (?:avoid|skip)|don't (?:buy|bother)|hard pass|not worth (?:it|the money|buying)`,
  `nicht (?:zu )?empfohlen|nicht empfehlenswert|finger weg(?: von)?|(?:besser |lieber )?(?:meiden|vermeiden)|zu vermeiden|abzuraten|non recommandée?s?|(?:pas|peu) recommandée?s?|déconseillée?s?|à éviter|no recomendad[oa]s?|a evitar|evitar|sconsigliat[oaie]|da evitare|não recomendad[oa]s?|evite|niet aanbevolen|niet aan te raden|vermijden|rekommenderas (?:inte|ej)|undvik|niezalecan[eya]|unikać|odradzam|tavsiye edilme(?:z|yen)|önerilme(?:z|yen)|không (?:nên dùng|khuyên dùng|khuyến nghị)|nên tránh`,
  `не рекоменду(?:ется|ем|ю)|избегать|не рекомендується|уникати|δεν συνιστάται|αποφύγετε|غير موصى به|تجنب|לא מומלץ|להימנע|अनुशंसित नहीं|बचें|不推荐|不建议|避免|避雷|不推薦|不建議|おすすめしない|非推奨|避けるべき|비추천|추천하지 않음|피해야 할 것|ไม่แนะนำ|ควรหลีกเลี่ยง`,
];
