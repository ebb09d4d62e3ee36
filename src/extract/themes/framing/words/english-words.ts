/**
 * Words that frame a brand. Patterns match a lowercase sentence with a placeholder of equal length for each name: T for
 * a tracked brand, U for any other name.
 *
 * A cue must be precise. A phrase that often concerns something else is no cue, and the mention stays neutral.
 */

/** A name, tracked or not. */
export const NAME = '[\uE001\uE002]\uE003*(?!\uE003)';

/** Up to four adverbs or similar words between a phrase's parts. */
export const ADVERBS =
  "(?:(?:still|also|clearly|easily|probably|arguably|definitely|undoubtedly|generally|often|widely|consistently|simply|truly|really|certainly|usually|typically|currently|overall|always|hands[- ]down|by far|without (?:a )?(?:doubt|question)|perhaps|likely|surely|again|now|just|quite|pretty|a very|very|both|frequently|commonly|regularly|increasingly|honestly|hardly|never|not|n't|no longer|only|not only|far from|anything but|nowhere near|rather|somewhat|a bit|a little|too|so|particularly|especially|notoriously|painfully|fairly|comparatively|relatively)\\s+){0,4}";

const QUALITY =
  '(?:excellent|great|good|solid|strong|fantastic|wonderful|perfect|smart|ideal|right|superb|terrific|outstanding|safe|sensible|brilliant|obvious|clear|natural|compelling|reliable|best|better|top|first|number one|no\\. 1|#1|optimal|winning|unbeatable|popular and reliable|worthwhile)';
const THING =
  '(?:choice|option|pick|bet|recommendation|purchase|buy|investment|solution|fit|match|contender for best|candidate|all-rounder|alternative|starting point|value)';

const NOT_BEST =
  '(?![- ](?:known|selling|seller|sellers|used|practice|practices|avoided|before|when|of both|friend|interests?|efforts?|guess|way to|ways to|avoid|described|remembered|taken|left))';

/** Nouns for a recommended thing: `the best choice`, `our top pick`. */
export const PICKS = [
  `(?:the|our|my|an?|your|one of the|among the|some of the|their)\\s+(?:[\\w-]+\\s+){0,2}best${NOT_BEST}\\b(?! for\\b| if\\b)`,
  `(?:the |our |my |a |an |your )?(?:[\\w-]+ )?top[- ](?:pick|choice|recommendation|option|performer)s?`,
  `(?:the |our |my |a |an )?(?:overall |clear |clear overall |undisputed |obvious )?winner`,
  `(?:the )?gold standard`,
  `(?:a )?no-brainer`,
  `(?:a |an |the |another |our |my )?(?:\\w+ly )?${QUALITY}(?:,? (?:and )?[\\w-]+)? ${THING}s?(?! (?:for|if)\\b)`,
  `(?:a )?must-have|unbeaten|in a class of its own|head and shoulders above|hard to fault|tough to fault|the benchmark|a perennial winner|number one|the (?:\\w+ )?to (?:own|insist on)`,
  `hard to beat|tough to beat|difficult to beat|unbeatable|second to none|unmatched|unrivall?ed`,
  `(?:well )?worth (?:every penny|it|the (?:money|price|investment|extra|premium|splurge|cost|hype))`,
  `(?:highly|strongly|wholeheartedly|heartily|warmly) recommended(?! (?:by|dose|daily|setting|that|you))`,
  `the one (?:to (?:get|buy|beat|choose|pick)|i'd (?:get|buy|pick|choose)|we'd (?:get|buy|pick|choose))`,
];

/** Recommendations for a purpose: `ideal for`, `a great choice if`. They are weaker, but count. */
export const SCOPED = [
  `(?:the |an? |our |my |your )?(?:[\\w-]+ ){0,2}best${NOT_BEST}(?: [\\w-]+){0,3} (?:for|if)\\b`,
  `(?:ideal|perfect|excellent|great|fantastic|well[- ]suited|best[- ]suited|perfectly suited|ideally suited|tailor-made) (?:for|if|to)\\b(?! (?:be|say|see|start)\\b)`,
  `(?:a |an |the |another )?(?:\\w+ly )?${QUALITY}(?:,? (?:and )?[\\w-]+)? ${THING}s? (?:for|if)\\b`,
];

/** Those that also count right after the name, `T – perfect for teams`. `T – best for teams` is only a category. */
export const SCOPED_DESCRIPTIONS = SCOPED.slice(1);

/** Verbs that recommend their subject. */
export const PICK_VERBS = [
  `(?:gets?|has|wins?|earns?) (?:our|my) (?:vote|nod|top spot|recommendation)|earned (?:our|my) (?:vote|nod|top spot)`,
  `hits? the sweet spot|topped (?:the|our|my|this) (?:[\\w-]+ ){0,3}(?:table|list|ranking|chart|leaderboard|test)s?|took the crown|takes? first place`,
  `(?:is|'s|are|was|remains) (?:the )?(?:[\\w-]+ ){0,3}(?:that |what )?(?:i|we)(?:'d| would|'ll)(?: \\w+ly| most)? (?!(?:\\w+ )?(?:not|never|avoid|skip|drop|leave|pass|cross|return|ditch|worry|rule|watch|warn)\\b|keep (?:off|away|out))\\w+`,
  `(?:is|'s|are|was|remains) (?:the )?(?:[\\w-]+ ){0,3}(?:that )?(?:i|we) recommend`,
  `is the only (?:[\\w-]+ ){1,2}worth`,
  `stands? out|stood out|takes? the crown|takes? the cake|comes? out on top|came out on top|reigns? supreme|leads? the pack|wins? (?:out|hands down|easily)|tops? (?:the|our|my|this) (?:list|ranking|chart)s?|is (?:hard|tough|difficult) to beat`,
];

/** Missing features. They only count against a name in a plain statement about it, not in passing. */
export const SHORTCOMINGS = [`lack(?:s|ed|ing)?(?! of\\b)`];
/** Verbs that criticize their subject. */
export const DEFICIT_VERBS = [
  `suffers? from|fails? (?:to|at)|disappoints?|disappointed|underperforms?|underdelivers?`,
  `(?:keeps?|kept) (?:crashing|freezing|buffering|failing|breaking|losing|disconnecting)|crash(?:es|ed) (?:constantly|often|frequently|repeatedly|regularly)|falls? apart|fell apart`,
  `(?:has|have) (?:gone|been going|been sliding) (?:downhill|backwards)|went downhill|has been sliding`,
  `(?:is|are|was|has been|have been) (?:plagued|marred|let down|hampered|hamstrung|criticized|criticised|panned) (?:by|for|with)`,
  `(?:has|have|had) (?:a |an )?(?:poor|bad|terrible|awful|mixed-to-negative|shoddy|weak) (?:reputation|track record|reviews|support|customer service)`,
];
/** Predicates that criticize their subject. */
export const DEFICITS = [
  `overpriced|outdated|clunky|unreliable|buggy|sluggish|bloated|disappointing|mediocre|terrible|awful|poor|poorly (?:built|made|designed|supported|rated|reviewed)|weak|frustrating|inferior|flawed|sub-?par|underwhelming|lackluster|lacklustre|obsolete|insecure|cumbersome|unstable|confusing|a letdown|a disappointment|the worst|one of the worst|among the worst|not up to par|a poor (?:choice|fit|value|option|match)|a bad (?:choice|fit|deal|option)|a weak (?:choice|option|point)|not worth (?:it|the (?:money|price|hype|cost)|buying)|overhyped|overrated|too expensive|a ripoff|a rip-off|a scam|slow|clumsy|dated|flimsy|shaky|abandoned|laggy|glitchy|error-prone|inaccurate|useless|unsafe|unusable|uncomfortable|fragile|notorious for|infamous for|a (?:real |complete |total |bit of a )?(?:letdown|mess|nightmare|non-starter|deal-?breaker|gamble|disaster|ordeal|waste of (?:money|time)|pain)|the (?:weakest|poorest|slowest|least (?:reliable|impressive|useful|punctual|accurate|comfortable|appealing|polished|convincing))|one of the (?:weakest|poorest|slowest)|overkill|hard to justify|difficult to justify|(?:outrageously|grossly|absurdly|ridiculously|wildly) (?:over)?priced|impossible to (?:use|cancel|reach)`,
];

/** Nouns for things to avoid. */
export const REJECTIONS = [
  `not (?:\\w+ly )?recommended`,
  `(?:hard|difficult|tough|impossible|harder) to recommend`,
  `best (?:avoided|skipped|left alone)|(?:one|ones) to (?:avoid|skip)|out of the question`,
];

/** A purpose or audience that discredits praise: `ideal for scammers`, `perfect for nobody`. */
export const ILL_PURPOSE =
  /(?<!\bsecond )\b(?:for|to|at|of|among|with|if you|by)(?: (?!stopping|blocking|detecting|preventing|against|fighting|avoiding|catching)[\w'-]+){0,4}? (?:nobody|no-one|no one|none|hackers?|scammers?|(?:cyber)?criminals?|fraudsters?|thieves|spammers|stalkers|predators|burglars|crooks|phishing|spamming|scams|scamming|fraud(?! [dp])|piracy|malware(?! [a-z])|(?:wast|los|destroy|ruin|burn)(?:e|ing) (?:your |my |their |all )?(?:money|data|time|files|sleep|patience|cash|customers|clients|savings)|(?:go|going) bankrupt|(?:hate|hating|dislike) (?:your |having )?(?:money|sleep|yourself|customers|clients|savings)|enjoy (?:\w+ )?(?:outages|waiting|pain|bugs|crashes|frustration))\b/;

/** Praise for being first, which may be first in something bad. */
export const OUTSTANDING =
  /\b(?:st(?:and|ood)s? out|takes? the cake|excel(?:s|led)?|shines?|great(?= at)|excellent(?= at)|first|highest|scor(?:es?|ed)|rank(?:s|ed)?|beat|unbeatable|unmatched|winner|wins?|best|reigns?|leads?|tops?)\b/;
export const FAULTY =
  /\b(?:for|as|at|on|of|in|among)(?: [\w'-]+){0,3}? (?:bad|worst|poor(?:est)?|weak(?:est)?|terrible|awful|worse|annoying|draining|mediocre|slow(?:est)?|expensive|most expensive|high(?:er|est)? (?:price|cost)s?|least \w+|complaints|outages|failures?|bugs?|losing|lacking|missing|unreliable|useless|disappointing)\b/;

/** A past time, in a sentence in the past tense. */
export const PAST_TIME =
  /\b(?:(?:for|over) (?:many |several |a few |\w+ )?(?:years|decades)|for a (?:while|long time)|(?:years?|decades?|months?) ago|back (?:in|then|when)|at (?:launch|first|one time|the time)|in (?:the past|its (?:day|heyday|prime)|those days|older|early|earlier|previous)|in the (?:early|nineties|eighties|\d\ds)|(?:at|in) (?:the|its) (?:beginning|early days|pilot phase|first years?)|historically|originally|initially|traditionally|(?:early|earlier|older|old|first|previous) (?:versions?|models?|builds?|releases?|generations?|editions?)|once|until|before (?:the|its|it|they)|in (?:19|20)\d\d|last (?:year|decade|century))\b/;
/** A later change, in a sentence in the past tense. */
export const LATER =
  /\b(?:now|nowadays|today|has (?:since|been (?:fixed|resolved|improved|replaced))|have (?:since|been fixed)|since (?:been|fixed|then|improved)|no longer|(?:was|were|got) (?:\w+ )?(?:fixed|resolved|replaced|improved)|these days|any ?more)\b/;
/** Signs of a test, whose verdicts count even in the past tense. */
export const TESTED =
  /\b(?:tests?|testing|tested|trials?|reviews?|reviewed|compar(?:ed|ison)|ranking|benchmarks?|survey|lab|winner|won|awards?|named|voted|rated|crowned|our|my)\b/;

/** After a fault: it only exists there or then. */
export const NARROW =
  /^ (?:to (?!be\b)\w+|(?:only|just) (?:with|when|if|on|in|at|for)\b|by nature|in (?:sodium|sugar|fat|calories|iron|protein|carbs)\b|at first|initially|at times|sometimes|in the beginning|for beginners|for newcomers|if you|when|during|while|on (?:\w+ )?(?:old|older|slow|slower|weak|some|certain|very|cheap|low-end|mobile)\b|in (?:cold|dark|some|certain|very|rare)\b)/;

const INCIDENT =
  '(?:breach(?:es)?|data leaks?|lawsuits?|class[- ]actions?|recalls?|outages?|scandals?|security incidents?|safety incidents?|vulnerabilit(?:y|ies)|bankruptc(?:y|ies))';
const NOT_ABOUT =
  '(?! ?(?:monitoring|alerts?|reports?|detection|scanner|watch|protection|notifications?|checks?|insurance|calculators?|index|stud(?:y|ies)|statistics|surveys?|lawyers?|attorneys?|database|trackers?|simulators?|response|proof|-proof|warnings?|history))';
export const INCIDENT_VERBS = [
  `(?:has |have |had )?(?:suffered|experienced|disclosed|had|has had|have had|faced|faces|seen|been hit (?:by|with)|been the subject of|was hit (?:by|with)|were hit by|is facing|are facing|hit by|dealt with|settled|reported(?! on)|confirmed|admitted|endured|issued)(?: \\w+(?:-\\w+)?,?){0,6} ${INCIDENT}\\b${NOT_ABOUT}`,
  `(?:was|were|has been|have been|got|had been|been) (?:\\w+ )?(?:hacked|breached|sued|recalled|fined|compromised)`,
  `(?:paid|agreed to pay|was ordered to pay|had to pay)\\b[^.;]{0,40}\\b(?:fines?|settle|settlement|penalt(?:y|ies))`,
  `(?:drew|draws|attracted|received|generated) (?:\\w+ ){0,3}complaints`,
];
/** After an incident: the affected party, if not its subject. */
export const OF_OTHERS =
  /^(?:,? [\w-]+){0,2}? (?:at|in|of|by|from|on|affecting|involving|hitting|targeting) (?:(?:the|an?|its|their|some|several|many|various|two|three|own|big|major|large|\w+ing) )*(?:[\uE001\uE002]|others?\b|another\b|rivals?\b|competitors?\b|compan(?:y|ies)\b|services?\b|sites?\b|websites?\b|apps\b|retailers?\b|banks?\b)/;
/** A lawsuit by its subject. */
export const AGAINST = /\blawsuits?(?: \w+){0,2} (?:against|for|on behalf)\b/;
/** A verb for reporting, whose object may be another party's incident. */
export const TOLD_OF = /\b(?:reported|disclosed|confirmed|admitted|seen|issued|settled|faces?|faced|had)\b/;
/** Recall as a metric, not of a product. */
export const MEASURED =
  /\b(?:precision|benchmark|(?:higher|lower|better|worse|total|perfect|good|high|low) recall|recall(?: of [\uE001-\uE003]+)? (?:is|was|of|at|rate|score)(?: about)? (?:0?\.\d|0\b|\d+(?:\.\d+)? ?%))/;
/** An incident with the affected party: `the breach at T`. */
export const INCIDENT_OF = `${INCIDENT}\\b${NOT_ABOUT}(?: \\w+){0,3}? (?:at|against|by|involving|of|hitting|affecting) (?:the )?${NAME}`;

/** A word before a name, unless it introduces another action: `recommend leaving T`. */
const WORD = '(?:(?!against |\\w+ing )[\\w-]+ )?';

/** Recommendations for the name that ends the match. */
export const PICK_OBJECTS = [
  `\\b(?:i|we|i'd|we'd|i'll|we'll|would|can|could|highly|strongly|definitely|heartily|wholeheartedly|personally|still|also|generally|usually|typically|(?:happy|glad|pleased|proud|confident|comfortable|easy|able|continue|(?:n't|not|never) hesitate) to) recommend(?:ing)? (?:using |trying |going with |starting with |getting |buying |checking out |choosing |opting for |sticking with )?(?:the |a |an |either |both )?${WORD}${NAME}`,
  `(?:can't|cannot|can not|couldn't) go wrong with (?:the |a |either |any |both )?${NAME}`,
  `swears? by (?:the |their )?${NAME}|turn to (?:the )?${NAME}(?= first)|hands down,? ${NAME}|the answer is ${NAME}`,
  `look no further than (?:the )?${NAME}`,
  `(?:i|we|i'd|we'd|i'll|we'll|i would|we would|you should|you'd be|i'd personally|we'd definitely|i'd definitely|i personally) (?:\\w+ly )?(?:go|going|start|stick|be best off) (?:with|for) (?:the )?${NAME}`,
  `(?:i'd|we'd|i would|we would|you should|i'd personally|i'd definitely|i'll|i) (?:\\w+ly )?(?:pick|choose|buy|get|opt for|use|try) (?:the )?${NAME}`,
];

/** Advice to take the name after it. */
export const PICK_IMPERATIVES = [
  `(?<=^|^["(]|[,:;–—.→?] ?|\\bthen |\\bso |\\bjust |\\bplease |\\binstead,? |\\band |\\bor |\\bshould )(?:go with|go for|choose|pick|opt for|buy|get|grab|use|stick with|start with|look at getting) (?:the |a )?${NAME}(?!'s)`,
];

/** Words about screens and settings. A sentence with one explains a setup and recommends nothing. */
export const INSTRUCTION =
  /\b(?:click(?:s|ing)?|tap|double-tap|drop-?downs?|drop-down|menus?|checkbox(?:es)?|buttons?|sidebar|toolbar|toggle|sign in|log in|log into|sign into|paste|authori[sz]e|settings|step \d+)\b|^in (?:the|this|our) example\b|^(?:(?:next|then|first|now),? )?(?:open|go to|navigate|select|head to|install|enter)\b/;
/** Text after a name that somebody selects on a screen, or uses in passing. */
export const INSTRUCTED =
  /^ (?:to \w|from (?:the|your|this|that)\b|as (?:the|your|an?) (?:[\w-]+ ){0,2}(?:method|payment|example|source|destination|trigger|default|type|format|connection|target)\b|(?:in|under|on) (?:the|your) (?:[\w-]+ ){0,2}(?:settings?|tab|page|list|screen|section)\b|and (?:press|hit|enter|save|confirm|continue|then)\b)/;

/** Text after a name that an imperative recommends or rejects; other words belong to its object. */
export const OBJECT_END =
  /^[\s"')\]*]*(?:$|[.,;:!?…–—(&/\u2028]|-\s)|^ (?:and|or|but|if|when|whenever|unless|because|since|as|over|instead|rather|than|for|first|now|today|anyway|too|any|every|without|with|on|in|at|before|after|while|during|until|where|only|this|next|right|straight|here|there|then|again|once|most|more|so|which|who|that|not|it's|they|it|you|i|we|to|like|via|from|altogether|entirely|completely|outright|itself|products?|devices?|apps?|plans?|models?|\w+ly|[\uE001\uE002])(?![\w-])/;
/** After a name that is the object of `use` and the like: its handling, not its choice. */
export const HANDLED =
  /^ (?:with|on|in|at(?! your own)|near|by|while|during|through|every|when|once|twice|daily|regularly|sparingly|carefully|if you(?:'re| are| have) (?:pregnant|a child|allergic)|for (?:at least|about|up to|more|longer|\d|an? (?:few|week|month|minute|day|hour|while)|two|three)|from (?:the|a|your)|for free|outdoors|indoors)\b/;
/** After a name that the reader already has: `stick with T if you already use it`. */
export const OWNED_ALREADY =
  /^,? (?:(?:if|since|as|because|when) (?:you|it|they)(?:'re|'s| are| is)? (?:already|happy|satisfied|have|own|use|used|like|work|works)\b|for now\b|until\b)/;

/** A phrase that recommends the name after its verb: `the best option is T`. */
export const PICK_IS = `(?:(?:the |our |my |your )?(?:[\\w-]+ ){0,2}(?:best|top|safest|strongest|clear winner|winner|first choice|top pick|pick|favou?rite|recommendation|gold standard|go-to|choice)${NOT_BEST})(?: [\\w',&/$-]+){0,10}? (?:is|are|would be|has to be|remains|goes to|must be|will be|here is)(?: \\w+ly| still| by far| hands down| probably| the| an?| our){0,3} ${NAME}(?!'s)`;

/** Words right after a name that change the subject: `T support`, `T users`. */
export const OF_IT =
  /^(?: (?:premium|customer|tech|technical|gift|push|email|phishing|software|app|account|[\uE001-\uE003]+))? (?:lock-?in|fees?|ads?|adverts?|errors?|mistakes?|spam|scams?|phishing|charges?|costs?|overages?|limits?|emails?|calls?|notifications?|alerts?|updates?|upgrades?|taxes|problems?|issues?|bugs?|downtime|outages?|users?|customers?|members?|owners?|subscribers?|investors?|employees?|fans?|support|service|help|tutorials?|guides?|courses?|lessons|docs|documentation|manuals?|reviews?|forums?|gift cards?|cards? details|vouchers?|coupons?|codes?|stocks?|shares?|points|miles|rewards|discounts?|parts|spares|filters|bags|cables?|chargers?|accessories|refills?|pods|settings?|formats?|files?|templates?|tickets?|invoices?|screens?|intros?|logins?|passwords?|accounts? details|lines|queues|sales|deals|data|content|videos|podcasts?|jobs|stores?|shops?|outlets?)\b/;

/** A choice that nobody recommends: `the worst choice is T`, `the usual pick is T`. */
export const UNADVISED =
  /\b(?:worst|wrong (?!with)|former|previous|last year's|least|second|usual|default|common|hated|last|popular|poor(?:est)?|bad|weak(?:est)?|biggest|cheapest|lawsuit|court|best (?:example|proof|evidence|time|moment|way|part|thing|feature|reason|friend|argument))\b/;

/** Advice against the name after it. */
export const REJECTION_OBJECTS = [
  `(?<=^|^["(]|[,:;–—.] ?|\\bthen |\\bso |\\bjust |\\bplease |\\band |\\bbut |should |would |'d |must |best to |better to |try to |recommend |suggest |advise )(?:\\w+ly )?(?:avoid|avoiding|skip|skipping|pass on|steer clear of|stay away from)(?: (?:using|buying|getting|choosing))? (?:the |any )?${NAME}(?!'s|-)`,
  `(?:steer(?:ing)? clear of|stay(?:ing)? away from)(?: (?:using|buying))? (?:the |any )?${NAME}(?!'s|-)`,
  `(?:don't|do not|never|wouldn't|would not|won't|shouldn't|should not|can't|cannot|couldn't)(?: \\w+ly| personally)? (?:recommend|buy|get|use|choose|pick|trust|bother with|go with|go for|suggest|advise)(?: (?:using|buying|getting|choosing))? (?:the |any |either )?${WORD}${NAME}(?!(?: [\\w-]+){0,2}?(?: (?:highly|strongly))? enough| more\\b| too \\w+ly\\b|'s|-| (?:without|before|until|unless|together|alone|just because|only)\\b)`,
  `(?:hard|difficult|tough|impossible|unable|refuse|decline|struggle)(?: for (?:me|us|anyone|\\w+))? to recommend (?:using |buying )?(?:the |a |an )?${NAME}(?!'s|-)`,
  `no longer (?:recommend|suggest|trust) (?:the )?${NAME}(?!'s|-)`,
  `(?:use|buy|choose|try) (?:the )?${NAME}(?= at your own (?:risk|peril)\\b)`,
  `(?:leave|leaving) (?:the )?${NAME}(?= (?:alone|out|on the shelf))|(?:give|giving) (?:the )?${NAME}(?= a (?:miss|pass))|cross(?:ed)? (?:the )?${NAME}(?= off)|rul(?:e|ed) out (?:the )?${NAME}|rul(?:e|ed) (?:the )?${NAME}(?= out)`,
  `(?:gave|give|giving|given) up on (?:the )?${NAME}|(?:be careful|careful|be wary|be cautious) (?:with|of) (?:the )?${NAME}|beware of (?:the )?${NAME}|regret(?:ted|s)? (?:buying|choosing|using|signing with|switching to) (?:the )?${NAME}`,
  `(?:recommend|suggest|advise) (?:not|never) (?:using|buying|choosing|getting|going with|trusting) (?:the )?${NAME}(?!'s|-)`,
  `(?:recommend|suggest|advise) (?:leaving|ditching|dropping|quitting|abandoning|boycotting|uninstalling|cancell?ing) (?:the |your )?${NAME}(?!'s|-| (?:as|at|in|on|open|enabled|running|to)\\b)`,
  `(?:recommend|advise|caution|warn|decide)s?(?:ed)? against(?: (?:using|buying|choosing|getting|going with))? (?:the )?${NAME}`,
];

/** Advice against an earlier name: `skip it`, `I'd look elsewhere`. */
export const REJECTED_BEFORE =
  /(?:^["(]?|[,;:–—] ?|\bso |\band |\bbut )(?:(?:i|we)(?:'d| would| advise you to| suggest you|'ll)? (?:\w+ly )?|please |just |best to |better to )?(?:(?:skip|avoid|pass on|drop|ditch|steer clear of|stay away from) (?:it|this one|them)\b|give (?:it|this one) a (?:miss|pass)|rule (?:it|them) out|look elsewhere|(?:strongly )?(?:advise|recommend|suggest|caution|warn) against (?:it|this one|(?:using|buying|choosing|getting|installing) (?:it|this one))\b|move (?:away|off it|on)\b|crossed it off|leave it (?:alone|out))/g;

/** Advice for an earlier name, or against it with a negation: `I'd buy it again`, `we can't recommend it`. */
export const PICKED_BEFORE =
  /\b(?:(?:i|we|i'd|we'd|you|would|can|can't|cannot|couldn't|wouldn't|don't|highly|strongly|not)(?: (?:not|never|highly|happily|gladly|definitely|strongly|easily|wholeheartedly|would|can)){0,9} (?:recommend|buy|choose|suggest) (?:it|this one)\b(?! (?:for|to be|as a|if|that))|(?:can't|cannot) go wrong with (?:it|this one))(?! enough| (?:highly|strongly) enough)/g;

/** Praise that looks like its opposite. */
export const DOUBLE_NEGATIONS = [
  `(?:can't|cannot|can not|couldn't|could not) (?:recommend|praise|say enough|fault) (?:the )?${NAME}(?:(?: [\\w-]+){0,2}?(?: (?:highly|strongly|warmly))? enough| more\\b| too (?:highly|strongly|warmly)\\b)`,
  `(?:won't|will not|wouldn't|never) regret (?:buying|choosing|getting|picking|going with|switching to) (?:the )?${NAME}`,
  `no better (?:choice|option|pick|alternative|value|buy|bet|place|app|tool)(?: [\\w-]+){0,3} than (?:the )?${NAME}`,
];

const BETTER =
  '(?:\\w+ly |much |far |a lot |way |even |still |a bit |slightly |noticeably |arguably |often |is |are ){0,3}';
/** The first name is above the second. */
export const BETTER_THAN = [
  `(?:is|are|'s|was|were|performs?|performed|works?|does|did|feels?|looks?|sounds?|seems?|proves?|proved|remains|fares?|fared|scores?|handles? \\w+|offers?|has|have|provides?|delivers?) ${BETTER}(?:an? |the )?better(?! known)(?: [\\w-]+){0,5}? than (?:the |an? |either |its rivals? |rivals? like |competitors? like |that of )?(${NAME})`,
  `${BETTER}(?:beats?|outperforms?|outperformed|outshines?|outclasses|trumps|surpasses|edges? out|edged out|wins? over|beats out|outpaces?|outranks?|is ahead of|are ahead of|pulls ahead of|stays ahead of) (?:the )?(${NAME})`,
];
/** Two names; the phrase prefers the first. */
export const PREFERRED = [
  `(?<!\\w)(?:choose|chose|pick|picked|prefer|preferred|recommend|take|took|go with|went with|favou?r|opt for|select|use|get|buy|suggest)\\w*(?: \\w+ly)? (?:the )?(${NAME}) (?:over|to|rather than|instead of|ahead of|before) (?:the )?(${NAME})`,
];
/** Two names; the phrase prefers the second. */
export const SWITCHED = [
  `(?:switch|move|migrat|upgrad|defect)(?:e|es|ed|s|ing)? (?:away )?from (?:the )?(${NAME}) (?:to|over to|for) (?:the )?(${NAME})`,
  `(?:replac|swap|ditch|drop)(?:e|es|ed|s|ing|ped|ping|ping)? (?:the )?(${NAME}) (?:with|for|in favou?r of) (?:the )?(${NAME})`,
];
