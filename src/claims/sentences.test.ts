import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Claim } from '../domain/claim.ts';
import { ENGINES } from '../domain/engine.ts';
import { DAY_MS, type Period } from '../domain/period.ts';
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

/** A claim in a line: `chatgpt: named, Acme higher than Kestrel, 30 days`. Windows are the days from a date on, or before now. */
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

/** Sentences that are read, by what they are read as. */
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
    'We beat Kestrel on ChatGPT',
    'Acme beats Kestrel on ChatGPT',
    'We are beating Kestrel in ChatGPT',
    'We lead Kestrel on ChatGPT',
    'We are ahead of Kestrel on ChatGPT',
    'Acme is ahead of Kestrel in ChatGPT visibility',
    'We’re still ahead of Kestrel on ChatGPT',
    'We outperform Kestrel on ChatGPT',
    'On ChatGPT, we surpass Kestrel',
    'We win against Kestrel on ChatGPT',
  ],
  'chatgpt: named, Kestrel higher than Acme, 30 days': [
    'Kestrel is named more often than us by ChatGPT',
    'Kestrel leads us on ChatGPT',
    'Kestrel beats us on ChatGPT',
    'Kestrel is ahead of us on ChatGPT',
    'Kestrel’s ahead of us on ChatGPT',
    'Is Kestrel ahead of us on ChatGPT?',
    'Kestrel outperforms us on ChatGPT',
    'ChatGPT mentions Kestrel more often than us',
    'Kestrel’s visibility on ChatGPT is higher than ours',
  ],
  'chatgpt: named, Acme lower than Kestrel, 30 days': [
    'ChatGPT names us less often than Kestrel',
    'We are behind Kestrel on ChatGPT',
    'We trail Kestrel on ChatGPT',
    'We lag behind Kestrel on ChatGPT',
    'We are losing to Kestrel on ChatGPT',
    'We’re losing to Kestrel on ChatGPT',
    'We lose to Kestrel on ChatGPT',
    'We are beaten by Kestrel on ChatGPT',
    'Our visibility on ChatGPT is below Kestrel’s',
    'ChatGPT mentions us less than Kestrel',
  ],
  'chatgpt: named, Kestrel lower than Acme, 30 days': [
    'Kestrel trails us on ChatGPT',
    'Kestrel is behind us on ChatGPT',
    'Kestrel is named less often than we are on ChatGPT',
  ],
  'chatgpt: named, Acme unchanged than Kestrel, 30 days': [
    'ChatGPT names us as often as Kestrel',
    'We are as visible as Kestrel on ChatGPT',
    'ChatGPT names us and Kestrel equally often',
    'We are named as often as Kestrel by ChatGPT',
    'We are level with Kestrel on ChatGPT',
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
    'We are ahead of Kestrel by 10 points on ChatGPT',
    'We lead Kestrel by at least 10 percentage points on ChatGPT',
    'ChatGPT names us more often than Kestrel by over 10 points',
    'ChatGPT names us more often than Kestrel by 10 pp',
    'ChatGPT names us ten points more often than Kestrel',
  ],
  // Every engine, each apart.
  'each: named, Acme higher than Kestrel, 30 days': [
    'We are named more often than Kestrel',
    'We are named more often than Kestrel on every engine',
    'We are named more often than Kestrel on all engines',
    'Every engine names us more often than Kestrel',
    'All engines name us more often than Kestrel',
    'Each engine names us more often than Kestrel',
    'We are named more often than Kestrel everywhere',
    'We beat Kestrel on every engine',
    'We are ahead of Kestrel across all engines',
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
    'We have been ahead of Kestrel on ChatGPT since October',
    'We are ahead of Kestrel on ChatGPT this quarter',
  ],
  'chatgpt: named, Acme higher than Kestrel, 2026-10-01 to 2026-10-31': [
    'In October, ChatGPT named us more often than Kestrel',
    'We beat Kestrel on ChatGPT in October',
    'Last month we were ahead of Kestrel on ChatGPT',
  ],
  'chatgpt: named, Acme higher than Kestrel, 2026-11-16 to now': [
    'We beat Kestrel on ChatGPT this week',
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

describe('a sentence is read as', () => {
  for (const [expected, sentences] of Object.entries(READ)) {
    for (const sentence of sentences) {
      test(`${expected}: ${sentence}`, () => {
        const read = readClaim(sentence, LEXICON, NOW);
        assert.ok('claim' in read, JSON.stringify(read));
        assert.equal(lineOf(read.claim), expected);
      });
    }
  }
});

/** Sentences that are refused, by all that they may mean: each form is a sentence that is read. */
const REFUSED: readonly (readonly [forms: readonly string[], sentences: readonly string[]])[] = [
  [
    [
      "Acme's share of mentions on ChatGPT (API) is at least 40% this month",
      "Acme's share of mentions on ChatGPT (API) is at most 40% this month",
    ],
    ['We own 40% of mentions on ChatGPT', 'Share of voice on ChatGPT: Acme 40%'],
  ],
  [
    [
      "Acme's share of mentions on ChatGPT (API) is larger than last month",
      "Acme's share of mentions on ChatGPT (API) is smaller than last month",
    ],
    ["ChatGPT's share of voice is larger than ours"],
  ],
  [
    [
      "Acme's share of mentions on ChatGPT (API) is smaller than last month",
      "Acme's share of mentions on ChatGPT (API) is at most 33.3% this month",
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
    [
      'ChatGPT (API) cites Acme more often than last month',
      'ChatGPT (API) cites Acme less often than last month',
    ],
    ['ChatGPT cites us'],
  ],
  [
    ['ChatGPT (API) lists Acme first in at least 50% of answers this month'],
    ['ChatGPT names us first', 'ChatGPT ranks us first', 'ChatGPT recommends us first in most answers'],
  ],
  [
    [
      'ChatGPT (API) lists Acme first in at least 50% of answers this month',
      'ChatGPT (API) names Acme more often than Kestrel this month',
    ],
    ['We are #1 on ChatGPT', 'We’re number one on ChatGPT'],
  ],
  [
    ['ChatGPT (API) lists Acme first in at least 95% of answers this month'],
    ['ChatGPT always recommends us first'],
  ],
  [
    ['ChatGPT (API) lists Acme first more often than Kestrel this month'],
    ['ChatGPT names us first more often than Kestrel'],
  ],
  [
    [
      'ChatGPT (API) lists Acme first more often than Kestrel this month',
      'ChatGPT (API) ranks Acme higher than Kestrel this month',
    ],
    ['ChatGPT lists us first, ahead of Kestrel'],
  ],
  [
    [
      'ChatGPT (API) lists Acme in the top 3 in at least 50% of answers this month',
      'ChatGPT (API) ranks Acme on average at position 3 or better this month',
    ],
    ['ChatGPT ranks us in the top 3', 'We are in the top 3 on ChatGPT'],
  ],
  [
    ['ChatGPT (API) lists Kestrel first in at least 50% of answers this month'],
    ['ChatGPT puts Kestrel first'],
  ],
  [
    [
      'ChatGPT (API) lists Kestrel first in at least 50% of answers this month',
      'ChatGPT (API) names Kestrel more often than Acme this month',
    ],
    ['Kestrel is number one on ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) names Acme as often as Kestrel this month',
      'ChatGPT (API) names Acme as often as last month',
    ],
    ["Our visibility on ChatGPT hasn't changed compared to Kestrel"],
  ],
  [
    [
      'ChatGPT (API) names Acme as often as Kestrel this month',
      'ChatGPT (API) names Acme more often than Kestrel this month',
    ],
    ['ChatGPT names us at least as often as Kestrel', 'ChatGPT names us no less often than Kestrel'],
  ],
  [
    ['ChatGPT (API) names Acme as often as before', 'ChatGPT (API) names Acme more often than before'],
    ['ChatGPT names us at least as often as before'],
  ],
  [
    [
      'ChatGPT (API) names Acme in at least 33.3% of answers this month',
      'ChatGPT (API) names Acme in at most 33.3% of answers this month',
    ],
    ['ChatGPT names us in a third of answers'],
  ],
  [
    [
      'ChatGPT (API) names Acme in at least 40% of answers this month',
      'ChatGPT (API) names Acme in at most 40% of answers this month',
    ],
    ['ChatGPT names us in 40% of answers', 'ChatGPT names us in about 40% of answers'],
  ],
  [['ChatGPT (API) names Acme in at least 50% of answers this month'], ['ChatGPT often names us']],
  [
    [
      'ChatGPT (API) names Acme in at least 50% of answers this month',
      'ChatGPT (API) names Acme in at most 50% of answers this month',
    ],
    [
      'ChatGPT names us in half of answers',
      'ChatGPT names us in exactly half of answers',
      'ChatGPT names us in nearly half of answers',
    ],
  ],
  [
    ['ChatGPT (API) names Acme in at least 95% of answers this month'],
    [
      'ChatGPT always names us',
      'ChatGPT names us in every answer',
      'ChatGPT names us in all answers',
      'ChatGPT names us every time',
      'ChatGPT names us in 100% of answers',
      'All answers on ChatGPT name us',
      'ChatGPT names us in almost all answers',
    ],
  ],
  [
    ['ChatGPT (API) names Acme in at most 10% of answers this month'],
    [
      'ChatGPT rarely names us',
      'ChatGPT hardly ever mentions us',
      'ChatGPT almost never mentions us',
      'ChatGPT names us in few answers',
    ],
  ],
  [
    ['ChatGPT (API) names Acme in at most 5% of answers this month'],
    [
      'ChatGPT never names us',
      'We are never named by ChatGPT',
      'ChatGPT does not name us',
      'ChatGPT ignores us',
      'ChatGPT names us in 0% of answers',
      'Neither ChatGPT nor Claude names us',
      'ChatGPT names us, and Claude does not',
    ],
  ],
  [['ChatGPT (API) names Acme in at most 95% of answers this month'], ["ChatGPT doesn't always name us"]],
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
      'ChatGPT (API) names Acme less often from October 1, 2026 to November 20, 2026 than before',
      'ChatGPT (API) names Acme less often this month than last month',
    ],
    ['Our visibility on ChatGPT fell since last month'],
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
    ['ChatGPT (API) names Acme less often than Kestrel this month'],
    [
      'ChatGPT names us half as often as Kestrel',
      'ChatGPT names us slightly less often than Kestrel',
      'Unfortunately, ChatGPT names us less often than Kestrel',
    ],
  ],
  [
    [
      'ChatGPT (API) names Acme less often than Kestrel this month',
      'ChatGPT (API) names Acme as often as Kestrel this month',
    ],
    ["ChatGPT doesn't name us more often than Kestrel", 'ChatGPT never names us more often than Kestrel'],
  ],
  [
    [
      'ChatGPT (API) names Acme less often than Kestrel this month',
      'ChatGPT (API) names Acme less often than last month',
    ],
    ['Our visibility on ChatGPT fell compared with Kestrel'],
  ],
  [
    [
      'ChatGPT (API) names Acme less often than before',
      'ChatGPT (API) names Acme in at most 5% of answers this month',
    ],
    ['ChatGPT stopped naming us'],
  ],
  [
    ['ChatGPT (API) names Acme less often than last month'],
    ['Our visibility on ChatGPT has halved', 'Why did our visibility on ChatGPT fall?'],
  ],
  [
    [
      'ChatGPT (API) names Acme less often than last month',
      'ChatGPT (API) names Acme as often as last month',
    ],
    [
      'ChatGPT does not name us more often',
      'ChatGPT used to name us more often',
      "Our visibility on ChatGPT didn't improve",
    ],
  ],
  [
    [
      'ChatGPT (API) names Acme less often than last month',
      'ChatGPT (API) names Acme in at most 20% of answers this month',
    ],
    [
      'Our visibility on ChatGPT fell to 20%',
      'Our visibility on ChatGPT fell to 20 points',
      'Our visibility on ChatGPT dropped from 40% to 20%',
    ],
  ],
  [
    [
      'ChatGPT (API) names Acme less often than last month',
      'ChatGPT (API) names Acme in at most 40% of answers this month',
    ],
    ['Our visibility on ChatGPT fell below 40%'],
  ],
  [
    ['ChatGPT (API) names Acme less often than last month', 'ChatGPT (API) ranks Acme lower than last month'],
    ['We are losing on ChatGPT'],
  ],
  [
    ['ChatGPT (API) names Acme less often than last month, by at least 20 points'],
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
    ['ChatGPT names us more often since October'],
  ],
  [
    ['ChatGPT (API) names Acme more often since October than before'],
    ['Our visibility on ChatGPT doubled since October'],
  ],
  [
    ['ChatGPT (API) names Acme more often than Kestrel this month'],
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
      'We overtook Kestrel on ChatGPT this month',
      'ChatGPT names us much more often than Kestrel',
      'ChatGPT might name us more often than Kestrel',
      'ChatGPT usually names us more often than Kestrel',
      'We dominate ChatGPT',
    ],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than Kestrel this month',
      "Acme's share of mentions on ChatGPT (API) is larger than Kestrel's this month",
    ],
    ['We have more mentions than Kestrel on ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than Kestrel this month',
      'ChatGPT (API) names Acme as often as Kestrel this month',
    ],
    ['We are not named less often than Kestrel by ChatGPT', 'We no longer trail Kestrel on ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than Kestrel this month',
      'ChatGPT (API) names Acme less often than Kestrel this month',
    ],
    ['We are catching up with Kestrel on ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than Kestrel this month',
      'ChatGPT (API) ranks Acme higher than Kestrel this month',
    ],
    ['We are better than Kestrel on ChatGPT'],
  ],
  [
    ['ChatGPT (API) names Acme more often than Kestrel this month, by at least 10 points'],
    ['We lead Kestrel by 10% on ChatGPT'],
  ],
  [
    ['ChatGPT (API) names Acme more often than Kestrel this month, by at least 40 points'],
    ['ChatGPT names us 40% more often than Kestrel'],
  ],
  [
    ['ChatGPT (API) names Acme more often than last month'],
    [
      'Our visibility on ChatGPT doubled',
      'ChatGPT names us more often than Gemini',
      'We are named more often by ChatGPT than by Claude',
      'Will ChatGPT name us more often?',
      'We are named by ChatGPT more often than by Kestrel',
    ],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than last month',
      'ChatGPT (API) cites Acme more often than last month',
    ],
    ['ChatGPT names and cites us more often'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than last month',
      'ChatGPT (API) names Acme as often as last month',
    ],
    ['Our visibility on ChatGPT did not fall'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than last month',
      'ChatGPT (API) names Acme in at least 40% of answers this month',
    ],
    ['Our visibility on ChatGPT rose to 40%'],
  ],
  [
    ['ChatGPT (API) names Acme more often than before', 'ChatGPT (API) names Acme less often than before'],
    ['Previously, ChatGPT named us more often', 'In the past, ChatGPT named us more often'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than last month',
      'ChatGPT (API) names Acme less often than last month',
    ],
    [
      'ChatGPT is named more often than us',
      'ChatGPT appears more often than us',
      'ChatGPT snubs us',
      'How often does ChatGPT name us?',
      'We went from 40% to 20% on ChatGPT',
    ],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than last month',
      'ChatGPT (API) names Kestrel more often than last month',
    ],
    ['ChatGPT names us and Kestrel more often'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than last month',
      'ChatGPT (API) ranks Acme higher than last month',
    ],
    ['We improved on ChatGPT', 'We are up on ChatGPT', "We're winning on ChatGPT"],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than last month',
      'Claude (API) names Acme more often than last month',
    ],
    ['ChatGPT and Claude name us more often'],
  ],
  [
    [
      'ChatGPT (API) names Acme more often than last month, by at least 5 points',
      'ChatGPT (API) ranks Acme higher than last month, by at least 5 places',
    ],
    ['We gained 5 points on ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) names Kestrel in at least 40% of answers this month',
      'ChatGPT (API) names Acme in at least 40% of answers this month',
    ],
    ['Kestrel is mentioned with us in at least 40% of ChatGPT answers'],
  ],
  [
    [
      'ChatGPT (API) names Kestrel less often than Acme this month',
      'ChatGPT (API) names Kestrel as often as Acme this month',
    ],
    ['Kestrel is not ahead of us on ChatGPT', 'Our competitors never beat us on ChatGPT'],
  ],
  [
    ['ChatGPT (API) names Kestrel more often than Acme this month'],
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
    [
      'ChatGPT (API) names Kestrel more often than Acme this month',
      'ChatGPT (API) names Kestrel less often than Acme this month',
    ],
    ['Kestrel crushes us on ChatGPT', 'Kestrel beats us less often on ChatGPT'],
  ],
  [['ChatGPT (API) names Kestrel more often than last month'], ['we name Kestrel more often than ChatGPT']],
  [['ChatGPT (API) names Kestrel more often than last month'], ['Kestrel gained on us on ChatGPT']],
  [
    ['ChatGPT (API) names Acme less often than last month'],
    ['We have been losing ground to Kestrel on ChatGPT', 'We lost visibility to Kestrel on ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) names Kestrel more often than last month',
      'ChatGPT (API) names Kestrel less often than last month',
    ],
    ['ChatGPT is mentioned more often than Kestrel', 'ChatGPT beats Kestrel'],
  ],
  [['ChatGPT (API) names us more often than last month'], ['Who leads on ChatGPT?']],
  [
    [
      'ChatGPT (API) names us more often than last month',
      'ChatGPT (API) names us less often than last month',
    ],
    ['Who is named most often by ChatGPT?', 'ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) ranks Acme higher than Kestrel this month',
      'ChatGPT (API) lists Acme more often than Kestrel this month',
    ],
    ['ChatGPT ranks us more often than Kestrel'],
  ],
  [
    [
      'ChatGPT (API) ranks Acme higher than last month',
      'ChatGPT (API) ranks Acme on average at position 2 or better this month',
    ],
    ['Our average position on ChatGPT improved to 2'],
  ],
  [
    ['ChatGPT (API) ranks Acme lower than last month'],
    ['Our ranking on ChatGPT dropped', 'Our rank on ChatGPT fell'],
  ],
  [
    [
      'ChatGPT (API) ranks Acme lower than last month',
      'ChatGPT (API) ranks Acme on average at position 3 or worse this month',
    ],
    ['We fell to third place on ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) ranks Acme on average at position 2 or better this month',
      'ChatGPT (API) ranks Acme on average at position 2 or worse this month',
    ],
    ['ChatGPT lists us at position 2', 'We are in second place on ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) ranks Acme on average at position 2 or worse this month',
      'ChatGPT (API) ranks Acme on average at position 2 or better this month',
    ],
    ['Our position on ChatGPT is 2'],
  ],
  [
    [
      'ChatGPT (API) ranks Acme on average at position 3 or better this month',
      'ChatGPT (API) lists Acme in the top 3 in at least 50% of answers this month',
    ],
    ['ChatGPT ranks us at position 3 or better'],
  ],
  [
    [
      'ChatGPT (API) ranks Acme on average at position 3 or better this month',
      'ChatGPT (API) ranks Acme on average at position 3 or worse this month',
    ],
    ['ChatGPT ranks us third'],
  ],
  [['ChatGPT (API) ranks Kestrel higher than last month'], ['We rank ChatGPT higher than Kestrel']],
  [
    [
      'ChatGPT (API) ranks Kestrel on average at position 2 or better this month',
      'ChatGPT (API) ranks Kestrel on average at position 2 or worse this month',
    ],
    ['ChatGPT ranks Kestrel second'],
  ],
  [
    ['ChatGPT (API) recommends Acme in at least 10% of answers this month'],
    ['ChatGPT sometimes recommends us'],
  ],
  [
    ['ChatGPT (API) recommends Acme in at least 40% of answers this month'],
    ['ChatGPT recommends us to more than 40% of users'],
  ],
  [
    ['ChatGPT (API) recommends Acme in at most 5% of answers this month'],
    ['ChatGPT never recommends us', "ChatGPT doesn't recommend us"],
  ],
  [
    [
      'ChatGPT (API) recommends Acme less often than before',
      'ChatGPT (API) recommends Acme in at most 5% of answers this month',
    ],
    ['ChatGPT no longer recommends us'],
  ],
  [
    ['ChatGPT (API) recommends Acme more often than Kestrel this month'],
    [
      'We are the most recommended brand on ChatGPT',
      'ChatGPT recommends us as the best in 40% of answers',
      'ChatGPT is more likely to recommend us than Kestrel',
    ],
  ],
  [
    [
      'ChatGPT (API) recommends Acme more often than Kestrel this month',
      'ChatGPT (API) names Acme more often than Kestrel this month',
    ],
    ['ChatGPT prefers us to Kestrel'],
  ],
  [
    ['ChatGPT (API) recommends Acme more often than last month'],
    ['Kestrel recommends us more often than ChatGPT'],
  ],
  [
    [
      'ChatGPT (API) recommends Acme more often than last month',
      'ChatGPT (API) recommends Acme less often than last month',
    ],
    ['ChatGPT loves us', 'ChatGPT recommends us when it names us'],
  ],
  [
    ['ChatGPT (API) recommends Acme more often this month'],
    ['ChatGPT gives us more recommendations this month'],
  ],
  [
    [
      'ChatGPT (API) recommends Kestrel more often than Acme this month',
      'ChatGPT (API) names Kestrel more often than Acme this month',
    ],
    ['ChatGPT prefers Kestrel over us', 'ChatGPT recommends Kestrel instead of us'],
  ],
  [
    [
      'ChatGPT (API) recommends Kestrel more often than Acme this month',
      'ChatGPT (API) ranks Kestrel higher than Acme this month',
    ],
    ['ChatGPT recommends Kestrel over us'],
  ],
  [
    [
      'ChatGPT (API) recommends Kestrel more often than last month',
      'ChatGPT (API) names Kestrel more often than last month',
    ],
    ['ChatGPT favors Kestrel'],
  ],
  [
    [
      'ChatGPT (API) recommends Kestrel more often than last month',
      'ChatGPT (API) recommends Acme more often than last month',
    ],
    ['ChatGPT recommends Kestrel, we are named more often'],
  ],
  [
    [
      'Claude (API) ranks Acme on average at position 2 or better this month',
      'Claude (API) lists Acme in the top 2 in at least 50% of answers this month',
    ],
    ['Claude puts us second or better'],
  ],
  [
    [
      'Each engine lists Acme first in at least 50% of answers this month',
      'Each engine names Acme more often than Kestrel this month',
    ],
    ["We're #1"],
  ],
  [['Each engine names Acme in at most 5% of answers this month'], ['No engine names us']],
  [
    ['Each engine names Acme more often than Kestrel this month'],
    ['We are named more often than Kestrel overall'],
  ],
  [
    ['Each engine names Acme more often than last month'],
    ['Kestrel names us more often', 'We are named more often by Kestrel'],
  ],
  [['Each engine names Kestrel more often than Acme this month'], ['Kestrel leads']],
  [
    ['Each engine names Kestrel more often than Acme this month, by at least 40 points'],
    ['More than 40% of answers name Kestrel more often than us'],
  ],
  [['Each engine names Kestrel more often this month'], ['We mention Kestrel more often this month']],
  [['Each engine recommends Acme in at most 5% of answers this month'], ['Nobody recommends us']],
  [
    [
      'Each engine recommends Acme more often than last month',
      'Each engine recommends Acme less often than last month',
    ],
    ['Most engines recommend us'],
  ],
  [
    [
      'Gemini (API) names Acme more often than last month',
      'Gemini (API) names Acme less often than last month',
    ],
    ['Gemini leads us', 'Gemini mentions us'],
  ],
];

describe('a sentence is refused, with all that it may mean', () => {
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

/** What changes which way a sentence goes, which no form may do unless it gives the other way too. */
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

  test('is the only one, and says the opposite or swaps the brands, whatever word is added', () => {
    fc.assert(
      fc.property(brands, way, shape, noise, fc.nat(), ([a = '', b = ''], direction, say, word, at) => {
        const words = say(a, b, WAYS[direction]).split(' ');
        const sentence = words.toSpliced(at % (words.length + 1), 0, word).join(' ');
        const read = readClaim(sentence, LEXICON, NOW);
        const forms = 'claim' in read ? [sentence] : read.nearest;
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
      { numRuns: 500 },
    );
  });

  test('keeps a way that is denied', () => {
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
