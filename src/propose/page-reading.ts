import { Parser } from 'htmlparser2';
import { type RobotsRule, rulesInMeta } from './robots-rules.ts';
import { pageDateIn, type Thing, thingsIn } from './structured-data.ts';

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
}

export interface Link {
  /** Absolute, http or https, without a fragment. */
  readonly url: string;
  readonly text: string;
}

/** The parts that proposals and facts need from an HTML page. */
export interface PageReading {
  /** Its address after redirects. */
  readonly url: string;
  readonly title: string | null;
  /** `og:site_name` */
  readonly siteName: string | null;
  readonly description: string | null;
  /** The page's own `lang`. */
  readonly language: string | null;
  /** `link rel=alternate hreflang`: the exact code, with the address. */
  readonly alternates: readonly { readonly code: string; readonly url: string }[];
  readonly canonical: string | null;
  /** Rules from its meta elements. */
  readonly robots: readonly RobotsRule[];
  /** The exact metadata dates. */
  readonly published: string | null;
  readonly changed: string | null;
  readonly headings: readonly Heading[];
  readonly links: readonly Link[];
  /** The things that its structured data (JSON-LD) describes. */
  readonly things: readonly Thing[];
  /** The visible text, a line per block. */
  readonly text: string;
}

/** Sightline doesn't trust pages, so it limits each list. */
const MOST_HEADINGS = 300;
const MOST_LINKS = 1500;
const MOST_ALTERNATES = 200;
const MOST_THINGS = 300;
const MOST_RULES = 100;
const MOST_TEXT = 200_000;
const LONGEST_LINE = 300;
/** Characters of a line to read, with the blanks that it loses. */
const LONGEST_READ = 4 * LONGEST_LINE;
/** Nesting depth; human-made pages stay below 100. */
const DEEPEST = 250;
/** How deep headings and links may nest. */
const DEEPEST_CAPTURE = 8;

const INVISIBLE: ReadonlySet<string> = new Set(['style', 'noscript', 'template', 'svg', 'iframe', 'select']);

/** Elements within their surrounding line. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code em font i mark q s small span strong sub sup time u wbr'.split(' '),
);

/** Reads a page. Its content is only data: nothing runs, and Sightline fetches nothing that it names. */
export function readPage(html: string, url: string): PageReading {
  const reader = new PageReader(url);
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      // The parser's time grows with the square of the depth, so it stops here.
      if (depth > DEEPEST) parser.pause();
      else reader.open(name, attributes);
    },
    ontext: (text) => reader.text(text),
    onclosetag: (name) => {
      depth -= 1;
      reader.close(name);
    },
  });
  parser.write(html);
  if (depth <= DEEPEST) parser.end();
  return reader.reading();
}

type Attributes = Readonly<Record<string, string>>;

/** An open element whose text is still arriving. */
interface Capture {
  readonly name: string;
  readonly pieces: string[];
  length: number;
  readonly done: (text: string) => void;
}

class PageReader {
  readonly #url: string;
  /** From the first base element (HTML, section 2.4.1). */
  #base: string | null = null;
  readonly #meta = new Map<string, string>();
  #title: string | null = null;
  #language: string | null = null;
  #canonical: string | null = null;
  readonly #alternates: { code: string; url: string }[] = [];
  readonly #headings: Heading[] = [];
  readonly #links: Link[] = [];
  readonly #things: Thing[] = [];
  readonly #robots: RobotsRule[] = [];
  readonly #pieces: string[] = [];
  #length = 0;
  /** Innermost last. */
  readonly #captures: Capture[] = [];
  #unseen = 0;
  #isData = false;
  #data = '';

  constructor(url: string) {
    this.#url = url;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'script') {
      this.#isData = /^application\/ld\+json\b/i.test((attributes.type ?? '').trim());
      this.#data = '';
      this.#unseen += 1;
      return;
    }
    if (INVISIBLE.has(name)) this.#unseen += 1;
    if (!INLINE.has(name)) this.#append('\n');
    if (name === 'html') this.#language ??= attributes.lang?.trim() || null;
    else if (name === 'base') this.#base ??= this.#absolute(attributes.href);
    else if (name === 'meta') this.#note(attributes);
    else if (name === 'link') this.#relate(attributes);
    else if (name === 'title' && this.#title === null && this.#unseen === 0) {
      this.#capture(name, (text) => {
        this.#title ??= text || null;
      });
    } else if (/^h[1-6]$/.test(name) && this.#headings.length < MOST_HEADINGS) {
      const level = Number(name[1]);
      this.#capture(name, (text) => {
        if (text !== '' && this.#headings.length < MOST_HEADINGS) this.#headings.push({ level, text });
      });
    } else if (name === 'a' && attributes.href !== undefined && this.#links.length < MOST_LINKS) {
      const url = this.#absolute(attributes.href);
      this.#capture(name, (text) => {
        if (url !== null && this.#links.length < MOST_LINKS) this.#links.push({ url, text });
      });
    }
  }

  text(text: string): void {
    if (this.#isData) this.#data += text;
    else if (this.#unseen === 0) this.#append(text);
  }

  close(name: string): void {
    if (name === 'script') {
      if (this.#isData) this.#things.push(...thingsIn(this.#data, MOST_THINGS - this.#things.length));
      this.#isData = false;
      this.#unseen = Math.max(0, this.#unseen - 1);
      return;
    }
    if (INVISIBLE.has(name)) this.#unseen = Math.max(0, this.#unseen - 1);
    if (!INLINE.has(name)) this.#append('\n');
    const taken = this.#captures.at(-1);
    if (taken?.name !== name) return;
    this.#captures.pop();
    taken.done(onOneLine(taken.pieces.join('')));
  }

  reading(): PageReading {
    const things = this.#things;
    const meta = (name: string) => this.#meta.get(name) ?? null;
    return {
      url: this.#url,
      title: this.#title,
      siteName: meta('og:site_name'),
      description: meta('description') ?? meta('og:description'),
      language: this.#language,
      alternates: this.#alternates,
      canonical: this.#canonical,
      robots: this.#robots,
      published: meta('article:published_time') ?? pageDateIn(things, 'published'),
      changed: meta('article:modified_time') ?? pageDateIn(things, 'changed'),
      headings: this.#headings,
      links: this.#links,
      things,
      text: linesOf(this.#pieces.join('')),
    };
  }

  #capture(name: string, done: (text: string) => void): void {
    if (this.#captures.length < DEEPEST_CAPTURE) this.#captures.push({ name, pieces: [], length: 0, done });
  }

  #append(text: string): void {
    const [outer] = this.#captures;
    for (const each of this.#captures) {
      if (each.length >= LONGEST_READ) continue;
      each.pieces.push(text);
      each.length += text.length;
    }
    // A title is not part of the page's text.
    if (outer?.name === 'title' || this.#length > MOST_TEXT) return;
    this.#pieces.push(text);
    this.#length += text.length;
  }

  /** Each name's first occurrence counts, but every rule for robots. */
  #note(attributes: Attributes): void {
    const name = (attributes.name ?? attributes.property ?? '').trim().toLowerCase();
    const content = onOneLine(attributes.content ?? '');
    if (this.#robots.length < MOST_RULES) this.#robots.push(...rulesInMeta(name, content));
    if (name !== '' && content !== '' && !this.#meta.has(name)) this.#meta.set(name, content);
  }

  #relate({ rel = '', href, hreflang }: Attributes): void {
    const relations = rel.toLowerCase().split(/\s+/);
    const isCanonical = relations.includes('canonical') && this.#canonical === null;
    const isAlternate =
      relations.includes('alternate') && hreflang && this.#alternates.length < MOST_ALTERNATES;
    const url = isCanonical || isAlternate ? this.#absolute(href) : null;
    if (url === null) return;
    if (isCanonical) this.#canonical = url;
    if (isAlternate) this.#alternates.push({ code: hreflang.trim(), url });
  }

  #absolute(href: string | undefined): string | null {
    const text = href?.trim() ?? '';
    const url = text === '' || text.length > 2000 ? null : URL.parse(text, this.#base ?? this.#url);
    if (url === null) return null;
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
    url.hash = '';
    // The page is the same without a login, which Sightline never sends or stores.
    url.username = '';
    url.password = '';
    return url.href;
  }
}

function onOneLine(text: string): string {
  return text.slice(0, LONGEST_READ).replace(/\s+/g, ' ').trim().slice(0, LONGEST_LINE);
}

function linesOf(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
