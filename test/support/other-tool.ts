import { publicId } from '../../src/domain/access/public-id.ts';
import { NOT_MENTIONED } from '../../src/domain/answers/answer-reading.ts';
import { type BrandReader, loadBrandReader } from '../../src/pipeline/intake/brand-reader.ts';
import { type AnswerSource, answerOf } from '../../src/pipeline/intake/new-answer.ts';
import { storeCollections } from '../../src/storage/answers/collections.ts';
import {
  addImport,
  addImportedRows,
  collectionIdsOf,
  type ImportedRow,
} from '../../src/storage/answers/imports.ts';
import type { NewCollection } from '../../src/storage/answers/new-collection.ts';
import { withBrandLock } from '../../src/storage/directory/brand/brand-lock.ts';
import type { TestStore } from './stores.ts';
import { DAY_MS, iso, line, NOW, random, saying } from './world.ts';

/** Two tools about Acme: a file of the other one, with its marks, and answers that Sightline asked for. */

const DAYS = Array.from({ length: 14 }, (_, index) => index + 1);

export const daysAgo = (day: number) => NOW - day * DAY_MS;

/** A row of the other tool's file: an answer, or none, with its mark. */
interface TheirRow {
  readonly question: string;
  readonly day: number;
  readonly engine: string;
  readonly answer: string | null;
  readonly named: boolean | null;
  readonly position: number | null;
}

export const theirRow = (day: number, fields: Partial<TheirRow> = {}): TheirRow => ({
  question: 'best anvils',
  day,
  engine: 'chatgpt',
  answer: 'It depends.',
  named: false,
  position: null,
  ...fields,
});

/** Brings a file's rows, as an import stores them. */
export async function bring({ main }: TestStore, fileName: string, rows: readonly TheirRow[]): Promise<void> {
  const brandId = (await main.selectFrom('brands').select('id').executeTakeFirstOrThrow()).id;
  const reader = await loadBrandReader(main, brandId);
  const numbered = rows.map((row, index) => ({
    ...row,
    at: daysAgo(row.day),
    identity: `${fileName}-${index}`,
  }));
  await withBrandLock(main, brandId, async (db) => {
    const source = { fileName, tool: 'peec', mapping: '{}', startedBy: 'test', task: null };
    const importId = await addImport(db, brandId, {
      ...source,
      publicId: publicId('imp', random),
      createdAt: NOW,
    });
    const collections = numbered.flatMap(({ question, engine, answer, at, identity }): NewCollection[] => {
      if (answer === null) return [];
      const asked = { identity, importId, prompt: question, marketId: 1, engine, collectedAt: at };
      return [{ ...asked, outcome: 'ok', answer: answerOf(sourceOf(answer, reader), null, reader, random) }];
    });
    await storeCollections(db, brandId, collections, NOW);
    const ids = await collectionIdsOf(
      db,
      brandId,
      collections.map(({ identity }) => identity),
    );
    const stored = numbered.map(({ question, engine, named, position, at, identity }, index): ImportedRow => {
      const collectionId = ids.get(identity)?.id ?? null;
      const reason = collectionId === null ? 'no_answer' : null;
      const of = { row: index + 1, question, engine, marketId: 1, collectedAt: at, named, position };
      return { ...of, collectionId, reason };
    });
    await addImportedRows(db, brandId, importId, stored);
  });
}

/** An answer that names Acme if it begins with its name; given, because reading costs ten times as much. */
function sourceOf(answer: string, { tracked }: BrandReader): AnswerSource {
  const mentioned = answer.startsWith('Acme');
  const reading = { ...NOT_MENTIONED, mentioned, count: Number(mentioned) };
  const given = new Map(tracked.map(({ id, role }) => [id, role === 'self' ? reading : NOT_MENTIONED]));
  return { answer, locationCode: null, citations: [], searches: null, cards: null, given };
}

/** Half of the answers to one question name Acme, and the other half link to it, which the tool counts too. */
export const theirRows = (engine: string) => [
  ...DAYS.map((day) =>
    day % 2 === 0
      ? theirRow(day, { engine, answer: 'Acme is best.', named: true, position: 1 })
      : theirRow(day, { engine, answer: 'See [the list](https://acme.example/).', named: true }),
  ),
  ...DAYS.map((day) => theirRow(day, { engine, question: 'cheap anvils' })),
  ...DAYS.slice(0, 7).map((day) => theirRow(day, { engine, answer: null })),
];

/** Sightline's own answers to the first question, half of which name Acme. */
export const ownLines = DAYS.map((day) =>
  line({ collected_at: iso(daysAgo(day)), ...saying(day % 2 === 0 ? 'Acme is best.' : 'It depends.') }),
);
