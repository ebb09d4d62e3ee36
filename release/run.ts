import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notesOf, problemsOf, type Sources } from './changelog.ts';
import { manifestOf, ROOT, runtimeLockfile, stage, writeManifest } from './stage.ts';

const OUT = join(ROOT, 'release', 'out');

/** Makes the files of a release in `release/out`. With `--tag`, also the tag, with the release notes as its message. */
function release(args: readonly string[]): void {
  const sources = sourcesOf();
  const problems = problemsOf(sources);
  if (problems.length > 0) {
    process.stderr.write(problems.map((each) => `${each}\n`).join(''));
    process.exitCode = 1;
    return;
  }
  const { version } = sources;
  const tarball = `sightline-${version}.tgz`;
  const sbom = `sightline-${version}.cdx.json`;
  const notes = join(OUT, 'RELEASE_NOTES.md');
  pack(OUT, tarball);
  writeFileSync(join(OUT, sbom), billOfMaterials());
  writeFileSync(notes, notesOf(sources.changelog, version));
  writeFileSync(join(OUT, 'SHA256SUMS'), checksumsOf(OUT, [tarball, sbom]));
  const tag = `v${version}`;
  if (args.includes('--tag') && sources.tags[tag] === undefined) {
    git('tag', '--annotate', tag, '--cleanup=verbatim', '--file', notes);
  }
  process.stdout.write(`release/out has ${tarball}, ${sbom}, SHA256SUMS, and RELEASE_NOTES.md.\n`);
}

function sourcesOf(): Sources {
  const tags = git('for-each-ref', 'refs/tags', '--format=%(refname:short) %(*objectname) %(objectname)');
  return {
    version: manifestOf(ROOT).version,
    lockedVersion: runtimeLockfile().version,
    changelog: readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
    changedFiles: linesOf(git('status', '--porcelain')).map((line) => line.slice(3)),
    head: git('rev-parse', 'HEAD').trim(),
    // An annotated tag names its own object last, and the commit before it.
    tags: Object.fromEntries(
      linesOf(tags).map((line) => {
        const [name = '', commit = ''] = line.split(/ +/);
        return [name, commit];
      }),
    ),
  };
}

/** Packs the program as `name` in a folder that has nothing else. */
export function pack(folder: string, name: string): void {
  rmSync(folder, { recursive: true, force: true });
  const staged = join(folder, 'package');
  mkdirSync(staged, { recursive: true });
  stage(staged);
  const packed = npm(staged, 'pack', '--silent', '--offline', '--pack-destination', folder).trim();
  renameSync(join(folder, packed), join(folder, name));
  rmSync(staged, { recursive: true });
}

/** The packages in the packed file, as CycloneDX JSON. */
export function billOfMaterials(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-sbom-'));
  try {
    // Of the project itself, npm would leave out packages that its tests need too.
    writeManifest(folder);
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(runtimeLockfile()));
    const flags = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
    const bill = JSON.parse(npm(folder, 'sbom', ...flags)) as { metadata: { component: { name: string } } };
    // npm gives it the name of the folder.
    bill.metadata.component.name = manifestOf(ROOT).name;
    return `${JSON.stringify(bill, null, 2)}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The files' checksums, as `sha256sum --check` reads them. */
export function checksumsOf(folder: string, names: readonly string[]): string {
  const hashOf = (name: string) => createHash('sha256').update(readFileSync(join(folder, name)));
  return names.map((name) => `${hashOf(name).digest('hex')}  ${name}\n`).join('');
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });

const npm = (cwd: string, ...args: string[]): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

if (import.meta.main) release(process.argv.slice(2));
