/**
 * Scores the extractor against labeled answers, and a model's recorded replies through the product's proof
 * (judged-scores.ts).
 *
 *   npm run eval -- [--unseen] [--answers labeled.jsonl] [--bodies folder] [--framing labeled.jsonl]
 *   [--misses] [--write]
 *
 * `--answers` also scores a file of real answers with weak labels. `--bodies` scores the engines' parsers on
 * a folder of recorded bodies, and lists where they disagree with a plain walk. `--framing` scores another
 * set of answers (framing-sets.ts). `--unseen` scores framing in the sets of unseen/. `--misses` lists the extractor's misreadings. `--write` stores the tables in
 * eval/RESULTS.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { casesIn } from './cases.ts';
import { scoreBodies } from './engine-bodies.ts';
import { framingCasesIn, framingTable, scoreFraming } from './framing-sets.ts';
import { judgedSections } from './judged-scores.ts';
import { scoreRealAnswers } from './real-answers.ts';
import { enginesTable, labeledTable, realTable, withSection } from './report.ts';
import { scoreCases } from './score.ts';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const PAGE = fromHere('RESULTS.md');
/** Sets by writers who did not know the reader. No rule follows from their passages. */
const UNSEEN = ['plain', 'misleading', 'hard', 'second-plain', 'answers', 'whole-answers'];

const { values } = parseArgs({
  options: {
    answers: { type: 'string' },
    bodies: { type: 'string' },
    framing: { type: 'string' },
    unseen: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const sections = new Map<string, string>();
const scores = scoreCases(await casesIn(fromHere('cases/')));
sections.set('labeled', labeledTable(scores));
if (values.misses) for (const miss of scores.misses) process.stdout.write(`${JSON.stringify(miss)}\n`);
for (const [name, section] of await judgedSections()) sections.set(name, section);
if (values.answers !== undefined) {
  const real = await scoreRealAnswers(values.answers);
  sections.set('real', realTable(real));
  if (values.misses) for (const each of real.disagreements) process.stdout.write(`${JSON.stringify(each)}\n`);
}
if (values.bodies !== undefined) {
  const bodies = await scoreBodies(values.bodies);
  sections.set('engines', enginesTable(bodies));
  for (const each of bodies.disagreements) process.stdout.write(`${JSON.stringify(each)}\n`);
}
if (values.unseen) {
  const sets = await Promise.all(UNSEEN.map((name) => framingCasesIn(fromHere(`unseen/${name}.jsonl`))));
  const rows = sets.flatMap((cases, index) => {
    const { counts, misses } = scoreFraming(cases);
    if (values.misses) for (const miss of misses) process.stdout.write(`${JSON.stringify(miss)}\n`);
    return counts.filter(({ name }) => name === 'all').map((all) => ({ ...all, name: UNSEEN[index] ?? '' }));
  });
  const { counts } = scoreFraming(sets.flat());
  const languages = new Set(sets.flat().map(({ language }) => language));
  const of = (isShown: (name: string) => boolean) => counts.filter(({ name }) => isShown(name));
  sections.set('unseen', framingTable([...rows, ...of((name) => name === 'all')]));
  sections.set('languages', framingTable(of((name) => languages.has(name))));
}
if (values.framing !== undefined) {
  const { counts, misses } = scoreFraming(await framingCasesIn(values.framing));
  process.stdout.write(`${framingTable(counts)}\n`);
  if (values.misses) for (const miss of misses) process.stdout.write(`${JSON.stringify(miss)}\n`);
}
for (const [name, section] of sections) {
  process.stdout.write(`${section}\n`);
  if (values.write) await writeFile(PAGE, withSection(await readFile(PAGE, 'utf8'), name, section));
}
