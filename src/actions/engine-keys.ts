import Type from 'typebox';
import {
  enterEngineKey,
  providerOf,
  removeEngineKey,
  storeKeyTest,
} from '../pipeline/collect/keys/engine-keys.ts';
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

export const noteKeyTrial = defineServerAction({
  name: 'note_engine_key_trial',
  command: null,
  summary:
    'Note that somebody tries a key of a provider, which may cost money. Asking the engine comes after.',
  permission: 'engineKeys',
  input: { provider },
  data,
  run: async (context, { provider: slug }) => {
    const found = providerOf(slug);
    await storeKeyTest(actingDeps(context), found);
    return outcomeOf(found, null, 'tried');
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
