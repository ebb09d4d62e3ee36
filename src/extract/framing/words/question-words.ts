/** The answer's own questions, and their answers. They match lowercase text. */

/** Questions about quality: `Is T worth it?`, `Lohnt sich T?` */
export const ASSESSING =
  /(?<!\p{L})(?:worth|good|great|safe|secure|reliable|legit|trustworthy|any good|the right|right for|recommend\p{L}*|should (?:i|you|we)|would you|buy|choose|lohnt|gut|sicher|zuverlässig|seriös|vertrauenswürdig|empfehl\p{L}*|brauchbar|taugt|kaufen|vaut|bonne?|fiables?|sûre?|sérieu\p{L}+|recommand\p{L}*|faut-il|acheter|choisir|buen[oa]?|fiable|segur[oa]|merece|vale la pena|recomend\p{L}*|recomiend\p{L}*|comprar|confiável|boa|bom|vale a pena|compensa|presta|valid[oa]|buon[oa]?|affidabile|sicur[oa]|vale|conviene|consigli\p{L}*|comprare|goed|betrouwbaar|veilig|de moeite|aan te raden|kopen)(?!\p{L})|おすすめ|お勧め|良い|いい|信頼|安全|買う|买|買|值得|靠谱|可靠|推荐|推薦|安全吗|好用/u;

/** Questions about a choice: `Which is best?`, `Welche passt zu Anfängern?` */
export const CHOOSING =
  /(?<!\p{L})(?:which|who|whom|what(?:'s| is| would| should)|welche[rsnm]?|was|wer|quel(?:le)?s?|lequel|laquelle|qui|qué|que|cuál(?:es)?|quién|qual|quais|quem|chi|welke?|wie|wat)(?!\p{L}).{0,300}(?<!\p{L})(?:best|better|choose|pick|recommend\p{L}*|take|buy|first|then|instead|suits?|beste[rsnm]?|besten|geeignet\p{L}*|empfehl\p{L}*|nehmen|kaufen|passt|stattdessen|meilleure?s?|choisir|prendre|conseill\p{L}*|recommand\p{L}*|mejor(?:es)?|elegir|elijo|recomiend\p{L}*|comprar|melhor(?:es)?|escolher|indica\p{L}*|compensa|miglior[ei]?|scegliere|consigli\p{L}*|prendere|kiezen|aanra\p{L}*|kopen|nemen)(?!\p{L})|(?:どれ|どの|どちら|何).{0,300}(?:おすすめ|お勧め|良い|いい|一番|選)|(?:哪|什么|谁).{0,300}(?:好|推荐|选|买|适合)/u;

/** Questions about avoiding: `Anything to avoid?` */
export const AVOIDING =
  /(?<!\p{L})(?:avoid|skip|steer clear|stay away|meiden|abraten|éviter|fuir|evitar|evitare|vermijden|afraden)(?!\p{L})|避け|避开|避免/u;

const END = '(?=\\s*(?:$|[.,;:!—–-]|["”*]))';

export const YES = new RegExp(
  `^(?:(?:absolutely|definitely|certainly),? )?(?:yes|yep|absolutely|definitely|without (?:a )?(?:doubt|question)|it is|ja|unbedingt|auf jeden fall|oui|tout à fait|absolument|sí|sin duda|claro que sí|sim|com certeza|sì|assolutamente|zeker|jazeker)${END}(?![.,;:!—–-]? ?(?:but|aber|mais|pero|mas|ma|però|maar|formally|technically))|^(?:はい|是的|值得|可以)(?=[。、，,！!])`,
  'u',
);

export const NO = new RegExp(
  `^(?:sadly,? |unfortunately,? |leider,? |hélas,? )?(?:(?:in my view,? |honestly,? |frankly,? )?(?:no|nope|not really|not at all|not (?:in my|in our) (?:view|opinion|book)|not any ?more|hardly|no,? (?:sadly|unfortunately|not really)|i wouldn't|we wouldn't)|(?:eher )?nein|kaum|(?:eher |leider )?nicht(?: wirklich)?|für .{3,20} kaum|wohl nicht|non|pas vraiment|pas du tout|plutôt non|no mucho|la verdad,? no|en absoluto|não|não muito|difícil (?:defender|recomendar)|dificilmente|non proprio|purtroppo no|nee|niet echt|helaas niet|nauwelijks)${END}|^(?:いいえ|不|不值得|不推荐|不太)(?=[。、，,！!])`,
  'u',
);

/** The start of a sentence before the name that answers a question. */
export const LEAD =
  /^["*\s]*(?:(?:in my (?:opinion|view)|honestly|easily|for me|without a doubt|sans (?:surprise|hésiter|doute)|selon moi|pour moi|sin duda|para mí|sem dúvida|para mim|senza dubbio|per me|zonder twijfel|ganz klar|eindeutig|klar|meiner meinung nach|für mich|then|dann|alors|entonces|então|allora|dan),? (?:(?:the|der|die|das|den|le|la|les|l'|el|los|las|o|a|os|as|il|lo|de|het) ?)?["*「『]*|(?:the|der|die|das|den|le|la|les|l'|el|los|las|o|a|os|as|il|lo|de|het) ?["*「『]*|[「『]["*「『]*)?$/u;
