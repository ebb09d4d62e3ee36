import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import pg from 'pg';
import { capabilitiesOf } from '../../src/storage/driver/capabilities.ts';
import { nameOf } from '../../src/storage/driver/statement.ts';
import {
  noteStatements,
  partition,
  REFUSE_SEVERAL_BRANDS,
  type Sent,
  shapeOf,
  touchedTables,
} from '../support/partitions.ts';
import { makeStore } from '../support/stores.ts';
import { OF_ALL_BRANDS, useEverything } from '../support/use-everything.ts';

/** A Citus function that asks all machines for a database's size. */
const SIZE_OF_A_CLUSTER = `create function run_command_on_all_nodes(text) returns table (result text)
  language sql as 'select ''0'''`;

/** Statements from requests, pages, jobs, and commands, on a store partitioned by brand. */
describe('on a store partitioned by brand', () => {
  let remove: () => Promise<void>;
  let client: pg.Client;
  let sent: ReadonlyMap<string, Sent>;

  before(async () => {
    const made = await makeStore('postgres');
    remove = made.remove;
    // As with Citus: on one server, cheaper statements replace some.
    mock.method(capabilitiesOf(made.store.main), 'isDistributed', async () => true);
    client = new pg.Client(made.store.url);
    await client.connect();
    await client.query(REFUSE_SEVERAL_BRANDS);
    await client.query(SIZE_OF_A_CLUSTER);
    await partition(client);
    const noted = noteStatements();
    sent = noted.sent;
    await useEverything(made.store).finally(noted.stop);
  });
  after(async () => {
    mock.restoreAll();
    await client.end();
    await remove();
  });

  test('a statement has a name that PostgreSQL tells from every other', () => {
    const names = [...sent.values()].flatMap(({ text }) => nameOf(text) ?? []);
    assert.ok(names.length > 50, `${names.length} names`);
    // It keeps the beginning of longer ones.
    const found = names.filter((name) => Buffer.byteLength(name) > 63);
    assert.deepEqual(found, []);
  });

  test('a statement touches one machine, or is listed with its reason', async () => {
    const wrong: string[] = [];
    const seen = new Set<RegExp>();
    for (const statement of sent.values()) {
      const { parts, kinds, tables } = await touchedTables(client, statement);
      const isApart = kinds.has('brand') && kinds.has('central');
      if (parts.size <= 1 && !isApart) continue;
      const shape = shapeOf(statement.text);
      const listed = OF_ALL_BRANDS.find(([begins]) => begins.test(shape));
      if (listed) seen.add(listed[0]);
      else wrong.push(`${parts.size} parts of ${[...tables]}: ${shape}`);
    }
    assert.ok(sent.size > 100, `${sent.size} statements`);
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      OF_ALL_BRANDS.map(([begins]) => begins).filter((begins) => !seen.has(begins)),
      [],
      'listed, but not seen',
    );
  });
});
