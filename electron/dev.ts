import { restartWithCleanEnv } from './environment/clean-env.ts';

/** `npm run dev`. What it is made of is loaded once the environment is clean. */
const env = restartWithCleanEnv();
const { runFromCommandLine } = await import('./serve/command-line.ts');
const { startDev } = await import('./dev/start-dev.ts');
await runFromCommandLine((options) => startDev({ ...options, env }));
