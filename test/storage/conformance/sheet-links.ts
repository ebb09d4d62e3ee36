import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deleteSheetLink,
  findSheet,
  insertSheetLink,
  listSheetLinks,
} from '../../../src/storage/directory/sheet-links.ts';
import { pluck } from '../../support/pluck.ts';
import { ACME_BRAND, acmeFile, NOW, pipelineOn } from '../../support/world.ts';
import type { Part } from './part.ts';

export const sheetLinks: Part = (fresh) => {
  test('is found by its hash until it ends, and is its brand’s alone', async () => {
    const store = await fresh();
    const { main } = store;
    await pipelineOn(store).apply(acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'other', name: 'Other' }]));
    const link = {
      id: 'sht_00000000000a',
      report: 'presence',
      query: { days: '28', tag: ['a', 'b'] },
      until: NOW,
    };
    await insertSheetLink(main, 1, { ...link, hash: 'a' });
    await insertSheetLink(main, 2, { ...link, id: 'sht_00000000000b', hash: 'b' });
    await assert.rejects(insertSheetLink(main, 2, { ...link, id: 'sht_00000000000c', hash: 'a' }));
    const found = await findSheet(main, 'a', NOW - 1);
    assert.deepEqual([found?.brand, found?.organizationName, found?.query], ['acme', 'Acme Inc', link.query]);
    assert.equal(await findSheet(main, 'a', NOW), null);
    assert.equal(await findSheet(main, 'c', NOW - 1), null);
    assert.equal(await deleteSheetLink(main, 2, link.id), null);
    assert.equal(await deleteSheetLink(main, 1, link.id), 'presence');
    assert.deepEqual(await listSheetLinks(main, 1), []);
    assert.deepEqual(pluck(await listSheetLinks(main, 2), 'id'), ['sht_00000000000b']);
  });
};
