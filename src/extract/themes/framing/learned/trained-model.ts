import { readFileSync } from 'node:fs';
import { Model, type StoredModel } from './model.ts';

let model: Model | null = null;

/** The trained model, loaded at first use, so a process that reads no answer doesn't load it. */
export function trainedModel(): Model {
  model ??= new Model(
    JSON.parse(readFileSync(new URL('./model.json', import.meta.url), 'utf8')) as StoredModel,
  );
  return model;
}
