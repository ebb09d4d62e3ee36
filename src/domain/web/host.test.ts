import assert from 'node:assert/strict';
import { test } from 'node:test';
import { belongsTo, hostOf, hostOfDomain } from './host.ts';

for (const [what, url, host] of [
  ['a plain host stays', 'https://example.org/a?b#c', 'example.org'],
  ['http counts like https', 'http://example.org', 'example.org'],
  ['www. is left out', 'https://www.example.org/', 'example.org'],
  ['capitals become small', 'HTTPS://WWW.Example.ORG/Path', 'example.org'],
  ['a port is left out', 'https://example.org:8443/', 'example.org'],
  ['a trailing dot is left out', 'https://example.org./', 'example.org'],
  ['www., port and trailing dot together', 'https://www.example.org.:8443/', 'example.org'],
  ['user and password are left out', 'https://user:pass@example.org/', 'example.org'],
  ['other subdomains stay apart', 'https://blog.example.org/', 'blog.example.org'],
  ['www inside a name stays', 'https://wwwexample.org/', 'wwwexample.org'],
  ['www. below another label stays', 'https://blog.www.example.org/', 'blog.www.example.org'],
  ['www.com is itself a site', 'https://www.com/', 'www.com'],
  ['www. twice is left out, so that a host is its own', 'https://www.www.example.org/', 'example.org'],
  ['xn-- is shown in Unicode', 'https://xn--bcher-kva.example/', 'bücher.example'],
  ['Unicode and xn-- are one host', 'https://www.BÜCHER.example/', 'bücher.example'],
  ['an xn-- that decodes to nothing stays', 'https://xn--a.example/', 'xn--a.example'],
  ['percent signs are decoded', 'https://ex%41mple.org/', 'example.org'],
  ['an IPv4 address stays', 'http://192.0.2.7:81/', '192.0.2.7'],
  ['an IPv6 address stays', 'http://[2001:DB8::1]:80/', '[2001:db8::1]'],
  ['a name without a dot stays', 'http://intranet/', 'intranet'],
  ['253 characters are a host', `https://${'a.'.repeat(125)}abc/`, `${'a.'.repeat(125)}abc`],
  ['254 characters are none', `https://${'a.'.repeat(125)}abcd/`, null],
  ['300 characters are none', `https://${'a.'.repeat(148)}abcd/`, null],
  ['an empty label is none', 'https://x..example/', null],
  ['an empty first label is none', 'https://.x.example/', null],
  ['www. and an empty label is none', 'https://www..example/', null],
  ['two dots at the end are none', 'https://x.example../', null],
  ['full stops of other scripts are dots', 'https://x。。example/', null],
  ['no scheme is no URL', 'example.org', null],
  ['a path is no URL', '/best', null],
  ['javascript: has no host', 'javascript:alert(1)', null],
  ['mailto: has no host', 'mailto:me@example.org', null],
  ['ftp: is another scheme', 'ftp://example.org/', null],
  ['data: has no host', 'data:text/html,hello', null],
  ['a blank host is none', 'https:///', null],
  ['a blank inside is none', 'https://exa mple.org/', null],
  ['an impossible port is none', 'https://example.org:99999/', null],
  ['empty text is none', '', null],
] as const) {
  test(`host of a URL: ${what}`, () => assert.equal(hostOf(url), host));
}

for (const [what, domain, host] of [
  ['a bare domain', 'example.org', 'example.org'],
  ['blanks around it', '  example.org ', 'example.org'],
  ['with www. and capitals', 'WWW.Example.Org', 'example.org'],
  ['with a scheme', 'https://www.example.org/about', 'example.org'],
  ['with a path', 'example.org/about', 'example.org'],
  ['with a port', 'example.org:8080', 'example.org'],
  ['in Unicode', 'Bücher.example', 'bücher.example'],
  ['one word is none', 'example', null],
  ['a sentence is none', 'not a domain.', null],
  ['empty text is none', '', null],
  ['a dot is none', '.', null],
  ['an empty label is none', 'x..example', null],
  ['an empty first label is none', '.x.example', null],
  ['two dots at the end are none', 'x.example..', null],
  ['another scheme is none', 'ftp://example.org', null],
  ['javascript: is none', 'javascript:alert(1)', null],
  ['an IPv6 address is none', '[2001:db8::1]', null],
] as const) {
  test(`host of a domain: ${what}`, () => assert.equal(hostOfDomain(domain), host));
}

for (const [host, sites, belongs] of [
  ['acme.example', ['acme.example'], true],
  ['shop.acme.example', ['acme.example'], true],
  ['a.b.acme.example', ['acme.example'], true],
  ['acme.net', ['acme.example', 'acme.net'], true],
  ['notacme.example', ['acme.example'], false],
  ['acme.example.org', ['acme.example'], false],
  ['example', ['acme.example'], false],
  ['acme.example', ['shop.acme.example'], false],
  ['acme.example', [], false],
] as const) {
  test(`${host} ${belongs ? 'belongs' : 'does not belong'} to ${sites.join(' and ') || 'no site'}`, () =>
    assert.equal(belongsTo(host, sites), belongs));
}
