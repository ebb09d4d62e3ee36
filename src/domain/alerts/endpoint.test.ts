import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../time/period.ts';
import {
  mailAddressOf,
  nextMailAt,
  proposedFormat,
  RETRY_WAITS_MS,
  retryAfterMs,
  webhookUrlOf,
} from './endpoint.ts';

test('the waits grow, and total 3 days', () => {
  assert.deepEqual(
    RETRY_WAITS_MS,
    [...RETRY_WAITS_MS].sort((one, other) => one - other),
  );
  const days = RETRY_WAITS_MS.reduce((sum, wait) => sum + wait, 0) / DAY_MS;
  assert.ok(days > 2.9 && days < 3.1, String(days));
});

test('after the last failure there is no next time', () => {
  assert.equal(retryAfterMs(RETRY_WAITS_MS.length, 0, 0), 24 * 3_600_000);
  assert.equal(retryAfterMs(RETRY_WAITS_MS.length + 1, 0, 0), null);
});

test('an endpoint may ask for a longer wait, up to a day, and not for a shorter one', () => {
  assert.deepEqual([retryAfterMs(1, 120_000, 0), retryAfterMs(1, 1, 0)], [120_000, 5000]);
  assert.equal(retryAfterMs(1, 30 * DAY_MS, 0), DAY_MS);
});

test('a wait is spread over a tenth of it', () => assert.equal(retryAfterMs(2, 0, 1), 66_000));

test('daily mail waits for alerts of the same morning, and for a day since the last one', () => {
  assert.equal(nextMailAt(1000, null), 901_000);
  assert.equal(nextMailAt(DAY_MS, 0), DAY_MS + 900_000);
  assert.equal(nextMailAt(5000, 4000), 4000 + DAY_MS);
});

for (const text of ['ann@acme.example', ' Ann.B+x@Acme.example ', 'ü@bücher.example']) {
  test(`${text} is an email address`, () => assert.equal(mailAddressOf(text), text.trim().toLowerCase()));
}

for (const text of [
  '',
  'ann',
  'ann@acme',
  'a@b.c, d@e.f',
  'Ann <a@b.example>',
  'a@b.example\nBcc: x@y.z',
  'a@b@c.d',
  '"a"@b.c',
  'a@b.',
  'a@x..example',
  'a@.x.example',
]) {
  test(`${JSON.stringify(text)} is no email address`, () => assert.equal(mailAddressOf(text), null));
}

test('stores a URL without its fragment', () =>
  assert.equal(webhookUrlOf(' https://hooks.example/a?b=c#d ')?.href, 'https://hooks.example/a?b=c'));

for (const text of [
  '',
  'hooks.example',
  'ftp://hooks.example',
  'file:///etc/passwd',
  'https://a:b@hooks.example',
  'https://a@hooks.example',
  'https://x..example/hook',
  'https://.hooks.example',
  `https://h.example/${'x'.repeat(2000)}`,
]) {
  test(`${text.slice(0, 40)} is no URL of a webhook`, () => assert.equal(webhookUrlOf(text), null));
}

test("the format of a webhook follows from its host, and only of the host's owner", () => {
  const formats = {
    'https://hooks.slack.com/services/T/B/x': 'slack',
    'https://hooks.slack-gov.com/services/T/B/x': 'slack',
    'https://prod-1.westus.logic.azure.com:443/workflows/1': 'teams',
    'https://x.environment.api.powerplatform.com/powerautomate/1': 'teams',
    'https://acme.webhook.office.com/webhookb2/1': 'teams',
    'https://hooks.slack.com.evil.example/services': 'standard',
    'https://evil-hooks.slack.com/services': 'standard',
    'https://logic.azure.com.example/': 'standard',
    'https://acme.example/hooks.slack.com': 'standard',
    'https://HOOKS.slack.com./services/T0/B0/x': 'slack',
    'https://hooks.slack.com.evil.example/x': 'standard',
  };
  for (const [url, format] of Object.entries(formats))
    assert.equal(proposedFormat(new URL(url)), format, url);
});
