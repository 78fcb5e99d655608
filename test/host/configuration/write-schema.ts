import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configurationJsonSchema } from './json-schema.ts';

/** `npm run schema`, after every change of src/contract/configuration.ts. */
const file = fileURLToPath(new URL('../../../public/config.schema.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(configurationJsonSchema(), null, 2)}\n`);
