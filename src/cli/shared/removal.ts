import { SightlineError } from '../../domain/errors.ts';
import type { CliDeps } from './deps.ts';
import { table } from './table.ts';
import { printable } from './terminal.ts';

/** Confirmation and report for commands that remove something. */

interface Removal {
  /** `the user bob@example.com`. */
  readonly what: string;
  /** Row counts by table; null to omit them. */
  readonly rows: Readonly<Record<string, number>> | null;
  /** Default: removed for good. */
  readonly isRestorable?: boolean;
  readonly yes: true | undefined;
  readonly json: boolean;
}

/** @throws SightlineError `invalid_argument` without a yes */
export async function confirmRemoval(
  deps: CliDeps,
  { what, rows, isRestorable, yes, json }: Removal,
): Promise<void> {
  if (yes) return;
  const { ask } = deps.terminal;
  if (ask === null || json) {
    throw new SightlineError(
      'invalid_argument',
      `Removed nothing. Add --yes to remove ${what} without confirmation.`,
    );
  }
  const total = Object.values(rows ?? {}).reduce((sum, count) => sum + count, 0);
  const has = rows === null ? '' : ` with ${total} ${total === 1 ? 'row' : 'rows'}`;
  if (await ask(`Remove ${printable(what)}${has}?${isRestorable ? '' : ' You cannot restore it.'} [y/N] `))
    return;
  throw new SightlineError('invalid_argument', 'Removed nothing.');
}

export function removedText(rows: Readonly<Record<string, number>>): string {
  const lines = Object.entries(rows).flatMap(([name, count]) => (count > 0 ? [[name, String(count)]] : []));
  if (lines.length === 0) return 'Nothing left to remove.\n';
  return table(['table', 'rows'], lines);
}
