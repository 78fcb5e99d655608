import type { CallScope } from '#core/agent/approval/call-scope.ts';
import { rulesFor } from '#core/agent/approval/command-rule.ts';
import type { Permissions } from '../../consent/permissions.ts';
import type { BuiltinCall } from '../builtin-server.ts';
import { ToolError } from '../tool-error.ts';
import type { Folders } from '../workspace/folders.ts';
import { type ResolvedPath, locate } from '../workspace/safe-path.ts';

/** How far a command reaches. One that can't be located has no scope: it is asked about, and fails. */
export function createShellScope(
  folders: Pick<Folders, 'of' | 'own'>,
  permissions: Pick<Permissions, 'coversCommand'>,
) {
  return async ({ session, args }: BuiltinCall): Promise<CallScope | null> => {
    const { command, folder = '.' } = args;
    if (typeof command !== 'string' || typeof folder !== 'string') return null;
    let place: ResolvedPath;
    try {
      place = await locate(await folders.of(session), folder, await folders.own());
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
    const covered = await permissions.coversCommand({ folder: place.path, line: command, outside: false });
    return {
      // With all rights of the user it may bring anything from anywhere.
      own: false,
      unasked: covered ? 'command' : null,
      command: { folder: place.path, sandbox: 'none', network: true, rules: rulesFor(command) },
    };
  };
}
