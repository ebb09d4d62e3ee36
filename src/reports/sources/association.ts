import Type from 'typebox';
import { ENGINE_SLUGS, engineNameOf } from '../../domain/answers/engine.ts';
import { pointsOf, tenthsText } from '../../domain/figures/points.ts';
import type { Interval } from '../../domain/figures/proportion.ts';
import type { CitedPart, PageOfPart } from '../../panel/counts/cited/cited-parts.ts';
import { visitCitedStrata } from '../../panel/counts/cited/cited-strata.ts';
import { countNamedPages } from '../../panel/counts/cited/named-pages.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { MantelHaenszel } from '../../stats/rates/mantel-haenszel.ts';
import {
  LEAST_ANSWERS,
  LEAST_GROUPS,
  standingOut,
  stratifiedDifference,
} from '../../stats/rates/stratified-difference.ts';
import { listMostCitedOf } from '../../storage/answers/lookups.ts';
import type { Database } from '../../storage/driver/database.ts';
import { nameIn } from '../shape/branded.ts';
import type { ReportContext } from '../shape/report.ts';
import { count, flag, named, text } from '../shape/schemas.ts';

/** Maximum pages per site whose titles Sightline checks: a page with few citations changes little. */
const MOST_TITLES = 20;

const points = (description: string) => Type.Number({ description });

export const AssociationSchema = named(
  'Association',
  {
    engine: text('Engine slug.'),
    engine_name: text('Display name.'),
    points: points(
      'How much more often, in points, its answers name the brand if they cite the site, within question and week.',
    ),
    lower: points('95% interval.'),
    upper: points('Its upper end.'),
    questions: count('Informative questions: some answers in a week cited it, others did not.'),
    answers_citing: count('Answers compared that cite it.'),
    answers_not_citing: count('Answers compared that do not cite it.'),
    pages_apart: count('Pages left out because their titles have the brand’s name.'),
    stands_out: flag(
      'Beyond chance, among all sites and engines listed. Sites that do so upward come first, by the largest `lower` times ' +
        '`answers_not_citing`.',
    ),
  },
  'On one engine. Not an effect: one cause may make it both cite a site and name the brand.',
);

export type Association = Type.Static<typeof AssociationSchema>;

/** Sites with fewer are not shown. */
export const ASSOCIATION_NEEDS = `${LEAST_ANSWERS} answers on each side and ${LEAST_GROUPS} questions`;

/** Associations for one part of a site, one per engine. Leaves out engines with too few answers. */
export type Associations = readonly Association[];

/** For each part of a site, how being cited there goes with being named. */
export async function associationsOf(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  answers: CountedAnswers,
  parts: readonly CitedPart[],
): Promise<Associations[]> {
  if (parts.length === 0) return [];
  const apart = await pagesApart(db, brand, await countNamedPages(answers, parts, MOST_TITLES));
  const sums = parts.map((): MantelHaenszel[] => []);
  await visitCitedStrata(answers, parts, new Set(apart.flat()), (stratum) => {
    const { part, engine, question, citing, citingNamed, others, othersNamed } = stratum;
    const byEngine = sums[part] as MantelHaenszel[];
    byEngine[engine] ??= new MantelHaenszel();
    byEngine[engine].add(question, citingNamed, citing, othersNamed, others);
  });
  const { engines } = answers.panel.names;
  const found = sums.map((byEngine, place) =>
    ENGINE_SLUGS.flatMap((engine) => {
      const own = byEngine[engines.known(engine) ?? -1];
      const difference = own === undefined ? null : stratifiedDifference(own);
      return own === undefined || difference === null
        ? []
        : [{ engine, own, difference, apart: apart[place] ?? [] }];
    }),
  );
  const all = found.flat();
  const stands = standingOut(all.map(({ difference }) => difference));
  const standing = new Set(all.filter((_, place) => stands[place]));
  return found.map((ofPart) =>
    ofPart.map((each) => {
      const { engine, own, difference } = each;
      return {
        engine,
        engine_name: engineNameOf(engine),
        points: pointsOf(difference.difference),
        ...inPoints(difference.interval),
        questions: difference.groups,
        answers_citing: own.ours,
        answers_not_citing: own.theirs,
        pages_apart: each.apart.length,
        stands_out: standing.has(each),
      };
    }),
  );
}

/** By place, the ids of pages whose titles name the brand: answers cite them because they name it. */
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

export function notableAssociations(associations: Associations): Associations {
  return associations.filter(({ stands_out: standsOut }) => standsOut);
}

/** `ChatGPT (API) 18.0 (6.0 to 29.0)` */
export function associationInBrief({ engine_name: engine, points: more, lower, upper }: Association): string {
  const [shown, from, to] = [more, lower, upper].map(tenthsText);
  return `${engine} ${shown} (${from} to ${to})`;
}

/** `ChatGPT (API): named in 18.0 points more of the answers that cite it (6.0 to 29.0), 14 questions` */
export function associationInWords(association: Association): string {
  const { engine_name: engine, points: more, lower, upper, questions, stands_out: standsOut } = association;
  const [size, least, most] = more < 0 ? [-more, -upper, -lower] : [more, lower, upper];
  const [shown, from, to] = [size, least, most].map(tenthsText);
  const told = standsOut ? '' : ': may be chance';
  return (
    `${engine}: named in ${shown} points ${more < 0 ? 'fewer' : 'more'} of the answers that cite it (${from} to ${to}), ` +
    `${questions} questions${told}`
  );
}

/** How many sites have an association, and the requirements; empty if no listed site can have one. */
export function associationsNote(ofSites: readonly Associations[]): string {
  if (ofSites.length === 0) return '';
  const told = ofSites.filter(({ length }) => length > 0).length;
  const sites =
    told === 0 ? 'none of these sites' : `${told} of ${ofSites.length} sites that are not your own`;
  return (
    ` The link between citing a site and naming you is known for ${sites}: it needs, on one engine, ${LEAST_ANSWERS} ` +
    `answers that cite the site and ${LEAST_ANSWERS} that do not, to ${LEAST_GROUPS} questions that have both in one week.`
  );
}
