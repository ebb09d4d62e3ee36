import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { ACCEPTED } from './accepted-patterns.ts';
import { type Finding, findingsOf } from './support/patterns/backtracking.ts';
import {
  builtPatterns,
  literalPatterns,
  ROOT,
  type SourcePattern,
} from './support/patterns/patterns-in-source.ts';

/** Findings by pattern, until the checker changes. */
const CACHE = join(ROOT, 'node_modules/.cache/linear-patterns.json');
const checker = globSync('test/support/patterns/*.ts', { cwd: ROOT }).toSorted();
const version = hash('sha256', checker.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n'));

function cachedFindings(): Map<string, Finding[]> {
  try {
    const stored = JSON.parse(readFileSync(CACHE, 'utf8')) as {
      version: string;
      found: [string, Finding[]][];
    };
    return new Map(stored.version === version ? stored.found : []);
  } catch {
    return new Map();
  }
}

function checked(patterns: readonly SourcePattern[]): { pattern: SourcePattern; findings: Finding[] }[] {
  const before = cachedFindings();
  const found = new Map<string, Finding[]>();
  for (const { source, flags } of patterns) {
    const key = `/${source}/${flags}`;
    if (!found.has(key)) found.set(key, before.get(key) ?? findingsOf(new RegExp(source, flags)));
  }
  mkdirSync(dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify({ version, found: [...found] }));
  return patterns.map((pattern) => {
    const findings = found.get(`/${pattern.source}/${pattern.flags}`) ?? [];
    return { pattern, findings };
  });
}

const patterns = [...literalPatterns(), ...(await builtPatterns())];
const slow = checked(patterns).filter(({ findings }) => findings.length > 0);

test('every pattern of the source is found, between slashes or built', () => {
  assert.ok(patterns.length > 1000, String(patterns.length));
  const built = patterns.filter(({ file }) => file === 'src/extract/names/name-search.ts');
  assert.ok(built.length > 10, `${built.length} patterns of names`);
});

test('every pattern takes linear time, or is accepted with a reason', () => {
  const isAccepted = ({ file, source }: SourcePattern, { kind }: Finding) =>
    ACCEPTED.some(
      (each) =>
        each.file === file &&
        (kind !== 'exponential' || each.isExponential) &&
        each.pieces.some((piece) => source.includes(piece)),
    );
  const others = slow.flatMap(({ pattern, findings }) =>
    findings
      .filter((each) => !isAccepted(pattern, each))
      .map(({ kind, repeated }) => {
        const { file, source, flags } = pattern;
        return `${file}: ${kind} on ${JSON.stringify(repeated)}: /${source.slice(0, 200)}/${flags}`;
      }),
  );
  assert.deepEqual(others, []);
});

test('every accepted pattern is there, and still slow', () => {
  for (const { file, pieces } of ACCEPTED) {
    const own = slow.filter(({ pattern }) => pattern.file === file);
    for (const piece of pieces) {
      assert.ok(
        own.some(({ pattern }) => pattern.source.includes(piece)),
        `${file}: ${piece}`,
      );
    }
  }
});

for (const [pattern, kind] of [
  [/^(?:a*)*$/, 'exponential'],
  [/^(?:a|a)*b/, 'exponential'],
  [/^(?:ab?c?|abc)*d/, 'exponential'],
  [/^\s*(?:<!--[\s\S]*?-->\s*)*<svg/, 'exponential'],
  [/^"?\w+"?(?:,"?\w*"?)+$/, 'exponential'],
  [/^(?:a{1,20}){1,20}$/, 'exponential'],
  [/^a*b?a*$/, 'polynomial'],
  [/^.*x.*y/, 'polynomial'],
  [/^[^;]{0,40}\s{0,40};/, 'polynomial'],
  [/^.*(?=.*x)y/, 'polynomial'],
  [/\s+$/, 'search'],
  [/a*b|a/g, 'search'],
  [/(?=.*x)y/, 'search'],
  [/(?<=:a*)a/, 'search'],
  [/(a+)b\1/, 'search'],
] as const) {
  test(`${pattern} is ${kind}`, () =>
    assert.ok(
      findingsOf(pattern).some((each) => each.kind === kind),
      JSON.stringify(findingsOf(pattern)),
    ));
}

for (const pattern of [
  /^(?:ab)*$/,
  /^(?:a?)*$/,
  /^(?=.*x).*y/,
  /(?<!\s)\s+$/,
  /\s+/g,
  /[a-z]+(?:-[a-z]+)*/g,
  /^[^;]*;.*$/s,
  /\b\w+\b/g,
  /"(?:[^"\\]|\\.)*"/y,
  /^(?:[^-]|-[^-])*-->/,
  /a.{0,300}b/,
  /(?<![\p{L}])\p{L}+-/u,
]) {
  test(`${pattern} takes linear time`, () => assert.deepEqual(findingsOf(pattern), []));
}
