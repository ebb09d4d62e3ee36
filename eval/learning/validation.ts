import { type EvidenceRole, thresholdFor } from '../../src/extract/framing/learned/combine-cues.ts';
import type { Scores, Thresholds } from '../../src/extract/framing/learned/model.ts';
import type { Subject } from './examples.ts';

/** A subject with its remarks' scores from a reader that has not seen its passage. */
export interface Judged {
  readonly subject: Subject;
  readonly scores: readonly Scores[];
}

type Direction = keyof Scores;
/** The readers to compare: the lists alone, the learned reader alone, or both together as in an answer. */
const READERS = ['cues', 'learned', 'both'] as const;
type Reader = (typeof READERS)[number];

interface Tally {
  subjects: number;
  wrong: number;
  /** Labeled with both directions, and read so. */
  both: number;
  bothRead: number;
  readonly read: Record<Direction, number>;
  readonly right: Record<Direction, number>;
  readonly labeled: Record<Direction, number>;
}

/** Each reader's results on passages outside its training, as a Markdown table by language and kind. */
export function validationReport(judged: readonly Judged[], thresholds: Thresholds): string {
  const groups = new Map<string, Judged[]>([['all', [...judged]]]);
  for (const each of judged) {
    const { language, kind } = each.subject.passage;
    for (const name of [language, kind]) groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  const rows = [...groups].flatMap(([name, own]) =>
    READERS.map((reader) => row(`${name}, ${reader}`, counted(own, reader, thresholds))),
  );
  return [
    `recommended ${JSON.stringify(thresholds.recommended)}, negative ${JSON.stringify(thresholds.negative)}`,
    '',
    '| | brands | recommended: right / read / labeled | negative: right / read / labeled | read the wrong way | both |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function row(name: string, { subjects, wrong, both, bothRead, read, right, labeled }: Tally): string {
  const of = (direction: Direction) =>
    `${right[direction]} of ${read[direction]} of ${labeled[direction]} (${share(right[direction], read[direction])}, ${share(right[direction], labeled[direction])})`;
  return `| ${name} | ${subjects} | ${of('recommended')} | ${of('negative')} | ${wrong} (${share(wrong, subjects)}) | ${bothRead} of ${both} |`;
}

function share(right: number, of: number): string {
  return of === 0 ? '-' : (right / of).toFixed(3);
}

function counted(judged: readonly Judged[], reader: Reader, thresholds: Thresholds): Tally {
  const counts: Tally = {
    subjects: judged.length,
    wrong: 0,
    both: 0,
    bothRead: 0,
    read: { recommended: 0, negative: 0 },
    right: { recommended: 0, negative: 0 },
    labeled: { recommended: 0, negative: 0 },
  };
  for (const each of judged) {
    const label = framingOf(each.subject.recommended, each.subject.negative);
    const read = readingOf(each, reader, thresholds);
    if (label === 'recommended' || label === 'negative') counts.labeled[label] += 1;
    if (label === 'both') counts.both += 1;
    if (label === 'both' && read === 'both') counts.bothRead += 1;
    if (read !== 'recommended' && read !== 'negative') continue;
    counts.read[read] += 1;
    if (read === label) counts.right[read] += 1;
    else counts.wrong += 1;
  }
  return counts;
}

function framingOf(recommended: boolean, negative: boolean): Direction | 'both' | 'neutral' {
  if (recommended && negative) return 'both';
  return recommended ? 'recommended' : negative ? 'negative' : 'neutral';
}

function readingOf(judged: Judged, reader: Reader, thresholds: Thresholds): Direction | 'both' | 'neutral' {
  const { cues } = judged.subject;
  const hasCue = (direction: Direction) => cues.some((cue) => cue.direction === direction);
  const reaches = (direction: Direction, counts: EvidenceRole) =>
    mostOf(judged, direction) >= thresholdFor(counts, thresholds[direction]);
  const says = (direction: Direction) => reaches(direction, 'alone');
  const isCued = reader === 'cues' || (reader === 'both' && cues.length > 0);
  const [recommended, negative] = isCued
    ? [hasCue('recommended'), hasCue('negative')]
    : [says('recommended'), says('negative')];
  if (reader === 'cues') return framingOf(recommended, negative);
  const counts = isCued ? 'againstCue' : 'against';
  return framingOf(
    recommended || (negative && reaches('recommended', counts)),
    negative || (recommended && reaches('negative', counts)),
  );
}

/** A score that every remark has. */
const LEAST = -1000;

/** A subject's highest score in a direction. */
export function mostOf({ scores }: Judged, direction: Direction): number {
  return Math.max(LEAST, ...scores.map((each) => each[direction]));
}
