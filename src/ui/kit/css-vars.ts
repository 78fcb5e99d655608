import type { CSSProperties } from 'react';

/** Custom properties for a `style` prop, whose type doesn't include any. */
export function cssVars(vars: Readonly<Record<`--${string}`, string>>): CSSProperties {
  const style: CSSProperties = {};
  return Object.assign(style, vars);
}
