import { siteOf } from './site.ts';

/** Site kinds for a brand that wants mentions there, in the order of recommendation tiers. */
export const SITE_KINDS = ['own_page', 'listing', 'community', 'marketplace'] as const;
export type SiteKind = (typeof SITE_KINDS)[number];

/** Kinds for sites that are not the brand's own. */
export const OTHER_KINDS = ['listing', 'community', 'marketplace'] as const;
export type OtherKind = (typeof OTHER_KINDS)[number];

/** Kinds of cited hosts: the brand's, a competitor's, or anybody else's. */
export const SOURCE_KINDS = [...SITE_KINDS, 'competitor'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** 1 own page, 2 listing, 3 community, 4 marketplace. */
export function tierOf(kind: SiteKind): number {
  return SITE_KINDS.indexOf(kind) + 1;
}

/** The owner's choice for a host's site. */
export interface SiteChoice {
  readonly host: string;
  readonly kind: OtherKind;
}

/**
 * The kind of a site that is not the brand's own: the owner's choice, or else the kind of the cited hosts if they
 * agree. A site with unknown or mixed hosts is a listing: editors decide whom to name.
 *
 * @param hosts the site's cited hosts
 */
export function kindOf(site: string, hosts: readonly string[], choices: readonly SiteChoice[]): OtherKind {
  const chosen = choices.find(({ host }) => siteOf(host) === site)?.kind;
  if (chosen !== undefined) return chosen;
  const [kind = 'listing', ...others] = new Set(hosts.map((host) => kindOfHost(host, site)));
  return others.length === 0 ? kind : 'listing';
}

function kindOfHost(host: string, site: string): OtherKind {
  const known = WELL_KNOWN.get(host) ?? WELL_KNOWN.get(site) ?? WELL_KNOWN.get(`${nameIn(site)}.*`);
  const isCommunity = COMMUNITY_HOSTS.test(host) || COMMUNITY_SITES.test(site);
  return known ?? (isCommunity ? 'community' : 'listing');
}

/** A site's registered label: `amazon` in `amazon.co.uk`. */
function nameIn(site: string): string {
  return site.slice(0, site.indexOf('.'));
}

/** Names that practically only communities have: a host's first label, or a word of a site. */
const COMMUNITY_HOSTS = /^(?:community|communities|forums?|discuss|discussions?|discourse)\./;
const COMMUNITY_SITES = /(?:^|-)(?:forums?|community)(?:-|\.)|forums?\./;

/** Sites by registrable name, or hosts; `name.*` is that name under any suffix. Each group has one reason. */
const GROUPS: readonly {
  readonly kind: OtherKind;
  readonly why: string;
  /** Separated by spaces. */
  readonly sites: string;
}[] = [
  {
    kind: 'community',
    why: 'Members post and answer; nobody can buy a place.',
    sites: 'reddit.com quora.com news.ycombinator.com ycombinator.com lemmy.world resetera.com',
  },
  {
    kind: 'community',
    why: 'Questions and answers of experts, rated by each other.',
    sites: 'stackoverflow.com stackexchange.com superuser.com serverfault.com askubuntu.com',
  },
  {
    kind: 'community',
    why: 'Forums of a trade or a hobby.',
    sites: `
      spiceworks.com indiehackers.com head-fi.org avsforum.com bogleheads.org flyertalk.com
      mumsnet.com digitalpoint.com warriorforum.com hardforum.com xda-developers.com`,
  },
  {
    kind: 'community',
    why: 'Social networks: what is cited are posts of users.',
    sites: `
      facebook.com instagram.com threads.net threads.com x.com twitter.com bsky.app linkedin.com
      xing.com tiktok.com pinterest.* tumblr.com vk.com weibo.com zhihu.com xiaohongshu.com
      mastodon.social discord.com discord.gg t.me telegram.org`,
  },
  {
    kind: 'community',
    why: 'Videos that users publish and discuss.',
    sites: 'youtube.com youtu.be vimeo.com twitch.tv bilibili.com dailymotion.com',
  },
  {
    kind: 'community',
    why: 'Articles that anyone may publish.',
    sites: 'medium.com substack.com dev.to hashnode.dev note.com qiita.com hackernoon.com',
  },
  {
    kind: 'community',
    why: 'Reference works that volunteers write by rules of their own.',
    sites: 'wikipedia.org fandom.com wikihow.com wikidata.org namu.wiki',
  },
  {
    kind: 'community',
    why: 'Projects discussed where they are developed.',
    sites: 'github.com gitlab.com huggingface.co kaggle.com',
  },
  {
    kind: 'marketplace',
    why: 'Shops in which many sellers offer: a product is there or it is not.',
    sites: `
      amazon.* ebay.* etsy.com walmart.* target.com bestbuy.* aliexpress.com alibaba.com temu.com
      wayfair.* newegg.com rakuten.* mercadolibre.* mercadolivre.com.br flipkart.com allegro.pl
      otto.de zalando.* bol.com cdiscount.com fnac.com shopee.* lazada.* homedepot.com lowes.com
      costco.* mediamarkt.* coupang.com jd.com taobao.com tmall.com`,
  },
  {
    kind: 'marketplace',
    why: 'Stores of apps, plugins, and integrations.',
    sites: `
      apps.apple.com play.google.com chromewebstore.google.com wordpress.org appsource.microsoft.com
      appexchange.salesforce.com producthunt.com appsumo.com steampowered.com`,
  },
  {
    kind: 'marketplace',
    why: 'Bookings of places and trips, listed by who offers them.',
    sites: 'booking.com expedia.* airbnb.* hotels.com agoda.com opentable.* trip.com vrbo.com',
  },
  {
    kind: 'marketplace',
    why: 'Work that is offered and bought there.',
    sites: 'upwork.com fiverr.com freelancer.com toptal.com thumbtack.com houzz.*',
  },
  {
    kind: 'listing',
    why: 'Directories that compare and rate. They would be listings anyway, whatever their hosts are named.',
    sites: `
      g2.com capterra.* getapp.* softwareadvice.* trustradius.com trustpilot.com gartner.com
      tripadvisor.* yelp.* clutch.co alternativeto.net`,
  },
  {
    kind: 'listing',
    why: 'Named like a community, without being one.',
    sites: 'weforum.org',
  },
];

const WELL_KNOWN: ReadonlyMap<string, OtherKind> = new Map(
  GROUPS.flatMap(({ kind, sites }) =>
    sites
      .trim()
      .split(/\s+/)
      .map((site) => [site, kind] as const),
  ),
);
