import { encode } from 'uqr';
import { type Html, html } from '../markup/html.ts';

/** In modules (ISO/IEC 18004). It is white in every theme, because many cameras read no light code on a dark ground. */
const QUIET_ZONE = 4;

/** A text as a QR code, for a camera. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const rows = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${rows.join('')}" fill="#000"/></svg>`;
}
