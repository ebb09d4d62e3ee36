import { SightlineError } from '../../../domain/errors.ts';
import { searchFile } from '../../../pipeline/site/search-file.ts';
import { type Searches, searchLines } from '../../../propose/search-console.ts';
import { type Html, html } from '../../markup/html.ts';
import { linesField } from '../../parts/form/field.ts';
import type { Upload, Visit } from '../../visit/visit.ts';

/** Pasted or uploaded searches, with the parse result. */
export interface SearchesInput {
  readonly text: string;
  /** Null without input, or if refused. */
  readonly searches: Searches | null;
  readonly error: string | null;
}

export const NO_SEARCHES: SearchesInput = { text: '', searches: null, error: null };

/** A form's searches. A file takes precedence over pasted text. */
export async function searchesInput(
  { deps: { texts } }: Visit,
  form: URLSearchParams,
  upload: Upload | null,
): Promise<SearchesInput> {
  const pasted = form.get('queries') ?? '';
  try {
    if (upload !== null && upload.name !== '') {
      const searches = await texts.searches(await searchFile(upload.bytes));
      return inputOf(searches, searchLines(searches.queries), true);
    }
    return pasted.trim() === '' ? NO_SEARCHES : inputOf(await texts.searches(pasted), pasted, false);
  } catch (error) {
    if (!(error instanceof SightlineError) || error.code !== 'invalid_file') throw error;
    return { text: pasted, searches: null, error: error.message };
  }
}

function inputOf(searches: Searches, text: string, isFile: boolean): SearchesInput {
  const { queries, isOf } = searches;
  if (isOf !== null) {
    const error = `These are ${isOf}, not searches. Upload Queries.csv or the whole export archive.`;
    return { text: isFile ? '' : text, searches: null, error };
  }
  if (queries.length > 0) return { text, searches, error: null };
  const error = 'No searches found: expected searches in the first column and impressions in another.';
  return { text, searches: null, error };
}

/** The file comes last, because the parser stops at it. */
export function searchFields({ text, searches, error }: SearchesInput): Html {
  return html`<details class="more"${(text !== '' || error !== null) && html` open`}><summary>Searches from Search Console</summary>
${linesField({ name: 'queries', label: 'Table of queries', value: text, rows: 5, error: error ?? undefined, help: searches === null ? 'Paste it, with impressions. Sightline turns searches of three words or more into questions.' : readWords(searches) })}
<div class="field"><label for="searches">Or its file</label>
<input type="file" id="searches" name="searches" accept=".csv,.tsv,.txt,.zip,text/csv,application/zip" aria-describedby="searches-help"${error !== null && html` aria-invalid="true"`}>
<p class="help" id="searches-help">In Search Console: Performance, Export, Download CSV. Upload the archive, or Queries.csv from it.</p></div>
</details>`;
}

function readWords({ queries, questions }: Searches): string {
  const all = `${queries.length.toLocaleString('en-US')} ${queries.length === 1 ? 'search' : 'searches'}`;
  return `Read ${all}. Long enough to be a question, with three words or more: ${questions.length.toLocaleString('en-US')}.`;
}
