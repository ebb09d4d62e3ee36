/**
 * Words that weaken a value: a bound, uncertainty, another time, or another subject. In English, German, French,
 * Spanish, Italian, Portuguese, Dutch, Polish, and Japanese.
 */

const words = (...lists: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${lists.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** Right before a value: `from $10`, `up to 500`, `ca. 2012`. */
export const BOUND_BEFORE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    'from|starts?(?: out)?(?: at| from)?|starting(?: at| from)?|begin(?:s|ning)(?: at| from)?|at least|at most|up to|(?:more|less|fewer) than|over|under|above|below|between|before|after|until|since|about|around|approximately|approx\\.?|roughly|nearly|almost|some|only|as low as|as little as',
    'ab|bis(?: zu)?|beginnt (?:bei|ab)|startet (?:bei|ab)|mindestens|höchstens|maximal|über|unter|mehr als|weniger als|zwischen|vor|nach|seit|etwa|rund|circa|ca\\.?|ungefähr|fast|knapp|um',
    "à partir de|dès|depuis|jusqu['’]à|moins de|plus de|au moins|au plus|entre|environ|près de|autour de|vers|avant|après|commence(?:nt)? à|débute à",
    'desde|a partir de|hasta|menos de|más de|al menos|como máximo|entre|unos|unas|cerca de|alrededor de|aproximadamente|casi|hacia|antes de|después de|comienza en|empieza en',
    'da|a partire da|fino a|meno di|più di|almeno|al massimo|tra|fra|circa|quasi|intorno a(?:l|i)?|verso(?: il)?|prima del|dopo il|parte da',
    'desde|a partir de|até|menos de|mais de|pelo menos|no máximo|entre|cerca de|aproximadamente|quase|por volta de|antes de|depois de|começa em',
    'vanaf|tot|minder dan|meer dan|minstens|maximaal|tussen|ongeveer|circa|rond|bijna|voor|na|sinds|begint bij',
    'od|do|ponad|poniżej|mniej niż|więcej niż|co najmniej|między|około|ok\\.?|prawie|przed|po|zaczyna się od',
  ].join(
    '|',
  )}|\\d+ (?:of|von|de|di|dei|dos|van) (?:its|the|their|seine[nr]|ihre[nr]|ses|sus|suoi|seus|zijn|haar))\\s*[~≈(:]?\\s*(?:nur |just |only |the |dem |den |le |el |il |o )?$|[~≈<>≤≥]\\s*$|(?:約|およそ|最大|最低|至少|最多|大约|超过|超)\\s*$|\\d\\s*(?:and|to|bis|und|à|et|a|y|e|do|i|tot|en|–|-|~|〜|から)\\s*(?:US)?[$€£¥]?\\s*$`,
  'iu',
);

/** Right after an amount: it is only a difference. */
export const MORE_AFTER =
  /^(?:[^\d,;.]{0,30}\s)?(?:more|less|cheaper|extra|mehr|weniger|teurer|günstiger|de plus|de moins|más|menos|in più|in meno|a mais|a menos|meer|minder|duurder|goedkoper|więcej|mniej)(?!\p{L})/iu;

/** Right after a value: `$10+`, `$10 or more`, `10ドルから`, and the rest of a range. */
export const BOUND_AFTER =
  /^(?:,?\s(?:or|oder|ou|o|of|lub)\s(?:US)?[$€£¥]?\d)|^\s*(?:\+|(?:[-–—]|to|bis|à|a|al|até|tot|do|から|～|~|至)\s*(?:US)?[$€£¥]?\s*\d|or (?:more|less|so|higher)|and (?:up|above|more)|oder (?:mehr|weniger)|ou (?:plus|moins)|o (?:más|menos|più)|ou (?:mais|menos)|of (?:meer|minder)|lub więcej|から|以上|以下|未満|以内|起|以上|以下|左右|程度|前後|ほど|s(?![\p{L}]))/iu;

/** Words for another time, or for uncertainty. */
export const UNSURE = words(
  "\\p{L}+n['’]t",
  'used to|formerly|previously|originally|initially|once|until|no longer|will|would|could|might|may|should|if|unless|perhaps|maybe|possibly|probably|likely|reportedly|rumou?red|expected|planned|varies|vary|depending|depends|unclear|unknown|not sure|seems?|appears?|estimated|as of|at the time|(?:some|several|different) sources|sources (?:say|differ|disagree)|not',
  'früher|ehemals|ursprünglich|zunächst|bisher|wird|werden|würde|könnte|dürfte|sollte|falls|wenn|vielleicht|möglicherweise|vermutlich|wahrscheinlich|angeblich|voraussichtlich|variiert|variieren|je nach|unklar|unbekannt|scheint|stand|(?:einige|manche) quellen|nicht(?! (?:nur|zuletzt))',
  "auparavant|autrefois|anciennement|initialement|à l['’]origine|sera|serait|pourrait|devrait|si(?! (?:trova|vende|chiama|tratta|paga|colloca|compone))|peut-être|probablement|apparemment|varie|varient|selon|dépend|inconnue?|semble|certaines sources|n['’]est pas|ne sont pas|ne coûte pas",
  'antes|anteriormente|originalmente|inicialmente|será|sería|podría|debería|si(?! (?:trova|vende|chiama|tratta|paga|colloca|compone))|quizás?|tal vez|probablemente|posiblemente|supuestamente|varía|varían|según|depende|desconocid[oa]|parece|no (?:es|son|cuesta|está)|algunas fuentes',
  'prima|precedentemente|originariamente|inizialmente|sarà|sarebbe|potrebbe|dovrebbe|forse|probabilmente|presumibilmente|varia|variano|secondo|dipende|sconosciut[oa]|sembra|non (?:è|sono|costa)',
  'antes|anteriormente|originalmente|inicialmente|será|seria|poderia|deveria|talvez|provavelmente|possivelmente|supostamente|varia|variam|segundo|depende|desconhecid[oa]|parece|não (?:é|são|custa|fica)',
  'vroeger|voorheen|oorspronkelijk|aanvankelijk|zal|zullen|zou|kan|mogelijk|misschien|waarschijnlijk|naar verluidt|varieert|afhankelijk|onbekend|lijkt|niet',
  'wcześniej|dawniej|początkowo|pierwotnie|będzie|byłby|mógłby|powinien|jeśli|może|prawdopodobnie|podobno|zależnie|zależy|nieznan[ayeo]|wydaje się|nie',
);
/** Words for missing information, in any sentence. */
export const UNKNOWN = words(
  "whether|uncertain|not (?:sure|certain|clear|known|stated|disclosed)|unclear|unknown|undisclosed|(?:can|could)(?:no|['’])?t (?:say|tell|confirm|verify|find)|can not (?:say|tell|confirm|verify|find)|don['’]t know|no (?:public )?information|i assume|i believe|i think",
  'ob|unklar|unbekannt|ungewiss|nicht (?:bekannt|klar|sicher)|keine (?:angaben?|informationen)|geht .*? nicht hervor|ich (?:glaube|vermute)',
  'incertain|inconnue?|on ne sait pas|je ne sais pas|pas (?:clair|précisé|certain)|je crois',
  'no (?:se sabe|consta|está claro|queda claro|estoy segur[oa])|desconoc\\p{L}*|creo que',
  'non (?:si sa|è chiaro|è noto|sono sicur[oa])|sconosciut[oa]|credo che',
  'não (?:se sabe|consta|está claro|sei|tenho certeza)|desconhecid[oa]|acho que',
  'onduidelijk|onbekend|niet (?:bekend|duidelijk|zeker)|of er nog',
  'nie (?:wiadomo|jest jasne|jestem pew\\p{L}*)|nieznan[ayeo]',
);
export const UNKNOWN_CJK =
  /わかりません|分かりません|不明|かどうか|不清楚|不确定|不知道|是否|尚未公布|알 수 없/u;

/** Words for a transformation: the value may only hold afterwards. Founding years are unaffected. */
export const CHANGED = words(
  'moved|relocated|renamed|rebranded|relaunched|acquired|merged|back in',
  'zog|verlegt|übernommen|umbenannt',
  'rachetée?|déménagé',
  'se trasladó|adquirida?',
  'trasferit[oa]|acquisit[oa]',
  'mudou|adquirida?',
  'verhuisd|overgenomen',
  'przeniesion[ayeo]|przejęt[ayeo]',
);

/** Past tense, which says nothing about the present; years are in the past anyway. */
export const PAST = words(
  'was|were|had|cost(?= [$€£\\d])|war|waren|hatten?|kosteten?|était|étaient|avait|coûtait|era|eran|tenía|costaba|erano|aveva|costava|eram|tinha|custava|kostten?|był[aoy]?|byli|kosztował[aoy]?',
);
/** Uncertainty in Japanese and Chinese, which have no spaces. */
export const UNSURE_CJK =
  /かつて|以前|当初|でした|だった|可能性|かもしれ|でしょう|場合|予定|とされ|らしい|による|によって|ではあり|ではない|不明|曾|以前|可能|如果|取决|不是|据说/u;

/** Words for a comparison with another brand. */
export const COMPARED = words(
  'than|versus|vs\\.?|compared|unlike|whereas|while|instead|rather|cheaper|competitors?|alternatives?|rivals?',
  '(?:\\p{L}+er|mehr|weniger) als|gegenüber|verglichen|im vergleich|anders als|während|statt|anstatt|günstiger|teurer|konkurren\\p{L}*',
  '(?:plus|moins) \\p{L}+ que|comparé|contrairement|tandis que|alors que|au lieu|concurrents?',
  'frente a|comparado|a diferencia|mientras que|en lugar|competidores',
  'rispetto|a differenza|mentre|invece|concorrenti',
  'comparado|ao contrário|enquanto|em vez|concorrentes',
  '(?:\\p{L}+er|meer|minder) dan|vergeleken|in tegenstelling|terwijl|in plaats',
  'niż|w porównaniu|w przeciwieństwie|podczas gdy|zamiast',
);
/** `like Klentra with its $10 plan`. */
export const LIKE = /(?<!\p{L})(?:like|wie|comme|como|come|zoals|jak)\s[\p{Lu}\uE002]/u;
export const COMPARED_CJK = /に比べ|と比べ|より(?:も|安|高)|一方|比较|相比/u;

/** Other things with a price. */
export const OTHER_PRICE = words(
  'set-?up|onboarding|activation|fees?|add-?ons?|extra|additional|surcharge|deposit|shipping|discount(?:ed|s)?|sale(?! por)|amazon|ebay|black friday|this (?:week|weekend|month)|deal|second-?hand|refurbished|promo(?:tion(?:al)?)?|coupon|save|saves|saving|savings|off|refund|credits?|per transaction|overage|trial|introductory|first (?:\\S+ )?(?:months?|years?)|(?:when|once) you (?:pay|commit|prepay|sign|buy)|quarter(?:ly)?|every (?:two|three|four|six|\\d+) \\p{L}+|students?|non-?profits?|revenue|funding|raised|valuation|valued|worth|budget|donat\\p{L}*|reward|bonus|minimum|instead of|renew\\p{L}*',
  'einrichtung\\p{L}*|gebühr(?:en)?|zusätzlich|aufpreis|kaution|versand\\p{L}*|rabatt\\p{L}*|ermäßigt\\p{L}*|reduziert\\p{L}*|sparen|spart|gutschein|guthaben|gutschrift|testphase|umsatz|finanzierung|studierende|studenten|mindest\\p{L}*|aktion\\p{L}*|im ersten (?:monat|jahr)|vierteljährlich|pro quartal|alle (?:zwei|drei|vier|sechs|\\d+) \\p{L}+',
  "frais|supplément\\p{L}*|caution|livraison|réduction|remise|promo\\p{L}*|économis\\p{L}*|crédits?|essai|chiffre d['’]affaires|levée|levé|étudiants?|minimum|première? (?:mois|année)",
  'gastos|cargo|adicional(?:es)?|depósito|envío|descuento|oferta|promo\\p{L}*|ahorr\\p{L}*|crédito|prueba|ingresos|recaud\\p{L}*|estudiantes|mínimo|primer(?:os)? (?:mes|año|\\S+ meses)|cuota|trimestre|cada (?:dos|tres|cuatro|seis|\\d+) \\p{L}+',
  'commission\\p{L}*|aggiuntiv\\p{L}*|supplement\\p{L}*|cauzione|spedizione|sconto|scontato|promo\\p{L}*|risparmi\\p{L}*|credito|prova|fatturato|raccolt\\p{L}*|studenti|minimo|prim[oi] (?:mes[ei]|anno)|attivazione|trimestre|ogni (?:due|tre|quattro|sei|\\d+) \\p{L}+',
  'taxas?|adicional|adicionais|depósito|frete|desconto|promo\\p{L}*|economiz\\p{L}*|crédito|teste|receita|captou|estudantes|mínimo|primeiros? (?:mês|meses|ano)|adesão|trimestre|a cada (?:dois|três|quatro|seis|\\d+) \\p{L}+',
  'opstartkosten|kosten voor|toeslag|extra|borg|verzend\\p{L}*|korting|actie\\p{L}*|bespaar\\p{L}*|besparing|tegoed|proefperiode|omzet|studenten|minimum|eerste (?:maand(?:en)?|jaar)|per kwartaal|elke (?:twee|drie|vier|zes|\\d+) \\p{L}+',
  'opłat\\p{L}*|dodatkow\\p{L}*|kaucj\\p{L}*|wysyłk\\p{L}*|zniżk\\p{L}*|rabat\\p{L}*|promocj\\p{L}*|oszczęd\\p{L}*|próbn\\p{L}*|przych\\p{L}*|studen\\p{L}*|minimum|pierwsz\\p{L}* (?:miesiąc|rok)',
);
export const OTHER_PRICE_CJK =
  /初期費用|手数料|追加|割引|セール|返金|クレジット|トライアル|初月|初年度|学生|売上|調達|最低|オプション|折扣|优惠|首月|学生|额外|手续费/u;

/** Something near the brand, rather than the brand itself. */
export const OTHER_THING = words(
  'parent|subsidiar\\p{L}*|sister|division|foundation|investors?|owners?|partners?|founders?|ceo|customers?|clients?|community|conference',
  'mutter\\p{L}*|tochter\\p{L}*|stiftung|investor\\p{L}*|eigentümer\\p{L}*|partner\\p{L}*|gründer\\p{L}*|kunden?',
  'maison mère|société mère|filiale|fondation|investisseurs?|propriétaire|partenaires?|fondateurs?|clients?',
  'matriz|filial|fundación|inversor\\p{L}*|propietari[oa]|socios?|fundador\\p{L}*|clientes?',
  'casa madre|capogruppo|controllata|fondazione|investitor\\p{L}*|proprietari[oa]|fondator\\p{L}*|clienti',
  'controladora|fundação|investidor\\p{L}*|proprietári[oa]|fundador\\p{L}*|clientes?',
  'moederbedrijf|dochter\\p{L}*|stichting|investeerder\\p{L}*|eigenaar|oprichter\\p{L}*|klanten',
  'spółka matka|spółka-matka|fundacj\\p{L}*|inwestor\\p{L}*|właściciel\\p{L}*|założyciel\\p{L}*|klient\\p{L}*',
);

export const OTHER_THING_CJK = /親会社|子会社|創業者|母公司|子公司|创始人|모회사|자회사/u;

/** A number for new items, or for some. */
export const SOME_OF = words(
  'new|added|adds|adding|another|first|last|top|popular|including|such as|per|each|every|other|these|those|featured|among',
  'neue[nrs]?|hinzu\\p{L}*|weitere[nrs]?|erste[nrs]?|beliebte\\p{L}*|darunter|pro|je|jede[nrs]?',
  'nouvelles?|nouveaux|ajout\\p{L}*|autres?|premi\\p{L}*|populaires?|dont|par|chaque',
  'nuev[oa]s?|añad\\p{L}*|agreg\\p{L}*|otr[oa]s?|primer\\p{L}*|populares|incluidas|por|cada',
  'nuov[eio]|aggiun\\p{L}*|altr[eio]|prim[eio]|popolari|tra cui|per|ogni',
  'nov[oa]s?|adicion\\p{L}*|outr[oa]s?|primeir\\p{L}*|populares|incluindo|por|cada',
  'nieuwe|toegevoegd\\p{L}*|andere|eerste|populaire|waaronder|per|elke?',
  'now[ey]\\p{L}*|doda\\p{L}*|inn[ey]\\p{L}*|pierwsz\\p{L}*|popularn\\p{L}*|w tym|na|każd\\p{L}*',
);

/**
 * Words allowed between the brand, a fact's words, and a contradicting value. After any other word, the value may
 * belong to another thing.
 */
export const PLAIN: ReadonlySet<string> = new Set(
  [
    'the a an of at by from on for in to with and its it is it s are be been being has have costs cost price priced pricing prices comes come runs run retails sells sold selling goes set you your back per currently now worldwide globally today only just total monthly yearly annual standard regular official',
    'offers offer offering include includes including provide provides support supports features feature employs employ counts boasts serves used gives give team staff plan plans tier edition package subscription version licence license account product integrates integrate month year user users seat every each all located situated office us that which',
    'rent rents billed buy order pay ll ve will d expect available listed works work operates operate ships ship speaks speak translated lasts last weighs weigh comes carries stands amounts around over company startup provider firm brand maker limited capped currently fully active model app tool workforce headcount interface strong headphones earbuds device box can workspace up data customers customer battery life warranty storage cloud file free one in some there here',
    'der die das den dem ein eine einen einem von für bei im in mit zu ist sind hat haben bietet bieten umfasst enthält beschäftigt zählt verfügt über gibt es kostet kosten liegt beträgt preis weltweit derzeit aktuell insgesamt nur tarif paket abo version lizenz monat jahr nutzer pro enthalten unternehmen anbieter firma hersteller unterstützt bekommt bekommen man sie erhält erhalten gewährt gewähren hält halten wiegt wiegen verlangt zahlt zahlen arbeiten laufzeit akku akkulaufzeit speicher auf verfügbar dauert übersetzt stehen steht verfügung fällig im handel kaufen bringt stellt bereit übersetzt tätig aktiv jeder jedem jeden jede alle laut offiziell schlägt des zur zum buche erhältlich zurzeit mittlerweile inzwischen monatlich jährlich',
    'le la les l d un une de du des à au aux en sur pour par est sont a ont il elle on vous propose offre compte emploie comprend inclut dispose disposez coûte coute prix facturé facturée proposé proposée affiché affichée vendu vendue seulement forfait formule abonnement mois an utilisateur se trouve situé actuellement avec entreprise société marque traduit traduite disponible dure gratuit gratuite présent présente dans autonomie garantie batterie tient pèse fonctionne stockage chaque effectif équipe faut compter comptez affiche exploite revendique gère acheter revient facture environ son sa y chez passe désormais maintenant',
    'el los las un una de del a al en por para es son está están tiene tienen ofrece ofrecen cuenta con incluye incluyen emplea dispone cuesta cuestan precio vale valen sale solo plan suscripción mes año usuario fabricante empresa compañía marca disponible opera funciona plantilla batería dura autonomía pesa garantía almacenamiento cada equipo actualmente presente traducido le te su sus coste formado comprar gestiona venta prueba gratuita se vende',
    'il lo i gli le un uno una di del della delle dei dal da al alla a in per è sono ha hanno offre offrono include impiega conta dispone costa costano prezzo viene vengono solo piano abbonamento mese anno utente azienda società marchio supporta disponibile opera presente tradotto batteria dura autonomia pesa garanzia spazio archiviazione ogni con attualmente vende gestisce si trova',
    'pelo pela pelos pelas o os as um uma de do da dos das ao em no na por para é são tem têm oferece oferecem inclui emprega conta com possui custa custam preço sai apenas plano assinatura mês ano usuário utilizador fica empresa marca suporta disponível opera presente traduzido bateria dura autonomia pesa garantia armazenamento cada atualmente vende',
    'de het een van bij in voor met is zijn heeft biedt bieden bevat telt geeft kost kosten prijs slechts abonnement pakket maand jaar gebruiker per bedrijf merk ondersteunt beschikbaar actief werkt batterij accu gaat mee weegt garantie opslag elke momenteel je betaal betaalt krijg krijgt op wereldwijd dienst werken te koop geeft je heet',
    'w z na za do dla od jest są ma mają oferuje zatrudnia zawiera kosztuje cena cenie tylko plan pakiet miesiąc rok firma obsługuje dostępny dostępna działa bateria waży gwarancja obecnie wynosi',
  ].flatMap((line) => line.split(' ')),
);
/** Plain words in Japanese and Chinese, which have no spaces. */
export const PLAIN_CJK =
  /^(?:は|の|が|で|に|を|と|価格|料金|値段|費用|月額|年額|税込|税別|数|合計|現在|プラン|版|的|现在|目前|要|为|是|售价|价格|月费|每月|每年|需|今)+$/u;

/** Between a fact's words and a value, these start a new subject. */
export const BOUNDARY =
  /[;,，、。]|\s[–—]\s|(?<![\p{L}])(?:and|but|or|who|which|that|where|plus|with|und|aber|oder|sowie|mit|et|mais|ou|qui|avec|y|pero|o|con|e|ma|che|com|mas|maar|met|i|ale|lub|z)(?![\p{L}])/iu;

/** Nouns for plans, beside a plan's name. */
export const PLAN_WORD =
  'plans?|tiers?|editions?|packages?|subscriptions?|versions?|licen[sc]es?|accounts?|Plan|Tarife?|Paket|Abo|Abonnement|Version|Lizenz|forfaits?|formules?|abonnements?|offres?|planes|suscripci[oó]n|piano|piani|abbonamento|planos?|assinatura|pakket|abonnement|plan(?:u|ie|em)?|[Pp]akiet|Forfait|Formule|Abonnement|Piano|Abbonamento|Plano|Assinatura|Pakket|プラン|套餐|版|요금제';
