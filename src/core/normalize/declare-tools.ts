import { isOwnService } from '../endpoint.ts';
import type { Target } from '../request.ts';
import {
  SERVER_TOOLS,
  type DeclaredTools,
  type ServerTool,
  type VendorServerTools,
} from '../vendors/base/server-tools.ts';
import { VENDOR_SERVER_TOOLS } from '../vendors/server-tools.ts';

type Place = Pick<Target, 'vendor' | 'endpoint' | 'simulated' | 'model'>;

/** What this target can do itself; `null` for a vendor without such tools, and for other servers of its protocol. */
export function serverToolsOf(
  target: Omit<Place, 'model'> & { model: Pick<Target['model'], 'protocol'> },
): VendorServerTools | null {
  const own = VENDOR_SERVER_TOOLS[target.vendor];
  return own && own.protocol === target.model.protocol && isOwnService(target) ? own : null;
}

function fits(own: VendorServerTools, { model }: Pick<Target, 'model'>, besideFunctions: boolean): boolean {
  return !besideFunctions || (own.besideFunctions?.(model.id.toLowerCase()) ?? true);
}

/** What a request declares of the tools that the user chose. `null` when the target has none of them. */
export function declareTools(
  target: Place,
  chosen: readonly ServerTool[],
  besideFunctions: boolean,
): DeclaredTools | null {
  const own = serverToolsOf(target);
  if (!own || !target.model.tools || !fits(own, target, besideFunctions)) return null;
  const names = SERVER_TOOLS.filter((name) => chosen.includes(name) && own.tools[name] !== undefined);
  const tools = names.flatMap((name) => {
    const declared = own.tools[name]?.declare;
    return declared ? [declared] : [];
  });
  const citeFiles = names.includes('pages');
  if (tools.length === 0 && !citeFiles) return null;
  return {
    names,
    tools,
    ...(own.include && tools.length > 0 && { include: own.include }),
    ...(own.withFunctions && tools.length > 0 && { withFunctions: own.withFunctions }),
    ...(citeFiles && { citeFiles: true as const }),
  };
}
