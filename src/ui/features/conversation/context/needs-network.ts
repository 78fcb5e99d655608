import type { Connection } from '#contract/connection.ts';

/** Practice models answer inside the host, and local servers on this computer. */
export const needsNetwork = ({ practice, network }: Connection): boolean => !practice && network !== 'loopback';
