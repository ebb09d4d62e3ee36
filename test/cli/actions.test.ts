import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Command } from 'commander';
import Type, { type TProperties } from 'typebox';
import { actionText } from '../../src/cli/shared/action-command.ts';
import { addOptions, argumentOf, inputOf } from '../../src/cli/shared/action-options.ts';
import { runCli } from '../support/cli.ts';
import { onReusedStore } from '../support/stores.ts';
import { setUp } from '../support/world.ts';

const FIELDS: TProperties = {
  name: Type.String(),
  kind: Type.Optional(Type.Unsafe({ type: 'string', enum: ['page', 'other'] })),
  tags: Type.Optional(Type.Array(Type.String())),
  samples_per_day: Type.Optional(Type.Unsafe({ type: ['integer', 'null'] })),
  active: Type.Optional(Type.Boolean()),
  match: Type.Optional(Type.Object({})),
  aliases: Type.Optional(Type.Array(Type.Unsafe({ type: ['string', 'object'] }))),
};

function read(...args: string[]): object {
  const command = new Command('x').exitOverride().configureOutput({ writeErr: () => {} });
  addOptions(command, FIELDS);
  return inputOf(FIELDS, command.parse(args, { from: 'user' }).opts());
}

describe('options from an input schema', () => {
  test('the first text that must be given is the argument', () => {
    assert.equal(argumentOf(FIELDS), 'name');
    assert.equal(argumentOf({ name: Type.Optional(Type.String()) }), null);
    assert.equal(argumentOf({ names: Type.Array(Type.String()) }), null);
  });

  for (const [args, input] of [
    [['--tags', 'a', '2'], { tags: ['a', '2'] }],
    [['--samples-per-day', '3'], { samples_per_day: 3 }],
    [['--samples-per-day', 'null'], { samples_per_day: null }],
    [['--samples-per-day', 'many'], { samples_per_day: 'many' }],
    [['--active'], { active: true }],
    [['--active', 'no'], { active: false }],
    [['--match', '{"words":["x"]}'], { match: { words: ['x'] } }],
    [['--aliases', 'Acme', '{"name":"ACME"}'], { aliases: ['Acme', { name: 'ACME' }] }],
  ] as const)
    test(args.join(' '), () => assert.deepEqual(read(...args), input));

  for (const args of [
    ['--kind', 'x'],
    ['--active', 'maybe'],
  ])
    test(`${args.join(' ')} is no choice`, () => assert.throws(() => read(...args), /Allowed choices are/));

  test('a result has a line for each change, notice, cost, and further value', () => {
    const cost = { answers_per_day: 2, usd_per_day: 0.1, usd_per_30_days: 3 };
    const text = actionText(
      {
        data: { event: { id: 'evt_1', text: 'Launch' }, rows: [{}] },
        changes: [
          { what: 'Event', before: null, after: 'Launch' },
          { what: 'Tag', before: 'a', after: 'b' },
          { what: 'Fact', before: 'x', after: null },
        ],
        notices: ['One more thing.'],
        cost: { before: cost, after: { ...cost, answers_per_day: 4 } },
      },
      false,
    );
    assert.deepEqual(text.trimEnd().split('\n'), [
      '+ Event: Launch',
      '~ Tag: a → b',
      '- Fact: x',
      'One more thing.',
      'Cost: 2 answers a day (about $0.10; $3.00 in 30 days) → 4 answers a day (about $0.10; $3.00 in 30 days)',
      'event id: evt_1',
    ]);
  });
});

onReusedStore('commands from actions', (fresh) => {
  test('declare questions and a brand', async () => {
    const { store } = await setUp(fresh);
    const of = ['--brand', 'Acme'];
    const run = async (args: readonly string[], stdin = '') => {
      const { code, out, err } = await runCli(store, args, { files: { '-': stdin } });
      assert.equal(code, 0, err);
      return out;
    };
    const dry = await run(['question', 'add', 'Cheapest anvils?', '--tags', 'price', ...of, '--dry-run']);
    assert.match(dry, /^\+ Question Cheapest anvils\?: .*\n(.*\n)*Changed nothing\.\n$/);
    const added = JSON.parse(await run(['question', 'add', 'Cheapest anvils?', ...of, '--json']));
    assert.equal(added.questions[0].status, 'added');
    assert.match(
      await run(['question', 'change', added.questions[0].id, '--active', 'no', ...of]),
      /^~ Question/,
    );
    assert.match(await run(['brand', 'change', 'acme', '--samples-per-day', '2']), /→/);
    const made = JSON.parse(await run(['brand', 'create', 'Second', '--organization', 'Acme Inc', '--json']));
    assert.match(await run(['brand', 'delete', made.brand.id, '--yes']), /^- Brand: Second\n/);
  });

  test('a brand is deleted only after a yes', async () => {
    const { store } = await setUp(fresh);
    assert.match(
      (await runCli(store, ['brand', 'delete', 'acme'])).err,
      /Add --yes to remove the brand acme \(Acme\)/,
    );
    const { err } = await runCli(store, ['brand', 'delete', 'acme'], { answer: false });
    assert.match(err, /^Remove the brand acme \(Acme\) with 0 stored answers\? \[y\/N\] /);
  });
});
