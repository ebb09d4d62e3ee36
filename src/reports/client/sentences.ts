import { pointsText } from '../../domain/figures/points.ts';
import type { FiguresBlock } from '../../domain/sharing/shared-report.ts';
import { beforeOf } from '../shape/compared.ts';
import type { ClientFigures, NamedRow } from './figures.ts';

/** Sentences for a client report that claim no more than its figures. */

/** The sentence over a block. */
export function sentenceOf(kind: FiguresBlock, figures: ClientFigures): string {
  switch (kind) {
    case 'summary':
      return 'In brief';
    case 'engines':
      return enginesSentence(figures);
    case 'changes':
      return changesSentence(figures);
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

/** The first lines for a client: changes and losses, one sentence each. */
export function summaryOf(figures: ClientFigures): string[] {
  const { compared, lost } = figures;
  const changes = compared === null ? [] : reportedChanges(figures).map((row) => changeSentence(row));
  const none = `No change in how often engines name ${figures.brand.name} exceeds noise.`;
  const quiet = compared !== null && !reportedChanges(figures).some(isOwn) ? [none] : [];
  const level = compared === null ? [`${enginesSentence(figures)}.`] : [];
  return [...level, ...changes, ...quiet, ...(lost.judged === 0 ? [] : [`${lostSentence(figures)}.`])];
}

/** Changes beyond noise: the brand's first, then its competitors'. */
export function reportedChanges({ named }: ClientFigures): NamedRow[] {
  const told = named.filter(({ compared }) => compared?.exceeds_noise === true);
  return told.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)));
}

/** `ChatGPT (API) names Tandemly in 38% of answers, 57% before (-18.7 points, -26.0 to -11.2).` */
export function changeSentence({
  engine_name: engine,
  brand,
  present,
  responses,
  rate,
  compared,
}: NamedRow): string {
  const now = shareText({ present, responses, rate });
  const earlier = beforeOf(compared);
  const before = earlier ? shareText(earlier) : 'nothing';
  const change = compared?.change;
  const points = change
    ? ` (${pointsText(change.points / 100)} points, ${pointsText(change.lower / 100)} to ${pointsText(change.upper / 100)})`
    : '';
  return `${engine} names ${brand} in ${now} of answers, ${before} before${points}.`;
}

export function isOwn({ role }: Pick<NamedRow, 'role'>): boolean {
  return role === 'self';
}

function enginesSentence({ named, brand: { name } }: ClientFigures): string {
  const rated = named
    .filter(isOwn)
    .filter(({ rate }) => rate !== null)
    .toSorted((one, other) => Number(one.rate) - Number(other.rate));
  const [least, most] = [rated[0], rated.at(-1)];
  if (!least || !most) return `Too few answers to say how often engines name ${name}`;
  const [low, high] = [least, most].map((row) => `${shareText(row)} (${row.engine_name})`);
  return rated.length === 1
    ? `Engines name ${name} in ${low} of answers`
    : `Engines name ${name} in ${low} to ${high} of answers`;
}

function changesSentence(figures: ClientFigures): string {
  if (figures.compared === null) return 'No comparison';
  const told = reportedChanges(figures).length;
  if (told === 0) return 'No change exceeds noise';
  return told === 1 ? 'One change exceeds noise' : `${counted(told)} changes exceed noise`;
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
  const { site, answers, before } = most;
  const earlier = before === null ? '' : `, ${before} before`;
  return `Engines cite ${site} in ${answers} ${answers === 1 ? 'answer' : 'answers'} that name a competitor but not ${name}${earlier}`;
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

/** A percentage from the counts, because a rate is already rounded; the counts if there is no rate. */
function shareText({ present, responses, rate }: Pick<NamedRow, 'present' | 'responses' | 'rate'>): string {
  return rate === null ? `${present} of ${responses}` : `${((100 * present) / responses).toFixed(0)}%`;
}
