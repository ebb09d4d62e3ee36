import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandDocument } from '../../src/pipeline/declare/document/document.ts';
import { listAudit } from '../../src/storage/directory/access/audit.ts';
import { runCli } from '../support/cli.ts';
import { onReusedStore } from '../support/stores.ts';
import { acmeFile, line, pipelineOn } from '../support/world.ts';

onReusedStore('fact commands', (fresh) => {
  async function world() {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await importLines([line({ answer: 'Acme Pro costs $15 per month.' })]);
    const run = (...args: string[]) => runCli(store, ['fact', ...args, '--brand', 'Acme']);
    const list = async () => (await brandDocument(store.main, 'acme')).facts;
    return { store, run, list };
  }

  const PRICE = ['--type', 'price', '--about', 'Pro', 'Professional'];

  test('set declares a fact of each type, and remove takes one back', async () => {
    const { store, run, list } = await world();
    const price = await run('set', 'Pro price', ...PRICE, '--values', '12 usd per user per month', '99 EUR');
    assert.match(price.out, /^\+ Fact Pro price: /);
    await run('set', 'Founded', '--type', 'year', '--values', '2012', '--about', 'founded');
    await run('set', 'Seat', '--type', 'place', '--values', 'Berlin', '--about', 'based');
    await run('set', 'Plans', '--type', 'plan', '--values', 'Free', 'Pro', '--about', 'plan');
    await run('set', 'Free plan', '--type', 'yes_no', '--values', 'no', '--about', 'free plan');
    const users = ['--type', 'number', '--values', '5.5', '--units', 'GB', '--about', 'storage'];
    assert.match((await run('set', 'Storage', ...users)).out, /^\+ Fact Storage/);
    assert.match((await run('set', 'Storage', ...users)).out, /^Nothing to change\./);
    assert.deepEqual(
      (await list()).map(({ name, values }) => [name, values]),
      [
        [
          'Pro price',
          [
            { amount: 12, currency: 'USD', period: 'month', per: 'user' },
            { amount: 99, currency: 'EUR' },
          ],
        ],
        ['Founded', [2012]],
        ['Seat', ['Berlin']],
        ['Plans', ['Free', 'Pro']],
        ['Free plan', [false]],
        ['Storage', [5.5]],
      ],
    );
    assert.equal((await run('remove', 'Seat')).code, 0);
    assert.equal((await run('remove', 'Seat')).code, 1);
    assert.equal((await list()).length, 5);
    const [newest] = await listAudit(store.main, {
      organizationId: null,
      actor: null,
      from: null,
      until: null,
      before: null,
      limit: 1,
    });
    assert.deepEqual(
      [newest?.action, newest?.changes],
      ['brand.change', [{ what: 'Fact Seat', before: 'Berlin (based)', after: null }]],
    );
  });

  test('refuses free text, values of another type, and a repeated name, with the reason', async () => {
    const { store, run, list } = await world();
    const text = await run('set', 'Mission', '--type', 'text', '--values', 'We care', '--about', 'mission');
    assert.deepEqual([text.code, /free text cannot be told without guessing/.test(text.err)], [1, true]);
    const price = await run('set', 'Price', ...PRICE, '--values', 'cheap');
    assert.deepEqual([price.code, /are not amounts such as/.test(price.err)], [1, true]);
    const year = await run('set', 'Founded', '--type', 'year', '--values', '12', '--about', 'founded');
    assert.deepEqual([year.code, /are not years/.test(year.err)], [1, true]);
    const none = await run('set', 'Users', '--type', 'number', '--values', '12', '--about', 'users');
    assert.deepEqual([none.code, /numbers, with `units`/.test(none.err)], [1, true]);
    const units = await run(
      'set',
      'Seat',
      '--type',
      'place',
      '--values',
      'Berlin',
      '--about',
      'in',
      '--units',
      'x',
    );
    assert.deepEqual([units.code, /has units, which only a number has/.test(units.err)], [1, true]);
    const fact = { name: 'Seat', type: 'place', values: ['Berlin'], about: ['based'] };
    await assert.rejects(
      pipelineOn(store).apply({
        organizations: [{ name: 'Acme Inc', brands: [{ id: 'acme', name: 'Acme', facts: [fact, fact] }] }],
      }),
      /the fact of Acme "Seat" is given more than once/,
    );
    assert.deepEqual(await list(), []);
  });

  test('refuses an unknown currency, and a name that differs only in capitals', async () => {
    const { run, list } = await world();
    const price = await run('set', 'Price', ...PRICE, '--values', '12 XXQ per month');
    assert.deepEqual([price.code, /XXQ.*which is no ISO 4217 code/.test(price.err)], [1, true]);
    const founded = ['--type', 'year', '--values', '2012', '--about', 'founded'];
    assert.equal((await run('set', 'Founded', ...founded)).code, 0);
    const again = await run('set', 'founded', ...founded);
    assert.match(again.err, /Founded.* and .*founded.* differ only in capitals or blanks/);
    assert.equal((await list()).length, 1);
  });
});
