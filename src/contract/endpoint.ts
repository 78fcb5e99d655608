import type { z } from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One call to the host. The page's client (host-client/api-client.ts) and the host's route (host/base/to-routes.ts) are
 * both made from it.
 */
export interface Endpoint {
  route: `${Method} /api/${string}`;
  /** Path parameters that are more than a text. */
  params?: Readonly<Record<string, z.core.$ZodType>>;
  /** In the address, `null`, `undefined` and `false` are left out, and `true` is `1`. */
  query?: z.core.$ZodType<Readonly<Record<string, string | number | boolean | null | undefined>>>;
  /** The JSON body, or `bytes` for one that is sent unchanged. */
  body?: z.core.$ZodType | 'bytes';
  /** Maximum size of the body in bytes, if it isn't the one of most calls. */
  limit?: number;
  /**
   * The JSON answer. The host returns its input and the page receives its output. `blob` and `stream` pass unchanged;
   * without an answer the status is 204.
   */
  answer?: z.core.$ZodType | 'blob' | 'stream';
  status?: 201;
  /** The call approves something: `gesture` requires a gesture of the user, `window` only the name of the window. */
  by?: 'gesture' | 'window';
}

export type Endpoints = Readonly<Record<string, Endpoint>>;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? [Name, ...NamesIn<`/${Rest}`>]
  : Path extends `${string}:${infer Name}`
    ? [Name]
    : [];

/** Names of the path parameters, in order. */
export type ParamNames<E extends Endpoint> = NamesIn<E['route']>;

export type ParamValue<E extends Endpoint, Name> = E extends { params: infer P }
  ? Name extends keyof P
    ? z.output<P[Name]>
    : string
  : string;

/** Fills in the path parameters in their order. */
export function pathOf(route: string, values: readonly unknown[]): string {
  let at = 0;
  return route.slice(route.indexOf('/')).replace(/:\w+/g, () => encodeURIComponent(String(values[at++])));
}
