import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { mostBytesOf } from '../../src/dashboard/form-body.ts';
import type { PageRoute } from '../../src/dashboard/route.ts';
import { MOST_COMPETITORS, MOST_NAMES } from '../../src/domain/brand/tracked-brand.ts';
import { outsideTextsIn } from '../../src/main/process/outside-texts.ts';
import { TextThreads } from '../../src/main/process/text-threads.ts';
import { REPORTS } from '../../src/reports/index.ts';
import type { Visitor } from './dashboard.ts';
import { DistantClient, type DistantResponse } from './distant-client.ts';
import { effort } from './effort.ts';
import { messageOf } from './mcp.ts';
import {
  addressOfRoute,
  FORM_ROUTES,
  type Parameters,
  READ_ROUTES,
  SAMPLE_BRAND,
  SAMPLE_ORGANIZATION,
  withQuery,
} from './page-addresses.ts';
import { type SampleDashboard, sampleDashboard, serve } from './sample-dashboard.ts';
import { parametersOf } from './sample-parameters.ts';
import { MINUTE_MS, pipelineOn } from './world.ts';

/** How a request is sent, so that a benchmark can measure the server's turns meanwhile. */
type Sent = (what: string, send: () => Promise<DistantResponse>) => Promise<DistantResponse>;

/** Texts of a given size that are hard to process for their lines, words, or characters. */
const TEXTS: Readonly<Record<string, (size: number) => string>> = {
  'short lines': (size) => numbered(size, (index) => `q${index}\n`),
  'characters to escape': (size) => filled(size, '<'),
  // The most common of the inputs on which YAML parsers are slow.
  tags: (size) => filled(size, '!a '),
  ...effort<Record<string, (size: number) => string>>(
    {},
    {
      hosts: (size) => numbered(size, (index) => `h${index}.example\n`),
      'one word': (size) => filled(size, 'a'),
      blanks: (size) => `${filled(size - 1, ' ')}a`,
      dots: (size) => filled(size, 'a.'),
      'signs of direction': (size) => filled(size / 9, '\u202e'),
      'letters of 3 bytes': (size) => filled(size / 9, '漢'),
      brackets: (size) => filled(size, '['),
      sentences: (size) => filled(size, 'we are named more often than Bolt this month; '),
    },
  ),
};

function filled(size: number, unit: string): string {
  return unit.repeat(Math.floor(size / unit.length));
}

function numbered(size: number, unitOf: (index: number) => string): string {
  const units: string[] = [];
  for (let length = 0; length < size; length += units.at(-1)?.length ?? 0) units.push(unitOf(units.length));
  return units.slice(0, -1).join('');
}

/** The texts for a form: in `npm test` all kinds for files and long texts, otherwise one kind. */
function textsFor({ takesFiles, takesLongText }: PageRoute, index: number) {
  const all = Object.entries(TEXTS);
  const isLong = takesFiles || takesLongText;
  return effort(isLong ? all : all.filter((_, place) => place === index % all.length), all);
}

/** The fields to fill together: in `npm test` all, with a part of the text each; nightly each by itself. */
function groupsOf(names: readonly string[]): readonly (readonly string[])[] {
  return effort(
    [names],
    names.map((name) => [name]),
  );
}

/** A text of about this size in a submitted form, where some characters take three or nine. */
function asSent(size: number, textOf: (size: number) => string): string {
  const text = textOf(size);
  return text.slice(0, (size * text.length) / String(new URLSearchParams({ text })).length);
}

/** The actions of a form's buttons. A review that does everything that storing does stands for the others. */
function actionsOf({ does = [''] }: PageRoute): readonly string[] {
  const actions = does.filter((action) => action !== '' || does.length === 1);
  return does.includes('review') ? effort(['review'], actions) : actions;
}

/** The error on a page. */
function refusalIn({ text }: DistantResponse): string {
  return text.match(/<[^>]*(?:role="alert"|class="[^"]*error[^"]*")[\s\S]{0,300}/)?.[0] ?? text.slice(0, 300);
}

/** Long texts and files. */
const LONG_TEXT_BYTES = 512 * 1024;

/** Fields around the ones that people fill. */
const FRAME_FIELDS = ['theme', 'back', 'do', 'op', 'version'];

/** An apply file for the sample brand with something large in it. */
const fileWith = (brand: object) => ({
  organizations: [{ name: SAMPLE_ORGANIZATION, brands: [{ id: SAMPLE_BRAND, name: 'Tandemly', ...brand }] }],
});

const QUESTIONS = Array.from({ length: 10_000 }, (_, index) => `which anvil is number ${index}?`);
const COMPETITORS = Array.from({ length: MOST_COMPETITORS }, (_, index) => ({
  name: `Rival ${index}`,
  domain: `rival-${index}.example`,
  aliases: Array.from(
    { length: MOST_NAMES / MOST_COMPETITORS - 2 },
    (_none, alias) => `name ${alias} of ${index}`,
  ),
}));

/**
 * Tests that send every form, report parameter, and query the largest texts that are hard to process, and a brand of the largest size, from
 * another thread. Every reply is below 500.
 */
export function describeHostileRequests(sent: Sent): void {
  describe('a server asked with hostile texts of the largest size', () => {
    let own: SampleDashboard;
    let origin: string;
    let parameters: Parameters;
    let admin: Visitor;
    const client = new DistantClient();

    before(async () => {
      const threads = new TextThreads();
      own = await sampleDashboard({ texts: outsideTextsIn(threads) });
      origin = await serve(own);
      const organization = SAMPLE_ORGANIZATION;
      parameters = await parametersOf(own, { key: own.key, organization, brand: SAMPLE_BRAND });
    });
    // Some forms end the sender's session.
    beforeEach(async () => {
      admin = await own.dashboard.signedIn('admin', null);
    });
    after(async () => {
      await client.close();
      await own.close();
    });

    async function ask(
      what: string,
      path: string,
      { headers, body }: { headers: Record<string, string>; body?: string },
    ): Promise<DistantResponse> {
      const method = body === undefined ? 'GET' : 'POST';
      // Each is a minute later, so that no quota runs out.
      own.clock.at += MINUTE_MS;
      const asked = { url: `${origin}${path}`, method, headers } as const;
      const request = body === undefined ? asked : { ...asked, body: new TextEncoder().encode(body) };
      const result = await sent(what, () => client.ask(request));
      assert.ok(result.status < 500, `${what}: ${result.status} ${result.text.slice(0, 500)}`);
      return result;
    }

    const formHeaders = () => ({
      accept: 'text/html',
      cookie: `sightline=${admin.token}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    });

    const sendForm = (what: string, path: string, fields: readonly (readonly [string, string])[]) =>
      ask(what, path, {
        headers: formHeaders(),
        body: String(new URLSearchParams(fields.map(([...each]) => each))),
      });

    const sendFile = (what: string, path: string, text: string) =>
      ask(what, path, {
        headers: { ...formHeaders(), 'content-type': 'multipart/form-data; boundary=x' },
        body: `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${text}\r\n--x--\r\n`,
      });

    /** A page's forms: fields and their contents. */
    async function fieldsOn(path: string): Promise<Map<string, string>> {
      const { html } = await admin.get(path);
      const tags = html.match(/<(?:input|textarea|select|button)\b[^>]*\bname="[^"]+"[^>]*>/g) ?? [];
      return new Map(
        tags
          .filter((tag) => !/type="(?:checkbox|radio)"/.test(tag))
          .map((tag) => [/name="([^"]+)"/.exec(tag)?.[1] ?? '', /value="([^"]*)"/.exec(tag)?.[1] ?? '']),
      );
    }

    /** A form without its own page is on the page above it. */
    function pageOf({ path, get }: PageRoute): string {
      const above = READ_ROUTES.filter((each) => path.startsWith(`${each.path}/`)).at(-1);
      return addressOfRoute(get === undefined && above ? above : ({ path } as PageRoute), parameters);
    }

    for (const [index, route] of FORM_ROUTES.entries()) {
      test(`for any form sent to ${route.path}`, async () => {
        const address = addressOfRoute(route, parameters);
        const fields = route.takesFiles ? new Map() : await fieldsOn(pageOf(route));
        // One competitor stands for all.
        const wanted = [...fields.keys()].filter(
          (name) => route.path === '/theme' || !(FRAME_FIELDS.includes(name) || /^c[1-9]/.test(name)),
        );
        const largest = route.takesFiles || route.takesLongText ? LONG_TEXT_BYTES : mostBytesOf(route) - 2000;
        const sizes = [...new Set(effort([largest], [mostBytesOf(route) - 2000, largest]))];
        const names = wanted.length > 0 ? wanted : ['unknown'];
        for (const [kind, textOf] of textsFor(route, index)) {
          for (const size of sizes) {
            if (route.takesFiles) {
              await sendFile(`a file of ${kind}`, address, textOf(size));
              continue;
            }
            for (const together of groupsOf(names)) {
              const text = asSent(size / together.length, textOf);
              for (const action of actionsOf(route)) {
                const typed = new Map([...fields, ['op', 'add'], ['do', action]]);
                for (const name of together) typed.set(name, text);
                if (action === '') typed.delete('do');
                await sendForm(`${kind} as ${together}, to ${action || 'send'}`, address, [...typed]);
              }
            }
          }
        }
        const most = Array.from({ length: 10_000 }, (_, index) => [`c${index}-name`, 'x'] as const);
        if (!route.takesFiles) await sendForm('many fields', address, [['competitors', '9999'], ...most]);
      });
    }

    /** Within the 16 KB of a request's head, for characters that take up to three. */
    const LONGEST_VALUE = 5000;
    /** In `npm test` one kind of text. */
    function valuesFor() {
      return Object.entries(TEXTS).filter(([kind]) => kind === effort('characters to escape', kind));
    }

    test("for any report parameter, by GET and as an assistant's tool", async () => {
      for (const { name, query } of REPORTS) {
        for (const parameter of Object.keys(query)) {
          for (const [kind, textOf] of valuesFor()) {
            const what = `${kind} as ${parameter} of ${name}`;
            const path = withQuery(`/api/v1/${name}`, {
              brand: SAMPLE_BRAND,
              [parameter]: textOf(LONGEST_VALUE),
            });
            await ask(what, path, { headers: { 'x-api-key': own.key } });
            await askTool(what, name, { [parameter]: textOf(60_000) });
          }
        }
      }
    });

    function askTool(what: string, name: string, given: object): Promise<DistantResponse> {
      const { headers, body } = messageOf('modern', 'tools/call', {
        name,
        arguments: { brand: SAMPLE_BRAND, ...given },
      });
      return ask(`${what}, as a tool`, '/mcp', {
        headers: { ...headers, 'content-type': 'application/json', 'x-api-key': own.key },
        body: JSON.stringify(body),
      });
    }

    for (const route of READ_ROUTES) {
      test(`for any query to ${route.path}`, async () => {
        const address = addressOfRoute(route, parameters);
        const names = [...(await fieldsOn(address)).keys(), 'days', 'until', 'sort', 'page', 'text'];
        for (const together of groupsOf([...new Set(names)])) {
          for (const [kind, textOf] of valuesFor()) {
            const text = textOf(LONGEST_VALUE / together.length);
            const path = withQuery(address, Object.fromEntries(together.map((name) => [name, text])));
            await ask(`${kind} as ${together.join()}`, path, { headers: formHeaders() });
          }
        }
      });
    }

    // Last, because every later page would show a brand of this size.
    test('applies a file with 10,000 questions and the most names', async () => {
      await pipelineOn(own.store).apply(fileWith({ prompts: QUESTIONS, competitors: COMPETITORS }));
    });

    test('every page for a brand of that size', async () => {
      for (const route of READ_ROUTES) {
        await ask(route.path, addressOfRoute(route, parameters), { headers: formHeaders() });
      }
    });

    test("every report for a brand of that size, by GET and as an assistant's tool", async () => {
      for (const { name } of REPORTS) {
        const headers = { 'x-api-key': own.key };
        await ask(name, withQuery(`/api/v1/${name}`, { brand: SAMPLE_BRAND }), { headers });
        await askTool(name, name, {});
      }
    });

    test('reviews and stores 10,000 pasted questions, and refuses one more', async () => {
      const path = `/brands/${SAMPLE_BRAND}/questions`;
      const pasted = QUESTIONS.map((question) => `is it so: ${question}`).join('\n');
      const form = [
        ['op', 'add'],
        ['lines', pasted],
      ] as const;
      const review = await sendForm('the review', path, [...form, ['do', 'review']]);
      assert.ok(review.text.includes('Save these changes?'), refusalIn(review));
      assert.equal((await sendForm('the change', path, [...form, ['do', 'save']])).status, 303);
      const { text } = await sendForm('one more', path, [
        ['op', 'add'],
        ['lines', `${pasted}\nwhy?`],
      ]);
      assert.ok(text.includes('Paste at most 10,000 questions at a time.'));
    });
  });
}
