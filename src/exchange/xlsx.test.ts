import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '../../test/support/read-import.ts';
import { zipOf } from '../../test/support/zip.ts';

const NAMESPACES = 'xmlns="m" xmlns:r="r"';

/** A workbook with the parts that tests change. */
function workbook(parts: Record<string, string> = {}): Buffer {
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook ${NAMESPACES}><workbookPr/><sheets><sheet name="Notes" sheetId="1" r:id="rId1"/><sheet name="Answers" sheetId="2" r:id="rId2"/><sheet name="Old" sheetId="3" state="hidden" r:id="rId3"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    'xl/sharedStrings.xml':
      '<sst><si><t>prompt</t></si><si><t>engine</t></si><si><t>date</t></si><si><t>answer</t></si><si><r><t>Kestrel </t></r><r><t>Boards</t></r><rPh><t>x</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
    'xl/worksheets/sheet2.xml': sheet(''),
    ...parts,
  });
}

function sheet(rows: string): string {
  return `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>
<row r="2"><c r="A2" t="inlineStr"><is><t>best &amp; simple_x000D_</t></is></c><c r="B2" t="str"><f>"AI "&amp;"Mode"</f><v>AI Mode</v></c><c r="C2" s="1"><v>46279.3416666667</v></c><c r="D2" t="s"><v>4</v></c></row>${rows}</sheetData></worksheet>`;
}

const ROW = {
  row: 1,
  question: 'best & simple',
  engine: 'AI Mode',
  collectedAt: '2026-09-14T08:12:00.000Z',
  answer: 'Kestrel Boards',
};

test('the largest sheet that is not hidden is read', async () => {
  const { file, rows } = await readAll(workbook());
  assert.deepEqual([file.format, rows], ['Excel, sheet “Answers” of 2', [ROW]]);
});

for (const [what, cells, reason] of [
  ['an error', '<c r="A3" t="e"><v>#N/A</v></c><c r="B3" t="s"><v>4</v></c>', 'no_engine'],
  ['a gap', '<c r="D3" t="s"><v>4</v></c>', 'no_engine'],
  [
    'a text that is not there',
    '<c r="B3" t="str"><v>AI Mode</v></c><c r="A3" t="s"><v>99</v></c>',
    'no_question',
  ],
] as const)
  test(`a row with ${what} is left out`, async () => {
    const { rows } = await readAll(
      workbook({ 'xl/worksheets/sheet2.xml': sheet(`<row r="3">${cells}</row>`) }),
    );
    assert.equal(rows[1]?.reason, reason);
  });

for (const [what, style, time] of [
  ['a day is its noon', '<xf numFmtId="14"/>', '12:00'],
  ['a whole number that shows a time is midnight', '<xf numFmtId="22"/>', '00:00'],
  ['so it is in a format of the file', '<xf numFmtId="164"/>', '00:00'],
] as const)
  test(what, async () => {
    const { rows } = await readAll(
      workbook({
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d.m.yy hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/>${style}</cellXfs></styleSheet>`,
        'xl/worksheets/sheet2.xml': sheet('').replace('46279.3416666667', '46279'),
      }),
    );
    assert.equal(rows[0]?.collectedAt, `2026-09-14T${time}:00.000Z`);
  });

test('days since 1904', async () => {
  const book = `<workbook ${NAMESPACES}><workbookPr date1904="1"/><sheets><sheet name="A" r:id="rId2"/></sheets></workbook>`;
  const { rows } = await readAll(workbook({ 'xl/workbook.xml': book }));
  assert.equal(rows[0]?.collectedAt, new Date(Date.parse(ROW.collectedAt) + 1462 * 86_400_000).toISOString());
});
