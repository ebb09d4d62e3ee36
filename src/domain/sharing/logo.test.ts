import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logoOf } from './logo.ts';
import { REPORT_LIMITS } from './shared-report.ts';

function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  bytes.write('IHDR', 12);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** With an application segment before the frame header. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2]), frame]);
}

const svg = (inside: string, open = '<svg xmlns="http://www.w3.org/2000/svg">') =>
  Buffer.from(`${open}${inside}</svg>`);

test("a picture's bytes decide its type", () => {
  assert.match(logoOf(png(88, 44)), /^data:image\/png;base64,iVBORw0KGgo/);
  assert.match(logoOf(jpeg(88, 44)), /^data:image\/jpeg;base64,\/9j\//);
  const drawing =
    '<defs><path id="a" d="M0 0h9"/></defs><use href="#a" fill="url(#b)"/><title>on = off</title>';
  const url = logoOf(svg(drawing, '<?xml version="1.0"?>\n<!-- made by hand -->\n<svg viewBox="0 0 9 9">'));
  assert.match(url, /^data:image\/svg\+xml;base64,/);
  assert.match(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64').toString(), /<use href="#a"/);
});

test('accepts a picture of the largest size, and refuses a larger one', () => {
  const full = Buffer.concat([png(4000, 4000), Buffer.alloc(REPORT_LIMITS.logoBytes - 33)]);
  assert.ok(logoOf(full).length > REPORT_LIMITS.logoBytes);
  assert.throws(() => logoOf(Buffer.concat([full, Buffer.alloc(1)])), /at most 200 kB/);
  assert.throws(() => logoOf(png(4001, 1)), /at most 4000 pixels/);
  assert.throws(() => logoOf(jpeg(1, 0)), /pixels/);
});

for (const [what, bytes] of [
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<html><svg></svg></html>')],
  ['a GIF', Buffer.from('GIF89a')],
  ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2])],
  ['a text that is no UTF-8', Buffer.from([0x3c, 0x73, 0x76, 0x67, 0x3e, 0xff])],
] as const) {
  test(`${what} is no logo`, () => assert.throws(() => logoOf(bytes), /A logo is a PNG, a JPEG, or an SVG/));
}

for (const inside of [
  '<script>alert(1)</script>',
  '<SCRIPT/>',
  '<svg:script xmlns:svg="http://www.w3.org/2000/svg">1</svg:script>',
  '<rect onload="alert(1)"/>',
  "<rect\nonclick='1'/>",
  '<foreignObject/>',
  '<image href="https://evil.example/x.png"/>',
  "<image xlink:href='//evil.example/x'/>",
  '<use href="data:image/svg+xml;base64,PHN2Zz4="/>',
  '<use href="other.svg#a"/>',
  '<a href="javascript:alert(1)"/>',
  '<style>@import "x.css";</style>',
  '<rect fill="url(https://evil.example/#a)"/>',
  '<rect style="background:url( \'//evil.example\')"/>',
  '<set attributeName="href" to="x"/>',
]) {
  test(`refuses a drawing with ${inside}`, () => assert.throws(() => logoOf(svg(inside)), /plain drawing/));
}

test('refuses a drawing with entities', () => {
  const open = '<svg xmlns="http://www.w3.org/2000/svg"><!DOCTYPE x [<!ENTITY a "b">]>';
  assert.throws(() => logoOf(svg('&a;', open)), /plain drawing/);
});
