import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand, ranksOf, readingsOf } from '../../../test/support/extraction.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';

type Tracked = string | TrackedBrand;

function ranked(
  title: string,
  rows: readonly (readonly [string, string, readonly Tracked[], readonly (number | null)[]])[],
) {
  for (const [trap, answer, tracked, expected] of rows) {
    test(`${title}: ${trap} -> ${expected.join(', ')}`, () =>
      assert.deepEqual(ranksOf(answer, tracked), expected));
  }
}

const TRIO = ['Casper', 'Saatva', 'Helix'];

ranked('an ordered list', [
  ['by its numbers', '1. Saatva\n2. Helix\n3. Casper', TRIO, [3, 1, 2]],
  ['with parentheses', '1) Saatva\n2) Helix\n3) Casper', TRIO, [3, 1, 2]],
  [
    'with bold heads and descriptions',
    '1. **Saatva Classic** – $1,395\n2. **Helix Midnight**: firm\n3. **Casper One** (soft)',
    TRIO,
    [3, 1, 2],
  ],
  ['of years', '2019. Saatva\n2020. Helix\n2021. Casper', TRIO, [null, null, null]],
  ['that starts at four', 'And then:\n\n4. Saatva\n5. Helix\n6. Casper', TRIO, [6, 4, 5]],
  ['with only 1 as numbers counts on', '1. Saatva\n1. Helix\n1. Casper', TRIO, [3, 1, 2]],
  [
    'broken by paragraphs',
    '1. **Saatva**\n\nFirm.\n\n2. **Helix**\n\nSoft.\n\n3. **Casper**\n\nBoth.',
    TRIO,
    [3, 1, 2],
  ],
  [
    'broken by code and bullets',
    '1. Saatva\n\n```\nx\n```\n\n2. Helix\n\n- a\n- b\n\n3. Casper',
    TRIO,
    [3, 1, 2],
  ],
  [
    'with linked heads',
    '1. [Saatva](https://a.example)\n2. [**Helix**](https://b.example)\n3. **[Casper](https://c.example)**',
    TRIO,
    [3, 1, 2],
  ],
  ['of loose items', '1. Saatva\n\n   Firm.\n\n2. Helix\n\n   Soft.\n\n3. Casper', TRIO, [3, 1, 2]],
  [
    'that restarts at 1 is another list',
    '1. Saatva\n2. Nectar\n3. Leesa\n1. Helix\n2. Casper',
    TRIO,
    [2, 1, 1],
  ],
  ['that counts down to 1', '3. Saatva\n2. Helix\n1. Casper', TRIO, [1, 3, 2]],
  ['with places in its entries', '1. Platz: Saatva\n2. Platz: Helix', TRIO, [null, 1, 2]],
  ['of Han', '1. **比亚迪**：四百万\n2. **蔚来**：二十万', ['比亚迪', '蔚来'], [1, 2]],
  ['in a quotation', '> 1. Saatva\n> 2. Helix\n> 3. Casper', TRIO, [3, 1, 2]],
  [
    'a hundred long',
    Array.from({ length: 100 }, (_, i) => `${i + 1}. ${i === 99 ? 'Casper' : `Maker ${i}`}`).join('\n'),
    ['Casper'],
    [100],
  ],
  ['that starts at 0 has no place 0', '0. Saatva\n1. Helix\n2. Casper', TRIO, [2, null, 1]],
  ['of ones, interrupted by bullets', '1. Saatva\n- a\n- b\n1. Helix\n- c\n\n1. Casper', TRIO, [3, 1, 2]],
  [
    'of ones, each under a bullet',
    '- For backs:\n1. Saatva\n- For sides:\n1. Helix',
    ['Saatva', 'Helix'],
    [1, 1],
  ],
]);

ranked('no list position', [
  ['bullets', '- Saatva\n- Helix\n- Casper', TRIO, [null, null, null]],
  ['plain headings', '## Saatva\n\nA.\n\n## Helix\n\nB.\n\n## Casper\n\nC.', TRIO, [null, null, null]],
  ['mention order', 'Saatva, Helix and Casper.', TRIO, [null, null, null]],
  ['an ordinal in prose', 'Saatva came 2nd and Helix is No. 4 by sales.', ['Saatva', 'Helix'], [null, null]],
  [
    'a year before a name',
    '## 2025 Rivian R1S\n\nA.\n\n## 2024 Lucid Air\n\nB.',
    ['Rivian', 'Lucid'],
    [null, null],
  ],
  ['a count', '## 5 Shopify alternatives\n\nA.\n\n## 3 Wix limits\n\nB.', ['Shopify', 'Wix'], [null, null]],
  [
    'a name that starts with a digit',
    '### 1Password\n\nA.\n\n### 7-Eleven\n\nB.\n\n### 8x8\n\nC.',
    ['1Password', '7-Eleven', '8x8'],
    [null, null, null],
  ],
  ['a version', '## 1.2 Saatva\n\nA.', ['Saatva'], [null]],
  [
    'only in the body',
    '1. **TickTick** – like Todoist, only cheaper\n2. **Trello** – imports from Todoist',
    ['Todoist', 'TickTick', 'Trello'],
    [null, 1, 2],
  ],
  [
    'in the body after a colon',
    '1. Anker: more than Belkin\n2. Ugreen: four',
    ['Belkin', 'Anker'],
    [null, 1],
  ],
  [
    'in an item’s later paragraph',
    '1. Anker\n\n   Better made than Belkin.\n\n2. Ugreen',
    ['Belkin', 'Ugreen'],
    [null, 2],
  ],
  [
    'after sixty characters',
    '1. Kobo\n2. Any tablet with a matte screen protector and a reading mode that runs Kindle\n3. Onyx',
    ['Kindle', 'Kobo'],
    [null, 1],
  ],
  [
    'one of its own things',
    '1. HubSpot integration\n2. Trello pricing\n3. Nozbe',
    ['HubSpot', 'Trello', 'Nozbe'],
    [null, null, 3],
  ],
]);

ranked('a nested list', [
  [
    'a bullet in an item',
    '1. **Keurig**\n   - pods by Lavazza\n2. **Illy**',
    ['Keurig', 'Lavazza', 'Illy'],
    [1, null, 2],
  ],
  [
    'a numbered list in an item',
    '1. **Keurig**\n   1. Lavazza\n   2. Segafredo\n2. **Illy**',
    ['Keurig', 'Lavazza', 'Illy'],
    [1, null, 2],
  ],
  ['in a bullet', '- Coffee\n  1. Keurig\n  2. Illy', ['Keurig', 'Illy'], [1, 2]],
  [
    'its outermost item',
    '1. **Keurig**\n   1. Keurig Mini\n   2. Keurig Max\n2. **Illy**',
    ['Keurig', 'Illy'],
    [1, 2],
  ],
]);

ranked('a list of steps', [
  [
    'that begin with verbs',
    '1. Sign up for HubSpot.\n2. Import your contacts.\n3. Connect Gmail.\n4. Invite your team.',
    ['HubSpot', 'Gmail'],
    [null, null],
  ],
  [
    'in bold',
    '1. **Open the app** and choose Plaid.\n2. **Confirm the code** from Zelle.\n3. **Pick an account**.',
    ['Plaid', 'Zelle'],
    [null, null],
  ],
  [
    'of questions',
    '1. Does Asana export?\n2. Does Wrike import?\n3. What does it cost?',
    ['Asana', 'Wrike'],
    [null, null],
  ],
  [
    'of whole sentences in small letters',
    '1. we looked at how Asana exports data\n2. we then measured how Wrike imports it',
    ['Asana', 'Wrike'],
    [null, null],
  ],
]);

ranked('a label before the name', [
  ['a category', '1. Best overall: Weber\n2. Best for smoke: Traeger', ['Weber', 'Traeger'], [1, 2]],
  [
    'a category in bold',
    '1. **Best Budget:** Weber\n2. **Best Wood-Fired:** Traeger',
    ['Weber', 'Traeger'],
    [1, 2],
  ],
  [
    'in another language',
    '1. **Testsieger:** Weber\n2. **Beste Wahl für Gas:** Traeger',
    ['Weber', 'Traeger'],
    [1, 2],
  ],
  [
    'two brands share an item',
    '1. Apple\n2. Bose or Sony\n3. Sennheiser',
    ['Bose', 'Sony', 'Apple'],
    [2, 2, 1],
  ],
  ['a second name in brackets', '1. Lark (Feishu)\n2. Slack', ['Lark', 'Feishu'], [1, 1]],
  ['a name in brackets with more text', '1. Lark (Slack costs more)\n2. Zoom', ['Lark', 'Slack'], [1, null]],
  ['against another', '1. Asana vs Trello\n2. Wrike vs Monday.com', ['Asana', 'Trello'], [1, null]],
  ['a maker before it', '1. The Sony Bravia\n2. An LG OLED', ['Bravia', 'LG'], [1, 2]],
  ['emoji and check marks before it', '1. ✅ **Weber**\n2. 🥈 Traeger', ['Weber', 'Traeger'], [1, 2]],
]);

ranked('a label that praises one thing', [
  [
    'in a pros list',
    '1. **Wide range**: books\n2. **Low prices**: as listed\n3. **Fast delivery**: a day\n4. **Good customer service**: Weber answers in an hour',
    ['Weber'],
    [null],
  ],
  ['with a dash', '1. Good support – Weber answers fast\n2. Free trial – 30 days', ['Weber'], [null]],
  ['with a possessive', '1. Great support: Weber’s team is quick\n2. Great prices: $5', ['Weber'], [null]],
  ['value', '1. **Value for money**: Weber costs $5\n2. **Setup**: minutes', ['Weber'], [null]],
  ['in headings', '### 1. Good service: Weber answers\n\nx\n\n### 2. Low prices\n\ny', ['Weber'], [null]],
  ['in bold lines', '**1. Good service:** Weber answers\n\n**2. Low prices:** y', ['Weber'], [null]],
  [
    'a superlative among plain reasons',
    '1. **Best support**: Weber answers fast\n2. **Delivery**: a day\n3. **Range**: wide',
    ['Weber'],
    [null],
  ],
  [
    'in French',
    '1. **Meilleur service** : Weber répond vite\n2. **Prix bas** : 5 €\n3. **Choix** : large',
    ['Weber'],
    [null],
  ],
  ['but a purpose', '1. Good for steak: Weber is hot\n2. Great for smoke: Traeger is slow', ['Traeger'], [2]],
  ['but a choice', '1. Good budget option: Weber is $30\n2. Luxury: Traeger is gold', ['Weber'], [1]],
  [
    'but one word',
    '1. Budget: Weber costs $30\n2. Premium: Traeger costs $300',
    ['Weber', 'Traeger'],
    [1, 2],
  ],
  [
    'but without a statement',
    '1. **Great value**: Weber Q\n2. **Good looks**: Traeger',
    ['Weber', 'Traeger'],
    [1, 2],
  ],
]);

ranked('numbered headings', [
  ['with dots', '### 1. **Braun**\n\nA.\n\n### 2. Philips\n\nB.', ['Braun', 'Philips'], [1, 2]],
  [
    'with colons, parentheses and signs',
    '## #1: Braun\n\nA.\n\n## 2) Philips\n\nB.\n\n## No. 3: Remington\n\nC.',
    ['Braun', 'Philips', 'Remington'],
    [1, 2, 3],
  ],
  [
    'with keycaps',
    '### 1️⃣ Braun\n\nA.\n\n### 2⃣ Philips\n\nB.\n\n### 🔟 Remington\n\nC.',
    ['Braun', 'Philips', 'Remington'],
    [1, 2, 10],
  ],
  ['with medals', '### 🥇 Braun\n\nA.\n\n### 🥈 Best budget: Philips\n\nB.', ['Braun', 'Philips'], [1, 2]],
  ['with circled numbers', '## ① Braun\n\nA.\n\n## ② Philips\n\nB.', ['Braun', 'Philips'], [1, 2]],
  ['with full-width numbers', '## １．象印\n\nA.\n\n## ２．タイガー\n\nB.', ['象印', 'タイガー'], [1, 2]],
  [
    'with places in Chinese and Japanese',
    '## 第1位：象印\n\nA.\n\n## 第2名 タイガー\n\nB.',
    ['象印', 'タイガー'],
    [1, 2],
  ],
  [
    'with a category',
    '## 1. Best Overall: Braun\n\nA.\n\n## 2. Best Budget: Philips\n\nB.',
    ['Braun', 'Philips'],
    [1, 2],
  ],
  [
    'with two levels: each level is a list',
    '# 1. Shavers of 2025\n\n## 1. Braun\n\n## 2. Philips\n\n# 2. Trimmers',
    ['Braun', 'Philips'],
    [1, 2],
  ],
]);

ranked('tables', [
  ['a rank column', '| Rank | Chain |\n|---|---|\n| 1 | Kroger |\n| 2 | Aldi |', ['Kroger', 'Aldi'], [1, 2]],
  ['a # column', '| # | Chain |\n|---|---|\n| 1 | **Kroger** |\n| 2 | Aldi |', ['Kroger', 'Aldi'], [1, 2]],
  [
    'a rank column after the name',
    '| Chain | Rank |\n|---|---|\n| Kroger | 7 |\n| Aldi | 2 |',
    ['Kroger', 'Aldi'],
    [7, 2],
  ],
  ['in Chinese', '| 排名 | 品牌 |\n|---|---|\n| 1 | 美的 |\n| 2 | 海尔 |', ['美的', '海尔'], [1, 2]],
  [
    'a medal in the rank column',
    '| Rank | Chain |\n|---|---|\n| 🥇 1 | Kroger |\n| 2. | Aldi |',
    ['Kroger', 'Aldi'],
    [1, 2],
  ],
  ['medals only', '| # | Chain |\n|---|---|\n| 🥇 | Kroger |\n| 🥈 | Aldi |', ['Kroger', 'Aldi'], [1, 2]],
  [
    'named only beside the first cell',
    '| # | Chain | Notes |\n|---|---|---|\n| 1 | Meijer | less than Kroger |\n| 2 | Aldi | |',
    ['Kroger', 'Aldi'],
    [null, 2],
  ],
  [
    'without one',
    '| Chain | Stores |\n|---|---|\n| Kroger | 1 |\n| Aldi | 2 |',
    ['Kroger', 'Aldi'],
    [null, null],
  ],
  [
    'a column with other numbers',
    '| Lenses | Maker |\n|---|---|\n| 3 | Nikon |\n| 1 | Canon |',
    ['Nikon', 'Canon'],
    [null, null],
  ],
]);

ranked('numbered lines', [
  ['in bold', '**1. Fidelity**\n\nA.\n\n**2. Schwab**\n\nB.', ['Fidelity', 'Schwab'], [1, 2]],
  ['with a bold name', '1\\. **Fidelity**\n\nA.\n\n2\\. **Schwab**\n\nB.', ['Fidelity', 'Schwab'], [1, 2]],
  ['with keycaps', '1️⃣ bunq – €4\n\n2️⃣ Revolut – €3', ['bunq', 'Revolut'], [1, 2]],
  ['keycaps in one paragraph', '1️⃣ bunq – €4\n2️⃣ Revolut – €3', ['bunq', 'Revolut'], [1, 2]],
  ['with medals', '🥇 Saatva\n🥈 **Helix** – firm\n🥉 Casper', TRIO, [3, 1, 2]],
  [
    'with medals in bold, and numbers after them',
    '**🥇 Bosch**\n\nA.\n\n**2. Miele**',
    ['Bosch', 'Miele'],
    [1, 2],
  ],
  ['with medals after bullets', '- 🥇 Saatva\n- 🥈 Helix', ['Saatva', 'Helix'], [1, 2]],
  ['with medals, then numbers', '🥇 Saatva\n🥈 Helix\n🥉 Casper\n4. Miele', ['Casper', 'Miele'], [3, 4]],
  ['after Japanese bullets', '・1位 象印\n・2位 タイガー', ['象印', 'タイガー'], [1, 2]],
  ['with Arabic digits', '١. سامسونج\n٢. هواوي', ['سامسونج', 'هواوي'], [1, 2]],
  ['with Persian digits and hyphens', '۱- سامسونگ\n۲- هواوی', ['سامسونگ', 'هواوی'], [1, 2]],
  ['with Devanagari digits', '१. टाटा\n२. महिंद्रा', ['टाटा', 'महिंद्रा'], [1, 2]],
  ['in bold, as places', '**1. Platz: Bosch**\n\nA.\n\n**2. Platz: Miele**', ['Bosch', 'Miele'], [1, 2]],
  ['with ideographic commas', '1、象印\n2、タイガー', ['象印', 'タイガー'], [1, 2]],
]);

ranked('numbers that Markdown does not see as a list', [
  ['without a space', '1.飞书：适合团队\n2.钉钉：适合公司', ['飞书', '钉钉'], [1, 2]],
  ['without a space before Latin', '1.Bosch: quiet\n2.Miele: sturdy', ['Bosch', 'Miele'], [1, 2]],
  ['with a full-width parenthesis', '1）飞书：好\n2）钉钉：大', ['飞书', '钉钉'], [1, 2]],
  ['in parentheses', '(1) Bosch\n(2) Miele', ['Bosch', 'Miele'], [1, 2]],
  ['in full-width parentheses', '（1）飞书\n\n- 好\n\n（2）钉钉', ['飞书', '钉钉'], [1, 2]],
  ['in headings', '### （1）飞书\n\n好\n\n### （2）钉钉\n\n大', ['飞书', '钉钉'], [1, 2]],
  ['before a no-break space', '1.\u00A0Bosch – quiet\n2.&nbsp;Miele – sturdy', ['Bosch', 'Miele'], [1, 2]],
  ['escaped', '1\\. Bosch\n\nQuiet.\n\n2\\. Miele', ['Bosch', 'Miele'], [1, 2]],
  ['in HTML', '<p>1. Bosch</p>\n<p>2. Miele</p>', ['Bosch', 'Miele'], [1, 2]],
  [
    'in cells',
    '| Maker | Price |\n|---|---|\n| 1. Bosch | $5 |\n| 2. Miele | $6 |',
    ['Bosch', 'Miele'],
    [1, 2],
  ],
  [
    'in a column without a header',
    '| | Maker |\n|---|---|\n| 1 | Bosch |\n| 2 | Miele |',
    ['Bosch', 'Miele'],
    [1, 2],
  ],
  ['other numbers in cells', '| Maker | Price |\n|---|---|\n| 3. Bosch | $5 |', ['Bosch'], [null]],
  ['one alone', '1.飞书是好工具。', ['飞书'], [null]],
  ['one that starts at three', '3.飞书是好工具。\n4.钉钉', ['飞书', '钉钉'], [null, null]],
  ['decimals', '1.5 million use Bosch.\n2.5 million use Miele.', ['Bosch', 'Miele'], [null, null]],
  ['versions', '1.x of Bosch is old.\n2.x of Miele is new.', ['Bosch', 'Miele'], [null, null]],
  ['steps', '1.打开飞书\n2.点击设置\n3.选择', ['飞书'], [null]],
]);

ranked('the numbers of a document', [
  ['of its parts', '### 3.1 Bosch\n\nA.\n\n### 3.2 Miele\n\nB.', ['Bosch', 'Miele'], [null, null]],
  [
    'with nested sections',
    '## 1. Demand\n\nA.\n\n## 2. Bosch\n\n### 2.1 Sales\n\nB.\n\n## 3. Miele\n\nC.',
    ['Bosch', 'Miele'],
    [null, null],
  ],
  [
    'behind an introduction',
    '## 1. Introduction\n\nA.\n\n## 2. Bosch\n\nB.\n\n## 3. Miele\n\nC.',
    ['Bosch', 'Miele'],
    [null, null],
  ],
  ['a place in words', '## Platz 1: Bosch\n\nA.\n\n## Platz 2: Miele\n\nB.', ['Bosch', 'Miele'], [1, 2]],
]);

ranked('several lists', [
  [
    'each category has a first',
    '**A**\n\n1. Razer\n2. Lenovo\n\n**B**\n\n1. Dell\n2. Acer',
    ['Razer', 'Lenovo', 'Dell', 'Acer'],
    [1, 2, 1, 2],
  ],
  [
    'the longer list decides',
    '**A**\n\n1. Lenovo\n2. Razer\n\n**B**\n\n1. Dell\n2. Acer\n3. HP\n4. Lenovo',
    ['Lenovo'],
    [4],
  ],
  ['of equal ones the first', '**A**\n\n1. Razer\n2. Lenovo\n\n**B**\n\n1. Lenovo\n2. Dell', ['Lenovo'], [2]],
  ['the first of two places in one list', '1. Sony A\n2. Bose A\n3. Sony B', ['Sony'], [1]],
  [
    'a list before numbered headings',
    '## 1. Mural\n\nA.\n\n## 2. Miro\n\nB.\n\n## Order\n\n1. Miro\n2. Mural',
    ['Miro', 'Mural'],
    [1, 2],
  ],
  [
    'numbered headings before a rank column',
    '## 1. Mural\n\nA.\n\n## 2. Miro\n\n| Rank | By |\n|---|---|\n| 1 | Miro |\n| 2 | Mural |',
    ['Miro', 'Mural'],
    [2, 1],
  ],
  [
    'a rank column before numbered lines',
    '**1. Mural**\n\nA.\n\n**2. Miro**\n\n| Rank | By |\n|---|---|\n| 1 | Miro |\n| 2 | Mural |',
    ['Miro', 'Mural'],
    [1, 2],
  ],
]);

test("the evidence has the rule, the list's length, the entry, and the number of lists with the brand", () => {
  const answer = '**A**\n\n1. Razer\n2. Lenovo\n3. Asus\n\n**B**\n\n1. Lenovo\n2. Dell';
  const [reading] = readingsOf(answer, ['Lenovo']);
  const { block, head, ...rank } = reading?.evidence.rank ?? assert.fail();
  assert.deepEqual(rank, { position: 2, rule: 'ordered list', entries: 3, lists: 2 });
  assert.equal(block.offsetOf(head.from), answer.indexOf('Lenovo'));
});

test('a list that continues after a numbered table keeps its numbers', () => {
  const answer = '1. Razer\n2. Lenovo\n\n| # | Chip |\n|---|---|\n| 1 | A |\n\n3. Dell';
  assert.deepEqual(ranksOf(answer, [brand('Dell')]), [3]);
});
