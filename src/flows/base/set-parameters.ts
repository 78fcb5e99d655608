import type { Target } from '#core/request.ts';
import { nonEmpty, type RequestParameters } from '#core/vendors/base/request-parameters.ts';

/** The target with the user's parameters. What targets accept is loaded once there are some. */
export async function setParameters(target: Target, parameters: RequestParameters | undefined): Promise<Target> {
  if (!parameters || !nonEmpty(parameters)) return target;
  const { withParameters } = await import('#core/normalize/resolve-parameters.ts');
  return withParameters(target, parameters);
}
