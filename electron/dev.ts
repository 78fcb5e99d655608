import { restartWithCleanEnv } from './environment/clean-env.ts';

/** `npm run dev`. Everything else is loaded once the environment is clean. */
const env = restartWithCleanEnv();
const { runFromCommandLine } = await import('./serve/command-line.ts');
const { startDev } = await import('./dev/start-dev.ts');
await runFromCommandLine((options) => startDev({ ...options, env }));
