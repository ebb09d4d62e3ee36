/** A question that people ask of these reports, with the way to answer it. */
export interface AssistantPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argument: { readonly name: string; readonly description: string };
  /** @param given what the argument was given as; null if it was left out */
  readonly text: (given: string | null) => string;
}

const HONESTY =
  'Give every rate with its counts and its interval, such as "12 of 56, 21% (13 to 34%)". If a rate is null, say that there ' +
  'are not enough answers yet; it is not 0%. Report each engine separately: there is no score over all of them. Do not call a ' +
  'difference a change unless `alerts` or `comparisons` does.';

const BRAND = {
  name: 'brand',
  description: 'Id of the brand, from the tool `brands`. It may be left out if there is only one.',
};

const forBrand = (brand: string | null) =>
  brand === null
    ? 'If there are several brands, ask me which one I mean.'
    : `The brand is ${JSON.stringify(brand)}.`;

export const PROMPTS: readonly AssistantPrompt[] = [
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'How the AI engines named and cited the brand in the last 7 days, and what changed.',
    argument: BRAND,
    text: (brand) =>
      [
        `Review the last week of my brand in the AI answer engines. ${forBrand(brand)}`,
        [
          '1. Call `me` for the thresholds of alerts.',
          '2. Call `visibility` with `days=7`: for each engine, how often it named and cited the brand; then the brand beside its competitors.',
          '3. Call `alerts`, and report those of the last 7 days. If there are none, say what `meta.note` says instead of "nothing changed".',
          '4. Call `sources` with `days=7`: which sites the engines read, and which of them they cited without naming the brand.',
          '5. Call `answers` for two or three answers that show what you found, and quote the sentences.',
        ].join('\n'),
        `End with at most three things to look at next. ${HONESTY}`,
      ].join('\n\n'),
  },
  {
    name: 'did_it_really_change',
    title: 'Did it really change?',
    description: 'Whether a rise or drop that somebody saw is larger than its own margin of error.',
    argument: {
      name: 'change',
      description:
        'What seems to have changed, in your own words, such as "ChatGPT names us less since Monday".',
    },
    text: (change) =>
      [
        change === null
          ? 'Ask me what seems to have changed.'
          : `It seems that this changed: ${JSON.stringify(change)}`,
        'Find out whether it did.',
        [
          '1. Call `alerts`: was it reported?',
          '2. Call `comparisons` for the engine in question: the counts of both windows, the difference in points with its interval, and `gate`, which says what held it back.',
          '3. If `gate` is `within_noise` or `too_few_answers`, say how many answers each side would need (`answers_needed_each_side`), and how many there were.',
          '4. Call `visibility` for the same engine over 7 and 30 days, and check that the intervals agree with that.',
        ].join('\n'),
        `Answer with yes, no, or "not known yet", and then the numbers. ${HONESTY}`,
      ].join('\n\n'),
  },
  {
    name: 'cited_not_named',
    title: 'Where are we cited and not named?',
    description: 'The sites that the engines read when they did not name the brand.',
    argument: BRAND,
    text: (brand) =>
      [
        `Find the sites that AI engines cite in answers that do not name my brand. ${forBrand(brand)}`,
        [
          '1. Call `sources` with `days=30`. `answers_citing_you_without_naming_you` is the number to act on; sort by it.',
          "2. Separate the brand's own site, which was read without the brand being named, from other sites.",
          '3. Call `recommendations`: at which of these sites are competitors named instead, and what kind of site is each?',
          '4. For the first few of these sites, call `answers` with `cites` (the domain) and `names_not=self`: to which questions are these answers, and which competitors do they name?',
        ].join('\n'),
        `For each site, say what could be done there, and on how many answers that rests. ${HONESTY}`,
      ].join('\n\n'),
  },
];
