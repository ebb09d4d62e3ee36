import { countedText, wholeText } from '../../src/domain/definition-words.ts';
import { COMPUTABLE, DEFINITIONS, type Definition, nameOfDefinition } from '../../src/domain/definitions.ts';
import { MIN_SAMPLE } from '../../src/domain/rate.ts';
import { definitions } from '../../src/reports/definitions.ts';
import type { Envelope } from '../../src/reports/run/run-report.ts';
import { cellText } from '../../src/reports/show/cells.ts';
import { onScreen, shownLists } from '../../src/reports/show/shown.ts';

/** What the worked example asks of the sample data. */
export const EXAMPLE = 'days=90&engine=chatgpt&walk_from=airops_share_of_voice&walk_to=peec_share_of_voice';

/** docs/definitions.md: every definition from its own values, and a walk over the sample data. */
export function definitionsDocument(example: Envelope): string {
  return `# Definitions

Trackers report different figures for the same brand. One site had between 38 and 312 citations in seven of them
([the test](https://kenimoto.dev/blog/seven-ai-citation-trackers-seven-different-numbers)), mostly because each counts something
else and calls it by the same name. \`/definitions\` counts your stored answers by each published definition, side by side, and
explains the difference of any two, one rule at a time.

This page is made by \`npm run docs\` from \`src/domain/definitions.ts\`.

## How to read it

- Each figure is by a definition **as it was published on the day given, recomputed on your answers**. It is not what that
  publisher would show for your brand, which depends on its own prompts, engines, days, and way of finding names.
- We read the public pages, some of them in stored copies, and say in our own words what they define. Where a page leaves something
  open, the plain reading counts.
- \`data.sources\` has the page of each definition and the day on which it was read.
- All definitions count the same answers: those of one engine in the window in which every brand tracked now was looked for.
  \`meta.answers_left_out\` says how many others there are.
- Engines stay apart. Where a publisher adds them up, the figure is what its rules give for one engine. You may add up counts
  yourself; a share over several engines would be an average, weighted by how often you happen to ask each.
- A share needs ${MIN_SAMPLE} answers and ${MIN_SAMPLE} to divide by. Below that it is null, which is not zero.
- A share of answers or prompts comes with its 95% interval. A share of the mentions of all brands does not: \`/share-of-voice\` has
  the interval for ours.

## The rules

| rule | choices |
|---|---|
| repeats | in, or out: of several answers of an engine to one prompt on one UTC day, only the one that was stored first counts, of those in the window |
| branded prompts | in, or out: prompts that contain the name of the brand itself, found as names in answers are |
| what is counted | answers that name the brand, occurrences of its name, answers that cite its site, or prompts with an answer that names it |
| divided by | nothing, all of the same kind, answers that name any tracked brand, or the sum over all tracked brands |

A **walk** changes these rules one at a time, in this order. If what is counted changes, it is answers in between, and the
denominator changes there. So no step shows occurrences per answer, which is not a share. The changes of the numerators, of the
denominators, and of the shares as shown add up exactly. Where a count becomes a share, the step says so and has no difference.

## A worked example

The brand of the sample data over 90 days, on one engine:

\`\`\`sh
npm run -s sightline -- definitions --brand tandemly --${EXAMPLE.replaceAll('&', ' --').replaceAll('=', ' ')}
\`\`\`

${exampleText(example)}

## Computed

${COMPUTABLE.map(definitionText).join('\n\n')}

## Not computed

These need what stored answers do not have. \`/definitions\` lists them without a figure, with the reason.

${DEFINITIONS.filter(({ rules }) => rules === null)
  .map(definitionText)
  .join('\n\n')}
`;
}

function exampleText(envelope: Envelope): string {
  const walk = shownLists(definitions, envelope).find(({ name }) => name === 'walk');
  if (!walk) throw new Error('The report has no walk.');
  const { columns, rows } = onScreen(walk);
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const shares = rows.map(({ value }) => Math.round(1000 * (value as number)));
  const gap = (Math.abs((shares.at(-1) ?? 0) - (shares[0] ?? 0)) / 10).toFixed(1);
  return [
    lineOf(columns.map(({ label }) => label)),
    lineOf(columns.map(() => '---')),
    ...rows.map((row) => lineOf(columns.map((column) => cellText(column, row)))),
    '',
    `Both figures are called share of voice, and they are ${gap} points apart on the very same answers. The last column adds up to that.`,
    'The first divides by answers, of which one may name several brands; the second by the mentions of every brand in them, which are',
    'many more. Neither is wrong, and neither may be compared with the other.',
  ].join('\n');
}

function definitionText(definition: Definition): string {
  const { id, says, rules, sources, poolsEngines, window } = definition;
  const rows = [
    ['id', `\`${id}\``],
    ...(rules
      ? [
          ['counts', countedText(rules)],
          ['divided by', wholeText(rules)],
          ['repeats', rules.repeats],
          ['branded prompts', rules.branded],
        ]
      : [['why there is no figure', definition.whyNot]]),
    ['engines', poolsEngines ? 'its publisher adds them up; here each for itself' : 'each for itself'],
    ['window', `${window}; here \`days\` and \`until\``],
    ['source', sources.map(({ url, readAt }) => `${linkTo(url)}, read on ${readAt}`).join('; ')],
  ];
  return `### ${nameOfDefinition(definition)}

${says}

| | |
|---|---|
${rows.map(([name, text]) => `| ${name} | ${text} |`).join('\n')}`;
}

/** Ours is a page beside this one. */
function linkTo(url: string): string {
  return url.startsWith('https:') ? `<${url}>` : `[${url}](${url.replace('docs/', '')})`;
}
