import { anchorOf, referenceMarkdown } from './reference.ts';

/** What the page may load: nothing but what it carries itself. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a2e; }
.table, pre { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem; border-bottom: 1px solid #ddd; }
code, pre { font: 0.9em/1.45 ui-monospace, monospace; background: #f2f2f7; }
code { padding: 0.1em 0.3em; }
pre { padding: 0.8rem; max-height: 30rem; }
pre code { padding: 0; font-size: 1em; }
h2 { margin-top: 3rem; }
h2 a { color: inherit; text-decoration: none; }
h2 a:hover::after { content: ' #'; }
a { color: #2450a8; }
nav ul { columns: 16rem; }
@media (max-width: 40rem) {
  thead { display: none; }
  table, tbody, tr, td { display: block; }
  tr { padding: 0.5rem 0; border-bottom: 1px solid #ddd; }
  td { padding: 0.1rem 0; border: 0; }
}
@media (prefers-color-scheme: dark) {
  body { background: #14141f; color: #e8e8f0; } code, pre { background: #26263a; } th, td, tr { border-color: #333; }
  a { color: #9db8ff; }
}`;

/** The reference as a page that needs nothing but a browser. The empty icon keeps it from asking for one. */
export function referencePage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sightline API reference</title>
<link rel="icon" href="data:,">
<style>${STYLE}
</style>
</head>
<body>
${referenceMarkdown().trim().split('\n\n').map(blockHtml).join('\n')}
</body>
</html>
`;
}

/** One block of the little Markdown that referenceMarkdown writes: headings, tables, lists, JSON and paragraphs. */
function blockHtml(block: string): string {
  const [, marks, heading = ''] = /^(#{1,2}) (.*)$/.exec(block) ?? [];
  if (marks === '#') return `<h1>${inlineHtml(heading)}</h1>`;
  if (marks) return headingHtml(heading);
  if (block.startsWith('|')) return tableHtml(block);
  if (block.startsWith('- ')) return listHtml(block);
  const [, json] = /^```json\n(.*)\n```$/s.exec(block) ?? [];
  return json === undefined ? `<p>${inlineHtml(block)}</p>` : `<pre><code>${escaped(json)}</code></pre>`;
}

function headingHtml(heading: string): string {
  const anchor = anchorOf(heading);
  return `<h2 id="${anchor}"><a href="#${anchor}">${inlineHtml(heading)}</a></h2>`;
}

function listHtml(block: string): string {
  const items = block.split('\n').map((line) => `<li>${inlineHtml(line.slice(2))}</li>`);
  return `<nav aria-label="Contents"><ul>${items.join('')}</ul></nav>`;
}

function tableHtml(block: string): string {
  const [head = '', , ...rows] = block.split('\n');
  const body = rows.map((row) => rowHtml(row, 'td')).join('');
  return `<div class="table"><table><thead>${rowHtml(head, 'th')}</thead><tbody>${body}</tbody></table></div>`;
}

function rowHtml(row: string, cell: 'th' | 'td'): string {
  const cells = row.split('|').slice(1, -1);
  return `<tr>${cells.map((text) => `<${cell}>${inlineHtml(text.trim())}</${cell}>`).join('')}</tr>`;
}

function inlineHtml(text: string): string {
  return escaped(text)
    .replace(/`([^`]+)`/g, (_, code: string) => `<code>${breakable(code)}</code>`)
    .replace(/\[([^\]]+)\]\((#[\w-]+)\)/g, '<a href="$2">$1</a>');
}

/** A long field name may break after its dots, and nowhere inside a word. */
function breakable(code: string): string {
  return code.replace(/\.(?=\w)/g, '.<wbr>');
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
