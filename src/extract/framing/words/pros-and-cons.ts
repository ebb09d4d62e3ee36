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
