import { z } from 'zod/mini';
import { VENDORS } from '#core/vendor.ts';
import { PROTOCOLS } from '#core/vendors/base/protocol.ts';
import type { Endpoints } from './endpoint.ts';
import { listedAbilities } from './listed-abilities.ts';

const tokens = z.nullable(z.int().check(z.positive()));

export const LocalModel = z.object({
  id: z.string().check(z.minLength(1)),
  /** How much the server reads of a request as it is set up now. `null` if it doesn't say. */
  contextWindow: tokens,
  /** How much the model can read. `null` if the server doesn't say. */
  maxContextWindow: tokens,
  /** The server passes requests on to another computer. */
  remote: z.boolean(),
  ...listedAbilities,
});
export type LocalModel = z.infer<typeof LocalModel>;

/** A model server that runs on this computer. */
export const LocalServer = z.object({
  label: z.string(),
  vendor: z.enum(VENDORS),
  protocol: z.enum(PROTOCOLS),
  baseUrl: z.string(),
  models: z.array(LocalModel),
});
export type LocalServer = z.infer<typeof LocalServer>;

export const localServerEndpoints = {
  /** Asks the usual ports of this computer, and nothing else. Only after the user has pressed a button. */
  findLocalServers: {
    route: 'POST /api/local-servers/find',
    answer: z.pipe(
      z.object({ servers: z.array(LocalServer) }),
      z.transform(({ servers }) => servers),
    ),
  },
} satisfies Endpoints;
