/** `#rrggbb`, in lower case. */
const COLOR = /^#[0-9a-f]{6}$/;

/** A color as stored; null if the text is none. */
export function colorOf(text: string): string | null {
  const color = text.trim().toLowerCase();
  return COLOR.test(color) ? color : null;
}

/**
 * A color's contrast with white, from 1 (none) to 21 (black).
 *
 * Source: WCAG 2.2, relative luminance and contrast ratio.
 */
export function contrastWithWhite(color: string): number {
  return 1.05 / (luminanceOf(color) + 0.05);
}

/** The minimum for normal text on white. Source: WCAG 2.2, success criterion 1.4.3. */
export const LEAST_CONTRAST = 4.5;

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
