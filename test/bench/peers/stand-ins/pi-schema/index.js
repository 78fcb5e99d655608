/**
 * pi-ai's schema builders are not to be had from the registry. It validates its own settings and tool arguments with
 * them, and the bench does neither: it only has requests built.
 */
const build = () => ({});

export const arr = build;
export const bool = build;
export const int = build;
export const nul = build;
export const num = build;
export const obj = build;
export const oneOf = build;
export const opt = build;
export const str = build;
export const union = build;
export const formats = {};
export const compile = () => ({ parse: (value) => value });
