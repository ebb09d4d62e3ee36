import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Card } from '../../src/domain/answers/card.ts';
import { cards } from '../../src/reports/cards/cards.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import { effort } from '../support/effort.ts';
import { assertWithFixedCase } from '../support/fixed-case.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, DAY_MS, iso, NOW, pipelineOn } from '../support/world.ts';

const ENGINES = ['claude', 'chatgpt_app', 'google_ai_mode'];
const PROMPTS = ['one', 'two'];

const card = fc.record({
  kind: fc.constantFrom('ad', 'product'),
  title: fc.constantFrom('Anvil', 'ANVIL', 'Bolt'),
  url: fc.constantFrom(null, 'https://a.example/1', 'http://www.a.example', 'https://b.example/'),
  seller: fc.constantFrom(null, 'Shop', 'shop', 'Other'),
  price: fc.constantFrom(null, '1 USD', '2 USD'),
  text: fc.constant(null),
});

const answer = fc.record({
  engine: fc.constantFrom(...ENGINES),
  prompt: fc.constantFrom(...PROMPTS),
  daysAgo: fc.constantFrom(0, 1, 6, 7, 8),
  cards: fc.option(fc.array(card, { maxLength: 4 })),
  failed: fc.nat(9).map((roll) => roll === 0),
});
type Answer = typeof answer extends fc.Arbitrary<infer Value> ? Value : never;

const hostOf = (url: string | null) => (url === null ? null : new URL(url).hostname.replace(/^www\./, ''));
const keyOf = (kind: string, { title, seller, url }: Omit<Card, 'kind'>) =>
  kind === 'ad'
    ? (hostOf(url) ?? (seller ?? title ?? '').toLowerCase())
    : `${title?.toLowerCase()} of ${seller?.toLowerCase()}`;

/** The expected rows, counted by hand: kind, engine, thing, answers, total. */
function counted(answers: readonly Answer[]): string[] {
  const rows = new Map<string, Set<number>>();
  const known = new Map<string, number>();
  for (const [index, { engine, cards, daysAgo, failed }] of answers.entries()) {
    if (failed || cards === null || daysAgo >= 7) continue;
    known.set(engine, (known.get(engine) ?? 0) + 1);
    for (const each of cards) {
      const row = `${engine}: ${each.kind} ${keyOf(each.kind, each)}`;
      rows.set(row, (rows.get(row) ?? new Set()).add(index));
    }
  }
  return [...rows].map(([row, own]) => `${row}: ${own.size} of ${known.get(row.split(':')[0] ?? '')}`).sort();
}

onReusedStore('cards in answers', (fresh) => {
  test('count like the raw answers, packed or not', async () => {
    const store = await fresh();
    let [round, found] = [0, 0];
    const property = fc.asyncProperty(fc.array(answer, { minLength: 5, maxLength: 40 }), async (answers) => {
      round += 1;
      const brand = `brand-${round}`;
      const { apply, importLines } = pipelineOn(store);
      const one = { ...ACME_BRAND, id: brand, engines: ENGINES, prompts: PROMPTS.map((text) => ({ text })) };
      await apply({ organizations: [{ name: brand, plan: { name: 'growth' }, brands: [one] }] });
      const { bad_lines } = await importLines(
        answers.map(({ engine, prompt, daysAgo, cards, failed }, index) => ({
          brand,
          engine,
          prompt,
          external_id: `${index}`,
          answer: 'It depends.',
          mentions: [],
          collected_at: iso(NOW - daysAgo * DAY_MS),
          ...(cards === null ? {} : { cards }),
          ...(failed ? { outcome: 'timeout', answer: null } : {}),
        })),
      );
      assert.equal(bad_lines, 0);
      const caller = await operatorCaller(store.main, { brand }, NOW);
      const query = { brand, days: '7', until: iso(NOW) };
      const { data } = await runReport(store.main, NOW, caller, cards, query);
      const shown = data.cards.map(({ engine, kind, title, seller, domain, present, responses }) => {
        const key =
          kind === 'ad'
            ? (domain ?? (seller ?? title ?? '').toLowerCase())
            : `${title?.toLowerCase()} of ${seller?.toLowerCase()}`;
        return `${engine}: ${kind} ${key}: ${present} of ${responses}`;
      });
      assert.deepEqual(shown.sort(), counted(answers));
      found += shown.length;
    });
    await assertWithFixedCase(property, { seed: 1, numRuns: effort(10, 200) });
    assert.ok(found > 0);
  });
});
