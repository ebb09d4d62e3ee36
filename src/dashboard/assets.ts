import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** A static file. Its address includes a content hash, so browsers may cache it forever. */
export interface Asset {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

/** The stylesheet and the script, each concatenated from its folder in name order. */
export function loadAssets(): { readonly style: Asset; readonly script: Asset } {
  return {
    style: asset('style.css', 'text/css; charset=utf-8', partsIn('style').join('\n')),
    // A module: the parts share their names, and pages see none.
    script: asset('sightline.js', 'text/javascript; charset=utf-8', partsIn('script').join('\n')),
  };
}

function asset(name: string, type: string, body: string): Asset {
  return { path: `/assets/${hash('sha256', body, 'hex').slice(0, 12)}/${name}`, type, body };
}

function partsIn(folder: string): string[] {
  const at = new URL(`assets/${folder}/`, import.meta.url);
  return readdirSync(at)
    .toSorted()
    .map((name) => short(readFileSync(new URL(name, at), 'utf8')));
}

/** Without indentation and comments on lines of their own, a sixth of the compressed bytes. No text of several lines begins with blanks. */
function short(source: string): string {
  return source.replace(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)$/gm, '').replace(/^\s+/gm, '');
}
