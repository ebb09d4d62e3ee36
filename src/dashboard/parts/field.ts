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

export function textField(
  frame: FieldFrame & {
    readonly value: string;
    readonly isRequired?: boolean;
    readonly placeholder?: string;
  },
): Html {
  const { value, isRequired, placeholder } = frame;
  return field(
    frame,
    (attributes) =>
      html`<input ${attributes} value="${value}"${isRequired && html` required`}${
        placeholder !== undefined && html` placeholder="${placeholder}"`
      } autocomplete="off" spellcheck="false">`,
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

export function selectField(
  frame: FieldFrame & {
    readonly value: string;
    readonly choices: readonly (readonly [value: string, label: string])[];
  },
): Html {
  return field(
    frame,
    (attributes) =>
      html`<select ${attributes}>${frame.choices.map(
        ([value, label]) =>
          html`<option value="${value}"${value === frame.value && html` selected`}>${label}</option>`,
      )}</select>`,
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
