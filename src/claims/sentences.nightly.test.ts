import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { effort } from '../../test/support/effort.ts';
import type { Claim } from '../domain/alerts/claim.ts';
import { ENGINES } from '../domain/answers/engine.ts';
import { DAY_MS, type Period } from '../domain/time/period.ts';
import { readClaim } from './parse.ts';

/** A Friday. */
const NOW = Date.UTC(2026, 10, 20, 13, 37, 21, 123);

const LEXICON = {
  brands: [
    { name: 'Acme', names: ['Acme'] },
    { name: 'Kestrel', names: ['Kestrel', 'Kestrel Boards'] },
    { name: 'Bolt', names: ['Bolt'] },
  ],
  engines: ENGINES,
};

/**
 * A claim in a line: `chatgpt: named, Acme higher than Kestrel, 30 days`. Windows are days from a date on, or
 * before now.
 */
function lineOf({ measure, top, direction, brand, versus, engine, window, baseline, size }: Claim): string {
  const what = top === null ? measure : `${measure} ${top}`;
  const than = versus === null ? '' : ` than ${versus}`;
  const by = size === null ? '' : ` ${size}`;
  const against = baseline === null ? '' : ` / ${windowText(baseline)}`;
  return `${engine ?? 'each'}: ${what}, ${brand} ${direction}${than}${by}, ${windowText(window)}${against}`;
}

function windowText({ from, to }: Period): string {
  const days = (to - from) / DAY_MS;
  const isOfDays = Number.isInteger(days);
  if (to === NOW + 1 && isOfDays) return `${days} days`;
  const begins = new Date(from).toISOString().slice(0, 10);
  const ends = to === NOW + 1 ? 'now' : new Date(to - 1).toISOString().slice(0, 10);
  return `${begins} to ${ends}`;
}

const MONTH = '2026-11-01 to now / 2026-10-01 to 2026-10-31';
const WEEK = '2026-11-16 to now / 2026-11-09 to 2026-11-15';
const USUAL = '7 days / 2026-10-16 to 2026-11-13';

/** Sentences by their parsed claim. */
const READ: Readonly<Record<string, readonly string[]>> = {
  // Two brands: active, passive, questions, and with "we" as the subject.
  'chatgpt: named, Acme higher than Kestrel, 30 days': [
    'ChatGPT names us more often than Kestrel',
    'ChatGPT mentions us more frequently than Kestrel',
    'ChatGPT talks about us more often than Kestrel',
    'We are named more often than Kestrel by ChatGPT',
    'We’re mentioned more often than Kestrel on ChatGPT',
    'we are more often named than Kestrel by ChatGPT',
    'We get mentioned more often than Kestrel in ChatGPT',
    'Acme gets named more often than Kestrel in ChatGPT answers',
    'We appear more often than Kestrel on ChatGPT',
    'Acme shows up more often than Kestrel in ChatGPT’s answers',
    'We come up in ChatGPT more often than Kestrel does',
    'ChatGPT is naming us more often than Kestrel',
    'ChatGPT has mentioned us more often than Kestrel',
    'ChatGPT’s been mentioning us more often than Kestrel',
    'Does ChatGPT name us more often than Kestrel?',
    'Is it true that ChatGPT mentions Acme more often than Kestrel?',
    'Are we named more often than Kestrel by ChatGPT?',
    'Do we show up more often than Kestrel on ChatGPT?',
    'In ChatGPT, we are named more often than Kestrel',
    'On ChatGPT we are named more often than Kestrel is',
    'ChatGPT: we are named more often than Kestrel',
    'According to ChatGPT, Acme is mentioned more often than Kestrel',
    'Compared with Kestrel, ChatGPT names us more often',
    'Compared to Kestrel, we are named more often on ChatGPT',
    'ChatGPT names Acme — our brand — more often than Kestrel',
    '“ChatGPT names us more often than Kestrel”',
    '«ChatGPT names us more often than Kestrel»',
    'Acme named more often than Kestrel by ChatGPT',
    'ChatGPT names us more than Kestrel',
    'ChatGPT names us more often than it names Kestrel',
    'ChatGPT names us more often than ChatGPT names Kestrel',
    'ChatGPT includes us more often than Kestrel',
    'Our visibility on ChatGPT is higher than Kestrel’s',
    'our ChatGPT visibility is higher than Kestrel’s',
    'Our visibility on ChatGPT is better than Kestrel’s',
    'We are more visible than Kestrel on ChatGPT',
    'Our mention rate on ChatGPT is higher than that of Kestrel',
    'Our presence on ChatGPT is larger than Kestrel’s',
    'Acme is ahead of Kestrel in ChatGPT visibility',
  ],
  'chatgpt: named, Kestrel higher than Acme, 30 days': [
    'Kestrel is named more often than us by ChatGPT',
    'ChatGPT mentions Kestrel more often than us',
    'Kestrel’s visibility on ChatGPT is higher than ours',
  ],
  'chatgpt: named, Acme lower than Kestrel, 30 days': [
    'ChatGPT names us less often than Kestrel',
    'Our visibility on ChatGPT is below Kestrel’s',
    'ChatGPT mentions us less than Kestrel',
  ],
  'chatgpt: named, Kestrel lower than Acme, 30 days': ['Kestrel is named less often than we are on ChatGPT'],
  'chatgpt: named, Acme unchanged than Kestrel, 30 days': [
    'ChatGPT names us as often as Kestrel',
    'We are as visible as Kestrel on ChatGPT',
    'ChatGPT names us and Kestrel equally often',
    'We are named as often as Kestrel by ChatGPT',
    'ChatGPT mentions us just as often as Kestrel',
  ],
  'chatgpt: recommended, Acme higher than Kestrel, 30 days': [
    'we are recommended more often than Kestrel by ChatGPT',
    'ChatGPT recommends us more often than Kestrel',
    'ChatGPT recommends Acme more than Kestrel',
    'We get recommended more often than Kestrel by ChatGPT',
    'Does ChatGPT recommend us more often than Kestrel?',
    'Our recommendation rate on ChatGPT is higher than Kestrel’s',
    'ChatGPT suggests us more often than Kestrel',
  ],
  'chatgpt: recommended_of_judged, Acme higher than Kestrel, 30 days': [
    'Of the answers whose framing could be judged, ChatGPT recommends us more often than Kestrel',
    'Of the judged answers, ChatGPT recommends us more often than Kestrel',
  ],
  'perplexity: cited, Acme lower than Kestrel, 30 days': [
    'Perplexity cites us less often than Kestrel',
    'Perplexity links to our site less often than Kestrel',
    'Our pages are cited less often than Kestrel’s on Perplexity',
    'We are cited less often than Kestrel by Perplexity',
    'Perplexity cites our website less often than Kestrel’s website',
    'Our citation rate on Perplexity is lower than Kestrel’s',
  ],
  'chatgpt: position, Acme higher than Kestrel, 30 days': [
    'ChatGPT ranks us higher than Kestrel',
    'ChatGPT ranks us above Kestrel',
    'ChatGPT ranks us ahead of Kestrel',
    'ChatGPT lists us ahead of Kestrel',
    'ChatGPT lists us higher than Kestrel',
    'We rank higher than Kestrel on ChatGPT',
    'We outrank Kestrel on ChatGPT',
    'We are ranked above Kestrel by ChatGPT',
    'ChatGPT puts us above Kestrel',
    'Our average position on ChatGPT is better than Kestrel’s',
  ],
  'chatgpt: position, Acme lower than Kestrel, 30 days': [
    'ChatGPT ranks us below Kestrel',
    'ChatGPT ranks us behind Kestrel',
    'We are outranked by Kestrel on ChatGPT',
    'We rank lower than Kestrel on ChatGPT',
  ],
  'chatgpt: share, Acme higher than Kestrel, 30 days': [
    'Our share of voice on ChatGPT is larger than Kestrel’s',
    'our share of mentions on ChatGPT is bigger than Kestrel’s',
    'We have a higher share of voice than Kestrel on ChatGPT',
    'We lead Kestrel in share of voice on ChatGPT',
    'Our share of voice on ChatGPT exceeds Kestrel’s',
  ],
  'chatgpt: named, Acme higher than Kestrel 10, 30 days': [
    'ChatGPT names us at least 10 points more often than Kestrel',
    'ChatGPT names us more often than Kestrel by over 10 points',
    'ChatGPT names us more often than Kestrel by 10 pp',
    'ChatGPT names us ten points more often than Kestrel',
  ],
  // Every engine separately.
  'each: named, Acme higher than Kestrel, 30 days': [
    'We are named more often than Kestrel',
    'We are named more often than Kestrel on every engine',
    'We are named more often than Kestrel on all engines',
    'Every engine names us more often than Kestrel',
    'All engines name us more often than Kestrel',
    'Each engine names us more often than Kestrel',
    'We are named more often than Kestrel everywhere',
    'AI names us more often than Kestrel',
    'AI assistants name us more often than Kestrel',
    'We are mentioned by all engines more often than Kestrel',
    'The engines name us more often than Kestrel',
  ],
  'each: recommended, Acme at_least 50, 30 days': [
    'Every engine recommends us in at least half of answers',
    'Every engine recommends us in most answers',
    'We are recommended in most answers on all engines',
  ],
  'each: share, Acme lower, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'our share of mentions is smaller than last month this month',
    'Our share of voice fell this month',
  ],
  // A change.
  [`chatgpt: named, Acme lower, ${USUAL}`]: [
    'Our visibility on ChatGPT fell',
    'Our visibility on ChatGPT has dropped',
    'Our visibility on ChatGPT is declining',
    'Our visibility on ChatGPT is getting worse',
    'Our visibility on ChatGPT went down',
    'Our ChatGPT visibility is down',
    'Our visibility in ChatGPT got worse',
    'We are losing visibility on ChatGPT',
    'We lost visibility on ChatGPT',
    'We are less visible on ChatGPT',
    'ChatGPT mentions us less',
    'ChatGPT names us less often than before',
    'ChatGPT names us less often than it did before',
    'We are named less often by ChatGPT lately',
    'Has our visibility on ChatGPT dropped?',
    'Are we named less often by ChatGPT?',
  ],
  [`chatgpt: named, Acme higher, ${USUAL}`]: [
    'Our visibility on ChatGPT improved',
    'Our visibility on ChatGPT has improved',
    'Our visibility on ChatGPT is improving',
    'Our visibility on ChatGPT grew',
    'Our visibility on ChatGPT went up',
    'Our visibility on ChatGPT is up',
    'We are gaining visibility on ChatGPT',
    'We’re more visible on ChatGPT now',
    'Did our visibility on ChatGPT improve?',
  ],
  [`chatgpt: named, Acme unchanged, ${USUAL}`]: [
    'Our visibility on ChatGPT has not changed',
    'Our visibility on ChatGPT hasn’t changed',
    'Our visibility on ChatGPT is flat',
    'Our visibility on ChatGPT remained stable',
    'Our visibility on ChatGPT stayed the same',
    'Our visibility on ChatGPT is unchanged',
    'ChatGPT names us as often as before',
  ],
  [`chatgpt: named, Acme lower 20, ${USUAL}`]: [
    'Our visibility on ChatGPT fell by 20 points',
    'Our visibility on ChatGPT fell by at least 20 points',
    'Our visibility on ChatGPT dropped by more than 20 percentage points',
    'Our visibility on ChatGPT fell 20 points',
    'Our visibility on ChatGPT is down by twenty points',
  ],
  [`chatgpt: position, Acme higher, ${USUAL}`]: [
    'Our position on ChatGPT improved',
    'Our ranking on ChatGPT improved',
    'Our ranking on ChatGPT got better',
    'ChatGPT ranks us higher',
    'We rank higher on ChatGPT than before',
  ],
  [`gemini: named, Acme higher, ${USUAL}`]: ['Gemini mentions us more often', 'Gemini names us more'],
  // Times.
  [`chatgpt: named, Acme lower, ${WEEK}`]: [
    'Did ChatGPT name us less often this week?',
    'ChatGPT names us less often this week',
    'ChatGPT names us less often this week than last week',
    'Our visibility on ChatGPT fell this week',
    'This week our visibility on ChatGPT fell',
    'This week, ChatGPT named us less often than the week before',
    'ChatGPT names us less often this week than the previous week',
    'ChatGPT names us less often week to date',
  ],
  [`chatgpt: named, Acme higher, ${MONTH}`]: [
    'Our visibility on ChatGPT improved this month',
    'Our visibility on ChatGPT rose this month compared to last month',
    'Our visibility on ChatGPT is higher this month than last month',
    'Our visibility on ChatGPT is up this month vs. October',
    'So far this month, ChatGPT names us more often',
    'ChatGPT names us more often in November than in October',
    'ChatGPT names us more often month to date',
    'Compared to last month, ChatGPT names us more often this month',
  ],
  'chatgpt: named, Acme lower, 2026-10-01 to 2026-10-31 / 2026-09-01 to 2026-09-30': [
    'Our visibility on ChatGPT fell in October',
    'In October, our visibility on ChatGPT fell',
    'ChatGPT named us less often in October',
    'ChatGPT named us less often last month',
    'ChatGPT named us less often in October than in September',
    'ChatGPT named us less often during October',
    'Our visibility on ChatGPT fell in October 2026',
  ],
  'chatgpt: named, Acme lower, 2026-10-01 to now / 2026-07-01 to 2026-09-30': [
    'Our visibility on ChatGPT fell this quarter',
    'ChatGPT names us less often this quarter than last quarter',
    'ChatGPT named us less often this quarter than last',
    'ChatGPT names us less often quarter to date',
    'ChatGPT names us less often in Q4 than in Q3',
  ],
  'chatgpt: named, Acme lower, 2026-11-16 to now / 2026-11-11 to 2026-11-15': [
    'Our visibility on ChatGPT fell since Monday',
    'ChatGPT has named us less often since November 16',
    'ChatGPT has named us less often since the beginning of this week',
  ],
  'chatgpt: named, Acme lower, 2026-11-01 to now / 2026-10-12 to 2026-10-31': [
    'Our visibility on ChatGPT has fallen since November',
    'ChatGPT names us less often since November 1',
    'ChatGPT has named us less often since the start of November',
  ],
  'chatgpt: named, Acme higher than Kestrel, 2026-10-01 to now': [
    'Since October, ChatGPT names us more often than Kestrel',
    'ChatGPT has named us more often than Kestrel since October',
  ],
  'chatgpt: named, Acme higher than Kestrel, 2026-10-01 to 2026-10-31': [
    'In October, ChatGPT named us more often than Kestrel',
  ],
  'chatgpt: named, Acme higher than Kestrel, 2026-11-16 to now': [
    'This week, ChatGPT mentions us more often than Kestrel',
  ],
  'chatgpt: named, Acme higher, 30 days / 2026-09-21 to 2026-10-21': [
    'ChatGPT names us more often in the last 30 days than in the previous 30 days',
    'ChatGPT names us more often in the past 30 days than in the 30 days before',
    'ChatGPT names us more often in the last thirty days',
  ],
  'chatgpt: named, Acme lower, 14 days / 2026-10-23 to 2026-11-06': [
    'Our visibility on ChatGPT fell in the last two weeks',
    'Our visibility on ChatGPT fell over the past fortnight',
  ],
  // One figure and a size.
  'chatgpt: named, Acme at_least 40, 30 days': [
    'ChatGPT names us in at least 40% of answers',
    'ChatGPT names us in more than 40% of answers',
    'ChatGPT names us in over 40% of its answers',
    'ChatGPT names us at least 40% of the time',
    'We are named in at least 40% of ChatGPT answers',
    'We appear in more than 40% of ChatGPT’s answers',
    'Our visibility on ChatGPT is above 40%',
    'Our visibility on ChatGPT is at least 40%',
    'Our visibility on ChatGPT is higher than 40%',
    'Our visibility on ChatGPT is over forty percent',
    'Our mention rate on ChatGPT exceeds 40%',
    'ChatGPT names us in ≥ 40% of answers',
    'ChatGPT names us in 40% or more of answers',
    'ChatGPT names us in 40%+ of answers',
    'At least 40% of ChatGPT answers mention us',
    'More than 40% of answers on ChatGPT name us',
    'ChatGPT names us in at least two out of five answers',
    'ChatGPT names us in at least 2 in 5 answers',
  ],
  'chatgpt: named, Acme at_least 50, 30 days': [
    'ChatGPT names us in most answers',
    'ChatGPT names us most of the time',
    'ChatGPT mostly names us',
    'ChatGPT names us in the majority of answers',
    'ChatGPT names us in a majority of its answers',
    'ChatGPT names us in more than half of answers',
    'ChatGPT names us in more than half of its answers',
    'ChatGPT names us in over half of the answers',
    'ChatGPT names us in at least half of all answers',
    'More than half of ChatGPT answers name us',
    'Most ChatGPT answers name us',
    'Most answers on ChatGPT mention us',
    'ChatGPT names us more than half of the time',
    'ChatGPT names us in at least one in two answers',
    'We are named in most ChatGPT answers',
  ],
  'chatgpt: recommended, Acme at_least 33.4, 30 days': [
    'ChatGPT recommends us in more than a third of answers',
    'ChatGPT recommends us in at least one third of answers',
    'ChatGPT recommends us in over one in three answers',
  ],
  'chatgpt: named, Acme at_most 33.3, 30 days': ['ChatGPT names us in less than a third of answers'],
  'chatgpt: named, Acme at_least 66.7, 30 days': [
    'ChatGPT names us in more than two thirds of answers',
    'ChatGPT names us in over two-thirds of answers',
  ],
  'chatgpt: named, Acme at_most 25, 30 days': [
    'ChatGPT names us in less than a quarter of answers',
    'ChatGPT names us in fewer than one in four answers',
    'ChatGPT names us in at most 25% of answers',
    'ChatGPT names us in no more than 25% of answers',
    'ChatGPT names us in under 25% of answers',
    'ChatGPT names us in up to 25% of answers',
    'ChatGPT names us in only 25% of answers',
    'We are named in just a quarter of ChatGPT answers',
    'Our visibility on ChatGPT is below 25%',
  ],
  'gemini: recommended, Acme at_least 20, 2026-11-01 to now': [
    'This month, Gemini recommends us in at least one in five answers',
    'Gemini recommends us at least a fifth of the time this month',
  ],
  'chatgpt: share, Acme at_least 20, 30 days': [
    'Our share of voice on ChatGPT is at least 20%',
    'Our share of voice on ChatGPT is above 20%',
    'Our share of mentions on ChatGPT exceeds 20%',
    'We get at least 20% of all mentions on ChatGPT',
    'We have more than 20% of mentions on ChatGPT',
    'We have a share of voice of at least 20% on ChatGPT',
  ],
  'chatgpt: recommended_of_judged, Acme at_least 50, 30 days': [
    'Of the answers whose framing could be judged, ChatGPT recommends us in at least 50% of them',
    'Of the judged answers, ChatGPT recommends us in at least half',
  ],
  // Lists.
  'chatgpt: listed 3, Acme at_least 40, 30 days': [
    'ChatGPT lists us in the top 3 in at least 40% of answers',
    'ChatGPT ranks us in the top three in at least 40% of answers',
    'We are in the top 3 in at least 40% of ChatGPT answers',
    'We appear in the top 3 in more than 40% of ChatGPT answers',
    'ChatGPT puts us in its top 3 in at least 40% of answers',
    'We rank among the top 3 in at least 40% of answers on ChatGPT',
    'ChatGPT ranks us top-3 in over 40% of answers',
  ],
  'chatgpt: listed 1, Acme at_least 50, 30 days': [
    'ChatGPT lists us first in most answers',
    'ChatGPT ranks us first most of the time',
    'ChatGPT ranks us #1 in most answers',
    'We are ranked number one in more than half of ChatGPT answers',
    'ChatGPT lists us in first place in at least 50% of answers',
    'We’re #1 in at least half of ChatGPT answers',
  ],
  'chatgpt: listed 1, Acme higher than Kestrel, 30 days': [
    'ChatGPT lists us first more often than Kestrel',
    'ChatGPT ranks us first more often than Kestrel',
    'We are ranked #1 more often than Kestrel on ChatGPT',
    'We rank first more often than Kestrel on ChatGPT',
    'We are listed first more often than Kestrel by ChatGPT',
  ],
  'chatgpt: listed 3, Acme higher than Kestrel, 30 days': [
    'ChatGPT lists us in the top 3 more often than Kestrel',
    'We are in the top 3 more often than Kestrel on ChatGPT',
    'ChatGPT names us in the top 3 more often than Kestrel',
    'ChatGPT ranks us among the top three more often than Kestrel',
  ],
  'chatgpt: listed, Acme higher than Kestrel, 30 days': [
    'ChatGPT lists us more often than Kestrel',
    'We are listed more often than Kestrel by ChatGPT',
  ],
  'chatgpt: listed, Acme at_least 40, 30 days': [
    'ChatGPT lists us in at least 40% of answers',
    'ChatGPT ranks us in at least 40% of answers',
  ],
  [`chatgpt: listed 3, Acme lower, ${MONTH}`]: [
    'ChatGPT lists us in the top 3 less often this month',
    'We are in the top 3 less often on ChatGPT this month than last month',
  ],
  'chatgpt: position, Acme at_most 3, 30 days': [
    'ChatGPT ranks us on average at position 3 or better',
    'Our average position on ChatGPT is 3 or better',
    'Our average position on ChatGPT is better than 3',
    'On average, ChatGPT ranks us in the top 3',
    'Our position on ChatGPT is third or better',
  ],
  'chatgpt: position, Acme at_least 5, 30 days': ['On average, ChatGPT ranks us at position 5 or worse'],
};

/** Longer forms: how often, none, all, omitted words, and words before and around a claim. */
const ALSO_READ: Readonly<Record<string, readonly string[]>> = {
  'chatgpt: named, Acme at_least 100, 30 days': [
    'ChatGPT names us each and every time',
    'All answers on ChatGPT name us',
    'ChatGPT always names us',
    'ChatGPT names us every time',
    'ChatGPT names us in 100% of answers',
    'ChatGPT names us in all answers',
    'ChatGPT names us in every answer',
    'ChatGPT names us in each of its answers',
    'ChatGPT mentions us all the time',
  ],
  'chatgpt: recommended, Acme higher than Kestrel, 30 days': [
    'ChatGPT is more likely to recommend us than Kestrel',
    'ChatGPT does recommend us more often than Kestrel',
  ],
  'chatgpt: named, Acme at_most 0, 30 days': [
    'ChatGPT has named us zero times',
    'ChatGPT has yet to name us',
    'ChatGPT does not name us',
    "ChatGPT simply doesn't mention us at all",
    "ChatGPT hasn't named us a single time",
    'zero mentions of us in ChatGPT',
    'Not a single ChatGPT answer had our name in it',
    "We're completely absent from ChatGPT",
    'Acme is invisible on ChatGPT',
    'Acme is missing from ChatGPT',
    'Not one time did ChatGPT name us',
    'There is no mention of us in ChatGPT',
    'ChatGPT names us in 0% of answers',
    'ChatGPT never names us',
    'We are never named by ChatGPT',
    "We appear in none of ChatGPT's answers",
  ],
  'chatgpt: recommended, Acme at_most 0, 30 days': ['ChatGPT never recommends us'],
  'each: named, Acme at_most 0, 30 days': ['No engine names us', 'None of the engines name us'],
  'each: recommended, Acme at_most 0, 30 days': ['Nobody recommends us'],
  'gemini: named, Acme higher than Bolt, 30 days': [
    'Is it fair to say that Gemini names us more frequently than Bolt?',
  ],
  'claude: cited, Acme lower than Kestrel, 30 days': ["FYI: Claude cites our blog less often than Kestrel's"],
  'chatgpt: recommended, Acme lower, 2026-11-16 to now / 2026-11-09 to 2026-11-15': [
    'heads-up: ChatGPT recommends us less often this week than last week',
  ],
  'gemini: named, Acme higher, 2026-11-02 to now / 2026-10-14 to 2026-11-01': [
    'Quick update: our mention rate on Gemini has gone up since November 2',
  ],
  'chatgpt: listed, Acme lower than Kestrel, 30 days': ['ChatGPT is less likely to list us than Kestrel'],
  'claude: recommended, Acme higher than Kestrel, 30 days': [
    'We are more likely than Kestrel to be recommended by Claude',
  ],
  'perplexity: cited, Acme unchanged than Bolt, 30 days': [
    "We're as likely to be cited by Perplexity as Bolt",
  ],
  'gemini: recommended, Acme lower, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'How often Gemini recommends us fell this month',
  ],
  'chatgpt: cited, Acme unchanged, 7 days / 2026-10-16 to 2026-11-13': [
    'How frequently ChatGPT cites us has not changed',
  ],
  'claude: named, Acme lower than Bolt, 30 days': ['We trail Bolt in how often Claude names us'],
  'perplexity: cited, Acme higher than Kestrel, 30 days': [
    'We lead Kestrel in how often we are cited by Perplexity',
    'Are we cited more often by Perplexity than Kestrel is?',
  ],
  'chatgpt: named, Kestrel higher than Acme, 30 days': [
    'Kestrel is ahead of us in terms of mention rate on ChatGPT',
    'mentions of Kestrel on ChatGPT are more frequent than ours',
  ],
  'chatgpt: named, Acme unchanged than Kestrel, 30 days': [
    'There is no difference in how often ChatGPT names us and Kestrel',
    'ChatGPT names us the same as Kestrel',
    'ChatGPT omits us as often as Kestrel',
    "Our mentions on ChatGPT are as frequent as Kestrel's",
  ],
  'gemini: cited, Acme unchanged, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'There was no change in how often Gemini cites us this month',
  ],
  'claude: named, Acme higher 6, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'The percentage of Claude answers that mention us grew by at least 6 points this month',
  ],
  'chatgpt: named, Acme at_least 30, 30 days': [
    'The proportion of answers in which ChatGPT names us is above 30%',
    'ChatGPT names us in at least 30% of responces',
    'Our mention rate on ChatGPT is no lower than 30%',
    'Our mention rate on ChatGPT is not below 30%',
  ],
  'perplexity: cited, Acme at_least 20, 30 days': [
    'The share of answers that cite us on Perplexity is at least 20%',
  ],
  'chatgpt: recommended, Acme lower than Bolt, 30 days': ["ChatGPT doesn't recommend us as often as Bolt"],
  'claude: named, Acme lower, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    "Claude isn't naming us as frequently as last month",
    'The likelihood that Claude names us fell this month',
  ],
  'gemini: recommended, Acme lower, 7 days / 2026-10-16 to 2026-11-13': [
    'Gemini no longer recommends us as often',
  ],
  'perplexity: cited, Kestrel lower than Acme, 30 days': [
    "Kestrel isn't cited as often as we are on Perplexity",
  ],
  'chatgpt: listed 1, Acme lower than Kestrel, 30 days': [
    'We are not listed first as often as Kestrel on ChatGPT',
  ],
  'chatgpt: cited, Acme at_most 0, 30 days': ['ChatGPT never cites us'],
  'gemini: recommended, Acme at_most 0, 30 days': [
    "Gemini doesn't recommend us",
    'Not one recommendation of us by Gemini',
    'Gemini has never recommended us',
  ],
  'claude: named, Acme at_most 0, 30 days': [
    'We have never been named by Claude',
    'In none of its answers does Claude name us',
    "There isn't a single Claude answer that names us",
  ],
  'perplexity: cited, Acme at_most 0, 2026-11-16 to now': [
    'Not a single Perplexity answer cites us this week',
  ],
  'gemini: named, Acme at_most 0, 30 days': [
    'No Gemini answer names us',
    "We don't appear in any Gemini answers",
    'We appear in zero Gemini answers',
  ],
  'each: recommended, Acme at_most 20, 30 days': [
    'No AI assistant recommends us in more than 20% of answers',
  ],
  'each: cited, Acme at_most 5, 30 days': ['Not one engine cites us in more than 5% of its answers'],
  'each: cited, Bolt at_most 0, 2026-11-01 to now': ['Nobody cites Bolt this month'],
  'claude: named, Acme at_least 100, 30 days': ['Every Claude answer names us'],
  'gemini: recommended, Acme at_least 100, 30 days': ['All Gemini answers recommend us'],
  'each: named, Acme higher than Bolt, 30 days': ['Each of the engines names us more often than Bolt'],
  'each: recommended, Kestrel higher than Acme, 30 days': [
    'All AI chatbots recommend Kestrel more often than us',
  ],
  'each: named, Acme lower, 2026-11-16 to now / 2026-11-09 to 2026-11-15': [
    'The AI engines all name us less often than last week',
  ],
  'each: listed, Acme higher than Kestrel, 30 days': [
    'Every single assistant lists us more often than Kestrel',
  ],
  'gemini: named, Acme at_most 30, 30 days': ['Gemini omits us from at least 70% of its answers'],
  'claude: named, Acme at_most 50, 30 days': ['Claude leaves our brand out in more than half of answers'],
  'chatgpt: named, Kestrel lower than Acme, 30 days': [
    'ChatGPT leaves Kestrel out more often than us',
    'ChatGPT never names Kestrel as often as us',
  ],
  'perplexity: named, Acme at_most 50, 30 days': ['Perplexity overlooks us in most of its answers'],
  'chatgpt: cited, Acme at_most 10, 30 days': ['ChatGPT fails to cite us in more than 90% of answers'],
  'gemini: named, Acme at_most 40, 30 days': ["We're absent from at least 60% of Gemini answers"],
  'gemini: recommended, Acme at_most 20, 30 days': ["20% at most: that's how often Gemini recommends us"],
  'chatgpt: cited, Acme at_least 30, 30 days': ['ChatGPT cites us in 30% of answers at the very least'],
  'claude: listed 1, Kestrel higher than Acme, 30 days': [
    'Kestrel comes in first more often than us on Claude',
  ],
  'chatgpt: listed 1, Acme at_least 30, 30 days': ['We take first place in at least 30% of ChatGPT answers'],
  'gemini: listed 5, Acme at_least 50, 30 days': ['We make the top 5 in most Gemini answers'],
  'chatgpt: listed 3, Bolt lower than Acme, 30 days': [
    'Bolt lands in the top 3 less often than us on ChatGPT',
  ],
  'claude: listed 3, Acme at_least 40, 30 days': [
    'Claude puts us third or better in at least 40% of answers',
  ],
  'chatgpt: listed 3, Acme higher, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'We reached the top 3 more often this month on ChatGPT',
  ],
  'gemini: named, Acme higher than Kestrel, 30 days': ['We pop up more often in Gemini than Kestrel'],
  'claude: named, Kestrel higher, 2026-11-05 to now / 2026-10-20 to 2026-11-04': [
    'Kestrel has been turning up more often in Claude since November 5',
  ],
  'gemini: recommended_of_judged, Acme at_least 50, 30 days': [
    'Of the Gemini answers that could be judged, we are recommended in at least half',
  ],
  'chatgpt: recommended_of_judged, Acme lower than Kestrel, 30 days': [
    'Among answers in which the framing could be judged, ChatGPT recommends us less often than Kestrel',
  ],
  'gemini: cited, Acme lower, 7 days / 2026-10-16 to 2026-11-13': ['Citation rate on Gemini is down'],
  'chatgpt: named, Acme higher 4, 2026-11-16 to now / 2026-11-09 to 2026-11-15': [
    'Visibility on ChatGPT is up 4 points on last week',
  ],
  'claude: share, Acme higher than Kestrel, 30 days': ["Share of voice on Claude is larger than Kestrel's"],
  'chatgpt: position, Acme higher, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'Average position on ChatGPT improved this month',
  ],
  'gemini: listed 5, Acme at_least 30, 30 days': ['Top 5 on Gemini in at least 30% of answers'],
  'chatgpt: position, Acme lower 1, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'Our average position on ChatGPT fell by at least one place this month',
  ],
  'gemini: position, Acme higher 2, 2026-11-03 to now / 2026-10-16 to 2026-11-02': [
    'Our position on Gemini climbed 2 places since November 3',
  ],
  'chatgpt: position, Acme higher than Bolt, 30 days': ["Our avg rank on ChatGPT is better than Bolt's"],
  'claude: position, Acme at_most 2, 30 days': [
    'We average second place or better on Claude',
    'We rank second or better on average on Claude',
  ],
  'chatgpt: named, Acme higher, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'mentions of us in ChatGPT became more frequent this month',
    'Our mention rate on ChatGPT is up from last month',
    'Our visibility on ChatGPT is up from last month',
  ],
  'gemini: cited, Acme lower, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'Citations of our site on Gemini are less frequent than last month',
    'A smaller share of Gemini answers cite us this month than last month',
    'The frequency of citations of our site on Gemini fell this month',
  ],
  'perplexity: position, Kestrel higher than Acme, 30 days': [
    "In Perplexity's lists, Kestrel ranks above us",
  ],
  'chatgpt: cited, Acme higher than Kestrel, 30 days': [
    "ChatGPT uses our pages as a source more often than Kestrel's",
  ],
  'gemini: cited, Acme at_least 10, 30 days': [
    'Gemini lists our site as a source in at least 10% of answers',
    'We get cited in at least one out of ten Gemini answers',
  ],
  'claude: cited, Acme lower than Bolt, 30 days': ["We're used as a source by Claude less often than Bolt"],
  'chatgpt: named, Acme higher than Kestrel, 30 days': [
    'ChatGTP names us more often than Kestrel',
    'More ChatGPT answers mention us than Kestrel',
    'A larger share of ChatGPT answers mention us than Kestrel',
  ],
  'claude: named, Acme higher than Bolt, 30 days': ['Claude menntions us more often than Bolt'],
  'perplexity: cited, Acme lower than Bolt, 30 days': ['Perplexity cites us less frequenlty than Bolt'],
  'chatgpt: named, Acme higher, 2026-10-01 to 2026-10-31 / 2026-09-01 to 2026-09-30': [
    'ChatGPT named us more often in Ocotber than in Septmber',
  ],
  'gemini: share, Kestrel lower than Acme, 30 days': ['Kestrel lags behind us on share of voice in Gemini'],
  'perplexity: cited, Acme higher than Bolt, 30 days': ['We beat Bolt on citation rate in Perplexity'],
  'each: recommended, Acme higher than Kestrel, 30 days': [
    'We lead Kestrel on recommendation rate across all engines',
  ],
  'claude: named, Acme lower than Kestrel, 30 days': [
    'We are outperformed by Kestrel on mention rate in Claude',
  ],
  'gemini: share, Kestrel higher than Acme, 30 days': ['In share of mentions, Kestrel leads us on Gemini'],
  'chatgpt: named, Acme higher than Kestrel, 7 days': [
    'ChatGPT names us more often than Kestrel in the last 7 days',
  ],
  'claude: recommended, Acme at_least 50, 30 days': ["Most of Claude's answers recommend us"],
  'gemini: named, Kestrel at_least 50, 30 days': ['The majority of Gemini answers mention Kestrel'],
  'chatgpt: named, Acme at_least 75, 30 days': ['In 3 out of 4 ChatGPT answers or more, we are named'],
  'claude: cited, Acme at_most 20, 30 days': ['Less than one in five Claude answers cite our site'],
  'chatgpt: named, Acme lower 5, 2026-11-16 to now / 2026-11-09 to 2026-11-15': [
    'Our mention rate on ChatGPT is down 5 points from last week',
  ],
  'gemini: recommended, Acme lower, 2026-11-01 to now / 2026-10-12 to 2026-10-31': [
    "Gemini's recommendation rate for us dropped since November 1",
  ],
  'chatgpt: cited, Acme lower, 7 days / 2026-10-16 to 2026-11-13': ["ChatGPT's been citing us less"],
  'gemini: cited, Acme higher, 2026-10-01 to 2026-10-31 / 2026-09-01 to 2026-09-30': [
    'Gemini cited us more often last month than the month before',
  ],
  'claude: named, Acme lower, 2026-11-16 to now / 2026-11-09 to 2026-11-15': [
    "we've slipped on Claude: named less often this week than last",
    'our mentions rate on Claude fell sharply since last week',
    'Compared to last week, Claude names us less often',
  ],
  'chatgpt: named, Acme lower, 14 days / 2026-10-07 to 2026-11-06': [
    'ChatGPT names us less often in the last 14 days vs the 30 days before',
  ],
  'each: share, Acme lower, 2026-10-01 to now / 2026-07-01 to 2026-09-30': [
    'On every engine, our share of voice fell this quarter',
  ],
  'gemini: named, Acme higher 5, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    "We've gained at least 5 points of mention rate on Gemini this month",
  ],
  'chatgpt: share, Acme lower 3, 2026-11-16 to now / 2026-11-09 to 2026-11-15': [
    'We lost 3 points of share of voice on ChatGPT this week',
  ],
  'chatgpt: position, Acme lower than Kestrel, 30 days': [
    'ChatGPT ranks us worse than Kestrel',
    "Our list position on ChatGPT is worse than Kestrel's",
    "Our average position on ChatGPT isn't as good as Kestrel's",
  ],
  'chatgpt: position, Kestrel higher than Acme, 30 days': [
    'Kestrel gets a better average position than us in ChatGPT',
    'Is Kestrel listed above us by ChatGPT?',
    'Kestrel is listed before us by ChatGPT',
    'ChatGPT lists Kestrel before us',
  ],
  'gemini: named, Acme at_least 50, 30 days': ["Half or more of Gemini's answers name us"],
  'chatgpt: named, Acme at_least 25, 30 days': [
    'ChatGPT mentions us in a quarter of its answers or more',
    '1 of every 4 ChatGPT answers or more name us',
    '1 out of every 4 ChatGPT answers or more name us',
  ],
  'claude: recommended, Acme at_most 10, 30 days': ["Claude: we're recommended in at most 1 in 10 answers"],
  'gemini: named, Acme unchanged, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'Our visibility in Gemini stayed flat this month',
  ],
  'claude: named, Bolt at_most 20, 30 days': ['No more than a fifth of Claude answers mention Bolt'],
  'chatgpt: named, Acme unchanged, 2026-11-16 to now / 2026-11-09 to 2026-11-15': [
    'ChatGPT names us just as often this week as last week',
  ],
  'claude: cited, Acme lower, 7 days / 2026-10-16 to 2026-11-13': ['Has Claude stopped citing us as often?'],
  'gemini: named, Acme lower, 2026-11-01 to now / 2026-10-12 to 2026-10-31': [
    'Since the start of the month, Gemini names us less often',
  ],
  'chatgpt: named, Acme higher than Bolt, 2026-01-01 to now': [
    'Year to date, ChatGPT names us more often than Bolt',
  ],
  'chatgpt: named, Acme lower, 2026-11-19 to 2026-11-19 / 2026-11-18 to 2026-11-18': [
    'ChatGPT named us less often yesterday than the day before',
  ],
  'gemini: recommended, Acme higher than Kestrel, 14 days': [
    'Over the past 2 weeks Gemini recommended us more often than Kestrel',
  ],
  'each: named, Acme higher than Kestrel, 30 days': ["Visibility is higher than Kestrel's"],
  'chatgpt: named, Acme at_most 50, 30 days': [
    "Most ChatGPT answers don't mention us",
    "ChatGPT doesn't name us in most answers",
    'Not even half of ChatGPT answers mention us',
    'Not quite half of ChatGPT answers mention us',
    'ChatGPT refuses to name us in most answers',
    'ChatGPT declines to name us in most answers',
    'ChatGPT ignores us in most answers',
    'We are missing from most ChatGPT answers',
    'ChatGPT names us only in half of its answers',
  ],
  'chatgpt: named, Acme lower than Kestrel, 30 days': [
    'We are nowhere near as visible as Kestrel on ChatGPT',
    'ChatGPT leaves us out more often than Kestrel',
    "Compared with Kestrel, ChatGPT doesn't name us as often",
    'We appear in fewer ChatGPT answers than Kestrel',
    "Our mention rate on ChatGPT is not as high as Kestrel's",
  ],
  'chatgpt: named, Acme at_most 20, 30 days': ['We are left out of at least 80% of ChatGPT answers'],
  'each: named, Acme lower than Kestrel, 30 days': ['No engine names us as often as Kestrel'],
  'each: named, Kestrel at_most 10, 30 days': ['Nobody names Kestrel in more than 10% of answers'],
  'chatgpt: named, Acme at_least 100, 2026-11-16 to now': ['ChatGPT names us in all answers this week'],
  'gemini: cited, Acme lower than Kestrel, 30 days': ['Gemini is not as likely to cite us as Kestrel'],
  'chatgpt: named, Acme unchanged, 7 days / 2026-10-16 to 2026-11-13': [
    'How likely ChatGPT is to mention us has not changed',
  ],
  'claude: named, Acme at_least 50, 30 days': ["Are we mentioned in the majority of Claude's answers?"],
  'chatgpt: named, Acme lower than Bolt, 30 days': ['ChatGPT brings up our brand less often than Bolt'],
  'gemini: named, Acme higher, 7 days / 2026-10-16 to 2026-11-13': [
    'Gemini now mentions us more often than it used to',
  ],
  'chatgpt: named, Acme at_most 0, 2026-11-16 to now': ["ChatGPT hasn't named us once this week"],
  'chatgpt: named, Acme at_most 0, 2026-11-01 to now': ['ChatGPT has not named us at all this month'],
  'chatgpt: cited, Acme at_most 0, 2026-11-09 to 2026-11-15': [
    "ChatGPT didn't cite us in a single answer last week",
  ],
  'perplexity: cited, Acme at_most 0, 30 days': ['Perplexity cites us in 0 answers'],
  'chatgpt: named, Acme lower, 7 days / 2026-10-16 to 2026-11-13': [
    'ChatGPT names us less and less often',
    'We are missing more often on ChatGPT',
  ],
  'chatgpt: named, Acme higher, 7 days / 2026-10-16 to 2026-11-13': [
    'ChatGPT names us more and more often',
    'ChatGPT increasingly names us',
    'The odds of ChatGPT naming us rose',
    'ChatGPT ignores us less often than before',
  ],
  'chatgpt: named, Acme higher than Kestrel 5, 30 days': [
    'Our lead over Kestrel in mention rate on ChatGPT is 5 points or more',
    "On ChatGPT, our mention rate exceeds Kestrel's by 5 points or more",
  ],
  'gemini: named, Kestrel higher than Acme 10, 30 days': [
    'Kestrel has a lead of 10 points over us in mention rate on Gemini',
  ],
  'chatgpt: named, Kestrel higher than Acme 10, 30 days': [
    'ChatGPT names Kestrel 10 points more often than us',
  ],
  'chatgpt: named, Acme at_least 50, 30 days': [
    "We're in the majority of ChatGPT answers",
    'Our name is in most ChatGPT answers',
    'ChatGPT is more likely than not to name us',
  ],
  'chatgpt: named, Acme higher, 2026-11-16 to now / 2026-11-09 to 2026-11-15': [
    'The rate at which ChatGPT names us rose this week',
  ],
  'chatgpt: named, Acme lower, 2026-11-16 to now / 2026-11-09 to 2026-11-15': [
    'Our rate of being named by ChatGPT fell this week',
  ],
  'chatgpt: position, Acme lower, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'ChatGPT lists us lower this month',
  ],
  'gemini: position, Acme lower, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'Our ranking slipped in Gemini this month',
  ],
  'chatgpt: position, Acme higher 2, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'We climbed two spots on ChatGPT this month',
  ],
  'chatgpt: listed 1, Acme at_least 50, 30 days': ["We're number one in ChatGPT's lists in most answers"],
  'gemini: listed 1, Kestrel higher than Acme, 30 days': [
    'Kestrel takes the number one spot more often than us on Gemini',
  ],
  'claude: listed 1, Bolt at_least 40, 30 days': [
    'Bolt holds the top position in at least 40% of Claude answers',
  ],
  'chatgpt: listed 1, Acme lower, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'ChatGPT ranks us first less often than it did last month',
  ],
  'claude: listed 10, Acme at_least 50, 30 days': ['In the top 10 on Claude in most answers'],
  'gemini: cited, Acme at_least 12, 30 days': ['We have a citation rate of at least 12% on Gemini'],
  'chatgpt: named, Acme at_least 40, 30 days': [
    'Mention rate: at least 40% on ChatGPT',
    'At least 4 of 10 ChatGPT answers name us',
    'ChatGPT names us in at least 40 of 100 answers',
  ],
  'claude: named, Kestrel higher than Acme, 30 days': ['Kestrel has a higher mention rate than us in Claude'],
  'gemini: cited, Acme lower than Bolt, 30 days': ["We've a lower citation rate than Bolt on Gemini"],
  'chatgpt: named, Acme higher 5, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'ChatGPT: mention rate up 5 points this month',
  ],
  'gemini: named, Acme lower, 2026-11-16 to now / 2026-11-11 to 2026-11-15': [
    'Gemini mention rate down since Monday',
  ],
  'chatgpt: share, Acme lower, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'SOV on ChatGPT is down this month',
  ],
  'gemini: share, Acme higher than Kestrel, 30 days': ["Our SoV in Gemini beats Kestrel's"],
  'claude: share, Kestrel lower than Acme, 30 days': ["Kestrel's share of voice is behind ours on Claude"],
  'chatgpt: share, Acme higher than Kestrel, 30 days': [
    "Our share of voice vs Kestrel's on ChatGPT is larger",
  ],
  'gemini: share, Acme lower than Kestrel, 30 days': [
    'Compared to Kestrel we have a lower share of voice on Gemini',
  ],
  'chatgpt: named, Acme higher, 2026-11-03 to 2026-11-03 / 2026-11-02 to 2026-11-02': [
    'ChatGPT named us more often on November 3',
  ],
  'chatgpt: named, Acme lower, 2026-10-01 to now / 2026-09-01 to 2026-09-30': [
    'ChatGPT names us less often than in September',
  ],
  'chatgpt: named, Acme higher, 2026-11-20 to now / 2026-11-19 to 2026-11-19': [
    'ChatGPT names us more often today than yesterday',
  ],
  'chatgpt: named, Acme lower, 14 days / 2026-10-23 to 2026-11-06': [
    'ChatGPT has been naming us less often for the last two weeks',
  ],
  'chatgpt: named, Acme lower than Kestrel 10, 30 days': [
    'ChatGPT omits us by 10 points more often than Kestrel',
  ],
  'chatgpt: listed, Acme at_least 100, 30 days': ['ChatGPT always lists us'],
  'chatgpt: listed 1, Acme at_least 100, 30 days': ['Always first on ChatGPT'],
  'chatgpt: listed 1, Acme at_most 0, 30 days': ['Never first on ChatGPT'],
  'chatgpt: listed 3, Acme at_least 50, 30 days': ['ChatGPT has us in its top 3 in most answers'],
  'chatgpt: listed 1, Acme higher than Kestrel, 30 days': ['ChatGPT has us first more often than Kestrel'],
  'chatgpt: listed 1, Kestrel higher than Acme, 30 days': [
    'ChatGPT has Kestrel in first place more often than us',
  ],
  'chatgpt: share, Kestrel at_least 40, 30 days': [
    'Kestrel owns more than 40% of the brand mentions in ChatGPT',
    'Kestrel has at least 40% of mentions on ChatGPT',
  ],
  'claude: recommended, Acme lower, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'Claude recommendations of us became rarer this month',
  ],
  'chatgpt: share, Acme at_least 50, 30 days': ['At least half of all mentions on ChatGPT are ours'],
  'chatgpt: listed 1, Acme higher, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'how often we rank first on ChatGPT rose this month',
  ],
  'chatgpt: named, Acme at_most 33.3, 30 days': ['ChatGPT names us a third of the time or less'],
  'chatgpt: named, Acme higher than Kestrel 10, 30 days': [
    "We've got at least a 10 point lead on Kestrel in mention rate on ChatGPT",
  ],
  'claude: share, Acme lower, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    "Our share of voice on Claude isn't as large as it was last month",
  ],
  'claude: share, Acme unchanged than Kestrel, 30 days': [
    "Our share of voice on Claude is as large as Kestrel's",
  ],
  'chatgpt: named, Acme unchanged than Kestrel 3, 30 days': [
    "Our mention rate on ChatGPT is the same as Kestrel's, within 3 points",
  ],
  'gemini: named, Acme unchanged, 2026-11-01 to now / 2026-10-12 to 2026-10-31': [
    "Our mention rate on Gemini hasn't changed since November 1",
  ],
  'chatgpt: named, Acme at_least 40, 2026-10-01 to now': [
    'Our mention rate on ChatGPT has been at least 40% since October',
  ],
  'chatgpt: position, Acme at_most 3, 30 days': [
    'We rank no worse than third on ChatGPT on average',
    'Our average position on ChatGPT is no worse than 3',
  ],
  'chatgpt: listed 2, Acme at_least 50, 30 days': ['ChatGPT ranks us at number 2 or better in most answers'],
  'chatgpt: named, Acme at_most 30, 30 days': [
    'Our mention rate on ChatGPT is not above 30%',
    'Our mention rate on ChatGPT is no higher than 30%',
  ],
  'each: named, Kestrel at_most 0, 30 days': ['No AI assistant ever brings up Kestrel'],
  'gemini: cited, Acme at_most 0, 2026-11-12 to now': ["We haven't been cited by Gemini since November 12"],
  'chatgpt: listed, Acme at_most 0, 30 days': ["ChatGPT doesn't rank us", 'ChatGPT never ranks us'],
  'chatgpt: listed 3, Acme at_most 0, 30 days': ["ChatGPT doesn't list us in the top 3"],
  'claude: recommended, Acme at_least 100, 2026-11-09 to 2026-11-15': [
    'Every answer Claude gave last week recommended us',
  ],
  'gemini: cited, Acme at_least 100, 30 days': ['Gemini cites us without fail'],
  'chatgpt: named, Acme at_most 25, 30 days': [
    'In at least three quarters of ChatGPT answers we are not named',
  ],
  'chatgpt: named, Acme at_least 70, 30 days': ['At most 30% of ChatGPT answers do not name us'],
  'claude: named, Acme higher than Kestrel, 30 days': [
    'Claude mentions us way more often than Kestrel',
    'Claude names us much more often than Kestrel',
  ],
  'claude: named, Acme higher than Kestrel 10, 30 days': [
    'We are 10 points ahead of Kestrel in mention rate on Claude or more',
    'Claude names us 10 or more points more often than Kestrel',
  ],
  'gemini: cited, Kestrel higher than Acme, 30 days': [
    'Kestrel is beating us on citations rate at Gemini',
    'Kestrel is ahead of us on rate of citation in Gemini',
  ],
  'gemini: cited, Acme at_least 50, 30 days': ['Acme is quoted as a source in most Gemini answers'],
  'gemini: cited, Acme higher 5, 2026-11-16 to now / 2026-11-09 to 2026-11-15': [
    'up 5+ points: our citation rate in Gemini, this week vs last',
    'our citation rate in Gemini has gone up 5 points since last week',
  ],
  'chatgpt: named, Acme lower, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    'Our visibility on ChatGPT fell since last month',
  ],
  'chatgpt: named, Acme unchanged, 2026-11-01 to now / 2026-10-01 to 2026-10-31': [
    "Our mention rate on ChatGPT hasn't changed since last month",
  ],
  'chatgpt: position, Acme lower 1, 2026-11-16 to now / 2026-11-09 to 2026-11-15': [
    'avg position in ChatGPT slid by more than one place this week vs last week for us',
  ],
  'gemini: position, Kestrel lower than Acme, 30 days': [
    "When Gemini lists both, Kestrel's average position is worse than ours",
    "When both are listed, Kestrel's average position in Gemini is worse than ours",
  ],
  'chatgpt: share, Acme at_least 30, 30 days': [
    'We hold at least 30% share of voice on ChatGPT',
    'We own at least 30% of mentions on ChatGPT',
  ],
  'chatgpt: recommended_of_judged, Acme at_least 60, 30 days': [
    'ChatGPT recommends us in at least 60% of the answers where our framing could be judged',
  ],
  'claude: named, Acme higher, 2026-11-14 to now / 2026-11-07 to 2026-11-13': [
    'Claude has named us more often since last Saturday',
  ],
  'claude: named, Acme unchanged than Kestrel, 30 days': [
    'We and Kestrel are tied on mention rate in Claude',
  ],
  'gemini: recommended, Acme at_most 12, 30 days': ["Our recommendation rate in Gemini doesn't exceed 12%"],
  'claude: listed 3, Bolt lower than Kestrel, 30 days': [
    "Bolt lands in Claude's top 3 less often than Kestrel",
  ],
};

describe('reads a sentence as', () => {
  for (const [expected, sentences] of [...Object.entries(READ), ...Object.entries(ALSO_READ)]) {
    for (const sentence of sentences) {
      test(`${expected}: ${sentence}`, () => {
        const read = readClaim(sentence, LEXICON, NOW);
        assert.ok('claim' in read, JSON.stringify(read));
        assert.equal(lineOf(read.claim), expected);
      });
    }
  }
});

/** Refused sentences by all their possible meanings; each suggested form is a valid sentence. */
const REFUSED: readonly (readonly [forms: readonly string[], sentences: readonly string[]])[] = [
  [
    [
      "Acme's share of mentions on ChatGPT (API) is at least 40%",
      "Acme's share of mentions on ChatGPT (API) is at most 40%",
    ],
    ['We own 40% of mentions on ChatGPT', 'Share of voice on ChatGPT: Acme 40%'],
  ],
  [
    [
      "Acme's share of mentions on ChatGPT (API) is smaller than before",
      "Acme's share of mentions on ChatGPT (API) is at most 33.3%",
    ],
    ['Our share of voice on ChatGPT dropped to a third'],
  ],
  [
    [
      "Acme's share of mentions on ChatGPT (API) is smaller this month than last month, by at least 5 points",
      "Acme's share of mentions on ChatGPT (API) is smaller in the last 30 days than before, by at least 5 points",
    ],
    ['Our ChatGPT share of voice is down 5 points month over month'],
  ],
  [
    ['ChatGPT (API) lists Acme first in at least 50% of answers'],
    ['ChatGPT names us first', 'ChatGPT ranks us first', 'ChatGPT recommends us first in most answers'],
  ],
  [
    [
      'ChatGPT (API) lists Acme first in at least 50% of answers',
      'ChatGPT (API) names Acme more often than Kestrel',
    ],
    ['We are #1 on ChatGPT', 'We’re number one on ChatGPT'],
  ],
  [
    ['ChatGPT (API) lists Acme first more often than Kestrel'],
    ['ChatGPT names us first more often than Kestrel'],
  ],
  [
    [
      'ChatGPT (API) lists Acme first more often than Kestrel',
      'ChatGPT (API) ranks Acme higher than Kestrel',
    ],
    ['ChatGPT lists us first, ahead of Kestrel'],
  ],
  [
    [
      'ChatGPT (API) lists Acme in the top 3 in at least 50% of answers',
      'ChatGPT (API) ranks Acme on average at position 3 or better',
    ],
    ['ChatGPT ranks us in the top 3', 'We are in the top 3 on ChatGPT'],
  ],
  [['ChatGPT (API) lists Kestrel first in at least 50% of answers'], ['ChatGPT puts Kestrel first']],
  [
    [
      'ChatGPT (API) lists Kestrel first in at least 50% of answers',
      'ChatGPT (API) names Kestrel more often than Acme',
    ],
    ['Kestrel is number one on ChatGPT'],
  ],
  [
    ['ChatGPT (API) names Acme as often as Kestrel', 'ChatGPT (API) names Acme as often as before'],
    ["Our visibility on ChatGPT hasn't changed compared to Kestrel"],
  ],
  [
    ['ChatGPT (API) names Acme as often as Kestrel', 'ChatGPT (API) names Acme more often than Kestrel'],
    ['ChatGPT names us at least as often as Kestrel', 'ChatGPT names us no less often than Kestrel'],
  ],
  [
    ['ChatGPT (API) names Acme as often as before', 'ChatGPT (API) names Acme more often than before'],
    ['ChatGPT names us at least as often as before'],
  ],
  [
    [
      'ChatGPT (API) names Acme in at least 33.4% of answers',
      'ChatGPT (API) names Acme in at most 33.3% of answers',
    ],
    ['ChatGPT names us in a third of answers'],
  ],
  [
    [
      'ChatGPT (API) names Acme in at least 40% of answers',
      'ChatGPT (API) names Acme in at most 40% of answers',
    ],
    ['ChatGPT names us in 40% of answers', 'ChatGPT names us in about 40% of answers'],
  ],
  [
    ['ChatGPT (API) names Acme in at least 50% of answers'],
    [
      'ChatGPT often names us',
      'ChatGPT names us mroe often than Kestrel',
      'ChatGPT does not leave us out of most answers',
      "ChatGPT doesn't fail to name us in most answers",
    ],
  ],
  [
    [
      'ChatGPT (API) names Acme in at least 50% of answers',
      'ChatGPT (API) names Acme in at most 50% of answers',
    ],
    [
      'ChatGPT names us in half of answers',
      'ChatGPT names us in exactly half of answers',
      'ChatGPT names us in nearly half of answers',
    ],
  ],
  [
    ['ChatGPT (API) names Acme in at most 10% of answers'],
    [
      'ChatGPT rarely names us',
      'ChatGPT hardly ever mentions us',
      'ChatGPT almost never mentions us',
      'ChatGPT names us in few answers',
    ],
  ],
  [
    ['ChatGPT (API) names Acme in none of the answers'],
    ['ChatGPT ignores us', 'ChatGPT declines to name us'],
  ],
  [
    [
      'ChatGPT (API) names Acme less often from July 1, 2026 to November 20, 2026 than before',
      'ChatGPT (API) names Acme less often this quarter than in Q3 2026',
    ],
    ['Our visibility on ChatGPT fell since Q3'],
  ],
  [
    [
      'ChatGPT (API) names Acme less often from November 9, 2026 to November 20, 2026 than before',
      'ChatGPT (API) names Acme less often this week than last week',
    ],
    ['ChatGPT names us less often since last week'],
  ],
  [
    [
      'ChatGPT (API) names Acme less often from October 1, 2026 to November 20, 2026 than before',
      'ChatGPT (API) names Acme less often this month than in October 2026',
    ],
    ['Our visibility on ChatGPT has fallen since October'],
  ],
  [
    [
      'ChatGPT (API) names Acme less often from September 1, 2026 to October 31, 2026 than before',
      'ChatGPT (API) names Acme less often in October 2026 than in September 2026',
    ],
    [
      'Our visibility on ChatGPT fell from September to October',
      'Our visibility on ChatGPT fell between September and October',
    ],
  ],
  [
    ['ChatGPT (API) names Acme less often in the last 90 days'],
    ['Our visibility on ChatGPT fell in the last 3 months'],
  ],
  [
    [
      'ChatGPT (API) names Acme less often last month',
      'ChatGPT (API) names Acme less often in the last 30 days',
    ],
    ['Our visibility on ChatGPT fell in the last month'],
  ],
  [
    ['ChatGPT (API) names Acme less often than Kestrel'],
    [
      'ChatGPT names us half as often as Kestrel',
      'ChatGPT names us slightly less often than Kestrel',
      'Unfortunately, ChatGPT names us less often than Kestrel',
      'It is not true that ChatGPT names us as often as Kestrel',
      'ChatGPT does not name us nearly as often as Kestrel',
      'ChatGPT names us about half as often as Kestrel',
    ],
  ],
  [
    ['ChatGPT (API) names Acme less often than Kestrel', 'ChatGPT (API) names Acme as often as Kestrel'],
    [
      "ChatGPT doesn't name us more often than Kestrel",
      'ChatGPT never names us more often than Kestrel',
      'ChatGPT fails to name us more often than Kestrel',
    ],
  ],
  [
    ['ChatGPT (API) names Acme less often than Kestrel', 'ChatGPT (API) names Acme less often than before'],
    ['Our visibility on ChatGPT fell compared with Kestrel'],
  ],
  [
    ['ChatGPT (API) names Acme less often than before', 'ChatGPT (API) names Acme in none of the answers'],
    ['ChatGPT stopped naming us'],
  ],
  [
    ['ChatGPT (API) names Acme less often than before'],
    [
      'Our visibility on ChatGPT has halved',
      'Why did our visibility on ChatGPT fall?',
      'We have been losing ground to Kestrel on ChatGPT',
      'We lost visibility to Kestrel on ChatGPT',
      'The number of answers that name us fell on ChatGPT',
      'Our ChatGPT mentions are way down',
    ],
  ],
  [
    ['ChatGPT (API) names Acme less often than before', 'ChatGPT (API) names Acme as often as before'],
    [
      'ChatGPT does not name us more often',
      'ChatGPT used to name us more often',
      "Our visibility on ChatGPT didn't improve",
    ],
  ],
  [
    ['ChatGPT (API) names Acme less often than before', 'ChatGPT (API) names Acme in at most 20% of answers'],
    [
      'Our visibility on ChatGPT fell to 20%',
      'Our visibility on ChatGPT fell to 20 points',
      'Our visibility on ChatGPT dropped from 40% to 20%',
    ],
  ],
  [
    ['ChatGPT (API) names Acme less often than before', 'ChatGPT (API) names Acme in at most 40% of answers'],
    ['Our visibility on ChatGPT fell below 40%'],
  ],
  [
    ['ChatGPT (API) names Acme less often than before', 'ChatGPT (API) ranks Acme lower than before'],
    ['We are losing on ChatGPT'],
  ],
  [
    ['ChatGPT (API) names Acme less often than before, by at least 20 points'],
    ['Our visibility on ChatGPT fell by 20%'],
  ],
  [
    [
      'ChatGPT (API) names Acme less often this week than last week',
      'ChatGPT (API) names Acme less often in the last 7 days than before',
    ],
    ['Our visibility on ChatGPT fell week over week'],
  ],
  [
    ['ChatGPT (API) names Acme less often this year than in 2025'],
    ['Our visibility on ChatGPT fell since 2025'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often from October 1, 2026 to November 20, 2026 than before',
      'ChatGPT (API) names Acme more often this month than in October 2026',
    ],
    ['ChatGPT names us more often since October', 'Our visibility on ChatGPT doubled since October'],
  ],
  [
    ['ChatGPT (API) names Acme more often than Kestrel'],
    [
      'ChatGPT always names us more often than Kestrel',
      'ChatGPT names us twice as often as Kestrel',
      'ChatGPT names us three times as often as Kestrel',
      'ChatGPT names us 3x more often than Kestrel',
      'Nobody is named more often than us on ChatGPT',
      'Nobody beats us on ChatGPT',
      'No competitor is ahead of us on ChatGPT',
      'ChatGPT names us most often',
      'ChatGPT names us the most',
      'ChatGPT names us more often than any competitor',
      'We lead on ChatGPT',
      'ChatGPT might name us more often than Kestrel',
      'ChatGPT usually names us more often than Kestrel',
      'We dominate ChatGPT',
      'ChatGPT to name us more often than Kestrel',
      'None of our competitors is named as often as us by ChatGPT',
    ],
  ],
  [
    ['ChatGPT (API) names Acme more often than Kestrel this month'],
    ['We overtook Kestrel on ChatGPT this month'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than Kestrel',
      "Acme's share of mentions on ChatGPT (API) is larger than Kestrel's",
    ],
    ['We have more mentions than Kestrel on ChatGPT'],
  ],
  [
    ['ChatGPT (API) names Acme more often than Kestrel', 'ChatGPT (API) names Acme as often as Kestrel'],
    ['We are not named less often than Kestrel by ChatGPT', 'We no longer trail Kestrel on ChatGPT'],
  ],
  [
    ['ChatGPT (API) names Acme more often than Kestrel', 'ChatGPT (API) names Acme less often than Kestrel'],
    ['We are catching up with Kestrel on ChatGPT'],
  ],
  [
    ['ChatGPT (API) names Acme more often than Kestrel', 'ChatGPT (API) ranks Acme higher than Kestrel'],
    [
      'We are better than Kestrel on ChatGPT',
      'Acme beats Kestrel on ChatGPT',
      'On ChatGPT, we surpass Kestrel',
      'We are ahead of Kestrel on ChatGPT',
      'We are beating Kestrel in ChatGPT',
      'We beat Kestrel on ChatGPT',
      'We lead Kestrel on ChatGPT',
      'We outperform Kestrel on ChatGPT',
      'We win against Kestrel on ChatGPT',
      'We’re still ahead of Kestrel on ChatGPT',
    ],
  ],
  [
    ['ChatGPT (API) names Acme more often than Kestrel, by at least 40 points'],
    ['ChatGPT names us 40% more often than Kestrel'],
  ],
  [
    ['ChatGPT (API) names Acme more often than before'],
    ['Our visibility on ChatGPT doubled', 'We are named by ChatGPT more often than by Kestrel'],
  ],
  [
    ['ChatGPT (API) names Acme more often than before', 'ChatGPT (API) cites Acme more often than before'],
    ['ChatGPT names and cites us more often'],
  ],
  [
    ['ChatGPT (API) names Acme more often than before', 'ChatGPT (API) names Acme as often as before'],
    ['Our visibility on ChatGPT did not fall'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than before',
      'ChatGPT (API) names Acme in at least 40% of answers',
    ],
    ['Our visibility on ChatGPT rose to 40%'],
  ],
  [
    ['ChatGPT (API) names Acme more often than before', 'ChatGPT (API) names Acme less often than before'],
    ['Previously, ChatGPT named us more often', 'In the past, ChatGPT named us more often'],
  ],
  [
    ['ChatGPT (API) names Acme more often than before', 'ChatGPT (API) names Kestrel more often than before'],
    ['ChatGPT names us and Kestrel more often'],
  ],
  [
    ['ChatGPT (API) names Acme more often than before', 'ChatGPT (API) ranks Acme higher than before'],
    [
      'We improved on ChatGPT',
      'We are up on ChatGPT',
      "We're winning on ChatGPT",
      'our share of answers on ChatGPT grew',
    ],
  ],
  [
    ['ChatGPT (API) names Acme more often than before', 'Claude (API) names Acme more often than before'],
    ['ChatGPT and Claude name us more often'],
  ],
  [
    [
      'ChatGPT (API) names Kestrel in at least 40% of answers',
      'ChatGPT (API) names Acme in at least 40% of answers',
    ],
    ['Kestrel is mentioned with us in at least 40% of ChatGPT answers'],
  ],
  [
    ['ChatGPT (API) names Kestrel less often than Acme', 'ChatGPT (API) names Kestrel as often as Acme'],
    ['Kestrel is not ahead of us on ChatGPT', 'Our competitors never beat us on ChatGPT'],
  ],
  [
    ['ChatGPT (API) names Kestrel more often than Acme'],
    [
      'ChatGPT always names Kestrel before us',
      'ChatGPT names Kestrel twice as often as us',
      'Kestrel, not us, is named more often by ChatGPT',
      'ChatGPT names our competitors more often than us',
      'Our competitors are named more often than us on ChatGPT',
      'Everyone beats us on ChatGPT',
      'Kestrel has overtaken us on ChatGPT',
    ],
  ],
  [
    ['ChatGPT (API) names Kestrel more often than before'],
    ['we name Kestrel more often than ChatGPT', 'Kestrel gained on us on ChatGPT'],
  ],
  [['ChatGPT (API) names us more often than before'], ['Who leads on ChatGPT?']],
  [
    ['ChatGPT (API) ranks Acme higher than Kestrel', 'ChatGPT (API) lists Acme more often than Kestrel'],
    ['ChatGPT ranks us more often than Kestrel'],
  ],
  [
    [
      'ChatGPT (API) ranks Acme higher than before',
      'ChatGPT (API) ranks Acme on average at position 2 or better',
    ],
    ['Our average position on ChatGPT improved to 2'],
  ],
  [
    ['ChatGPT (API) ranks Acme lower than before'],
    ['Our ranking on ChatGPT dropped', 'Our rank on ChatGPT fell'],
  ],
  [
    [
      'ChatGPT (API) ranks Acme lower than before',
      'ChatGPT (API) ranks Acme on average at position 3 or worse',
    ],
    ['We fell to third place on ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) ranks Acme on average at position 2 or better',
      'ChatGPT (API) ranks Acme on average at position 2 or worse',
    ],
    ['ChatGPT lists us at position 2', 'We are in second place on ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) ranks Acme on average at position 3 or better',
      'ChatGPT (API) lists Acme in the top 3 in at least 50% of answers',
    ],
    ['ChatGPT ranks us at position 3 or better'],
  ],
  [
    [
      'ChatGPT (API) ranks Acme on average at position 3 or better',
      'ChatGPT (API) ranks Acme on average at position 3 or worse',
    ],
    ['ChatGPT ranks us third'],
  ],
  [['ChatGPT (API) ranks Kestrel higher than before'], ['We rank ChatGPT higher than Kestrel']],
  [
    [
      'ChatGPT (API) ranks Kestrel on average at position 2 or better',
      'ChatGPT (API) ranks Kestrel on average at position 2 or worse',
    ],
    ['ChatGPT ranks Kestrel second'],
  ],
  [['ChatGPT (API) recommends Acme in at least 10% of answers'], ['ChatGPT sometimes recommends us']],
  [
    ['ChatGPT (API) recommends Acme in at least 40% of answers'],
    ['ChatGPT recommends us to more than 40% of users'],
  ],
  [
    [
      'ChatGPT (API) recommends Acme less often than before',
      'ChatGPT (API) recommends Acme in none of the answers',
    ],
    ['ChatGPT no longer recommends us'],
  ],
  [
    ['ChatGPT (API) recommends Acme more often than Kestrel'],
    ['We are the most recommended brand on ChatGPT', 'ChatGPT recommends us as the best in 40% of answers'],
  ],
  [
    [
      'ChatGPT (API) recommends Acme more often than Kestrel',
      'ChatGPT (API) names Acme more often than Kestrel',
    ],
    ['ChatGPT prefers us to Kestrel'],
  ],
  [
    ['ChatGPT (API) recommends Acme more often than before'],
    ['Kestrel recommends us more often than ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) recommends Acme in at least 50% of answers',
      'ChatGPT (API) names Acme in at least 50% of answers',
    ],
    ['ChatGPT loves us'],
  ],
  [
    ['ChatGPT (API) recommends Acme more often this month'],
    ['ChatGPT gives us more recommendations this month'],
  ],
  [
    [
      'ChatGPT (API) recommends Kestrel more often than Acme',
      'ChatGPT (API) names Kestrel more often than Acme',
    ],
    ['ChatGPT prefers Kestrel over us', 'ChatGPT recommends Kestrel instead of us'],
  ],
  [
    ['ChatGPT (API) recommends Kestrel more often than Acme', 'ChatGPT (API) ranks Kestrel higher than Acme'],
    ['ChatGPT recommends Kestrel over us'],
  ],
  [
    [
      'ChatGPT (API) recommends Kestrel more often than before',
      'ChatGPT (API) names Kestrel more often than before',
    ],
    ['ChatGPT favors Kestrel'],
  ],
  [
    [
      'ChatGPT (API) recommends Kestrel more often than before',
      'ChatGPT (API) recommends Acme more often than before',
    ],
    ['ChatGPT recommends Kestrel, we are named more often'],
  ],
  [
    [
      'Claude (API) ranks Acme on average at position 2 or better',
      'Claude (API) lists Acme in the top 2 in at least 50% of answers',
    ],
    ['Claude puts us second or better'],
  ],
  [
    [
      'Each engine lists Acme first in at least 50% of answers',
      'Each engine names Acme more often than Kestrel',
    ],
    ["We're #1"],
  ],
  [
    ['Each engine names Acme more often than Kestrel'],
    [
      'We are named more often than Kestrel overall',
      'Nobody is named more often than us',
      'Every answer names us more often than Kestrel',
    ],
  ],
  [
    ['Each engine names Acme more often than before'],
    ['Kestrel names us more often', 'We are named more often by Kestrel'],
  ],
  [['Each engine names Kestrel more often than Acme'], ['Kestrel leads']],
  [
    ['Each engine names Kestrel more often than Acme, by at least 40 points'],
    ['More than 40% of answers name Kestrel more often than us'],
  ],
  [['Each engine names Kestrel more often this month'], ['We mention Kestrel more often this month']],
  [
    [
      'ChatGPT (API) names Acme more often than Kestrel, by at least 10 points',
      'ChatGPT (API) recommends Acme more often than Kestrel, by at least 10 points',
    ],
    [
      'We are ahead of Kestrel by 10 points on ChatGPT',
      'We lead Kestrel by at least 10 percentage points on ChatGPT',
      'We lead Kestrel by 10% on ChatGPT',
    ],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than Kestrel last month',
      'ChatGPT (API) ranks Acme higher than Kestrel last month',
    ],
    ['Last month we were ahead of Kestrel on ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than Kestrel in October',
      'ChatGPT (API) ranks Acme higher than Kestrel in October',
    ],
    ['We beat Kestrel on ChatGPT in October'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than Kestrel this quarter',
      'ChatGPT (API) ranks Acme higher than Kestrel this quarter',
    ],
    ['We are ahead of Kestrel on ChatGPT this quarter'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than Kestrel since October',
      'ChatGPT (API) ranks Acme higher than Kestrel since October',
    ],
    ['We have been ahead of Kestrel on ChatGPT since October'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than Kestrel this week',
      'ChatGPT (API) ranks Acme higher than Kestrel this week',
    ],
    ['We beat Kestrel on ChatGPT this week'],
  ],
  [
    ['ChatGPT (API) names Acme less often than Kestrel', 'ChatGPT (API) ranks Acme lower than Kestrel'],
    [
      'We are beaten by Kestrel on ChatGPT',
      'We are behind Kestrel on ChatGPT',
      'We are losing to Kestrel on ChatGPT',
      'We lag behind Kestrel on ChatGPT',
      'We lose to Kestrel on ChatGPT',
      'We trail Kestrel on ChatGPT',
      'We’re losing to Kestrel on ChatGPT',
    ],
  ],
  [
    ['ChatGPT (API) names Acme as often as Kestrel', 'ChatGPT (API) ranks Acme the same as Kestrel'],
    ['We are level with Kestrel on ChatGPT'],
  ],
  [
    ['ChatGPT (API) names Kestrel more often than Acme', 'ChatGPT (API) ranks Kestrel higher than Acme'],
    [
      'Is Kestrel ahead of us on ChatGPT?',
      'Kestrel beats us on ChatGPT',
      'Kestrel is ahead of us on ChatGPT',
      'Kestrel leads us on ChatGPT',
      'Kestrel outperforms us on ChatGPT',
      'Kestrel’s ahead of us on ChatGPT',
    ],
  ],
  [
    ['ChatGPT (API) names Kestrel less often than Acme', 'ChatGPT (API) ranks Kestrel lower than Acme'],
    ['Kestrel is behind us on ChatGPT', 'Kestrel trails us on ChatGPT'],
  ],
  [
    ['Each engine names Acme more often than Kestrel', 'Each engine ranks Acme higher than Kestrel'],
    ['We are ahead of Kestrel across all engines', 'We beat Kestrel on every engine'],
  ],
  [['ChatGPT (API) lists Acme first in all of the answers'], ['ChatGPT always recommends us first']],
  [
    ['ChatGPT (API) names Acme in at least 90% of answers'],
    ['ChatGPT names us in almost all answers', 'ChatGPT rarely leaves us out'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than before, by at least 5 points',
      'ChatGPT (API) recommends Acme more often than before, by at least 5 points',
    ],
    ['We gained 5 points on ChatGPT'],
  ],
  [
    ['ChatGPT (API) names Acme in at least 30% of answers'],
    ['At the very least, ChatGPT names us in 30% of answers'],
  ],
  [
    ['Gemini (API) recommends Acme less often than Kestrel'],
    ['Gemini reccomends us less offen than Kestrel'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than before',
      "Acme's share of mentions on ChatGPT (API) is larger than before",
    ],
    ["We're seeing more mentions in ChatGPT"],
  ],
  [
    ['Claude (API) names Acme less often in the last 14 days than before'],
    ['Claude names us less often compared with the 14 days before'],
  ],
  [
    [
      'ChatGPT (API) names Acme less often than last month',
      'ChatGPT (API) names Acme as often as last month',
    ],
    ['ChatGPT names us neither more nor less often than last month'],
  ],
  [
    ['ChatGPT (API) names Acme more often than last month', 'ChatGPT (API) names Acme more often last month'],
    ['ChatGPT names us more often from last month'],
  ],
  [
    [
      'ChatGPT (API) names Acme in at most 40% of answers',
      'ChatGPT (API) names Acme in at most 60% of answers',
    ],
    ["ChatGPT doesn't name us in at least 40% of answers"],
  ],
  [['ChatGPT (API) names Acme in all of the answers'], ['ChatGPT never ignores us']],
  [
    ['Each engine names Acme less often than Kestrel', 'Each engine names Acme as often as Kestrel'],
    [
      'No engine names us more often than Kestrel',
      'Nobody names us more often than Kestrel',
      'No answer names us more often than Kestrel',
    ],
  ],
  [
    ['ChatGPT (API) names Acme in at least 40% of answers'],
    [
      'ChatGPT always names us in at least 40% of answers',
      'Our mention rate on ChatGPT never fell below 40%',
      'Our mention rate on ChatGPT is always at least 40%',
    ],
  ],
  [
    ['ChatGPT (API) names Acme in at most 40% of answers'],
    ['ChatGPT never names us in more than 40% of answers'],
  ],
  [['Gemini (API) names Acme in at most 10% of answers'], ['Almost no Gemini answer names us']],
  [['Claude (API) names Acme in at most 10% of answers'], ['Claude hardly names us']],
  [
    [
      'ChatGPT (API) names Acme in at most 30% of answers',
      'ChatGPT (API) names Acme less often than last month',
    ],
    ['ChatGPT names us in less than 30% of answers, down from last month'],
  ],
  [['Perplexity (API) cites us more often than before'], ['Perplexity citations are up']],
  [['ChatGPT (API) names Acme as often as Kestrel'], ['ChatGPT names us almost as often as Kestrel']],
  [
    ['ChatGPT (API) names Kestrel less often than us', 'ChatGPT (API) names Kestrel as often as us'],
    ['Neither Kestrel nor Bolt is named more often than us on ChatGPT'],
  ],
  [
    ['ChatGPT (API) names Acme more often in the last 14 days than before'],
    ['ChatGPT names us more often than two weeks ago'],
  ],
  [['ChatGPT (API) names Kestrel less often than Acme'], ['ChatGPT stopped naming Kestrel as often as us']],
  [['Perplexity (API) cites Acme more often than Kestrel'], ['We lead Kestrel in citations on Perplexity']],
  [['ChatGPT names Kestrel more often than us'], ['ChatGPT names Kestral more often than us']],
  [
    [
      'ChatGPT (API) ranks Acme on average at position 2 or worse',
      'ChatGPT (API) ranks Acme on average at position 2 or better',
    ],
    ['Our position on ChatGPT is 2'],
  ],
  [
    [],
    [
      'We went from 40% to 20% on ChatGPT',
      'Kestrel beats us less often on ChatGPT',
      "ChatGPT's share of voice is larger than ours",
      'ChatGPT cites us',
      'Neither ChatGPT nor Claude names us',
      'ChatGPT names us, and Claude does not',
      "ChatGPT doesn't always name us",
      'ChatGPT names us more often than Gemini',
      'We are named more often by ChatGPT than by Claude',
      'Will ChatGPT name us more often?',
      'ChatGPT is named more often than us',
      'ChatGPT appears more often than us',
      'ChatGPT snubs us',
      'How often does ChatGPT name us?',
      'Kestrel crushes us on ChatGPT',
      'ChatGPT is mentioned more often than Kestrel',
      'ChatGPT beats Kestrel',
      'Who is named most often by ChatGPT?',
      'ChatGPT',
      'ChatGPT recommends us when it names us',
      'Most engines recommend us',
      'Gemini leads us',
      'Gemini mentions us',
      'is named more often than Kestrel',
      'ChatGPT snubs us more often than Kestrel',
      'ChatGPT hesitates to name us in most answers',
      'ChatGPT ghosts us in at least 80% of answers',
      'The gap between us and Kestrel on ChatGPT is at least 10 points',
      'ChatGPT warns about us more often than Kestrel',
      'ChatGPT criticizes us in at least 10% of answers',
      'ChatGPT cites itself more often than us',
      'ChatGPT leaves us in most answers',
      'ChatGPT stopped ignoring us',
      'Bolt is up with fewer citations from Gemini',
      'Claude drops our name more often than Kestrel',
      'ChatGPT would sooner recommend Kestrel than us',
    ],
  ],
];

describe('refuses a sentence, with all its possible meanings', () => {
  for (const [forms, sentences] of REFUSED) {
    for (const sentence of sentences) {
      test(sentence, () => {
        const read = readClaim(sentence, LEXICON, NOW);
        assert.ok('problem' in read, JSON.stringify(read));
        assert.deepEqual(read.nearest, forms);
      });
    }
  }
});

/** No added word may reverse a sentence's direction in every suggested form. */
describe('property: no form of a refused sentence', () => {
  const WAYS = { higher: 'more often', lower: 'less often' } as const;
  const way = fc.constantFrom('higher', 'lower');
  const brands = fc.constantFrom(['us', 'Kestrel'], ['Kestrel', 'us'], ['Bolt', 'Kestrel'], ['Acme', 'Bolt']);
  const shape = fc.constantFrom(
    (a: string, b: string, often: string) => `ChatGPT names ${a} ${often} than ${b}`,
    (a: string, b: string, often: string) => `${a} is recommended ${often} than ${b} by ChatGPT`,
    (a: string, b: string, often: string) => `On ChatGPT ${a} appears ${often} than ${b} this week`,
  );
  const noise = fc.constantFrom(
    ...'much always unfortunately twice often usually roughly overall probably 40% zzz'.split(' '),
  );
  const nameOf = (said: string) => (said === 'us' ? 'Acme' : said);

  test('is the only one, and says the opposite or swaps the brands, with any added word', () => {
    fc.assert(
      fc.property(brands, way, shape, noise, fc.nat(), ([a = '', b = ''], direction, say, word, at) => {
        const words = say(a, b, WAYS[direction]).split(' ');
        const sentence = words.toSpliced(at % (words.length + 1), 0, word).join(' ');
        const read = readClaim(sentence, LEXICON, NOW);
        const forms = 'claim' in read ? [sentence] : read.nearest;
        if (forms.length === 0) return assert.match('problem' in read ? read.problem : '', /write/);
        const claims = forms.map((form) => {
          const again = readClaim(form, LEXICON, NOW);
          assert.ok('claim' in again, form);
          return again.claim;
        });
        assert.ok(
          claims.some((claim) => claim.direction === direction) || !claims.some(isOfDirection),
          `${sentence} -> ${forms}`,
        );
        assert.ok(
          claims.some(({ brand, versus }) => brand === nameOf(a) && (versus ?? nameOf(b)) === nameOf(b)),
          `${sentence} -> ${forms}`,
        );
      }),
      { numRuns: effort(150, 500) },
    );
  });

  test('keeps a denied direction', () => {
    const not = fc.constantFrom('not', 'never', 'no longer');
    fc.assert(
      fc.property(brands, way, not, ([a = '', b = ''], direction, denied) => {
        const sentence = `${a} is ${denied} named ${WAYS[direction]} than ${b} by ChatGPT`;
        const read = readClaim(sentence, LEXICON, NOW);
        assert.ok('problem' in read, sentence);
        for (const form of read.nearest) {
          const again = readClaim(form, LEXICON, NOW);
          assert.ok('claim' in again, form);
          assert.notEqual(again.claim.direction, direction, `${sentence} -> ${form}`);
        }
      }),
    );
  });

  function isOfDirection({ direction }: Claim): boolean {
    return direction === 'higher' || direction === 'lower';
  }
});
