import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ROUTED_ACTIONS } from '../../src/actions/index.ts';
import { API_ERRORS } from '../../src/domain/errors.ts';
import { openPath } from '../../src/http/openapi/actions.ts';
import { errorsOf, openApiDocument } from '../../src/http/openapi.ts';
import { STATUS } from '../../src/http/problem.ts';
import { REPORTS } from '../../src/reports/index.ts';
import actionExamples from '../support/action-examples.json' with { type: 'json' };
import { type Api, type ApiResponse, apiOn } from '../support/api.ts';
import examples from '../support/examples.json' with { type: 'json' };
import { onAnyStore } from '../support/stores.ts';
import { acmeFile, line, NOW, setUp } from '../support/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is walked as the JSON it is
type Json = any;

const document: Json = JSON.parse(JSON.stringify(openApiDocument()));

test('the document is valid OpenAPI 3.1, by an independent validator', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.deepEqual([errors ?? [], valid, document.openapi], [[], true, '3.1.0']);
  assert.equal(document.info.version, '1.0.0');
});

test('every report has its path, its parameters, and a response for each status it can answer with', () => {
  for (const report of REPORTS) {
    const { parameters, responses } = document.paths[`/${report.name}`].get;
    const expected = new Set(['200', '304', ...errorsOf(report).map((code) => String(STATUS[code]))]);
    assert.deepEqual(new Set(Object.keys(responses)), expected, report.name);
    const names = parameters.map((parameter: Json) => parameter.name);
    assert.deepEqual(names, [...Object.keys(report.query), ...(report.takesBrand ? ['brand'] : [])]);
    for (const parameter of parameters) assert.ok(parameter.description, `${report.name} ${parameter.name}`);
    for (const [status, response] of Object.entries<Json>(responses)) {
      assert.ok(response.description, status);
      for (const header of [
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
        'X-Request-Id',
      ]) {
        assert.ok(response.headers[header], `${report.name} ${status} ${header}`);
      }
      assert.equal(response.headers['Retry-After'] !== undefined, status === '429' || status === '503');
    }
  }
});

test('describes every error code', () =>
  assert.deepEqual(
    document.components.schemas.Error.properties.error.properties.code.enum,
    Object.keys(API_ERRORS),
  ));

test('every field has a description, and named shapes are the contract’s', () => {
  for (const name of [
    'Me',
    'Brand',
    'Engine',
    'BrandVisibility',
    'Answer',
    'Mention',
    'Citation',
    'Source',
    'Competitor',
    'CompetitorQuote',
    'Alert',
  ]) {
    const schema = document.components.schemas[name];
    assert.ok(schema, name);
    for (const [field, inner] of Object.entries<Json>(schema.properties)) {
      assert.ok(inner.$ref || inner.description || inner.properties, `${name}.${field}`);
    }
  }
});

function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isShape = inside.type === 'object' && inside.properties && inside.additionalProperties === undefined;
  return isShape ? { ...inside, additionalProperties: false } : inside;
}

/** The document with every object closed, so that it allows only described fields. */
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(closed(document), 'document');

function validatorOf(path: string, status: number, method = 'get'): ValidateFunction {
  const response = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema'];
  const place = response
    .map((each) => String(each).replaceAll('/', '~1'))
    .map(encodeURIComponent)
    .join('/');
  return ajv.getSchema(`document#/${place}`) ?? assert.fail(`${method} ${path} ${status}`);
}

function assertDescribed(path: string, response: ApiResponse): void {
  const validate = validatorOf(path, response.status);
  assert.ok(validate(response.body), `${path} ${response.status}: ${JSON.stringify(validate.errors)}`);
  const described = Object.keys(document.paths[path].get.responses[response.status].headers);
  // The last page links to no other.
  for (const name of described.filter((each) => each !== 'Link'))
    assert.ok(response.headers[name.toLowerCase()] !== undefined, `${path}: ${name}`);
}

test('the examples of the reference are as the document describes them', () => {
  for (const [name, example] of Object.entries(examples)) {
    const validate = validatorOf(`/${name}`, 200);
    assert.ok(validate(example), `${name}: ${JSON.stringify(validate.errors)}`);
  }
});

test('the examples of actions are as the document describes them, and every action has one', () => {
  for (const action of ROUTED_ACTIONS) {
    const example = (actionExamples as Record<string, Json>)[action.name];
    const validate = validatorOf(openPath(action), 200, action.route.method.toLowerCase());
    assert.ok(validate(example.response), `${action.name}: ${JSON.stringify(validate.errors)}`);
    assert.ok(example.response.meta.changes.length > 0, action.name);
  }
});

test('the closed schema refuses a field too many and a field too few', () => {
  const validate = validatorOf('/me', 401);
  assert.equal(validate({ error: { code: 'unauthorized', message: 'x' } }), true);
  assert.equal(validate({ error: { code: 'unauthorized', message: 'x' }, data: [] }), false);
  assert.equal(validate({ error: { code: 'unauthorized' } }), false);
  assert.equal(validate({ error: { code: 'no_brand', message: 'x' } }), false);
});

onAnyStore('real responses', (fresh) => {
  let api: Api;
  let key: string;

  before(async () => {
    const { store, createKey } = await setUp(fresh, acmeFile(), [
      line({ answer: null }),
      line({
        answer: 'Acme',
        citations: [{ url: 'https://acme.example/', title: 'A' }, { url: 'https://b.example' }],
      }),
      ...Array.from({ length: 5 }, () =>
        line({ mentions: [{ brand: 'Acme', mentioned: true, rank: 2, framing: 'neutral' }] }),
      ),
    ]);
    const facts = { engine: 'chatgpt', current: { present: 1, responses: 40 }, deep: [{ a: null }] };
    const alert = {
      brand_id: 1,
      id: 999,
      public_id: 'alr_000000000001',
      kind: 'visibility_drop',
      title: 't',
      detail: 'd',
      ...{ change_id: 'chg_000000000001', state: 'over', state_since: NOW },
    };
    await store.main
      .insertInto('alerts')
      .values({ ...alert, facts: JSON.stringify(facts), created_at: NOW })
      .execute();
    key = (await createKey()).key;
    api = apiOn(store);
  });

  test('of every endpoint match the served document exactly', async () => {
    assert.deepEqual((await api.get('/openapi.json')).body, document);
    for (const { name, takesBrand } of REPORTS) {
      const path = `/${name}`;
      const success = await api.get(path, key);
      assert.equal(success.status, 200);
      assertDescribed(path, success);
      assertDescribed(path, await api.get(path));
      assertDescribed(path, await api.get(`${path}?nope=1`, key));
      if (takesBrand) assertDescribed(path, await api.get(`${path}?brand=nobody`, key));
    }
    assertDescribed('/answers', await api.get('/answers?limit=1', key));
    assertDescribed('/answers', await api.get('/answers?cursor=x', key));
    assertDescribed('/visibility', await api.get('/visibility?days=365', key));
    assertDescribed('/competitors', await api.get('/competitors?quotes=1', key));
    assertDescribed('/trend', await api.get('/trend?by=week&days=365&until=1970-01-01T00:00:00Z', key));
  });
});
