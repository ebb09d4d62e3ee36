import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadAssets } from '../../../src/dashboard/assets.ts';
import { claimFigure as claimFigureOf } from '../../../src/dashboard/charts/claim.ts';
import { dotWithInterval, percentAxis } from '../../../src/dashboard/charts/dot.ts';
import type { CopyMenu } from '../../../src/dashboard/charts/figure.ts';
import { oddsFigure } from '../../../src/dashboard/charts/odds.ts';
import { spark } from '../../../src/dashboard/charts/spark.ts';
import { trendFigure as trendFigureOf } from '../../../src/dashboard/charts/trend.ts';
import {
  type WindowsFigure,
  windowsFigure as windowsFigureOf,
} from '../../../src/dashboard/charts/windows.ts';
import type { Html } from '../../../src/dashboard/markup/html.ts';
import { rateOf } from '../../../src/domain/figures/rate.ts';
import { around, type Counts, series } from './cases.ts';

const unmoved =
  <Parts>(draw: (parts: Parts, copyMenu: CopyMenu) => Html) =>
  (parts: Parts) =>
    draw(parts, { id: 'figure', menu: null });
const [claimFigure, trendFigure] = [unmoved(claimFigureOf), unmoved(trendFigureOf)];
const windowsFigure = unmoved(windowsFigureOf);

/** One element per line, so that a difference is one line. `--test-update-snapshots` writes them. */
function lines(drawn: Html): string {
  return `${drawn.toString().replaceAll('><', '>\n<')}\n`;
}

const snapshot = (name: string, draw: () => Html) =>
  test(name, (t) => {
    const file = new URL(
      `snapshots/${name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}.snapshot`,
      import.meta.url,
    );
    t.assert.fileSnapshot(lines(draw()), file.pathname, { serializers: [String] });
  });

const linked = (present: number, responses: number, href = '/answers') => ({
  figure: rateOf(present, responses),
  href,
});

snapshot('a dot with its interval, and the weeks before', () =>
  dotWithInterval({ name: 'ChatGPT', ...linked(24, 84), before: linked(194, 336, '/before') }),
);
snapshot('a dot at 0%', () => dotWithInterval({ name: 'ChatGPT', ...linked(0, 84) }));
snapshot('a dot at 100%', () => dotWithInterval({ name: 'ChatGPT', ...linked(84, 84) }));
snapshot('a dot below the floor is hollow and off the axis', () =>
  dotWithInterval({ name: 'ChatGPT', ...linked(1, 3), before: linked(1, 2) }),
);
snapshot('a dot of no answers leads nowhere', () =>
  dotWithInterval({ name: 'ChatGPT', figure: rateOf(0, 0), href: null }),
);
snapshot('the axis of dots', percentAxis);

const claimed = { name: 'Acme, Nov 1 to 20', href: '/answers' };
snapshot('a claim about two windows, with the difference', () =>
  claimFigure({
    caption: 'The difference is -18.1 points.',
    figures: [
      { ...claimed, text: '26 of 83', value: 0.313, interval: { lower: 0.224, upper: 0.419 } },
      { ...claimed, name: 'Acme, Oct 1 to 31', text: '1 of 4', value: null, interval: null },
    ],
    limit: null,
    change: { points: -18.07, lower: -31.91, upper: -3.15 },
  }),
);
snapshot('a claim about one rate, with its limit', () =>
  claimFigure({
    caption: 'The figure with its 95% interval, and the value in the claim.',
    figures: [{ ...claimed, text: '26 of 83', value: 0.313, interval: { lower: 0.224, upper: 0.419 } }],
    limit: 0.4,
    change: null,
  }),
);

const weeks = (...counts: Counts[]) => series(counts);
snapshot('a small trend whose week is not over', () =>
  spark({ name: 'ChatGPT', points: series(around(0.4, 5), { running: true }) }),
);
snapshot('a small trend with gaps and a point alone', () =>
  spark({ name: 'ChatGPT', points: weeks([4, 80], [6, 84], null, [1, 3], [9, 10], [0, 2], [84, 84]) }),
);
snapshot('a small trend of one point', () => spark({ name: 'ChatGPT', points: weeks([12, 30]) }));
snapshot('a small trend of no answers', () => spark({ name: 'ChatGPT', points: weeks(null, null) }));

snapshot('a trend with competitors', () =>
  trendFigure({
    engine: 'ChatGPT (API)',
    series: [
      { name: 'Tandemly', points: series(around(0.5, 4), { running: true }) },
      { name: 'Kestrel & <Boards>', points: series(around(0.52, 4), { running: true, brand: 'k' }) },
    ],
  }),
);
snapshot('a trend of no answers', () =>
  trendFigure({ engine: 'Grok (API)', series: [{ name: 'Tandemly', points: weeks(null, null) }] }),
);
snapshot('a trend with marks, and days that nobody observed', () =>
  trendFigure({
    engine: 'Claude (API)',
    series: [{ name: 'Tandemly', points: series(around(0.5, 7), { days: 1 }) }],
    marks: [
      { at: '2026-08-25', sign: '1', text: 'plan changed', kind: 'event' },
      { at: '2026-08-25', sign: 'A', text: 'another model answers', kind: 'outside' },
      { at: '2026-08-27T06:00:00.000Z', sign: '▼', text: 'named less often', kind: 'alert' },
    ],
    missing: {
      id: 'missing-days',
      days: [
        { from: '2026-07-01T00:00:00.000Z', until: '2026-07-02T23:59:59.999Z' },
        { from: '2026-08-28T00:00:00.000Z', until: '2026-08-29T23:59:59.999Z' },
        { from: '2026-08-30T00:00:00.000Z', until: '2026-09-02T23:59:59.999Z' },
      ],
    },
  }),
);
snapshot('a trend at 0% and 100%, and below the floor', () =>
  trendFigure({
    engine: 'Grok (API)',
    series: [{ name: 'Tandemly', points: weeks([0, 80], [80, 80], [2, 4], [80, 80]) }],
  }),
);

const side = (present: number, responses: number, after: string, until: string) => ({
  ...rateOf(present, responses),
  after: `2026-${after}T06:00:00.000Z`,
  until: `2026-${until}T06:00:00.000Z`,
  href: `/answers?until=${until}`,
});
const windows = (now: [number, number], before: [number, number], change: WindowsFigure['change']) =>
  windowsFigure({
    event: 'ChatGPT (API) named Tandemly',
    current: side(...now, '11-14', '11-21'),
    baseline: side(...before, '10-17', '11-14'),
    change,
  });
snapshot('two windows whose difference excludes zero', () =>
  windows([24, 84], [194, 336], { points: -29.17, lower: -39.2, upper: -17.4 }),
);
snapshot('two windows whose difference includes zero', () =>
  windows([84, 84], [330, 336], { points: 1.8, lower: -2.6, upper: 3.8 }),
);
snapshot('two windows of which one is below the floor', () => windows([3, 4], [0, 336], null));

test('a year by day of ten brands is small enough to send, and each day is one link', () => {
  const brands = Array.from({ length: 10 }, (_, index) => ({
    name: `Brand ${index}`,
    points: series(around(0.05 + 0.09 * index, 365, 12), { days: 1, running: true, brand: `b${index}` }),
  }));
  const drawn = trendFigure({ engine: 'ChatGPT (API)', series: brands }).toString();
  const chart = drawn.slice(0, drawn.indexOf('<details'));
  assert.equal(chart.match(/class="bucket"/g)?.length, 365);
  assert.equal(chart.match(/tabindex="-1"/g)?.length, 364);
  assert.equal(drawn.match(/<td /g)?.length, 3650);
});

test('names at the ends of ten close lines do not overlap', () => {
  const brands = Array.from({ length: 10 }, (_, index) => ({
    name: `Brand ${index}`,
    points: series(around(0.5 + 0.002 * index, 13), { brand: `b${index}` }),
  }));
  const drawn = trendFigure({ engine: 'ChatGPT (API)', series: brands }).toString();
  const heights = [...drawn.matchAll(/class="label [^>]* y="(\d+)"/g)].map(([, y]) => Number(y));
  assert.equal(heights.length, 10);
  const gaps = heights.toSorted((a, b) => a - b).map((y, index, all) => y - (all[index - 1] ?? -99));
  assert.ok(
    gaps.every((gap) => gap >= 16),
    gaps.join(),
  );
});

test('a count after a right-to-left name stays on its own side', () => {
  const names = ['Acme', 'אופק חדש'].map((name) => ({ name, points: series([[4, 80]]) }));
  const drawn = trendFigure({ engine: 'ChatGPT', series: names }).toString();
  assert.match(drawn, /Acme 4 of 80[^"]*; \u2068אופק חדש\u2069 4 of 80[^"]*"/, 'for the read-out');
});

test('a trend without a rate shows its number of answers', () => {
  const caption = (counts: Counts[]) => {
    const points = series(counts);
    const drawn = trendFigure({ engine: 'ChatGPT', series: [{ name: 'Acme', points }] }).toString();
    return /<figcaption>(.*?)<\/figcaption>/.exec(drawn)?.[1];
  };
  assert.equal(
    caption([[1, 4], null, [1, 3]]),
    'ChatGPT gave 7 answers in this window, but in no week the 5 that a rate needs.',
  );
  assert.equal(caption([null, null]), 'ChatGPT gave no answers in this window.');
  assert.match(
    caption([
      [1, 5],
      [1, 3],
    ]) ?? '',
    /^ChatGPT named Acme in 1 of 5/,
  );
});

test('every figure of a chart is in its table', () => {
  const points = series([[4, 80], null, [1, 3]]);
  const drawn = trendFigure({ engine: 'ChatGPT', series: [{ name: 'Acme', points }] }).toString();
  const [, table = ''] = drawn.split('<details');
  for (const text of [
    '4 of 80, 5% (2 to 12%)',
    '0 of 0 (below 5, no rate yet)',
    '1 of 3 (below 5, no rate yet)',
  ]) {
    assert.ok(table.includes(text), text);
  }
});

test('no drawing has an inline style or a handler', () => {
  const drawn = trendFigure({
    engine: 'ChatGPT',
    series: [{ name: '"><script>', points: series(around(0.4, 13)) }],
  }).toString();
  assert.doesNotMatch(drawn, /\sstyle=|\son\w+=|<script/);
});

const STYLE = loadAssets().style.body;

/** A custom property's light and dark colors. */
function colorsOf(name: string): [string, string] {
  const [, light, dark] =
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(STYLE) ?? [];
  assert.ok(light && dark, name);
  return [light, dark];
}

function luminance(color: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = color.map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** WCAG 2.2 contrast. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Minimum contrast with the paper. Series names use their color as text. */
const LEAST = {
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7].map((index) => [`series-${index}`, 4.5])),
  'chart-strip': 3,
  'chart-before': 3,
};

test('every mark has a contrast of 3 to 1 with the paper in both themes, and every name 4.5', () => {
  const papers = colorsOf('paper').map(channels);
  for (const [name, least] of Object.entries(LEAST)) {
    for (const [theme, color] of colorsOf(name).entries()) {
      const ratio = contrast(channels(color), papers[theme] ?? []);
      assert.ok(ratio >= least, `${name} ${color}: ${ratio.toFixed(2)}`);
    }
  }
});

test('ink on every matrix step has a contrast of 4.5 to 1, in both themes', () => {
  const steps = [...STYLE.matchAll(/\.h(\d+) \{\s+background: color-mix\(in srgb, var\(--accent\) (\d+)%/g)];
  assert.equal(steps.length, 11);
  for (const theme of [0, 1]) {
    const [paper, accent, ink] = ['paper', 'accent', 'ink'].map((name) =>
      channels(colorsOf(name)[theme] ?? ''),
    );
    for (const [, step, percent] of steps) {
      const share = Number(percent) / 100;
      const shade = [0, 1, 2].map((at) => share * (accent?.[at] ?? 0) + (1 - share) * (paper?.[at] ?? 0));
      const ratio = contrast(ink ?? [], shade);
      assert.ok(ratio >= 4.5, `h${step}: ${ratio.toFixed(2)}`);
    }
  }
});

snapshot('chances as squares of a hundred', () =>
  oddsFigure(
    'From 333 answers.',
    [
      { name: 'One try', chance: 0.55, interval: { lower: 0.5, upper: 0.6 } },
      { name: 'Three tries', chance: 0.004, interval: null, remark: 'it repeats itself' },
    ],
    { id: 'figure', menu: null },
  ),
);
