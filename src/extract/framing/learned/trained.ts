import { readFileSync } from 'node:fs';
import { Model, type StoredModel } from './model.ts';

let model: Model | null = null;

/** The reader that `npm run train` stored. It is read when it is first used: a process that reads no answer does without. */
export function trainedModel(): Model {
  model ??= new Model(
    JSON.parse(readFileSync(new URL('./model.json', import.meta.url), 'utf8')) as StoredModel,
  );
  return model;
}
