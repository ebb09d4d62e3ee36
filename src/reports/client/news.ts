import { changesOfWindow } from '../../domain/alerts/change.ts';
import { silentSince } from '../../domain/alerts/todo.ts';
import { parseDay } from '../../domain/time/instant.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import { hostOfDomain } from '../../domain/web/host.ts';
import { type Change, changes } from '../alerts/changes.ts';
import { events } from '../alerts/events.ts';
import { trend } from '../brands/trend.ts';
import type { RowOf } from '../shape/report.ts';
import { cited } from '../sources/cited.ts';
import { todo } from '../todo/todo.ts';
import { type Days, picked, type Run } from './run.ts';

/** What changed, what was done, and what is next: the parts of a client report that say more than shares. */

const DAY_FIELDS = ['start', 'present', 'responses', 'rate', 'min_sample', 'interval'] as const;
const TODO_FIELDS = ['kind', 'title', 'reason', 'answers'] as const;

/** A day's share of the first change's engine. */
export type DayRow = Pick<RowOf<typeof trend>, (typeof DAY_FIELDS)[number]>;
export type TodoRow = Pick<RowOf<typeof todo>, (typeof TODO_FIELDS)[number]>;

/** An engine that fell silent, with its last UTC day with an answer. */
export interface SilentRow {
  readonly engine_name: string;
  readonly since: string;
}

/** Something that people noted. */
export interface DoneRow {
  readonly day: string;
  readonly text: string;
  /** Answers that cite the page or site in the text, since its day and in the report's days before; null for no such address. */
  readonly cited: { readonly since: number; readonly before: number } | null;
}

const MOST = { changes: 200, done: 8, todo: 5 };

/** The changes to tell of these days. @param engines all if empty */
export async function changesIn(run: Run, days: Days, engines: readonly string[]) {
  const { data, meta } = await run(changes, { limit: String(MOST.changes) });
  const chosen = data.filter(({ engine }) => engines.length === 0 || engines.includes(engine));
  return { changes: changesOfWindow(chosen, days), elsewhere: meta.elsewhere };
}

/** The days of a change of the naming share, for its chart; none for other measures, and for too few answers. */
export async function daysOf(run: Run, change: Change | undefined): Promise<DayRow[]> {
  if (change?.measure !== 'visibility' || change.difference === null) return [];
  const { before, since, engine } = change;
  const days = { from: before.window.from, until: since.window.until };
  const { data } = await run(trend, { by: 'day', engine, ...days });
  return data.filter(({ role }) => role === 'self').map((row) => picked(row, DAY_FIELDS));
}

/** What people noted in these days, oldest first. @param runAll without the report's choice of answers */
export async function doneIn(runAll: Run, run: Run, days: Days): Promise<DoneRow[]> {
  const { data } = await runAll(events, { from: days.from, until: days.until });
  const noted = data.filter(({ source }) => source === 'note').slice(0, MOST.done);
  const rows: DoneRow[] = [];
  for (const { day, text } of noted.toReversed()) {
    rows.push({ day, text, cited: await citedAround(run, text, { day, ...days }) });
  }
  return rows;
}

async function citedAround(
  run: Run,
  text: string,
  { day, from, until }: Days & { readonly day: string },
): Promise<DoneRow['cited']> {
  const cites = addressIn(text);
  if (cites === null) return null;
  const count = async (first: string, last: string) => {
    if (first > last) return 0;
    const { data } = await run(cited, { cites, from: first, until: last });
    return data.reduce((sum, { present }) => sum + present, 0);
  };
  const dayBefore = new Date((parseDay(day) ?? 0) - DAY_MS).toISOString().slice(0, 10);
  return { since: await count(day, until), before: await count(from, dayBefore) };
}

/** The first address in a note, as /cited takes it: a URL for a page, or else the host. */
function addressIn(text: string): string | null {
  for (const word of text.split(/\s/)) {
    const bare = word.replace(/^[("'“]/, '').replace(/[)"'”.,:;!?]$/, '');
    const host = bare.includes('.') ? hostOfDomain(bare) : null;
    if (host === null) continue;
    const url = URL.parse(/^https?:/i.test(bare) ? bare : `https://${bare}`);
    return url === null || url.pathname === '/' ? host : url.href;
  }
  return null;
}

/** What to do next, begun before open; and the engines that fell silent, which is no matter of a client's to mend. */
export async function todoIn(
  run: Run,
  { from, until }: Days,
): Promise<{ todo: TodoRow[]; silent: SilentRow[] }> {
  const all: RowOf<typeof todo>[] = [];
  for (const state of ['taken', 'open']) {
    all.push(...(await run(todo, { from, until, state, limit: '200' })).data);
  }
  const next = all.filter(({ kind }) => kind !== 'engine_silent').slice(0, MOST.todo);
  return {
    todo: next.map((row) => picked(row, TODO_FIELDS)),
    silent: all.flatMap((row) => {
      const [name, since] = [row.engine_name, silentSince(row)];
      return name === null || since === null ? [] : [{ engine_name: name, since }];
    }),
  };
}
