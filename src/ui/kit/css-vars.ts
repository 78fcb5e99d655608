import type { CSSProperties } from 'react';

/** Custom properties for a style prop, whose type knows none. */
export function cssVars(vars: Readonly<Record<`--${string}`, string>>): CSSProperties {
  const style: CSSProperties = {};
  return Object.assign(style, vars);
}
