import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { noteStatements, type Sent, shapeOf } from '../support/partitions.ts';
import { makeStore } from '../support/stores.ts';
import { OF_ALL_BRANDS, useEverything } from '../support/use-everything.ts';

interface Plan {
  readonly [name: string]: unknown;
}

/** How many table parts Citus queries for a statement, from its plan for these parameters. */
async function tasksOf(client: pg.Client, { text, values }: Sent): Promise<number> {
  const { rows } = await client.query(`explain (format json, costs off) ${text}`, [...values]);
  return sumOfTasks(rows[0]['QUERY PLAN']);
}

function sumOfTasks(plan: Plan | readonly Plan[]): number {
  const own = 'Task Count' in plan ? Number(plan['Task Count']) : 0;
  const within = Object.values(plan).filter((value) => typeof value === 'object' && value !== null);
  return within.reduce((sum, each) => sum + sumOfTasks(each as Plan), own);
}

describe('the statements of requests, pages, jobs, and commands', () => {
  let remove: () => Promise<void>;
  let client: pg.Client;
  let sent: ReadonlyMap<string, Sent>;

  before(async () => {
    const made = await makeStore('postgres');
    remove = made.remove;
    client = new pg.Client(made.store.url);
    await client.connect();
    const noted = noteStatements();
    sent = noted.sent;
    await useEverything(made.store).finally(noted.stop);
  });
  after(async () => {
    await client.end();
    await remove();
  });

  test('are one task each, or are listed with their reason', async () => {
    const wrong: string[] = [];
    let ofOneTask = 0;
    for (const statement of sent.values()) {
      const tasks = await tasksOf(client, statement);
      const shape = shapeOf(statement.text);
      if (tasks === 1) ofOneTask += 1;
      else if (tasks > 1 && !OF_ALL_BRANDS.some(([begins]) => begins.test(shape)))
        wrong.push(`${tasks}: ${shape}`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(ofOneTask > 200, `${ofOneTask} of one task`);
  });
});
