/** What to do, in the words of an apply file, of an action's input, and of a form. */
export const ADVICE = {
  domain: {
    file: 'write `domain: …` below its name, or `configured: true`',
    input: 'give it a domain',
    form: 'give its website',
  },
  noReports: {
    file: 'its reports answer 404',
    input: 'its reports answer 404',
    form: 'it has no reports',
  },
  anyCapitals: {
    file: 'set `case_sensitive: false`',
    input: 'set `case_sensitive: false`',
    form: 'choose “Any capitals” under “Name matching”',
  },
  exactCapitals: {
    file: 'set `case_sensitive: true`',
    input: 'set `case_sensitive: true`',
    form: 'choose “Exactly these capitals” there',
  },
  longerNames: {
    file: 'add longer names as aliases',
    input: 'add longer names as aliases',
    form: 'add longer names under “Other names”',
  },
  rescan: {
    file: 'the rescan that this starts has finished',
    input: 'the rescan that this starts has finished',
    form: 'the rescan that starts when you save',
  },
} as const;

/** A notice with the advice of another door. */
export function withAdvice(notice: string, from: 'file' | 'input', to: 'input' | 'form'): string {
  return Object.values(ADVICE).reduce((text, words) => text.replace(words[from], words[to]), notice);
}
