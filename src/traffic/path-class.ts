import type { PathClass } from './counted.ts';

/** Extensions of files that pages load, or that are data. PDF and office files are documents, so they are content. */
const ASSETS = new Set(
  (
    'css js mjs cjs map json jsonld webmanifest wasm xsl xslt xml ico cur png jpg jpeg gif svg webp avif bmp tif tiff ' +
    'apng heic woff woff2 ttf otf eot mp3 mp4 m4a m4v webm ogg ogv wav flac mov avi m3u8 ts vtt zip gz tgz bz2 7z rar ' +
    'dmg exe msi apk iso bin'
  ).split(' '),
);

/** Folders of frameworks and servers for what pages load: scripts, resized pictures, data. */
const ASSET_FOLDER =
  /^\/(?:_next|_nuxt|_astro|_app|_vercel|_gatsby|cdn-cgi|wp-json|wp-admin|\.well-known)(?:\/|$)/;

/** Files that tell robots and advertisers the rules. */
const ROBOTS = /^\/(?:robots|ads|app-ads|humans|security)\.txt$/;

/** Names of feeds. */
const FEED = /\.(?:rss|atom)$|^(?:rss|atom|feed)(?:\.xml)?$/;
const LIST = /\.(?:xml|txt)(?:\.gz)?$/;

/**
 * The class of a path, by its name alone: a page whose own name ends like a file (`/wiki/Node.js`) counts as
 * that file.
 *
 * @param target path and query
 */
export function pathClassOf(target: string): PathClass {
  const end = target.search(/[?#]/);
  const path = (end < 0 ? target : target.slice(0, end)).toLowerCase();
  if (ROBOTS.test(path)) return 'robots';
  const [name = '', folder = ''] = path.replace(/\/$/, '').split('/').reverse();
  // A page `/sitemap` is for people.
  const isSitemap = LIST.test(name) && (name.includes('sitemap') || /^sitemaps?$/.test(folder));
  if (isSitemap || FEED.test(name)) return 'sitemap';
  const dot = name.lastIndexOf('.');
  if (dot >= 0 && ASSETS.has(name.slice(dot + 1))) return 'asset';
  // A page's data, which a framework asks for at the page's own path.
  const isData = end >= 0 && /[?#&]_(?:rsc|data)=/.test(target.slice(end));
  return isData || ASSET_FOLDER.test(path) ? 'asset' : 'content';
}
