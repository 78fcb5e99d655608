import { sameEndpoint } from '../endpoint.ts';
import type { Target } from '../request.ts';
import type { Origin } from '../vendor.ts';
import type { Dialect } from '../vendors/base/dialect.ts';

/**
 * Whether the target can read opaque state made at `origin` (vendor-rules 0.1, 8.2). Unknown means no: a refused
 * request is worse than reasoning that is missing once.
 */
export function isSameOrigin(origin: Origin | undefined, target: Target, dialect: Dialect): boolean {
  if (!origin || origin.vendor !== target.vendor) return false;
  if (!sameEndpoint(target.vendor, origin.endpoint, target.endpoint)) return false;
  if (dialect.sameOrigin.model && origin.model !== target.model.id) return false;
  if (origin.account === target.account) return true;
  return (
    dialect.sameOrigin.account === 'not-different' && (origin.account === undefined || target.account === undefined)
  );
}
