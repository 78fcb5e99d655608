import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/** Host-side settings file (config.jsonc). The page stores its own settings. */
export const HostConfig = z.object({
  version: z.literal(1),
  /** Streaming speed of the practice vendors, characters per second. */
  practiceCharsPerSecond: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  /** Where model servers on this computer are looked for, by the name of the program. Others have their usual port. */
  localPorts: z.exactOptional(
    z.record(z.string(), z.array(z.int().check(z.minimum(1), z.maximum(65_535))).check(z.maxLength(8))),
  ),
});
export type HostConfig = z.infer<typeof HostConfig>;

export const HostConfigState = z.object({
  config: HostConfig,
  /** Problems found in the file. The defaults are used and the file is not changed. */
  warnings: z.array(z.string()),
});
export type HostConfigState = z.infer<typeof HostConfigState>;

/** Any subset of the settings that the page may change; other names are refused. */
export const ConfigPatch = z.strictObject(z.partial(z.omit(HostConfig, { version: true, localPorts: true })).shape);
export type ConfigPatch = z.infer<typeof ConfigPatch>;

export const configEndpoints = {
  config: { route: 'GET /api/config', answer: HostConfigState },
  putConfig: { route: 'PATCH /api/config', body: ConfigPatch, answer: HostConfigState },
} satisfies Endpoints;
