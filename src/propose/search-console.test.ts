import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../test/support/pluck.ts';
import { isSearchTable, readSearches, searchLines } from './search-console.ts';

const shortly = (table: string) =>
  readSearches(table).questions.map(({ text, source }) => `${text}: ${source.split(' ')[0]}`);

for (const [what, table] of [
  [
    'as it is exported',
    'Top queries,Clicks,Impressions,CTR,Position\nbest planning tool,3,"1,204",0.2%,4.1\n"agencies, and plans",1,90,1%,9',
  ],
  [
    'as a spreadsheet copies it',
    'Häufigste Suchanfragen\tKlicks\tImpressionen\tCTR\tPosition\nbest planning tool\t3\t1.204\t0,2 %\t4,1\nagencies, and plans\t1\t90\t1 %\t9',
  ],
  [
    'with semicolons, a mark, and other columns',
    '\uFEFFConsultas;Impresiones\nbest planning tool;1204\nagencies, and plans;90\n',
  ],
  ['without a head', 'agencies; and plans,1,90\nbest planning tool,3,1204'.replace('; and', ' and')],
] as const) {
  test(`queries ${what}`, () => {
    const [first, second = ''] = shortly(table);
    assert.equal(first, 'best planning tool: 1,204');
    assert.match(second, /^agencies,? and plans: 90$/);
  });
}

test('text without a table, and searches with one or two words, yield nothing', () => {
  for (const table of [
    '',
    'hello',
    'a,b\nc,d',
    'Top queries,Clicks,Impressions\nplans,1,9\nplan tools,1,9',
  ]) {
    assert.deepEqual(shortly(table), [], table);
  }
});

for (const [what, table, expected] of [
  [
    'of two periods: the newer impressions',
    'Top queries,Last 28 days Clicks,Previous 28 days Clicks,Last 28 days Impressions,Previous 28 days Impressions\nbest crm for teams,1,2,300,400',
    [['best crm for teams', 300]],
  ],
  [
    'of another tool has no impressions',
    'Keyword\tVolume\tDifficulty\nbest crm for teams\t1200\t30',
    [['best crm for teams', null]],
  ],
  ['of two columns without a head', 'best crm for teams;1204', [['best crm for teams', 1204]]],
  [
    'with decimals by comma, and a semicolon in a search',
    'Top queries;Clicks;Impressions;CTR;Position\n"a; b or c";1;90;3,4 %;4,5\nbest crm for teams;1;1\u00A0204;2,0 %;5',
    [
      ['best crm for teams', 1204],
      ['a; b or c', 90],
    ],
  ],
  [
    'with commas and a semicolon in its first search',
    '"a; b or c",1,90\nbest crm for teams,1,1204.0',
    [
      ['best crm for teams', 1204],
      ['a; b or c', 90],
    ],
  ],
  [
    'with Indian thousands',
    'Queries,Impressions\nbest crm for teams,"1,23,456"',
    [['best crm for teams', 123_456]],
  ],
  [
    'with a broken figure',
    'Queries,Impressions\nbest crm for teams,0.5\nplan,9',
    [
      ['plan', 9],
      ['best crm for teams', null],
    ],
  ],
  [
    'with tabs and a quotation mark in a search',
    'Top queries\tClicks\tImpressions\tCTR\tPosition\nbest 27" monitor for coding\t12\t340\t3.5%\t4',
    [['best 27" monitor for coding', 340]],
  ],
  [
    'with tabs and a quotation mark at a search’s start',
    'Top queries\tImpressions\n"best monitor\t340\n"27 inch" monitor\t30\n"exact words"\t3',
    [
      ['"best monitor', 340],
      ['"27 inch" monitor', 30],
      ['exact words', 3],
    ],
  ],
  [
    'with doubled quotation marks',
    'Top queries,Clicks,Impressions\n"best 27"" monitor, cheap",12,340\n"""exact""",1,2\n27" monitor,0,1',
    [
      ['best 27" monitor, cheap', 340],
      ['"exact"', 2],
      ['27" monitor', 1],
    ],
  ],
  [
    'with quotation marks around everything',
    '"Top queries","Clicks","Impressions"\n"best crm, for teams","12","1,204"',
    [['best crm, for teams', 1204]],
  ],
  ['with an empty search', 'Top queries\tImpressions\n\t12\nbest crm\t3', [['best crm', 3]]],
  [
    'of two periods in an unknown language',
    'a,b,c,d,e,f,g,h,i\nbest crm,3,2,40,50,7.5%,4%,1.5,2',
    [['best crm', 40]],
  ],
  ['of two periods without a head', 'best crm,3,2,40,50,7.5%,4%,1.5,2', [['best crm', 40]]],
  [
    'in an unknown language, with rates in another style',
    'a;b;c;d;e\nbest crm;3;1.204;%0,25;4,5\nbest erp;0;7;\u200E0 %;9',
    [
      ['best crm', 1204],
      ['best erp', 7],
    ],
  ],
  [
    'in an unknown language, with more clicks than impressions',
    'a,b,c,d,e\nbest crm,1204,3,0.25%,4',
    [['best crm', null]],
  ],
  [
    'in an unknown language, with a rate elsewhere',
    'a,b,c,d,e\nbest crm,3,0.25%,1204,4',
    [['best crm', null]],
  ],
  ['in an unknown language, without rates', 'a,b,c\nbest crm,3,1204', [['best crm', null]]],
  [
    'with thousands in other styles',
    "Queries\tImpressions\na\t1 204\nb\t1'203\nc\t1’202\nd\t1\u202F201\ne\t1\u2009200\nf\t1.199\ng\t1,198.0\nh\t1.197,00",
    [...'abcdefgh'].map((query, index) => [query, 1204 - index]),
  ],
  [
    'with digits and signs of Arabic',
    'أهم طلبات البحث,النقرات,مرات الظهور\nأفضل هاتف للألعاب,٣,١٬٢٠٤\nأفضل حاسوب,۳,۱۲',
    [
      ['أفضل هاتف للألعاب', 1204],
      ['أفضل حاسوب', 12],
    ],
  ],
  [
    'with marks for the direction of writing',
    'השאילתות המובילות,קליקים,חשיפות,CTR\nשולחן אלון,3,\u200F90,\u200E3.3%',
    [['שולחן אלון', 90]],
  ],
  [
    'with a mark and line ends of Windows',
    '\uFEFFข้อความค้นหายอดนิยม,การคลิก,การแสดงผล\r\nรองเท้าวิ่ง,12,"1,200"\r\n',
    [['รองเท้าวิ่ง', 1200]],
  ],
  [
    'that is a list with commas',
    'what is the best crm, really?\nbest crm for small teams\n"sql query builder, free"',
    [
      ['what is the best crm, really?', null],
      ['best crm for small teams', null],
      ['sql query builder, free', null],
    ],
  ],
  ['that is a list with a heading', 'Top queries\nsql query builder', [['sql query builder', null]]],
  [
    'that is a list without one',
    'sql query builder\nplan',
    [
      ['sql query builder', null],
      ['plan', null],
    ],
  ],
] as const) {
  test(`a table ${what}`, () =>
    assert.deepEqual(pluck(readSearches(table).queries, 'query', 'impressions'), expected));
}

/** Headers by language, as Search Console and spreadsheets write them. */
const HEADERS: Readonly<Record<string, string>> = {
  English: 'Top queries,Clicks,Impressions,CTR,Position',
  German: 'Häufigste Suchanfragen;Klicks;Impressionen;Klickrate;Durchschnittliche Position',
  French: 'Requêtes les plus fréquentes,Clics,Impressions,CTR,Position moyenne',
  Spanish: 'Consultas principales,Clics,Impresiones,CTR,Posición media',
  Catalan: 'Consultes principals,Clics,Impressions,CTR,Posició',
  Italian: 'Query principali,Clic,Impressioni,CTR,Posizione media',
  Portuguese: 'Principais consultas,Cliques,Impressões,CTR,Posição',
  Romanian: 'Interogări de top,Clicuri,Afișări,CTR,Poziție',
  'Romanian with cedillas': 'Interogări principale,Clicuri,Afişări,CTR,Poziţie',
  Dutch: 'Populairste zoekopdrachten,Klikken,Vertoningen,CTR,Positie',
  Swedish: 'Vanligaste frågor,Klick,Exponeringar,Klickfrekvens,Position',
  'Swedish with other words': 'Vanligaste sökfrågorna,Klick,Visningar,CTR,Genomsnittlig position',
  Danish: 'Mest populære forespørgsler,Klik,Eksponeringer,CTR,Placering',
  'Danish with other words': 'Populæreste søgeord,Klik,Visninger,CTR,Position',
  Norwegian: 'Vanligste søk,Klikk,Visninger,Klikkfrekvens,Posisjon',
  'Norwegian with other words': 'Populære søkeord,Klikk,Eksponeringer,CTR,Posisjon',
  Icelandic: 'Helstu fyrirspurnir,Smellir,Birtingar,Smellihlutfall,Staða',
  Finnish: 'Suosituimmat hakukyselyt,Klikkaukset,Näyttökerrat,CTR,Sijainti',
  'Finnish with other words': 'Suosituimmat haut,Klikkaukset,Näyttöjä,Klikkausprosentti,Sijainti',
  Estonian: 'Populaarseimad päringud,Klikid,Näitamised,CTR,Positsioon',
  Hungarian: 'Leggyakoribb lekérdezések,Kattintások,Megjelenítések,CTR,Pozíció',
  Polish: 'Najpopularniejsze zapytania,Kliknięcia,Wyświetlenia,CTR,Pozycja',
  Czech: 'Nejčastější dotazy,Kliknutí,Zobrazení,CTR,Pozice',
  Slovak: 'Najčastejšie dopyty,Kliknutia,Zobrazenia,MP,Pozícia',
  Slovenian: 'Najpogostejše poizvedbe,Kliki,Prikazi,Razmerje med prikazi in kliki,Položaj',
  Croatian: 'Najpopularniji upiti,Klikovi,Pojavljivanja,CTR,Položaj',
  Serbian: 'Најчешћи упити,Кликови,Прикази,CTR,Позиција',
  Bulgarian: 'Най-популярни заявки,Кликвания,Импресии,CTR,Позиция',
  Russian: 'Самые популярные запросы,Клики,Показы,CTR,Позиция',
  Ukrainian: 'Найпопулярніші запити,Кліки,Покази,CTR,Позиція',
  Greek: 'Κορυφαία ερωτήματα,Κλικ,Εμφανίσεις,CTR,Θέση',
  Lithuanian: 'Populiariausios užklausos,Paspaudimai,Parodymai,PR,Pozicija',
  Latvian: 'Populārākie vaicājumi,Klikšķi,Seansi,VKS,Pozīcija',
  Turkish: 'En çok yapılan sorgular,Tıklamalar,Gösterimler,TO,Konum',
  'Turkish with other words': 'En popüler sorgular,Tıklama,Görüntüleme,CTR,Ortalama konum',
  Indonesian: 'Kueri teratas,Klik,Tayangan,CTR,Posisi',
  Malay: 'Pertanyaan teratas,Klik,Tanggapan,CTR,Kedudukan',
  Filipino: 'Mga nangungunang query,Mga Click,Mga Impression,CTR,Posisyon',
  Vietnamese: 'Truy vấn hàng đầu,Lượt nhấp,Lượt hiển thị,CTR,Vị trí',
  'Vietnamese with other words': 'Cụm từ tìm kiếm hàng đầu,Số lượt nhấp,Số lượt hiển thị,CTR,Vị trí',
  Hebrew: 'השאילתות המובילות,קליקים,חשיפות,CTR,מיקום',
  Arabic: 'أهم طلبات البحث,النقرات,مرات الظهور,نسبة النقر إلى الظهور,الموضع',
  'Arabic with other words': 'أهم الاستعلامات,النقرات,عدد مرات الظهور,CTR,الترتيب',
  Persian: 'برترین جستارها,کلیک‌ها,نمایش‌ها,CTR,جایگاه',
  Hindi: 'सबसे लोकप्रिय क्वेरी,क्लिक,इंप्रेशन,सीटीआर,पोज़िशन',
  Thai: 'ข้อความค้นหายอดนิยม,การคลิก,การแสดงผล,CTR,อันดับ',
  Japanese: '上位のクエリ,クリック数,表示回数,CTR,掲載順位',
  Korean: '인기 검색어,클릭수,노출,CTR,게재 순위',
  'Chinese of today': '热门查询,点击次数,展示,点击率,排名',
  'Chinese of before': '热门查询,点击次数,展示次数,点击率,平均排名',
  'Chinese of Taiwan': '熱門查詢項目,點擊,曝光,點閱率,排名',
  'a tool': 'query,clicks,impressions,ctr,position',
  abbreviations: 'Search term,Clicks,Impr.,CTR,Avg. pos.',
};

for (const [language, head] of Object.entries(HEADERS)) {
  test(`the search table in ${language} is known, with its impressions`, () => {
    const separator = head.includes(';') ? ';' : ',';
    // Not as in an export, so that the words decide.
    const table = [head, ['best planning tool', '3', '1204', '0.25', '4'].join(separator)].join('\n');
    assert.ok(isSearchTable(table));
    assert.deepEqual(readSearches(table).queries, [{ query: 'best planning tool', impressions: 1204 }]);
  });
}

test('the search table in a language that is not listed is known by its rows', () => {
  const table = 'საუკეთესო,დაწკაპუნებები,ჩვენებები,CTR,პოზიცია\nბინა თბილისში,3,1204,0.25%,4';
  assert.ok(isSearchTable(table));
  assert.deepEqual(readSearches(table).queries, [{ query: 'ბინა თბილისში', impressions: 1204 }]);
});

for (const table of [
  'Top pages,Clicks,Impressions,CTR,Position\nhttps://a.example/,3,1204,0.25%,4',
  'Country,Clicks,Impressions,CTR,Position\nGermany,3,1204,0.25%,4',
  'Device,Clicks,Impressions,CTR,Position\nMobile,3,1204,0.25%,4',
  'Date,Clicks,Impressions,CTR,Position\n2026-11-20,3,1204,0.25%,4',
  'Search Appearance,Clicks,Impressions,CTR,Position\nProduct snippets,3,1204,0.25%,4',
  'Filter,Value\nSearch type,Web',
  'Häufigste Seiten;Klicks',
  'Søkeutseende,Klikk,Visninger,CTR,Posisjon\nProduktresultater,3,1204,0.25%,4',
  'Ulkoasu haussa,Klikkaukset,Näyttökerrat,CTR,Sijainti\nTuotteet,3,1204,0.25%,4',
  'Megjelenés a keresésben,Kattintások,Megjelenítések,CTR,Pozíció\nTermék,3,1204,0.25%,4',
  'Εμφάνιση στην αναζήτηση,Κλικ,Εμφανίσεις,CTR,Θέση\nΠροϊόντα,3,1204,0.25%,4',
  'გვერდები,დაწკაპუნებები,ჩვენებები,CTR,პოზიცია\nhttps://a.example/,3,1204,0.25%,4',
  'თარიღი,დაწკაპუნებები,ჩვენებები,CTR,პოზიცია\n2026-11-20,3,1204,0.25%,4',
]) {
  test(`no search table: ${table.split('\n')[0]}`, () => assert.ok(!isSearchTable(table)));
}

test('a table of pages or days is recognizable', () => {
  assert.equal(readSearches('Top pages,Clicks,Impressions\nhttps://a.example/,1,2').isOf, 'pages');
  assert.equal(readSearches('Date,Clicks,Impressions\n2026-11-20,1,2').isOf, 'days');
});

test('a table may have an Excel line first, searches only, or a search without spaces', () => {
  assert.deepEqual(shortly('sep=;\nQueries;Impressions\nbest planning tool;7'), ['best planning tool: 7']);
  assert.deepEqual(shortly('best planning tool\ntools\nplan a big trip'), [
    'best planning tool: your',
    'plan a big trip: your',
  ]);
  assert.deepEqual(shortly('上位のクエリ,クリック数,表示回数\nおすすめの旅行計画アプリ,1,8\n旅行,1,9'), [
    'おすすめの旅行計画アプリ: 8',
  ]);
});

test('writing searches and reading them again changes nothing', () => {
  for (const table of [
    'Queries,Impressions\nplans,9\n"a, b and c",3\n"""exact""",2\n27" monitor,1',
    'one two three\nfour\n"""exact"""',
  ]) {
    const { queries } = readSearches(table);
    assert.deepEqual(readSearches(searchLines(queries)).queries, queries);
  }
});
