// Functions that run in a page: the debugger evaluates this file there, so it imports and exports nothing.
(() => {
  /** How a person finds the element again. */
  function named(element) {
    const id = element.id ? `#${element.id}` : '';
    const classes = typeof element.className === 'string' && element.className ? `.${element.className}` : '';
    const text = (element.innerText || element.getAttribute('aria-label') || element.textContent || '')
      .trim()
      .replace(/\s+/g, ' ')
      .slice(0, 40);
    return `${element.tagName.toLowerCase()}${id}${classes.replaceAll(' ', '.')} "${text}"`;
  }

  function isShown(element) {
    return element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  }

  /** Elements whose text may scroll: long lines that must not break. */
  const MAY_SCROLL = 'pre, textarea, input, select';

  function overflow() {
    const found = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      found.push(`the page is ${scrollWidth} wide in ${clientWidth}`, ...widest());
    for (const element of document.querySelectorAll('body *')) {
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
      if (!scrolls || element.matches(MAY_SCROLL) || !isShown(element)) continue;
      if (element.scrollWidth > element.clientWidth + 1) found.push(`scrolls: ${named(element)}`);
    }
    // A table wider than its place covers its neighbors, even if the page is not too wide.
    for (const table of document.querySelectorAll('table')) {
      const place = table.parentElement.getBoundingClientRect();
      if (isShown(table) && table.getBoundingClientRect().right > place.right + 1)
        found.push(`sticks out: ${named(table)}`);
    }
    return found;
  }

  /** The innermost elements beyond the right edge. */
  function widest() {
    const edge = document.documentElement.clientWidth + 1;
    const over = [...document.querySelectorAll('body *')].filter(
      (element) => isShown(element) && element.getBoundingClientRect().right > edge,
    );
    return over
      .filter((element) => !over.some((other) => other !== element && element.contains(other)))
      .slice(0, 5)
      .map(named);
  }

  async function violations(rules) {
    const only = rules === null ? {} : { runOnly: { type: 'rule', values: rules } };
    const result = await axe.run(document, { resultTypes: ['violations'], elementRef: false, ...only });
    return result.violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 5).map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  }

  /** The operable elements on the page; of radio buttons with one name, only one. */
  function operable() {
    const every = document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable=true]',
    );
    const groups = new Set();
    return [...every].filter((element) => {
      if (element.disabled || element.tabIndex < 0 || !isShown(element)) return false;
      if (element.type !== 'radio') return true;
      const group = `${element.form?.action} ${element.name}`;
      return !groups.has(group) && groups.add(group);
    });
  }

  const KEYS = [
    'outlineStyle',
    'outlineWidth',
    'outlineColor',
    'boxShadow',
    'backgroundColor',
    'fill',
    'strokeWidth',
    'opacity',
    'borderColor',
    'stroke',
  ];

  /** The look of an element and its contents: a chart's mark shows its focus by its shape. */
  function looks(element) {
    return [element, ...element.querySelectorAll('*')]
      .map((each) => {
        const style = getComputedStyle(each);
        return KEYS.map((key) => style[key]).join('|');
      })
      .join();
  }

  function invisibleFocus() {
    const found = [];
    for (const element of operable()) {
      document.activeElement?.blur();
      const before = looks(element);
      element.focus({ focusVisible: true });
      if (document.activeElement !== element) found.push(`takes no focus: ${named(element)}`);
      else if (looks(element) === before) found.push(`focus is not seen: ${named(element)}`);
      else if (isCovered(element)) found.push(`covered when focused: ${named(element)}`);
    }
    document.activeElement?.blur();
    return found;
  }

  /** Whether another element covers the middle of every line in the element, or its part of the window. */
  function isCovered(element) {
    // Between a drawing's marks, a click hits nothing of the drawing, but nothing covers it either.
    const own = element.ownerSVGElement ?? element;
    const boxes = [...element.getClientRects()].filter(({ width, height }) => width + height > 0);
    return !boxes.some((box) => {
      const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1);
      const y = Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1);
      const top = document.elementFromPoint(x, y);
      return top !== null && (own.contains(top) || top.contains(own));
    });
  }

  function startTabbing() {
    globalThis.tabbed = new Set();
    document.activeElement?.blur();
    getSelection()?.removeAllRanges();
    scrollTo(0, 0);
    document.addEventListener('focusin', ({ target }) => {
      globalThis.tabbed.add(target.type === 'radio' ? `${target.form?.action} ${target.name}` : target);
    });
    // Each part of a date is a tab stop, and so is the button for its calendar.
    const dates = document.querySelectorAll('input:is([type=date], [type=datetime-local], [type=time])');
    return operable().length + 6 * dates.length;
  }

  function unreachable() {
    const { tabbed } = globalThis;
    const isReached = (element) =>
      tabbed.has(element) ||
      (element.type === 'radio' && tabbed.has(`${element.form?.action} ${element.name}`));
    return operable()
      .filter((element) => !isReached(element))
      .map((element) => `not reached by Tab: ${named(element)}`);
  }

  function controlsNeedingScript() {
    const found = [];
    for (const button of document.querySelectorAll('button, [role=button]')) {
      const works =
        (button.matches('button:not([type=button])') && button.form !== null) ||
        button.matches('[popovertarget]');
      if (!works && isShown(button)) found.push(`a button for scripts alone: ${named(button)}`);
    }
    for (const form of document.querySelectorAll('form')) {
      if (!isShown(form)) continue;
      // Some buttons show only once a row is chosen.
      form.querySelector('input[type=checkbox]:not(:checked)')?.click();
      const sends = [...form.elements].some(
        (element) => element.matches('button:not([type=button]), input[type=submit]') && isShown(element),
      );
      if (!sends) found.push(`a form that cannot be sent: ${named(form)}`);
    }
    for (const link of document.querySelectorAll('a[href="#"]')) {
      if (isShown(link)) found.push(`a link to nowhere: ${named(link)}`);
    }
    return found;
  }

  /** Elements that hold one short thing: nobody should read half a word in them. */
  const NARROW = 'td, th, dt, summary, button, label, h1, h2, h3, .chip, .badge, .tag, .verdict';
  /** Longer words, such as hashes, must break somewhere on a phone. */
  const LONGEST_WORD = 24;
  /** Scripts without spaces, whose lines break between any two letters. */
  const UNSPACED =
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]/u;

  function brokenWords() {
    const found = [];
    for (const text of shownTexts(document.body)) {
      const holder = text.parentElement.closest(NARROW);
      if (holder === null) continue;
      for (const { index, 0: word } of text.data.matchAll(/[\p{L}\p{M}\p{N}]{2,}/gu)) {
        if (word.length > LONGEST_WORD || UNSPACED.test(word)) continue;
        const tops = [...rectsOf(text, index, index + word.length)].map(
          ({ top, height }) => top + height / 2,
        );
        if (Math.max(...tops) - Math.min(...tops) > 4)
          found.push(`a word breaks: ${word} in ${named(holder)}`);
      }
    }
    return found;
  }

  function rectsOf(text, from, until) {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, until);
    return range.getClientRects();
  }

  /** The text nodes that a person sees; not those for screen readers alone. */
  function shownTexts(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const { currentNode: text } = walker;
      const { parentElement: holder } = text;
      if (text.data.trim() === '' || !isShown(holder) || isForHearing(holder)) continue;
      found.push(text);
    }
    return found;
  }

  /** Whether it is cut to nothing for the eye. */
  function isForHearing(element) {
    for (let each = element; each !== null; each = each.parentElement) {
      if (getComputedStyle(each).clipPath === 'inset(50%)') return true;
    }
    return false;
  }

  const DRAWN = 'svg, img, input, select, textarea, button, a[href]';

  /** Columns of which every cell is empty, or in several rows only a dash. */
  function emptyColumns() {
    const found = [];
    for (const table of document.querySelectorAll('table')) {
      const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
      const heads = [...(table.tHead?.rows[table.tHead.rows.length - 1]?.cells ?? [])];
      const regular = rows.filter(({ cells }) => cells.length === heads.length);
      if (!isShown(table) || regular.length === 0 || isForHearing(table.tHead)) continue;
      heads.forEach((head, index) => {
        const isEmpty = regular.every(({ cells }) => hasNothing(cells[index], regular.length > 1));
        if (isEmpty) found.push(`an empty column: ${named(head)} in ${named(table)}`);
      });
    }
    return found;
  }

  function hasNothing(cell, isDashNothing) {
    const text = cell.textContent.trim();
    return cell.querySelector(DRAWN) === null && (text === '' || (isDashNothing && /^[-–—]$/.test(text)));
  }

  const HELP = '.help, .lead, .legend, figcaption, caption';
  /** Marks that a text explains. */
  const MARKS = /[†‡*○●◐◆◇▲▼△▽■□▪]/gu;

  /** What a help text quotes or marks, and the page does not have. @param names that it may quote anyway */
  function unexplained(names) {
    const found = [];
    for (const help of document.querySelectorAll(HELP)) {
      if (!isShown(help) || help.closest('form, dialog, [popover]')) continue;
      const words = help.innerText;
      const quoted = [...words.matchAll(/[“"]([^”"]{2,40})[”"]/gu)].map(([, each]) =>
        each.replace(/[.,;:]$/, ''),
      );
      for (const each of [...quoted, ...(words.match(MARKS) ?? [])]) {
        if (!names.includes(each) && !isElsewhere(each, help))
          found.push(`explains ${each}, which is not on the page: ${named(help)}`);
      }
    }
    return found;
  }

  function isElsewhere(words, help) {
    const sought = words.toLowerCase();
    const texts = (document.querySelector('main') ?? document.body).querySelectorAll('*');
    return [...texts].some(
      (each) =>
        !each.contains(help) &&
        !help.contains(each) &&
        each.matches(':not(script, style)') &&
        `${each.textContent} ${each.getAttribute('aria-label') ?? ''}`.toLowerCase().includes(sought),
    );
  }

  /** Links to the page as it is, menus and choices without entries. The place where one stands may have its link. */
  function idleControls() {
    const found = [];
    for (const link of document.querySelectorAll('a[href]:not([aria-current], [download], .top *)')) {
      const { origin, pathname, search, hash } = new URL(link.getAttribute('href'), location.href);
      const isHere =
        origin === location.origin && pathname === location.pathname && search === location.search;
      if (!isHere || !isShown(link) || link.matches('[data-copy-link]')) continue;
      const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
      if (target === null) found.push(`a link to the page as it is: ${named(link)}`);
    }
    for (const fold of document.querySelectorAll('details')) {
      const [summary, ...others] = fold.children;
      const content = others
        .map(({ textContent }) => textContent)
        .join('')
        .trim();
      if (summary && isShown(summary) && content === '' && !others.some((each) => each.querySelector(DRAWN)))
        found.push(`opens to nothing: ${named(summary)}`);
    }
    for (const select of document.querySelectorAll('select')) {
      if (isShown(select) && select.options.length < 2) found.push(`one choice: ${named(select)}`);
    }
    return found;
  }

  /** Where numbers are no reading matter: the bar's dates, and a chart's axis. */
  const NOT_COUNTED = '.bar, .axis';
  const CONTROLS = 'button, summary, input:not([type=hidden]), select, textarea, [role=button]';

  /** What a person meets before scrolling: words with a digit, links, and controls beside the header's navigation. */
  function aboveTheFold() {
    const isAbove = ({ width, height, top, left }) =>
      width > 1 && height > 1 && top + height / 2 < innerHeight && left < innerWidth && top + height > 0;
    const texts = shownTexts(document.body).filter(
      ({ parentElement }) => !parentElement.closest(NOT_COUNTED),
    );
    const numbers = texts.flatMap((text) =>
      [...text.data.matchAll(/\S*\d\S*/g)]
        .filter(({ index, 0: word }) => [...rectsOf(text, index, index + word.length)].some(isAbove))
        .map(([word]) => word),
    );
    const count = (selector, excluded) =>
      [...document.querySelectorAll(selector)].filter(
        (each) => isShown(each) && !each.closest(excluded) && isAbove(each.getBoundingClientRect()),
      ).length;
    return {
      numbers,
      links: count('a[href]', 'header.top, .skip'),
      controls: count(CONTROLS, 'header.top nav, .menu-start, .skip'),
    };
  }

  /** Elements that no page has, whatever text it shows. */
  const NEVER =
    'style, iframe, frame, object, embed, applet, base, img, video, audio, source, track, portal, marquee, math, ' +
    'foreignObject, animate, set, use, image, script:not([src^="/assets/"]), link:not([href^="/assets/"], [href*="/reports/rpt_"], [href="data:,"]), ' +
    'body meta:not(noscript meta)';
  const ADDRESSES = ['href', 'src', 'action', 'formaction', 'data', 'poster', 'ping', 'xlink:href'];

  function forbiddenElements() {
    const found = [...document.querySelectorAll(NEVER)].map((element) => `an element: ${element.outerHTML}`);
    if (globalThis.hostile !== undefined) found.push('a script ran');
    for (const element of document.querySelectorAll('*')) {
      for (const { name } of element.attributes) {
        if (/^on|^style$|^srcdoc$/i.test(name)) found.push(`${name}: ${element.outerHTML}`);
      }
      for (const name of ADDRESSES) {
        const given = element.getAttribute(name);
        if (given !== null && leadsAstray(element, given)) found.push(`${name}: ${element.outerHTML}`);
      }
    }
    return found.map((each) => each.slice(0, 300));
  }

  function leadsAstray(element, given) {
    if (element.matches('link[href="data:,"]')) return false;
    if (!URL.canParse(given, location.href)) return true;
    const { origin, protocol } = new URL(given, location.href);
    if (origin === location.origin) return false;
    if (element.localName !== 'a' || !['http:', 'https:'].includes(protocol)) return true;
    return !['noopener', 'nofollow'].every((word) => element.relList.contains(word));
  }

  globalThis.pageChecks = {
    forbiddenElements,
    aboveTheFold,
    brokenWords,
    emptyColumns,
    idleControls,
    unexplained,
    overflow,
    violations,
    invisibleFocus,
    startTabbing,
    unreachable,
    controlsNeedingScript,
  };
})();
