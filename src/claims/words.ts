import type { ClaimMeasure, Direction } from '../domain/claim.ts';
import { phrasesOf as all, type Entry, type Form, type Meaning, type Said } from './meanings.ts';
import { UNCLEAR } from './unclear-words.ts';

const measure = (name: ClaimMeasure, form: Form, phrases: string) =>
  all([{ kind: 'measure', measure: name, form }], phrases);
const direction = (name: Direction, said: Said, phrases: string) =>
  all([{ kind: 'direction', direction: name, said }], phrases);
const change = (name: Direction, said: Said | undefined, phrases: string) =>
  all([{ kind: 'direction', direction: name, ...(said && { said }), isChange: true }], phrases);
const limit = (name: 'at_least' | 'at_most', phrases: string) =>
  all([{ kind: 'direction', direction: name, said: 'limit' }], phrases);
const plain = (
  kind: Exclude<Meaning['kind'], 'measure' | 'direction' | 'unclear' | 'size' | 'top'>,
  phrases: string,
) => all([{ kind }], phrases);

const MEASURES: readonly Entry[] = [
  ...measure(
    'named',
    'active',
    'names, name, naming, mentions, mention, mentioning, talks about, talk about, talking about',
  ),
  ...measure(
    'named',
    'active',
    'includes, include, including, features, feature, featuring, brings up, bring up',
  ),
  ...measure('named', 'past', 'named, mentioned, talked about, included, featured, brought up'),
  ...measure(
    'named',
    'itself',
    'appears, appear, appeared, appearing, shows up, show up, showed up, showing up, comes up, come up, came up',
  ),
  ...measure('named', 'noun', 'visibility, visible, mention rate, presence, visibility score'),
  ...measure('cited', 'active', 'cites, cite, citing, links to, link to, linking to'),
  ...measure('cited', 'past', 'cited, linked to'),
  ...measure('cited', 'noun', 'citation rate'),
  ...measure('recommended', 'active', 'recommends, recommend, recommending, suggests, suggest, suggesting'),
  ...measure('recommended', 'past', 'recommended, suggested'),
  ...measure('recommended', 'noun', 'recommendation rate'),
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
  ...measure('position', 'noun', 'mean list position, average rank, mean rank, rankings, positions'),
  ...measure(
    'share',
    'noun',
    'share of voice, share of mentions, share of all mentions, share, sov, voice share',
  ),
  ...measure('share', 'noun', 'of all mentions, of mentions, of the mentions'),
];

const MORE: readonly Entry[] = [
  ...direction('higher', 'often', 'more often, more frequently, more regularly, oftener, more of the time'),
  ...direction('higher', 'answers', 'more answers, more responses, more of its answers, more of the answers'),
  ...direction('higher', 'number', 'more, larger, has a larger, have a larger, bigger, greater'),
  ...change(
    'higher',
    'number',
    `rose, has risen, rises, rising, risen, rise, increased, has increased, increases, increasing, increase, an increase in,
    went up, has gone up, goes up, going up, go up, is up, up, grew, has grown, grows, growing, grown, grow, jumped, climbed,
    climbing, surged, soared, gained, gaining, gain, gains, is trending up, was trending up`,
  ),
  ...direction('higher', 'height', 'higher, has a higher, have a higher, nearer the top, further up'),
  ...direction('higher', 'quality', 'better, stronger, winning'),
  ...change(
    'higher',
    'quality',
    `improved, has improved, improving, improves, improve, got better, has gotten better, getting better, gets better,
    gaining ground`,
  ),
];

const LESS: readonly Entry[] = [
  ...direction(
    'lower',
    'often',
    'less often, less frequently, rarer, more rarely, less regularly, more seldom',
  ),
  ...direction('lower', 'often', 'less of the time'),
  ...direction('lower', 'answers', 'fewer answers, less answers, fewer responses, fewer of its answers'),
  ...direction('lower', 'number', 'less, fewer, smaller, has a smaller, have a smaller'),
  ...change(
    'lower',
    'number',
    `fell, has fallen, falls, falling, fallen, fall, decreased, has decreased, decreases, decreasing, decrease, went down,
    has gone down, goes down, going down, go down, is down, down, dropped, has dropped, drops, dropping, drop, a drop in,
    declined, has declined, declines, declining, decline, a decline in, shrank, shrunk, shrinking, shrink, slipped, slipping,
    plunged, sank, lost, losing, loses, lose, is trending down, was trending down`,
  ),
  ...direction('lower', 'height', 'lower, has a lower, have a lower, further down'),
  ...direction('lower', 'quality', 'worse, weaker'),
  ...change(
    'lower',
    'quality',
    `worsened, has worsened, worsening, worsen, got worse, has gotten worse, getting worse, gets worse, get worse,
    losing ground, lost ground`,
  ),
];

const SAME: readonly Entry[] = [
  ...all([{ kind: 'direction', direction: 'unchanged' }], 'unchanged, the same, same, no different'),
  ...change(
    'unchanged',
    undefined,
    `has not changed, have not changed, did not change, hasn't changed, haven't changed, didn't change, not changed, no change,
    no change in, there was no change in, there is no change in, there has been no change in, the same as it was,
    stayed the same, has stayed the same, remained the same, is stable, was stable, stayed stable, has been stable, stable,
    remained stable, remains stable, steady, is steady, held steady, constant, is constant, flat, is flat, was flat, stayed flat,
    remained flat, hasn't moved, has not moved, didn't move, did not move, remained unchanged, stayed unchanged`,
  ),
  ...all(
    [
      { kind: 'direction', direction: 'unchanged', said: 'often' },
      { kind: 'measure', measure: 'named', form: 'noun' },
    ],
    'as visible, equally visible, just as visible',
  ),
  ...direction('unchanged', 'often', 'as often, equally often, just as often, as frequently, about as often'),
  ...direction('unchanged', 'often', 'the same number of times, equally frequently, with the same frequency'),
  ...direction('unchanged', 'number', 'as much, just as much, equally, as large, as big'),
  ...direction('unchanged', 'height', 'as high, just as high, equally high'),
  ...all(
    [{ kind: 'direction', direction: 'unchanged', said: 'lead' }, { kind: 'than' }],
    'level with, on a par with, on par with, tied with, equal to',
  ),
];

const LIMITS: readonly Entry[] = [
  ...limit(
    'at_least',
    'at least, no less than, not less than, no fewer than, not fewer than, or more, >, >=, ≥, +, a minimum of, minimum, or higher',
  ),
  ...limit(
    'at_most',
    'at most, no more than, not more than, or less, or fewer, under, <, <=, ≤, a maximum of, maximum, up to, or lower',
  ),
  ...limit('at_most', 'only, just, merely, only in, just in, in only, in just'),
  ...all(
    [{ kind: 'direction', direction: 'at_least', said: 'limit', than: 'higher' }],
    'above, over, upwards of, in excess of',
  ),
  ...all([{ kind: 'direction', direction: 'at_most', said: 'limit', than: 'lower' }], 'below, beneath'),
  ...all([{ kind: 'direction', direction: 'at_least', said: 'place' }], 'or worse, or further down'),
  ...all(
    [{ kind: 'direction', direction: 'at_most', said: 'place' }],
    'or better, or above, in the top, the top, top',
  ),
];

const MOST: readonly Entry[] = plain(
  'most',
  'most answers, most of its answers, most of the answers, most of all answers, most of the time, most times, most cases, ' +
    'mostly, the majority of, a majority of, majority of, the majority, a majority, most responses, most of them, usually, more often than not',
);

const lead = (name: 'higher' | 'lower' | 'unchanged', phrases: string) =>
  all([{ kind: 'direction', direction: name, said: 'lead' }, { kind: 'than' }], phrases);

const LEADS: readonly Entry[] = [
  ...lead(
    'higher',
    `ahead of, in front of, beats, beat, beating, leads, lead, leading, led, outperforms, outperform, outperformed,
    outperforming, surpasses, surpass, exceeds, exceed, exceeded, tops, wins against, win against, winning against, won against,
    wins over, win over, outdoes, outpaces, outpace, do better than, does better than, did better than, doing better than,
    more visible than`,
  ),
  ...lead(
    'lower',
    `behind, trails, trail, trailing, trails behind, lags, lag, lagging, lags behind, lag behind, lagging behind, loses to,
    lose to, losing to, lost to, losing against, loses against, lose against, lost against, falls behind, fall behind,
    fell behind, fallen behind, falling behind, beaten by, outperformed by, surpassed by, outpaced by, led by,
    less visible than, do worse than, does worse than, did worse than, doing worse than`,
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
    'than, as, compared with, compared to, in comparison with, in comparison to, versus, vs, against, relative to, from what it was',
  ),
  ...plain(
    'before',
    'before, previously, it did before, it was before, they were before, we were before, it used to, it used to be, earlier, before that, in the past',
  ),
  ...plain('by', 'by'),
  ...plain('within', 'within, to within, give or take'),
  ...plain('to', 'to, down to, back to'),
];

const NOT_COMPARED: readonly Entry[] = [
  ...plain('us', 'us, we, our, ours, our brand, our company, our product, you, your, yours, me, my'),
  ...all(
    [{ kind: 'us' }, { kind: 'site' }],
    'our site, our own site, our pages, our website, our own pages, our content, our domain, our blog, our own website',
  ),
  ...plain('site', 'site, website, pages, content, domain, blog'),
  ...plain(
    'every',
    'every engine, each engine, all engines, all the engines, all of the engines, every single engine, all of them, everywhere, every ai engine',
  ),
  ...plain(
    'every',
    'all ai engines, every assistant, all assistants, every ai assistant, all ai assistants, each assistant, each ai engine, every platform, all platforms',
  ),
  ...plain(
    'every',
    'the engines, engines, ai engines, answer engines, ai assistants, assistants, chatbots, ai, llms, the ai, the llms, each of the engines, every model, all models',
  ),
  ...plain('average', 'on average, average, mean, an average of'),
  ...plain(
    'judged',
    'of the answers whose framing could be judged, of answers whose framing could be judged, of the judged answers, of judged answers',
  ),
  ...plain(
    'judged',
    'of the answers that judge us, among the answers that judge us, among judged answers, among the judged answers, of the answers that could be judged',
  ),
  ...plain(
    'judged',
    'in answers whose framing could be judged, in the answers whose framing could be judged, among the answers whose framing could be judged',
  ),
  ...plain('at', 'in, on, of, at, across, via, according to, for, with, from, inside, among, through'),
  ...plain('be', "is, are, was, were, been, be, being, get, gets, got, getting, gotten, 's, 're, am"),
  ...plain(
    'not',
    "not, isn't, aren't, wasn't, weren't, doesn't, don't, didn't, hasn't, haven't, hadn't, cannot, can't, fails to, failed to, won't, nor, without",
  ),
  ...plain(
    'no_longer',
    'no longer, not anymore, not any more, stopped, has stopped, have stopped, ceased, anymore, any more, used to, formerly',
  ),
  ...plain(
    'never',
    'never, not once, not at all, in no answer, in no answers, in none of its answers, in none of the answers, at no time, zero answers',
  ),
  ...plain(
    'never',
    'not a single answer, not in a single answer, not in any answer, ignores, ignored, ignore, omits, overlooks, omitted, overlooked, never ever',
  ),
  ...plain(
    'always',
    'always, every time, each time, in every answer, in each answer, in all answers, in all of its answers, all the time, in every single answer',
  ),
  ...plain(
    'always',
    'all answers, all of its answers, all the answers, without exception, consistently, constantly, invariably, every answer, every single answer, every single time, in all the answers',
  ),
  ...plain(
    'nobody',
    'nobody, no one, no engine, none of the engines, no other brand, no competitor, no other, no rival, no brand, no assistant, none of them, no ai engine, noone, none',
  ),
  ...plain(
    'nobody',
    'none of our competitors, not one engine, no single engine, neither engine, neither, nobody else, no one else',
  ),
];

const FILLERS: readonly Entry[] = [
  ...plain(
    'filler',
    'its, the, has, have, had, answers, answer, a, an, and, both, it, that, brand, responses, response, cases, results, replies',
  ),
  ...plain(
    'filler',
    "did, does, do, now, currently, so far, of the time, rate, 've, engine, times, time, it does, it is, it was, they are, they do, does it",
  ),
  ...plain(
    'filler',
    'still, actually, really, indeed, also, already, lately, recently, these days, nowadays, at the moment, right now, at present',
  ),
  ...plain(
    'filler',
    'is it true that, is it so that, it is true that, i think, i think that, we think that, we think, it seems that, it seems, it looks like, apparently',
  ),
  ...plain(
    'filler',
    'there was, there is, there has been, significantly, statistically, clearly, of all answers, of its answers, of them, their, score, of the answers, of all its answers',
  ),
  ...plain(
    'filler',
    'when asked, in its lists, in lists, in its list, in a list, prompts, in its answers, in their answers, in the answers, remained, stayed, remains, stays',
  ),
];

/** Every phrase that a sentence may have besides names, numbers, and times. The longest that fits is taken; nothing else is understood. */
export const PHRASES: ReadonlyMap<string, readonly Meaning[]> = new Map(
  [FILLERS, MEASURES, MORE, LESS, SAME, LIMITS, MOST, LEADS, COMPARED, NOT_COMPARED, UNCLEAR].flat(),
);

/** The words of the longest phrase. */
export const LONGEST_PHRASE = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length));
