import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generator } from '../../src/stats/generator.ts';
import { FRAMES, type Frames, RIVALS } from './frames.ts';
import type { Passage } from './passages.ts';

/** What can be said of a brand: the words behind its name, and whether they speak for it. */
export interface Clause {
  readonly language: string;
  readonly sign: '+' | '-' | '0';
  readonly text: string;
}

export async function clausesIn(folder: string): Promise<Clause[]> {
  const files = (await readdir(folder)).filter((name) => /^clauses\..+\.txt$/.test(name)).sort();
  const lists = await Promise.all(
    files.map(
      async (name) => [name.split('.')[1] ?? '', await readFile(join(folder, name), 'utf8')] as const,
    ),
  );
  return lists.flatMap(([language, text]) =>
    text.split('\n').flatMap((line) => {
      const [sign, clause] = line.split('\t');
      const isClause =
        (sign === '+' || sign === '-' || sign === '0') && clause !== undefined && clause !== '';
      return isClause ? [{ language, sign, text: clause }] : [];
    }),
  );
}

const NAMES = ['Vorlune', 'Kestaro', 'Brimmeld', 'Ostavia', 'Quenlo', 'Draviso', 'Talvex', 'Merrowin'];

/** Passages with the clauses of a folder, each clause in so many settings. */
export async function clausePassages(folder: string, times: number): Promise<Passage[]> {
  const clauses = await clausesIn(folder);
  const byLanguage = Map.groupBy(clauses, ({ language }) => language);
  const random = generator(7);
  return clauses.flatMap((clause) => {
    const frames = FRAMES[clause.language];
    const own = byLanguage.get(clause.language) ?? [];
    if (!frames) return [];
    const other = () => own[Math.floor(random() * own.length)] ?? clause;
    return Array.from({ length: times }, () => setting(clause, other(), frames, random));
  });
}

/** A clause in one of the settings in which answers say such things. */
function setting(clause: Clause, second: Clause, frames: Frames, random: () => number): Passage {
  const [a = '', b = ''] = twoOf(NAMES, random);
  const { blank, end } = frames;
  const join = (name: string, { text }: Clause) => (/^[、,]/.test(text) ? name + text : name + blank + text);
  const own = evidenceOf(clause);
  const other = evidenceOf(second);
  const said = join(a, clause);
  const choice = random();
  const [text, evidence] =
    choice < 0.3
      ? [said + end, { [a]: own }]
      : choice < 0.4
        ? [`- **${a}**: ${clause.text}`, { [a]: own }]
        : choice < 0.5
          ? [`### ${a}\n\n${said}${end}`, { [a]: own }]
          : choice < 0.62
            ? [`${said}${end}${blank}${join(b, second)}${end}`, { [a]: own, [b]: other }]
            : choice < 0.74
              ? [`${said}${frames.while}${join(b, second)}${end}`, { [a]: own, [b]: other }]
              : choice < 0.8
                ? [`${said}${frames.but}${second.text}${end}`, { [a]: [...own, ...other] }]
                : [unstated(a, said, clause, frames, random), { [a]: [] }];
  return { language: clause.language, trade: 'any', kind: 'clause', text, evidence };
}

/** A clause that somebody else says, that is supposed or over, or that is said of another brand. */
function unstated(name: string, said: string, clause: Clause, frames: Frames, random: () => number): string {
  const rivals = RIVALS[clause.language] ?? [];
  const kinds = [rivals, frames.said, frames.said, frames.supposed, frames.over].filter(
    ({ length }) => length > 0,
  );
  const kind = kinds[Math.floor(random() * kinds.length)] ?? frames.said;
  const frame = kind[Math.floor(random() * kind.length)] ?? '{}';
  return kind === rivals ? frame.replace('{}', name).replace('()', clause.text) : frame.replace('{}', said);
}

function evidenceOf({ sign, text }: Clause): string[] {
  return sign === '0' ? [] : [sign + text];
}

function twoOf(names: readonly string[], random: () => number): string[] {
  const first = Math.floor(random() * names.length);
  const second = (first + 1 + Math.floor(random() * (names.length - 1))) % names.length;
  return [names[first] ?? '', names[second] ?? ''];
}
