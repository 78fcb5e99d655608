import type { Context, ReactNode } from 'react';

/** Provides one value to all children. */
export type Provision = (inside: ReactNode) => ReactNode;

export function provision<T>(Into: Context<T | null>, value: T): Provision {
  return (inside) => <Into value={value}>{inside}</Into>;
}

/** The first one is the outermost. */
export function provide(provisions: readonly Provision[], inside: ReactNode): ReactNode {
  return provisions.reduceRight((all, one) => one(all), inside);
}
