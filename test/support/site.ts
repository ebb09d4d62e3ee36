import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { proxiesOf } from '../../src/domain/web/client-address.ts';
import type { Reach } from '../../src/pipeline/reach/checked-request.ts';

/** A site's response at a path: HTML, or a whole response. */
export type SitePage =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    };

/** A web site on this machine. */
export interface TestSite {
  readonly port: number;
  /** The requested paths, in order, without robots.txt. */
  readonly asked: readonly string[];
  /** The most requests open at once. */
  mostAtOnce(): number;
  stop(): Promise<void>;
}

/** Serves a site for every host name. Missing paths are 404. @param delayMs before each answer */
export async function startSite(pages: Readonly<Record<string, SitePage>>, delayMs = 0): Promise<TestSite> {
  const asked: string[] = [];
  let [open, most] = [0, 0];
  const server = createServer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    const path = request.url ?? '/';
    if (path !== '/robots.txt') asked.push(path);
    if (delayMs > 0) await wait(delayMs);
    const page = pages[path] ?? { status: 404, body: 'No such page' };
    const { status = 200, headers = {}, body = '' } = typeof page === 'string' ? { body: page } : page;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
    open -= 1;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    mostAtOnce: () => most,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Every name resolves to this machine, and this machine is allowed. */
export const LOOPBACK_REACH: Reach = { resolve: async () => ['127.0.0.1'], allows: proxiesOf('loopback') };

/** A page of a made-up site. */
export function sitePage({
  title,
  head = '',
  body = '',
}: {
  readonly title: string;
  readonly head?: string;
  readonly body?: string;
}): string {
  return `<!doctype html><html lang="en-US"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
}

const HEAD =
  '<meta property="og:site_name" content="Tandemly">' +
  '<link rel="alternate" hreflang="en-US" href="/"><link rel="alternate" hreflang="de-DE" href="/de/">' +
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Tandemly",' +
  '"legalName":"Tandemly Ltd","alternateName":"Weaveboard"}</script>';

/** The pages of a made-up planning software vendor. */
export const TANDEMLY: Readonly<Record<string, SitePage>> = {
  '/robots.txt': {
    headers: { 'content-type': 'text/plain' },
    body: 'User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /\n',
  },
  '/': sitePage({
    title: 'Tandemly | Project management software for small agencies',
    head: HEAD,
    body:
      '<h1>Project management software for small agencies</h1><nav><a href="/faq">Questions</a> <a href="/pricing">Pricing</a> ' +
      '<a href="/compare/kestrel-boards">Tandemly vs Kestrel Boards</a> <a href="/private/plans">Plans</a> ' +
      '<a href="https://elsewhere.example/">Elsewhere</a> <a href="/moved">Moved</a></nav>',
  }),
  '/faq': sitePage({
    title: 'Questions | Tandemly',
    head: HEAD,
    body: '<h1>Questions</h1><h3>How do agencies track billable hours?</h3><p>By the minute.</p><h3>How do I cancel my account?</h3>',
  }),
  '/pricing': sitePage({ title: 'Pricing | Tandemly', head: HEAD, body: '<h1>Pricing</h1>' }),
  '/compare/kestrel-boards': sitePage({
    title: 'Tandemly vs Kestrel Boards | Tandemly',
    head: HEAD,
    body: '<h1>Tandemly vs Kestrel Boards</h1><p>Compared by people who use <a href="https://www.kestrelboards.example/">Kestrel Boards</a>.</p>',
  }),
  '/private/plans': sitePage({ title: 'Secret | Tandemly' }),
  '/moved': { status: 301, headers: { location: 'https://elsewhere.example/' } },
};
