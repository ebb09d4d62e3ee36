import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand, countsOf, readingsOf } from '../../../test/support/extraction.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';

type Tracked = string | TrackedBrand;

/** Cases with the answer, the brands, and each brand's expected count. */
function namedTimes(
  title: string,
  rows: readonly (readonly [string, string, readonly Tracked[], readonly number[]])[],
) {
  for (const [trap, answer, tracked, expected] of rows) {
    test(`${title}: ${trap} -> ${expected.join(', ')}`, () =>
      assert.deepEqual(countsOf(answer, tracked), expected));
  }
}

namedTimes('boundary by script', [
  ['a Latin name glued into Chinese', '推荐Notion吧', ['Notion'], [1]],
  ['a Latin name glued into Japanese', 'おすすめはNotionです', ['Notion'], [1]],
  ['a Latin name before a Korean particle', 'Notion을 추천합니다', ['Notion'], [1]],
  ['a Latin name glued into Thai', 'แนะนำNotionครับ', ['Notion'], [1]],
  ['Han, glued to everything', '推荐使用飞书和钉钉以及Notion', ['飞书', '钉钉', 'Notion'], [1, 1, 1]],
  ['kana before a particle', 'バルミューダのトースター', ['バルミューダ'], [1]],
  ['Hangul before a particle', '삼성은 한국 회사입니다', ['삼성'], [1]],
  ['Thai without blanks', 'ผมใช้กรุงศรีทุกวัน', ['กรุงศรี'], [1]],
  ['an accented letter is a letter', 'Nestlé pays a dividend', ['Nestl'], [0]],
  ['the same as a combining accent', 'Nestle\u0301 pays a dividend', ['Nestl'], [0]],
  ['inside a longer word', 'the featuring of maximum lasting', ['Ring', 'Max'], [0, 0]],
  ['inside a longer word with the same capital', 'Maximum and Maxwell', ['Max'], [0]],
  ['a digit before', '13M and 4Canva', ['3M', 'Canva'], [0, 0]],
  ['a digit after', 'Canva4 and 3M2', ['Canva', '3M'], [0, 0]],
  ['an underscore on either side', 'my_prisma and prisma_client', ['Prisma'], [0]],
  ['a Cyrillic letter continues a Latin word', 'Ozonный склад', ['Ozon'], [0]],
  ['a Cyrillic name in a longer word', 'Озоновый слой', ['Озон'], [0]],
  ['a Cyrillic name by itself', 'Заказ на Озон приехал', ['Озон'], [1]],
  ['a Greek name by itself', 'Το Πλαίσιο έχει', ['Πλαίσιο'], [1]],
  ['a Greek final sigma in capitals', 'Η ΦΟΙΝΙΞΗΣ και Φοινιξης', ['Φοινιξης'], [2]],
  ['an Arabic conjunction before', 'جوجل ونون في السوق', ['نون'], [1]],
  ['an Arabic article and preposition before', 'اشتريت بالنون', ['نون'], [1]],
  ['another Arabic letter before', 'زنون بعيد', ['نون'], [0]],
  ['an Arabic letter after', 'نونات كثيرة', ['نون'], [0]],
  ['a Hebrew preposition before', 'קניתי בפוקס', ['פוקס'], [1]],
  ['a Hebrew conjunction and article before', 'והפוקס נפתח', ['פוקס'], [1]],
  ['another Hebrew letter before', 'גפוקס נפתח', ['פוקס'], [0]],
  ['Devanagari by itself', 'मैं टाटा की कार', ['टाटा'], [1]],
  ['a Devanagari vowel sign continues the word', 'मैं टाटाी की कार', ['टाटा'], [0]],
  ['Devanagari inside a word', 'मैं टाटानगर में', ['टाटा'], [0]],
  ['a danda after', 'यह टाटा।', ['टाटा'], [1]],
  ['bold ends no word', 'fans are **Zoho**lics', ['Zoho'], [0]],
  ['emphasis inside a name', '**Quick**Books and *Fresh***Books**', ['QuickBooks', 'FreshBooks'], [1, 1]],
  ['an emoji is a boundary', '🚀Canva🚀', ['Canva'], [1]],
  ['a name that ends in a sign', 'I write C++ and Yahoo! mail', ['Yahoo!', 'C++'], [1, 1]],
  [
    'a name that starts with a sign',
    'The site is built on .NET, not on a .NETwork of its own',
    ['.NET'],
    [1],
  ],
]);

namedTimes('possessive, plural and hyphen', [
  ["'s is not part of the name", "Notion's pages", ['Notion'], [1]],
  ['’s is not part of the name', 'Notion’s pages', ['Notion'], [1]],
  ['a bare apostrophe after a final s', "Sonos’ app, Sonos' forum", ['Sonos'], [2]],
  ['a Turkish suffix', "Trendyol’da ve Trendyol'un", ['Trendyol'], [2]],
  ['a plural is another word', 'two Teslas', ['Tesla'], [0]],
  ['a plural that is an alias', 'two Teslas and a Tesla', [brand('Tesla', { aliases: ['Teslas'] })], [2]],
  ['a hyphen is a boundary', 'Apple-branded and non-Apple', ['Apple'], [2]],
  ['a non-breaking hyphen is one too', 'Apple\u2011branded, Apple\u2010like', ['Apple'], [2]],
  ['a soft hyphen shows nothing', 'Hub\u00ADSpot', ['HubSpot'], [1]],
  ['capitals after a hyphen', 'T-Fal, T-FAL and t-fal', ['T-fal'], [3]],
  ['a space for the name’s hyphen', 'Coca Cola', ['Coca-Cola'], [1]],
  ['nothing for the name’s hyphen', 'Cocacola and CocaCola', ['Coca-Cola'], [2]],
  ['a hyphen for the name’s space', 'the Dollar-Shave-Club box', ['Dollar Shave Club'], [1]],
  ['nothing for the name’s space', 'OpenTable and Open Table', ['Open Table'], [2]],
  ['a name without either needs neither', 'a hub spot, a door-dash', ['HubSpot', 'DoorDash'], [0, 0]],
  ['a blank for the hyphen over a line end', 'Coca\nCola sells', ['Coca-Cola'], [1]],
  ['two words over a line end', 'the Blue\nApron box', ['Blue Apron'], [1]],
  ['no-break space', 'Best\u00A0Buy, Best&nbsp;Buy', ['Best Buy'], [2]],
  ['& and and', 'Barnes and Noble, Barnes & Noble, Barnes &amp; Noble', ['Barnes & Noble'], [3]],
  ['an apostrophe left out', 'Kohls and Kohl’s', ["Kohl's"], [2]],
]);

namedTimes('signs, width and accents', [
  ['™ is not TM', 'HubSpot™ is not hubspotTM', ['HubSpot'], [1]],
  ['®, ℠ and ©', 'Sony®, Loctite℠, Lego©', ['Sony', 'Loctite', 'Lego'], [1, 1, 1]],
  ['™ before a hyphen', 'Teflon™-coated', ['Teflon'], [1]],
  ['a sign inside a name', 'a Discover it® Miles card', ['Discover it Miles'], [1]],
  ['a sign does not glue two words', 'AT™ is a mark', ['ATM'], [0]],
  ['a sign in the tracked name', 'HubSpot and HubSpot™', ['HubSpot™'], [2]],
  ['full width', 'ＨｕｂＳｐｏｔとＳＯＮＹ', ['HubSpot', 'Sony'], [1, 1]],
  ['half-width kana', 'ﾊﾞﾙﾐｭｰﾀﾞ', ['バルミューダ'], [1]],
  ['a ligature', 'Netﬂix', ['Netflix'], [1]],
  ['accents left out by the text', 'Toteme, Haagen-Dazs', ['Totême', 'Häagen-Dazs'], [1, 1]],
  ['accents left out by the name', 'Nestlé, Lancôme', ['Nestle', 'Lancome'], [1, 1]],
  ['a combining accent', 'Nestle\u0301', ['Nestlé', 'Nestle'], [1, 1]],
  ['Greek and Cyrillic accents', 'Σκρουτζ Μάρκετ, Алёна', ['Μαρκετ', 'Алена'], [1, 1]],
  ['dakuten are letters', 'かとう商店', ['がとう'], [0]],
  ['a combining dakuten is the same letter', 'か\u3099とう商店', ['がとう'], [1]],
  ['hamza on alef is optional', 'شركة أمل', ['امل'], [1]],
  ['hamza on another letter is a letter', 'شركة لؤلؤ', ['لولو'], [0]],
  ['a superscript digit is a note', 'Canva² and Canva¹', ['Canva'], [2]],
  ['a subscript digit too', 'Canva₂', ['Canva'], [1]],
  ['a zero-width space inside', 'Hub\u200BSpot', ['HubSpot'], [1]],
  ['typographic apostrophe in the name', "Levi’s and Levi's", ["Levi's"], [2]],
  ['part of a squared sign', 'トヨタ㍿です', ['株式', '会社', 'トヨタ'], [1, 1, 1]],
  ['a name with only signs never matches', '™ ® ™', ['™'], [0]],
]);

namedTimes('look-alike signs and letters', [
  ['an acute or grave accent as an apostrophe', 'Lunch at McDonald´s or McDonald`s', ["McDonald's"], [2]],
  ['a reversed quotation mark and a prime', 'Lunch at McDonald‛s or McDonald′s', ["McDonald's"], [2]],
  ['an ʻokina', 'We took Hawaiʻi Air', ["Hawai'i Air"], [1]],
  [
    'an en dash and a minus sign',
    'I use a T–Mobile plan, a T−Mobile plan, and a T‒Mobile plan',
    ['T-Mobile'],
    [3],
  ],
  ['an em dash ends a clause', 'It is by Google—Nest is a line', ['Google Nest'], [0]],
  ['a middle dot left out', 'コカコーラとコカ コーラ', ['コカ・コーラ'], [2]],
  ['a middle dot added', 'コカ・コーラとｺｶ･ｺｰﾗ', ['コカコーラ'], [2]],
  ['middle dots in a list', 'ソニー・シャープ・東芝', ['ソニー', 'シャープ', '東芝'], [1, 1, 1]],
  ['a middle dot between Han', '我喜欢乔治·阿玛尼', ['乔治阿玛尼'], [1]],
  ['geresh and gershayim', 'צ׳קפוינט או חב״ד', ["צ'קפוינט", 'חב"ד'], [1, 1]],
  ['maqaf', 'טסתי עם אל־על', ['אל-על'], [1]],
  ['Hebrew points', 'חברת וִויקס', ['וויקס'], [1]],
  ['Arabic ya and kaf in a Persian name', 'من از ديجي‌كالا خریدم', ['دیجی‌کالا'], [1]],
  ['a space for the Persian joiner', 'من از دیجی کالا خریدم', ['دیجی‌کالا'], [1]],
  ['the Persian joiner for a space', 'من از علی‌بابا خریدم', ['علی بابا'], [1]],
  ['Arabic lengthening', 'من نـــون أمس', ['نون'], [1]],
  ['Arabic vowel signs', 'هاتف سَامْسُونْج', ['سامسونج'], [1]],
  ['final ya without dots', 'هاتف شاومى', ['شاومي'], [1]],
  ['final heh for teh marbuta', 'من مكتبه جرير', ['مكتبة جرير'], [1]],
  ['hamza at a sentence’s start', 'أمازون متجر كبير', ['امازون'], [1]],
  ['a Devanagari dot left out', 'ऐप जोमैटो', ['ज़ोमैटो'], [1]],
]);

test('a name before a middle dot ends before it', () => {
  const [reading] = readingsOf('ソニー・シャープ', ['ソニー']);
  const found = reading?.evidence.namings.map(({ from, to }) => [from, to]);
  assert.deepEqual(found, [[0, 3]]);
});

namedTimes('case', [
  ['a distinctive name in any case', 'lastpass, LASTPASS, LastPass', ['LastPass'], [3]],
  ['dotted capital I', 'İkea, IKEA, ikea', ['Ikea'], [3]],
  ['dotless small i', 'ıkea', ['Ikea'], [1]],
  ['capital sharp s and ss', 'STRAẞE, Straße, STRASSE, strasse', ['Straße'], [4]],
  [
    'a case-sensitive alias',
    'a 250 gm bag, GM',
    [brand('General Motors', { aliases: [{ text: 'GM', caseSensitive: true }] })],
    [1],
  ],
  [
    'a case-sensitive name in the wrong case',
    'the craft and a CRafT',
    [brand('Craft', { match: { caseSensitive: true } })],
    [0],
  ],
  [
    'a common word with ignored case',
    'we record a loom',
    [brand('Loom', { match: { caseSensitive: false } })],
    [1],
  ],
]);

namedTimes('what stands beside a name', [
  [
    'not followed by',
    'the Amazon rainforest',
    [brand('Amazon', { match: { notFollowedBy: ['rainforest'] } })],
    [0],
  ],
  [
    'not followed by, elsewhere',
    'Amazon sells a book on the Amazon rainforest',
    [brand('Amazon', { match: { notFollowedBy: ['rainforest'] } })],
    [1],
  ],
  [
    'not followed by, over a hyphen',
    'the Amazon-Rainforest',
    [brand('Amazon', { match: { notFollowedBy: ['rainforest'] } })],
    [0],
  ],
  [
    'not followed by part of a word',
    'the Amazon rainforests',
    [brand('Amazon', { match: { notFollowedBy: ['rainforest'] } })],
    [1],
  ],
  [
    'not followed by, over emphasis',
    'the **Amazon** rainforest',
    [brand('Amazon', { match: { notFollowedBy: ['rainforest'] } })],
    [0],
  ],
  [
    'not preceded by',
    'Times Square, times square and Square',
    [brand('Square', { match: { notPrecededBy: ['Times'] } })],
    [1],
  ],
  [
    'not preceded by part of a word',
    'The till is sometimes Square, sometimes Clover',
    [brand('Square', { match: { notPrecededBy: ['Times'] } })],
    [1],
  ],
  ['not preceded by Han', '三个苹果手机和青苹果', [brand('苹果', { match: { notPrecededBy: ['青'] } })], [1]],
  ['not followed by Han', '小米手机和小米粥', [brand('小米', { match: { notFollowedBy: ['粥'] } })], [1]],
  [
    'an alias chooses for itself',
    'Square Enix and Squareup',
    [brand('Square', { match: { notFollowedBy: ['Enix'] }, aliases: ['Squareup'] })],
    [1],
  ],
  ['a product names its maker', 'HubSpot CRM and HubSpot', ['HubSpot'], [2]],
  [
    'a product that does not',
    'Zoho Books and Zoho',
    [brand('Zoho', { match: { includesProducts: false } })],
    [1],
  ],
  [
    'a small word is no product',
    'Zoho and Zoho with mail',
    [brand('Zoho', { match: { includesProducts: false } })],
    [2],
  ],
  [
    'a function word with a capital is no product',
    'Zoho For Teams',
    [brand('Zoho', { match: { includesProducts: false } })],
    [1],
  ],
]);

namedTimes('of overlapping names the longest', [
  [
    'of two brands',
    'It is Google Password Manager that fills it',
    ['Google', 'Google Password Manager'],
    [0, 1],
  ],
  [
    'and the short one elsewhere',
    'It is Google Password Manager by Google that fills it',
    ['Google', 'Google Password Manager'],
    [1, 1],
  ],
  ['over an alias', 'the Meta Quest', [brand('Meta Platforms', { aliases: ['Meta'] }), 'Meta Quest'], [0, 1]],
  ['in the middle', 'Proton Pass and NordPass', ['Pass', 'NordPass', 'Proton Pass', 'Proton'], [0, 1, 1, 0]],
  ['over a hyphen', 'the Mercedes-AMG', ['Mercedes', 'Mercedes-AMG'], [0, 1]],
  ['in any tracking order', 'the Mercedes-AMG', ['Mercedes-AMG', 'Mercedes'], [1, 0]],
  ['with ™ inside', 'Crest® Whitestrips', ['Crest', 'Crest Whitestrips'], [0, 1]],
  [
    'the short one counts if the long one has an objection',
    'Amazon Fresh produce and Amazon',
    ['Amazon', brand('Amazon Fresh', { match: { notFollowedBy: ['produce'] } })],
    [2, 0],
  ],
  [
    'within one brand it counts once',
    'Meta Platforms',
    [brand('Meta', { aliases: ['Meta Platforms'] })],
    [1],
  ],
  [
    'adjacent name and alias are two',
    'HubSpot (HubSpot CRM)',
    [brand('HubSpot', { aliases: ['HubSpot CRM'] })],
    [2],
  ],
  ['Han', '小米汽车发布了', ['小米', '小米汽车'], [0, 1]],
  [
    'one with another that starts inside it',
    'use Orvex Bantu Collab now',
    ['Orvex Bantu', 'Bantu Collab'],
    [1, 0],
  ],
]);

namedTimes('a name that two brands claim', [
  [
    'an alias of both',
    'Max streams it',
    [brand('HBO', { aliases: ['HBO Max', { text: 'Streamo' }] }), brand('Warner', { aliases: ['Streamo'] })],
    [0, 0],
  ],
  [
    'counts for both',
    'watch it on Streamo',
    [brand('HBO', { aliases: ['Streamo'] }), brand('Warner', { aliases: ['streamo'] })],
    [1, 1],
  ],
  [
    'each with its own options',
    'watch it on streamo',
    [
      brand('HBO', { aliases: [{ text: 'Streamo', caseSensitive: true }] }),
      brand('Warner', { aliases: ['Streamo'] }),
    ],
    [0, 1],
  ],
  [
    'with and without a hyphen',
    'Coca-Cola',
    [brand('One', { aliases: ['Coca Cola'] }), brand('Two', { aliases: ['Coca-Cola'] })],
    [1, 1],
  ],
]);

namedTimes('own domain in prose', [
  ['by itself', 'build it at tally.so today', [brand('Tally Forms', { hosts: ['tally.so'] })], [1]],
  ['with www.', 'see www.tally.so', [brand('Tally Forms', { hosts: ['tally.so'] })], [0]],
  ['a subdomain', 'see docs.tally.so for more', [brand('Tally Forms', { hosts: ['tally.so'] })], [1]],
  ['name and domain in one', 'build it at tally.so', [brand('Tally', { hosts: ['tally.so'] })], [1]],
  ['a name that is a domain', 'book on Booking.com now', ['Booking.com'], [1]],
  [
    'a name in another brand’s domain',
    'see deltaflights.com and delta-faucets.com',
    [brand('Delta Faucet', { hosts: ['deltafaucet.com'] }), 'Delta'],
    [0, 0],
  ],
  [
    'another host with the same ending',
    'see nottally.so',
    [brand('Tally Forms', { hosts: ['tally.so'] })],
    [0],
  ],
  ['in a URL', 'see https://tally.so/help', [brand('Tally Forms', { hosts: ['tally.so'] })], [0]],
  ['in a query', 'see https://a.example/?ref=tally.so', [brand('Tally Forms', { hosts: ['tally.so'] })], [0]],
  ['the name in a bare domain’s path', 'see reviews.com/hubspot-review', ['HubSpot'], [0]],
  ['in an e-mail address', 'write to help@tally.so', [brand('Tally Forms', { hosts: ['tally.so'] })], [0]],
  ['the name in an e-mail address', 'write to hubspot@mail.com', ['HubSpot'], [0]],
  ['with a path', 'build it at tally.so/new today', [brand('Tally Forms', { hosts: ['tally.so'] })], [1]],
  ['a name in a domain that looks like its own', 'open notion.so', ['Notion'], [1]],
  ['a sentence’s end is not a domain', 'This is great.Canva is next', ['Canva'], [1]],
]);

namedTimes('text that has lost its blanks', [
  [
    'names glued to each other',
    'Netgear OrbiTP-Link DecoGoogle Nest WifiAmazon eero',
    ['Netgear', 'TP-Link', 'Amazon eero', 'Deco'],
    [1, 1, 1, 1],
  ],
  ['a price before', 'Vitamix A3500$549Blendtec Designer$499Ninja Foodi', ['Blendtec'], [1]],
  ['PowerPoint is one word', 'Use PowerPoint to present.', ['Power', 'Point'], [0, 0]],
  ['HubSpot is one word', 'Use HubSpot to sell.', ['Hub', 'Spot'], [0, 0]],
  ['YouTube is one word', 'Use YouTube to watch.', ['Tube', 'You'], [0, 0]],
  [
    'even several such words',
    'YouTube, PowerPoint, HubSpot and WordPress are four.',
    ['Tube', 'Press', 'Hubs', 'Points'],
    [0, 0, 0, 0],
  ],
  ['one repeated word is no lost space', 'AcmeVPN and AcmeVPN, or AcmeVPN.', ['Acme'], [0]],
  [
    'a name in another case does not match in run-on text',
    'Netgear OrbiTP-Link DecoGoogle Nest WifiAmazon eero',
    ['LINK'],
    [1],
  ],
]);

test('a match has the name’s place in the text, whatever its folded length', () => {
  const text = 'İ ẞ ﬂ Ikea and ™™ Straße';
  const [ikea, strasse] = [brand('Ikea'), brand('Strasse')];
  assert.deepEqual(countsOf(text, [ikea, strasse]), [1, 1]);
});
