import { type Content, type Html, html } from '../../html.ts';

/** One input with its label above and help below. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'date';
  readonly value?: string;
  readonly help?: Content;
  /** What a password manager or browser may fill in: an autofill token, such as `current-password`. */
  readonly autocomplete?: string;
  readonly isOptional?: boolean;
  /** For the first field of a page that is about its form. */
  readonly isFocused?: boolean;
}

export function field({ name, label, type = 'text', value = '', help, ...rest }: Field): Html {
  const id = `f-${name}`;
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" value="${type === 'password' ? '' : value}"${
    rest.autocomplete && html` autocomplete="${rest.autocomplete}"`
  }${help && html` aria-describedby="${id}-help"`}${rest.isOptional || html` required`}${
    rest.isFocused && html` autofocus`
  }${name === 'email' && html` autocapitalize="none" spellcheck="false"`}>
${help && html`<p class="help" id="${id}-help">${help}</p>`}
</div>`;
}

/** One of several values. */
export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly value?: string | undefined;
  readonly help?: Content;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export function choice({ name, label, options, value, help }: Choice): Html {
  const id = `f-${name}`;
  return html`<div class="field">
<label for="${id}">${label}</label>
<select id="${id}" name="${name}"${help && html` aria-describedby="${id}-help"`}>
${options.map(
  (
    each,
  ) => html`<option value="${each.value}"${each.value === value && html` selected`}>${each.label}</option>
`,
)}</select>
${help && html`<p class="help" id="${id}-help">${help}</p>`}
</div>`;
}
