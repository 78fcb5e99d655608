import { z } from 'zod';

/** Host-side settings file (config.jsonc). Page preferences live in the page's own storage. */
export const HostConfig = z.object({
  version: z.literal(1),
  /** Streaming speed of the practice vendors, characters per second. */
  practiceCharsPerSecond: z.number().int().min(1).max(1_000_000),
});
export type HostConfig = z.infer<typeof HostConfig>;

export const HostConfigState = z.object({
  config: HostConfig,
  /** What was wrong with the file; the defaults stand in and the file is kept. */
  warnings: z.array(z.string()),
});
export type HostConfigState = z.infer<typeof HostConfigState>;
