import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { replyOf } from '../../test/support/engines.ts';
import type { EngineRequest } from './engine.ts';
import { refusedField, withoutFields } from './refused-field.ts';

const REQUEST: EngineRequest = {
  method: 'POST',
  url: 'http://127.0.0.1:1/v1/agent',
  headers: {},
  body: { model: 'x', input: 'what is tool_choice?', tool_choice: { type: 'web_search' } },
};

const named = (body: unknown, status = 400) =>
  refusedField(replyOf(body, status), REQUEST, { omittable: ['tool_choice'] })?.field ?? null;

describe('the field named in a refusal', () => {
  for (const [how, body] of [
    [
      'as Go does',
      { error: { message: 'invalid request body: json: unknown field "tool_choice"', code: 400 } },
    ],
    ['by a param', { error: { message: 'Unknown parameter.', param: 'tool_choice' } }],
    ['by a param within it', { error: { message: 'Unknown.', param: 'tool_choice.type' } }],
    [
      'as pydantic does',
      { detail: [{ loc: ['body', 'tool_choice'], msg: 'Extra inputs are not permitted' }] },
    ],
    ['first in a message', { error: { message: 'tool_choice.type: Extra inputs are not permitted' } }],
    ['after its kind', { error: 'Unrecognized request argument supplied: tool_choice' }],
    ['in single quotes', { message: "Unknown parameter: 'tool_choice'." }],
  ] as const) {
    test(how, () => assert.equal(named(body), 'tool_choice'));
  }

  test('counts with 422 too, and with no other status', () => {
    const body = { error: { param: 'tool_choice' } };
    const found = [422, 401, 404, 500, 200].map((status) => named(body, status));
    assert.deepEqual(found, ['tool_choice', null, null, null, null]);
  });

  for (const [what, body] of [
    [
      'another field',
      { error: { message: 'unknown field "web_search_options"', param: 'web_search_options' } },
    ],
    ['a longer name', { error: { message: 'unknown field "tool_choices"' } }],
    ['the prompt, which an engine repeats', { error: { message: 'Bad prompt: what is tool_choice?' } }],
    ['a request that is echoed', { error: { message: 'Bad.' }, request: REQUEST.body }],
    ['nothing', '<html>Bad Request</html>'],
  ] as const) {
    test(`is none if it names ${what}`, () => assert.equal(named(body), null));
  }

  test('is the suspected one, if none is named and the request has it', () => {
    const adapter = { omittable: ['tool_choice', 'model'], suspected: 'model' };
    const of = (body: object, request = REQUEST) => refusedField(replyOf(body, 400), request, adapter);
    assert.deepEqual(of({ error: 'Bad.' }), { field: 'model', isNamed: false });
    assert.deepEqual(of({ error: { param: 'tool_choice' } }), { field: 'tool_choice', isNamed: true });
    assert.equal(of({ error: 'Bad.' }, withoutFields(REQUEST, ['model'])), null);
  });

  test('is neither one already omitted nor one that is required', () => {
    const reply = replyOf({ error: { param: 'tool_choice' } }, 400);
    const omittable = ['tool_choice'];
    assert.equal(refusedField(reply, withoutFields(REQUEST, omittable), { omittable }), null);
    assert.equal(refusedField(reply, REQUEST, { omittable: ['store'] }), null);
  });

  test('is omitted by itself', () => {
    const { body } = withoutFields(REQUEST, ['tool_choice']);
    assert.deepEqual(body, { model: 'x', input: 'what is tool_choice?' });
  });
});
