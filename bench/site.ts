/**
 * Measures reading a site's pages and proposing from them, on one core, without the network.
 *
 *   npm run bench:site
 */

import { AI_CRAWLERS } from '../src/domain/web/ai-crawlers.ts';
import { robotsTxtOf } from '../src/domain/web/robots-txt.ts';
import { readPage } from '../src/propose/page-reading.ts';
import { proposalsOf } from '../src/propose/proposals.ts';
import { milliseconds, table } from './support/table.ts';

/** Sightline reads at most this many pages of a site, and this many bytes of a page. */
const PAGES = 30;
const MOST_BYTES = 2 * 1024 * 1024;

const SITE = 'https://tandemly.example';

const HEAD =
  '<html lang="en"><head><title>Plan projects | Tandemly</title><meta property="og:site_name" content="Tandemly">' +
  '<link rel="alternate" hreflang="de-DE" href="/de/"><script type="application/ld+json">' +
  '{"@type":"Organization","name":"Tandemly","sameAs":["https://social.example/tandemly"]}</script></head><body>';

/** A page with about this many bytes: sections with a heading, text, links, and a question. */
function pageOf(bytes: number, seed: number): string {
  const sections = [HEAD, `<h1>Tandemly vs Kestrel Boards ${seed}</h1>`];
  let length = HEAD.length;
  for (let index = 0; length < bytes; index += 1) {
    const section =
      `<section class="row"><h2>How do agencies with ${seed + index} people plan a launch?</h2><p>Boards, lists, and ` +
      `<b>timelines</b> in one place, for <a href="/guides/${seed}-${index}">teams of every size</a>.</p></section>\n`;
    sections.push(section);
    length += section.length;
  }
  return `${sections.join('')}</body></html>`.slice(0, bytes);
}

/** Sightline reads at most this much of a robots.txt. */
const MOST_ROBOTS_BYTES = 500 * 1024;

/** An address of the greatest length that Sightline reads. */
const LONGEST = `${SITE}/${'a'.repeat(1999 - SITE.length)}`;

const FOR_ALL = 'User-agent: *\n';

/** Lines of a robots.txt up to this many bytes. */
function linesTo(bytes: number, line: (index: number) => string): string {
  const lines: string[] = [];
  for (let length = 0; length < bytes; length += lines.at(-1)?.length ?? 0) lines.push(line(lines.length));
  return lines.join('');
}

/** A robots.txt of this many bytes: an ordinary one, and some that are made to be slow. */
const ROBOTS: Readonly<Record<string, (bytes: number) => string>> = {
  'an ordinary one': (bytes) => FOR_ALL + linesTo(bytes, (at) => `Disallow: /folder-${at}/*?sort=\n`),
  'one robot and a rule, again and again': (bytes) => linesTo(bytes, () => `${FOR_ALL}Allow:/\n`),
  'every robot, then a rule, again and again': (bytes) =>
    linesTo(bytes / 2, () => FOR_ALL) + linesTo(bytes / 2, () => 'Allow:/\n'),
  'robots of many names': (bytes) =>
    linesTo(
      bytes / 2,
      (at) => `User-agent: ${[...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}\n`,
    ) + linesTo(bytes / 2, () => 'Allow:/\n'),
  'pieces that nearly match': (bytes) => FOR_ALL + linesTo(bytes, () => 'Disallow:/*aab\n'),
  'many stars': (bytes) => FOR_ALL + linesTo(bytes, () => `Disallow:/${'*a'.repeat(10)}b\n`),
  'a piece in two halves': (bytes) =>
    FOR_ALL + linesTo(bytes, () => `Disallow:/*${'a'.repeat(480)}b${'a'.repeat(480)}\n`),
  'one rule': (bytes) => `${FOR_ALL}Disallow:/*${'a'.repeat(bytes)}`,
  'percent signs': (bytes) => `${FOR_ALL}Disallow:/${'%4'.repeat(bytes / 2)}`,
};

/** The best of some runs, milliseconds. */
function bestOf(run: () => unknown, runs = 5): number {
  const times = Array.from({ length: runs }, () => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
  return Math.min(...times);
}

const sizes = [20, 200, MOST_BYTES / 1024];
const read = sizes.map((kilobytes) => {
  const html = pageOf(kilobytes * 1024, 1);
  return [`${kilobytes} KB`, milliseconds(bestOf(() => readPage(html, `${SITE}/`)))];
});
process.stdout.write(`${table(['a page', 'ms to read'], read)}\n`);

const proposing = sizes.map((kilobytes) => {
  const pages = Array.from({ length: PAGES }, (_, index) =>
    readPage(pageOf(kilobytes * 1024, index * 100), `${SITE}/compare/${index}`),
  );
  const site = { host: 'tandemly.example', typed: 'tandemly.example', pages };
  const proposals = proposalsOf(site).length;
  return [`${kilobytes} KB`, String(proposals), milliseconds(bestOf(() => proposalsOf(site)))];
});
process.stdout.write(table([`${PAGES} pages of`, 'proposals', 'ms to propose'], proposing));

/** Reading it, and asking about one address for every crawler. */
function ask(text: string): void {
  const robots = robotsTxtOf(text);
  for (const { token } of AI_CRAWLERS) robots.allows(token, LONGEST);
}

const asked = Object.entries(ROBOTS).map(([name, robotsOf]) => {
  const text = robotsOf(MOST_ROBOTS_BYTES);
  return [name, bestOf(() => ask(text), 3)] as const;
});
const ordinary = asked[0]?.[1] ?? 0;
process.stdout.write(
  `\n${table(
    ['a robots.txt of 500 KB', 'ms to read and ask', 'times the first'],
    asked.map(([name, took]) => [name, milliseconds(took), (took / ordinary).toFixed(1)]),
  )}`,
);
