import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { archiveJsonSchema } from './json-schema.ts';

/** `npm run schema`, after every change to the content of an archive; raise ARCHIVE_VERSION with it. */
const file = fileURLToPath(new URL('../../public/archive.schema.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(archiveJsonSchema(), null, 2)}\n`);
