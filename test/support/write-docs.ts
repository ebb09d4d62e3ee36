import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { referenceMarkdown } from '../../src/http/reference.ts';
import { settingsMarkdown } from '../../src/main/config.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The documents with generated parts, as they should be: `npm run docs` writes them, a test compares them. */
export function generatedDocs(): Record<string, string> {
  const operating = readFileSync(`${ROOT}docs/operating.md`, 'utf8');
  const table = `<!-- settings -->\n\n${settingsMarkdown()}\n\n<!-- /settings -->`;
  return {
    'docs/api.md': referenceMarkdown(),
    'docs/operating.md': operating.replace(/<!-- settings -->[\s\S]*<!-- \/settings -->/, () => table),
  };
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(generatedDocs())) writeFileSync(ROOT + path, text);
}
