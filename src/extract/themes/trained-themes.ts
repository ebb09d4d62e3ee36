import { readFileSync } from 'node:fs';
import { type StoredThemeModel, ThemeModel } from './theme-model.ts';

let model: ThemeModel | null = null;

/** The classifier that `npm run train:themes` stored. It is read when it is first used. */
export function trainedThemes(): ThemeModel {
  model ??= new ThemeModel(
    JSON.parse(readFileSync(new URL('./theme-model.json', import.meta.url), 'utf8')) as StoredThemeModel,
  );
  return model;
}
