import Type, { type TProperties } from 'typebox';
import { MOST_TOP } from '../../domain/alerts/claim.ts';
import { FRAMINGS } from '../../domain/answers/answer-reading.ts';
import { SAYS_OF_FACT, type SaysOfFact } from '../../domain/brand/fact.ts';
import { themeReadFor } from '../../domain/brand/theme.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { FilterName } from '../shape/answers-filters.ts';
import { readerQuery } from '../shape/reader.ts';
import { booleanParameter, engineParameter, pastInstantParameter, type QueryOf } from '../shape/report.ts';
import { oneOf } from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';

const optionalText = (description: string) => Type.Optional(Type.String({ description }));

const TRACKED_BRAND = "`self`, or a tracked brand's name or alias";

/** The filters as report parameters. */
export const filterQuery = {
  from: Type.Optional(pastInstantParameter('Only answers collected at this instant or later.')),
  until: Type.Optional(pastInstantParameter('Only answers collected at this instant or earlier.')),
  engine: engineParameter,
  ...sliceQuery,
  prompt: optionalText('Only answers to this question: an id from /questions.'),
  outcome: Type.Optional(oneOf(['ok', 'empty'], 'Only answers with this outcome.')),
  names: optionalText(
    `Only answers that name this brand: ${TRACKED_BRAND}; or \`competitor\` for any competitor.`,
  ),
  names_not: optionalText(
    'Only answers that do not name this brand, given as for `names`; without `looked_for`, also answers in which Sightline ' +
      'did not look for it.',
  ),
  looked_for: optionalText(
    `Only answers in which Sightline looked for this brand: ${TRACKED_BRAND}; or \`all\` for every one.`,
  ),
  beside: optionalText(
    'Only answers in which Sightline looked for this brand too, and judged its framing too with `framing`. With ' +
      '`ranked=true` it has a list position too; with `ranked=false` none.',
  ),
  judged: Type.Optional(
    oneOf(
      ['true'],
      'Leaves out answers that name the brand in `looked_for` or `beside`, but whose framing no model has judged. Rules judge all.',
    ),
  ),
  framing: Type.Optional(
    oneOf(
      [...FRAMINGS, 'any'],
      'Only answers that frame the brand in `names` like this; `any`: any judged framing.',
    ),
  ),
  ...readerQuery,
  theme: optionalText(
    "Only answers that mention the brand in `names` with this theme from /said, with the sentence's `framing`; `read`: " +
      'answers that a model has read; `read:` and an own theme: those that it was asked about it.',
  ),
  fact: optionalText('Only answers read with this fact from /facts.'),
  verdict: Type.Optional(
    oneOf(
      Object.keys(SAYS_OF_FACT) as SaysOfFact[],
      'What they say about `fact`; `stated`: they agree or contradict.',
    ),
  ),
  ranked: Type.Optional(
    booleanParameter('Only answers that give the brand in `names` a list position, or only the others.'),
  ),
  top: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_TOP,
      description: 'Only answers that give the brand in `names` this list position or a better one.',
    }),
  ),
  cites: optionalText(
    'Only answers that cite this: a host (`docs.example.com`), a site with its subdomains (`*.example.com`) except ' +
      'subdomains that are separate sites, or a page (its URL).',
  ),
  cites_part: optionalText(
    "With a site in `cites`, this brand's hosts on it, given as for `names`; `others`: hosts that no tracked brand owns.",
  ),
  cites_brand: optionalText(
    `Only answers in which Sightline looked for this brand and that cite a page on its own domains: ${TRACKED_BRAND}.`,
  ),
  searched: optionalText(
    'Only answers for which the engine searched for this query. Capitals do not matter.',
  ),
  alert: optionalText(
    'Only answers that this alert counted: an id from /alerts. It sets the period, engine, and market, and counts questions ' +
      'answered in both windows.',
  ),
  comparison: optionalText('The same, by an id from /comparisons.'),
  change: optionalText('The same, by an id from /changes.'),
  side: Type.Optional(
    oneOf(
      ['current', 'baseline', 'since', 'before'],
      "A change's side, or the other two's window; the newer by default.",
    ),
  ),
  figure: Type.Optional(
    oneOf(['present', 'responses'], "That side's count: `present`, or `responses` (the default)."),
  ),
  shared_from: Type.Optional(
    pastInstantParameter(
      'With `shared_until`: only answers to questions that `engine` also answered in this period.',
    ),
  ),
  shared_until: Type.Optional(pastInstantParameter("That period's end.")),
} satisfies Record<FilterName, TProperties[string]>;

export type FilterQuery = QueryOf<typeof filterQuery>;

/**
 * Refuses filters that contradict each other for every brand, because an empty list would look like a finding.
 *
 * @throws SightlineError `invalid_parameter`
 */
export function refuseContradictions(query: FilterQuery): void {
  const contradiction = CONTRADICTIONS.find(({ when }) => when(query));
  if (contradiction) throw new SightlineError('invalid_parameter', contradiction.because);
}

const isGiven = (query: FilterQuery, ...names: FilterName[]) =>
  names.some((name) => query[name] !== undefined);

/** Filters that stand for a comparison's answers. */
const COMPARED = ['change', 'alert', 'comparison'] as const;

const CONTRADICTIONS: readonly {
  readonly when: (query: FilterQuery) => boolean;
  readonly because: string;
}[] = [
  {
    when: ({ from, until }) => from !== undefined && until !== undefined && from > until,
    because: '`from` is later than `until`.',
  },
  {
    when: ({ shared_from, shared_until, engine }) =>
      [shared_from, shared_until].some((each) => each !== undefined) &&
      [shared_from, shared_until, engine].some((each) => each === undefined),
    because: '`shared_from` and `shared_until` go together, with `engine`.',
  },
  {
    when: ({ names, names_not }) => names !== undefined && names === names_not,
    because: '`names` and `names_not` are the same.',
  },
  {
    when: (query) =>
      isGiven(query, 'framing', 'theme', 'ranked', 'top') && (query.names ?? 'competitor') === 'competitor',
    because: '`framing`, `theme`, `ranked`, and `top` need one brand: name it in `names`.',
  },
  {
    when: (query) => isGiven(query, 'judged') && !isGiven(query, 'looked_for'),
    because: '`judged` needs a brand: name it in `looked_for`.',
  },
  {
    when: ({ theme, framing }) =>
      theme !== undefined && themeReadFor(theme) !== null && framing !== undefined,
    because: '`theme=read` selects answers with any statement: leave out `framing`, or name a theme.',
  },
  {
    when: (query) => isGiven(query, 'theme') && isGiven(query, 'beside'),
    because: '`theme` takes one brand alone: leave out `beside`.',
  },
  {
    when: (query) => isGiven(query, 'verdict') && !isGiven(query, 'fact'),
    because: '`verdict` needs a fact: name it in `fact`.',
  },
  {
    when: ({ ranked, top }) => ranked === false && top !== undefined,
    because: 'An answer without a list position is not in the top: leave out `ranked` or `top`.',
  },
  {
    when: ({ cites, cites_part: part }) => part !== undefined && !cites?.startsWith('*.'),
    because: '`cites_part` needs a site: give one in `cites`, such as *.example.com.',
  },
  {
    when: (query) => query.outcome === 'empty' && isGiven(query, 'names'),
    because: 'An answer with the outcome `empty` names nobody: leave out `outcome` or `names`.',
  },
  {
    when: (query) => isGiven(query, 'side', 'figure') && !isGiven(query, ...COMPARED),
    because: '`side` and `figure` need a comparison: add `change`, `alert`, or `comparison`.',
  },
  {
    when: (query) => COMPARED.filter((name) => isGiven(query, name)).length > 1,
    because: '`change`, `alert`, and `comparison` do the same: give only one.',
  },
  {
    when: ({ change, side }) =>
      side !== undefined && (change === undefined) === (side === 'since' || side === 'before'),
    because:
      'A change has the sides `since` and `before`; an alert or a comparison, `current` and `baseline`.',
  },
  {
    when: (query) => isGiven(query, ...COMPARED) && isGiven(query, 'from', 'until', 'engine'),
    because:
      'A change, an alert, or a comparison sets the period and the engine: leave out `from`, `until`, and `engine`.',
  },
  {
    when: (query) => isGiven(query, ...COMPARED) && isGiven(query, 'market'),
    because: 'A change, an alert, or a comparison has one market: leave out `market`.',
  },
];
