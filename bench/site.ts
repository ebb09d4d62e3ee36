/**
 * Measures reading a site's pages and proposing from them, on one core, without the network.
 *
 *   npm run bench:site
 */

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

/** A page of this many bytes that is made to be slow. */
const HOSTILE: Readonly<Record<string, (bytes: number) => string>> = {
  'open elements': (bytes) => '<div>'.repeat(bytes / 5),
  'headings in headings': (bytes) => '<h2>a '.repeat(bytes / 6),
  'JSON-LD in brackets': (bytes) => `<script type="application/ld+json">${'['.repeat(bytes - 40)}`,
  'attributes without end': (bytes) => `<a ${'href=x '.repeat(bytes / 7)}`,
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
const hostile = Object.entries(HOSTILE).map(([name, pageFor]) => {
  const html = pageFor(MOST_BYTES);
  return [`2048 KB: ${name}`, milliseconds(bestOf(() => readPage(html, `${SITE}/`), 3))];
});
process.stdout.write(`${table(['a page', 'ms to read'], [...read, ...hostile])}\n`);

const proposing = sizes.map((kilobytes) => {
  const pages = Array.from({ length: PAGES }, (_, index) =>
    readPage(pageOf(kilobytes * 1024, index * 100), `${SITE}/compare/${index}`),
  );
  const site = { host: 'tandemly.example', typed: 'tandemly.example', pages };
  const proposals = proposalsOf(site).length;
  return [`${kilobytes} KB`, String(proposals), milliseconds(bestOf(() => proposalsOf(site)))];
});
process.stdout.write(table([`${PAGES} pages of`, 'proposals', 'ms to propose'], proposing));
