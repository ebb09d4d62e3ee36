import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf } from '../../../test/support/extraction.ts';

/** Answers with the ordinary-word names in them, and each brand's expected count. */
function named(title: string, rows: readonly (readonly [string, Readonly<Record<string, number>>])[]) {
  for (const [answer, expected] of rows) {
    test(`${title}: ${answer.replaceAll('\n', ' / ')}`, () =>
      assert.deepEqual(countsOf(answer, Object.keys(expected)), Object.values(expected)));
  }
}

named('the first name after a label for names', [
  ['**Popular Pro Brands:** Make Up For Ever, MAC Pro, Kryolan', { 'Make Up For Ever': 1 }],
  ['**Honorable Mentions:** Spark, Superhuman', { Spark: 1, Superhuman: 1 }],
  ['- **Alternatives:** Linear, Asana', { Linear: 1 }],
  ['**Shops:** Target and Walmart', { Target: 1 }],
  ['**Where to Buy:** Target, Walmart, Best Buy', { Target: 1 }],
  ['**Brands to Know:** Target, Walmart', { Target: 1 }],
  ['**Tools Mentioned:** Notion, Coda', { Notion: 1 }],
  ['**Integrations:** Slack, Zoom, Notion', { Slack: 1, Notion: 1 }],
  ['**Airlines:** Spirit, Frontier, Delta', { Spirit: 1, Frontier: 1 }],
  ['**Competitors:** Close, HubSpot, Pipedrive', { Close: 1 }],
  ['**Budget Pick:** Ring Video Doorbell', { Ring: 1 }],
  ['**Best for Large Teams:** Front', { Front: 1 }],
  ['### 💪 **Best Unlimited Plan: Visible by Verizon**', { Visible: 1 }],
  ['**Meilleures marques :** Orange, Free, Bouygues', { Orange: 1, Free: 1 }],
  ['**Marcas populares:** Mango, Zara, Desigual', { Mango: 1 }],
  ['**Marchi Consigliati:** Mango, Zara', { Mango: 1 }],
  ['**Beliebte Marken:** Spiegel, Focus, Stern', { Spiegel: 1 }],
]);

named('a label that ends with another sign than a colon', [
  ['Top Choice → Linear', { Linear: 1 }],
  ['Winner 🏆 Linear', { Linear: 1 }],
  ['Best Overall – Linear', { Linear: 1 }],
  ['Best Approach → Close the deal', { Close: 0 }],
]);

named('a label for other words', [
  ['**Shapes:** Square, Round, Oval', { Square: 0 }],
  ['**Shape:** Square, round, or oval', { Square: 0 }],
  ['**Color Options:** Orange, Mint, and Black', { Orange: 0, Mint: 0 }],
  ['**Colores:** Mango, Negro', { Mango: 0 }],
  ['**Price:** Free, with ads', { Free: 0 }],
  ['**Plans:** Free, Front, Business', { Free: 0, Front: 0 }],
  ['**Materials:** Linen, Cotton, Silk', { Linen: 0 }],
  ['**Sports:** Golf, Tennis', { Golf: 0 }],
  ['**Use Cases:** Close, Target, Ramp', { Close: 0 }],
  ['**Key Idea:** Notion of value, price', { Notion: 0 }],
  ['**Best Time:** Monday', { Monday: 0 }],
  ['**Pricing:** Notion costs $10.', { Notion: 1 }],
]);

named('a phrase that takes a name', [
  ['Integrates with Slack', { Slack: 1 }],
  ['- Works With Notion', { Notion: 1 }],
  ['- Syncs natively with Notion', { Notion: 1 }],
  ['- Connects to Slack', { Slack: 1 }],
  ['- Alternative to Slack', { Slack: 1 }],
  ['- Available at Target', { Target: 1 }],
  ['Apps like WHOOP', { Whoop: 1 }],
  ['- Tools Like Linear and Jira', { Linear: 1 }],
  ['| Works with Notion | yes |\n|---|---|\n| price | $5 |', { Notion: 1 }],
  ['### Alternatives à Orange\n\nVoici les offres des opérateurs.', { Orange: 1 }],
  ['- Life With Ring Binders', { Ring: 0 }],
  ['## Room for Notion of Time', { Notion: 0 }],
  ['- Works With Close Supervision', { Close: 0 }],
]);

named('one of several to pick', [
  ['Try Linear or Shortcut.', { Linear: 1, Shortcut: 1 }],
  ['Get Ring or Nest.', { Ring: 1 }],
  ['Prueba Notion o Coda.', { Notion: 1 }],
  ['Essayez Orange ou Free.', { Orange: 1, Free: 1 }],
  ['Try Linear and Nonlinear Models', { Linear: 0 }],
  ['Use Ring or Spiral Binding', { Ring: 0 }],
]);

named('names among the values of any label', [
  ['**Popular Pro Brands:** Make Up For Ever, MAC Pro', { 'Make Up For Ever': 1, MAC: 1 }],
  ['- **CRM**: Close, HubSpot\n- **Email**: Front, Gmail', { Close: 1, Front: 1 }],
  ['- **Docs:** Notion, Evernote', { Notion: 1 }],
  ['**Others:** Notion, Coda', { Notion: 1 }],
  ['**Auch gut:** Spiegel, Focus', { Spiegel: 1 }],
  ['**Sabores:** Mango, Fresa, Maracuyá', { Mango: 0 }],
  ['**Cities:** Orange, Anaheim', { Orange: 0 }],
  ['- **Seats**: Front, back', { Front: 0 }],
  ['Linear, quadratic, and cubic functions are common.', { Linear: 0 }],
  ['Linear, however, costs more.', { Linear: 1 }],
]);

named('a title about a product', [
  ['## Is Ring Worth It?', { Ring: 1 }],
  ['## How Ramp Compares to Brex', { Ramp: 1 }],
  ['## Pros and Cons of Notion', { Notion: 1 }],
  ['## Why Choose Linear', { Linear: 1 }],
  ['## Alternativas a Mango', { Mango: 1 }],
  ['### Amazon Echo', { Echo: 1 }],
  ['### 2. Google Nest Wifi Pro', { Nest: 1 }],
  ['## The Ring of Fire', { Ring: 0 }],
  ['## How to Ramp Up Sales', { Ramp: 0 }],
  ['## Google Smart Features', { Smart: 0 }],
]);

named('who wins by far', [
  ['Ponte Alta, com folga.', { 'Ponte Alta': 1 }],
  ['Spiegel, mit Abstand. Die Berichte sind die besten.', { Spiegel: 1 }],
  ['Claro, de longe. A cobertura é melhor.', { Claro: 1 }],
  ['Claro, com certeza. Aqui estão as opções para você.', { Claro: 0 }],
]);
