/** Figures in cells of tables, as people's spreadsheets and the exports of services write them in many languages. */

export function isRate(cell: string): boolean {
  return /^(?:%\d[\d.,]*|\d[\d.,]*[ \u00A0\u202F]?%)$/.test(figureOf(cell));
}

/** A figure with European digits and signs, and without the marks for the direction of writing. */
export function figureOf(cell: string): string {
  return cell
    .replace(/[\u200E\u200F\u061C]/g, '')
    .replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/[٬٫٪％]/g, (sign) => ({ '٬': ',', '٫': '.' })[sign] ?? '%')
    .replace(/^% /, '%')
    .trim();
}

const WHOLE = /^(?:\d+|\d{1,3}(?:[.,'’ \u00A0\u2009\u202F]\d{2,3})*[.,'’ \u00A0\u2009\u202F]\d{3})$/;

/** A whole number, with or without thousands separators, or a spreadsheet's `.0`; null for anything else. */
export function wholeNumberIn(cell: string): number | null {
  const figure = figureOf(cell);
  const whole = [figure, figure.replace(/[.,]0+$/, '')].find((each) => WHOLE.test(each));
  return whole === undefined ? null : Number(whole.replace(/\D/g, ''));
}
