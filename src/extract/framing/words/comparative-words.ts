import { NAME } from './english-words.ts';

/** English comparatives of properties that are good or bad by themselves. `Bigger`, `older` and `dearer` are neither. */

const SHORT =
  '(?:faster|quicker|(?<!(?:feels?|looks?|sounds?) (?:\\w+ )?)cheaper|safer|easier(?! to (?:lose|break|hack|crack|damage|scratch|forget|abuse|misuse|steal|fake|cheat|trick|spot|mock|ignore)\\b)(?: to [\\w-]+(?: (?:up|with|in|on|and [\\w-]+))?)?|simpler|quieter|smoother|sharper|cleaner|sturdier|smarter|healthier|friendlier|nicer|stronger|clearer|handier|comfier|fairer|tastier|roomier|tidier)';
const LONG =
  '(?:reliable|secure|private|accurate|durable|comfortable|polished|intuitive|versatile|stable|consistent|responsive|user[- ]friendly|beginner-friendly|efficient|affordable|trustworthy|effective|robust|capable|powerful|dependable|precise|transparent|convenient|flexible|refined|generous|helpful|economical|cost-effective|energy-efficient|breathable|customi[sz]able|enjoyable|impressive|eco-friendly|practical|pleasant|budget-friendly|thorough|comprehensive)';
const GOOD = `(?:${SHORT}|more ${LONG})(?:(?:,| and|, and) (?:${SHORT}|more ${LONG}|${LONG}))?`;
const BAD =
  '(?:slower|clunkier|buggier|flimsier|noisier|riskier|less (?:reliable|secure|private|accurate|durable|polished|intuitive|stable|user-friendly|trustworthy|effective|dependable|transparent|responsive|safe))';
const MUCH =
  '(?:(?:\\w+ly|much|far|a lot|way|even|still|a bit|a little|slightly|somewhat|often|also|\\d+ ?%|\\d+ percent|(?:two|three|four|five|ten|\\d+) times) ){0,3}';

const IS =
  "(?:is|are|'s|'re|remains|feels?|seems?|proves?|proved|tends? to be|runs?|works?|loads?|charges?|performs?|stays?|starts?|cleans?|syncs?|responds?|renders?)";
const HAS = '(?:has|have|offers?|provides?|delivers?|gives? you|comes with|boasts)';

const THINGS =
  '(?:rivals?|competitors?|competition|alternatives?|options?|apps?|tools?|services?|brands?|models?|products?|providers?|banks?|machines?|devices?|carriers?|platforms?|phones?|laptops?|vacuums?|cars?|shoes?|watch(?:es)?)';
/** All others, or most of them, rather than a name. */
const OTHERS = `(?:(?:most|many|all|any|almost any|nearly all)(?: of)?(?: (?:the|its|other|competing|rival|comparable|similar|direct))* ${THINGS}|(?:the |its )?(?:competition|rest)|(?:its |the |other |similar |competing ){1,2}${THINGS}|most|many|anything else|everyone else)(?= (?:in|on|at|for|and|but|out|here)\\b|[.,;:!)–—\u2028]|$)`;
const THAN = `than (?:the |an? |its rivals? |rivals? like |competitors? like |that of |those of )?(?:${NAME}|${OTHERS})`;

/** The subject is above what follows in one respect. Nothing is said against the other side. */
export const MORE_THAN = [
  `${IS} ${MUCH}${GOOD}(?: [\\w-]+){0,3}? ${THAN}`,
  `${HAS} (?:an? )?${MUCH}${GOOD} [\\w-]+(?: [\\w-]+){0,2}? ${THAN}`,
  `(?:handles?|does|manages?|treats?|covers?|supports?|explains?) (?:[\\w'-]+ ){1,4}?(?:much |far |a lot |even )?better ${THAN}`,
];
/** The subject is below what follows in one respect. */
export const LESS_THAN = [`${IS} ${MUCH}${BAD}(?: [\\w-]+){0,3}? ${THAN}`];

/** The subject is above the name that follows. */
export const ABOVE = [
  `(?:has|have|holds?|gets?|takes?|keeps?) (?:the|an?|a slight|a clear|the clear) (?:\\w+ )?(?:edge|advantage|upper hand|lead) over (?:the )?${NAME}(?!'s)`,
  `(?:comes? out|finishes|ends up|places?|ranks?|scores?) (?:well |far |just )?(?:ahead of|above|higher than) (?:the )?${NAME}(?!'s)`,
  `(?:is|are|'s) (?:\\w+ ){0,2}(?:a step (?:up from|above)|a cut above|head and shoulders above|in a different league (?:to|from|than)|miles ahead of|an upgrade over|an improvement over|worth (?:more|the extra (?:money|cost)) (?:than|over)) (?:the )?${NAME}(?!'s)`,
  `(?:leaves?|puts?) (?:the )?${NAME}(?= (?:behind|in the dust|in the shade|to shame))|wins? (?:out )?(?:over|against) (?:the )?${NAME}(?!'s)`,
];
/** The subject is below the name that follows. */
export const BELOW = [
  `(?:(?:can't|cannot|can not|couldn't|can hardly|can barely) (?:quite |really )?(?:match|beat|compete with|keep up with|rival|touch)|(?:can't|cannot|doesn't|does not) (?:quite |really |even )?(?:hold a candle to|measure up to|come close to)) (?:the )?${NAME}(?!'s| (?:in|on|at|for)\\b)`,
  `(?:is|are|'s) (?:simply |just )?no match for (?:the )?${NAME}(?!'s)`,
  `(?:falls?|comes?) (?:well |far |just )?(?:short of|behind) (?:the )?${NAME}(?!'s)|(?:trails?|lags?) (?:well |far |way )?(?:behind )?(?:the )?${NAME}(?!'s)|pales? (?:in comparison|next|compared) (?:to|with) (?:the )?${NAME}(?!'s)|loses? (?:out )?to (?:the )?${NAME}(?!'s)`,
];

/** `Compared with T, U is faster` */
export const IN_COMPARISON = `(?<=^|[.;:–—,] ?)(?:compared (?:to|with)|in comparison (?:to|with)|next to|unlike) (?:the )?${NAME},? (?:the )?${NAME} (?<cue>(?:is|feels|seems|runs|works|loads) ${MUCH}${GOOD})(?! (?:than|if|when)\\b)`;

/** What a subject is of two: `the faster of the two`. */
export const OF_TWO = [
  `the (?:\\w+ly |much |far )?(?:${SHORT}|more ${LONG}|better) (?:of the (?:two|pair|three|bunch)|one|option|choice|pick|bet|buy|deal|value|all-rounder|product|app|tool|service)`,
];
