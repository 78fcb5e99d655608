/** Imports one of the libraries that are installed beside this file. Their types are not: the bench must check without them. */
export const loadPeer = async (name: string): Promise<Record<string, unknown>> =>
  (await import(name)) as Record<string, unknown>;
