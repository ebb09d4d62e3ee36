import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begunAfter, stateNow, type TodoMark, todoIdOf } from './todo.ts';

test('work begins when first taken or done; ignoring keeps its start, and open restarts it', () => {
  assert.equal(begunAfter('taken', undefined, 7), 7);
  assert.equal(begunAfter('done', undefined, 7), 7);
  assert.equal(begunAfter('ignored', undefined, 7), null);
  assert.equal(begunAfter('open', undefined, 7), null);
  for (const state of ['taken', 'done', 'ignored'] as const) {
    assert.equal(begunAfter(state, { begunAt: 3 }, 7), 3, state);
  }
  assert.equal(begunAfter('open', { begunAt: 3 }, 7), null);
});

test('what is done or ignored comes back only with new facts; what is done, also if it is still so later', () => {
  const mark = (state: TodoMark['state'], facts: readonly string[] | null = ['404']): TodoMark => ({
    id: 'tdo_0',
    state,
    note: '',
    facts,
    begunAt: null,
    changedAt: 10,
  });
  const cases = [
    ['no mark', undefined, ['404'], 5, 'open'],
    ['done, as it was', mark('done'), ['404'], 10, 'done'],
    ['done, still so at the next look', mark('done'), ['404'], 11, 'open'],
    ['done, and nothing dates the facts', mark('done'), ['404'], null, 'done'],
    ['done, another fact', mark('done'), ['410'], 5, 'open'],
    ['ignored, still so at the next look', mark('ignored'), ['404'], 11, 'ignored'],
    ['ignored, another fact', mark('ignored'), ['404', 'noindex'], 5, 'open'],
    ['ignored, fewer facts', mark('ignored', ['404', 'noindex']), ['404'], 11, 'ignored'],
    ['ignored, when nobody said which facts', mark('ignored', null), ['404'], 11, 'ignored'],
    ['taken, another fact', mark('taken'), ['410'], 11, 'taken'],
  ] as const;
  for (const [what, given, facts, observedFrom, state] of cases) {
    assert.equal(stateNow(given, { facts, observedFrom }), state, what);
  }
});

test('an id is the kind and subject alone', () => {
  assert.match(todoIdOf('site', 'news.example'), /^tdo_[0-9a-f]{12}$/);
  assert.equal(todoIdOf('site', 'news.example'), todoIdOf('site', 'news.example'));
  assert.notEqual(todoIdOf('site', 'news.example'), todoIdOf('page_fails', 'news.example'));
});
