import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACCESS, ask, BRITAIN, fixture, NOWHERE, replyOf, shortened } from '../../../test/support/engines.ts';
import { openaiCompatible } from './adapter.ts';
import { engineOfOwn, type OwnEngine, type SearchBy } from './definition.ts';
import { readOwnEngines } from './read-definition.ts';

const DEEPSEEK: OwnEngine = {
  slug: 'deepseek',
  name: 'DeepSeek V4',
  provider: 'OpenRouter',
  baseUrl: 'https://openrouter.ai/api/v1',
  model: 'deepseek/deepseek-v4',
  search: 'openrouter_exa',
  needsKey: true,
  costUsd: 0.01,
  concurrency: 2,
  deadlineSeconds: 120,
};
const by = (search: SearchBy) => openaiCompatible({ ...DEEPSEEK, search });

function read(name: string, search: SearchBy = 'openrouter_exa', status = 200) {
  return by(search).read([replyOf(fixture('openai_compatible', name), status)]);
}

describe('a request to an endpoint', () => {
  const bodyOf = (search: SearchBy) => by(search).next(ask('best “C++” editor?\n'), ACCESS, [])[0]?.body;
  const common = {
    model: 'some-model',
    messages: [{ role: 'user', content: 'best “C++” editor?\n' }],
    max_tokens: 8000,
  };

  test('has the exact prompt, in any market', () => {
    for (const market of [BRITAIN, NOWHERE]) {
      const adapter = by('none');
      assert.deepEqual(adapter.next(ask('x', market), ACCESS, []), [
        {
          method: 'POST',
          url: 'http://127.0.0.1:1/chat/completions',
          headers: { authorization: 'Bearer secret-key' },
          body: { ...common, messages: [{ role: 'user', content: 'x' }] },
        },
      ]);
      assert.deepEqual(adapter.marketApplied(market), { location: false, language: false });
    }
  });

  test('names the search engine, so that reports can tell who searched', () => {
    const tool = (engine: string) => ({
      ...common,
      tools: [{ type: 'openrouter:web_search', parameters: { engine } }],
    });
    assert.deepEqual(bodyOf('openrouter_exa'), tool('exa'));
    assert.deepEqual([bodyOf('openrouter_native'), bodyOf('endpoint')], [tool('native'), common]);
    assert.deepEqual(bodyOf('none'), common);
  });

  test('has no key header without a key', () =>
    assert.deepEqual(by('none').next(ask('x'), { ...ACCESS, key: '' }, [])[0]?.headers, {}));

  test('is the only one', () => assert.deepEqual(by('none').next(ask('x'), ACCESS, [replyOf({})]), []));
});

describe('an endpoint’s answer', () => {
  test('cites its annotations, each page once, but no links in its text', () => {
    const reading = read('ok');
    assert.ok(reading.outcome === 'ok');
    assert.deepEqual(reading.cited, [
      { url: 'https://toolroundup.example/agency-software', title: 'Agency software in 2026' },
      { url: 'https://www.reviewdesk.example/tandemly', title: 'Tandemly review' },
    ]);
    assert.deepEqual(
      [reading.detail, reading.model, reading.costUsd],
      [null, 'deepseek/deepseek-v4', 0.00823],
    );
    assert.equal(reading.searches, null);
  });

  test('says that it made no search', () =>
    assert.deepEqual(shortened(read('nosearch')), {
      outcome: 'ok',
      detail: 'no_search',
      characters: 56,
      cited: [],
      retrieved: [],
    }));

  test('made a search if it cites and the endpoint counts no searches', () => {
    const message = (annotations: unknown) =>
      replyOf({ choices: [{ message: { content: 'x', annotations } }] });
    const cited = [{ type: 'url_citation', url_citation: { url: 'https://a.example/' } }];
    const detailOf = (annotations: unknown) => by('endpoint').read([message(annotations)]).detail;
    assert.deepEqual([detailOf(cited), detailOf([]), detailOf(undefined)], [null, 'no_search', 'no_search']);
  });

  test('is only what the model says, without its reasoning', () => {
    const reading = read('harmony', 'none');
    assert.equal(reading.outcome === 'ok' && reading.text, 'Tandemly suits an agency of five.');
  });

  for (const [content, search, detail] of [
    ['Tandemly [1]', 'none', 'unread_citations:1'],
    ['Tandemly [1][3]', 'endpoint', 'unread_citations:1'],
    ['Tandemly [1], `list[3]`', 'endpoint', null],
  ] as const) {
    test(`of ${content} by ${search} has the detail ${detail}`, () => {
      const annotations = [{ type: 'url_citation', url_citation: { url: 'https://a.example/' } }];
      const reading = by(search).read([replyOf({ choices: [{ message: { content, annotations } }] })]);
      assert.equal(reading.detail, detail);
    });
  }

  test('has no pages, searches, costs, or thoughts from a model without search', () => {
    const reading = read('local', 'none');
    assert.ok(reading.outcome === 'ok');
    assert.deepEqual(reading, {
      outcome: 'ok',
      detail: null,
      text: 'Tandemly, or Plotwise (https://plotwise.example).',
      cited: [],
      retrieved: [],
      searches: [],
      model: 'llama4:8b',
      costUsd: null,
    });
  });

  test('may have its text in parts', () => {
    const content = [{ type: 'text', text: 'Tand' }, { type: 'image_url' }, { type: 'text', text: 'emly' }];
    const reading = by('none').read([replyOf({ choices: [{ message: { content } }] })]);
    assert.ok(reading.outcome === 'ok');
    assert.equal(reading.text, 'Tandemly');
  });

  for (const [name, outcome, detail] of [
    ['content_filter', 'empty', 'content_filter'],
    ['refusal', 'empty', 'refusal'],
    ['only_reasoning', 'empty', 'blank'],
    ['blank', 'empty', 'blank'],
  ] as const) {
    test(`${name}: ${outcome}, ${detail}`, () => {
      const reading = read(name);
      assert.deepEqual([reading.outcome, reading.detail], [outcome, detail]);
    });
  }

  test('is unreadable with an unknown body, not a blank answer', () => {
    for (const body of [
      '<html></html>',
      '[]',
      { hello: 'world' },
      { choices: [] },
      { choices: [{ text: 'x' }] },
    ])
      assert.throws(() => by('none').read([replyOf(body)]), JSON.stringify(body));
  });
});

describe('an endpoint’s failure', () => {
  for (const [name, status, detail, fault] of [
    ['length', 200, 'truncated:length', 'length'],
    ['out_of_resources', 200, 'stopped:insufficient_system_resource', 'transient'],
    ['choice_error', 200, 'http_502', 'transient'],
    ['error_in_200', 200, 'http_502', 'transient'],
    ['err400_model', 400, 'http_400', 'config'],
    ['err400_context', 400, 'exceed_context_size_error', 'final'],
    ['err401', 401, 'http_401', 'auth'],
    ['err402', 402, 'http_402', 'quota'],
    ['err403_moderation', 403, 'http_403', 'final'],
    ['err404_model', 404, 'NotFoundError', 'config'],
    ['err429', 429, 'http_429', 'rate'],
    ['err503_loading', 503, 'unavailable_error', 'transient'],
  ] as const) {
    test(`${name}: ${detail}, ${fault}`, () => {
      const reading = read(name, 'openrouter_exa', status);
      assert.ok('fault' in reading);
      assert.deepEqual([reading.detail, reading.fault], [detail, fault]);
    });
  }

  test('has a cost for a truncated answer', () => assert.equal(read('length').costUsd, 0.00823));

  /** The outcome, detail, and fault of an answer that ended so. */
  function endedBy(finish_reason: unknown) {
    const message = { content: 'The best are Tand' };
    const reading = by('none').read([replyOf({ choices: [{ message, finish_reason }] })]);
    return [reading.outcome, reading.detail, 'fault' in reading ? reading.fault : null];
  }

  for (const reason of [
    ...[
      'stop',
      'STOP',
      'eos',
      'eos_token',
      'stop_token',
      'stop_sequence',
      'end_turn',
      'complete',
      'COMPLETE',
      'end',
    ],
    ...['eosFound', { type: 'stop', matched: 2 }, '', undefined],
  ]) {
    test(`is not an answer that ended by ${JSON.stringify(reason)}`, () =>
      assert.deepEqual(endedBy(reason), ['ok', null, null]));
  }

  for (const reason of ['max_tokens', 'MAX_TOKENS', 'model_context_window_exceeded', 'model_length']) {
    test(`is an answer that ended by ${reason}, asked for again`, () =>
      assert.deepEqual(endedBy(reason), ['error', `truncated:${reason}`, 'length']));
  }

  for (const [reason, detail] of [
    ['insufficient_system_resource', 'stopped:insufficient_system_resource'],
    ['network_error', 'stopped:network_error'],
    ['abort', 'stopped:abort'],
    ['tool_calls', 'stopped:tool_calls'],
    ['some new reason', 'stopped:some_new_reason'],
    ['error', 'finish_error'],
    ['null', 'unfinished'],
    [null, 'unfinished'],
    [7, 'stopped:7'],
  ] as const) {
    test(`is an answer that ended by ${reason}, asked for again`, () =>
      assert.deepEqual(endedBy(reason), ['error', detail, 'transient']));
  }

  for (const [reason, detail] of [
    ['sensitive', 'blocked:sensitive'],
    ['SAFETY', 'blocked:SAFETY'],
    ['refusal', 'refusal'],
  ] as const) {
    test(`is not an answer withheld by ${reason}`, () =>
      assert.deepEqual(endedBy(reason), ['empty', detail, null]));
  }
});

describe('an engine’s name', () => {
  test('has the model, the endpoint, and who searched', () => {
    const nameOf = (search: SearchBy) => engineOfOwn({ ...DEEPSEEK, search }).name;
    assert.equal(nameOf('openrouter_exa'), 'DeepSeek V4 (OpenRouter, search by Exa)');
    assert.equal(nameOf('openrouter_native'), 'DeepSeek V4 (OpenRouter, native search)');
    assert.equal(nameOf('endpoint'), 'DeepSeek V4 (OpenRouter, search by the endpoint)');
    assert.equal(nameOf('none'), 'DeepSeek V4 (OpenRouter, no search)');
    assert.equal(openaiCompatible(DEEPSEEK).name, nameOf('openrouter_exa'));
  });

  test('marks only engines without search as unable to cite', () => {
    assert.equal(engineOfOwn({ ...DEEPSEEK, search: 'none' }).citesNothing, true);
    assert.equal(engineOfOwn(DEEPSEEK).citesNothing, undefined);
  });
});

describe('an operator’s definition', () => {
  const FIELDS = {
    slug: 'deepseek',
    name: 'DeepSeek V4',
    provider: 'OpenRouter',
    base_url: 'https://openrouter.ai/api/v1/',
    model: 'deepseek/deepseek-v4',
    search: 'openrouter_exa',
    cost_usd: 0.01,
  };
  const read = (...engines: unknown[]) => readOwnEngines(JSON.stringify(engines));

  test('needs some fields, and has defaults for the others', () => {
    assert.deepEqual([read(FIELDS), readOwnEngines(' ')], [[DEEPSEEK], []]);
    const more = { needs_key: false, most_cost_usd: 0.5, concurrency: 8, deadline_seconds: 60 };
    assert.deepEqual(read({ ...FIELDS, ...more }), [
      { ...DEEPSEEK, needsKey: false, mostCostUsd: 0.5, concurrency: 8, deadlineSeconds: 60 },
    ]);
  });

  test('may have two models from one provider', () => {
    const qwen = { ...FIELDS, slug: 'qwen', name: 'Qwen 4', model: 'qwen/qwen-4', search: 'none' };
    assert.equal(read(FIELDS, qwen).length, 2);
  });

  for (const [what, base] of [
    ['this machine', 'http://127.0.0.1:11434/v1'],
    ['this machine by name', 'http://localhost:8080/v1'],
    ['a container', 'http://ollama:11434/v1'],
    ['a private network', 'http://10.1.2.3:8000/v1'],
    ['IPv6 of a private network', 'http://[fd00::1]:8000/v1'],
  ] as const) {
    test(`for ${what} needs no https`, () =>
      assert.equal(typeof read({ ...FIELDS, base_url: base }), 'object'));
  }

  for (const [what, given, message] of [
    [
      'a public network without https',
      { base_url: 'http://openrouter.ai/api/v1' },
      /`base_url` must be an https/,
    ],
    ['a public address without https', { base_url: 'http://8.8.8.8/v1' }, /`base_url` must be/],
    ['another scheme', { base_url: 'file:///etc/passwd' }, /`base_url` must be/],
    ['a login in the URL', { base_url: 'https://me:pass@openrouter.ai/v1' }, /`base_url` must be/],
    ['only a password in the URL', { base_url: 'https://:pass@openrouter.ai/v1' }, /`base_url` must be/],
    ['a name of a public address', { base_url: 'http://169.254.169.254.nip.io/v1' }, /`base_url` must be/],
    ['a query in the URL', { base_url: 'https://openrouter.ai/v1?key=1' }, /`base_url` must be/],
    ['no URL', { base_url: 'openrouter' }, /`base_url` must be/],
    ['a slug in capitals', { slug: 'DeepSeek' }, /`slug` must be 2 to 40 of a-z/],
    ['an engine’s slug', { slug: 'chatgpt' }, /`slug` chatgpt is another engine/],
    ['a provider’s slug', { slug: 'openai' }, /`slug` openai is another engine/],
    ['the path in the URL', { base_url: 'https://openrouter.ai/v1/chat/completions/' }, /must end before/],
    ['an app’s name', { name: 'ChatGPT' }, /`name` ChatGPT is an app; name the model/],
    ['an app’s name in another case', { name: 'gemini App' }, /`name` gemini App is an app/],
    ['an app’s name with its vendor', { name: 'Google Gemini' }, /`name` Google Gemini is an app/],
    ['the name of an app that is not an engine', { name: 'Microsoft Copilot' }, /is an app/],
    ['an existing provider', { provider: 'OpenAI' }, /`provider` OpenAI has engines of its own here/],
    ['a provider without letters', { provider: '***' }, /`provider` \*\*\* has engines/],
    ['an unknown field', { key: 'sk-1' }, /`key` is not a field; there are slug, name/],
    ['an unknown search', { search: 'google' }, /`search` must be one of none, endpoint, openrouter_native/],
    ['no cost', { cost_usd: undefined }, /`cost_usd` must be a number from 0 to 100/],
    ['a most below the usual', { most_cost_usd: 0.001 }, /`most_cost_usd` must be a number from `cost_usd`/],
    ['half a call', { concurrency: 1.5 }, /`concurrency` must be a whole number/],
    ['a deadline after a day', { deadline_seconds: 86_400 }, /`deadline_seconds` must be a whole number/],
    ['a line break in a name', { name: 'Deep\nSeek' }, /`name` must be the model/],
    ['characters that reverse text', { name: 'Deep\u202eSeek' }, /`name` must be the model/],
  ] as const) {
    test(`with ${what} is invalid`, () => assert.match(String(read({ ...FIELDS, ...given })), message));
  }

  test('must be a list', () => {
    for (const text of ['{', '{}', '"x"', '1']) assert.match(String(readOwnEngines(text)), /^a JSON list/);
    assert.match(String(read('x')), /engine 1, must be an object/);
  });

  test('must have unique slugs, and each provider in one place', () => {
    assert.match(String(read(FIELDS, FIELDS)), /engine 2, `slug` deepseek is another engine/);
    const elsewhere = { ...FIELDS, slug: 'qwen', base_url: 'https://other.example/v1' };
    assert.match(String(read(FIELDS, elsewhere)), /engine 2, `provider` OpenRouter has another `base_url`/);
  });
});
