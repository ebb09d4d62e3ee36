import Type from 'typebox';
import { pointsOf, tenthsText } from '../domain/points.ts';
import type { Interval } from '../domain/proportion.ts';
import type { CitedPart, PageOfPart } from '../panel/counts/cited-parts.ts';
import { visitCitedStrata } from '../panel/counts/cited-strata.ts';
import { countNamedPages } from '../panel/counts/named-pages.ts';
import type { CountedAnswers } from '../panel/panel.ts';
import { standOut } from '../stats/benjamini-hochberg.ts';
import { excludesZero } from '../stats/intervals.ts';
import { MantelHaenszel } from '../stats/mantel-haenszel.ts';
import { LEAST_ANSWERS, LEAST_GROUPS, stratifiedDifference } from '../stats/stratified-difference.ts';
import { listMostCitedOf } from '../storage/answers/looked-up.ts';
import type { Database } from '../storage/driver/database.ts';
import { nameIn } from './shape/branded.ts';
import type { ReportContext } from './shape/report.ts';
import { count, flag, named } from './shape/schemas.ts';

/** Of those that stand out, at most this share is expected to be nothing. */
const FALSE_SHARE = 0.1;

/** The most pages of a site whose titles are looked at: a page that few answers cite changes little. */
const MOST_TITLES = 20;

const points = (description: string) => Type.Number({ description });

export const AssociationSchema = named(
  'Association',
  {
    points: points(
      'How many points more of the answers that cite it name the brand, within question, engine, and week.',
    ),
    lower: points('95% interval.'),
    upper: points('Its upper end.'),
    questions: count('Questions that tell something: it was cited in some answers of a week, not in others.'),
    answers_citing: count('Answers compared that cite it.'),
    answers_not_citing: count('Those that do not.'),
    pages_apart: count('Pages left out: their titles have the brand’s name.'),
    stands_out: flag(
      'From chance, among all sites listed. Those that do upward come first, by `lower` times `answers_not_citing`.',
    ),
  },
  'Not an effect: what makes an engine cite a site may make it name the brand.',
);

export type Association = Type.Static<typeof AssociationSchema>;

/** Fewer tell too little to be shown. */
export const ASSOCIATION_NEEDS = `${LEAST_ANSWERS} answers on each side and ${LEAST_GROUPS} questions`;

/** For each part of a site, how much being named goes with being cited there; null where too few answers tell anything. */
export async function associationsOf(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  answers: CountedAnswers,
  parts: readonly CitedPart[],
): Promise<(Association | null)[]> {
  if (parts.length === 0) return [];
  const apart = await pagesApart(db, brand, await countNamedPages(answers, parts, MOST_TITLES));
  const sums = parts.map(() => new MantelHaenszel());
  await visitCitedStrata(answers, parts, new Set(apart.flat()), (stratum) => {
    const { part, question, citing, citingNamed, others, othersNamed } = stratum;
    sums[part]?.add(question, citingNamed, citing, othersNamed, others);
  });
  const found = sums.map(stratifiedDifference);
  const known = found.filter((each) => each !== null);
  const standing = standOut(
    known.map(({ chance }) => chance),
    FALSE_SHARE,
  );
  const isStanding = new Set(known.filter((_, place) => standing[place]));
  return found.map((each, place) => {
    if (each === null) return null;
    const { ours, theirs } = sums[place] as MantelHaenszel;
    return {
      ...{ points: pointsOf(each.difference), ...inPoints(each.interval) },
      ...{ questions: each.groups, answers_citing: ours, answers_not_citing: theirs },
      pages_apart: apart[place]?.length ?? 0,
      stands_out: isStanding.has(each) && excludesZero(each.interval),
    };
  });
}

/** By place, the ids of the pages whose titles have the name of the brand: they are cited because it is named. */
async function pagesApart(
  db: Database,
  { id, tracked }: ReportContext['brand'],
  pages: readonly (readonly PageOfPart[])[],
): Promise<number[][]> {
  const listed = await listMostCitedOf(db, id, pages, MOST_TITLES);
  const isTitled = await nameIn(tracked.filter(({ role }) => role === 'self'));
  return listed.map((each) =>
    each.flatMap(({ pageId, title }) => (title !== null && isTitled(title) ? [pageId] : [])),
  );
}

function inPoints({ lower, upper }: Interval): Interval {
  return { lower: pointsOf(lower), upper: pointsOf(upper) };
}

/**
 * How much there is to it: the least that it may be, times the answers that do not cite the site. Not above 0 where it does not stand out, or
 * goes the other way.
 */
export function weightOf(association: Association | null): number {
  if (association === null || !association.stands_out) return 0;
  return Math.max(0, association.lower * association.answers_not_citing);
}

/** `named in 18 points more of the answers that cite it (6 to 29), 14 questions`; null of none. */
export function associationInWords(association: Association | null): string | null {
  if (association === null) return null;
  const { points: more, lower, upper, questions, stands_out: standsOut } = association;
  const [size, least, most] = more < 0 ? [-more, -upper, -lower] : [more, lower, upper];
  const [shown, from, to] = [size, least, most].map(tenthsText);
  const told = standsOut ? '' : ': not told from chance';
  return (
    `named in ${shown} points ${more < 0 ? 'fewer' : 'more'} of the answers that cite it (${from} to ${to}), ` +
    `${questions} questions${told}`
  );
}
