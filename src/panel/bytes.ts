import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * Columns as zstd-compressed bytes: the length of a JSON header, the header, then the arrays as they are in memory,
 * little endian, each aligned to 8 bytes. The header gives each array's name, type, and length, so any program with
 * zstd and JSON can read a segment (docs/decisions/003-packed-panel.md has a Python example).
 */

const TYPES = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  f64: Float64Array,
} as const;

/** Non-negative integers; above 32 bits exact up to 2 ** 53. */
export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

type TypeName = keyof typeof TYPES;

/** A column's number at a place. @throws RangeError outside the column */
export function at(column: Column, place: number): number {
  const value = column[place];
  if (value === undefined) throw new RangeError(`no place ${place} among ${column.length}`);
  return value;
}

/** The narrowest array that holds these integers; negative ones need the widest. */
export function narrow(values: Column | readonly number[]): Column {
  let [least, most] = [0, 0];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    if (value > most) most = value;
    if (value < least) least = value;
  }
  if (least < 0) return new Float64Array(values);
  if (most < 2 ** 8) return new Uint8Array(values);
  if (most < 2 ** 16) return new Uint16Array(values);
  return most < 2 ** 32 ? new Uint32Array(values) : new Float64Array(values);
}

/** Arrays by name, with further facts that must be JSON. */
export interface Packed<Facts> {
  readonly facts: Facts;
  readonly columns: Readonly<Record<string, Column>>;
}

interface Header {
  readonly format: number;
  readonly facts: unknown;
  readonly columns: readonly (readonly [name: string, type: TypeName, length: number])[];
}

/** Raise this when columns change meaning, with a migration that repacks stored segments from the raw rows. */
const FORMAT = 3;

const ALIGNMENT = 8;

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

function typeOf(column: Column): TypeName {
  if (column instanceof Uint8Array) return 'u8';
  if (column instanceof Uint16Array) return 'u16';
  return column instanceof Uint32Array ? 'u32' : 'f64';
}

export function bytesOf({ facts, columns }: Packed<unknown>): Uint8Array {
  const entries = Object.entries(columns);
  const listed = entries.map(([name, column]) => [name, typeOf(column), column.length] as const);
  const header = Buffer.from(JSON.stringify({ format: FORMAT, facts, columns: listed } satisfies Header));
  const start = aligned(4 + header.length);
  const size = entries.reduce((sum, [, column]) => sum + aligned(column.byteLength), start);
  const all = new Uint8Array(size);
  new DataView(all.buffer).setUint32(0, header.length, true);
  all.set(header, 4);
  let offset = start;
  for (const [, column] of entries) {
    all.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), offset);
    offset += aligned(column.byteLength);
  }
  return zstdCompressSync(all);
}

/** The arrays share one buffer without copying. @throws Error if the bytes have another format */
export function packedIn<Facts>(bytes: Uint8Array): Packed<Facts> {
  const all = zstdDecompressSync(bytes);
  // Node may return a slice from a larger buffer, in which nothing is aligned.
  const own = all.byteOffset % ALIGNMENT === 0 ? all : new Uint8Array(all);
  const view = new DataView(own.buffer, own.byteOffset, own.byteLength);
  const length = view.getUint32(0, true);
  const header = JSON.parse(Buffer.from(own.subarray(4, 4 + length)).toString('utf8')) as Header;
  if (header.format !== FORMAT) throw new Error(`a segment of format ${header.format}, not ${FORMAT}`);
  const columns: Record<string, Column> = {};
  let offset = aligned(4 + length);
  for (const [name, type, count] of header.columns) {
    const column = new TYPES[type](own.buffer, own.byteOffset + offset, count);
    columns[name] = column;
    offset += aligned(column.byteLength);
  }
  return { facts: header.facts as Facts, columns };
}
