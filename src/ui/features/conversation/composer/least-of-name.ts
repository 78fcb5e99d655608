import type { CSSProperties } from 'react';

/** For a chip: as much of its name as says which one it is. */
export const leastOfName = (name: string) => ({ '--least': `${0.4 * Math.min(name.length, 14)}em` }) as CSSProperties;
