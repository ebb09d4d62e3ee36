import type { Said } from '../../domain/answers/answer-reading.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { NamedAnswer } from '../names/named-answer.ts';
import { framingsOf } from './framing/framing.ts';
import { trainedModel } from './framing/learned/trained-model.ts';
import { labeledProperties } from './labeled-properties.ts';
import type { ThemeReader } from './theme-reader.ts';
import { themeStatements } from './theme-statements.ts';

/** What an answer says of each brand that it names, by theme, in reading order. */
export function saidOf(answer: NamedAnswer, reader: ThemeReader): Map<TrackedBrand, Said[]> {
  const model = trainedModel();
  const labels = labeledProperties(
    answer.blocks,
    Map.groupBy(answer.named, ({ block }) => block),
  );
  return new Map(
    [...framingsOf(answer, model)].map(([brand, framing]) => {
      const said = [...themeStatements(brand, framing, reader, model), ...(labels.get(brand) ?? [])];
      return [brand, said.sort((a, b) => a.from - b.from)];
    }),
  );
}
