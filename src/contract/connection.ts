import { z } from 'zod/mini';
import { VENDORS } from '#core/vendor.ts';
import { PROTOCOLS } from '#core/vendors/base/protocol.ts';
import type { Endpoints } from './endpoint.ts';

/**
 * A way to reach a vendor: base URL, wire protocol and (in the host only) a key.
 * The page talks to it through `/api/vendors/:id/wire/<path below baseUrl>`.
 */
export const Connection = z.object({
  id: z.string(),
  label: z.string(),
  vendor: z.enum(VENDORS),
  protocol: z.enum(PROTOCOLS),
  baseUrl: z.string(),
  /** The practice vendors inside the host answer. Always shown as practice. */
  practice: z.boolean(),
  /** Added by the user. */
  custom: z.boolean(),
  /** False for local servers and practice vendors. */
  needsKey: z.boolean(),
  /** A key is stored, or none is needed. */
  configured: z.boolean(),
  last4: z.nullable(z.string()),
  /** Fingerprint of the key: shows whether opaque state made under it is still valid. */
  account: z.nullable(z.string()),
  /** Where the user gets a key. */
  keyUrl: z.nullable(z.string()),
  /** Names of the models where the server's own list isn't the one to choose from: deployments of Azure. */
  models: z.exactOptional(z.array(z.string())),
  /** What the user has added to every request. */
  headers: z.exactOptional(z.record(z.string(), z.string())),
  apiVersion: z.exactOptional(z.string()),
  /** How the key is sent, if not in the way of the protocol. */
  auth: z.exactOptional(z.literal('api-key')),
  /** Where the base URL points, judged by its name. Absent for practice vendors. */
  network: z.optional(z.enum(['public', 'private', 'loopback'])),
});
export type Connection = z.infer<typeof Connection>;

export const ConnectionList = z.object({ connections: z.array(Connection) });

export const connectionEndpoints = {
  connections: {
    route: 'GET /api/vendors',
    answer: z.pipe(
      ConnectionList,
      z.transform(({ connections }) => connections),
    ),
  },
} satisfies Endpoints;

/** The vendor proxy: passes a vendor's own requests and answers unchanged, so it has no schemas. */
export const WIRE_PATH = '/api/vendors/:id/wire/';
