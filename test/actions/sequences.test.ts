import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bytesFrom, seeded } from '../../bench/data/random.ts';
import { actions } from '../../src/actions/index.ts';
import { type ActionCaller, type ActionDeps, runAction } from '../../src/actions/run-action.ts';
import { brandDocument, brandFile } from '../../src/pipeline/declare/document/document.ts';
import { findBrandByPublicId } from '../../src/storage/directory/brand/declare.ts';
import { effort } from '../support/effort.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, pipelineOn } from '../support/world.ts';
import { WritingWorld } from './writing-world.ts';

/** A sequence takes about as long as ten requests. */
const SEQUENCES = effort(8, 1000);
const STEPS = 8;

type Random = () => number;

/** One change, as an HTTP request and as the dashboard's call of its action. */
interface Step {
  readonly name: keyof typeof actions;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly input: object;
}

const NAMES = ['Bolt', 'Cargo', 'Dash & Co', 'Éclair'];
const TAGS = ['price', 'Price', 'teams', 'b2b'];
const TEXTS = ['best anvils', 'cheap anvils', 'anvils for teams', 'why anvils'];

/** A random step on a brand; some contradict what is stored, and are refused. */
function stepOf(random: Random, brand: string, ids: ReadonlyMap<string, string>): Step {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random() < 0.4);
  const maybe = (fields: object) => (random() < 0.5 ? fields : {});
  const question = () => ({
    ...maybe({ tags: some(TAGS) }),
    ...one([{}, { samples: 2 }, { weekly: true }, { samples: null }]),
    ...maybe({ active: random() < 0.7 }),
  });
  const name = one(NAMES);
  const at = `/brands/${brand}`;
  switch (Math.floor(random() * 7)) {
    case 0: {
      const questions = some(TEXTS).map((text) => ({ text, ...question() }));
      return {
        name: 'add_questions',
        method: 'POST',
        path: '/questions',
        body: questions,
        input: { questions },
      };
    }
    case 1: {
      const id = ids.get(one(TEXTS)) ?? 'qst_00000000000000000000';
      const body = { ...question(), ...maybe({ text: one(TEXTS) }) };
      return {
        name: 'change_question',
        method: 'PATCH',
        path: `/questions/${id}`,
        body,
        input: { id, ...body },
      };
    }
    case 2: {
      const body = { ...maybe({ domain: 'x.example' }), ...maybe({ aliases: ['Alias One', 'Zwei'] }) };
      const path = `${at}/competitors/${encodeURIComponent(name)}`;
      return { name: 'set_competitor', method: 'PUT', path, body, input: { name, ...body } };
    }
    case 3: {
      const path = `${at}/competitors/${encodeURIComponent(name)}`;
      return { name: 'remove_competitor', method: 'DELETE', path, input: { name } };
    }
    case 4: {
      const body = {
        ...maybe({ aliases: some(['Acme Tools', 'ACM']) }),
        ...maybe({ engines: some(['chatgpt', 'claude', 'gemini']) }),
        ...maybe({ samples_per_day: one([1, 2, 3]) }),
        ...maybe({ domains: some(['acme.test', 'acme.example.org']) }),
      };
      return { name: 'change_brand', method: 'PATCH', path: at, body, input: body };
    }
    case 5: {
      const fact = { type: 'year', values: [one([1999, 2012])], about: ['founded'] };
      const called = one(['Founded', 'Started']);
      return {
        name: 'set_fact',
        method: 'PUT',
        path: `/facts/${called}`,
        body: fact,
        input: { name: called, ...fact },
      };
    }
    default: {
      const called = one(['Founded', 'Started']);
      return { name: 'remove_fact', method: 'DELETE', path: `/facts/${called}`, input: { name: called } };
    }
  }
}

onReusedStore('random sequences of actions', (fresh) => {
  let world: WritingWorld;
  let other: TestStore;

  before(async () => {
    [world, other] = [await WritingWorld.on(await fresh(), []), await fresh()];
  });

  async function byAction(step: Step, brand: string): Promise<unknown> {
    const { main: db } = world.store;
    const found = await findBrandByPublicId(db, brand);
    assert.ok(found);
    const deps: ActionDeps = {
      db,
      now: world.api.clock.now,
      random: bytesFrom(seeded(1)),
      engines: async () => ({ ready: [], disabled: [] }),
    };
    const scope = { actor: 'usr_test', organizationId: found.organizationId, brandIds: null };
    const caller: ActionCaller = { id: 'usr_test', name: 'Test', scope, may: () => true };
    return await runAction(deps, {
      action: actions[step.name],
      input: step.input,
      caller,
      brand: found,
    }).catch((error: Error) => error);
  }

  test(`${SEQUENCES} sequences through both doors leave what applying the result leaves`, async () => {
    let stored = 0;
    for (let seed = 1; seed <= SEQUENCES; seed += 1) {
      const random = seeded(seed);
      const brand = `brand-${seed}`;
      await pipelineOn(world.store).apply({
        // Of its own, because applying compares with an organization's other brands.
        organizations: [
          { name: brand, plan: { name: 'growth' }, brands: [{ ...ACME_BRAND, id: brand, name: brand }] },
        ],
      });
      world.key = await world.newKey(undefined, { organization: brand });
      const ids = new Map<string, string>();
      for (let step = 0; step < STEPS; step += 1) {
        const made = stepOf(random, brand, ids);
        if (random() < 0.5) await byAction(made, brand);
        else {
          const query = made.path.startsWith('/brands/') ? '' : `?brand=${brand}`;
          const { status, body } = await world.send(made.method, `${made.path}${query}`, made.body);
          assert.ok([200, 400, 404, 409].includes(status), `${status}`);
          stored += Number(status === 200);
          for (const { text, id } of body.data?.questions ?? []) ids.set(text, id);
        }
      }
      const left = await brandDocument(world.store.main, brand);
      const [{ name, brands }] = await brandFile(world.store.main, brand);
      await pipelineOn(other).apply({ organizations: [{ name, plan: { name: 'growth' }, brands }] });
      assert.deepEqual(await brandDocument(other.main, brand), left, `seed ${seed}`);
    }
    assert.ok(stored > (SEQUENCES * STEPS) / 5, `only ${stored} requests changed something`);
  });
});
