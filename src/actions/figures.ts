import Type from 'typebox';
import { bytesOfUpload } from '../pipeline/tasks/upload.ts';
import { givenDaysOf, givenKindOf, readGivenFile, storeGivenFile } from '../pipeline/traffic/given-files.ts';
import { count, text } from '../reports/shape/schemas.ts';
import { deleteInput } from '../storage/tasks/inputs.ts';
import { defineBrandAction } from './action.ts';

export const importFigures = defineBrandAction({
  name: 'import_figures',
  command: null,
  summary: 'Store an uploaded file with figures that an engine or service gives.',
  description: '',
  permission: 'collecting',
  route: null,
  input: {
    upload: Type.String({ description: 'The id that storing the file gave.' }),
    name: Type.String({ description: 'The name of the file.' }),
    kind: Type.String({ description: 'Its kind; blank: by its columns.' }),
    mapping: Type.Array(Type.String(), { description: 'Where it has a field: `impressions=Impressionen`.' }),
    from: Type.String({ description: 'The first day that it covers, if it names none; else blank.' }),
    until: Type.String({ description: 'The last.' }),
  },
  data: Type.Object({ kind: text('Its kind.'), rows: count('Rows that were stored.') }),
  example: null,
  run: async (context, { upload, name, kind, mapping, from, until }) => {
    const { db, brand, actor, organizationId } = context;
    const words = {
      kind: kind === '' ? null : givenKindOf(kind),
      ...{ mapping, days: givenDaysOf(from, until) },
    };
    const file = await readGivenFile(
      context,
      brand.publicId,
      bytesOfUpload(db, brand.publicId, upload),
      words,
    );
    const stored = await storeGivenFile(
      context,
      { ...brand, organizationId },
      {
        ...{ name, by: actor.name, actor: actor.id, file },
      },
    );
    await deleteInput(db, { brandId: brand.id, task: upload });
    return {
      data: { kind: stored.kind, rows: stored.counted },
      changes: [{ what: `File ${stored.name}`, before: null, after: `${stored.counted} rows` }],
      notices: [],
    };
  },
});
