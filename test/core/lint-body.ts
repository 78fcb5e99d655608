import type { Target } from '#core/request.ts';
import { inspectBody } from '#core/wire/inspect-body.ts';
import type { Violation } from '#core/wire/rule.ts';

/** What the vendor would refuse about a body. */
export function lintBody(body: unknown, target: Target): Violation[] {
  return inspectBody(body, target).violations;
}
