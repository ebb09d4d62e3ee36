import { DAY_MS } from '../../src/domain/time/period.ts';
import { CRAWLERS } from '../../src/domain/web/crawlers.ts';
import { ADDRESS_SOURCES, shippedLists } from '../../src/traffic/address-lists/address-lists.ts';
import { OUTSIDE_CHANGES } from '../../src/traffic/outside-changes.ts';
import { PRODUCTS } from '../../src/traffic/products.ts';

/** The tables of docs/traffic.md, from the tables in code. */
export function trafficTables(): Record<string, string> {
  return {
    crawlers: table(
      ['crawler', 'operator', 'purpose', 'addresses'],
      CRAWLERS.map(({ token, operator, purpose, list, requests, source }) => [
        `[\`${token}\`](${source})`,
        operator,
        requests ? `\`${purpose}\`` : `\`${purpose}\`, only in robots.txt`,
        list === null ? '–' : `\`${list}\``,
      ]),
    ),
    'address-lists': table(
      ['list', 'dated', 'last seen', 'networks'],
      Object.entries(ADDRESS_SOURCES).map(([name, url]) => {
        const list = shippedLists().find((each) => each.name === name);
        const days = list && [dated(list.published), dated(list.fetched), String(list.prefixes.length)];
        return [`[\`${name}\`](${url})`, ...(days ?? ['only with `refresh`', '–', '–'])];
      }),
    ),
    products: table(
      ['product', 'referrers', 'engine'],
      PRODUCTS.map(({ name, hosts, engine }) => [
        name,
        hosts.map((host) => `\`${host}\``).join(', '),
        engine === null ? '–' : `\`${engine}\``,
      ]),
    ),
    'outside-changes': table(
      ['day', 'change', 'figures'],
      OUTSIDE_CHANGES.map(({ from, until, what, source, instruments, engines }) => [
        until === null ? dated(from) : `${dated(from)} to ${dated(until)}`,
        `${what} ([source](${source}))`,
        [...instruments, ...engines].map((each) => `\`${each}\``).join(', '),
      ]),
    ),
  };
}

function dated(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
