import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reportText } from '../../src/cli/reports/report-text.ts';
import { permissionsMarkdown } from '../../src/domain/access/permissions.ts';
import { THEMES } from '../../src/domain/brand/theme.ts';
import type { EngineAdapter } from '../../src/engines/engine.ts';
import { ADAPTERS } from '../../src/engines/registry.ts';
import { settingsMarkdown } from '../../src/main/settings/config.ts';
import { engineVariablesMarkdown } from '../../src/main/settings/engines.ts';
import { METRICS, metricsMarkdown, PROCESS_METRICS } from '../../src/metrics/definitions.ts';
import { planner } from '../../src/reports/planner/planner.ts';
import type { Envelope } from '../../src/reports/run/run-report.ts';
import type { Report } from '../../src/reports/shape/report.ts';
import { commandsMarkdown } from './commands-document.ts';
import { definitionsDocument } from './definitions-document.ts';
import { referenceDocuments } from './reference.ts';
import { sampleReports } from './report-examples.ts';
import { smallestChangeMarkdown } from './smallest-change.ts';
import { trafficTables } from './traffic-document.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Sources for generated documents, by path. Written first, because the documents load them. */
export async function generatedExamples(reports = sampleReports()): Promise<Record<string, string>> {
  const { examples, actions, definitions, plan } = await reports;
  return {
    'src/domain/answers/engine.ts': withEngines('src/domain/answers/engine.ts', ADAPTERS),
    'test/support/action-examples.json': `${JSON.stringify(actions, null, 2)}\n`,
    'test/support/examples.json': `${JSON.stringify(examples, null, 2)}\n`,
    'docs/definitions.md': definitionsDocument(definitions),
    'docs/planner.md': withParts('docs/planner.md', {
      plan: printed(planner, plan, 'Answers needed to detect'),
    }),
  };
}

/** A report as a wide terminal shows it, up to a list. */
function printed(report: Report, envelope: Envelope, until: string): string {
  const [text = ''] = reportText(report, envelope, { columns: 120, full: true }).split(`\n\n${until}`);
  return `\`\`\`\n${text.trimEnd()}\n\n…\n\`\`\``;
}

/** The files with generated parts, as they should be: `npm run docs` writes them, a test compares them. */
export function generatedDocs(): Record<string, string> {
  return {
    ...referenceDocuments(),
    'docs/cli.md': withParts('docs/cli.md', { commands: commandsMarkdown() }),
    'docs/extraction.md': withParts('docs/extraction.md', {
      themes: `Themes: ${codes(THEMES)}.`,
      prompt: quoted(readFileSync(`${ROOT}src/extract/judging/prompt.md`, 'utf8')),
    }),
    'docs/files.md': withParts('docs/files.md', {
      engines: `Engines: ${codes(ADAPTERS.map(({ slug }) => slug))}.`,
    }),
    'docs/metrics.md': withParts('docs/metrics.md', {
      metrics: metricsMarkdown(Object.values(METRICS)),
      process: metricsMarkdown(PROCESS_METRICS),
    }),
    'docs/settings.md': withParts('docs/settings.md', {
      settings: settingsMarkdown(),
      'engine-variables': engineVariablesMarkdown(),
    }),
    'docs/statistics.md': withParts('docs/statistics.md', { 'smallest-change': smallestChangeMarkdown() }),
    'docs/traffic.md': withParts('docs/traffic.md', trafficTables()),
    'docs/users.md': withParts('docs/users.md', { permissions: permissionsMarkdown() }),
  };
}

/** A prompt as a quotation, with its headings in bold. */
function quoted(prompt: string): string {
  const lines = prompt.trimEnd().split('\n');
  return lines.map((line) => `> ${line.replace(/^# (.+)$/, '**$1**')}`.trimEnd()).join('\n');
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** The file with these adapters' engines between its marks. */
export function withEngines(path: string, adapters: readonly EngineAdapter[]): string {
  const [before = '', rest = ''] = readFileSync(ROOT + path, 'utf8').split('// <engines>\n');
  const [, after = ''] = rest.split('  // </engines>');
  const lines = adapters.map(({ slug, name, method, provider, surface, cards }) => {
    const fields = { slug, name, method, provider: provider.name, ...(surface && { surface }) };
    const written = Object.entries(fields).map(([field, value]) => `    ${field}: '${value}',\n`);
    if (cards) written.push(`    cards: [${cards.map((kind) => `'${kind}'`).join(', ')}],\n`);
    return `  {\n${written.join('')}  },\n`;
  });
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
  // Two runs: the reference uses the engines and examples from when it was loaded.
  const texts = process.argv[2] === 'examples' ? await generatedExamples() : generatedDocs();
  for (const [path, text] of Object.entries(texts)) writeFileSync(ROOT + path, text);
}
