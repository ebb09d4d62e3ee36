import { type Entry, phrasesOf } from './meanings.ts';
import { ALL, ANSWERS, combinations, ENGINE, ENGINES, MOST, NONE, SOME } from './nouns.ts';
import { noFormRefusal, type Reading, refusal } from './refusal.ts';

/** Common phrases with two meanings, or with none that can be tested, and their possible readings. Commas separate phrases. */
const unclear = (problem: string, phrases: string, ...meant: readonly Reading[]): Entry[] =>
  phrasesOf([{ kind: 'unclear', ...refusal(problem, ...meant) }], phrases);

const calendar = (unit: string, days: number, phrases: string) =>
  unclear(
    `"the last ${unit}" may be the calendar ${unit} or ${days} days: write "last ${unit}", or "the last ${days} days"`,
    phrases,
    { window: `last ${unit}`, baseline: null },
    { window: `in the last ${days} days`, baseline: null },
  );
const months = (count: number) =>
  unclear(
    `"${count} months" may be whole calendar months or ${30 * count} days: write "the last ${30 * count} days", or name the days`,
    `last ${count} months, the last ${count} months, past ${count} months`,
    { window: `in the last ${30 * count} days`, baseline: null },
  );
const AGO = 'it names no two windows. Write two windows, such as "this week than last week"';
const against = (unit: string, days: number, phrases: string) =>
  unclear(
    AGO,
    phrases,
    { window: `this ${unit}`, baseline: `last ${unit}` },
    { window: `in the last ${days} days`, baseline: 'before' },
  );

/** `14 days ago`, and as many weeks and months. */
const ago = (count: number) =>
  [['days', 1] as const, ['weeks', 7] as const, ['months', 30] as const].flatMap(([unit, days]) =>
    unclear(AGO, `${count} ${unit} ago`, { window: `in the last ${count * days} days`, baseline: 'before' }),
  );

/** For mentions, citations, and recommendations. */
export const COUNT =
  'that may be a number of mentions or a share of answers: write "more often" or "less often"';
const RATIO = 'Sightline judges differences, not ratios: write "more often", or "by at least 10 points"';
const HOW_MUCH = 'how much? Write "by at least 10 points", or leave the word out';
const HOW_OFTEN = 'how often? Write in how many answers';
const BY_WHAT = 'that may be naming or recommending: write one of them';
const SENTIMENT = 'a claim cannot be about tone, but about how often it recommends: write "recommends"';
const EACH = 'a claim is about one competitor: make one claim for each';
const FIRST_OF_ALL = 'it compares a brand with all others. Make one claim for each';
const NEARLY = 'an interval is never one number: write "at least", or "at most"';
const TWO_TIMES = 'that is about the past and the present: make two claims';
const EACH_ENGINE = 'each engine has its own verdict: make one claim for each';

const MORE_AND_SHARE = [
  { measure: 'named', direction: 'higher' },
  { measure: 'share', direction: 'higher' },
] as const;
const LESS_AND_SHARE = [
  { measure: 'named', direction: 'lower' },
  { measure: 'share', direction: 'lower' },
] as const;

const TIMES: readonly Entry[] = [
  ...calendar('week', 7, 'the last week'),
  ...calendar('month', 30, 'the last month, past month'),
  ...calendar('quarter', 90, 'the last quarter, past quarter'),
  ...calendar('year', 365, 'the last year, past year'),
  ...[2, 3, 6].flatMap(months),
  ...against('week', 7, 'a week ago, week over week, wow, week-over-week, week on week'),
  ...against('month', 30, 'a month ago, month over month, mom, month-over-month, month on month'),
  ...against(
    'quarter',
    90,
    'a quarter ago, quarter over quarter, qoq, quarter-over-quarter, quarter on quarter',
  ),
  ...Array.from({ length: 60 }, (_each, index) => index + 2).flatMap(ago),
  ...against('year', 365, 'a year ago, year over year, yoy, year-over-year, year on year'),
];

const AMOUNTS: readonly Entry[] = [
  ...unclear(COUNT, 'more mentions, more of the mentions, most mentions', ...MORE_AND_SHARE),
  ...unclear(COUNT, 'fewer mentions, less mentions', ...LESS_AND_SHARE),
  ...unclear(
    COUNT,
    `${combinations('number of, the number of, how many, how many of', `${ANSWERS}, its answers`)}, number of times, how many times`,
  ),
  ...unclear(COUNT, 'more citations', { measure: 'cited', direction: 'higher' }),
  ...unclear(COUNT, 'fewer citations, less citations', { measure: 'cited', direction: 'lower' }),
  ...unclear(COUNT, 'more recommendations', { measure: 'recommended', direction: 'higher' }),
  ...unclear(COUNT, 'fewer recommendations, less recommendations', {
    measure: 'recommended',
    direction: 'lower',
  }),
  ...unclear(
    RATIO,
    'twice as often, twice as much, twice as many, twice as frequently, twice, doubled, has doubled, double, doubling',
    { direction: 'higher', size: null },
  ),
  ...unclear(
    RATIO,
    'tripled, has tripled, triple, quadrupled, times as often, times more often, times more, times as much, times as many',
    { direction: 'higher', size: null },
  ),
  ...unclear(
    RATIO,
    'half as often, half as much, half as many, a third as many, a quarter as many, halved, has halved, a third as often, a quarter as often, half as frequently',
    { direction: 'lower', size: null },
  ),
  ...unclear(RATIO, 'twice as rarely, times less often, times less, cut in half, twice as seldom', {
    direction: 'lower',
    size: null,
  }),
  ...unclear(RATIO, '2x, 3x, 4x, 5x, 10x, 2x as often, 3x as often, 2x more often, 3x more often', {
    direction: 'higher',
    size: null,
  }),
  ...unclear(HOW_MUCH, 'slightly, a bit, a little, somewhat, marginally, a tad'),
  ...phrasesOf(
    [{ kind: 'unclear', ...refusal(HOW_MUCH), isOfDirection: true }],
    `much, far, way, a lot, lots, considerably, substantially, noticeably, markedly, sharply, dramatically, drastically, strongly,
    massively, hugely, even`,
  ),
  ...unclear(
    NEARLY,
    combinations('almost, nearly, practically, virtually, basically, just about', combinations(ALL, ANSWERS)),
    {
      direction: 'at_least',
      size: 90,
    },
  ),
  ...unclear(
    NEARLY,
    'about, around, roughly, approximately, almost, nearly, close to, exactly, precisely, some',
    { direction: 'at_least' },
    { direction: 'at_most' },
  ),
  ...unclear(
    NEARLY,
    combinations(
      'almost, nearly, practically, virtually, basically, just about, next to',
      `${combinations(NONE, ANSWERS)}, ${combinations('no', 'mention, mentions, citation, citations, recommendation, recommendations')}`,
    ),
    { direction: 'at_most', size: 10 },
  ),
  ...unclear(
    HOW_OFTEN,
    'often, frequently, regularly, commonly, many answers, many of its answers, generally, typically',
    { direction: 'at_least', size: 50 },
  ),
  ...unclear(HOW_OFTEN, 'almost always, nearly always, practically always, almost every time', {
    direction: 'at_least',
    size: 90,
  }),
  ...unclear(
    HOW_OFTEN,
    'rarely, seldom, hardly ever, hardly, barely, scarcely, almost never, infrequently, few answers',
    { direction: 'at_most', size: 10 },
  ),
  ...unclear(HOW_OFTEN, 'a few answers, very few answers, nearly never, practically never, in few answers', {
    direction: 'at_most',
    size: 10,
  }),
  ...unclear(HOW_OFTEN, 'a minority of, a minority', { direction: 'at_most', size: 50 }),
  ...unclear(
    HOW_OFTEN,
    'sometimes, occasionally, now and then, some answers, some of the answers, from time to time',
    { direction: 'at_least', size: 10 },
  ),
];

const COMPARISONS: readonly Entry[] = [
  ...unclear(
    'that may be more often or as often: write one of them',
    'at least as often, no less often, not less often, at least as high',
    { direction: 'unchanged' },
    { direction: 'higher' },
  ),
  ...unclear(
    'that may be less often or as often: write one of them',
    'at most as often, no more often, not more often, no higher, not any more often',
    { direction: 'lower' },
    { direction: 'unchanged' },
  ),
  ...unclear(
    BY_WHAT,
    'prefers, prefer, preferred, preferring, favors, favours, favored, favor, instead of, rather than',
    { measure: 'recommended', direction: 'higher' },
    { measure: 'named', direction: 'higher' },
  ),
  ...unclear(
    BY_WHAT,
    'loves, likes, promotes, endorses',
    { measure: 'recommended', direction: 'at_least', size: 50 },
    { measure: 'named', direction: 'at_least', size: 50 },
  ),
  ...unclear(SENTIMENT, 'positively, favorably, favourably, speaks highly of', {
    measure: 'recommended',
    direction: 'at_least',
    size: 50,
  }),
  ...unclear(
    SENTIMENT,
    'more positively, more favorably, more favourably, more positive about, speaks more highly of',
    {
      measure: 'recommended',
      direction: 'higher',
    },
  ),
  ...unclear(
    SENTIMENT,
    'less positively, less favorably, less favourably, less positive about, speaks less highly of',
    {
      measure: 'recommended',
      direction: 'lower',
    },
  ),
  ...unclear(
    'a brand or a page? Write "names", or "cites"',
    'references, referenced, reference, refers to, quotes, quoted',
    { measure: 'named' },
    { measure: 'cited' },
  ),
  ...unclear(
    EACH,
    'competitors, any competitor, all competitors, every competitor, the competition, our competitors, competition',
    { versus: 'any' },
  ),
  ...unclear(
    EACH,
    'all our competitors, any of our competitors, everyone else, anyone else, other brands, any other brand, all others',
    { versus: 'any' },
  ),
  ...unclear(
    EACH,
    'everyone, anyone, all other brands, our rivals, rivals, others, any rival, all rivals, the rest, the others',
    { versus: 'any' },
  ),
  ...unclear(
    FIRST_OF_ALL,
    'most often, the most, most, the most often, most frequently, most of all, dominates, dominate, the leader',
    { versus: 'any', direction: 'higher', size: null },
  ),
  ...unclear(
    FIRST_OF_ALL,
    'market leader, the market leader, the best, best, most visible, the winner, the favorite, leader, the clear leader',
    { versus: 'any', direction: 'higher', size: null },
  ),
  ...unclear(
    FIRST_OF_ALL,
    'least often, the least, least, least frequently, the worst, least visible, the least often',
    { versus: 'any', direction: 'lower', size: null },
  ),
  ...unclear(
    'Sightline cannot judge whether a lead has grown: compare two brands, or two windows',
    'pulling ahead of, pulled ahead of, extended our lead, extending our lead, increased our lead',
    { direction: 'higher' },
  ),
  ...unclear(
    'Sightline cannot judge whether a lead has grown: compare two brands, or two windows',
    'closing the gap, catching up, narrowing the gap, closed the gap, catching up with, catching up on, gaining on',
    {},
  ),
  ...unclear(
    TWO_TIMES,
    'went from, moved from',
    { direction: 'higher', size: null },
    { direction: 'lower', size: null },
  ),
  ...unclear(TWO_TIMES, 'overtook, has overtaken, overtaken, overtakes, overtake, passed', {
    direction: 'higher',
  }),
  ...unclear(TWO_TIMES, 'started, has started, have started, began, begun, has begun, have begun', {
    direction: 'higher',
    baseline: 'before',
  }),
  ...unclear(
    EACH_ENGINE,
    `${combinations(`${MOST}, ${SOME}`, `${ENGINES}, ${ENGINE}, llms`)}, overall, in total, combined, across the board`,
  ),
  ...unclear('a claim states something and does not ask', 'why, who, which, what, where, how, how much'),
];

/** The future, which no answer shows yet. */
const FUTURE: readonly Entry[] = phrasesOf(
  [
    {
      kind: 'unclear',
      ...noFormRefusal('Sightline does not judge the future: write a present or past fact'),
    },
  ],
  `will, shall, going to, gonna, about to, soon, tomorrow, ${combinations('next, by next, the next, in the next', 'week, month, quarter, year')}`,
);

export const UNCLEAR: readonly Entry[] = [...TIMES, ...AMOUNTS, ...COMPARISONS, ...FUTURE];
