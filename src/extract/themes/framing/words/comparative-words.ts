import { NAME } from './english-words.ts';

/** English comparatives of good or bad properties. `Bigger`, `older`, and `dearer` are neither. */

const SHORT =
  '(?:faster|quicker|(?<!(?:feels?|looks?|sounds?) (?:\\w+ )?)cheaper|safer|easier(?! to (?:lose|break|hack|crack|damage|scratch|forget|abuse|misuse|steal|fake|cheat|trick|spot|mock|ignore)\\b)(?: to [\\w-]+(?: (?:up|with|in|on|and [\\w-]+))?)?|simpler|quieter|smoother|sharper|cleaner|sturdier|smarter|healthier|friendlier|nicer|stronger|clearer|handier|comfier|fairer|tastier|roomier|tidier)';
const LONG =
  '(?:reliable|secure|private|accurate|durable|comfortable|polished|intuitive|versatile|stable|consistent|responsive|user[- ]friendly|beginner-friendly|efficient|affordable|trustworthy|effective|robust|capable|powerful|dependable|precise|transparent|convenient|flexible|refined|generous|helpful|economical|cost-effective|energy-efficient|breathable|customi[sz]able|enjoyable|impressive|eco-friendly|practical|pleasant|budget-friendly|thorough|comprehensive)';
const GOOD = `(?:${SHORT}|more ${LONG})(?:(?:,| and|, and) (?:${SHORT}|more ${LONG}|${LONG}))?`;
const MUCH =
  '(?:(?:\\w+ly|much|far|a lot|way|even|still|a bit|a little|slightly|somewhat|often|also|\\d+ ?%|\\d+ percent|(?:two|three|four|five|ten|\\d+) times) ){0,3}';

/** `Compared with T, U is faster` */
export const IN_COMPARISON = `(?<=^|[.;:–—,] ?)(?:compared (?:to|with)|in comparison (?:to|with)|next to|unlike) (?:the )?${NAME},? (?:the )?${NAME} (?<cue>(?:is|feels|seems|runs|works|loads) ${MUCH}${GOOD})(?! (?:than|if|when)\\b)`;

/** Phrases for one of two: `the faster of the two`. */
export const OF_TWO = [
  `the (?:\\w+ly |much |far )?(?:${SHORT}|more ${LONG}|better) (?:of the (?:two|pair|three|bunch)|one|option|choice|pick|bet|buy|deal|value|all-rounder|product|app|tool|service)(?! (?:you|that|which|of your)\\b)`,
];
