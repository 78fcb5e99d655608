import { withOrphanCleanup } from '../../../../electron/host/mcp/process/orphan-cleanup.ts';
import { createSystemSpawner } from '../../../../electron/host/mcp/process/spawner.ts';
import { createStdioWire } from '../../../../electron/host/mcp/process/stdio-wire.ts';

/**
 * A process that runs a server as the host does and then ends in the way named by its first argument; the second is its
 * home.
 */
const [how, home = '', command = '', ...args] = process.argv.slice(2);
const system = withOrphanCleanup(createSystemSpawner(process.env, process.platform), home);
const wire = createStdioWire(
  {
    ...system,
    async spawn(options) {
      const child = await system.spawn(options);
      process.stdout.write(`${child.pid}\n`);
      return child;
    },
  },
  { command, args, cwd: null, env: { PATH: process.env['PATH'] ?? '' } },
);
await wire.start(
  { onMessage: () => undefined, onClose: () => undefined, onNote: () => undefined },
  new AbortController().signal,
);
if (how === 'exit') setTimeout(() => process.exit(0), 300);
else setInterval(() => undefined, 1000);
