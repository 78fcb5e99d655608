import { lookup } from 'node:dns/promises';
import type { Lookup } from './address-rules.ts';

export const lookupAll: Lookup = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);
