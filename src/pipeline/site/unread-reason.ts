import { isHtmlPage, type ReadPage } from './site-reading.ts';

/** The reason why Sightline could not read a page, as a sentence. */
export function unreadReason({ outcome }: ReadPage): string {
  switch (outcome.kind) {
    case 'disallowed':
      return disallowedReason(outcome.problem);
    case 'failed':
      return outcome.detail;
    case 'leads_elsewhere':
      return `It redirects to ${new URL(outcome.to).host || 'an address that is not a page'}.`;
    case 'leads_to_unreadable':
      return `It redirects to ${new URL(outcome.to).host}. ${outcome.detail}`;
    case 'answered':
      if (isHtmlPage(outcome)) return 'Reading it takes too much time.';
      return outcome.status >= 200 && outcome.status < 300
        ? `It is not an HTML page (${outcome.type || 'no type'}).`
        : `It answered ${outcome.status}.`;
  }
}

/** @param problem the reason why robots.txt is unreadable; null if the file disallows the page */
export function disallowedReason(problem: string | null): string {
  return problem ?? 'Its robots.txt does not allow it.';
}
