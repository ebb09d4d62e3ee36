import type { Command } from 'commander';
import type { ExplainedFact, Explanation } from '../../pipeline/intake/explain.ts';
import type { ExplainedModel, ExplainedVerdict } from '../../pipeline/intake/explained-model.ts';
import type { ExplainedBrand, ExplainedCue } from '../../pipeline/intake/explained-text.ts';
import { type CliDeps, invocationOf } from '../shared/deps.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

export function addExplainCommand(program: Command, deps: CliDeps): void {
  program
    .command('explain <answer>')
    .description(
      'show an answer with every decision about it: the matches, the rule behind the position, the cue behind the framing',
    )
    .action(async (id: string, _options, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { explainAnswer } = await import('../../pipeline/intake/explain.ts');
      const explanation = await deps.withStore(flags, (db) => explainAnswer(db, id));
      deps.terminal.out(json ? jsonLine(explanation) : explanationText(explanation));
    });
}

function explanationText(explanation: Explanation): string {
  const { answer, brand, engine, collected_at, prompt, text, brands, facts, judged } = explanation;
  const heading = `${answer} of ${brand}, ${engine}, ${collected_at}\nQuestion: ${printable(prompt)}\n`;
  const body = text === null ? '(no text)\n' : text.split(/\r?\n/).map(sourceLine).join('');
  return `${heading}${outcomeText(explanation)}\n${body}\n${[...brands.map(brandText), ...judgedText(judged, brands), ...factsText(facts)].join('\n')}`;
}

/** What a model read about each fact. */
function factsText(facts: readonly ExplainedFact[]): string[] {
  if (facts.length === 0) return [];
  const lines = facts.flatMap(({ fact, value, verdict, sentence }) => [
    indented(`${fact} (${value}): ${verdict}`),
    ...(sentence === null ? [] : [indented(`  > ${sentence}`)]),
  ]);
  return [`Facts:\n${lines.join('')}`];
}

/** A model's verdicts with their words, and the rules' verdict where it differs. */
function judgedText(judged: ExplainedModel | null, brands: readonly ExplainedBrand[]): string[] {
  if (judged === null) return [];
  const { reader, prompt, state, detail, dropped, names } = judged;
  if (state === 'not_judged')
    return [
      `${printable(reader)} (prompt ${prompt}): not judged${detail === null ? '' : `, ${printable(detail)}`}\n`,
    ];
  const without = dropped === 0 ? '' : `, ${dropped} without proof dropped`;
  const lines = names.flatMap((each) => [
    indented(`${each.brand}: ${verdictWords(each, brands)}`),
    ...each.words.map(({ text, line }) => indented(`= line ${line}: "${text}"`)),
  ]);
  return [`Read by ${printable(reader)} (prompt ${prompt}${without}):\n${lines.join('')}`];
}

function verdictWords({ brand, verdict: said }: ExplainedVerdict, brands: readonly ExplainedBrand[]): string {
  const stored = brands.find((each) => each.brand === brand)?.stored ?? null;
  const byRules = stored?.framing ?? (stored?.framing_signals ? 'both' : 'not judged');
  return said === byRules ? `${said}, as by rules` : `${said}; by rules: ${byRules}`;
}

function outcomeText({ outcome, detail, outcome_stated, mentions_given, rescan_due }: Explanation): string {
  const notes = [
    `Outcome: ${outcome}${detail === null ? '' : `, ${printable(detail)}`}${outcome_stated ? ', as the import stated' : ''}`,
    ...(mentions_given
      ? ['The import gave the mentions, so the store has those instead of the reading below']
      : []),
    ...(rescan_due
      ? ['Its stored reading used other names or an earlier extractor; run `sightline rescan`']
      : []),
  ];
  return notes.map((note) => `${note}.\n`).join('');
}

function brandText({
  brand,
  role,
  stored,
  read,
  matches,
  rank,
  framing,
  nothing_known,
}: ExplainedBrand): string {
  const lines = matches.map(({ text, at, name, counts, reason }) => {
    const as = name === null ? 'its own domain' : name === text ? '' : `as ${name}`;
    return [counts ? '+' : '-', `"${text}" at ${at}`, as, reason === null ? '' : `(${reason})`];
  });
  if (nothing_known) lines.push(['=', 'the answer only says that it knows nothing about it']);
  if (rank)
    lines.push(['=', `position ${rank.position}: ${rank.rule} of ${rank.entries}${listsText(rank.lists)}`]);
  for (const cue of framing?.cues ?? []) lines.push(cueLine(cue));
  if (framing?.reason) lines.push(['=', framing.reason]);
  if (read.snippet !== null) lines.push(['>', read.snippet]);
  const differs = stored === null || JSON.stringify(stored) !== JSON.stringify(read);
  const storedLine = differs ? indented(`Stored: ${stored === null ? 'not checked' : verdict(stored)}`) : '';
  const heading = `${printable(brand)} (${role}): ${verdict(read)}\n`;
  return heading + storedLine + lines.map((parts) => indented(parts.filter(Boolean).join(' '))).join('');
}

function cueLine({ text, family, direction, hedge }: ExplainedCue): string[] {
  const hedged = hedge === null ? '' : `, hedged by "${hedge}"`;
  return ['=', `${direction}: "${text}" (${family}${hedged})`];
}

function listsText(lists: number): string {
  return lists > 1 ? `; ${lists} lists give it a position` : '';
}

function verdict({ mentioned, count, rank, framing, framing_signals }: ExplainedBrand['read']): string {
  if (!mentioned) return 'not named';
  const times = count === null ? 'named' : count === 1 ? 'named once' : `named ${count} times`;
  const position = rank === null ? 'no position' : `position ${rank}`;
  const framed = framing ?? (framing_signals === null ? 'framing not judged' : 'framed both ways');
  return `${times}, ${position}, ${framed}`;
}

/** A line of the answer with its own indentation. */
function sourceLine(line: string): string {
  return `  ${/^ */.exec(line)?.[0] ?? ''}${printable(line)}`.trimEnd().concat('\n');
}

function indented(line: string): string {
  return `  ${printable(line)}\n`;
}
