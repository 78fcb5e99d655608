/**
 * Imports one of the libraries installed next to this file. Their types aren't installed, because type checks must pass
 * without them.
 */
export const loadPeer = async (name: string): Promise<Record<string, unknown>> =>
  (await import(name)) as Record<string, unknown>;
