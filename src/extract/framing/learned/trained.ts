import stored from './model.json' with { type: 'json' };
import { Model } from './model.ts';

let model: Model | null = null;

/** The reader that `npm run train` stored, made ready when it is first used. */
export function trainedModel(): Model {
  model ??= new Model(stored);
  return model;
}
