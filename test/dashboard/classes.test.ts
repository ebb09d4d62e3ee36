import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const DASHBOARD = fileURLToPath(new URL('../../src/dashboard/', import.meta.url));

function filesThatEnd(end: RegExp): string[] {
  return readdirSync(DASHBOARD, { recursive: true, encoding: 'utf8' })
    .filter((path) => end.test(path) && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(`${DASHBOARD}${path}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''));
}

const TEMPLATES = filesThatEnd(/\.ts$/);
const SCRIPTS = filesThatEnd(/\.js$/);
const STYLED = new Set(
  filesThatEnd(/\.css$/)
    .flatMap((sheet) => [...sheet.matchAll(/([^{}]+)\{/g)])
    .flatMap(([, selector = '']) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)])
    .map(([, name = '']) => name),
);

/** Computed classes: matrix steps, series, and sides of menus and cells. */
const MADE = /^(?:h\d+|s\d|menu-(?:start|end)|center|right)$/;

/** Classes without styles, as hooks for tests and scripts. */
const NAMES = ['away', 'no-link', 'beyond', 'cited', 'start'];

/** Literal classes in templates, including conditional ones. */
function classesIn(template: string): string[] {
  return [...template.matchAll(/class="((?:[^"$]|\$\{[^{}]*\})*)"/g)].flatMap(([, value = '']) => [
    ...value
      .replaceAll(/\S*\$\{[^{}]*\}\S*/g, ' ')
      .split(/\s+/)
      .filter((name) => name !== ''),
    ...[...value.matchAll(/&& '([^']*)'/g)].flatMap(([, added = '']) => added.trim().split(/\s+/)),
  ]);
}

test('every class of a template is in a stylesheet', () => {
  const classes = [...new Set(TEMPLATES.flatMap(classesIn))];
  assert.ok(classes.length > 100, 'found the classes');
  assert.deepEqual(
    classes.filter((name) => !STYLED.has(name) && !NAMES.includes(name)),
    [],
  );
});

test('every class of a stylesheet is in a template or a script', () => {
  const text = [...TEMPLATES, ...SCRIPTS].join('\n');
  const isUsed = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text);
  assert.deepEqual(
    [...STYLED].filter((name) => !MADE.test(name) && !isUsed(name)),
    [],
  );
});
