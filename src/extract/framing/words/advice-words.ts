/**
 * English advice. Patterns match a lowercase sentence with a placeholder of equal length for each name: one sign for a
 * tracked name, another for any other name.
 */

/** A name, tracked or not. */
export const NAME = '[\uE001\uE002]\uE003*(?!\uE003)';

/** Advice for the name that ends the match. */
export const PICKED = [
  `\\b(?:i|we|i'd|we'd|i'll|we'll|(?:i|we|i'd|we'd|i'll|we'll|would|can) (?:highly|strongly|definitely|heartily|wholeheartedly|personally|still|also|generally|usually|typically)|(?<=^["(]?)(?:highly|strongly)|(?:happy|glad|pleased|proud|confident|comfortable|easy|able|hesitate) to|(?:i|we) (?:would|can|could)) recommend(?:ing)? (?:using |trying |going with |starting with |getting |buying |checking out |choosing |opting for |sticking with )?(?:the |a |an |either |both )?(?:(?!against |\\w+ing )[\\w-]+ )?${NAME}`,
  `(?:can't|cannot|can not|couldn't) go wrong with (?:the |a |either |any |both )?${NAME}`,
  `(?:look no further than|hands down,?|the answer is) (?:the )?${NAME}`,
  `\\b(?:i|we|i'd|we'd|i'll|we'll|i would|we would|you should|you'd) (?:\\w+ly )?(?:go|start|stick) (?:with|for) (?:the )?${NAME}`,
  `\\b(?:i'd|we'd|i would|we would|you should|i'll) (?:\\w+ly )?(?:pick|choose|buy|get|take|opt for|use|try) (?:the )?${NAME}`,
  `(?<=^|^["(]|[,:;–—.→?] ?|\\b(?:then|so|just|please|instead|instead,|and|or|should) )(?:go with|go for|choose|pick|opt for|buy|get|grab|use|stick with|start with|look at getting) (?:the |a )?${NAME}`,
  `(?:the|our|my|your) (?:[\\w-]+ ){0,2}(?:best|top|safest|strongest|winner|first choice|pick|favou?rite|recommendation|gold standard|go-to|choice)(?: [\\w'&/$-]+){0,10}? (?:is|are|would be|has to be|remains|goes to|must be|will be)(?: \\w+ly| still| by far| hands down| probably| the| an?| our){0,3} ${NAME}`,
];

/** Advice against the name that ends the match. */
export const REJECTED = [
  `(?<=^|^["(]|[,:;–—.] ?|\\b(?:then|so|just|please|and|but|should|would|must|best to|better to|try to|recommend|suggest|advise) |'d )(?:\\w+ly )?(?:avoid|avoiding|skip|skipping|pass on|steer clear of|stay away from)(?: (?:using|buying|getting|choosing))? (?:the |any )?${NAME}`,
  `(?:don't|do not|never|wouldn't|would not|won't|shouldn't|should not|can't|cannot|couldn't)(?: \\w+ly| personally)? (?:recommend|buy|get|use|choose|pick|trust|bother with|go with|go for|suggest|advise)(?: (?:using|buying|getting|choosing))? (?:from )?(?:the |any |either )?${NAME}`,
  `(?:hard|difficult|tough|impossible|unable|refuse|decline|struggle|no longer)(?: for (?:me|us|anyone|\\w+))?(?: to)? (?:recommend|suggest|trust) (?:using |buying )?(?:the |a |an )?${NAME}`,
  `(?:use|buy|choose|try) (?:the )?${NAME}(?= at your own (?:risk|peril)\\b)`,
  `(?:leave|leaving) (?:the )?${NAME}(?= (?:alone|out|on the shelf)\\b)|(?:give|giving) (?:the )?${NAME}(?= a (?:miss|pass|wide berth)\\b)|cross(?:ed)? (?:the )?${NAME}(?= off\\b)|rul(?:e|ed) (?:out (?:the )?${NAME}|(?:the )?${NAME}(?= out\\b))`,
  `(?:recommend|suggest|advise) (?:(?:not|never) (?:using|buying|choosing|getting|going with|trusting)|leaving|ditching|dropping|quitting|abandoning|boycotting|uninstalling|cancell?ing) (?:the |your )?${NAME}`,
  `(?:recommend|advise|caution|warn) against(?: (?:using|buying|choosing|getting|going with))? (?:the )?${NAME}`,
];

const QUALITY =
  '(?:excellent|great|good|solid|strong|fantastic|wonderful|perfect|smart|ideal|right|superb|terrific|outstanding|safe|sensible|brilliant|obvious|clear|natural|best|better|top|first|number one|#1)';
const THING =
  '(?:choice|option|pick|bet|recommendation|purchase|buy|investment|solution|fit|match|all-rounder|value)';

/** Predicates that choose their subject, after `is`. */
export const IS_PICKED = [
  `(?:the|our|my|an?|one of the|among the) (?:[\\w-]+ ){0,2}best (?:(?:overall |value )?(?:choice|option|pick|bet|buy|all-rounder)s?|overall|value|of the bunch)`,
  `the best(?= (?:for|if)\\b|[\\s"*)]*(?:[.,;!]|$))`,
  `(?:the |our |my |a |an |your )?(?:[\\w-]+ )?top[- ](?:pick|choice|recommendation|option|performer)s?`,
  `(?:the |our |my |a )?(?:overall |clear |undisputed |obvious )?winner|(?:the )?gold standard|a no-brainer|a must-have`,
  `(?:a |an |the |another |our |my )?(?:\\w+ly )?${QUALITY}(?:,? (?:and )?[\\w-]+)? ${THING}s?`,
  `hard to beat|tough to beat|difficult to beat|unbeatable|second to none|unmatched|unrivall?ed`,
  `(?:well )?worth (?:every penny|it|the (?:money|price|investment|extra|premium|splurge|cost|hype))`,
  `(?:highly|strongly|wholeheartedly|heartily|warmly) recommended`,
  `the one (?:to (?:get|buy|beat|choose|pick)|i'd (?:get|buy|pick|choose)|we'd (?:get|buy|pick|choose))`,
  `(?:ideal|perfect|excellent|great|fantastic|well[- ]suited|best[- ]suited|perfectly suited|ideally suited|tailor-made) (?:for|if)`,
];
/** Predicates that reject their subject, after `is`. */
export const IS_REJECTED = [
  `not (?:\\w+ly )?recommended|(?:hard|difficult|tough|impossible|harder) to recommend`,
  `best (?:avoided|skipped|left alone)|(?:one|ones) to (?:avoid|skip)|out of the question`,
];

/** The text after a name that advice ends with; any other word may belong to the object: `choose T support`. */
export const AFTER_ADVICE =
  /^["'*)\]\s\uFFFC]*(?:$|[.,;:!…–—(\u2028])|^ (?:(?:and|or|over|instead of|rather than) (?:the )?[\uE001\uE002]|if(?!,? (?:you|it|they)(?:'re|'ve|'s| are| have| is)? (?:already|happy|satisfied|pregnant|own|like|use|used)\b)|for(?! (?:now|free|at least|about|up to|more|longer|\d|an? (?:few|week|month|minute|day|hour|while)|two|three)\b)|when(?! you)|because|since(?! you)|unless|instead|first|today|here|anyway|overall|any day|every time|at all costs|altogether|entirely|completely|hands down)(?![\w-])/;

/** Words about screens and settings. A sentence with one explains a setup and recommends nothing. */
export const INSTRUCTION =
  /\b(?:click(?:s|ing)?|tap|double-tap|drop-?downs?|menus?|checkbox(?:es)?|buttons?|sidebar|toolbar|toggle|sign in|log in|log into|sign into|paste|authori[sz]e|settings|step \d+)\b|^in (?:the|this|our) example\b|^(?:(?:next|then|first|now),? )?(?:open|go to|navigate|select|head to|install|enter)\b/;

/** A choice that nobody recommends: `the worst choice is T`. */
export const UNADVISED =
  /\b(?:worst|wrong(?! with)|former|previous|last|least|second|usual|default|common|hated|popular|poor(?:est)?|bad|weak(?:est)?|biggest|cheapest|lawsuit|court|used|fake|alternatives?|runner-up|rival|opposite|best (?:example|proof|evidence|time|moment|way|part|thing|feature|reason|friend|argument|known))\b/;

/** Words that negate the rest of the clause. */
export const NEGATION =
  /\b(?:not|never|nobody|no one|no longer|hardly|barely|scarcely|without|neither|nor|no(?!-)|nothing|none|rarely|seldom|cannot|avoid\w*|instead of|rather than|less|zero)\b|n't\b/;

/** Idioms with a negation that negate nothing. */
export const NO_NEGATION =
  /\b(?:no doubt|without (?:a |any )?(?:doubt|question|hesitation)|no question|no wonder|no matter|(?:can't|cannot|can not|couldn't) go wrong|look no further|(?:not|never|n't) hesitate|hands down)\b/g;

/** Words before advice in its clause that make it a condition, report, possibility, or past state. */
export const UNSTATED =
  /\b(?:if|whether|unless|when|assuming|suppose|imagine|in case|as long as|provided|before|until|may|might|could|who|once|used to|formerly|previously|had|were|was|said|says?|tells?|told|claims?|claimed|argues?|thinks?|believes?|suggests?|reportedly|allegedly|supposedly|according to|why|how)\b/;

/** Other people's opinions and unmet conditions, which concern a whole sentence. */
export const REPORTED =
  /\b(?:some|others|many|several|few|critics?|skeptics?|fans?|people|users?|customers?|buyers|owners|reviewers?|redditors|analysts|experts?|testers|bloggers?|forums?|someone|(?:its|their|the) (?:makers?|company|manufacturers?|vendors?|developers?|website|marketing|ads?)|(?:an?|one|my|your) (?:\w+ )?(?:friends?|neighbou?rs?|colleagues?))\b(?: [\w']+){0,3} (?:says?|said|argues?|claims?|claimed|thinks?|believes?|feels?|insists?|complains?|suggests?|warns?|wrote|writes?|told|tells?|calls?|recommends?|advises?|prefers?|would|swears?)\b|\b(?:reportedly|allegedly|supposedly|according to|rumou?r|myth|claims? that|no (?:reason|evidence|need)|doubt (?:that|whether)|as an? (?:ai|language model|assistant)|if(?! (?:i|you|we|one)\b)(?: [\w'-]+){1,5}? (?:were|weren't|was|wasn't|had|hadn't|did|didn't))\b/;

/** A contrast, after which praise may be taken back. */
export const CONTRAST = /\b(?:but|however|although|though|while|whereas|yet|despite|except|unless|only)\b/;

/** A purpose before an instruction: `to export a file, use T`. */
export const MEANS = /^(?:["(\s]|then )*to (?:\w+ly )?\w[^,]*, (?:\w+ )?$|(?:\(|\b)or (?:just |simply )?$/;
