import { posix } from 'node:path';
import { articleOf, escaped, type LinkTo } from './markdown.ts';
import { type NavigationGroup, navigationOf } from './navigation.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#15181e, #e9ebf0); --muted: light-dark(#5a6270, #a2a9b6);
  --paper: light-dark(#fff, #101319); --surface: light-dark(#f5f6f8, #191d25); --line: light-dark(#dfe2e7, #2c323d);
  --accent: light-dark(#1f4fd8, #8fb0ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }
.frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 2.5rem; max-width: 76rem; margin: 0 auto; padding: 1.5rem; }
nav { font-size: 0.9rem; }
nav h2 { margin: 1.2rem 0 0.2rem; font-size: 0.8rem; color: var(--muted); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 0.15rem 0; color: inherit; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav a[aria-current] { color: var(--accent); font-weight: 600; }
main > * { max-width: 48rem; }
main > .table { max-width: none; }
h1, h2, h3, h4 { line-height: 1.25; }
h1 { margin-top: 0; }
h2 { margin-top: 2.5rem; }
main :is(h2, h3, h4) a { color: inherit; text-decoration: none; }
main :is(h2, h3, h4) a:hover::after { content: ' #'; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.table, pre { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.7rem 0.35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
td { min-width: 5rem; }
.few td:first-child { min-width: 9rem; }
span[title] { color: var(--muted); font-size: 0.85rem; }
code, pre { font: 0.9em/1.45 ui-monospace, monospace; background: var(--surface); }
code { padding: 0.1em 0.3em; border-radius: 4px; }
pre { padding: 0.8rem; max-height: 36rem; border-radius: 6px; }
pre code { padding: 0; font-size: 1em; }
img { max-width: 100%; height: auto; border: 1px solid var(--line); }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--muted); }
.to-pages { display: none; margin-bottom: 0.5rem; }
@media (max-width: 51.99rem) { .frame { display: flex; flex-direction: column-reverse; padding: 1rem; } .to-pages { display: block; } }
@media (max-width: 40rem) { .few thead { display: none; } .few, .few :is(tbody, tr, td) { display: block; }
  .few tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); } .few td { padding: 0.1rem 0; border: 0; }
  .few td:first-child { font-weight: 600; } }
@media print { nav { display: none; } .frame { display: block; } }`;

/**
 * A document as a page with the navigation of docs/index.md. The empty icon keeps browsers from requesting one.
 * @param file its path in docs/
 */
export function documentPage({
  file,
  text,
  index,
}: Readonly<Record<'file' | 'text' | 'index', string>>): string {
  const article = articleOf(text, linksOf(file));
  const groups = navigationOf(index).map((group) => groupHtml(group, file));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(article.title)} · Sightline</title>
<link rel="icon" href="data:,">
<style>${STYLE}
</style>
</head>
<body>
<div class="frame">
<nav id="all-documents" aria-label="Documents">
<a href="/docs"${file === 'index.md' ? ' aria-current="page"' : ''}>Sightline documentation</a>
${groups.join('\n')}
</nav>
<main>
<a class="to-pages" href="#all-documents">All pages</a>
${article.html}</main>
</div>
</body>
</html>
`;
}

function groupHtml({ title, pages }: NavigationGroup, current: string): string {
  const items = pages.map(({ title: name, file }) => {
    const mark = file === current ? ' aria-current="page"' : '';
    return `<li><a href="${pathOf(file)}"${mark}>${escaped(name)}</a></li>`;
  });
  return `<h2>${escaped(title)}</h2>\n<ul>${items.join('')}</ul>`;
}

/** A document's links on this server. Targets outside docs/ are not served, so they are no links. */
function linksOf(file: string): LinkTo {
  return (target) => {
    if (/^(?:https?:|#)/.test(target)) return target;
    const [path = '', anchor] = target.split('#');
    const inDocs = posix.join(posix.dirname(file), path);
    if (inDocs.startsWith('..')) return null;
    return pathOf(inDocs) + (anchor === undefined ? '' : `#${anchor}`);
  };
}

function pathOf(file: string): string {
  return file === 'index.md' ? '/docs' : `/docs/${file.replace(/\.md$/, '')}`;
}
