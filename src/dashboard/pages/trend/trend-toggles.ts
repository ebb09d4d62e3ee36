import { BUCKET_UNITS } from '../../../domain/time/buckets.ts';
import { seriesClass } from '../../charts/trend.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import type { Mark } from '../../parts/words/marks.ts';
import { here, type Visit } from '../../visit/visit.ts';
import type { TrendChoice } from './trend-choice.ts';

interface Toggles extends TrendChoice {
  readonly lines: readonly string[];
  readonly marks: readonly Mark[];
}

/** Links that switch days or weeks, competitors, and marks. */
export function toggles(visit: Visit, { by, hidden, without, lines, marks }: Toggles): Html {
  const units = BUCKET_UNITS.map((unit) => toggle(here(visit, { by: unit }), unit === by, unit));
  const own = html`<span class="toggle on">${key(0)} <bdi>${visit.brand.name}</bdi></span>`;
  const others = lines.map((name, place) => {
    const isOn = !hidden.has(name);
    return toggle(
      here(visit, { hide: switched(hidden, name) }),
      isOn,
      html`${key(place + 1)} <bdi>${name}</bdi>`,
    );
  });
  const kinds = (['alerts', 'events'] as const).flatMap((kind) => {
    const count = marks.filter(({ isAlert }) => isAlert === (kind === 'alerts')).length;
    if (count === 0) return [];
    return [
      toggle(here(visit, { without: switched(without, kind) }), !without.has(kind), `${kind} ${count}`),
    ];
  });
  return html`<div class="toggles"><span>By</span>${units}<span>Lines</span>${own}${others}${kinds.length > 0 && html`<span>Marks</span>${kinds}`}${visit.mayEdit && html`<a class="button add-mark" href="${visit.to('events')}">Note an event</a>`}</div>`;
}

/** A toggle link, which works in place with scripts. */
function toggle(href: string, isOn: boolean, content: Content): Html {
  return html`<a class="toggle${isOn && ' on'}" href="${href}" data-swap="#trend"${isOn && html` aria-current="true"`}>${content}</a>`;
}

function switched(all: ReadonlySet<string>, name: string): string[] {
  return all.has(name) ? [...all].filter((each) => each !== name) : [...all, name];
}

function key(look: number): Html {
  return html`<svg width="22" height="8" aria-hidden="true"><g class="series ${seriesClass(look)}"><line class="line" x1="0" x2="22" y1="4" y2="4"/></g></svg>`;
}
