import { type Content, type Html, html } from '../html.ts';

/** What a field is called, what it is for, and what is wrong with what was typed. */
export interface FieldFrame {
  readonly name: string;
  readonly label: Content;
  readonly help?: Content;
  readonly error?: Content | undefined;
}

/** A control with its label above, and its help and error below, which a screen reader reads with it. */
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

/** What is typed on one line. */
export interface TextField extends FieldFrame {
  /** Not shown of a password. */
  readonly value?: string;
  readonly type?: 'text' | 'password' | 'date';
  readonly isRequired?: boolean;
  readonly placeholder?: string;
  /** What a browser or password manager may fill in, such as `current-password`; by default nothing. */
  readonly autocomplete?: string;
  /** The id of a list of what may be typed. */
  readonly list?: string;
  /** For the first field of a page that is about its form. */
  readonly isFocused?: boolean;
}

/** One line of text. */
export function textField(frame: TextField): Html {
  const { name, value = '', type = 'text', placeholder, autocomplete = 'off' } = frame;
  return field(
    frame,
    (attributes) =>
      html`<input ${attributes} type="${type}" value="${type === 'password' ? '' : value}"${frame.isRequired && html` required`}${
        placeholder !== undefined && html` placeholder="${placeholder}"`
      }${frame.list !== undefined && html` list="${frame.list}"`}${frame.isFocused && html` autofocus`}${name === 'email' && html` autocapitalize="none"`} autocomplete="${autocomplete}" spellcheck="false">`,
  );
}

/** Several lines of text. A line break after the tag is not part of what it holds. */
export function linesField(frame: FieldFrame & { readonly value: string; readonly rows?: number }): Html {
  const { value, rows = 3 } = frame;
  return field(
    frame,
    (attributes) => html`<textarea ${attributes} rows="${rows}" spellcheck="false">
${value}</textarea>`,
  );
}

/** A value of a list to choose from, and what people read for it. */
export type Option = readonly [value: string, label: string];

/** One of several values. */
export function selectField(
  frame: FieldFrame & { readonly value?: string | undefined; readonly choices: readonly Option[] },
): Html {
  return field(
    frame,
    (attributes) => html`<select ${attributes}>${optionList(frame.choices, frame.value)}</select>`,
  );
}

/** What a `select` contains. */
export function optionList(options: readonly Option[], chosen?: string | null): Html[] {
  return options.map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  );
}

/** One of several boxes, or one alone. */
export function checkField(name: string, value: string, label: Content, isChecked: boolean): Html {
  return html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${isChecked && html` checked`}>${label}</label>`;
}

/** The lines of a field without blanks at their ends, as far as they say something. */
export function linesIn(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
