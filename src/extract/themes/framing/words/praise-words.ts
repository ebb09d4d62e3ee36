import { NAME } from './english-words.ts';

/** English words that praise or warn, besides english-words.ts. */

const ADJECTIVE =
  '(?:excellent|outstanding|superb|fantastic|terrific|brilliant|stellar|exceptional|phenomenal|wonderful|amazing|incredible|awesome|impressive|remarkable|impeccable|flawless|great|top-notch|first-rate|first-class|world-class|rock[- ]solid|dependable|trustworthy|hard to fault)';

/** Nouns for a product or its maker. */
const KIND =
  '(?:app|application|tool|service|product|platform|company|brand|bank|provider|system|device|machine|car|suv|ev|truck|phone|smartphone|laptop|notebook|tablet|watch|smartwatch|shoe|shoes|vacuum|camera|headset|headphones|earbuds|speaker|soundbar|tv|television|monitor|printer|router|mattress|blender|bike|toothbrush|card|account|broker|insurer|airline|hotel|restaurant|store|shop|retailer|site|website|editor|manager|vpn|crm|software|suite|program|package|performer|all-rounder|partner|deal|game|guitar|ball|pan|fryer|maker|moisturizer|cleanser|sunscreen|serum|course|school|agency|firm|carrier|network|plan|host|assistant|solution|experience)';

/** Plain praise of a subject: `is excellent`, `is a great app`. */
export const PRAISE = [
  `${ADJECTIVE}(?=$|[.,;:!)–—\u2028]| (?:and|at|in|on|with|when|as|but|here|overall|all[- ]round|though|although|despite)\\b)(?! as (?:an? )?(?:example|illustration|way))`,
  `(?:an? |another |such an? |truly an? |one )(?:\\w+ly |truly |really |all-around |all-round )?(?:${ADJECTIVE}|high-quality|well-made|well-built|polished|reliable|superior)(?:,? (?:and )?(?!(?:for|if|that|to|with|in|of|as|when|at|from|on)\\b)[\\w-]+){0,3} ${KIND}s?(?![\\w-]| (?:to (?:avoid|skip|leave|waste)|if you (?:hate|like (?:to wait|outages))))`,
  `(?:a |an )(?:real |true |total |absolute |genuine |proven )?(?:joy|delight|pleasure|gem|steal|bargain|keeper|standout|powerhouse|workhorse|star performer|home run)(?=$|[.,;:!)–—\u2028]| (?:to|for|of a|at|in|that|when|with|and|if|on|but)\\b)`,
  `(?:the )?(?:safest|strongest|smartest|easiest|simplest|soundest|wisest|most (?:reliable|sensible|secure|trusted|complete|polished|capable|well-rounded|balanced|versatile|dependable|practical)) (?:overall |all-around |all-round )?(?:choice|option|pick|bet|solution|buy|route|recommendation|purchase)s?`,
  `the real deal|in a league of (?:its|their) own|the cream of the crop|as good as it gets|ahead of (?:the (?:pack|curve|competition)|its (?:rivals|competitors))|top of (?:the|its) (?:class|heap|pile|game)|the best in (?:its class|the business|class)`,
  `(?:an? |the )(?:easy|logical|sound) (?:choice|pick|option|recommendation)(?! (?:to (?:mock|criticize))\\b)|(?:my|our) (?:(?:own|default|first|personal|clear|overall|usual|number one) )*(?:pick|choice|recommendation|favou?rite|go-to)|(?:a cut|head and shoulders) above(?: the (?:rest|competition|others))?(?=$|[.,;!])`,
  `(?:a |an )?(?:great|excellent|outstanding|superb|unbeatable|fantastic|terrific|exceptional|tremendous|very good|good) value(?: for (?:the )?money)?(?! (?:for|if|proposition|only|when)\\b)`,
  `(?:first|highest|top|number one|#1|no\\. 1) (?:(?:in|of|among|on) (?:(?:our|my|the|this|all|every|these|its) )?(?:[\\w-]+ ){0,2}(?:tests?|testing|rankings?|comparisons?|lists?|reviews?|table|group|category|class|field|three|four|five|six|bunch|lot)|overall)`,
];

/** Verbs that praise their subject. */
export const PRAISE_VERBS = [
  `(?:offers?|provides?|delivers?|strikes?|gives? (?:you |users |teams )?|has|have|boasts?) (?:\\w+ly |perhaps |by far )?(?:one of |some of |among )?the best(?! (?:known|selling|of both|practices?|deals|before|marketing|advertising|ads?|logo|slogan|name|lawyers))(?= \\w)`,
  `(?:offers?|provides?|delivers?|gives? you|is|represents?) (?:an? )?(?:truly |really )?(?:great|excellent|outstanding|superb|unbeatable|unmatched|fantastic|incredible|terrific|exceptional|tremendous|the best|the most|by far the best) (?:overall )?(?:value|bang for (?:your|the) buck)|gives? you (?:the most|more) for your money`,
  `scor(?:es?|ed) (?:(?:very|extremely|consistently|really|remarkably) )?(?:well|highly|highest|top marks)|(?:gets?|earns?|earned|scores?|receives?) (?:the )?(?:top|highest|full) (?:marks|scores?)`,
  `rank(?:s|ed)? (?:first|highest|#1|number one|no\\. 1|at the (?:very )?top|top)(?! (?:in|for|by) (?:sales|revenue|market|downloads|size|complaints|price|cost))|(?:comes?|came) in first(?! line)`,
  `punch(?:es|ed)? (?:well |way |far )?above (?:its|their) (?:weight|price)`,
  `(?:does|do) (?:it|this|that|everything|the job) (?:best|beautifully|brilliantly|flawlessly|better than (?:anyone|anything|any other|everyone|most))|gets? (?:it|this|everything|all of this|the basics) right|just works`,
  `(?:doesn't|does not|won't|will not|never|didn't|did not) disappoint(?:s|ed)?|(?:has |have )?never (?:let|lets) (?:me|us|you|anyone) down`,
  `(?:sets? the (?:standard|bar|benchmark|pace)|raises? the bar)(?=$|[.,;!]| (?:for|in|by|among|again)\\b)|(?:blows?|leaves?) (?:the |its )?(?:competition|competitors|rivals|others|everything else|the rest) (?:away|out of the water|behind|in the dust|standing)`,
  `(?:beats?|outperforms?|outclasses|outshines?|outdoes|tops?|edges? out) (?:all |most |nearly |almost |every |any |the |its |many ){1,3}(?:of )?(?:(?:the |its |other |closest |direct )*)(?:rivals?|competitors?|competition|others?|alternatives?|rest|pack)`,
  `(?:has|have) (?:no equals?|no peers?|no rivals?|few equals|few rivals|no real (?:rival|competition))(?=[.,;!]|$| (?:when|for|here)\\b)`,
  `wins?(?=$|[.!;]| (?:overall|here|this (?:one|round|comparison)|easily|hands down|by a (?:mile|nose|hair|wide margin|landslide)|for (?:me|us|most|value|price)|on (?:price|value|features|performance|quality|security|privacy|ease|simplicity|speed|design|support|battery|comfort|sound|points|balance))\\b)`,
  `works? (?:really |very |extremely )?(?:well|great|best|beautifully|perfectly|brilliantly) (?:for|if you)\\b|suits? [^.;,:]{2,40} (?:well|perfectly|best|nicely)\\b`,
  `(?:is|are|'s|remains) (?:\\w+ly |truly )?(?:the one to (?:get|buy|beat|choose|pick)(?! up\\b)|what you want|all (?:you|most people) (?:need|want))`,
  `(?:does|do) (?:an? |such an? )?(?:great|excellent|outstanding|superb|terrific|fantastic|remarkable|very good|wonderful) job|nails? (?:it|the basics|the fundamentals|the essentials)|(?:stands?|is|are) head and shoulders above(?! [\uE001\uE002])`,
  `(?:has|have) (?:more than |fully |well )?earned (?:its|their) (?:reputation|place|praise|popularity|following|stripes)|(?:has|have|offers?|provides?|enjoys?) (?:an? )?(?:\\w+ly )?(?:excellent|outstanding|superb|stellar|exceptional|impeccable|top-notch|first-rate|world-class|solid gold|sterling|great) (?:reputation|track record|support|customer (?:service|support)|service)(?! (?:for|of|in) (?:bad|poor|slow))`,
];

/** Praise of the name that ends the match. */
export const PRAISE_OBJECTS = [
  `(?:you )?(?:can't|cannot|can not|couldn't) (?:beat|top|fault) (?:the )?${NAME}(?!'s| at\\b)`,
  `(?:hard|tough|difficult) to (?:beat|top|fault|go wrong with) (?:the )?${NAME}(?!'s)`,
  `(?:you're|you are|you'd be|you'll be|most people are|most (?:users|teams|people) (?:will|would) be) (?:far |much )?(?:better|best) off with (?:the )?${NAME}(?! than)`,
  `(?:nothing|nobody|no one|no other [\\w-]+|few(?: other)?(?: [\\w-]+)?|hardly any [\\w-]+|none of (?:them|the others|the rest)) (?:can |could |really |quite |even )*(?:match(?:es)?|beats?|comes? close to|compares? (?:to|with)|holds? a candle to|tops?|rivals?) (?:the )?${NAME}(?!'s)`,
  `(?:you|we|i) can (?:always |safely |really |fully )?(?:trust|rely on|count on|depend on) (?:the )?${NAME}(?!'s| to\\b)`,
  `(?:my|our) money(?:'s| is| would be) on (?:the )?${NAME}(?!'s)|(?:i|we)(?:'d| would)? (?:\\w+ly )?lean (?:toward |towards |to )?(?:the )?${NAME}(?!'s)`,
  `(?<!\\b(?:to|than|of|from|with|for|behind|after|unlike|against) )(?:my|our) (?:(?:own|default|first|personal|clear|overall|top) )*(?:pick|choice|recommendation|favou?rite|go-to|suggestion)(?: (?:for|in|here|overall|among|of)[^.;:,]{0,40})?(?: is| would be| remains|'s) (?:still |the |probably |clearly |definitely )*${NAME}(?!'s)`,
];

/** A name that is its clause's whole verdict: `T it is`, `T, hands down`. */
export const NAME_VERDICTS = [
  `(?<=^["(]?|[,;:–—.!]["*]? ?|\\bso,? |\\bthen |\\bthus |\\banswer is )(?:the )?${NAME} (?<cue>it is)(?=["*]*(?:$|[.,;!:)–—\u2028]))`,
  `(?<=^["(]?|[,;:–—.!]["*]? ?|\\bso |\\bsay |\\bis )(?:the )?${NAME},? (?<cue>hands down|by a (?:mile|landslide|wide margin)|every time|no contest|no question|without hesitation)(?=["*]*(?:$|[.;!:)–—\u2028]))`,
  `(?<=^["(]?|[:;–—.] ?|\\bbut |\\band )(?<cue>if i (?:had to|could only|could|can only|must) (?:pick|choose|recommend|buy|keep|have|name)[^,.;:–—]{0,40})(?:[,:–—]| –| —) ?(?:it'd be |it would be |then )?(?:the )?${NAME}(?=["*)]*(?:$|[.!;(–—\u2028]))`,
  `(?<cue>make it) (?:an? |the )?${NAME}(?=["*)]*(?:$|[.!;(–—\u2028]))`,
];

/** Qualities that criticize a subject without them: `isn't secure`. With them, they mean nothing. */
export const QUALITIES = [
  `(?:secure|safe|reliable|trustworthy|dependable|accurate|durable|good|great|user-friendly|intuitive|impressive|competitive|up to (?:par|scratch|the (?:job|task|mark))|a serious (?:option|contender))(?! (?:as|enough|for|if|unless|without|until|when|with|by default|at|to|about|on|in|than|from|and|or)\\b|-| [\\w-]+ (?:for|if|as|enough|than)\\b)`,
];

/** Predicates that criticize a subject. */
export const FAULTS = [
  `(?:too |very |rather |quite |pretty |awfully )?(?:expensive|pricey|costly) for what (?:you get|it (?:is|offers|does|delivers))|prone to (?!being (?:loved|recommended))[\\w-]+|the wrong (?:choice|pick|tool|option|fit)|a (?:risky|questionable|dubious|terrible|dangerous|lousy) (?:choice|option|pick|bet|buy|investment|purchase)|(?:only )?a last resort|untrustworthy|unresponsive|poorly (?:maintained|documented|secured)|riddled with (?:bugs|ads|errors)|full of bugs|a security risk`,
];
/** Verbs that criticize their subject. */
export const FAULT_VERBS = [
  `crash(?:es|ed)? a lot|breaks? (?:easily|too easily|down (?:often|a lot|constantly))|(?:scores?|scored|performs?|performed|did|does|fares?|fared|rates?) (?:very |rather |quite )?(?:poorly|badly|the worst|worst|dismally)|(?:ranks?|ranked|finishe[sd]|placed|came) (?:dead )?last|failed (?:our|my|the|every|most) (?:[\\w-]+ ){0,2}tests?`,
  `(?:has|have|had) (?:(?:serious|major|known|frequent|persistent|ongoing|recurring|some|many|well-known|well-documented|chronic|severe|significant|constant) )*(?:(?:reliability|quality(?: control)?|security|privacy|performance|durability|stability|connectivity|trust|battery) )(?:issues|problems|flaws|concerns|shortcomings)|(?:has|have) (?:serious|major|frequent|persistent|recurring|chronic|severe|constant|too many) (?:issues|problems|flaws|bugs|drawbacks|shortcomings|outages|crashes)`,
  `(?:can't|cannot|can not|shouldn't|should not) be trusted(?! (?:with|to|by)\\b)|should (?:only )?be (?:a|your|the) last resort`,
];

/** Events that count against their subject. */
export const TROUBLES = [
  `(?:is|are|was|were|has been|have been|'s been|got) (?:now |officially |recently |since |being )?(?:discontinued|phased out|shut down|abandoned by (?:its|their) (?:maker|developer)s?)(?!,? (?:and replaced|in favou?r of|but replaced|features?))`,
  `(?:is|are|'s) no longer (?:being )?(?:maintained|supported|updated|available|sold|developed|in business)(?! (?:in|on|at|with|from|by|for|as)\\b)`,
  `(?:is|are|'s) (?:currently |now |still )?(?:being (?:sued|investigated|prosecuted|probed)|under investigation|facing (?:an? |several |multiple |new )?(?:[\\w-]+ ){0,2}(?:fines?|investigations?|charges|penalt(?:y|ies)|probe|backlash))`,
  `(?:faces|faced|drew|has drawn|have drawn|has faced|sparked) (?:an? |several |multiple |strong |widespread |sharp |user |customer |public ){0,3}(?:fines?|investigations?|backlash|outrage|criticism)`,
  `(?:has |have |accidentally )?(?:leaked|exposed|lost|mishandled|sold) (?:(?:the |its |their |some |millions of |thousands of |unencrypted |personal |private |sensitive |\\d[\\d,.]* (?:million )?){0,4})(?:customers?'?|users?'?|members?'?|patients?'?|personal|private|sensitive) (?:[\\w-]+ ){0,2}?(?:data|records|passwords|emails|information|details|files|accounts)`,
  `(?:has|have|had) (?:a |an )?(?:\\w+ )?(?:history|track record|string|pattern|series) of (?:[\\w-]+ ){0,3}(?:breaches|leaks|outages|recalls|incidents|failures|lawsuits|complaints|problems|violations)`,
];

/** Attacks on the name after them, and its losses. */
export const ATTACKS = [
  `(?:hackers?|attackers?|thieves|criminals|intruders|someone|a (?:hacker|former employee|ransomware group)) (?:\\w+ly )?(?:stole|broke into|breached|compromised|hacked|attacked|accessed|infiltrated|exfiltrated|leaked)(?: (?:[\\w',]+ ){0,7}(?:from|of|at|into))? (?:the )?${NAME}`,
];

/** Advice against the name after it, or a loss of trust in it. */
export const WARNING_OBJECTS = [
  `(?:avoid|stop|quit|wary of|caution against|against|advise against|warn against) (?:relying|depending|counting|betting) (?:solely |only |entirely |too heavily )?(?:on|upon) (?:the )?${NAME}(?!'s)`,
  `(?:don't|do not|never|wouldn't|would not|shouldn't|should not|can't|cannot) (?:rely|count|depend|bet) (?:solely |only )?(?:on|upon) (?:the )?${NAME}(?!'s| (?:alone|only|to)\\b)`,
  `(?:better|best) off (?:without|avoiding|skipping|leaving) (?:the )?${NAME}(?!'s)`,
  `(?<!(?:n't|not|never) )think twice (?:before|about) (?:\\w+ing (?:(?:up|in|money|with|to|for|on) ){0,2})?(?:the )?${NAME}(?!'s)`,
  `look (?:elsewhere|further|beyond|past) (?:instead of|than|rather than) (?:the )?${NAME}(?!'s)`,
  `(?:eroded|undermined|damaged|shaken|destroyed|broken|dented|lost) (?:[\\w']+ ){0,3}?(?:trust|confidence|faith) in (?:the )?${NAME}(?!'s)`,
  `(?:damaged|hurt|tarnished|ruined) (?:the )?${NAME}(?='s (?:reputation|image|standing|credibility))`,
  `(?:moving|move|switching|switch|migrating|migrate|walk|run) (?:far )?away from (?:the )?${NAME}(?!'s| to)`,
  `(?<=^|^["(]|[,:;–—.] ?|\\bthen |\\bso |\\bjust )(?:ditch|dump|boycott|forget) (?:the )?${NAME}(?!'s| (?:in favou?r|for)\\b)`,
];

/** A sentence that is only a verdict on an earlier name. */
export const VERDICT_ALONE = [
  `(?:(?:very |most )?(?:highly|strongly|warmly|heartily|wholeheartedly|definitely) )?recommended|(?:well |absolutely |totally |definitely )?worth (?:it|every (?:penny|cent|dollar|euro)|the (?:money|price|extra|investment|splurge))|(?:a |an |my |our |the )?(?:(?:clear|easy|top|obvious|personal|overall) )?(?:winner|no-brainer|favou?rite|must-have|must-buy|top pick|top choice)|can't go wrong|(?:simply |just )?the best(?: (?:choice|option|pick|overall|of the (?:bunch|lot)))?`,
];
export const WARNING_ALONE = [
  `(?:definitely |strongly |just |best |i'd |we'd |i would |we would |my advice: |better )*(?:steer clear|stay away|look elsewhere|keep looking|avoid|skip)(?: (?:it|this one|them|at all costs))?|(?:definitely |strongly )?not recommended|not worth (?:it|the (?:money|price|trouble|hype|risk))|(?:i|we)(?:'d| would)? (?:strongly |generally |usually )?(?:recommend|advise|suggest|caution|warn) against (?:it|them|this one|(?:using|buying|getting|choosing) (?:it|them|this one))|(?:hard|easy) pass|think twice`,
];
