import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** A file that pages refer to. Its address changes with its content, so browsers may keep it forever. */
export interface Asset {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

/** The one stylesheet and the one module, each made of the parts in its folder, in the order of their names. */
export function loadAssets(): { readonly style: Asset; readonly script: Asset } {
  return {
    style: asset('style.css', 'text/css; charset=utf-8', partsIn('style').join('\n')),
    // A block each, so that parts cannot use each other's names.
    script: asset(
      'sightline.js',
      'text/javascript; charset=utf-8',
      partsIn('script')
        .map((part) => `{\n${part}}\n`)
        .join(''),
    ),
  };
}

function asset(name: string, type: string, body: string): Asset {
  return { path: `/assets/${hash('sha256', body, 'hex').slice(0, 12)}/${name}`, type, body };
}

function partsIn(folder: string): string[] {
  const at = new URL(`assets/${folder}/`, import.meta.url);
  return readdirSync(at)
    .toSorted()
    .map((name) => readFileSync(new URL(name, at), 'utf8'));
}
