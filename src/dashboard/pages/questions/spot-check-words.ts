import { engineNameOf } from '../../../domain/answers/engine.ts';
import { SPOT_CHECKS } from '../../../domain/brand/spot-check.ts';
import { MIN_SAMPLE } from '../../../domain/figures/rate.ts';
import { ordinal } from '../../../domain/figures/standing.ts';
import { capitalized } from '../../../domain/text.ts';
import type { ExplainedSpotCheck } from '../../../pipeline/declare/spot-checks.ts';
import type { ExplainedBrand } from '../../../pipeline/intake/explained-text.ts';
import type { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { nextTry } from '../../../stats/claims/spot-odds.ts';
import { of100 } from '../../charts/odds.ts';
import { type Content, html } from '../../markup/html.ts';

export type OddsRow = RowOf<typeof reports.spotChecks, 'engines'>;
export type AccountRow = RowOf<typeof reports.spotChecks, 'accounts'>;

/** An engine's answers to a question, or all of them. */
export interface Counts {
  readonly present: number;
  readonly responses: number;
}

/** A spot check beside the engine's stored answers: all, and those to its question. */
export interface Seen {
  readonly brand: string;
  readonly engine: string;
  readonly isNamed: boolean;
  readonly odds: OddsRow | null;
  /** Null without enough answers to the question. */
  readonly own: Counts | null;
}

/** Below this chance, what a person saw is a surprise. */
const RARE = 0.05;

/** `the ChatGPT app`, `Claude (API)` */
export function inWords(engine: string): string {
  const name = engineNameOf(engine);
  return /\bapp\b/.test(name) ? `the ${name}` : name;
}

export function headline(seen: Seen): string {
  const { engine, isNamed, odds } = seen;
  const place = inWords(engine);
  if (odds === null || odds.rate === null)
    return `${capitalized(place)} has too few answers to tell how usual that is.`;
  const what = isNamed ? 'A mention' : 'One miss';
  const rare = rarely(seen);
  if (rare !== null) return `${what} in ${place} is a surprise: it ${rare}.`;
  const share = of100(odds.rate);
  return isNamed
    ? `${what} in ${place} is no surprise: at ${share}% you see one in ${share} of 100 tries.`
    : `${what} in ${place} is no surprise: at ${share}% you see no mention in ${of100(odds.one_miss ?? 0)} of 100 tries, three in a row in ${of100(odds.three_misses ?? 0)}.`;
}

/** For the reader of a client link. */
export function headlineForClient(seen: Seen): string {
  const { engine, isNamed, odds } = seen;
  const asked = `You asked once and were ${isNamed ? 'named' : 'not named'}.`;
  if (odds === null || odds.rate === null)
    return `${asked} ${capitalized(inWords(engine))} has too few answers to tell how usual that is.`;
  const rare = rarely(seen);
  if (rare !== null) return `${asked} That is rare: ${inWords(engine)} ${rare}.`;
  return `${asked} That happens in ${of100(isNamed ? odds.rate : (odds.one_miss ?? 0))} of 100 tries.`;
}

/** Why what they saw is rare; null if it is not. */
function rarely({ brand, isNamed, odds, own }: Seen): string | null {
  const counts = own ?? odds;
  if (counts === null) return null;
  const { present, responses } = counts;
  const events = isNamed ? present : responses - present;
  if (nextTry({ events, trials: responses }) >= RARE) return null;
  return `names ${brand} in ${present} of ${responses} answers${own === null ? '' : ' to this question'}`;
}

export function leadForClient({ brand, engine, odds }: Seen): string | null {
  if (odds === null || odds.rate === null || odds.interval === null) return null;
  const { lower, upper } = odds.interval;
  return `${capitalized(inWords(engine))} names ${brand} in ${of100(odds.rate)}% of answers (${of100(lower)} to ${of100(upper)}%). Three misses in a row happen in ${of100(odds.three_misses ?? 0)} of 100.`;
}

/** `Tandemly is not named. Kestrel Boards comes first, Plotwise second.` */
export function saidIn(brand: string, { brands, named, rank }: ExplainedSpotCheck): Content {
  const self = brands.find(({ role }) => role === 'self')?.read ?? { mentioned: named, rank, framing: null };
  const others = brands.filter(({ role, read }) => role === 'competitor' && read.mentioned);
  const place = self.rank === null ? ', without a list position' : `, ${ordinal(self.rank)}`;
  const how =
    self.framing === 'recommended'
      ? ' It is recommended.'
      : self.framing === 'negative'
        ? ' The answer speaks against it.'
        : '';
  return html`<b><bdi>${brand}</bdi> is ${self.mentioned ? `named${place}` : 'not named'}.</b>${how}${others.length > 0 && ` ${othersText(others)}`}`;
}

const MOST_OTHERS = 5;

function othersText(others: readonly ExplainedBrand[]): string {
  const ranked = others
    .filter(({ read }) => read.rank !== null)
    .toSorted((one, other) => (one.read.rank ?? 0) - (other.read.rank ?? 0))
    .slice(0, MOST_OTHERS);
  if (ranked.length === 0)
    return `It names ${LIST.format(others.slice(0, MOST_OTHERS).map(({ brand }) => brand))}.`;
  return `${ranked.map(({ brand, read }, at) => `${brand}${at === 0 ? ' comes' : ''} ${ordinalWord(read.rank ?? 0)}`).join(', ')}.`;
}

const LIST = new Intl.ListFormat('en-US');
function ordinalWord(place: number): string {
  return ['', 'first', 'second', 'third', 'fourth', 'fifth'][place] ?? ordinal(place);
}

/** `named in 1 of 5; that few or fewer happens in 26 of 100 rounds of five: no sign that they see something else` */
export function accountText({ tries, named, expected, chance, differs }: AccountRow): string {
  const counts = `named in ${named} of ${tries}`;
  if (expected === null || chance === null) {
    return tries < SPOT_CHECKS.leastTries
      ? `${counts}; three tries or more tell whether they see something else`
      : `${counts}; fewer than ${MIN_SAMPLE} answers to compare with`;
  }
  const what = named <= expected ? 'that few or fewer' : 'that many or more';
  const verdict = differs
    ? 'chance does not explain it: they see something else'
    : 'no sign that they see something else';
  return `${counts}; ${what} happens in ${chance < 0.005 ? 'fewer than 1' : of100(chance)} of 100 rounds of ${numberWord(tries)}: ${verdict}`;
}

export function whoIn({ of, person, via }: Pick<AccountRow, 'of' | 'person' | 'via'>): string {
  if (of === 'everybody') return 'Everybody';
  return person ?? (via === 'link' ? 'by a client’s link' : 'somebody');
}

function numberWord(count: number): string {
  return (
    ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][count] ??
    String(count)
  );
}
