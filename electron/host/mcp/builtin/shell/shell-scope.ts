import type { CallScope } from '#core/agent/approval/call-scope.ts';
import { rulesFor } from '#core/agent/approval/command-rule.ts';
import type { Permissions } from '../../consent/permissions.ts';
import type { BuiltinCall } from '../builtin-server.ts';
import { ToolError } from '../tool-error.ts';
import type { Folders } from '../workspace/folders.ts';
import { type ResolvedPath, locate } from '../workspace/safe-path.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** The tool whose commands run with all rights of the user, where those of `run` are in the sandbox. */
export const OUTSIDE = 'run_outside';

export interface ShellScopeOptions {
  folders: Pick<Folders, 'of' | 'own' | 'isOwn'>;
  permissions: Pick<Permissions, 'acceptsEdits' | 'coversCommand'>;
  sandbox: Pick<Sandbox, 'state' | 'isOn'>;
}

/** How far a command reaches. One that can't be located has no scope: it is asked about, and fails. */
export function createShellScope({ folders, permissions, sandbox }: ShellScopeOptions) {
  /** Without network, all that a command in the sandbox brings is what it finds in the folders and the system's files. */
  async function isOwn(session: string): Promise<boolean> {
    const owned = await Promise.all((await folders.of(session)).map((path) => folders.isOwn(session, path)));
    return owned.length > 0 && owned.every(Boolean);
  }

  return async ({ session, tool, args }: BuiltinCall): Promise<CallScope | null> => {
    const { command, folder = '.' } = args;
    if (typeof command !== 'string' || typeof folder !== 'string') return null;
    let place: ResolvedPath;
    try {
      place = await locate(await folders.of(session), folder, await folders.own());
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
    const boxed = await sandbox.isOn();
    const outside = tool === OUTSIDE;
    const inside = boxed && !outside;
    const network = !inside || (await sandbox.state()).network;
    const known = { folder: place.path, line: command, outside, sandboxed: inside };
    const covered = await permissions.coversCommand(known);
    const free = inside && (await permissions.acceptsEdits(session));
    return {
      // With all rights of the user, or with network, it may bring anything from anywhere.
      own: inside && !network && (await isOwn(session)),
      unasked: covered ? 'command' : free ? 'sandbox' : null,
      command: {
        folder: place.path,
        sandbox: inside ? 'inside' : outside ? 'outside' : 'none',
        network,
        rules: rulesFor(command),
      },
    };
  };
}
