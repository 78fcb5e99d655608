import { z } from 'zod';
import { ConfigurationFileSchema } from '#contract/configuration.ts';

/** The schema that editors use to check and complete a configuration file: public/config.schema.json. */
export function configurationJsonSchema(): object {
  return {
    ...z.toJSONSchema(ConfigurationFileSchema, { io: 'input', target: 'draft-07' }),
    title: 'Baton configuration',
    description: 'config.jsonc in the folder of Baton, or .baton/config.jsonc in a folder that is attached.',
  };
}
