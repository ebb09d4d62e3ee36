import { SightlineError } from '../../domain/errors.ts';
import { dollars, usdOf } from '../../domain/figures/usd.ts';
import { adviceFor } from '../../pipeline/collect/keys/advice.ts';
import {
  dueVolumes,
  type OrganizationVolumes,
  questionsIn,
  type VolumeChoice,
} from '../../pipeline/volumes/due-volumes.ts';
import { type LookupResult, lookUpVolumes } from '../../pipeline/volumes/look-up-volumes.ts';
import type { VolumeSource } from '../../pipeline/volumes/volume-source.ts';
import type { Database } from '../../reports/run/operator.ts';
import type { CliDeps, Invocation } from '../shared/deps.ts';
import { table } from '../shared/table.ts';
import { jsonLine, Progress, printable } from '../shared/terminal.ts';
import { keyRemedy } from './key-remedy.ts';

/** Why some questions have no lookup, by the code in JSON. */
const PROBLEMS = {
  too_long: 'longer than 80 characters',
  too_many_words: 'more than 10 words',
  characters: 'with characters that Google Ads does not accept',
  refused: 'refused by Google Ads',
} as const;

type Problems = Readonly<Partial<Record<keyof typeof PROBLEMS, number>>>;

interface EstimateRow {
  readonly organization: string;
  readonly questions: number;
  readonly requests: number;
  readonly estimated_usd: number;
  readonly cannot_be_looked_up: Problems;
  /** Why its plan stops lookups, as the end of a sentence; null if it does not. */
  readonly not_asked: string | null;
  /** Its own ceiling, if the requests exceed it. */
  readonly ceiling: string | null;
}

/** Prints the pending lookups and their estimated cost, without requests. */
export async function printVolumeEstimate(
  deps: CliDeps,
  db: Database,
  choice: VolumeChoice,
  { json, flags }: Invocation,
): Promise<void> {
  const source = await deps.volumeSource(flags, db);
  const due = await dueVolumes(db, source.adapter, deps.now(), choice);
  const organizations = due.map((each) => estimateRow(each, source));
  const sum = (of: 'questions' | 'requests' | 'estimated_usd') =>
    organizations.reduce((total, each) => total + each[of], 0);
  const total = {
    questions: sum('questions'),
    requests: sum('requests'),
    estimated_usd: usdOf(sum('requests') * source.micros),
  };
  const isMissing = source.access.key === '';
  const remedy = isMissing ? remedyOf(source) : null;
  const record = { organizations, total, missing_key: isMissing ? source.keyVariable : null };
  deps.terminal.out(json ? jsonLine(record) : estimateText(organizations, remedy));
}

function estimateRow(
  { organization, batches, problems, notAsked, limits }: OrganizationVolumes,
  { micros }: VolumeSource,
): EstimateRow {
  const wanted = notAsked === null ? batches : [];
  const cost = wanted.length * micros;
  const isOverUsd = limits.microsPerDay !== null && cost > limits.microsPerDay;
  const isOverCalls = limits.callsPerDay !== null && wanted.length > limits.callsPerDay;
  const calls = isOverCalls ? `${limits.callsPerDay} calls a day` : null;
  return {
    organization,
    questions: questionsIn(wanted),
    requests: wanted.length,
    estimated_usd: usdOf(cost),
    cannot_be_looked_up: problems,
    not_asked: notAsked,
    ceiling: isOverUsd ? `${dollars(usdOf(limits.microsPerDay))} a day` : calls,
  };
}

/** @param remedy how to set the missing key; null for none */
function estimateText(rows: readonly EstimateRow[], remedy: string | null): string {
  if (rows.length === 0) return NO_BRAND;
  const header = ['Organization', 'Questions', 'Requests', 'Cost', 'Note'];
  const body = rows.map((row) => [
    row.organization,
    String(row.questions),
    String(row.requests),
    dollars(row.estimated_usd),
    row.not_asked === null
      ? row.ceiling === null
        ? ''
        : `exceeds its ceiling: ${row.ceiling}`
      : 'not asked',
  ]);
  const lines = rows.flatMap((row) => [
    ...planLines(row.organization, row.not_asked),
    ...problemLines(row.organization, row.cannot_be_looked_up),
  ]);
  const key = remedy === null ? [] : [`To look up search volumes, ${remedy}.`];
  return table(header, body) + textOf([...lines, ...key]);
}

const NO_BRAND = 'No brand has finished its setup, so there is nothing to look up.\n';

function planLines(organization: string, notAsked: string | null): string[] {
  return notAsked === null ? [] : [`No lookups for ${organization}: ${notAsked}.`];
}

/** A line for each reason that blocks lookups. */
function problemLines(organization: string, problems: Problems): string[] {
  const found = Object.entries(problems).filter(([, questions]) => questions > 0);
  return found.map(
    ([problem, questions]) =>
      `${organization}: ${countedQuestions(questions)} not looked up: ${PROBLEMS[problem as keyof Problems]}.`,
  );
}

function countedQuestions(count: number): string {
  return count === 1 ? '1 question is' : `${count} questions are`;
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join('');
}

interface VolumesRow {
  readonly organization: string;
  readonly looked_up: number;
  readonly with_volume: number;
  readonly left: number;
  readonly requests: number;
  readonly cost_usd: number;
  readonly cannot_be_looked_up: Problems;
  readonly not_asked: string | null;
  readonly held_by_ceiling: boolean;
  /** The last failure; null for none. */
  readonly failure: string | null;
}

/** Looks volumes up, and prints the results. @throws SightlineError if some remain */
export async function printVolumes(
  deps: CliDeps,
  db: Database,
  choice: VolumeChoice,
  { json, flags }: Invocation,
): Promise<void> {
  const source = await deps.volumeSource(flags, db);
  if (source.access.key === '') throw missingKey(source);
  const due = await dueVolumes(db, source.adapter, deps.now(), choice);
  const progress = new Progress(deps.terminal);
  const found = await lookUpVolumes({ ...deps, db }, source, due, {
    secrets: await deps.secrets(flags),
    stop: deps.stopSignal(),
    onProgress: ({ done, total }) => progress.show(`${done} of ${total} questions looked up`),
  }).finally(() => progress.clear());
  const rows = due.map((each) =>
    rowOf(
      each,
      found.find(({ id }) => id === each.id),
    ),
  );
  deps.terminal.out(json ? jsonLine({ organizations: rows }) : volumesText(rows));
  const failure = found.find((each) => each.failure !== null)?.failure;
  if (rows.every(({ left }) => left === 0)) return;
  const advice = failure ? adviceFor({ ...source, ...source.adapter, what: 'search volumes' }, failure) : '';
  throw new SightlineError('collection_failed', `Some lookups failed. ${advice}`.trim());
}

function missingKey(source: VolumeSource): SightlineError {
  const { keyHelp } = source.adapter.provider;
  return new SightlineError('invalid_setting', `To look up search volumes, ${remedyOf(source)}: ${keyHelp}.`);
}

function remedyOf({ keyVariable, adapter: { provider } }: VolumeSource): string {
  return keyRemedy(provider.slug, keyVariable);
}

function rowOf(
  { organization, problems, notAsked }: OrganizationVolumes,
  found: LookupResult | undefined,
): VolumesRow {
  return {
    organization,
    looked_up: found?.lookedUp ?? 0,
    with_volume: found?.withVolume ?? 0,
    left: found?.left ?? 0,
    requests: found?.requests ?? 0,
    cost_usd: usdOf(found?.micros ?? 0),
    cannot_be_looked_up: { ...problems, refused: found?.refused ?? 0 },
    not_asked: notAsked,
    held_by_ceiling: found?.isHeldBack ?? false,
    failure: found?.failure?.detail ?? null,
  };
}

function volumesText(rows: readonly VolumesRow[]): string {
  if (rows.length === 0) return NO_BRAND;
  const lines = rows.flatMap((row) => [
    ...planLines(row.organization, row.not_asked),
    ...(row.not_asked === null ? resultLines(row) : []),
    ...problemLines(row.organization, row.cannot_be_looked_up),
    ...(row.left > 0 ? [leftLine(row)] : []),
  ]);
  return textOf(lines);
}

function resultLines({
  organization,
  looked_up,
  with_volume,
  left,
  requests,
  cost_usd,
}: VolumesRow): string[] {
  if (requests === 0) return left === 0 ? [`${organization}: nothing to look up.`] : [];
  const sent = `${requests} ${requests === 1 ? 'request' : 'requests'}, ${dollars(cost_usd)}`;
  const found = `${looked_up} ${looked_up === 1 ? 'question' : 'questions'} looked up`;
  return [`${organization}: ${found}, ${with_volume} with a volume (${sent}).`];
}

function leftLine({ organization, left, held_by_ceiling, failure }: VolumesRow): string {
  const reason = failure === null ? '' : ` (${failure})`;
  const why = held_by_ceiling ? ': ceiling reached' : reason;
  return `${organization}: ${countedQuestions(left)} left for the next run${why}.`;
}
