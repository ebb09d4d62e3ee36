/**
 * Chart styles for a standalone SVG: the stylesheet's paint and text rules in the light theme, without variables, page units, or
 * browser-only functions.
 */
export function pictureStyle(stylesheet: string): string {
  const css = withoutBlocks(stylesheet.replaceAll(/\/\*[\s\S]*?\*\//g, ''));
  const values = new Map(
    [...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .flatMap(([, selectors = '', body = '']) => {
      const kept = selectors.split(',').filter((each) => !/[:()]/.test(each));
      const painted = body.split(';').filter((each) => PAINT.test(each) || TYPE.test(each));
      const isOfDrawings = painted.some((each) => PAINT.test(each)) || selectors.trim().startsWith('.chart ');
      if (kept.length === 0 || !isOfDrawings) return [];
      const names = kept.map((each) => each.trim()).join();
      return `${names}{${painted.map((each) => settled(each.trim(), values)).join(';')}}`;
    })
    .join('\n');
}

const PAINT = /^\s*(?:fill|stroke|text-anchor|vector-effect)\b/;
const TYPE = /^\s*(?:font-size|font-weight|overflow): (?!hidden|auto)/;

/** Drops rules for phones, print, and browser features. */
function withoutBlocks(css: string): string {
  let kept = '';
  for (let at = 0; at < css.length; ) {
    const next = css.indexOf('@', at);
    if (next < 0) return kept + css.slice(at);
    kept += css.slice(at, next);
    at = endOfBlock(css, css.indexOf('{', next));
  }
  return kept;
}

function endOfBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return css.length;
}

const REM = 16;

function settled(declaration: string, values: ReadonlyMap<string | undefined, string | undefined>): string {
  let text = declaration;
  for (let depth = 0; depth < 4; depth += 1) {
    text = text
      .replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => values.get(name) ?? 'none')
      .replaceAll(/light-dark\(([^,()]+),[^()]*\)/g, '$1');
  }
  return text
    .replaceAll(/color-mix\(in srgb, (#\w{6}) (\d+)%, transparent\)/g, (_, color: string, share: string) =>
      color.concat(
        Math.round((255 * Number(share)) / 100)
          .toString(16)
          .padStart(2, '0'),
      ),
    )
    .replaceAll(/([\d.]+)rem\b/g, (_, size: string) => `${REM * Number(size)}px`);
}
