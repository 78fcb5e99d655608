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

export const NewConnection = z.object({
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  protocol: z.enum(PROTOCOLS),
  /** Whose rules apply, if the protocol alone doesn't say it. */
  vendor: z.exactOptional(z.enum(VENDORS)),
  baseUrl: z.url().check(z.maxLength(2048)),
  /** How the key is sent, if not in the way of the protocol. */
  auth: z.exactOptional(z.literal('api-key')),
  /** Goes into the address of every request. */
  apiVersion: z.exactOptional(z.string().check(z.maxLength(40))),
  models: z.exactOptional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(200))),
  /** Sent with every request. `isOwnHeader` says which can be; none is a secret. */
  headers: z.exactOptional(z.record(z.string(), z.string())),
  /** A local server needs no key. */
  key: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(4096))),
});
export type NewConnection = z.infer<typeof NewConnection>;

/** All of a connection of the user's anew. Whose rules apply stays as long as the protocol does. */
export const ChangedConnection = z.omit(NewConnection, { vendor: true });
export type ChangedConnection = z.infer<typeof ChangedConnection>;

export const ConnectionList = z.object({ connections: z.array(Connection) });

export const connectionEndpoints = {
  connections: {
    route: 'GET /api/vendors',
    answer: z.pipe(
      ConnectionList,
      z.transform(({ connections }) => connections),
    ),
  },
  addConnection: { route: 'POST /api/vendors', body: NewConnection, answer: Connection, status: 201 },
  /** A stored key stays with the server that it was given for: at another one it is removed unless a key comes along. */
  changeConnection: { route: 'PUT /api/vendors/:id', body: ChangedConnection, answer: Connection },
  removeConnection: { route: 'DELETE /api/vendors/:id' },
} satisfies Endpoints;

/** The vendor proxy: passes a vendor's own requests and answers unchanged, so it has no schemas. */
export const WIRE_PATH = '/api/vendors/:id/wire/';
