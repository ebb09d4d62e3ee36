/**
 * Trains the framing reader on eval/training/ and stores it in src/extract/framing/learned/model.json. The
 * same files give the same bytes.
 *
 *   npm run train -- [--check]
 *
 * --check stores nothing, and fails if the stored model differs.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { trainModel } from './learning/train-model.ts';

const FOLDER = fileURLToPath(new URL('training/', import.meta.url));
const MODEL = fileURLToPath(new URL('../src/extract/framing/learned/model.json', import.meta.url));

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const { model, report } = await trainModel(FOLDER);
const text = `${JSON.stringify(model)}\n`;
process.stdout.write(`${report}\n`);
if (!values.check) await writeFile(MODEL, text);
else if ((await readFile(MODEL, 'utf8')) !== text) {
  process.stderr.write(
    'The stored model differs from the one that these passages give. Run `npm run train`.\n',
  );
  process.exitCode = 1;
}
