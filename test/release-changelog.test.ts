import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { notesOf, problemsOf, type Sources, sectionsOf } from '../release/changelog.ts';
import { manifestOf, ROOT } from '../release/stage.ts';

const CHANGELOG = `# Changelog

## Unreleased

## 1.2.0 - 2026-11-24

### Added

- A report ([docs/api.md](docs/api.md)).

## 1.1.0 - 2026-10-01

- Older.
`;

const READY: Sources = {
  version: '1.2.0',
  lockedVersion: '1.2.0',
  changelog: CHANGELOG,
  changedFiles: [],
  head: 'aaa',
  tags: { 'v1.1.0': 'bbb', 'before-something': 'aaa' },
};

describe('the input of a release', () => {
  test('is fine with a dated section, a clean tree, and no tag or the right one', () =>
    assert.deepEqual([problemsOf(READY), problemsOf({ ...READY, tags: { 'v1.2.0': 'aaa' } })], [[], []]));

  for (const [what, change, problem] of [
    ['a version without a section', { version: '1.3.0', lockedVersion: '1.3.0' }, /no section "## 1\.3\.0/],
    [
      'a version that is not the newest',
      { version: '1.1.0', lockedVersion: '1.1.0', tags: {} },
      /no section "## 1\.1\.0/,
    ],
    ['a section without changes', { changelog: CHANGELOG.replace(/### Added[^#]*/, '') }, /no section/],
    ['a section without a date', { changelog: CHANGELOG.replace(' - 2026-11-24', '') }, /no date/],
    [
      'changes that are not of a version',
      { changelog: CHANGELOG.replace('d\n', 'd\n\n- New.\n') },
      /under "Un/,
    ],
    [
      'a changelog that begins with a version',
      { changelog: CHANGELOG.replace('## Unreleased', '') },
      /begin/,
    ],
    ['files without a commit', { changedFiles: ['a.ts'] }, /without a commit: a\.ts/],
    ['a lockfile of another version', { lockedVersion: '1.1.0' }, /package-lock\.json is of 1\.1\.0/],
    ['the tag of another version', { tags: { 'v1.1.0': 'aaa' } }, /tagged v1\.1\.0/],
    ['a tag that names another commit', { tags: { 'v1.2.0': 'bbb' } }, /v1\.2\.0 is already/],
  ] as const) {
    test(`is refused for ${what}`, () => {
      const problems = problemsOf({ ...READY, ...change });
      assert.equal(problems.length, 1, problems.join());
      assert.match(problems[0] ?? '', problem);
    });
  }
});

test("release notes are the version's section, with links that work outside of the project", () => {
  const notes = '# Sightline 1.2.0\n\n2026-11-24\n\n## Added\n\n- A report (docs/api.md).\n';
  assert.equal(notesOf(CHANGELOG, '1.2.0'), notes);
});

test("CHANGELOG.md begins with unreleased changes, and then has package.json's version", () => {
  const [unreleased, newest] = sectionsOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'));
  assert.equal(unreleased?.title, 'Unreleased');
  assert.equal(newest?.title, manifestOf(ROOT).version);
});
