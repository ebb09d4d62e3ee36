import Type from 'typebox';
import {
  enterEngineKey,
  providerOf,
  removeEngineKey,
  storeKeyTest,
} from '../pipeline/collect/keys/engine-keys.ts';
import type { KeyTestResult } from '../pipeline/collect/keys/try-key.ts';
import { text } from '../reports/shape/schemas.ts';
import { byActorId, defineServerAction, type ServerContext } from './action.ts';

const provider = Type.String({ maxLength: 100, description: 'Such as openai; `engine key list` has them.' });

const data = Type.Object({ provider: text('Its slug.'), name: text('Its name.') });

export const enterKey = defineServerAction({
  name: 'enter_engine_key',
  command: 'engine key set',
  summary: "Store a provider's key, encrypted.",
  permission: 'engineKeys',
  input: { provider, key: Type.String({ description: 'The key.' }) },
  data,
  run: async (context, { provider: slug, key }) =>
    outcomeOf(await enterEngineKey(actingDeps(context), slug, key), null, 'entered'),
});

export const tryKey = defineServerAction({
  name: 'try_engine_key',
  command: null,
  summary: "Ask one of a provider's engines a short question with its key, which costs money.",
  permission: 'engineKeys',
  input: { provider },
  data: Type.Object({
    result: Type.Unsafe<KeyTestResult | null>({ description: 'Null before.' }),
  }),
  run: async (context, { provider: slug }) => {
    const found = providerOf(slug);
    await storeKeyTest(actingDeps(context), found);
    return {
      ...outcomeOf(found, null, 'tried'),
      data: { result: null },
      afterwards: async (_, { engineKeys }) => ({ result: await engineKeys.tryKey(slug) }),
    };
  },
});

export const removeKey = defineServerAction({
  name: 'remove_engine_key',
  command: 'engine key remove',
  summary: "Remove a provider's key from the store.",
  permission: 'engineKeys',
  isDestructive: true,
  input: { provider },
  data,
  run: async (context, { provider: slug }) =>
    outcomeOf(await removeEngineKey(actingDeps(context), slug), 'entered', null),
});

function actingDeps(context: ServerContext) {
  return { ...byActorId(context), secretKey: context.engineKeys.secretKey };
}

function outcomeOf(
  { slug, name }: { readonly slug: string; readonly name: string },
  before: string | null,
  after: string | null,
) {
  const changes = [{ what: `Key of ${name}`, before, after }];
  return { data: { provider: slug, name }, changes, notices: [] };
}
