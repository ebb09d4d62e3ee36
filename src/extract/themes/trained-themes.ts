import { readFileSync } from 'node:fs';
import { type StoredThemeModel, ThemeModel } from './theme-model.ts';

let model: ThemeModel | null = null;

/** The trained theme classifier, loaded at first use. */
export function trainedThemes(): ThemeModel {
  model ??= new ThemeModel(
    JSON.parse(readFileSync(new URL('./theme-model.json', import.meta.url), 'utf8')) as StoredThemeModel,
  );
  return model;
}
