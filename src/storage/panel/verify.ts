import { type PanelRow, rowText } from '../../panel/row.ts';
import { KINDS } from '../../panel/segment.ts';
import { brandStateOf } from '../directory/brand/brand-lock.ts';
import type { Database } from '../driver/database.ts';
import { readEarlierAnswers } from './earlier-answers.ts';
import { readPanelAnswers } from './raw-rows.ts';
import { mergeChanges, readRows } from './rows.ts';
import { readState } from './state.ts';

/** Answers per comparison; keeps memory flat. */
const AT_ONCE = 2000;

/** Differences between all brands' panels and their raw rows, in sentences, up to `most`. */
export async function panelDifferences(snapshot: Database, most: number): Promise<string[]> {
  const brands = await snapshot.selectFrom('brands').select('id').orderBy('id').execute();
  const found: string[] = [];
  for (const { id } of brands) {
    const { version } = await brandStateOf(snapshot, id);
    for await (const sentence of differencesOf(snapshot, { id, version })) {
      if (found.length === most) return found;
      found.push(`brand ${id}: ${sentence}`);
    }
  }
  return found;
}

async function* differencesOf(
  db: Database,
  brand: { readonly id: number; readonly version: number },
): AsyncGenerator<string> {
  const { parts } = await readState(db, brand, undefined);
  const seen = new Set<number>();
  for (const [index, { stored, changes, firstDay }] of parts.entries()) {
    if (firstDay <= (parts[index - 1]?.lastDay ?? -1)) yield `segments have day ${firstDay} twice`;
    const rows = stored === null ? [] : await readRows(db, brand.id, stored, KINDS);
    if (stored !== null && stored.n !== rows.length)
      yield `a segment of ${stored.n} answers has ${rows.length}`;
    const merged = mergeChanges(rows, changes);
    for (let at = 0; at < merged.length; at += AT_ONCE) {
      yield* differencesBetween(db, brand.id, merged.slice(at, at + AT_ONCE), seen);
    }
  }
  const answers = await db.selectFrom('answers').select('id').where('brand_id', '=', brand.id).execute();
  for (const { id } of answers) if (!seen.has(id)) yield `answer ${id} is not in the panel`;
}

async function* differencesBetween(
  db: Database,
  brandId: number,
  rows: readonly PanelRow[],
  seen: Set<number>,
): AsyncGenerator<string> {
  const ids = rows.map(({ id }) => id);
  const raw = new Map((await readPanelAnswers(db, brandId, ids)).map((each) => [each.id, each]));
  const earlier = await readEarlierAnswers(
    db,
    brandId,
    rows.filter(({ before }) => before !== undefined).map(({ id }) => id),
  );
  for (const row of rows) {
    if (seen.has(row.id)) yield `answer ${row.id} is in the panel twice`;
    seen.add(row.id);
    const given = raw.get(row.id);
    if (given === undefined) yield `the panel has an answer ${row.id} that does not exist`;
    else if (rowText(row) !== rowText(given))
      yield `the panel has answer ${row.id} as ${rowText(row)}, the raw rows give ${rowText(given)}`;
    if (row.before === undefined) continue;
    const [stored, found] = [row.before, earlier.get(row.id) ?? null].map((each) => JSON.stringify(each));
    if (stored !== found)
      yield `the panel compares answer ${row.id} with ${stored}, the raw rows give ${found}`;
  }
}
