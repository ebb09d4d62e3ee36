import {
  apartSentence,
  changeLine,
  changeSentence,
  changeWord,
  elsewhereSentence,
  isJudged,
  mixedDays,
  silentSentence,
  windowWord,
} from '../../domain/alerts/change-words.ts';
import { engineOf } from '../../domain/answers/engine.ts';
import { pointsText } from '../../domain/figures/points.ts';
import { wholePercent } from '../../domain/figures/rate.ts';
import { ORDER_WORDS, ordinal } from '../../domain/figures/standing.ts';
import type { FiguresBlock } from '../../domain/sharing/shared-report.ts';
import { capitalized } from '../../domain/text.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import type { Change } from '../alerts/changes.ts';
import { apartRows } from '../shape/compared.ts';
import type { ClientFigures } from './figures.ts';
import type { DoneRow } from './news.ts';
import { type NamedRow, type Ranking, rankingsOf } from './ranking.ts';

/** Sentences for a client report that claim no more than its figures. A change has only the words of change-words.ts. */

/** The sentence over a block. */
export function sentenceOf(kind: FiguresBlock, figures: ClientFigures): string {
  switch (kind) {
    case 'summary':
      return headlineOf(figures);
    case 'engines':
      return placesSentence(figures);
    case 'done':
      return 'What we did, and what came after';
    case 'next':
      return 'What we do next';
    case 'trend':
      return `How often each engine names ${figures.brand.name}, week by week`;
    case 'competitors':
      return `${figures.brand.name} and its competitors, engine by engine`;
    case 'lost':
      return lostSentence(figures);
    case 'sites':
      return sitesSentence(figures);
    case 'said':
      return saidSentence(figures);
  }
}

/** How the words of a frozen report date its changes. */
function readingOf({ brand, as_of: asOf }: ClientFigures) {
  return { brand: brand.name, now: Date.parse(asOf), isDated: true };
}

/** The first thing to tell: a change, a silent engine, or that nothing changed beyond chance. */
export function headlineOf(figures: ClientFigures): string {
  const { brand, compared, changes, named } = figures;
  const [change] = changes;
  if (change !== undefined) return changeSentence(change, readingOf(figures));
  const own = named.filter((row) => isOwn(row) && row.responses > 0);
  if (own.length === 0) return `No answers about ${brand.name} in these days.`;
  const [silence] = silencesOf(figures);
  if (silence !== undefined) return silence;
  const apart = apartRows(own);
  if (compared !== null && apart.length > 0) return apartSentence(apart, brand.name, daysWords(compared));
  if (own.every(({ rate }) => rate === null)) return 'Too few answers yet to tell a share.';
  if (compared === null) return `${sharesSentence(figures)}.`;
  if (!own.some(({ compared: each }) => isJudged(each))) return 'Too few answers yet to tell a change.';
  return `No engine names ${brand.name} more or less often than before.`;
}

/** What stands beneath the headline: the change's figures, or what was compared. */
export function leadOf(figures: ClientFigures): string | null {
  const { changes, compared } = figures;
  const [change] = changes;
  if (change === undefined) return compared === null ? null : `Compared with ${daysWords(compared)}.`;
  if (change.difference === null || change.state !== 'holds') return null;
  const { before, since, difference } = change;
  const [points, lower, upper] = [difference.points, difference.lower, difference.upper].map((each) =>
    pointsText(each / 100),
  );
  return `${counts(since)} since, ${counts(before)} before: ${points} points (${lower} to ${upper}).`;
}

function counts({ present, responses }: Change['since']): string {
  return `${present.toLocaleString('en-US')} of ${responses.toLocaleString('en-US')} answers`;
}

/** The other changes and silences, a line each. */
export function otherLines(figures: ClientFigures): string[] {
  const lines = figures.changes.slice(1).map((change) => changeLine(change, readingOf(figures)));
  const elsewhere = elsewhereSentence(figures.elsewhere) || [];
  const shown = headlineOf(figures);
  return [...lines, ...[elsewhere].flat(), ...silencesOf(figures).filter((line) => line !== shown)];
}

function silencesOf({ silent, as_of: asOf }: ClientFigures): string[] {
  return silent.map(({ engine_name: name, since }) => silentSentence(name, since, Date.parse(asOf)));
}

/** Whether a change that began within these days of something done stands with it. */
const AFTER_MS = 14 * DAY_MS;

/** What came after the event in this place: citations of its page, and the changes that began before the next event. */
export function cameAfter(place: number, figures: ClientFigures): string[] {
  const { done, changes } = figures;
  const at = (row: DoneRow | undefined) => (row ? Date.parse(row.day) : Number.POSITIVE_INFINITY);
  const [from, next] = [
    at(done[place]),
    at(done.slice(place + 1).find(({ day }) => day !== done[place]?.day)),
  ];
  const after = changes.filter(({ likely_start: start, found }) => {
    const began = Date.parse(start?.from ?? found);
    return began >= from && began < next && began <= from + AFTER_MS;
  });
  const lines = after.map((change) => changeLine(change, readingOf(figures)));
  const all = [citedSentence(done[place]?.cited ?? null, from, figures) ?? [], lines].flat();
  return all.length === 0 ? ['No change came after it.'] : all;
}

function citedSentence(cited: DoneRow['cited'], at: number, { window }: ClientFigures): string | null {
  if (cited === null || cited.since + cited.before === 0) return null;
  const cite = cited.since === 1 ? '1 answer cites' : `${cited.since.toLocaleString('en-US')} answers cite`;
  const before = `, ${cited.before.toLocaleString('en-US')} in the ${daysText(at - Date.parse(window.from))} before`;
  const hasBefore = Date.parse(window.from) < at;
  return `${cite} it in the ${daysText(Date.parse(window.until) - at)} since${hasBefore ? before : ''}.`;
}

/** `17 days`, of milliseconds. */
function daysText(ms: number): string {
  const days = Math.max(0, Math.ceil(ms / DAY_MS));
  return days === 1 ? 'day' : `${days} days`;
}

/** `2nd, behind Kestrel Boards`; null without an order. */
export function standingText({ standing }: Ranking): string | null {
  return standing && `${ordinal(standing.rank)}, ${ORDER_WORDS[standing.order]} ${standing.rival}`;
}

/** The days since an engine's change, such as `Nov 23 – 28`, or that the report's days mix its levels; null for plain days. */
export function countedDays(
  { own: { days }, mixed }: Ranking,
  { as_of: asOf }: ClientFigures,
): string | null {
  return days ? daysWords(days) : mixedDays(mixed, Date.parse(asOf));
}

/** One word for how an engine's share changed: its change's, or the comparison's. */
export function wordOf({ own, told, isSilent }: Ranking): string {
  if (told !== null) return changeWord(told);
  return isSilent ? 'Silent' : windowWord(own);
}

export function isOwn({ role }: Pick<NamedRow, 'role'>): boolean {
  return role === 'self';
}

/** `Oct 3 – 30` */
export function daysWords({ from, until }: { readonly from: string; readonly until: string }): string {
  return DAYS.formatRange(new Date(from), new Date(until)).replace(/\s/g, ' ');
}

const DAYS = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `First on two engines, second on four`. An app counts once, whoever asks it. */
function placesSentence(figures: ClientFigures): string {
  const ranked = rankingsOf(figures).filter(({ standing }) => standing !== null);
  const slugs = new Set<string | undefined>(ranked.map(({ own }) => own.engine));
  const ranks = ranked
    .filter(({ own }) => !slugs.has(engineOf(own.engine).surface))
    .flatMap(({ standing }) => standing?.rank ?? []);
  if (ranks.length === 0) return sharesSentence(figures);
  const places = [...Map.groupBy(ranks, (rank) => rank)].toSorted(([one], [other]) => one - other);
  const [first = '', ...rest] = places.map(([rank, { length }], index) => {
    const engines = index > 0 ? '' : length === 1 ? ' engine' : ' engines';
    return `${PLACES[rank - 1] ?? ordinal(rank)} on ${counted(length).toLowerCase()}${engines}`;
  });
  return [capitalized(first), ...rest].join(', ');
}

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'];

function sharesSentence({ named, brand: { name } }: ClientFigures): string {
  const rated = named
    .filter(isOwn)
    .filter(({ rate }) => rate !== null)
    .toSorted((one, other) => Number(one.rate) - Number(other.rate));
  const [least, most] = [rated[0], rated.at(-1)];
  if (!least || !most) return `Too few answers to say how often engines name ${name}`;
  const [low, high] = [least, most].map((row) => `${wholePercent(row)} (${row.engine_name})`);
  return rated.length === 1
    ? `Engines name ${name} in ${low} of answers`
    : `Engines name ${name} in ${low} to ${high} of answers`;
}

function lostSentence({ lost: { judged, questions_lost: lost } }: ClientFigures): string {
  if (judged === 0) return 'Too few answers to compare questions with competitors';
  if (lost === 0) return 'No question stands out as lost to a competitor';
  return lost === 1
    ? 'One question stands out as lost to a competitor'
    : `${counted(lost)} questions stand out as lost to competitors`;
}

function sitesSentence({ sites, brand: { name } }: ClientFigures): string {
  const [most] = sites;
  if (most === undefined) return `Engines cite no site in answers that name a competitor but not ${name}`;
  const { site, answers } = most;
  return `Engines cite ${site} in ${answers} ${answers === 1 ? 'answer' : 'answers'} that name a competitor but not ${name}`;
}

function saidSentence({ said, brand: { name } }: ClientFigures): string {
  const any = said.filter(({ framing }) => framing === 'any');
  const [most] = any.toSorted((one, other) => other.present - one.present);
  if (most === undefined) return `No statements about ${name} by theme`;
  return `${most.engine_name} speaks of ${most.theme_name} most: in ${most.present} of ${most.responses} answers that name ${name}`;
}

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

function counted(number: number): string {
  return WORDS[number] ?? String(number);
}
