import type { ClaimMeasure, Direction } from '../domain/alerts/claim.ts';
import { phrasesOf as all, type Entry, type Form, type Meaning, type PhraseMeaning } from './meanings.ts';
import { ALL, ANSWERS, AS_SOURCE, BOTH_LISTED, combinations, ENGINE, ENGINES, MOST, NONE } from './nouns.ts';
import { TIME_WORDS } from './periods.ts';
import { UNCLEAR } from './unclear-words.ts';

const measure = (name: ClaimMeasure, form: Form, phrases: string) =>
  all([{ kind: 'measure', measure: name, form }], phrases);
const direction = (name: Direction, said: PhraseMeaning, phrases: string) =>
  all([{ kind: 'direction', direction: name, said }], phrases);
const change = (name: Direction, said: PhraseMeaning | undefined, phrases: string) =>
  all([{ kind: 'direction', direction: name, ...(said && { said }), isChange: true }], phrases);
const limit = (name: 'at_least' | 'at_most', phrases: string) =>
  all([{ kind: 'direction', direction: name, said: 'limit' }], phrases);
/** Words that `not` reduces, without meaning "the same". */
const asMuch = (said: PhraseMeaning): readonly Meaning[] => [
  { kind: 'direction', direction: 'unchanged', said, denied: 'lower' },
];
const plain = (
  kind: Exclude<Meaning['kind'], 'measure' | 'direction' | 'unclear' | 'size' | 'top'>,
  phrases: string,
) => all([{ kind }], phrases);

/** Spellings for `citation rate`. */
const rateOf = (noun: string) =>
  `${noun} rate, ${noun}s rate, rate of ${noun}, rate of ${noun}s, ${noun} frequency, frequency of ${noun}s`;

const MEASURES: readonly Entry[] = [
  ...measure(
    'named',
    'active',
    'names, name, naming, mentions, mention, mentioning, talks about, talk about, talking about',
  ),
  ...measure(
    'named',
    'active',
    'includes, include, including, features, feature, featuring, brings up, bring up, bringing up',
  ),
  ...measure('named', 'past', 'named, mentioned, talked about, included, featured, brought up'),
  ...measure(
    'named',
    'itself',
    `appears, appear, appeared, appearing, shows up, show up, showed up, shown up, showing up, comes up, come up, came up,
    coming up, turns up, turn up, turned up, turning up, pops up, pop up, popped up, popping up`,
  ),
  ...measure('named', 'itself', 'in it, in them'),
  ...measure('named', 'noun', `visibility, visible, presence, visibility score, ${rateOf('mention')}`),
  ...measure(
    'named',
    'count',
    'mentions of, the mentions, number of mentions, the number of mentions, brand mentions',
  ),
  ...all(
    [{ kind: 'us' }, { kind: 'measure', measure: 'named', form: 'count' }],
    'our mentions, our brand mentions',
  ),
  ...all([{ kind: 'us' }, { kind: 'measure', measure: 'named', form: 'noun' }], 'our mentions rate'),
  ...measure(
    'cited',
    'active',
    `cites, cite, citing, links to, link to, linking to,
    ${combinations('cites, cite, citing, uses, use, using, lists, list, quotes, quote, references, reference', AS_SOURCE)}`,
  ),
  ...measure(
    'cited',
    'past',
    `cited, linked to, ${combinations('cited, used, listed, quoted, referenced, named, mentioned', AS_SOURCE)}`,
  ),
  ...measure('cited', 'noun', rateOf('citation')),
  ...measure('cited', 'count', 'citations, the citations, number of citations, the number of citations'),
  ...measure('recommended', 'active', 'recommends, recommend, recommending, suggests, suggest, suggesting'),
  ...measure('recommended', 'past', 'recommended, suggested'),
  ...measure('recommended', 'noun', rateOf('recommendation')),
  ...measure('recommended', 'count', 'recommendations, the recommendations, number of recommendations'),
  ...measure('listed', 'active', 'lists, list, listing'),
  ...measure('listed', 'past', 'listed'),
  ...measure('position', 'either', 'ranks, rank, ranking, places, place'),
  ...measure('position', 'active', 'puts, put, putting'),
  ...measure('position', 'past', 'ranked, placed'),
  ...measure(
    'position',
    'noun',
    'position, list position, average position, mean position, average list position',
  ),
  ...measure(
    'position',
    'noun',
    'mean list position, average rank, mean rank, rankings, positions, average ranking',
  ),
  ...all(
    [{ kind: 'average' }, { kind: 'measure', measure: 'position', form: 'noun' }],
    'avg position, avg list position, avg rank, avg ranking',
  ),
  ...measure(
    'share',
    'noun',
    'share of voice, share of mentions, share of all mentions, share, sov, voice share',
  ),
  ...measure(
    'share',
    'noun',
    'of all mentions, of mentions, of the mentions, of the brand mentions, of all brand mentions, of brand mentions, of all the mentions',
  ),
];

const MORE: readonly Entry[] = [
  ...direction(
    'higher',
    'often',
    `more often, more frequently, more regularly, oftener, more of the time, more frequent, more common, more commonly,
    likelier, more likely, increasingly, increasingly often, more and more, more and more often`,
  ),
  ...direction('higher', 'answers', 'more answers, more responses, more of its answers, more of the answers'),
  ...direction('higher', 'number', 'more, larger, has a larger, have a larger, bigger, greater'),
  ...change(
    'higher',
    'number',
    'increased, increases, increasing, increase, an increase in, grew, grows, growing, grown, grow',
  ),
  ...change(
    'higher',
    'movement',
    `rose, rises, rising, risen, rise, a rise in, went up, gone up, goes up, going up, go up, up, moved up, moving up, jumped,
    climbed, climbing, climbs, skyrocketed, spiked, shot up, surged, soared, gained, gaining, gain, gains, trending up`,
  ),
  ...direction('higher', 'height', 'higher, has a higher, have a higher, nearer the top, further up'),
  ...direction('higher', 'quality', 'better, stronger, winning'),
  ...change(
    'higher',
    'quality',
    `improved, improving, improves, improve, an improvement in, got better, gotten better, getting better, gets better, get better,
    become better, became better, gaining ground`,
  ),
];

const LESS: readonly Entry[] = [
  ...direction(
    'lower',
    'often',
    `less often, less frequently, rarer, more rarely, less regularly, more seldom, less of the time, less frequent, less common,
    less commonly, less likely, less and less, less and less often`,
  ),
  ...direction('lower', 'answers', 'fewer answers, less answers, fewer responses, fewer of its answers'),
  ...direction('lower', 'number', 'less, fewer, smaller, has a smaller, have a smaller'),
  ...change(
    'lower',
    'number',
    'decreased, decreases, decreasing, decrease, a decrease in, shrank, shrunk, shrinking, shrink, shrinks',
  ),
  ...change(
    'lower',
    'movement',
    `fell, falls, falling, fallen, fall, a fall in, went down, gone down, goes down, going down, go down, down, moved down,
    moving down, dropped, drops, dropping, drop, a drop in, declined, declines, declining, decline, a decline in, plunged, plummeted, tumbled, slumped, dipped, tanked, took a dive, takes a dive, nosedived, sank, lost, losing, loses, lose, trending down`,
  ),
  ...direction('lower', 'height', 'lower, has a lower, have a lower, further down'),
  ...direction('lower', 'quality', 'worse, weaker'),
  ...change(
    'lower',
    'quality',
    `slipped, slipping, slips, slid, sliding, worsened, worsening, worsens, worsen, got worse, gotten worse, getting worse, gets worse, get worse, become worse,
    became worse, losing ground, lost ground`,
  ),
];

const SAME: readonly Entry[] = [
  ...all(
    [{ kind: 'direction', direction: 'unchanged' }],
    'unchanged, the same, same, no different, no difference between, no difference in',
  ),
  ...change(
    'unchanged',
    undefined,
    `has not changed, have not changed, did not change, hasn't changed, haven't changed, didn't change, not changed, no change,
    no change in, nothing changed in, nothing has changed in, no change, the same as it was,
    stayed the same, remained the same, stayed stable, stable, hasn't really changed, has not really changed, is not changed,
    remained stable, remains stable, steady, held steady, constant, flat, stayed flat, remained flat, hasn't moved,
    has not moved, didn't move, did not move, remained unchanged, stayed unchanged`,
  ),
  ...all(
    [
      { kind: 'direction', direction: 'unchanged', said: 'often' },
      { kind: 'measure', measure: 'named', form: 'noun' },
    ],
    'equally visible, just as visible',
  ),
  ...all([...asMuch('often'), { kind: 'measure', measure: 'named', form: 'noun' }], 'as visible'),
  ...all(asMuch('often'), 'as often, as frequently, as regularly, as likely, so often'),
  ...all(asMuch('number'), 'as much, as large, as big'),
  ...all(asMuch('height'), 'as high, as highly'),
  ...all(asMuch('quality'), 'as good, as well'),
  ...direction(
    'unchanged',
    'often',
    `equally often, about equally often, equally frequently, equally likely, just as often, just as frequently, just as likely,
    about as often, about as frequently, roughly as often, roughly as frequently, the same number of times, with the same frequency,
    at the same rate, equally frequent, as frequent`,
  ),
  ...direction('unchanged', 'number', 'just as much, equally, about equally'),
  ...direction('unchanged', 'height', 'just as high, equally high'),
  ...all(
    [{ kind: 'direction', direction: 'unchanged', said: 'lead' }, { kind: 'than' }],
    'level with, on a par with, on par with, tied with, equal to',
  ),
  ...direction('unchanged', 'lead', 'tied, neck and neck, on par, on a par'),
];

const LIMITS: readonly Entry[] = [
  ...limit(
    'at_least',
    `at least, at the least, at the very least, no less than, not less than, no fewer than, not fewer than, >, >=, ≥, +, a minimum of, minimum`,
  ),
  ...limit(
    'at_most',
    `at most, at the most, at the very most, no more than, not more than, does not exceed, doesn't exceed, never exceeds, not exceeding, under, <, <=, ≤, a maximum of, maximum,
    up to`,
  ),
  ...all(
    [{ kind: 'direction', direction: 'at_least', said: 'limit', isAfter: true }],
    'or more, and more, or higher',
  ),
  ...all(
    [{ kind: 'direction', direction: 'at_most', said: 'limit', isAfter: true }],
    'or less, or fewer, or lower',
  ),
  ...limit('at_most', 'only, just, merely, only in, just in, in only, in just'),
  ...all(
    [{ kind: 'direction', direction: 'at_least', said: 'limit', than: 'higher' }],
    'above, over, upwards of, in excess of',
  ),
  ...all([{ kind: 'direction', direction: 'at_most', said: 'limit', than: 'lower' }], 'below, beneath'),
  ...all(
    [{ kind: 'direction', direction: 'at_least', said: 'place' }],
    'or worse, or further down, no better than, not better than',
  ),
  ...all(
    [{ kind: 'direction', direction: 'at_most', said: 'place' }],
    'or better, or above, in the top, the top, top, no worse than, not worse than',
  ),
];

const MOSTLY: readonly Entry[] = plain(
  'most',
  `${combinations(MOST, ANSWERS)}, most of the time, most times, most cases, mostly, most of them, the majority, a majority, usually,
  more often than not, more likely than not`,
);

const lead = (name: 'higher' | 'lower' | 'unchanged', phrases: string) =>
  all([{ kind: 'direction', direction: name, said: 'lead' }, { kind: 'than' }], phrases);

/** `zero mentions of us` */
const noneOf = (name: ClaimMeasure, nouns: string) => [
  ...all([{ kind: 'never' }, { kind: 'measure', measure: name, form: 'noun' }], combinations(NONE, nouns)),
  ...all(
    [{ kind: 'no_longer' }, { kind: 'measure', measure: name, form: 'noun' }],
    combinations('no more', nouns),
  ),
];

const LEADS: readonly Entry[] = [
  ...lead(
    'higher',
    `ahead of, in front of, lead over, leads over, beats, beat, beating, leads, lead, leading, led, outperforms, outperform, outperformed,
    outperforming, surpasses, surpass, exceeds, exceed, exceeded, tops, wins against, win against, winning against, won against,
    wins over, win over, outdoes, outpaces, outpace, do better than, does better than, did better than, doing better than`,
  ),
  ...lead(
    'lower',
    `behind, trails, trail, trailing, trails behind, lags, lag, lagging, lags behind, lag behind, lagging behind, loses to,
    lose to, losing to, lost to, losing against, loses against, lose against, lost against, falls behind, fall behind,
    fell behind, fallen behind, falling behind, beaten by, outperformed by, surpassed by, outpaced by, led by, do worse than, does worse than, did worse than, doing worse than`,
  ),
  ...all(
    [
      { kind: 'measure', measure: 'position', form: 'either' },
      { kind: 'direction', direction: 'higher', said: 'height' },
      { kind: 'than' },
    ],
    'outranks, outrank, outranking',
  ),
  ...all(
    [
      { kind: 'measure', measure: 'position', form: 'past' },
      { kind: 'direction', direction: 'lower', said: 'height' },
      { kind: 'than' },
    ],
    'outranked by',
  ),
  ...all(
    [
      { kind: 'measure', measure: 'position', form: 'either' },
      { kind: 'direction', direction: 'higher', said: 'height' },
      { kind: 'than' },
    ],
    'outranked',
  ),
];

const COMPARED: readonly Entry[] = [
  ...plain(
    'than',
    `than, as, compared with, compared to, in comparison with, in comparison to, versus, vs, against, relative to, from what it was,
    then`,
  ),
  ...plain(
    'before',
    'before, previously, it did before, it was before, they were before, we were before, it used to, it used to be, earlier, before that, in the past',
  ),
  ...plain('by', 'by'),
  ...plain('within', 'within, to within, give or take, plus or minus'),
  ...plain('to', 'to, down to, back to'),
];

const NOT_COMPARED: readonly Entry[] = [
  ...plain(
    'us',
    'us, we, our, ours, our name, our brand name, our brand, our company, our product, you, your, yours, me, my',
  ),
  ...all(
    [{ kind: 'us' }, { kind: 'site' }],
    'our site, our own site, our pages, our website, our own pages, our content, our domain, our blog, our own website',
  ),
  ...plain('site', 'site, website, pages, content, domain, blog'),
  ...plain(
    'every',
    `${combinations(`${ALL}, the, these`, `${ENGINES}, ${ENGINE}`)}, ${ENGINES}, ${combinations(`, the, these`, combinations(ENGINES, 'all'))}, everywhere,
    ai, llms, the ai, the llms, ai search, ai answers, all llms, every llm, all of them`,
  ),
  ...all(
    [{ kind: 'every' }, { kind: 'never' }],
    `${combinations(NONE, `${ENGINES}, ${ENGINE}, llms, llm`)}, none of them`,
  ),
  ...plain(
    'rate',
    `how often, how frequently, how regularly, frequency, how likely, rate at which, rate with which, frequency with which,
    ${combinations('odds, likelihood, chance, chances, probability', 'of, that')}, ${combinations('share, percentage, proportion, fraction, part', `of ${ANSWERS}`)}`,
  ),
  ...plain('average', 'on average, average, mean, an average of'),
  ...plain(
    'judged',
    `judged answers, answers judged, answers with a judgment, with a verdict, with a verdict on us, that judge us, that judge it,
    ${combinations(`, ${combinations(', whose, where, the, our, its, where the, where our, where its, in which our, in which the', 'framing')}`, 'could be judged, can be judged, was judged, were judged, is judged, are judged')}`,
  ),
  ...all([{ kind: 'at', isIn: true }], 'in'),
  ...plain(
    'both',
    combinations(
      'when, where, whenever, if',
      `${BOTH_LISTED}, both are listed, both are ranked, we are both listed`,
    ),
  ),
  ...plain('at', 'of, at, across, via, according to, for, with, inside, among, amongst, through, by way of'),
  ...plain('from', 'on, from'),
  ...plain(
    'be',
    "is, are, was, were, been, be, being, get, gets, got, getting, gotten, 's, 're, am, become, became, becomes, becoming",
  ),
  ...plain(
    'not',
    "not, nowhere near, isn't, aren't, wasn't, weren't, doesn't, don't, didn't, hasn't, haven't, hadn't, cannot, can't, won't, nor, without",
  ),
  ...plain(
    'fails',
    `${combinations('fails, fail, failed, failing, refuses, declines, declined, refused, neglects, forgets', 'to')}, avoids, avoid`,
  ),
  ...all(
    [{ kind: 'absent' }, { kind: 'measure', measure: 'named', form: 'active' }],
    'omits, omit, omitting, overlooks, overlook, ignores, ignore, ignoring, leaves out, leave out, leaving out, skips, skip',
  ),
  ...all(
    [{ kind: 'absent' }, { kind: 'measure', measure: 'named', form: 'past' }],
    'omitted, overlooked, ignored, left out, skipped',
  ),
  ...all(
    [{ kind: 'absent' }, { kind: 'measure', measure: 'named', form: 'itself' }],
    'absent, missing, invisible, unmentioned, nowhere to be found, nowhere to be seen',
  ),
  ...plain(
    'no_longer',
    'no longer, not anymore, not any more, stopped, has stopped, have stopped, ceased, anymore, any more, used to, formerly',
  ),
  ...plain(
    'never',
    `never, never once, never ever, not once, not even once, zero times, 0 times, has yet to, have yet to, i have yet to see, not at all, at no time, not one time, not a single time,
    ${combinations(NONE, ANSWERS)}`,
  ),
  ...noneOf('named', 'mention, mentions'),
  ...noneOf('cited', 'citation, citations'),
  ...noneOf('recommended', 'recommendation, recommendations'),
  ...plain(
    'any',
    `once, even once, one time, a single time, even a single time, at all, ever, ${combinations('any, any of, a single, even a single, even one, a single one of', ANSWERS)}`,
  ),
  ...plain(
    'always',
    `always, every time, each time, each and every time, every single time, all the time, without exception, without fail, consistently, constantly, invariably,
    ${combinations(ALL, ANSWERS)}`,
  ),
  ...plain(
    'nobody',
    `nobody, no one, noone, none, no other brand, no competitor, no other, no rival, no brand, none of our competitors, neither engine,
    neither, nobody else, no one else`,
  ),
];

const FILLERS: readonly Entry[] = [
  ...plain(
    'filler',
    `'s name, 's brand name, its, the, has, have, had, a, an, and, both, it, that, brand, cases, their, they, rate, engine, times, time, 've, did, does, do,
    each of us, both of us, us both, either of us, answers, answer, responses, response, results, replies`,
  ),
  ...plain(
    'filler',
    "it does, it is, it was, they are, they do, does it, it 's, they 're, there 's, there, there was, there is, there has been",
  ),
  ...plain(
    'filler',
    `of the time, of them, of the answers, of all answers, of its answers, of all its answers, of all of its answers,
    of the answers we get, the answers we get, answers we get, answers we see, in its answers, in their answers, in the answers, in its lists, in lists, in its list, in a list, on the list, in the list,
    of the list, lists of, list of, in which, when asked, prompts, score, in terms of, when it comes to`,
  ),
  ...plain(
    'filler',
    `now, currently, so far, still, actually, really, indeed, also, already, lately, recently, these days, nowadays, at the moment,
    right now, at present, remained, stayed, remains, stays, continues to, continue to, continued to, keeps, keep, kept,
    tends to, tend to, picks up, pick up, picked up, significantly, statistically, clearly, simply, completely, entirely, totally, wholly, altogether, utterly,
    hold, holds, held, own, owns, owned, command, commands`,
  ),
  ...plain(
    'filler',
    `is it true that, is it so that, is it right that, is it correct that, is it fair to say that, is it fair to say, it is true that,
    i think, i think that, we think that, we think, we believe, we believe that, i believe, i believe that, it seems that, it seems,
    it looks like, looks like, apparently, can we say that, can we say, can i say that, can i say, could we say that, may we say that,
    can we claim that, can we claim, could we claim that, is it safe to say that, is it the case that, it is the case that,
    it 's true that, true or false, fact, fact check, claim`,
  ),
  ...plain(
    'filler',
    `fyi, heads up, heads-up, quick heads up, team, hi team, hey team, hi all, hey all, hi, hey, hello, btw, by the way, note, note that,
    please note, please note that, update, quick update, quick note, reminder, psa, fwiw, good news, bad news, great news, just so you know,
    for the record, question, quick question`,
  ),
  // The list or rate that a position or share belongs to.
  ...plain(
    'filler',
    `pick on the list, choice on the list, entry on the list, item on the list, name on the list, brand on the list`,
  ),
];

/** Every phrase that a sentence can have besides names, numbers, and times. The longest match wins; the parser knows nothing else. */
export const PHRASES: ReadonlyMap<string, readonly Meaning[]> = new Map(
  [MEASURES, MORE, LESS, SAME, LIMITS, MOSTLY, LEADS, COMPARED, NOT_COMPARED, UNCLEAR, FILLERS].flat(),
);

/** Every word in phrases and times. */
export const WORDS: ReadonlySet<string> = new Set(
  [...PHRASES.keys(), ...TIME_WORDS].flatMap((phrase) => phrase.split(' ')),
);

/** Number of words in the longest phrase. */
export const LONGEST_PHRASE = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length));
