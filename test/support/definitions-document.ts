import { countedText, wholeText } from '../../src/domain/figures/definition-words.ts';
import {
  COMPUTABLE,
  DEFINITIONS,
  type Definition,
  nameOfDefinition,
} from '../../src/domain/figures/definitions.ts';
import { MIN_SAMPLE } from '../../src/domain/figures/rate.ts';
import { definitions } from '../../src/reports/brands/definitions.ts';
import type { Envelope } from '../../src/reports/run/run-report.ts';
import { cellText } from '../../src/reports/show/cells.ts';
import { onScreen, tableViews } from '../../src/reports/show/table-view.ts';

/** The worked example's requests for the sample data. */
export const EXAMPLE = 'days=90&engine=chatgpt';

const COMPARED = ['airops_share_of_voice', 'peec_share_of_voice'];

/** docs/definitions.md: every definition from its own values, and two over the sample data. */
export function definitionsDocument(example: Envelope): string {
  const read = new Set(DEFINITIONS.flatMap(({ sources }) => sources.map(({ readAt }) => readAt)));
  const days = [...read].toSorted().join(' and ');
  return `# Definitions

Trackers report different figures for the same brand. One site had between 38 and 312 citations in seven of them
([the test](https://kenimoto.dev/blog/seven-ai-citation-trackers-seven-different-numbers)), mostly because each counts something else under the same name.
[\`/definitions\`](api/definitions.md) applies each published definition to your answers, side by side.

- The figures follow each definition **as published, applied to your answers**. The publishers would show you others, because they ask other questions on other days and find names
  differently.
- We read the public pages on ${days}, some in stored copies, and describe them in our own words. Where a page leaves something open, the plain reading counts.
- All definitions count the same answers: those from one engine in which Sightline looked for every brand you track now. \`meta.answers_left_out\` counts the others.
- Most publishers add up engines. Here, engines stay apart. The window is yours, not the publisher's.
- To compare with a figure that another tool did show you, [import its export](reconcile.md).
- A share needs ${MIN_SAMPLE} answers and ${MIN_SAMPLE} to divide by; otherwise it is null. Shares of answers or questions have a 95% interval; for shares of mentions, see \`/share-of-voice\`.

## The rules

| rule | choices |
|---|---|
| repeats | in, or out: only the first answer per engine, question, and UTC day counts |
| branded questions | in, or out: questions that contain your brand's name |
| counts | answers that name the brand, occurrences of its name, answers that cite its site, or questions with an answer that names it |
| divided by | nothing, all of the same kind, answers that name any tracked brand, or the sum over all tracked brands |

## A worked example

The sample brand over 90 days, on one engine:

\`\`\`sh
npm run -s sightline -- definitions --brand tandemly --${EXAMPLE.replaceAll('&', ' --').replaceAll('=', ' ')}
\`\`\`

${exampleText(example)}

## Computed

| definition | in words | counts | divided by | repeats | branded questions | source |
|---|---|---|---|---|---|---|
${COMPUTABLE.map(computedRow).join('\n')}

## Not computed

These need data that stored answers don't have. \`/definitions\` lists them with the reason.

| definition | in words | why there is no figure | source |
|---|---|---|---|
${DEFINITIONS.flatMap((each) =>
  each.rules === null ? [rowOf([titleOf(each), each.says, each.whyNot, sourcesOf(each)])] : [],
).join('\n')}
`;
}

function exampleText(envelope: Envelope): string {
  const figures = tableViews(definitions, envelope).find(({ name }) => name === 'figures');
  if (!figures) throw new Error('The report has no figures.');
  const { columns, rows: all } = onScreen(figures);
  const rows = all.filter(({ definition }) => COMPARED.includes(definition as string));
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const shares = rows.map(({ value }) => Math.round(1000 * (value as number)));
  const gap = (Math.abs((shares.at(-1) ?? 0) - (shares[0] ?? 0)) / 10).toFixed(1);
  return [
    lineOf(columns.map(({ label }) => label)),
    lineOf(columns.map(() => '---')),
    ...rows.map((row) => lineOf(columns.map((column) => cellText(column, row)))),
    '',
    `Both publishers say "share of voice", and the figures are ${gap} points apart on the very same answers. The first divides by answers, the second by all`,
    'mentions in them, which are many more. Neither is wrong, and you may not compare one with the other.',
  ].join('\n');
}

function computedRow(definition: (typeof COMPUTABLE)[number]): string {
  const { says, rules } = definition;
  const { repeats, branded } = rules;
  const cells = [says, countedText(rules), wholeText(rules), repeats, branded, sourcesOf(definition)];
  return rowOf([titleOf(definition), ...cells]);
}

const titleOf = (definition: Definition) => `${nameOfDefinition(definition)} \`${definition.id}\``;

const sourcesOf = ({ sources }: Definition) => sources.map(({ url }) => linkTo(url)).join('; ');

const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Our own pages lie beside this one. */
function linkTo(url: string): string {
  return url.startsWith('https:')
    ? `[${new URL(url).host}](${url})`
    : `[${url}](${url.replace('docs/', '')})`;
}
