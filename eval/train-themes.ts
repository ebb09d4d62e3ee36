/**
 * Trains the theme classifier on eval/training/ and stores it in src/extract/themes/theme-model.json. The
 * same files and framing reader give the same bytes, so train the framing reader first.
 *
 *   npm run train:themes
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { trainThemes } from './learning/train-themes.ts';

const FOLDER = fileURLToPath(new URL('training/', import.meta.url));
const MODEL = fileURLToPath(new URL('../src/extract/themes/theme-model.json', import.meta.url));

const { model, report } = await trainThemes(FOLDER);
process.stdout.write(`${report}\n`);
await writeFile(MODEL, `${JSON.stringify(model)}\n`);
