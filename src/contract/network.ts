import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/**
 * How requests leave this computer.
 * - `system`: as the system says in the desktop app (with its PAC script, if there is one), as the environment says in
 *   browser mode
 * - `manual`: by the proxy of these settings
 * - `none`: directly
 */
const ProxyChoice = z.enum(['system', 'manual', 'none']);

/** A certificate authority that the user added. */
export const Authority = z.object({
  /** SHA-256 of the certificate, in hexadecimal. */
  fingerprint: z.string(),
  name: z.string(),
  /** When it ends, in milliseconds. */
  until: z.number(),
});
export type Authority = z.infer<typeof Authority>;

export const NetworkState = z.object({
  proxy: ProxyChoice,
  /** `http://host:port`; `null` before one was entered. */
  address: z.nullable(z.string()),
  /** Hosts that are reached directly: `example.com`, `*.example.com`, `10.0.0.1`. */
  except: z.array(z.string()),
  user: z.nullable(z.string()),
  hasPassword: z.boolean(),
  /** Who is asked with `system`, and the proxy that it names for the vendors now; `null` for none. */
  system: z.object({ by: z.enum(['system', 'environment']), proxy: z.nullable(z.string()) }),
  /** The authorities of the system are trusted, beside those that come with Baton. */
  systemAuthorities: z.boolean(),
  authorities: z.array(Authority),
  /** Problems found in the stored settings; the usual ones are used instead. */
  damaged: z.boolean(),
});
export type NetworkState = z.infer<typeof NetworkState>;

const Host = z.string().check(z.regex(/^(\*\.|\.)?[A-Za-z0-9:[\]_.-]{1,253}$/));

export const PutNetwork = z.strictObject({
  proxy: ProxyChoice,
  address: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))),
  except: z.array(Host).check(z.maxLength(50)),
  user: z.nullable(z.string().check(z.minLength(1), z.maxLength(200))),
  /** Without one, the stored one is kept as long as there is a user. */
  password: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(500))),
  systemAuthorities: z.boolean(),
});
export type PutNetwork = z.infer<typeof PutNetwork>;

/** One request to a vendor's server, without a key: does it get there? */
export const NetworkTest = z.object({
  /** Status of the answer; `null` if there was none. */
  status: z.nullable(z.number()),
  /** Why there was none, in words. */
  problem: z.nullable(z.string()),
});
export type NetworkTest = z.infer<typeof NetworkTest>;

export const networkEndpoints = {
  network: { route: 'GET /api/network', answer: NetworkState },
  putNetwork: { route: 'PUT /api/network', body: PutNetwork, answer: NetworkState, by: 'gesture' },
  /** A PEM file with one or more certificates. */
  addAuthority: {
    route: 'POST /api/network/authorities',
    body: z.strictObject({ pem: z.string().check(z.minLength(1), z.maxLength(500_000)) }),
    answer: NetworkState,
    by: 'gesture',
  },
  removeAuthority: { route: 'DELETE /api/network/authorities/:fingerprint', answer: NetworkState },
  testNetwork: {
    route: 'POST /api/network/test',
    body: z.strictObject({ connection: z.string() }),
    answer: NetworkTest,
  },
} satisfies Endpoints;
