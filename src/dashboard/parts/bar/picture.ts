import { shortened } from '../../charts/labels.ts';
import type { Drawing, Piece, Sheet } from '../../markup/drawing.ts';
import { type Html, html } from '../../markup/html.ts';

/** Text around a drawing. */
export interface Around {
  readonly title: string;
  /** The number of answers, their days, and their filters. */
  readonly facts: string;
  /** Source and date. */
  readonly source: string;
  /** From `pictureStyle`. */
  readonly style: string;
}

/** A font stack that every system supports. */
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** Light theme colors: the stylesheet's `--ink`, `--muted`, and `--line`. */
const [INK, MUTED, LINE] = ['#15181e', '#5a6270', '#dfe2e7'];

interface Format {
  readonly width: number;
  /** Null for the height of its content. */
  readonly height: number | null;
  readonly margin: number;
  readonly title: number;
  readonly small: number;
  /** Limits for scaling a drawing. */
  readonly scales: readonly [number, number];
}

const PICTURE: Format = { width: 1000, height: null, margin: 32, title: 20, small: 13, scales: [1, 1] };
/** 16:9. */
const SLIDE: Format = { width: 1280, height: 720, margin: 56, title: 32, small: 16, scales: [0.9, 2] };

/** A standalone SVG with a title, the number of answers, the days, and the source. */
export function pictureOf(drawing: Drawing, around: Around): string {
  return alone(drawnIn(PICTURE, drawing, around));
}

/** A 1280 by 720 slide. Counts the table rows that do not fit. */
export function slideOf(drawing: Drawing, around: Around): string {
  return alone(drawnIn(SLIDE, drawing, around));
}

/** Removes links, and control characters that XML forbids. */
function alone(svg: Html): string {
  return svg
    .toString()
    .replaceAll(/ href="[^"]*"/g, '')
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
    .toWellFormed();
}

function drawnIn(format: Format, { drawn }: Drawing, { title, facts, source, style }: Around): Html {
  const { width, margin, small } = format;
  const inner = width - 2 * margin;
  const lines = linesOf(title, Math.floor(inner / (0.52 * format.title)), 3);
  const top = margin + lines.length * 1.3 * format.title + 16;
  const foot = 2 * 1.6 * small + 8;
  const room = format.height === null ? null : format.height - top - foot - margin;
  const body =
    'pieces' in drawn ? piecesIn(drawn.pieces, format, room) : sheetIn(drawn.sheet, inner, format, room);
  const bottom = format.height === null ? top + body.height + foot : format.height - margin;
  const texts = lines.map(
    (line, index) =>
      html`<text x="${margin}" y="${margin + (index + 0.8) * 1.3 * format.title}" font-size="${format.title}" font-weight="600">${line}</text>`,
  );
  const under = [facts, source].map(
    (line, index) =>
      html`<text x="${margin}" y="${bottom - (1 - index) * 1.6 * small}" font-size="${small}" style="fill: ${MUTED}">${shortened(line, Math.floor(inner / (0.5 * small)))}</text>`,
  );
  const height = format.height ?? bottom + margin;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${Math.ceil(height)}" viewBox="0 0 ${width} ${Math.ceil(height)}" font-family="${FONT}" fill="${INK}"><title>${title}</title><style>${style}</style><rect width="100%" height="100%" fill="#ffffff"/>${texts}<g transform="translate(${margin} ${top}) scale(${body.scale})">${body.svg}</g>${under}</svg>
`;
}

interface Body {
  readonly svg: Html;
  readonly scale: number;
  readonly height: number;
}

const GAP = 12;
/** Labels beside a drawing have little space. */
const MOST_WITH_NAMES = 1.35;

function piecesIn(pieces: readonly Piece[], { width, margin, scales }: Format, room: number | null): Body {
  const tall = pieces.reduce((sum, { height }) => sum + height + GAP, 0);
  const isNamed = pieces.some(({ name }) => name !== undefined);
  const scale = Math.min(scaleFor(tall, room, scales), isNamed ? MOST_WITH_NAMES : scales[1]);
  const wide = (width - 2 * margin) / scale;
  let y = 0;
  const rows = pieces.map(({ svg, height, left, right, name, text }) => {
    const at = y;
    y += height + GAP;
    const middle = height / 2 + 5;
    const fitting = (side: number, words: string) => shortened(words, Math.floor(side / 6.6));
    return html`<g transform="translate(0 ${at})">${name !== undefined && html`<text x="0" y="${middle}" style="fill: ${INK}; font-size: 13px">${fitting(left, name)}</text>`}<svg x="${left}" y="0" width="${wide - left - right}" height="${height}" overflow="visible">${svg}</svg>${text !== undefined && html`<text x="${wide - right + 16}" y="${middle}" style="fill: ${INK}; font-size: 13px">${fitting(right - 16, text)}</text>`}</g>`;
  });
  return { svg: html`<g class="chart">${rows}</g>`, scale, height: tall * scale };
}

function scaleFor(tall: number, room: number | null, [least, most]: Format['scales']): number {
  return room === null ? 1 : Math.max(least, Math.min(most, room / tall));
}

const ROW = 30;
/** Average character width at 13 pixels, and cell padding. */
const [CHARACTER, PADDING] = [6.7, 20];

function sheetIn({ heads, rows }: Sheet, inner: number, { scales }: Format, room: number | null): Body {
  const scale = scaleFor((rows.length + 1.5) * ROW, room, scales);
  const fits = room === null ? rows.length : Math.floor(room / scale / ROW - 1.5);
  const shown = rows.length <= fits ? rows : rows.slice(0, fits - 1);
  const left = rows.length - shown.length;
  const widths = widthsOf([heads.map(({ label }) => label), ...shown], inner / scale);
  const starts = widths.map((_, index) => widths.slice(0, index).reduce((sum, each) => sum + each, 0));
  const cell = (text: string, column: number, line: number, style: string) => {
    const isFigure = heads[column]?.isFigure ?? false;
    const x = (starts[column] ?? 0) + (isFigure ? (widths[column] ?? 0) - PADDING : 0);
    const words = shortened(text, Math.floor(((widths[column] ?? 0) - PADDING / 2) / CHARACTER));
    return html`<text x="${Math.round(x)}" y="${line * ROW + 20}" text-anchor="${isFigure ? 'end' : 'start'}" font-size="13" style="${style}">${words}</text>`;
  };
  const rule = (line: number) =>
    html`<line x1="0" x2="${inner / scale}" y1="${line * ROW + 30}" y2="${line * ROW + 30}" stroke="${LINE}"/>`;
  const svg = html`${heads.map(({ label }, column) => cell(label, column, 0, `fill: ${MUTED}`))}${rule(0)}${shown.map((row, index) => [row.map((text, column) => cell(text, column, index + 1, column === 0 ? 'font-weight: 600' : '')), rule(index + 1)])}${left > 0 && html`<text x="0" y="${(shown.length + 1) * ROW + 20}" font-size="13" fill="${MUTED}">and ${left} more</text>`}`;
  return { svg, scale, height: (shown.length + 1.5 + (left > 0 ? 1 : 0)) * ROW * scale };
}

/** Natural column widths, with the widest reduced until all fit; spare width is divided equally. */
function widthsOf(rows: readonly (readonly string[])[], room: number): number[] {
  const [heads = []] = rows;
  const widths = heads.map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length * CHARACTER + PADDING)),
  );
  const sum = () => widths.reduce((all, each) => all + each, 0);
  while (sum() > room && Math.max(...widths) > PADDING + 4 * CHARACTER) {
    widths[widths.indexOf(Math.max(...widths))] = Math.max(...widths) - CHARACTER;
  }
  const rest = Math.max(0, room - sum()) / widths.length;
  return widths.map((each) => each + rest);
}

/** Wraps text at a number of characters, and truncates after the last line. */
function linesOf(text: string, most: number, lines: number): string[] {
  const found: string[] = [''];
  for (const word of text.split(/\s+/)) {
    const last = found.at(-1) ?? '';
    if (last === '' || last.length + 1 + word.length <= most)
      found[found.length - 1] = `${last} ${word}`.trim();
    else found.push(word);
  }
  const shown = found.slice(0, lines);
  return shown.map((line, index) =>
    shortened(index === lines - 1 && found.length > lines ? `${line} …` : line, most),
  );
}
