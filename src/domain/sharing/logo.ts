import { SightlineError } from '../errors.ts';
import { REPORT_LIMITS } from './shared-report.ts';

/** More than a screen or page shows; a picture with a few bytes may claim a billion pixels. */
const MOST_PIXELS = 4000;

/**
 * A picture as a `data:` URL, for an `img` only: there, an SVG runs and loads nothing, and is still refused if it tries
 * to. Detects the type by content, not by name.
 *
 * @throws SightlineError `invalid_argument`
 */
export function logoOf(bytes: Uint8Array): string {
  if (bytes.length > REPORT_LIMITS.logoBytes) {
    throw invalid(`A logo has at most ${REPORT_LIMITS.logoBytes / 1024} kB.`);
  }
  const size = pngSize(bytes) ?? jpegSize(bytes);
  if (size === null) return dataUrl('image/svg+xml', Buffer.from(checkedSvg(bytes)));
  if (size.width < 1 || size.height < 1 || Math.max(size.width, size.height) > MOST_PIXELS) {
    throw invalid(`A logo has at most ${MOST_PIXELS} pixels on a side.`);
  }
  return dataUrl(size.type, bytes);
}

function dataUrl(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

interface Size {
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Source: PNG (ISO/IEC 15948), 5.2 and 11.2.2: the signature, and the first chunk, which is IHDR. */
function pngSize(bytes: Uint8Array): Size | null {
  if (bytes.length < 33 || PNG.some((byte, at) => bytes[at] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Source: JPEG (ITU-T T.81), B.1 and B.2.2: segments up to the frame header, SOF0 to SOF15 without DHT, JPG, and DAC. */
function jpegSize(bytes: Uint8Array): Size | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
  }
  return null;
}

/** Features that a logo does not need: scripts, embedded pages, external styles, and entities. */
const UNSAFE_SVG = [
  /<\s*(?:[\w-]+:)?(?:script|foreignObject|iframe|object|embed|audio|video|animate|set|handler|listener)\b/i,
  /<!(?:DOCTYPE|ENTITY)/i,
  /<\?xml-stylesheet/i,
  /[\s"'/]on[a-z]+\s*=/i,
  /@import/i,
  /\b(?:href|src)\s*=\s*(?:"(?!#|data:image\/(?:png|jpeg);)|'(?!#|data:image\/(?:png|jpeg);)|[^"'\s])/i,
  /url\(\s*(?!["']?#)/i,
];

/** Source: XML 1.0, 2.5 and 2.8: the declaration and comments without `--` before the root element. */
const SVG_START = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:[^-]|-[^-])*-->\s*)*<svg[\s>]/;

function checkedSvg(bytes: Uint8Array): string {
  const text = utf8(bytes);
  if (text === null || !SVG_START.test(text)) {
    throw invalid('A logo is a PNG, a JPEG, or an SVG.');
  }
  if (UNSAFE_SVG.some((unsafe) => unsafe.test(text))) {
    throw invalid(
      'This SVG has a program, an entity, or a link to somewhere else in it. Export it as a plain drawing, or give a PNG.',
    );
  }
  return text;
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function invalid(message: string): SightlineError {
  return new SightlineError('invalid_argument', message);
}
