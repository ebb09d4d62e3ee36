/** Builds the patterns that declared names, words, secrets, and paths become. The source's modules load here. */

/** Names and words with everything that a pattern treats in its own way. */
const NAMES = [
  'A & B and C',
  'a-a-a-a-a',
  "O'O'O'O",
  'T.T.T.T',
  '3M+',
  '(a|a)*',
  'ー・ー',
  'Nestlé',
  'e\u0301e\u0301',
  '飞书',
];

export async function useHostileNames(): Promise<void> {
  const { extractorFor } = await import('../../../src/extract/extractor.ts');
  const { compareFact } = await import('../../../src/extract/facts/compare-fact.ts');
  const { promptBrandReader } = await import('../../../src/extract/names/branded-prompts.ts');
  const { redactorOf } = await import('../../../src/domain/access/secrets.ts');
  const { namingTools } = await import('../../../src/mcp/tool-schemas.ts');
  const { KnownPaths } = await import('../../../src/http/wire/known-paths.ts');
  const { brand } = await import('../extraction.ts');
  const self = { ...brand(NAMES[0] ?? '', { aliases: NAMES.slice(1) }), role: 'self' as const };
  const value = { type: 'number', numbers: [1], units: NAMES } as const;
  const extractor = extractorFor([self, brand('Vexo')]);
  const text = NAMES.map((name) => `${name} is the best, and ${name} has 1 ${name}.`).join(' ');
  extractor.read({ text, citedHosts: [] });
  for (const said of ['1 飞书', ...NAMES])
    compareFact({ id: 1, name: 'one', about: NAMES, value }, said, {
      words: text,
      before: '',
      after: '',
      clause: text,
    });
  promptBrandReader([self])(text);
  redactorOf(['user:aaaa-%%%%-\\\\\\\\-&&&&', `{"key":"${'é'.repeat(9)}"}`])(text);
  namingTools(text);
  const paths = new KnownPaths();
  for (const path of ['/a/:b/:c/d', '/:a/:b', '/a.a.a']) paths.add(path, 'GET');
  paths.methodsOf('/a');
}
