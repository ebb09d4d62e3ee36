/** Words that decide whether a clause states anything, and in which direction. */

/** Words that negate the rest of the clause. */
export const NEGATION =
  /\b(?:not|never|nobody|no longer|hardly|barely|scarcely|without|neither|nor|no(?!-)|nothing|none|rarely|seldom|cannot|difficult to|hard to|tough to|impossible to|far from|anything but|nowhere near|fails? to|lack of|avoid(?:s|ed|ing)?|prevent(?:s|ed|ing)?|less of|instead of|free of|zero)\b|n't\b/;

/** Idioms with a negation that negate nothing. */
export const NO_NEGATION =
  /\b(?:(?:nothing|nobody|no one)(?= (?:\w+ ){0,2}(?:beats?|tops?|rivals?|comes close))|look no further|(?:not|\w+n't) (?:only|just|merely|the only)|(?:not|never|\w+n't) (?:hesitate|think twice)|no doubt|without (?:a |any )?(?:doubt|question)|no question|no wonder|no matter|nothing but|no (?:less|fewer) than|not to mention|no-brainer|can't go wrong|cannot go wrong|not surprisingly|second to none|can't be (?:beat(?:en)?|topped)|cannot be beat(?:en)?|(?:hard|tough|difficult|impossible) to (?:beat|top|match|surpass|fault|outdo)|hard to go wrong|not without|no[- ](?:nonsense|frills|fuss|hassle|compromise|strings))\b/g;

/** The start of a clause that is only a condition or question. */
export const CONDITION =
  /\b(?:if|whether|unless|should you|assuming|assume|suppose|imagine|pretend|hypothetically|let's say|in case|in the event|as long as|so long as|provided that|(?<=^|[,;:–—] )provided(?= )|before (?:deciding|concluding|you (?:decide|conclude)))\b/g;

/** The start of a clause with a denial or report, which states nothing about its names. */
export const DENIED =
  /\b(?:(?:no|not|never|any|little|without|zero)\b(?: [\w'-]+){0,3} (?:evidence|proof|indications?|signs?|suggestion|hint|reports?|reason(?! not\b)|truth|basis)\b(?: [\w'-]+){0,3}? (?:that|of|to (?:believe|think|suspect|say|suggest|conclude|assume|indicate|show|prove)|[\uE001\uE002])|(?:not|n't) (?:\w+ )?(?:sure|certain|convinced|persuaded) (?:that|[\uE001\uE002])|(?:not|n't) (?:say|saying|claim|claiming) (?:that|[\uE001\uE002])|(?:nobody|no one) (?:\w+ ){0,2}(?:says?|thinks?|believes?|claims?|calls?)|nothing (?:[\w'-]+ ){0,4}?(?:suggests?|indicates?|shows?|proves?|implies|hints?|points? to)|(?:myths?|misconceptions?|falsehood|lie|fallacy|rumou?rs?|claims|allegations|accusations|fears)(?: \w+)? that|(?:false|untrue|wrong|incorrect|inaccurate|unfair|mistaken) (?:that|to (?:say|claim|call|think|suggest|assume|describe))|(?:reports|stories|articles) that(?=[^.;]{0,120} (?:are|were) (?:\w+ )?(?:false|untrue|wrong|incorrect|unfounded|fake)\b)|(?:stretch|tempting|love|easy|hard|difficult|tough|premature|mistake|unfair|exaggeration|wrong|tempted) to (?:say|call|claim|argue)|(?:not|never|\w+n't) (?:believe|trust|listen to|let) (?:any(?:one|body)|everyone|people|those|them)(?: who| that)? (?:tells?|says?|claims?|convinces?)\b|(?:one|you|we|some|i) (?:could|might|may|would|can) (?:argue|say|claim)|complaints?(?: [\w-]+){0,3} (?:is|are) that|rumou?r has it|the claim that|never (?:said|claimed|suggested|meant|wrote)|(?:it's|is|was) not that|(?:fail|failed|struggle|hard|difficult|can't|cannot) to see why|(?:can't|cannot|don't) see why|contrary to|(?:denie[sd]|denying|refute[sd]?|disputes?|disputed|debunk(?:s|ed)?|wish(?:es|ed)?)\b|(?<!\bno |\bwithout |\ba )doubt(?:s|ed|ful)? (?:that|whether|if)\b)/g;

/** Other people's opinions: `some`, `critics`, `its makers`. */
const HOLDER =
  '(?:some|others|many|several|a few|few|plenty|certain|critics?|skeptics?|detractors|opponents|fans?|supporters|advocates|proponents|enthusiasts|people|folks|users?|customers?|buyers|owners|reviewers?|commenters|redditors|analysts|observers|experts?|testers|bloggers?|blogs?|magazines?|newspapers?|forums?|influencers?|students|graduates|importers?|dealers?|someone|somebody|(?:its|their|the) (?:makers?|company|manufacturers?|vendors?|developers?|founders?|sellers?|website|marketing|advertising|packaging|ads?|brochure|ceo)|(?:an?|one|my|your|his|her) (?:\\w+ )?(?:friends?|neighbou?rs?|colleagues?|reviewer|user|customer|critic|tester|redditor|commenter|sister|brother|boss))';
const SAY =
  '(?:says?|said|argues?|argued|claims?|claimed|thinks?|thought|believes?|believed|feels?|felt|insists?|insisted|maintains?|contends?|complains?|complained|suggests?|suggested|warns?|warned|writes?|wrote|told|tells?|calls?|called|consider(?:s|ed)?|finds?|found|describes?|described|rates?|recommends?|advises?|prefers?|preferred|expects?|expected|grumbles?|grumbled|judges?|judged|would|avoids?|swears?|praises?|touts?|dismiss(?:es)?|regards?|sees?|views?)';

/** The start of a report, which ends with its clause. */
export const REPORTED = new RegExp(
  `(?<!\\b(?:what|than) )\\b${HOLDER}\\b(?: (?!(?:if|whether|to|be|is|are)\\b)[\\w'\\uE001-\\uE003-]+){0,3}? ${SAY}\\b|[\uE001\uE002]\uE003*(?:'s [\\w-]+)? (?:\\w+ly )?(?:says?|said|claims?|claimed|insists?|promises?|argues?|thinks?|believes?|suggests?|boasts? that)\\b|\\b(?:is|are|was|were|been) (?:\\w+ )?(?:said|claimed|rumou?red|believed|alleged|supposed)(?: online| everywhere)?(?: that| to)\\b|\\b(?:claims|wants|aims|hopes|tries|pretends|strives|promises|aspires) to (?:be|become|remain)\\b|\\b(?:marketed|advertised|billed|touted|promoted|pitched|positioned|presented|styled)(?: itself| \\w+ly)? as\\b|\\b(?:bills|markets|advertises|calls|styles|positions|presents|promotes|sells) itself\\b|\\b(?:headlines?|ads?|posts?|titles?|slogans?|banners?) (?:says?|said|reads?|claims?)\\b`,
  'g',
);

/** A report's end, which covers its whole clause: `, its maker says`, `, says a friend`, `, or so they say`. */
const SAID_BY = `,"? (?:${HOLDER} (?:\\w+ )?(?:says?|said|claims?|claimed|insists?|argues?|tells?)|(?:says?|said|claims?|claimed|insists?) (?:${HOLDER}|no one|nobody)\\b(?: [\\w'-]+){0,2}|or so (?:they|some|people|it) (?:say|claim)s?)(?=[\\s"]*(?:$|[.,!?]))`;

/** Words anywhere in a clause that make it a report or an appearance. */
const OF_APPEARANCE =
  /\b(?:reportedly|allegedly|supposedly|purportedly|ostensibly|according to|(?:from|by) what (?:[\w']+ ){1,3}(?:writes?|says?|reports?|tells?)|on paper|in theory|theoretically|at first (?:glance|sight)|(?:may|might|could|would) (?:\w+ )?(?:think|assume|believe|expect|suppose|seem|appear|sound|look like)|(?:don't|do not|never|not) (?:\w+ly |just )?(?:assume|presume|conclude))\b/;

/** Marks that make a whole clause a report or an appearance. */
export const SECOND_HAND = new RegExp(`${OF_APPEARANCE.source}|${SAID_BY}`);

/** The start of a past state: `used to be`, `once the`. */
export const FORMER =
  /(?<!\b(?:is|are|was|were|be|been|being|get|gets|got|'s|'re)(?: \w+ly)? )\bused to\b|\b(?:was|were) (?:\w+ly |long |once )?(?:considered|regarded as|seen as|viewed as|hailed as|thought of as)\b|\b(?:(?:formerly|previously),|formerly|previously|erstwhile|once(?= (?:an?|the|our|my|one of|among|considered|regarded|seen|hailed|touted|praised|popular|great|ideal|perfect|\w+ly)\b)|(?<=(?:was|were|had|been|[\uE001-\uE003]) )once)(?:\b|(?<=,))/g;

/** A label that only asks or announces, `Why it's great for …:`, also on its own line. */
export const ANNOUNCED =
  /(?:^|[:–—\u2028]\s|[\uE001-\uE003]\s(?=why|reasons|who (?:it|should)|when to))(?:[^\S\u2028]|["*(])*(?:(?:\d+[.)]|[•–-])\s*)?(?:why|who|whom|what|when|where|which|how|reasons?|situations?|cases?)\b(?:[^.!?:,–—]{0,80}$|[^.!?:–—]{0,120}:)/g;

/** An unmet condition, so its consequence is false. A wish, `if you wanted`, is not one. */
export const COUNTERFACTUAL =
  /\bif(?: only)?(?! (?:i|you|we|one)\b)(?: [^\s,.;:]+){1,5}? (?:were|weren't|was|wasn't|had|hadn't|did|didn't|could|couldn't|would|wouldn't|\w+ed|came|cost|got|ran|kept|made|gave)\b|\bif not for\b|\b(?:were|had) (?:it|they|[\uE001\uE002]\uE003*) /;

/** Conditions in other languages. Spanish and Italian sentences that start with `se` or `si` need a comma. */
export const OTHER_CONDITION =
  /(?<!\p{L})(?:wenn|falls(?= (?:sie|du|ihr|man|ich|wir|es|der|die|das) )|sofern|если|якщо|jeśli|jeżeli|nếu|eğer|εάν|αν|إذا|אם|अगर|यदि)(?!\p{L})|^(?:si|se) (?=[^,]*,)|如果|假如|もし|ถ้า|หาก/gu;
