import type { Types } from '../capabilities.ts';
import { fillLater } from './fill-later.ts';

/** Which sites and pages are cited, on each engine, and beside whom. */
export const cited = (t: Types): string[] => [
  // What a host is to a brand, where its owner chose it (domain/site-kinds.ts has the rest).
  `create table brand_sites (
    brand_id integer not null references brands (id),
    host ${t.text} not null,
    kind ${t.text} not null check (kind in ('listing', 'community', 'marketplace')),
    primary key (brand_id, host)
  )`,
  // Every page that a brand's answers cite. digest is of its key (domain/page.ts), which may be longer than an index takes;
  // title is the first that an engine gave.
  `create table cited_pages (
    brand_id integer not null references brands (id),
    id integer not null,
    digest ${t.text} not null,
    url ${t.text} not null,
    title ${t.text},
    primary key (brand_id, id),
    unique (brand_id, digest)
  )`,
  // engine repeats the answer's; site is the host's (domain/site.ts). first_of_site and first_of_page mark one citation per
  // answer and site or page, as first_of_host does. rival repeats whether the answer names a competitor tracked now.
  `alter table citations add column engine ${t.text} not null default ''`,
  `alter table citations add column site ${t.text} not null default ''`,
  'alter table citations add column page_id integer not null default 0',
  'alter table citations add column first_of_site smallint not null default 0',
  'alter table citations add column first_of_page smallint not null default 0',
  'alter table citations add column rival smallint not null default 0',
  // The ragged edges of a window; the pages of one engine; and the answers behind a host, a site, and a page, newest first.
  // The first citation of a host or site is the first of its page as well, so no index needs the others.
  'drop index citations_of_edge',
  `create index citations_of_edge on citations
    (brand_id, engine, collected_at, site, host, page_id, first_of_host, first_of_site, named, rival)
    where first_of_page = 1`,
  `create index citations_of_host on citations (brand_id, host, collected_at, answer_id) where first_of_host = 1`,
  `create index citations_of_site on citations
    (brand_id, site, collected_at, answer_id, engine, page_id, first_of_site, named, rival) where first_of_page = 1`,
  `create index citations_of_page on citations (brand_id, page_id, collected_at, answer_id, engine, named, rival)
    where first_of_page = 1`,
  // Per host on all engines together, with engine '', and in fewer spans on each of them. The site_ columns count one host per answer and
  // site, so that they add up to the answers that cite the site: all, those that name the brand itself, and gaps, which
  // name a competitor and not the brand itself.
  'drop table source_counts',
  `create table source_counts (
    brand_id integer not null references brands (id),
    span smallint not null,
    engine ${t.text} not null,
    block integer not null,
    site ${t.text} not null,
    host ${t.text} not null,
    answers integer not null,
    named integer not null,
    site_answers integer not null,
    site_named integer not null,
    site_gaps integer not null,
    primary key (brand_id, span, engine, block, site, host)${t.covering('answers', 'named', 'site_answers', 'site_named', 'site_gaps')}
  )${t.clustered}`,
  // Per page on all engines together, in blocks of one length: there are so many pages that only those near the top are
  // looked at, which the index has in order.
  `create table page_counts (
    brand_id integer not null references brands (id),
    site ${t.text} not null,
    block integer not null,
    page_id integer not null,
    answers integer not null,
    named integer not null,
    rivals integer not null,
    gaps integer not null,
    primary key (brand_id, site, block, page_id)
  )${t.clustered}`,
  'create index page_counts_of_block on page_counts (brand_id, block, answers desc, site, page_id)',
  fillLater('cited', 'brands'),
];
