import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reportText } from '../../src/cli/report-text.ts';
import { permissionsMarkdown } from '../../src/domain/permissions.ts';
import type { EngineAdapter } from '../../src/engines/engine.ts';
import { ADAPTERS } from '../../src/engines/registry.ts';
import { retirementsMarkdown } from '../../src/engines/retirements.ts';
import { referenceMarkdown, reportsMarkdown } from '../../src/http/reference.ts';
import { settingsMarkdown } from '../../src/main/config.ts';
import { engineVariablesMarkdown } from '../../src/main/engines.ts';
import { METRICS, metricsMarkdown, PROCESS_METRICS } from '../../src/metrics/definitions.ts';
import { planner } from '../../src/reports/planner.ts';
import type { Envelope } from '../../src/reports/run/run-report.ts';
import type { Report } from '../../src/reports/shape/report.ts';
import { definitionsDocument } from './definitions-document.ts';
import { sampleReports } from './report-examples.ts';
import { smallestChangeMarkdown } from './smallest-change.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What documents are made from, as text by path: so it is written first, and they load it as it was written. */
export async function generatedExamples(reports = sampleReports()): Promise<Record<string, string>> {
  const { examples, definitions, plan } = await reports;
  return {
    'src/domain/engine.ts': withEngines('src/domain/engine.ts', ADAPTERS),
    'src/http/examples.json': `${JSON.stringify(examples, null, 2)}\n`,
    'docs/definitions.md': definitionsDocument(definitions),
    'docs/planner.md': withParts('docs/planner.md', { plan: printed(planner, plan) }),
  };
}

/** A report as a wide terminal shows it. */
function printed(report: Report, envelope: Envelope): string {
  return `\`\`\`\n${reportText(report, envelope, { columns: 120, full: true }).trimEnd()}\n\`\`\``;
}

/** The files with generated parts, as they should be: `npm run docs` writes them, a test compares them. */
export function generatedDocs(): Record<string, string> {
  return {
    'README.md': withParts('README.md', { reports: reportsMarkdown() }),
    'docs/api.md': referenceMarkdown(),
    'docs/collecting.md': withParts('docs/collecting.md', {
      'engine-variables': engineVariablesMarkdown(),
      retirements: retirementsMarkdown(ADAPTERS),
    }),
    'docs/metrics.md': withParts('docs/metrics.md', {
      metrics: metricsMarkdown(Object.values(METRICS)),
      process: metricsMarkdown(PROCESS_METRICS),
    }),
    'docs/operating.md': withParts('docs/operating.md', {
      settings: settingsMarkdown(),
      permissions: permissionsMarkdown(),
    }),
    'docs/statistics.md': withParts('docs/statistics.md', { 'smallest-change': smallestChangeMarkdown() }),
  };
}

/** The file with the engines of these adapters between its marks. */
export function withEngines(path: string, adapters: readonly EngineAdapter[]): string {
  const [before = '', rest = ''] = readFileSync(ROOT + path, 'utf8').split('// <engines>\n');
  const [, after = ''] = rest.split('  // </engines>');
  const lines = adapters.map(
    ({ slug, name, method }) => `  { slug: '${slug}', name: '${name}', method: '${method}' },\n`,
  );
  return `${before}// <engines>\n${lines.join('')}  // </engines>${after}`;
}

/** A document with the parts between its marks `<!-- name -->` and `<!-- /name -->` filled in. */
function withParts(path: string, parts: Readonly<Record<string, string>>): string {
  let text = readFileSync(ROOT + path, 'utf8');
  for (const [name, part] of Object.entries(parts)) {
    const [before = '', rest = ''] = text.split(`<!-- ${name} -->`);
    const [, after = ''] = rest.split(`<!-- /${name} -->`);
    text = `${before}<!-- ${name} -->\n\n${part}\n\n<!-- /${name} -->${after}`;
  }
  return text;
}

if (import.meta.main) {
  // Two runs: the reference takes the engines and the examples as they were when it was loaded.
  const texts = process.argv[2] === 'examples' ? await generatedExamples() : generatedDocs();
  for (const [path, text] of Object.entries(texts)) writeFileSync(ROOT + path, text);
}
