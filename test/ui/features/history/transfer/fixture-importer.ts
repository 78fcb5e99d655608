import { createFieldTracker } from '#archive/import/base/fields.ts';
import { textPart } from '#archive/import/base/imported.ts';
import { eachValue, type Importer } from '#archive/import/base/importer.ts';
import { shape, text } from '#archive/import/base/shape.ts';

/** An importer, as one file would be. */
export const fixture: Importer = {
  name: 'Fixture',
  meaningless: { conversation: [], message: [] },
  matches: (first) => 'fixture' in shape(first),
  read: eachValue((value) => {
    const fields = createFieldTracker();
    const { fixture: content } = fields.watch('conversation', value);
    return {
      source: 'fixture',
      id: 'one',
      title: 'From a fixture',
      fields,
      messages: [{ id: 'm', parentId: null, role: 'user', parts: textPart(text(content)) }],
    };
  }),
};
