import Type from 'typebox';
import { ENGINE_SLUGS } from '../domain/answers/engine.ts';
import { SightlineError } from '../domain/errors.ts';
import { VISIBLE } from '../domain/text.ts';
import { BadLines } from '../pipeline/intake/bad-lines.ts';
import { type ImportItem, importItems } from '../pipeline/intake/ingest.ts';
import { openImport } from '../pipeline/intake/open-import.ts';
import { count, nullableText, readonlyList, text } from '../reports/shape/schemas.ts';
import { insertAudit } from '../storage/directory/access/audit.ts';
import { defineBrandAction } from './action.ts';

/** More belong into `sightline import`, which stores as it reads: these lines are one transaction, for which others wait. */
const MOST_LINES = 200;
const MOST_CHARACTERS = 2_000_000;

export const importLines = defineBrandAction({
  name: 'import_answers',
  // `import` stores files of any size.
  command: null,
  summary: 'Import stored answers of other tools, as JSON Lines, CSV, or JSON.',
  description:
    'Each line or row is one answer, whole or not at all; docs/importing.md has the formats. Those that are stored already are skipped, and ' +
    'bad ones are reported with the reason. At most 200 at once, stored whole; send more in parts, or with `sightline import`.',
  permission: 'collecting',
  route: {
    scope: 'prompts:write',
    method: 'POST',
    path: '/answers',
    body: { text: 'lines', types: ['application/x-ndjson', 'text/csv', 'application/json'] },
    query: ['map'],
  },
  input: {
    lines: Type.String({
      maxLength: MOST_CHARACTERS,
      pattern: VISIBLE.source,
      description: "One JSON object per line, or another tool's rows.",
    }),
    map: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 200,
        description:
          'What is not guessed: `answer=Response`, `engine:NAME=chatgpt_app`, `zone=Europe/Berlin`.',
      }),
    ),
  },
  data: Type.Object({
    lines: count('Lines or rows: each is in one of the next four, or left out.'),
    answers: count('New answers.'),
    failed_collections: count('New failures.'),
    already_stored: count('Stored before, or twice in these lines.'),
    bad_lines: count('Not stored.'),
    left_out: count('Rows without an answer, which enter no rate.'),
    import: nullableText('The id that undoes it; null if nothing was stored.'),
    problems: readonlyList(
      Type.Object({
        reason: text('Why.'),
        count: count('Lines with this reason.'),
        lines: readonlyList(Type.Integer({ minimum: 1 }), 'Numbers of the first ones.'),
      }),
      'The reasons, in the order of their first lines.',
    ),
  }),
  example: {
    lines: `{"engine":"${ENGINE_SLUGS[0]}","prompt":"which kanban app is easiest to learn","collected_at":"2026-11-01T08:00:00Z","answer":"Tandemly."}`,
  },
  run: async (context, { lines, map = [] }) => {
    const { db, now, random, actor, organizationId, brand, isDryRun } = context;
    const { tool, mapping, items } = await openImport(() => bytesOf(lines), map);
    const few = await fewOf(await items(db, brand.publicId, now()));
    const bad = new BadLines();
    const source = { fileName: '', tool, mapping, startedBy: actor.name, task: null };
    const { summary: all, imports } = await importItems({ db, now, random }, few, {
      brand: brand.publicId,
      source,
      onBadLine: (line, reason) => bad.add(line, reason),
    });
    const { blank_searches: _, left_out = 0, ...summary } = all;
    const stored = summary.answers + summary.failed_collections;
    const id = isDryRun ? null : (imports[0]?.publicId ?? null);
    if (stored > 0) {
      const entry = { at: now(), organizationId, actor: actor.id, subject: brand.publicId };
      await insertAudit(db, { ...entry, action: 'brand.import', detail: `${stored} lines` });
    }
    return {
      data: { ...summary, left_out, import: id, problems: bad.groups },
      changes: stored === 0 ? [] : [{ what: 'Stored answers', before: null, after: `${stored} more` }],
      notices: noticesOf(summary.bad_lines, bad.others),
    };
  },
});

/** @throws SightlineError `invalid_argument` for too many */
async function fewOf(items: AsyncIterable<ImportItem>): Promise<AsyncIterable<ImportItem>> {
  const few: ImportItem[] = [];
  for await (const item of items) {
    few.push(item);
    if (few.length > MOST_LINES)
      throw new SightlineError('invalid_argument', `Send at most ${MOST_LINES} lines at a time.`);
  }
  return (async function* () {
    yield* few;
  })();
}

function noticesOf(badLines: number, others: number): string[] {
  if (badLines === 0) return [];
  const lines = badLines === 1 ? '1 line is bad, and was' : `${badLines} lines are bad, and were`;
  return [
    `${lines} not stored: \`problems\` says why.`,
    ...(others === 0 ? [] : [`${others} of them have further reasons.`]),
  ];
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
