/** A common question, with steps to answer it from reports. */
export interface AssistantPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string }[];
  /** @param given each argument's value; undefined if omitted */
  readonly text: (given: Readonly<Record<string, string | undefined>>) => string;
}

const HONESTY =
  'Give every rate with its counts and both ranges, such as "12 of 56, 21% (13 to 34% for these questions; 6 to 52% for ' +
  'questions like them)", and never extend it to everything that people ask. If a rate is null, say that there are not ' +
  'enough answers yet; it is not 0%. Report each engine separately: there is no score over all engines. Do not call a ' +
  'difference a change unless `alerts` or `comparisons` does.';

const BRAND = {
  name: 'brand',
  description: "The brand's id, from the tool `brands`. Optional if there is only one.",
};

const forBrand = (brand: string | undefined) =>
  brand === undefined
    ? 'If there are several brands, ask me which one I mean, and pass it to every tool as `brand`.'
    : `The brand is ${JSON.stringify(brand)}: pass it to every tool as \`brand\`.`;

/**
 * One call, as a step in a list.
 * @param given the arguments to pass: `days=7` or, if the reader chooses the value, `engine`
 */
const call = (tool: string, given: readonly string[], then: string) =>
  `Call \`${tool}\`${given.length === 0 ? '' : ` with ${given.map((each) => `\`${each}\``).join(' and ')}`}: ${then}`;

const stepsOf = (...steps: readonly string[]) =>
  steps.map((step, index) => `${index + 1}. ${step}`).join('\n');

export const PROMPTS: readonly AssistantPrompt[] = [
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'How the AI engines named and cited the brand in the last 7 days, and what changed.',
    arguments: [BRAND],
    text: ({ brand }) =>
      [
        `Review the last week of my brand in the AI answer engines. ${forBrand(brand)}`,
        stepsOf(
          call('me', [], 'it has the alert thresholds.'),
          call(
            'visibility',
            ['days=7'],
            'for each engine, how often it named and cited the brand; then the brand beside its competitors.',
          ),
          call(
            'alerts',
            [],
            'report the alerts of the last 7 days. If there are none, report `meta.note` instead of "nothing changed".',
          ),
          call(
            'sources',
            ['days=7'],
            'which sites the engines read, and which of them they cited without naming the brand.',
          ),
          call('answers', [], 'find two or three that show what you found, and quote the sentences.'),
        ),
        `End with at most three things to look at next. ${HONESTY}`,
      ].join('\n\n'),
  },
  {
    name: 'did_it_really_change',
    title: 'Did it really change?',
    description: 'Whether a rise or drop that somebody saw exceeds its own margin of error.',
    arguments: [
      {
        name: 'change',
        description:
          'The change that you saw, in your own words, such as "ChatGPT names us less since Monday".',
      },
      BRAND,
    ],
    text: ({ change, brand }) =>
      [
        change === undefined
          ? 'Ask me which change I saw.'
          : `It seems that this changed: ${JSON.stringify(change)}`,
        `Find out whether it did. ${forBrand(brand)}`,
        stepsOf(
          call('alerts', [], 'was it reported?'),
          call(
            'comparisons',
            ['engine'],
            'the engine in question. It has the counts of both windows, the difference in points with its interval, and `gate`, the ' +
              'reason for no alert.',
          ),
          'If `gate` is `within_noise` or `too_few_answers`, say how many answers each side would need ' +
            '(`answers_needed_each_side`), and how many there were.',
          call(
            'presence',
            ['engine', 'days=7'],
            'how often that engine named the brand and each competitor in the last week.',
          ),
          call('presence', ['engine', 'days=30'], 'check that the intervals agree with what you found.'),
          call(
            'claim',
            ['measure', 'direction', 'engine'],
            'your answer, as the parts of a claim. Say only what the verdict allows.',
          ),
        ),
        `Answer with yes, no, or "not known yet", and then the numbers. ${HONESTY}`,
      ].join('\n\n'),
  },
  {
    name: 'cited_not_named',
    title: 'Where are we cited and not named?',
    description: 'The sites that the engines read when they did not name the brand.',
    arguments: [BRAND],
    text: ({ brand }) =>
      [
        `Find the sites that AI engines cite in answers that do not name my brand. ${forBrand(brand)}`,
        stepsOf(
          call(
            'sources',
            ['days=30'],
            '`answers_citing_you_without_naming_you` is the number to act on; sort by it.',
          ),
          "Separate the brand's own site, which engines read without naming the brand, from other sites.",
          call(
            'recommendations',
            ['days=30'],
            'at which of these sites do answers name competitors instead, and what kind of site is each?',
          ),
          call(
            'answers',
            ['cites', 'names_not=self'],
            'for the first few of these sites, with the domain in `cites`. To which questions are these answers, and ' +
              'which competitors do they name?',
          ),
        ),
        `For each site, suggest an action, and give the number of answers behind it. ${HONESTY}`,
      ].join('\n\n'),
  },
];
