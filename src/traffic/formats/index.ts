import type { LineReader } from '../logged-request.ts';
import { COMBINED, COMMON } from './combined.ts';
import { CSV } from './csv.ts';
import { JSON_FORMATS, JSON_LINES } from './json-lines.ts';
import { LOAD_BALANCER } from './load-balancer.ts';
import type { LogFormat, LogMapping } from './log-format.ts';
import { W3C } from './w3c.ts';

/** All formats; where two read as many of the first lines, the earlier one counts. */
export const LOG_FORMATS: readonly LogFormat[] = [COMBINED, COMMON, ...JSON_FORMATS, W3C, LOAD_BALANCER, CSV];

/** With a mapping, these are tried first: the others have no names that could be mapped. */
const MAPPED: readonly LogFormat[] = [JSON_LINES, CSV];

export interface OpenedFormat {
  readonly format: LogFormat;
  /** Reads the log from its first line on. */
  readonly read: LineReader;
}

/** The format that reads most of a log's first lines; one whose header they have, if they have no request; null for none. */
export function openFormat(firstLines: readonly string[], mapping: LogMapping = {}): OpenedFormat | null {
  const isMapped = Object.keys(mapping).length > 0;
  return (isMapped ? bestOf(MAPPED, firstLines, mapping) : null) ?? bestOf(LOG_FORMATS, firstLines, {});
}

function bestOf(
  formats: readonly LogFormat[],
  lines: readonly string[],
  mapping: LogMapping,
): OpenedFormat | null {
  const [best] = formats
    .map((format) => ({ format, fits: fitOf(format.open(lines, mapping), lines) }))
    .filter(({ fits }) => fits > 0)
    .sort((one, other) => other.fits - one.fits);
  const read = best?.format.open(lines, mapping) ?? null;
  return best === undefined || read === null ? null : { format: best.format, read };
}

/** Requests count most, so that a header alone is less than one line. */
function fitOf(read: LineReader | null, lines: readonly string[]): number {
  if (read === null) return 0;
  const outcomes = lines.map((line) => read(line));
  const requests = outcomes.filter((each) => typeof each === 'object').length;
  const isHeader = outcomes.includes('nothing');
  return requests + (isHeader ? 0.5 : 0);
}
