import { columnsOf, type JsonObject } from '../json-records.ts';
import { AHREFS } from './ahrefs.ts';
import { CANONRY, CANONRY_CSV } from './canonry.ts';
import { ELMO } from './elmo.ts';
import { PEEC } from './peec.ts';
import { PROFOUND } from './profound.ts';
import { SCRUNCH } from './scrunch.ts';
import type { Tool } from './tool.ts';

const TOOLS: readonly Tool[] = [CANONRY, CANONRY_CSV, ELMO, SCRUNCH, PEEC, AHREFS, PROFOUND];

export const TOOL_NAMES: readonly string[] = [...new Set(TOOLS.map(({ name }) => name))];

/** The tool whose columns the first rows have; null for a table of no tool's. */
export function toolOf(rows: readonly JsonObject[]): Tool | null {
  const columns = new Set(
    rows.flatMap((row) => columnsOf(row, 2).flatMap((name) => [name, ...lastOf(name)])),
  );
  const outer = new Set(rows.flatMap((row) => Object.keys(row)));
  return TOOLS.find(({ has }) => has.every((name) => columns.has(name) || outer.has(name))) ?? null;
}

/** A chat's content may be an object of its own. */
function lastOf(name: string): string[] {
  return name.startsWith('content.') ? [name.slice('content.'.length)] : [];
}
