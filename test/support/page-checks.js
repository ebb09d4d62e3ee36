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
      const sends = [...form.elements].some(
        (element) => element.matches('button:not([type=button]), input[type=submit]') && isShown(element),
      );
      if (!sends) found.push(`a form that cannot be sent: ${named(form)}`);
    }
    for (const link of document.querySelectorAll('a[href="#"], a:not([href])')) {
      if (isShown(link)) found.push(`a link to nowhere: ${named(link)}`);
    }
    return found;
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
    overflow,
    violations,
    invisibleFocus,
    startTabbing,
    unreachable,
    controlsNeedingScript,
  };
})();
