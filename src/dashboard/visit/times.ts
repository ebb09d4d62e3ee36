import { UTC } from '../../domain/time/time-zone.ts';
import { type Html, html } from '../markup/html.ts';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: UTC });
const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: UTC, hourCycle: 'h23' });

/** `November 21, 2026, 13:37 UTC`, for readers without an account and for exports. @param at UTC milliseconds, or ISO 8601 */
export function utcText(at: number | string): string {
  const date = new Date(at);
  return `${DAY.format(date)}, ${TIME.format(date)} UTC`;
}

const LONG: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};
const SHORT: Intl.DateTimeFormatOptions = { ...LONG, year: undefined, month: 'short' };

/** Formats instants in the reader's time zone, with UTC in the title. Days are always UTC days. */
export class Times {
  readonly #zone: string;
  #long: Intl.DateTimeFormat | undefined;
  #short: Intl.DateTimeFormat | undefined;

  /** @param zone a name from `timeZoneNamed` */
  constructor(zone: string) {
    this.#zone = zone;
  }

  /** `November 21, 2026, 15:37 GMT+2`. @param at UTC milliseconds, or ISO 8601 */
  of(at: number | string): Html {
    return this.#element(at, this.text(at));
  }

  /** Plain text, without an element. */
  text(at: number | string): string {
    if (this.#zone === UTC) return utcText(at);
    this.#long ??= this.#format({ ...LONG, timeZoneName: 'short' });
    return this.#long.format(new Date(at)).replace(' at ', ', ');
  }

  /** `Nov 21, 15:37` */
  short(at: number | string): Html {
    this.#short ??= this.#format(SHORT);
    return this.#element(at, this.#short.format(new Date(at)));
  }

  #element(at: number | string, text: string): Html {
    const utc = utcText(at);
    return html`<time datetime="${new Date(at).toISOString()}"${text !== utc && html` title="${utc}"`}>${text}</time>`;
  }

  #format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: this.#zone });
  }
}
