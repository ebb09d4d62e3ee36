import type { TSchema } from 'typebox';
import { type Content, type Html, html } from '../../markup/html.ts';
import { limitsOf } from './limits.ts';

/** Label, help, and error for a field. */
export interface FieldFrame {
  readonly name: string;
  readonly label: Content;
  readonly help?: Content;
  readonly error?: Content | undefined;
}

/** A control for an action's field. */
interface Limited {
  /** The field, whose limits are the control's. */
  readonly of?: TSchema;
  /** Default: as the field is. */
  readonly isRequired?: boolean;
}

/** A control with its label above, and its help and error below, linked for screen readers. */
export function field({ name, label, help, error }: FieldFrame, control: (attributes: Html) => Html): Html {
  const described = [help !== undefined && `${name}-help`, error !== undefined && `${name}-error`]
    .filter((each) => each !== false)
    .join(' ');
  const attributes = html`id="${name}" name="${name}"${described !== '' && html` aria-describedby="${described}"`}${
    error !== undefined && html` aria-invalid="true"`
  }`;
  return html`<div class="field">
<label for="${name}">${label}</label>
${control(attributes)}
${help !== undefined && html`<p class="help" id="${name}-help">${help}</p>`}
${error !== undefined && html`<p class="field-error" id="${name}-error">${error}</p>`}
</div>`;
}

export interface TextField extends FieldFrame, Limited {
  /** Never rendered for passwords. */
  readonly value?: string;
  readonly type?: 'text' | 'password' | 'date';
  readonly placeholder?: string;
  /** A browser or password manager's autofill hint, such as `current-password`; off by default. */
  readonly autocomplete?: string;
  /** Which keypad a phone shows. */
  readonly inputmode?: 'numeric';
  /** Id of a `datalist`. */
  readonly list?: string;
  /** For the first field of a page whose main content is its form. */
  readonly isFocused?: boolean;
}

export function textField(frame: TextField): Html {
  const { name, value = '', type = 'text', placeholder, autocomplete = 'off' } = frame;
  return field(
    frame,
    (attributes) =>
      html`<input ${attributes} type="${type}" value="${type === 'password' ? '' : value}"${limited(frame)}${
        placeholder !== undefined && html` placeholder="${placeholder}"`
      }${frame.list !== undefined && html` list="${frame.list}"`}${frame.inputmode !== undefined && html` inputmode="${frame.inputmode}"`}${frame.isFocused && html` autofocus`}${name === 'email' && html` autocapitalize="none"`} autocomplete="${autocomplete}" spellcheck="false">`,
  );
}

function limited({ of, isRequired }: Limited): Html {
  return of === undefined ? html`${isRequired === true && html` required`}` : limitsOf(of, isRequired);
}

/** A multi-line field. HTML drops one line break after the tag. */
export function linesField(
  frame: FieldFrame & Limited & { readonly value: string; readonly rows?: number },
): Html {
  const { value, rows = 3 } = frame;
  return field(
    frame,
    (attributes) => html`<textarea ${attributes}${limited(frame)} rows="${rows}" spellcheck="false">
${value}</textarea>`,
  );
}

/** A value and its label. */
export type Option = readonly [value: string, label: string];

export function selectField(
  frame: FieldFrame & {
    readonly value?: string | undefined;
    readonly choices: readonly Option[];
    /** Whether somebody must choose, if the first choice is ''. */
    readonly isRequired?: boolean;
  },
): Html {
  return field(
    frame,
    (attributes) =>
      html`<select ${attributes}${frame.isRequired && html` required`}>${optionList(frame.choices, frame.value)}</select>`,
  );
}

/** Contents of a `select`. */
export function optionList(options: readonly Option[], chosen?: string | null): Html[] {
  return options.map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  );
}

/** One checkbox. */
export function checkField(name: string, value: string, label: Content, isChecked: boolean): Html {
  return html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${isChecked && html` checked`}>${label}</label>`;
}

/** A field's nonblank lines, trimmed. */
export function linesIn(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
