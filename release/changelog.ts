/** A section of CHANGELOG.md; `date` is null for "Unreleased". */
export interface Section {
  readonly title: string;
  readonly date: string | null;
  readonly text: string;
}

/** The sections of a changelog, newest first. */
export function sectionsOf(changelog: string): Section[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      const [title = '', date = null] = heading.trim().split(' - ');
      return { title, date, text: lines.join('\n').trim() };
    });
}

/** What a release is made from. `tags` are by name, each with the commit that it names. */
export interface Sources {
  readonly version: string;
  readonly lockedVersion: string;
  readonly changelog: string;
  readonly changedFiles: readonly string[];
  readonly head: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** Why nothing can be released from here; empty if it can. */
export function problemsOf(sources: Sources): string[] {
  const { version, lockedVersion, changedFiles } = sources;
  const problems = [...problemsOfChangelog(sources), ...problemsOfTags(sources)];
  if (lockedVersion !== version) {
    problems.push(
      `package-lock.json is of ${lockedVersion}, and package.json of ${version}: run npm install.`,
    );
  }
  if (changedFiles.length > 0)
    problems.push(`There are changes without a commit: ${changedFiles.join(', ')}.`);
  return problems;
}

function problemsOfChangelog({ version, changelog }: Sources): string[] {
  const [unreleased, newest] = sectionsOf(changelog);
  if (unreleased?.title !== 'Unreleased') return ['CHANGELOG.md does not begin with a section "Unreleased".'];
  const problems: string[] = [];
  if (unreleased.text !== '') {
    problems.push(`CHANGELOG.md has changes under "Unreleased": move them to "${version}".`);
  }
  if (newest?.title !== version || newest.text === '') {
    problems.push(`CHANGELOG.md has no section "## ${version} - <date>" below "Unreleased".`);
  } else if (!/^\d{4}-\d{2}-\d{2}$/.test(newest.date ?? '')) {
    problems.push(`The section ${version} of CHANGELOG.md has no date such as "- 2026-11-24".`);
  }
  return problems;
}

function problemsOfTags({ version, head, tags }: Sources): string[] {
  const tag = `v${version}`;
  const here = Object.keys(tags).filter((name) => /^v\d/.test(name) && tags[name] === head);
  const others = here.filter((name) => name !== tag);
  if (others.length > 0)
    return [`This commit is tagged ${others.join(', ')}, and package.json has ${version}.`];
  if (tags[tag] !== undefined && tags[tag] !== head) return [`${tag} is already the tag of another commit.`];
  return [];
}

/** The notes of a release, as Markdown. Links to files of the project lead nowhere outside of it, so only their text stays. */
export function notesOf(changelog: string, version: string): string {
  const section = sectionsOf(changelog).find(({ title }) => title === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}.`);
  const text = section.text.replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1').replace(/^### /gm, '## ');
  return `# Sightline ${version}\n\n${section.date ?? ''}\n\n${text}\n`;
}
