import type { ReadPage } from './site-reading.ts';

/** Why a page was not read, as a sentence. */
export function whyNot({ outcome }: ReadPage): string {
  switch (outcome.kind) {
    case 'disallowed':
      return 'Its robots.txt does not allow it, or cannot be read.';
    case 'failed':
      return outcome.detail;
    case 'leads_elsewhere':
      return `It redirects to ${new URL(outcome.to).host}.`;
    case 'answered':
      return outcome.status >= 200 && outcome.status < 300
        ? `It is not an HTML page (${outcome.type || 'no type'}).`
        : `It answered ${outcome.status}.`;
  }
}
