import { z } from 'zod/mini';
import { VENDORS } from '#core/vendor.ts';
import { PROTOCOLS } from '#core/vendors/base/protocol.ts';
import { Connection } from './connection.ts';
import type { Endpoints } from './endpoint.ts';

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

/** Connections that the user adds. */
export const ownConnectionEndpoints = {
  addConnection: { route: 'POST /api/vendors', body: NewConnection, answer: Connection, status: 201 },
  /** A stored key is never sent to another server: a change that leads there removes it, or replaces it with `key`. */
  changeConnection: { route: 'PUT /api/vendors/:id', body: ChangedConnection, answer: Connection },
  removeConnection: { route: 'DELETE /api/vendors/:id' },
} satisfies Endpoints;
