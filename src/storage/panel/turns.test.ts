import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './turns.ts';

test('of several that wait, one continues in each turn of the event loop, in the order of arrival', async () => {
  const turns = new Turns();
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const went: { readonly who: string; readonly turn: number }[] = [];
  const goTwice = async (who: string) => {
    for (let time = 0; time < 2; time++) {
      await turns.next();
      went.push({ who, turn });
    }
  };
  await Promise.all(['a', 'b', 'c'].map(goTwice));
  isOver = true;
  assert.equal(went.map(({ who }) => who).join(' '), 'a b c a b c');
  assert.equal(new Set(went.map((each) => each.turn)).size, 6);
});
