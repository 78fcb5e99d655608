import { restartWithCleanEnv } from './environment/clean-env.ts';

/** `node electron/serve.ts`: the server alone. Everything else is loaded once the environment is clean. */
const env = restartWithCleanEnv();
const { runFromCommandLine } = await import('./serve/command-line.ts');
const { startServer } = await import('./serve/start-server.ts');
await runFromCommandLine((options) => startServer({ ...options, env }));
